"""Whom an answer names: people of the item's own, and names that nobody there has.

Names that only say whose relative somebody is ("Bob Ray's mother is Ann Lee", "older than Bob Ray",
"Ann Lee (Bob Ray's sister)") are no answers.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from unicodedata2 import category

from kinlib.reasoning.roster import LATIN, NO_NAMES, TITLE, Place, places_of, plain

# What stands behind a name that only says whose relative somebody is.
_WHOSE = re.compile(
    r"\*{0,2}'s?(?!\w|\s+(?:the|an?)\b)|\s?의(?=\s)|\s?(?:का|की|के)(?=\s)"
    r"|[வயன]?ின்(?=\s)|\s?உடைய|\s+(?:has|have|had|calls?)\b"
    r"|\s+(?:is|are|was|were)(?:n['’]t|\s+not|\s+never)\b",
    re.I,
)
_LATER = re.compile(
    r"\s+(?:is|was)\s+(?:(?:the\s+)?younger|born\s+(?:later|after|last|second))\b", re.I
)
# What stands before one.
_BEFORE = re.compile(
    r"(?:\b(?:of|by|de|del|von|di|than|to|through|via|from|not|except|excluding|besides|unlike|"
    r"between|before|after|since|because|as|with)(?:\s+(?:the|both|all))?"
    r"|n['’]t (?:think|believe)\b[^,.;\n]*|\bwhose\b[^,.;\n]*\b(?:is|are|was|were))"
    r"\s+[*_\"'“]*\Z",
    re.IGNORECASE,
)
_JOINED = re.compile(r"\s*(?:and|&)\s*\Z", re.IGNORECASE)
_BECAUSE = re.compile(r"(?<!\w)(?:because|since|given that|whereas|while)(?!\w)", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:[-*•‣–|]|\(?[0-9]{1,3}[.)])\s*\S")
_EXPLAINED = re.compile(r"\s[-–—]\s|:|\(|\||\b(?:is|was|who|which)\b")
SO = re.compile(
    r"(?<!\w)(?:so(?! (?:is|are|was|were|does|do|did|far|that|called)\b)|therefore|thus|hence|"
    r"consequently|accordingly|which means|this means|in conclusion|actually|correction|"
    r"sorry|i mean|rather)(?!\w)[,:]?|⇒|→|=>",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?।])\s+(?=\S)|\n+")
_NUMBERED = re.compile(r"(?:\A|\n)\s*\(?[0-9]{1,3}\.\Z")
_PIECES = re.compile(
    r"[,;|/\n•‣、，]|(?:^|\s)(?:and|or|&|[-*–]|\(?\d{1,3}[.)])(?=\s)|[.!?।](?=\s|$)"
)
_CAPITALS = re.compile(
    rf"(?<![\w'-])[A-Z\u00c0-\u00de][{LATIN}'-]*(?:\s+[A-Z\u00c0-\u00de][{LATIN}'.-]*)+"
)
_SAID_TO_BE = re.compile(r"\b(?:is|are|was|were|named|called)[ ]+([^\n\0]+)\s*\Z")
_NOBODY = re.compile(
    r"\W*(?:(?:there (?:is|are) )?(?:none|nobody|no one|no-one|not? any(?:body|one)?|no such "
    r"(?:person|people|relatives?)|no (?:\w+ ?){1,3})(?: of (?:them|these|the above))?)\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Said:
    """Names of an answer: `people` as the roster has them, `strangers` as the answer does.

    `nobody`: the answer says that there is no such person.
    """

    people: tuple[str, ...] = ()
    strangers: tuple[str, ...] = ()
    nobody: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, those of the roster first."""
        return (*self.people, *self.strangers)


def read_people(text: str, roster: Sequence[str]) -> Said:
    """Whom an answer names.

    Args:
        text: a passage of a reply.
        roster: the names of everybody the item tells of.
    """
    text = plain(text)
    places = places_of(text, roster)
    answers = _answers(text, places)
    strangers = _strangers(text, places, roster)
    people = tuple(dict.fromkeys(place.name for place in answers))
    nobody = not (people or strangers) and bool(_NOBODY.fullmatch(text.strip()))
    return Said(people, strangers, nobody)


def _answers(text: str, places: Sequence[Place]) -> list[Place]:
    """The names that answer, without those that say whose relative or older than whom."""
    said = [place for place, answers in zip(places, _roles(text, places), strict=True) if answers]
    references = [place for place in places if place not in said]
    outside = [place for place in said if not _in_brackets(text, place)]
    return _last_word(text, outside or said, references)


def _roles(text: str, places: Sequence[Place]) -> list[bool]:
    """Whether each name stands as an answer."""
    roles: list[bool] = []
    refers = False  # whether the name before says whose relative somebody is
    later = False  # whether it is younger than the one to come
    for number, place in enumerate(places):
        before = TITLE.sub("", text[: place.start])
        between = text[places[number - 1].end : place.start] if number else ""
        joined = refers and _JOINED.fullmatch(between)
        named = bool(_WHOSE.match(text, place.end) or _BEFORE.search(before) or joined)
        refers = named and not later
        later = bool(_LATER.match(text, place.end))
        roles.append(not (refers or later))
    return roles


def _in_brackets(text: str, place: Place) -> bool:
    before = text[: place.start]
    return before.count("(") > before.count(")") and ")" in text[place.end :]


def _last_word(text: str, places: list[Place], references: Sequence[Place]) -> list[Place]:
    """Of several sentences the answer's: what a list lists, what follows "so", else the first.

    Where sentences lead from one to the next ("Ann's father is Bob. Bob's sister is Eve.") it is
    the last one; and in a long text too.
    """
    for start in reversed([match.end() for match in SO.finditer(text)]):
        if concluded := [place for place in places if place.start >= start]:
            return concluded
    if (reasons := _BECAUSE.search(text)) and any(p.end <= reasons.start() for p in places):
        places = [place for place in places if place.end <= reasons.start()]
    spoken = _spoken(text, places, [*places, *references])
    if len(spoken) < 2:
        return places
    if all(_LISTED.match(text, start) for _, start, _ in spoken):
        return [place for group, start, end in spoken for place in _entry(text, group, start)]
    bare = [_is_bare(text[start:end], [p.name for p in group]) for group, start, end in spoken]
    if all(bare):
        return places
    if bare[0]:
        return [place for group, _, _ in spoken[: bare.index(False)] for place in group]
    answer = spoken[0][0]
    for group, start, end in spoken[1:]:
        named = {place.name for place in references if start <= place.start < end}
        if len(spoken) > _FEW or named & {place.name for place in answer}:
            answer = group
    return answer


_FEW = 4  # sentences of an answer with an explanation; more are reasoning


def _spoken(
    text: str, places: list[Place], all_places: Sequence[Place]
) -> list[tuple[list[Place], int, int]]:
    """The sentences that name somebody, by their bounds."""
    ends = [m.end() for m in _SENTENCE.finditer(text) if _ends(text, m, all_places)]
    bounds = [0, *ends, len(text)]
    return [
        (group, start, end)
        for start, end in pairwise(bounds)
        if (group := [place for place in places if start <= place.start < end])
    ]


def _entry(text: str, group: list[Place], start: int) -> list[Place]:
    """The names of a list's entry, without those of its explanation."""
    mark = _EXPLAINED.search(text, group[0].end)
    return [place for place in group if mark is None or place.start < mark.start()]


def _ends(text: str, match: re.Match[str], places: Iterable[Place]) -> bool:
    """Whether a sentence ends here: not inside a name or after a title."""
    inside = any(place.start < match.start() < place.end for place in places)
    before = text[max(0, match.start() - 6) : match.start()]
    numbered = "\n" not in match[0] and _NUMBERED.search(before)
    return not (inside or numbered or TITLE.search(text[max(0, match.end() - 12) : match.end()]))


def _is_bare(sentence: str, names: Iterable[str]) -> bool:
    """Whether a sentence is names and nothing else."""
    words = sum(len(name.split()) for name in names)
    extra = len(re.findall(r"[^\W\d_][\w'-]*", sentence)) - words
    return extra <= 2


def _strangers(text: str, places: Sequence[Place], roster: Iterable[str]) -> tuple[str, ...]:
    """Names that nobody of the roster has, where they stand as answers."""
    free = list(text)
    for place in places:
        free[place.start : place.end] = "\0" * (place.end - place.start)
    rest = "".join(free)
    known = {word.casefold() for name in roster for word in plain(name).split()}
    found: dict[str, None] = {}
    pieces = [_bare_piece(piece) for piece in _PIECES.split(rest)]
    # What stands beside a name of the roster is an ending, a title or a sentence about them.
    pieces = [piece for piece in pieces if piece and piece.casefold() not in NO_NAMES]
    if all("\0" in piece or _is_name(piece) for piece in pieces):
        return tuple(dict.fromkeys(piece for piece in pieces if "\0" not in piece))
    # "Her father is Zorba.": what a sentence says somebody is, where it looks like names.
    if told := _SAID_TO_BE.search(rest):
        named = [piece for piece in map(_bare_piece, _PIECES.split(told[1])) if piece]
        if named and all(map(_is_name, named)):
            return tuple(dict.fromkeys(named))
    for match in _CAPITALS.finditer(rest):
        words = match[0].split()
        while words and words[0].casefold() in NO_NAMES:
            words = words[1:]
        name = " ".join(words)
        place = Place(name, match.end() - len(name), match.end())
        related = any(word.casefold() in known for word in words)
        if len(words) > 1 and related and _answers(text, [place]):
            found[name] = None
    return tuple(found)


def _bare_piece(piece: str) -> str:
    """A piece of a list without the marks around it."""
    return piece.strip(" .:*_\"'“”()[]{}\t")


def _is_name(piece: str) -> bool:
    """Whether a piece of a list looks like a name: few words, capitals or no case at all."""
    words = piece.split()
    if not 0 < len(words) <= 4 or any(word.casefold() in NO_NAMES for word in words):
        return False
    return all(category(word[0]) in ("Lu", "Lt", "Lo") and not word.isdigit() for word in words)
