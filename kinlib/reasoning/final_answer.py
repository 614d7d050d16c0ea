"""Where in a reply the answer stands: reasoning taken out, final-answer lines found.

Replies come as the bare answer, as the answer with an explanation behind it, or as reasoning with
the answer at its end. Nothing here knows what is asked for; `passages` gives the places in the
order in which they are worth reading, and the reader of names, numbers or relations takes the first
that says something.
"""

import re
from collections.abc import Iterator

_THINKING = "think|thinking|thought|reasoning|reflection|scratchpad|analysis"
_BLOCK = re.compile(
    rf"<(?P<tag>{_THINKING})>.*?</(?P=tag)>"
    r"|\[THINK\].*?\[/THINK\]"
    r"|<\|channel\|>(?:analysis|commentary).*?(?=<\|channel\|>final)"
    r"|◁think▷.*?◁/think▷",
    re.IGNORECASE | re.DOTALL,
)
_CLOSED = re.compile(rf"\A.*</(?:{_THINKING})>|\A.*\[/THINK\]", re.IGNORECASE | re.DOTALL)
_OPEN = re.compile(
    rf"<(?:{_THINKING})>.*\Z|\[THINK\].*\Z|<\|channel\|>(?:analysis|commentary).*\Z",
    re.IGNORECASE | re.DOTALL,
)
_TOKENS = re.compile(r"<\|[a-z_]+\|>(?:final\b)?|```[a-z]*", re.IGNORECASE)

_MARK = re.compile(
    r"""(?ix)
    \\boxed\s{0,2}\{
    | (?<!\w) (?:(?:final|correct|short|direct) [ _-])? answers? \b
      (?: ["'*_]{0,4} [ ]{0,4} [:：]
        | [ ]{1,4} (?:is|are|would[ ]be|must[ ]be) \b [ ]{0,4} [:：]?
        | ["'*_]{0,4} [ ]{0,4} (?=\n) )
    | (?<!\w) step \s* 5 \b (?: [^\n:：.]{0,40} [:：.] )?
    | (?<!\w) (?:in\s+)? conclusion \s* [:：,]
    | (?: 정답 | 답변 | 답 | 최종\s*답변 | उत्तर | விடை | பதில் ) \s* [:：]
    """
)
_ECHO = re.compile(r"(?im)^[ \t*_#]*(?:question|context|user|human|q)\s*[:：]")
_ITEM = re.compile(r"\s*(?:[-*•‣–]|\(?[0-9]{1,3}[.)])\s+\S")
_PROSE = re.compile(
    r"\W*(?:explanation|reasoning|note|because|since|this|these|here|step|question|context|"
    r"therefore|so|thus|let|however|based|from|according|proof|facts?)\b",
    re.IGNORECASE,
)
_TEX = re.compile(r"\\\w+\s?\{([^{}]*)\}")
LONGEST = 6_000  # characters at the beginning, at the end and after a mark that are read
MARKS = 4  # signs of a final answer that are tried, from the last
_SHORT = 6  # words of a line that is an answer alone


def without_reasoning(reply: str) -> str:
    """A reply with its reasoning blocks blanked out, as long as before; a block may be unclosed."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    text = _BLOCK.sub(blank, reply)
    text = _CLOSED.sub(blank, text)
    text = _OPEN.sub(blank, text)
    return _TOKENS.sub(blank, text)


def passages(reply: str) -> list[str]:
    """Texts in which the answer may stand, the likeliest first; none for a reply without text.

    First what follows the last sign of a final answer, over several lines where it is a list; then
    an answer that stands alone at the beginning; then the end; then everything.
    """
    if len(reply) > 2 * LONGEST:  # no answer is there, but patterns could take minutes
        reply = f"{reply[:LONGEST]}\n\n{reply[-LONGEST:]}"
    text = _own(without_reasoning(reply)).strip()
    if not text:
        return []
    found = [*_marked(text), *_unmarked(text), text]
    return list(dict.fromkeys(filter(None, map(str.strip, found))))


def _own(text: str) -> str:
    """The text up to where the model goes on asking itself; without a prompt that it echoes."""
    for match in _ECHO.finditer(text):
        if text[: match.start()].strip():
            return text[: match.start()]
        after = _MARK.search(text)
        rest = text[after.end() :] if after else text
        again = _ECHO.search(rest) if after else None
        return rest[: again.start()] if again else rest
    return text


def _marked(text: str) -> Iterator[str]:
    for match in list(_MARK.finditer(text))[: -MARKS - 1 : -1]:
        after = text[match.end() : match.end() + LONGEST]
        if match[0].startswith("\\boxed"):
            after = _TEX.sub(r"\1", _boxed(after))
        after = _block(after)
        if re.search(r"\w", after):
            yield after


def _boxed(text: str) -> str:
    """Up to the brace that closes the box; braces within are pairs."""
    depth = 1
    for place, mark in enumerate(text):
        depth += {"{": 1, "}": -1}.get(mark, 0)
        if depth == 0:
            return text[:place]
    return text


def _block(text: str) -> str:
    """The first lines that belong together: a sentence, an answer, or a list with its lead."""
    kept: list[str] = []
    waiting = False
    for line in text.splitlines():
        if not re.search(r"\w", line):
            waiting = bool(kept)
            continue
        item = _ITEM.match(line) is not None
        leads = bool(kept) and kept[-1].rstrip(" *_").endswith((":", "："))
        goes_on = bool(kept) and kept[-1].rstrip(" *_").endswith((",", " and", ";", "[", "{"))
        if kept and not (leads or goes_on or item or (not waiting and _is_short(line))):
            break
        kept.append(line)
        waiting = False
    return "\n".join(kept)


def _is_short(line: str) -> bool:
    """Whether a line can be one more answer: a few words that are no sentence."""
    return len(line.split()) <= _SHORT and not _PROSE.match(line) and not line.endswith(":")


def _unmarked(text: str) -> Iterator[str]:
    first = _block(text)
    paragraphs = [part for part in re.split(r"\n\s*\n", text) if re.search(r"\w", part)]
    lines = [line for line in first.splitlines() if line.strip()]
    listed = any(_ITEM.match(line) for line in lines)
    if len(first) < len(text) and (listed or all(map(_is_short, lines))):
        yield first
    places = range(len(paragraphs) - 1, 0, -1)
    # A remark in brackets is the last place to look for an answer.
    for place in sorted(places, key=lambda i: paragraphs[i].lstrip().startswith("(")):
        lead = paragraphs[place - 1].rstrip(" *_")
        listed = all(_ITEM.match(line) for line in paragraphs[place].splitlines() if line.strip())
        if listed and lead.endswith((":", "：")):
            yield f"{lead}\n{paragraphs[place]}"
        else:
            yield paragraphs[place]
