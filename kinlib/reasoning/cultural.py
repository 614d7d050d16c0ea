"""The classes a cultural question asks for: one class, or two that differ by sex alone.

Questions are about kin by blood other than ego's own lineal kin and siblings, whom every system
calls as English does, so that each answer needs the system's rule (override, S11). Whom a class
means is said in full: "other than her own mother".
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kinlib.kinship.kintype import phrase
from kinlib.kinship.systems import gloss
from kinlib.reasoning.answers import Relation
from kinlib.reasoning.english import plural
from kinlib.reasoning.rules import Names

_JOINT = {
    "F": "M", "B": "Z", "S": "D", "MB": "FZ", "XCm": "XCf", "XS": "XD",
    "UNCLE": "AUNT", "NEPHEW": "NIECE",
}  # fmt: skip
_OWN = ("F", "M", "B", "Z", "S", "D")


@dataclass(frozen=True, slots=True)
class Asked:
    """Classes of a system that a question asks for, and the relation that finds their members."""

    classes: tuple[str, ...]
    relation: Relation

    def words(self, names: Names) -> tuple[str, ...]:
        """What members are called, each word once."""
        return tuple(dict.fromkeys(word(names, self.relation.system, c) for c in self.classes))

    def own(self, ego: str) -> str:
        """Whom the question leaves out, or "": "her own brothers and sisters"; `ego` is whose."""
        if not self.relation.others:
            return ""
        # Nobody has two fathers; of others there may be one or several, or none.
        kin = [gloss(c) if c in ("F", "M") else plural(gloss(c)) for c in self.classes]
        return f"{ego} own {' and '.join(kin)}"


def word(names: Names, system: str, class_id: str) -> str:
    """What members of a class are called; in Sudanese, where each is of a kind, the description."""
    return phrase(class_id) if system == "Sudanese" else names.terms[class_id]


def asked(system: str, classes: Iterable[str]) -> Iterator[Asked]:
    """Every question that can be asked about these classes, single ones and pairs."""
    present = sorted(classes)
    for class_id in present:
        if not _is_own(system, class_id):
            yield _asked(system, (class_id,))
    for class_id in present:
        other = _of_other_sex(system, class_id)
        if other in present and not _is_own(system, class_id):
            yield _asked(system, (class_id, other))


def _asked(system: str, classes: tuple[str, ...]) -> Asked:
    others = system not in ("Eskimo", "Sudanese") and (
        classes[0] in _OWN or classes[0].startswith("G")
    )
    return Asked(classes, Relation(system, classes, others=others))


def _is_own(system: str, class_id: str) -> bool:
    """Whether the class holds lineal kin or siblings and nobody else."""
    if system == "Eskimo":
        return class_id in _OWN or class_id.startswith("G")
    if system == "Sudanese":
        return len(class_id) == 1 or not any(letter in class_id for letter in "BZ")
    return False


def _of_other_sex(system: str, class_id: str) -> str:
    if system == "Sudanese":
        return class_id[:-1] + {"S": "D", "B": "Z"}[class_id[-1]] if class_id[-1] in "SB" else ""
    if class_id.startswith("G") and class_id.endswith("m"):
        return class_id[:-1] + "f"
    stem = class_id.rstrip("0123456789")
    if stem in ("UNCLE", "NEPHEW"):
        return _JOINT[stem] + class_id.removeprefix(stem)
    return _JOINT.get(class_id, "")
