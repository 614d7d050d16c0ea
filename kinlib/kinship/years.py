"""Years as they are written for people; negative ones are before Christ."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kinlib.kinship.genealogy import Person


def dated(year: int) -> str:
    """A calendar year: "1809", "323 BC"."""
    return f"{-year} BC" if year < 0 else str(year)


def years(person: "Person") -> str:
    """Years of a life, short: "1809–1882 †", "b. 1809", "d. 1882 †" or "" if none is known.

    Negative years are before Christ: "356–323 BC †", "63 BC–14 †".
    """
    birth, death = person.birth, person.death
    if death is None:
        return "" if birth is None else f"b. {dated(birth)}"
    if birth is None:
        return f"d. {dated(death)} †"
    first = str(-birth) if birth < 0 and death < 0 else dated(birth)
    return f"{first}–{dated(death)} †"
