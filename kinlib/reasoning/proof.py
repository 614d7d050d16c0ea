"""What proves an answer on a tree, and what else a context tells.

The proof is the smallest subgraph behind an answer: a line of canonical steps from ego to each
relative. A context of only these facts gives the answer away to whoever names the people at the
far end, so wider levels tell as much about others:

- minimal: the proof, as in the paper (section 3.3, step 4);
- siblings: also the siblings and spouses of everybody on it, and decoys: people at the end of other
  lines of as many steps over people of the same sexes, one line for each pattern of the proof;
- branches: the same rings of facts around three other people of whom the same could be asked, so
  that nothing but the question tells whom it is about;
- family: everybody's sons, daughters, husbands and wives.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Literal, get_args

from kinlib.kinship.kintype import SEX
from kinlib.reasoning.family import LETTERS, Fact, Family

Level = Literal["minimal", "siblings", "branches", "family"]
LEVELS: tuple[Level, ...] = get_args(Level)
OTHERS = 3
"""Around how many other people the level `branches` tells the same."""

_PARENT = {"m": "F", "f": "M"}

Line = tuple[int, ...]
"""People from ego to a relative, by places."""


def line(family: Family, ego: int, alter: int, kin_type: str) -> Line:
    """The people on a line of this kin type from ego to alter.

    There is one such line, for everybody on it but the two at the top is the one parent of their
    sex of the next below.

    Raises:
        ValueError: the alter is no such relative of ego's.
    """
    rise = len(kin_type) - len(kin_type.lstrip("FM"))
    up, down = [ego], [alter]
    for letter in kin_type[:rise]:
        up += family.next_of_kin[letter][up[-1]]
    for letter in reversed(kin_type[rise:-1]):
        down += family.next_of_kin[_PARENT[SEX[letter]]][down[-1]]
    if rise == len(kin_type):
        found, joined = up, up[-1] == alter
    else:
        found = [*up, *reversed(down)]
        joined = down[-1] in family.next_of_kin[kin_type[rise]][up[-1]]
    if not joined or len(found) != len(kin_type) + 1:
        raise ValueError(f"{family.ids[alter]} is no {kin_type} of {family.ids[ego]}")
    return tuple(found)


def proof(lines: Iterable[tuple[Line, str]]) -> tuple[Fact, ...]:
    """The facts on some lines, each once, in order; a line comes with its kin type."""
    facts: dict[Fact, None] = {}
    for people, kin_type in lines:
        for step, letter in enumerate(kin_type):
            facts[Fact(people[step], letter, people[step + 1])] = None
    return tuple(facts)


def around(family: Family, people: Iterable[int]) -> list[Fact]:
    """The siblings and spouses of these people."""
    return [fact for person in people for fact in family.facts(person, "BZHW")]


def decoys(
    family: Family, lines: Sequence[tuple[Line, str]], chance: Random
) -> list[tuple[Line, str]] | None:
    """For each pattern of sexes among some lines another line of that pattern, over other people.

    It starts at ego if it can, else at somebody else of ego's sex. None if the tree has no such
    line for one of them.
    """
    taken = {person for people, _ in lines for person in people}
    ego = lines[0][0][0]
    found = []
    for pattern in dict.fromkeys(tuple(SEX[c] for c in kin_type) for _, kin_type in lines):
        alike = [i for i, sex in enumerate(family.sexes) if sex == family.sexes[ego]]
        others = [i for i in alike if i not in taken]
        chance.shuffle(others)
        starts = (ego, *others)
        decoy = next((d for s in starts if (d := _along(family, s, pattern, taken, chance))), None)
        if decoy is None:
            return None
        found.append(decoy)
    return found


def elsewhere(
    family: Family, lines: Sequence[tuple[Line, str]], chance: Random
) -> Iterator[list[tuple[Line, str]]]:
    """Lines of the same patterns of sexes from other people of ego's sex, wherever they lead."""
    taken = {person for people, _ in lines for person in people}
    patterns = list(dict.fromkeys(tuple(SEX[c] for c in kin_type) for _, kin_type in lines))
    ego = lines[0][0][0]
    starts = [i for i, sex in enumerate(family.sexes) if sex == family.sexes[ego]]
    chance.shuffle(starts)
    for start in starts:
        found = [_along(family, start, pattern, taken, chance) for pattern in patterns]
        if start not in taken and all(found):
            yield [line for line in found if line]


def _along(
    family: Family, start: int, pattern: tuple[str, ...], taken: set[int], chance: Random
) -> tuple[Line, str] | None:
    """A line from here over untaken people of these sexes, chosen by chance."""

    def onward(people: Line, letters: str) -> tuple[Line, str] | None:
        if len(letters) == len(pattern):
            return people, letters
        sex = pattern[len(letters)]
        steps = [
            (letter, other)
            for letter in LETTERS
            if SEX[letter] == sex
            for other in family.next_of_kin[letter][people[-1]]
            if other not in taken and other not in people
        ]
        chance.shuffle(steps)
        for letter, other in steps:
            if done := onward((*people, other), letters + letter):
                return done
        return None

    return onward((start,), "")


def ring(
    family: Family, lines: Sequence[tuple[Line, str]], chance: Random
) -> tuple[Fact, ...] | None:
    """The facts of the level `siblings` for these lines, or None where there is no decoy."""
    misleading = decoys(family, lines, chance)
    if misleading is None:
        return None
    people = dict.fromkeys(person for way, _ in lines for person in way)
    facts = (*proof(lines), *around(family, people), *proof(misleading))
    return whole_lists(family, facts)


def whole_lists(family: Family, facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The same facts with everybody else whom the same words mean, so that no list is partial.

    "Ann's son is Bob" would be false English if she has another.
    """
    told = dict.fromkeys((fact.subject, fact.letter) for fact in facts)
    return tuple(fact for person, letter in told for fact in family.facts(person, letter))


def whole(family: Family) -> tuple[Fact, ...]:
    """The facts of the level `family`: everybody's children and spouses.

    No word tells of a child of unknown sex, so such people's parents are told instead.
    """
    return tuple(
        fact
        for person, sex in enumerate(family.sexes)
        for fact in family.facts(person, "FMSDHW" if sex == "u" else "SDHW")
    )


def derivation_steps(facts: Iterable[Fact], ego: int, alters: Iterable[int]) -> int:
    """How many facts lead from ego to the farthest of these people by the shortest way.

    Raises:
        ValueError: the facts do not lead to one of them.
    """
    near: defaultdict[int, list[int]] = defaultdict(list)
    for subject, _, other in facts:
        near[subject].append(other)
        near[other].append(subject)
    steps, queue = {ego: 0}, deque([ego])
    wanted = set(alters)
    while queue and not wanted <= steps.keys():
        person = queue.popleft()
        for other in near[person]:
            if other not in steps:
                steps[other] = steps[person] + 1
                queue.append(other)
    if not wanted <= steps.keys():
        raise ValueError("the facts do not lead to everybody")
    return max(steps[person] for person in wanted)
