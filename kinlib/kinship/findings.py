"""What can be wrong with the people of a genealogy, as values that name them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

if TYPE_CHECKING:
    from kinlib.kinship.genealogy import Person

Severity = Literal["fault", "notable"]

Kind = Literal[
    # nobody can make a genealogy of these
    "id used twice",
    "unknown person",
    "one person as both parents",
    "union with oneself",
    "own ancestor",
    "two fathers",
    "two mothers",
    "more than two parents",
    "both sexes",
    "not a person",
    "not a year",
    # these contradict each other or a bound
    "child older than a parent",
    "parent too young",
    "mother too old",
    "father too old",
    "born after the mother's death",
    "born after the father's death",
    "death before birth",
    "life too long",
    "parent of the wrong sex",
    "union before birth",
    "union after death",
    "union ends before it begins",
    # these are true of some families
    "union in childhood",
    "forbidden marriage",
    "partners are parent and child",
    "partners are full siblings",
    "parents of one sex",
    "adopter younger than the adopted",
    "adopter died before the adopted was born",
    "person not described",
]
"""Every kind of finding there is, in the order they are told."""

_ORDER = {kind: place for place, kind in enumerate(get_args(Kind))}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that looks wrong: the ids of the people concerned, and a sentence naming them.

    A "fault" cannot be true, or almost never is; what is "notable" is usual in some societies
    and a slip of the pen in others.
    """

    kind: Kind
    people: tuple[str, ...]
    sentence: str
    severity: Severity = "fault"

    @property
    def rank(self) -> tuple[bool, int]:
        """Sorting key: faults first, then by kind."""
        return self.severity == "notable", _ORDER[self.kind]


def called(person: "Person") -> str:
    """A person's name with the id, which alone tells people of one name apart."""
    return person.name if person.name == person.id else f"{person.name} ({person.id})"
