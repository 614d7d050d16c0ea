"""What English calls a consanguine: Eskimo's labels, and the yardstick of an override (S11)."""

from kinlib.kinship.kintype import SEX, generation, phrase
from kinlib.kinship.systems.path import is_collateral, is_lineal, ups

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_TIMES = {1: "once", 2: "twice"}


def english(letters: str, *, sided: bool = True) -> str:
    """English term for a canonical consanguineal path: "paternal great-uncle", "second cousin".

    Side, the sex of the first step, is shown on grandparents, uncles and aunts of every degree;
    `sided=False` gives the plain label without it.
    """
    if len(letters) == 1:
        return phrase(letters)
    side = side_of(letters) if sided else ""
    male = SEX[letters[-1]] == "m"
    if is_lineal(letters):
        level = generation(letters)
        return (side if level > 0 else "") + grandkin(level, male)
    if not is_collateral(letters):
        return phrase(letters)
    up = ups(letters)
    down = len(letters) - up - 1
    if not down:
        return side + great(up, male)
    if not up:
        return nephew(down, male)
    return cousin(min(up, down), abs(up - down))


def side_of(letters: str) -> str:
    """The side as an adjective before a label: "paternal " or "maternal "."""
    return "paternal " if letters[0] == "F" else "maternal "


def grandkin(level: int, male: bool) -> str:
    """Lineal kin two or more generations away: "grandfather", "great-grandson"."""
    words = ("father", "mother") if level > 0 else ("son", "daughter")
    return "great-" * (abs(level) - 2) + "grand" + words[not male]


def great(degree: int, male: bool) -> str:
    """Siblings of ancestors: "uncle", "great-aunt", "great-great-uncle"."""
    return "great-" * (degree - 1) + ("uncle" if male else "aunt")


def nephew(degree: int, male: bool) -> str:
    """Descendants of siblings: "nephew", "grandniece", "great-grandnephew"."""
    word = "nephew" if male else "niece"
    return word if degree == 1 else "great-" * (degree - 2) + "grand" + word


def cousin(degree: int, removed: int) -> str:
    """Cousins by degree and removal: "cousin", "second cousin", "third cousin 3 times removed"."""
    if degree == 1 and not removed:
        return "cousin"
    ordinal = _ORDINALS[degree - 1] if degree <= len(_ORDINALS) else _nth(degree)
    times = f" {_TIMES.get(removed, f'{removed} times')} removed" if removed else ""
    return f"{ordinal} cousin{times}"


def _nth(number: int) -> str:
    tail = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if 11 <= number % 100 <= 13 else tail}"
