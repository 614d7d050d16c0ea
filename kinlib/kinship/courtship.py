"""Whom a man of a simulated population marries: the rule, his kin and chance."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kinlib.kinship.genealogy import NONE, Sex
from kinlib.kinship.lines import Ancestry, ancestry, forebears, lines_between
from kinlib.kinship.marriage import MarriageRule, group_objection, line_objection, preference
from kinlib.kinship.names import shuffled
from kinlib.kinship.parameters import Parameters

_BACK = {"MBD": "FZS", "FZD": "MBS", "FBD": "FBS", "ZD": "MB"}  # what he is to her
VILLAGE, SEEN = 40, 6  # of more women who look than the first a man sees the second number


@dataclass(slots=True)
class Columns:
    """Everyone so far, a person being a position; `deaths` are years to come, too.

    These are the columns that `lines.Kin` asks for, so marriage rules read a growing population as
    they read a finished genealogy.
    """

    sexes: list[Sex] = field(default_factory=list)
    births: list[int] = field(default_factory=list)
    deaths: list[int] = field(default_factory=list)
    fathers: list[int] = field(default_factory=list)
    mothers: list[int] = field(default_factory=list)
    groups: list[str | None] = field(default_factory=list)
    children: list[list[int]] = field(default_factory=list)
    wedded: set[int] = field(default_factory=set)


class Courtship:
    """What is known of those who look for a spouse, forgotten as they marry."""

    def __init__(
        self, people: Columns, rule: MarriageRule, given: Parameters, chance: Callable[[], float]
    ) -> None:
        self.people, self.rule, self.chance = people, rule, chance
        self.age_gap = given.age_gap
        self.endogamy = float(bool(rule.preferred)) if given.endogamy is None else given.endogamy
        self.kin: dict[int, frozenset[int]] = {}
        self.ancestries: dict[int, Ancestry] = {}
        self.promised: dict[int, int] = {}
        self.brides: dict[int, int] = {}

    def forget(self, i: int) -> None:
        """Somebody has married."""
        self.kin.pop(i, None)
        self.ancestries.pop(i, None)
        if self.endogamy:
            self.promised.pop(i, None)
            self.brides.pop(i, None)

    def choice(self, man: int, women: list[int], free: dict[int, None], year: int) -> int | None:
        """Whom a man marries of the women who look, if anybody: the one promised him, if there is.

        Of very many women he sees some by chance, so the choice takes the same time in a village
        and in a city; in a city few are his kin, and he takes the first he may.
        """
        if self.endogamy and (bride := self._bride(man, year)) is not None:
            return bride
        village = len(free) <= VILLAGE
        if village:
            seen: Iterable[int] = shuffled(list(free), self.chance)
        else:
            seen = (women[int(self.chance() * len(women))] for _ in range(SEEN))
        seen = (w for w in seen if w in free and not self.is_promised(w, year))
        if village and self.endogamy:
            weights = {w: x for w in seen if (x := self._weight(man, w))}
            return self._drawn(weights) if weights else None
        return next((w for w in seen if self._weight(man, w)), None)

    def promise(self, woman: int, year: int) -> int | None:
        """To whom of the men whose preferred kinswoman she is a woman is promised as she comes of
        age; None: to nobody.
        """
        if not self.endogamy:
            return None
        weights: dict[int, float] = {}
        for kin_type, weight in self.rule.preferred.items():
            for man in self._kin(woman, _BACK[kin_type]):
                free = man not in self.people.wedded and man not in self.brides
                if free and self.people.deaths[man] > year and self._is_fit(man, woman):
                    weights[man] = 1.0 + self.endogamy * (weight - 1.0)
        if not weights:
            return None
        weights[NONE] = float(SEEN)  # somebody else, in time
        while (man := self._drawn(weights)) != NONE:
            if self._weight(man, woman):
                self.promised[woman], self.brides[man] = man, woman
                return man
            del weights[man]  # another line than the preferred one forbids it
        return None

    def is_promised(self, woman: int, year: int) -> bool:
        """Whether a woman is promised to a man who lives."""
        man = self.promised.get(woman)
        if man is not None and self.people.deaths[man] <= year:
            del self.promised[woman]
            return False
        return man is not None

    def waits(self, man: int) -> bool:
        """Whether a man is promised somebody."""
        return man in self.brides

    def _bride(self, man: int, year: int) -> int | None:
        """Whom a man is promised, while she lives."""
        bride = self.brides.get(man)
        if bride is not None and self.people.deaths[bride] <= year:
            del self.brides[man]
            return None
        return bride

    def _drawn(self, weights: dict[int, float]) -> int:
        """One by chance, each as likely as it weighs."""
        mark = self.chance() * sum(weights.values())
        for one, weight in weights.items():
            mark -= weight
            if mark < 0:
                return one
        return next(reversed(weights))

    def _kin(self, ego: int, kin_type: str) -> list[int]:
        """Those whom a kin type names, walked letter by letter."""
        sexes, children = self.people.sexes, self.people.children
        fathers, mothers = self.people.fathers, self.people.mothers
        found = [ego]
        for letter in kin_type:
            if letter in "FM":
                line = fathers if letter == "F" else mothers
                found = [line[i] for i in found if line[i] != NONE]
                continue
            near: list[int] = []
            for i in found:
                if letter in "SD":
                    near += children[i]
                    continue
                for parent in (fathers[i], mothers[i]):
                    if parent != NONE:
                        near += [k for k in children[parent] if k != i]
            sex = "m" if letter in "BS" else "f"
            found = list(dict.fromkeys([k for k in near if sexes[k] == sex]))
        return found

    def _is_fit(self, man: int, woman: int) -> bool:
        """Whether age and descent groups allow a marriage."""
        gap = self.people.births[woman] - self.people.births[man]
        if not -(self.age_gap // 3) <= gap <= self.age_gap:
            return False
        return group_objection(self.people, self.people.groups, self.rule, man, woman) is None

    def _weight(self, man: int, woman: int) -> float:
        """How likely a marriage is beside others: 1 for strangers, 0 if it must not be."""
        if not self._is_fit(man, woman):
            return 0.0
        if self._forebears(man).isdisjoint(self._forebears(woman)):
            return 1.0
        found = lines_between(self.people, self._ancestry(man), self._ancestry(woman))
        if (
            line_objection(self.people, self.people.births, self.rule, found, man, woman)
            is not None
        ):
            return 0.0
        return 1.0 + self.endogamy * (preference(self.rule, found) - 1.0)

    def _forebears(self, i: int) -> frozenset[int]:
        found = self.kin.get(i)
        if found is None:
            found = self.kin[i] = forebears(self.people, i)
        return found

    def _ancestry(self, i: int) -> Ancestry:
        found = self.ancestries.get(i)
        if found is None:
            found = self.ancestries[i] = ancestry(self.people, i)
        return found
