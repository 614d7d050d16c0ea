"""Contexts read line by line, and as a graph of the people they name.

Many items of a tree are told the same lines in another order; these share one `Context`.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple, TypeVar

from kinlib.kinship.kintype import ACROSS, DOWN, SEX, SPOUSE, UP
from kinlib.reasoning.contexts import Fact, Sex, Told, read
from kinlib.reasoning.lint.walks import KIND, LETTER, Kin

Near = Mapping[str, Sequence[tuple[str, str]]]
"""For everybody the kind of each step (`walks.KINDS`) and to whom it leads."""

_BACK = {UP: DOWN, DOWN: UP, ACROSS: ACROSS, SPOUSE: SPOUSE}
_REFERRING = re.compile(r"^\s*Their ", re.MULTILINE)
_Value = TypeVar("_Value")


class Context:
    """What a context tells, in no order that means anything."""

    def __init__(self, told: Told, parts: "Sequence[_Same]" = ()) -> None:
        self.told = told
        self._parts = parts
        self._steps: dict[str, Mapping[str, int]] = {}

    @cached_property
    def near(self) -> Near:
        """Who is one told step from whom, there and back; loose facts may be of each subject."""
        told = self.told
        near: dict[str, list[tuple[str, str]]] = {}
        loose = ((one, word, name) for people, word, name in told.loose for one in people)
        for subject, word, other in (*told.facts, *loose):
            kind = KIND[LETTER[word]]
            near.setdefault(subject, []).append((kind, other))
            near.setdefault(other, []).append((_BACK[kind], subject))
        return near

    @cached_property
    def completed(self) -> Near:
        """The same, where a child's sibling is a child too."""
        found = {name: list(steps) for name, steps in self.near.items()}
        for steps in self.near.values():
            above = [other for kind, other in steps if kind == UP]
            for sibling in (other for kind, other in steps if kind == ACROSS):
                for parent in above:
                    found[sibling].append((UP, parent))
                    found[parent].append((DOWN, sibling))
        return found

    def steps(self, start: str) -> Mapping[str, int]:
        """How many told steps lead from somebody to everybody they reach."""
        if start not in self._steps:
            self._steps[start] = distances(self.near, start)
        return self._steps[start]

    def passed(self, start: str, letters: str) -> set[str]:
        """Everybody whom a walk of these letters passes; unknown sexes may be either."""
        layer, passed = {start}, {start}
        for letter in letters:
            kind, sex = KIND[letter], SEX[letter]
            layer = {
                other
                for name in layer
                for of, other in self.near.get(name, ())
                if of == kind and (sex == "u" or self.told.sexes.get(other, sex) == sex)
            }
            passed |= layer
        return passed

    def untrue(self, kin: Kin) -> list[str]:
        """What the context says that a tree does not, as ends of a sentence."""
        if not self._parts:
            return list(_untrue(kin, self.told))
        return [fault for part in self._parts for fault in _untrue_line(kin, part)]


def context_of(text: str) -> Context:
    """The context that a text is; the last few hundred are kept."""
    lines = _lines(text)
    return _of_lines(frozenset(map(_line, lines))) if lines else _of_text(text)


def mentioned(text: str) -> Iterator[str]:
    """Everybody a context mentions, as often as it does, in its order."""
    lines = _lines(text)
    if not lines:
        return iter(_of_text(text).told.mentioned)
    return chain.from_iterable(_read(line).mentioned for line in lines)


def _lines(text: str) -> list[str]:
    """The lines of a text, unless it has one only, or one that speaks of those before it."""
    lines = text.splitlines()
    return [] if len(lines) < 2 or _REFERRING.search(text) else lines


_read = lru_cache(maxsize=1 << 16)(read)


class _Line(NamedTuple):
    """What a line tells, in an order of its own."""

    facts: tuple[Fact, ...]
    sexes: tuple[tuple[str, Sex], ...]
    births: tuple[tuple[str, int], ...]
    other: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class _Same:
    """One object for all lines that tell the same, however they order it; fast to compare."""

    line: _Line


_same = lru_cache(maxsize=1 << 16)(_Same)


@lru_cache(maxsize=1 << 16)
def _line(text: str) -> _Same:
    told = _read(text)
    sexes, births = sorted(told.sexes.items()), sorted(told.births.items())
    return _same(_Line(tuple(sorted(told.facts)), tuple(sexes), tuple(births), told.other))


@lru_cache(maxsize=1 << 8)
def _of_text(text: str) -> Context:
    return Context(read(text))


@lru_cache(maxsize=1 << 8)
def _of_lines(lines: frozenset[_Same]) -> Context:
    parts = sorted(lines, key=lambda same: same.line)
    each = [part.line for part in parts]
    facts = tuple(chain.from_iterable(line.facts for line in each))
    sexes = _agreed(chain.from_iterable(line.sexes for line in each))
    births = _agreed(chain.from_iterable(line.births for line in each))
    named = chain((name for fact in facts for name in (fact.subject, fact.object)), sexes, births)
    other = tuple(chain.from_iterable(line.other for line in each))
    return Context(Told(facts, sexes, births, tuple(dict.fromkeys(named)), other), parts)


def _agreed(told: Iterable[tuple[str, _Value]]) -> Mapping[str, _Value]:
    """What is told of each person, of whom nothing else is told too."""
    found: dict[str, _Value] = {}
    doubtful = set()
    for name, value in told:
        if found.setdefault(name, value) != value:
            doubtful.add(name)
    return {name: value for name, value in found.items() if name not in doubtful}


def distances(near: Near, start: str) -> Mapping[str, int]:
    """How many steps of a graph lead from somebody to everybody they reach."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        person = waiting.popleft()
        for _, other in near.get(person, ()):
            if other not in steps:
                steps[other] = steps[person] + 1
                waiting.append(other)
    return steps


def _untrue_line(kin: Kin, part: _Same) -> tuple[str, ...]:
    """The same of one line, judged once a tree."""
    if part not in kin.judged:
        line = part.line
        told = Told(line.facts, dict(line.sexes), dict(line.births), (), line.other)
        kin.judged[part] = tuple(_untrue(kin, told))
    return kin.judged[part]


def _untrue(kin: Kin, told: Told) -> Iterable[str]:
    plain = (((fact.subject,), fact.word, fact.object) for fact in told.facts)
    loose = ((fact.subjects, fact.word, fact.object) for fact in told.loose)
    for subjects, word, other in chain(plain, loose):
        who = [person for subject in subjects for person in kin.by_name.get(subject, ())]
        whom = kin.by_name.get(other, ())
        if unknown := [
            name for name, places in ((subjects[:1], who), ([other], whom)) if not places
        ]:
            yield f"it tells of {''.join(unknown[0])}, who is not in the tree"
        elif not any(person in kin.step(one, LETTER[word]) for one in who for person in whom):
            yield f"it says that {other} is {subjects[0]}'s {word}"
    g = kin.genealogy
    for name, sex in told.sexes.items():
        if any(g.sexes[person] not in (sex, "u") for person in kin.by_name.get(name, ())):
            yield f"it tells another sex of {name}"
    for name, year in told.births.items():
        if any(g.births[person] not in (year, None) for person in kin.by_name.get(name, ())):
            yield f"it tells another year of birth of {name}, {year}"
