"""What every rule set needs to know of a canonical path, and the shape of a rule set's answer."""

from collections.abc import Callable
from dataclasses import dataclass

from kinlib.kinship.kintype import ACROSS, DOWN, SEX, SPOUSE, UP, EgoSex

_LINEAL = {"U": {"m": "F", "f": "M"}, "D": {"m": "S", "f": "D"}}


@dataclass(frozen=True, slots=True)
class Step:
    """One rule that fired: its name, what stood before and after, and why it applies."""

    rule: str
    before: str
    after: str
    why: str


# Derivations are written only when somebody reads them: rule sets get None otherwise.
Trace = list[Step] | None
Rules = Callable[[str, EgoSex, Trace], str]


def note(trace: Trace, rule: str, before: str, after: str, why: str) -> str:
    """Add a step to a derivation that is being written; gives back `after`."""
    if trace is not None:
        trace.append(Step(rule, before, after, why))
    return after


def ups(letters: str) -> int:
    """How many steps up a path begins with."""
    return len(letters) - len(letters.lstrip(UP))


def is_affinal(letters: str) -> bool:
    """Whether a path crosses a spouse link."""
    return any(letter in SPOUSE for letter in letters)


def is_lineal(letters: str) -> bool:
    """Whether a path runs only up or only down."""
    return all(c in UP for c in letters) or all(c in DOWN for c in letters)


def is_collateral(letters: str) -> bool:
    """Whether a consanguineal path has a sibling step and at least one other."""
    return len(letters) > 1 and any(letter in ACROSS for letter in letters)


def lineal_class(generation: int, sex: str) -> str:
    """Class id of lineal kin of that generation: F M S D, G2+m, G3-f ..."""
    if abs(generation) == 1:
        return _LINEAL["U" if generation > 0 else "D"][sex]
    return f"G{abs(generation)}{'+' if generation > 0 else '-'}{sex}"


def alter_sex(letters: str) -> str:
    """Sex of the last person of a path."""
    return SEX[letters[-1]]


def man_or_woman(letter: str, ego: EgoSex | None = None) -> str:
    """How a derivation names a person: "father (man)", or "ego (woman)" for no letter."""
    sex = SEX[letter] if letter else ego
    return f"{_NAMES[letter]} ({'man' if sex == 'm' else 'woman'})"


_NAMES = {
    **{"": "ego", "F": "father", "M": "mother", "B": "brother", "Z": "sister"},
    **{"S": "son", "D": "daughter", "H": "husband", "W": "wife"},
}
