"""Names for simulated people: lists of a culture, and no full name given twice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import gcd
from typing import TypeVar

from kinlib.kinship.genealogy import Sex

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class NameList:
    """Given names and surnames of a culture; `surname_first` tells how a full name is written."""

    culture: str
    men: tuple[str, ...]
    women: tuple[str, ...]
    surnames: tuple[str, ...]
    surname_first: bool = False

    def full(self, given: str, surname: str) -> str:
        """The full name as the culture writes it."""
        return f"{surname} {given}" if self.surname_first else f"{given} {surname}"


class Registrar:
    """Gives people names by chance; with `namesakes` several may have the same.

    Else, when all given names have been used with a surname, two are put together, then three:
    "Mary", "Mary Ann", "Mary Ann Jane". Surnames of people from outside are new ones while the
    list lasts.
    """

    def __init__(self, names: NameList, chance: Callable[[], float], *, namesakes: bool) -> None:
        self._names, self._chance, self._namesakes = names, chance, namesakes
        self._full: set[str] = set()
        self._walks: dict[tuple[str, Sex], tuple[int, int, int]] = {}
        self._surnames = shuffled(names.surnames, chance)
        self._strangers = 0

    def surname(self) -> str:
        """A surname for somebody from outside."""
        self._strangers += 1
        return self._surnames[(self._strangers - 1) % len(self._surnames)]

    def given(self, surname: str, sex: Sex) -> str:
        """A given name, or several, that make a full name with this surname nobody has."""
        pool = self._names.women if sex == "f" else self._names.men
        if self._namesakes:
            return pool[int(self._chance() * len(pool))]
        words, number, left = self._walks.get((surname, sex)) or self._walk(len(pool), 1)
        while True:
            if not left:
                words, number, left = self._walk(len(pool), words + 1)
            size = len(pool) ** words
            number, left = (number + _stride(size)) % size, left - 1
            name = pool[number] if words == 1 else self._joined(pool, words, number)
            full = self._names.full(name, surname)
            if name and full not in self._full:
                self._full.add(full)
                self._walks[surname, sex] = words, number, left
                return name

    def _joined(self, pool: tuple[str, ...], words: int, number: int) -> str:
        """So many names of the pool; "" if one would stand there twice."""
        if words == 2 <= len(pool):  # by far the most
            one, two = divmod(number, len(pool))
            return "" if one == two else f"{pool[one]} {pool[two]}"
        chosen = [pool[number // len(pool) ** k % len(pool)] for k in range(words)]
        return " ".join(chosen) if len(set(chosen)) == min(words, len(pool)) else ""

    def _walk(self, names: int, words: int) -> tuple[int, int, int]:
        """A walk over all names of so many words, from a place by chance: each has its turn once.

        The words, the number of the name before the first, and how many are left.
        """
        size: int = names**words
        return words, int(self._chance() * size), size


@cache
def _stride(size: int) -> int:
    """A step that visits all numbers below `size` before any twice, and leaps about."""
    step = max(1, int(size * 0.618))
    while gcd(step, size) > 1:
        step += 1
    return step


def shuffled(values: Sequence[_Value], chance: Callable[[], float]) -> list[_Value]:
    """The values in an order by chance (Fisher and Yates)."""
    found = list(values)
    for k in range(len(found) - 1, 0, -1):
        j = int(chance() * (k + 1))
        found[k], found[j] = found[j], found[k]
    return found
