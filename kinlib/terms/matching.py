"""Which kin terms stand in a message: the paper's frozen matcher and a bounded one of ours.

The frozen matcher finds accepted forms as literal substrings, in the raw text, with no regard to
words (paper, section 3.2). The bounded one compares normalised text, takes the longest term first,
and wants a word border or a listed ending on either side, so that 외할머니 holds no 할머니.

    >>> bounded("외할머니, 생신 축하드려요!", "ko", "father_mother").correct
    False
    >>> frozen("외할머니, 생신 축하드려요!", "ko", "father_mother").correct
    True
"""

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from unicodedata2 import category

from kinlib.terms import endings, phrases
from kinlib.terms.lexicon import TIERS, Form, Lexicon, Tier, accepted, shipped
from kinlib.terms.normalising import key, normalised
from kinlib.terms.spelling import LONGEST
from kinlib.terms.stems import SEPARATOR

FROZEN, BOUNDED, BOUNDED_PAPER = (
    "terms frozen",
    "terms bounded",
    "terms bounded, paper inventory",
)
"""Names of the scorers: the paper's; ours with every accepted form; ours with the paper's forms."""

MATCHERS = (FROZEN, BOUNDED, BOUNDED_PAPER)

VERSION = "1.0"
PAPER: tuple[Tier, ...] = ("strict", "paper")
"""Tiers of the paper's inventory."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """An inventory term in a text.

    `form` is as the lexicon writes it, `text[start:end]` of the raw text what stands there, with
    its ending; `entries` are all rows of that form, for it may be the term of several relations.
    """

    form: str
    start: int
    end: int
    entries: tuple[Form, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """Whether a text holds a term of the relation asked for.

    `evidence` are its accepted forms, `others` terms of other relations only, in text order.
    """

    correct: bool
    evidence: tuple[Evidence, ...]
    others: tuple[Evidence, ...]


def bounded(
    text: str, language: str, relation: str, speaker: str = "",
    tiers: Iterable[Tier] = TIERS, lexicon: Lexicon | None = None,
) -> Match:  # fmt: skip
    """Verdict by words: an accepted form of the given tiers stands in the text as a word."""
    found = find(text, language, lexicon)
    return split(found, _accepted(lexicon or shipped(), relation, language, speaker, tuple(tiers)))


def frozen(
    text: str, language: str, relation: str, speaker: str = "",
    split_by_speaker: bool = False, lexicon: Lexicon | None = None,
) -> Match:  # fmt: skip
    """Verdict as in the paper: an accepted form is a literal substring of the raw text.

    Keys are composite by default: where Korean has a man's and a woman's word, either passes, as
    the paper's 71 keys suggest. `split_by_speaker` keeps them apart.
    """
    whose = speaker if split_by_speaker else ""
    keys = _accepted(lexicon or shipped(), relation, language, whose, PAPER)
    return split(literal(text, language, lexicon), keys)


def split(found: Sequence[Evidence], keys: frozenset[Form]) -> Match:
    """Terms found, parted into those that any of the accepted rows has, and others."""
    evidence: list[Evidence] = []
    others: list[Evidence] = []
    for item in found:
        (others if keys.isdisjoint(item.entries) else evidence).append(item)
    return Match(bool(evidence), tuple(evidence), tuple(others))


@functools.lru_cache(maxsize=4096)
def _accepted(
    lexicon: Lexicon, relation: str, language: str, speaker: str, tiers: tuple[Tier, ...]
) -> frozenset[Form]:
    return frozenset(accepted(lexicon, relation, language, speaker, tiers))


def literal(text: str, language: str, lexicon: Lexicon | None = None) -> tuple[Evidence, ...]:
    """Every form of the paper's inventory that is a substring, where it first stands."""
    found = []
    for shortest, longer in _paper_forms(lexicon or shipped(), language):
        if shortest.form in text:
            for form, entries in (shortest, *longer):
                if (start := text.find(form)) >= 0:
                    found.append(Evidence(form, start, start + len(form), entries))
    return tuple(sorted(found, key=lambda item: (item.start, -item.end)))


class _Literal(NamedTuple):
    form: str
    entries: tuple[Form, ...]


@functools.lru_cache(maxsize=64)
def _paper_forms(
    lexicon: Lexicon, language: str
) -> tuple[tuple[_Literal, tuple[_Literal, ...]], ...]:
    """Forms, each with the longer ones that hold it: these need no search where it is absent."""
    rows = defaultdict(list)
    for form in lexicon.forms:
        if form.language == language and form.tier in PAPER:
            rows[form.form].append(form)
    groups: dict[str, list[_Literal]] = {}
    for text in sorted(rows, key=lambda text: (len(text), text)):
        within = next((shortest for shortest in groups if shortest in text), text)
        groups.setdefault(within, []).append(_Literal(text, tuple(rows[text])))
    return tuple((first, tuple(longer)) for first, *longer in groups.values())


class _Stem(NamedTuple):
    """A stem at its place: the rows of its term, and what may and may not stand around it.

    No rows: a phrase that is no kin term though it begins like one.
    """

    forms: tuple[Form, ...]
    stem: re.Pattern[str]
    tail: re.Pattern[str]
    before: re.Pattern[str] | None = None
    barred: re.Pattern[str] | None = None
    apart: bool = False


@dataclass(frozen=True, eq=False)
class _Inventory:
    """`start` finds the longest stem at a place; `stems` are those to try there, longest first.

    `prefixed`: some term may have something written before it in its word.
    """

    start: re.Pattern[str]
    stems: Mapping[str, tuple[_Stem, ...]]
    prefixed: bool


def find(text: str, language: str, lexicon: Lexicon | None = None) -> tuple[Evidence, ...]:
    """Every inventory term of the language that stands in a text as a word, longest first.

    Terms do not overlap; a listed phrase that only looks like one (भाई दूज, a festival) is none.
    """
    inventory = _inventory(lexicon or shipped(), language)
    plain = normalised(text)
    found = []
    at = 0
    while hit := inventory.start.search(plain.text, at):
        whole = _at(inventory, plain.text, hit)
        if whole is None:
            at = hit.start() + 1
            continue
        forms, at = whole
        if forms:
            start, end = plain.span(hit.start(), at)
            found.append(Evidence(_written(forms, text[start:end]), start, end, forms))
    return tuple(found)


def _at(
    inventory: _Inventory, text: str, hit: re.Match[str]
) -> tuple[tuple[Form, ...], int] | None:
    """The longest term that begins at a place with a border on either side: its rows, its end."""
    start = hit.start()
    inside = start > 0 and _in_word(text[start - 1])
    glued = inside and _LATIN.match(text[start - 1]) and not _LATIN.match(text[start])
    if inside and not glued and not inventory.prefixed:
        return None
    for stem in inventory.stems[_SEPARATORS.sub("", hit.group())]:
        # English runs into a term (Dear고모), but A형 is a blood group.
        within = inside and not (glued and len(stem.stem.pattern) > 1)
        border = _border_before(stem.before, text, start) if within else start
        if border is None or (written := stem.stem.match(text, start)) is None:
            continue
        # Written with a space it may be two words: 키가 큰 아버지, but 큰아버지.
        two = not stem.apart or " " in written.group()
        if stem.barred and two and _border_before(stem.barred, text, border) is not None:
            continue
        if tail := stem.tail.match(text, written.end()):
            return stem.forms, tail.end()
    return None


def _written(forms: Sequence[Form], there: str) -> str:
    """The form of those that differ in spacing or spelling only which stands there."""
    begun = [form.form for form in forms if there.startswith(form.form)]
    return max(begun, key=len, default=forms[0].form)


_LATIN = re.compile("[a-z]")
_SEPARATORS = re.compile(r"[\s\u2010-\u2015-]+")


@functools.lru_cache(maxsize=65536)
def _in_word(character: str) -> bool:
    return category(character) in _WORD


_WORD = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "Nl", "No"})


def _border_before(before: re.Pattern[str] | None, text: str, start: int) -> int | None:
    """Where a pattern begins that stands right before a place, with a border before it itself."""
    found = before.search(text, max(0, start - 16), start) if before else None
    if found is None or (found.start() > 0 and _in_word(text[found.start() - 1])):
        return None
    return found.start()


@functools.lru_cache(maxsize=64)
def _inventory(lexicon: Lexicon, language: str) -> _Inventory:
    found: defaultdict[str, list[_Stem]] = defaultdict(list)
    pieces_of: dict[str, tuple[str, ...]] = {}
    for phrase in phrases.not_terms(language):
        pieces = tuple(key(phrase).split())
        joined = "".join(pieces)
        pieces_of[joined] = pieces
        found[joined].append(_Stem((), _spaced(pieces), re.compile("")))
    for pieces, forms in _terms(lexicon, language).items():
        joined = "".join(pieces)
        before, barred = endings.prefixes(joined, language), endings.barred(joined, language)
        for stem in endings.stems(joined, language):
            last = stem.text[len("".join(pieces[:-1])) :]
            pieces_of.setdefault(stem.text, (*pieces[:-1], last))
            found[stem.text].append(
                _Stem(
                    forms,
                    _spaced((*pieces[:-1], last)),
                    _tail(stem.endings, latin=bool(_LATIN.match(joined))),
                    re.compile(f"{before}$") if before else None,
                    re.compile(barred.pattern) if barred.pattern else None,
                    barred.apart,
                )
            )
    for text, those in found.items():  # 형님 is a term of its own before it is 형 with an honorific
        own = [stem for stem in those if any(key(form.form) == text for form in stem.forms)]
        found[text] = [*own, *(stem for stem in those if stem not in own)]
    return _Inventory(
        re.compile(_trie(pieces_of.values()) or "(?!)"),
        {
            text: tuple(one for end in range(len(text), 0, -1) for one in found.get(text[:end], ()))
            for text in found
        },
        any(stem.before for those in found.values() for stem in those),
    )


def _spaced(pieces: Sequence[str]) -> re.Pattern[str]:
    return re.compile(SEPARATOR.join(map(re.escape, pieces)))


def _trie(stems: Iterable[Sequence[str]]) -> str:
    """A pattern of any of the stems, the longest first: letter by letter, so that it is fast."""
    root: dict[str, Any] = {}
    for pieces in stems:
        node = root
        for number, piece in enumerate(pieces):
            for letter in ([SEPARATOR] if number else []) + [*map(re.escape, piece)]:
                node = node.setdefault(letter, {})
        node[""] = {}
    return _branches(root)


def _branches(node: dict[str, Any]) -> str:
    def depth(below: dict[str, Any]) -> int:
        return max((1 + depth(one) for one in below.values()), default=0)

    order = sorted(node, key=lambda letter: (letter == "", -depth(node[letter]), letter))
    ways = [letter + _branches(node[letter]) if letter else "" for letter in order]
    return ways[0] if len(ways) == 1 else f"(?:{'|'.join(ways)})" if ways else ""


def _terms(lexicon: Lexicon, language: str) -> dict[tuple[str, ...], tuple[Form, ...]]:
    """Rows by what they are once normalised and cut where spaces may stand or not."""
    rows: defaultdict[str, list[Form]] = defaultdict(list)
    pieces: dict[str, tuple[str, ...]] = {}
    for form in lexicon.forms:
        if form.language == language:
            cut = endings.parts(key(form.form), language)
            joined = "".join(cut)
            if not 0 < len(joined) <= LONGEST:
                continue  # a form of marks alone is in no text as a word
            rows[joined].append(form)
            pieces[joined] = max(cut, pieces.get(joined, ()), key=len)
    return {pieces[joined]: tuple(forms) for joined, forms in rows.items()}


@functools.cache
def _tail(ending: str, *, latin: bool) -> re.Pattern[str]:
    return re.compile(ending + _border(latin))


@functools.cache
def _border(latin: bool) -> str:
    """Neither letter nor mark nor digit follows.

    Lone Hangul letters (ㅎㅎ, ㅠㅠ) are no word, and Latin ones and digits are another word beside
    a term of another script.
    """
    marks, begun = "", None
    for code in range(0x300, 0x1F000):
        mark = category(chr(code)) in ("Mn", "Mc")
        if mark and begun is None:
            begun = code
        elif not mark and begun is not None:
            marks += f"{chr(begun)}-{chr(code - 1)}"
            begun = None
    others = r"\u1100-\u11ff\u3131-\u318e" + ("" if latin else "a-z0-9")
    return rf"(?![^\W_{others}]|[{marks}])"
