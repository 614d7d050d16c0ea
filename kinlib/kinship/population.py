"""A population on its way through the years: the state behind `simulate`."""

from collections import defaultdict
from random import Random

from kinlib.kinship.courtship import Columns, Courtship
from kinlib.kinship.demography import LAST_CHILD, age_at_death, fecundity
from kinlib.kinship.genealogy import NONE, Genealogy, Sex, Union
from kinlib.kinship.marriage import WORDS, barred_groups, rule
from kinlib.kinship.names import NameList, Registrar, shuffled
from kinlib.kinship.parameters import SIMULATED, Parameters

PATIENCE = 10  # years of looking in vain after which somebody from outside is found, at most
SPACING = 2  # years between births
LAG = 2  # people by which a population may lag before births and strangers come sooner
TWINS = 0.012  # share of births that are of twins
SONS = 0.512  # share of boys among the newborn
OLDEST_GROOM, OLDEST_BRIDE = 60, LAST_CHILD
CLANS = 6  # descent groups founders are of; fewer than three leave nobody to marry (S12)


class Couple:
    """A union while it lasts; `end` is the year in which a death or a divorce ends it."""

    __slots__ = ("divorced", "end", "husband", "next_birth", "start", "surname", "vigour", "wife")

    def __init__(self, husband: int, wife: int, start: int) -> None:
        self.husband, self.wife, self.start = husband, wife, start
        self.end = self.next_birth = start + 1
        self.divorced = False
        self.vigour = 1.0
        self.surname = ""


class Population:
    """Everyone so far, who looks for a spouse, and which unions last."""

    def __init__(self, parameters: Parameters, names: NameList) -> None:
        p = parameters
        self.given = p
        self.rule = rule(p.system, p.profile, p.option)
        self.chance = Random(f"{p.seed}/{p.system}/{p.profile}/{p.option}").random
        self.names = names
        self.registrar = Registrar(names, self.chance, namesakes=p.namesakes)
        self.people = Columns()
        self.courtship = Courtship(self.people, self.rule, p, self.chance)
        self.surnames: list[str] = []
        self.givens: list[str] = []
        self.depths: list[int] = []
        self.unions: list[Couple] = []
        self.fertile: list[Couple] = []
        self.ending: defaultdict[int, list[Couple]] = defaultdict(list)
        self.due: defaultdict[int, list[int]] = defaultdict(list)
        self.looking: dict[Sex, list[int]] = {"m": [], "f": []}
        self.waited: dict[int, int] = {}
        self.bound: dict[int, int] = {}
        self.patience = PATIENCE
        self.circles = 0
        self.end = p.start + (p.years if p.generations is None else 1)

    def found(self) -> None:
        """The founding couples, married in the first year."""
        start, couples = self.given.start, self.given.founders // 2
        circles = 2 if self.rule.descent == "sides" else max(3, min(CLANS, couples))
        self.circles = 2 * couples if self.rule.exogamy == "none" else circles
        for k in range(couples):
            age = self._age()
            elder = int(self.chance() * (self.given.age_gap // 2 + 1))
            one, other = (2 * k, 2 * k + 1) if self.rule.exogamy == "none" else (k, k + 1)
            ages = (age + elder + 1, age + 1)  # lived through to the first year's end
            man = self._enter("m", start - age - elder, self._group(one % self.circles), 1, ages[0])
            woman = self._enter("f", start - age, self._group(other % self.circles), 1, ages[1])
            self._wed(man, woman, start)

    def marry(self, year: int, wanted: float) -> None:
        """Who looks for a spouse finds one, here or outside, or goes on looking.

        The further the population lags behind the people `wanted`, the sooner somebody comes from
        outside; who was married before waits a year at most.
        """
        self.patience = (
            PATIENCE - max(0, int(wanted - len(self.people.births)) - LAG)
            if self.given.steered
            else PATIENCE
        )
        for i in self.due.pop(year, ()):
            if self.people.deaths[i] > year and not self._is_married(i, year):
                self.looking[self.people.sexes[i]].append(i)
                if self.people.sexes[i] == "f" and i not in self.people.wedded:
                    man = self.courtship.promise(i, year)
                    if man is not None:
                        self._hasten(man, year)
        men, women = (self._still_looking(sex, year) for sex in ("m", "f"))
        free = dict.fromkeys(women)
        left = []
        for man in shuffled(men, self.chance):
            outside = self.chance() < self.given.newcomers and not self.courtship.waits(man)
            woman = None if outside else self.courtship.choice(man, women, free, year)
            if woman is not None:
                free.pop(woman, None)
            elif outside or (not self.courtship.waits(man) and self._finds_outside(man, year)):
                woman = self._stranger(man, year)
            else:
                left.append(man)
                continue
            self._wed(man, woman, year)
        self.looking["m"] = left
        self.looking["f"] = []
        for woman in free:
            promised = self.courtship.is_promised(woman, year)
            if not promised and self._finds_outside(woman, year):
                self._wed(self._stranger(woman, year), woman, year)
            else:
                self.looking["f"].append(woman)

    def bear(self, year: int, wanted: float) -> None:
        """The children of a year: as many as there lack to `wanted` people, by chance."""
        likely = fecundity()
        births, generations = self.people.births, self.given.generations
        self.fertile = [
            c for c in self.fertile if c.end > year and year - births[c.wife] < LAST_CHILD
        ]
        able = [c for c in self.fertile if c.next_birth <= year]
        weights = [likely[year - births[c.wife]] * c.vigour for c in able]
        share, most, spacing = 1.0, self.given.fertility, SPACING
        if self.given.steered:
            lacking = wanted - len(births)
            spacing = 1 if lacking > LAG else SPACING
            if lacking <= 0:
                return
            share = lacking / (sum(weights) or 1.0)
        else:
            share = most
        for couple, weight in zip(able, weights, strict=True):
            if self.chance() >= min(most, share * weight):
                continue
            if generations is not None and self._depth(couple) > generations:
                continue
            couple.next_birth = year + spacing
            for _ in range(2 if self.chance() < TWINS else 1):
                self._born(couple, year)

    def part(self, year: int) -> None:
        """Unions that end this year; the widowed and divorced may look again."""
        for couple in self.ending.pop(year, ()):
            for i in (couple.husband, couple.wife):
                oldest = OLDEST_GROOM if self.people.sexes[i] == "m" else OLDEST_BRIDE
                lives = self.people.deaths[i] > year and year - self.people.births[i] < oldest
                if lives and self.chance() < self.given.remarriage:
                    self.due[year + 1 + int(self.chance() * 3)].append(i)

    def genealogy(self, year: int) -> Genealogy:
        """Everyone as a genealogy at the end of a year."""
        p, full = self.given, self.names.full
        ids = tuple(f"person_{i + 1}" for i in range(len(self.people.births)))
        unions = sorted(
            (c.husband, c.wife, c.start, c.end if c.divorced and c.end <= year else None)
            if c.husband < c.wife
            else (c.wife, c.husband, c.start, c.end if c.divorced and c.end <= year else None)
            for c in self.unions
        )
        # What `Genealogy.build` would make of them, without a hundred thousand checks.
        return Genealogy(
            name=f"{p.system}, seed {p.seed}",
            ids=ids,
            names=tuple(map(full, self.givens, self.surnames)),
            givens=tuple(self.givens),
            surnames=tuple(self.surnames),
            sexes=tuple(self.people.sexes),
            births=tuple(self.people.births),
            deaths=tuple(d if d <= year else None for d in self.people.deaths),
            fathers=tuple(self.people.fathers),
            mothers=tuple(self.people.mothers),
            groups=tuple(self.people.groups),
            adoptions=((),) * len(ids),
            unions=tuple(Union(ids[a], ids[b], start, end) for a, b, start, end in unions),
            system=p.system.lower(),
            note=f"{SIMULATED}: {p.described()}; names: {self.names.culture}.",
        )

    def _enter(
        self, sex: Sex, birth: int, group: str | None, depth: int = 1, lived: int = 0,
        surname: str = "", father: int = NONE, mother: int = NONE,
    ) -> int:  # fmt: skip
        """A new person; `lived` years are behind somebody who comes grown up."""
        i = len(self.people.births)
        surname = surname or self.registrar.surname()
        self.people.sexes.append(sex)
        self.people.births.append(birth)
        self.people.deaths.append(birth + age_at_death(self.chance(), self.given.mortality, lived))
        self.people.fathers.append(father)
        self.people.mothers.append(mother)
        self.people.groups.append(group)
        self.surnames.append(surname)
        self.givens.append(self.registrar.given(surname, sex))
        self.depths.append(depth)
        self.people.children.append([])
        if self.given.generations is not None and depth < self.given.generations:
            self.end = max(self.end, birth + OLDEST_GROOM + 2)
        return i

    def _born(self, couple: Couple, year: int) -> None:
        father, mother = couple.husband, couple.wife
        group = self.people.groups[mother if self.rule.descent == "matrilineal" else father]
        child = self._enter(
            "m" if self.chance() < SONS else "f", year, group, self._depth(couple), 0,
            couple.surname, father, mother,
        )  # fmt: skip
        self.people.children[father].append(child)
        self.people.children[mother].append(child)
        age = self._age() if self.people.sexes[child] == "m" else self.given.marriage_ages[0]
        if self.chance() >= self.given.unmarried:
            self.due[year + age].append(child)

    def _wed(self, man: int, woman: int, year: int) -> None:
        couple = Couple(man, woman, year)
        couple.end = min(self.people.deaths[man], self.people.deaths[woman])
        if self.chance() < self.given.divorce:
            divorce = year + 2 + int(self.chance() * 19)
            if divorce < couple.end:
                couple.end, couple.divorced = divorce, True
        # Who marries again wants children of the new union: half-siblings are no rarity.
        again = man in self.people.wedded or woman in self.people.wedded
        couple.vigour = 2.0 if again else 0.5 + self.chance()
        if self.rule.descent == "matrilineal":
            by_mother = True
        else:
            by_mother = self.given.system == "Hawaiian" and self.chance() < 0.5
        couple.surname = self.surnames[woman if by_mother else man]
        for i in (man, woman):
            self.people.wedded.add(i)
            self.bound[i] = couple.end
            self.waited.pop(i, None)
            self.courtship.forget(i)
        self.unions.append(couple)
        self.fertile.append(couple)
        self.ending[couple.end].append(couple)

    def _still_looking(self, sex: Sex, year: int) -> list[int]:
        oldest = OLDEST_GROOM if sex == "m" else OLDEST_BRIDE
        # Once each: who was promised may have come to look before the time.
        return [
            i
            for i in dict.fromkeys(self.looking[sex])
            if self.people.deaths[i] > year and year - self.people.births[i] < oldest
        ]

    def _hasten(self, man: int, year: int) -> None:
        """A man who is promised somebody looks for her as soon as he is of age."""
        self.due[max(year + 1, self.people.births[man] + self.given.marriage_ages[0])].append(man)

    def _is_married(self, i: int, year: int) -> bool:
        return self.bound.get(i, year) > year

    def _finds_outside(self, i: int, year: int) -> bool:
        if not self.given.newcomers:
            return False
        self.waited[i] = waited = self.waited.get(i, 0) + 1
        if i in self.people.wedded:
            return waited > min(1, self.patience) and year - self.people.births[i] < 40
        return waited > self.patience

    def _stranger(self, spouse: int, year: int) -> int:
        """Somebody from outside, of a group that may marry this person's."""
        woman = self.people.sexes[spouse] == "m"
        # Who has waited long looks for somebody rather younger.
        gap = int(max(self.chance(), self.chance()) * (self.given.age_gap + 1))
        youngest = year - self.given.marriage_ages[0]
        birth = min(youngest, self.people.births[spouse] + (gap if woman else -gap))
        return self._enter(
            "f" if woman else "m", birth, self._free_group(spouse), self.depths[spouse],
            year - birth + 1,
        )  # fmt: skip

    def _free_group(self, spouse: int) -> str | None:
        if self.rule.descent is None:
            return None
        if self.rule.exogamy != "none":
            barred = barred_groups(self.people, self.people.groups, self.rule, spouse)
            for k in shuffled(range(self.circles), self.chance):
                if (group := self._group(k)) not in barred:
                    return group
        self.circles += 1
        return self._group(self.circles - 1)

    def _group(self, number: int) -> str | None:
        word = WORDS.get(self.given.system)
        return None if word is None else f"{word}_{number + 1}"

    def _depth(self, couple: Couple) -> int:
        """The generation of a couple's children, founders being the first."""
        return 1 + max(self.depths[couple.husband], self.depths[couple.wife])

    def _age(self) -> int:
        """The age at which somebody first looks for a spouse: most do soon after the youngest."""
        young, old = self.given.marriage_ages
        u = self.chance()
        return young + int((old - young + 1) * u * u)
