"""Kin types: how a path between two relatives is written, normalised and spelled out.

A kin type is read from ego, one letter a step: `FZS` is the father's sister's son. F M are parents,
B Z siblings, S D children, H W spouses; P G C E stand for either sex. `e` or `y` before a letter is
elder or younger; ego's sex is written `ms`/`ws` (man or woman speaking) or as Kinbank does, m or f
in front.

>>> spell(parse("mFBeS")), str(normalise(parse("SM ms"))), str(reciprocal(parse("FZS ms")))
("father's brother's son older than ego", 'W ms', 'MBS ms')
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from typing import Literal

from kinlib.errors import KinError

EgoSex = Literal["m", "f"]

EGO = "EGO"  # how a path that leads back to ego is written
MOST_STEPS = 40  # a typing error or an attack, not a relative, is longer
MOST_GENERICS = 10  # 1,024 expansions

MALE, FEMALE, EITHER = "FBSH", "MZDW", "PGCE"
UP, ACROSS, DOWN, SPOUSE = "FMP", "BZG", "SDC", "HWE"
LETTERS = MALE + FEMALE + EITHER
SEX = {c: sex for sex, letters in (("m", MALE), ("f", FEMALE), ("u", EITHER)) for c in letters}
_OF_SEX = {kind: dict(zip("mfu", kind, strict=True)) for kind in (UP, ACROSS, DOWN, SPOUSE)}
_KIND = {letter: kind for kind in _OF_SEX for letter in kind}

_WORDS = {
    **{"F": "father", "M": "mother", "P": "parent", "B": "brother", "Z": "sister", "G": "sibling"},
    **{"S": "son", "D": "daughter", "C": "child", "H": "husband", "W": "wife", "E": "spouse"},
}
_AGE = {"e": "elder", "y": "younger"}
_TURNED = {"e": "y", "y": "e"}
_SPEAKER: dict[str, EgoSex] = {"ms": "m", "ws": "f", "m": "m", "f": "f", "♂": "m", "♀": "f"}
_BEFORE = re.compile(r"\s*(?:\((ms|ws)\)|(ms|ws|[mf♂♀]))?\s*")
_AFTER = re.compile(r"\s*(?:\((ms|ws)\)|(ms|ws))?\s*$")


@dataclass(frozen=True, slots=True)
class KinType:
    """A path from ego: each step a letter with e or y before it if need be; ego's sex if known.

    No steps at all is ego. Make one from text with `parse`; `str` writes it so that it parses back.
    """

    steps: tuple[str, ...]
    ego: EgoSex | None = None

    def __str__(self) -> str:
        """As written by hand, ego's sex last: "FeB", "FBS ms", "EGO"."""
        speaker = {"m": " ms", "f": " ws", None: ""}[self.ego]
        return ("".join(self.steps) or EGO) + speaker

    @property
    def letters(self) -> str:
        """The steps without age marks."""
        return "".join(step[-1] for step in self.steps)

    @property
    def hops(self) -> int:
        """Number of steps, siblings counting one (S2)."""
        return len(self.steps)

    @property
    def generation(self) -> int:
        """Alter's generation above (positive) or below (negative) ego's."""
        return generation(self.letters)

    @property
    def generic(self) -> bool:
        """Whether some step leaves the sex open."""
        return any(letter in EITHER for letter in self.letters)


def parse(text: str, ego: EgoSex | None = None) -> KinType:
    """The kin type written in `text`; KinError pointing at the letter that is wrong.

    Reads `FZS`, `FeB`, `FBS ms`, `(ws) BD`, `mFBeS` and `EGO`. `ego` is ego's sex if known from
    elsewhere; it is an error if the text says another. A husband of a man is a path like any other.
    """
    before = _BEFORE.match(text)
    start = before.end() if before else 0
    after = _AFTER.search(text, start)
    end = after.start() if after else len(text)
    said = [next(filter(None, m.groups()), None) for m in (before, after) if m]
    speakers = {_SPEAKER[word] for word in said if word} | ({ego} if ego else set())
    if len(speakers) > 1:
        raise KinError(
            f"{text!r} is said of both a man and a woman speaking; give ego one sex only."
        )
    speaker = speakers.pop() if speakers else None
    body = text[start:end]
    if not body:
        raise KinError(
            f"{text!r} holds no kin type; write one such as FZS, the father's sister's son."
        )
    if body == EGO:
        return KinType((), speaker)
    steps = tuple(_steps(text, start, end))
    if len(steps) > MOST_STEPS:
        raise KinError(
            f"{text[:20]!r}... has {len(steps)} steps; write a kin type of at most {MOST_STEPS}."
        )
    return KinType(steps, speaker)


def _steps(text: str, start: int, end: int) -> Iterator[str]:
    mark = ""
    for place in range(start, end):
        letter = text[place]
        if not mark and letter in _AGE:
            mark = letter
        elif letter in LETTERS:
            yield mark + letter
            mark = ""
        else:
            hint = f" (a capital {letter.upper()})" if letter.upper() in LETTERS else ""
            allowed = "one of F M B Z S D H W P G C E" + ("" if mark else ", or e or y before one")
            raise KinError(
                f"Letter {place + 1} of {text!r} is {letter!r}; write {allowed} there{hint}."
            )
    if mark:
        raise KinError(
            f"Letter {end} of {text!r} is the age mark {mark!r} with no letter after it; "
            "write one of F M B Z S D H W P G C E there."
        )


def generation(letters: str) -> int:
    """Steps up less steps down."""
    return sum((c in UP) - (c in DOWN) for c in letters)


@dataclass(frozen=True, slots=True)
class Rewriting:
    """One use of a rewriting rule: `size` letters from `at` become `new`."""

    rule: str
    at: int
    size: int
    new: str
    why: str

    def apply(self, letters: str) -> str:
        """The letters after this rewriting."""
        return letters[: self.at] + self.new + letters[self.at + self.size :]


def rewriting(letters: str, ego: EgoSex | None) -> Rewriting | None:
    """The leftmost use of S2's table on these letters, None if they are normal.

    A pair whose fate hangs on a sex that is not known stays as it is.
    """
    return next(rewritings(letters, ego), None)


def rewritings(letters: str, ego: EgoSex | None) -> Iterator[Rewriting]:
    """Every use of S2's table on these letters, from the left."""
    for at, (one, two) in enumerate(pairwise(letters)):
        pivot = SEX[letters[at - 1]] if at else ego or "u"
        found = _pair(pivot, one, two)
        if found:
            rule, new, why = found
            yield Rewriting(rule, at, 2, new, why)


@lru_cache(maxsize=1024)  # three sexes by twelve letters by twelve
def _pair(pivot: str, one: str, two: str) -> tuple[str, str, str] | None:
    """S2's table: what two steps from a pivot become, under which rule and why."""
    kinds = _KIND[one], _KIND[two]
    sex = SEX[two]
    words = f"{_WORDS[one]}'s {_WORDS[two]}"
    if kinds == (UP, DOWN):
        new = _OF_SEX[ACROSS][sex]
        return "half-sibling", new, f"a {words} is a {_WORDS[new]}, half or full"
    if kinds in ((ACROSS, ACROSS), (ACROSS, UP)):
        return "normalisation", two, f"siblings share kin: a {words} is a {_WORDS[two]}"
    if kinds == (DOWN, ACROSS):
        new = _OF_SEX[DOWN][sex]
        return "normalisation", new, f"a {words} is a {_WORDS[new]}"
    if kinds == (SPOUSE, DOWN):
        return "step-kin", two, f"a {words} counts as a {_WORDS[two]}"
    if kinds == (UP, SPOUSE) and {SEX[one], sex} == {"m", "f"}:
        new = _OF_SEX[UP][sex]
        return "step-kin", new, f"a {words} counts as a {_WORDS[new]}"
    if "u" in (pivot, sex):
        return None
    who = "man" if pivot == "m" else "woman"
    if kinds == (DOWN, UP):
        if pivot == sex:
            return "normalisation", "", f"a {who}'s {words} is that {who}"
        new = _OF_SEX[SPOUSE][sex]
        return "normalisation", new, f"a {who}'s {words} is a {_WORDS[new]}"
    if kinds == (SPOUSE, SPOUSE) and pivot == sex:
        return "normalisation", "", f"a {who}'s {words} is that {who}: one spouse at a time"
    return None


def normalise(kin_type: KinType) -> KinType:
    """The canonical path: S2's table applied until nothing changes; no steps left is ego.

    Steps that are rewritten lose their age mark, the others keep it. Ego's sex is needed where a
    path turns back at ego (SM is W of a man, ego of a woman); without it such a pair stays. The
    order of rewriting matters only after a spouse of one's own sex; the leftmost pair goes first.
    """
    steps = kin_type.steps
    while found := rewriting("".join(step[-1] for step in steps), kin_type.ego):
        old = steps[found.at : found.at + 2]
        new = old[1:] if old[1][-1] == found.new else tuple(found.new)
        steps = (*steps[: found.at], *new, *steps[found.at + 2 :])
    return replace(kin_type, steps=steps)


def expand(kin_type: KinType) -> tuple[KinType, ...]:
    """The kin types of one sex a step that this one stands for: FZC is FZS and FZD."""
    generics = sum(step[-1] in EITHER for step in kin_type.steps)
    if generics > MOST_GENERICS:
        raise KinError(
            f"{kin_type} leaves {generics} sexes open; leave at most {MOST_GENERICS} open."
        )
    choices = [
        (step[:-1] + _KIND[step[-1]][0], step[:-1] + _KIND[step[-1]][1])
        if step[-1] in EITHER
        else (step,)
        for step in kin_type.steps
    ]
    return tuple(replace(kin_type, steps=steps) for steps in product(*choices))


def spell(kin_type: KinType) -> str:
    """In words: "father's sister's son", "mother's elder brother", "ego" for no steps.

    A mark on a last step that is no sibling step, in ego's generation, is Kinbank's "older or
    younger than ego".
    """
    words = [
        f"{_AGE[step[0]]} {_WORDS[step[-1]]}" if len(step) == 2 else _WORDS[step]
        for step in kin_type.steps
    ]
    if _against_ego(kin_type):
        last = kin_type.steps[-1]
        older = "older" if last[0] == "e" else "younger"
        words[-1] = f"{_WORDS[last[-1]]} {older} than ego"
    return "'s ".join(words) or "ego"


def phrase(letters: str) -> str:
    """These letters in words: "father's sister's son"."""
    return "'s ".join(_WORDS[letter] for letter in letters) or "ego"


def reciprocal(kin_type: KinType) -> KinType:
    """What ego is to alter: FZS of a man is MBS of a man.

    Where ego's sex is not known the last letter is generic (MBC). Elder turns into younger on
    sibling steps and between ego and alter; a mark on another step has no converse and goes.
    """
    letters = kin_type.letters
    sexes: list[str] = [kin_type.ego or "u", *(SEX[c] for c in letters)]
    back = {UP: DOWN, DOWN: UP, ACROSS: ACROSS, SPOUSE: SPOUSE}
    steps = []
    for place in range(len(letters) - 1, -1, -1):
        kind, step = _KIND[letters[place]], kin_type.steps[place]
        mark = _TURNED[step[0]] if len(step) == 2 and kind == ACROSS else ""
        steps.append(mark + _OF_SEX[back[kind]][sexes[place]])
    if _against_ego(kin_type):
        steps[-1] = _TURNED[kin_type.steps[-1][0]] + steps[-1][-1]
    alter = sexes[-1]
    return KinType(tuple(steps), "m" if alter == "m" else "f" if alter == "f" else None)


def _against_ego(kin_type: KinType) -> bool:
    """Whether the last step's mark compares alter with ego (FBeS), not with siblings (FeB)."""
    last = kin_type.steps[-1] if kin_type.steps else ""
    return (
        len(last) == 2
        and len(kin_type.steps) > 1
        and last[-1] not in ACROSS
        and kin_type.generation == 0
    )
