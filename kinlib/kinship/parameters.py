"""What a simulated population is made from."""

from dataclasses import dataclass, fields, replace

from kinlib.errors import KinError
from kinlib.kinship.marriage import rule
from kinlib.kinship.systems import Profile, system_name

SIMULATED = "Simulated by kinlib, nobody is real"
"""How the note of a simulated genealogy begins."""

LARGEST = 1_000_000
"""People and years that may be asked for, at most: a slip of the finger should not fill a disk."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a population is made from; the same parameters give the same people, byte for byte.

    Attributes:
        system: a kinship system; with `profile` and `option` it says who may marry whom.
        seed: chooses one of the many populations that the other parameters allow.
        founders: people in founding couples, all unrelated, married in the year `start`.
        years: how many years pass.
        generations: instead of `years`: children are born down to this generation, founders being
            the first; it ends when the last of them are born.
        people: how many people there are to have been at the end (None: as `demography.plan` has
            it, which makes 65 people of 10 founders in 50 years and about 300 in 150).
        steered: False: births follow fertility alone, and a population may die out or explode.
        fertility: births of a wife of the best age in a year, at most; a mean if not steered.
        mortality: multiplies all risks of dying (`demography.survival`).
        marriage_ages: the age at which women may marry, and the age at which the last men look for
            a wife (most do soon after the first).
        unmarried: share of people who never look for a spouse.
        age_gap: years a husband may be older than his wife, at most; a third of it younger.
        divorce: share of unions that end in divorce, 2 to 20 years on.
        remarriage: share of the widowed and divorced who marry again.
        newcomers: share of people who marry somebody from outside though they might not have to;
            who finds nobody for two years does so anyway. At 0 nobody comes in.
        endogamy: how strong preferences among kin are: weights of the rule count so many times
            (None: 1 where the system prefers any kin, else 0).
        namesakes: whether two people may have one full name.
    """

    system: str
    seed: int = 1
    profile: Profile = "ethnographic"
    option: str = ""
    founders: int = 10
    start: int = 1900
    years: int = 50
    generations: int | None = None
    people: int | None = None
    steered: bool = True
    fertility: float = 0.5
    mortality: float = 1.0
    marriage_ages: tuple[int, int] = (18, 30)
    unmarried: float = 0.06
    age_gap: int = 10
    divorce: float = 0.2
    remarriage: float = 0.8
    newcomers: float = 0.05
    endogamy: float | None = None
    namesakes: bool = False

    def described(self) -> str:
        """All parameters that differ from the defaults, as a command line has them."""
        said = [f"system {self.system}, seed {self.seed}, {self.profile} marriage rules"]
        for one in fields(self):
            value = getattr(self, one.name)
            if one.name not in ("system", "seed", "profile") and value != one.default:
                shown = "-".join(map(str, value)) if isinstance(value, tuple) else value
                said.append(f"{one.name.replace('_', ' ')} {shown}")
        return ", ".join(said)

    def checked(self) -> "Parameters":
        """The same with the system's proper name; KinError names what is out of range."""
        name = system_name(self.system)
        rule(name, self.profile, self.option)
        for word, (least, most) in _BOUNDS.items():
            value = getattr(self, word)
            if value is not None and not least <= value <= most:
                shown = word.replace("_", " ")
                raise KinError(f"{shown} is {value}; write a number from {least:,} to {most:,}.")
        if self.founders % 2:
            raise KinError(f"founders is {self.founders}; founders are couples: an even number.")
        young, old = self.marriage_ages
        if not 14 <= young <= old <= 40:
            raise KinError(
                f"marriage ages are {young} to {old}; write two ages from 14 to 40, the younger "
                "first."
            )
        if self.people is not None and self.people < self.founders:
            raise KinError(
                f"people is {self.people}, fewer than the {self.founders} founders; ask for more "
                "people or start with fewer founders."
            )
        return replace(self, system=name, option=self.option.strip().casefold())


_BOUNDS: dict[str, tuple[float, float]] = {
    "founders": (2, LARGEST),
    "start": (-10_000, 10_000),
    "years": (0, 5_000),
    "generations": (1, 200),
    "people": (2, LARGEST),
    "fertility": (0, 1),
    "mortality": (0, 10),
    "age_gap": (0, 40),
    "unmarried": (0, 1),
    "divorce": (0, 1),
    "remarriage": (0, 1),
    "newcomers": (0, 1),
    "endogamy": (0, 100),
}
