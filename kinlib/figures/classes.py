"""Kin classes on a drawing: a colour for each, the same in every family, and short words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kinlib.figures.labels import colour
from kinlib.kinship.systems import Classification

NO_CLASS = "#9AA3AB"
"""Grey of people whom the system gives no class, or who are not related."""

_KNOWN = (
    "F M B Z S D MB FZ XCm XCf XS XD UNCLE AUNT NEPHEW NIECE COUSIN1R0 COUSIN1R1 COUSIN2R0 "
    "G2+m G2+f G2-m G2-f H W BIL SIL EF EM DH SW MBW FZH G3+m G3+f G3-m G3-f UNCLE2 AUNT2 "
    "NEPHEW2 NIECE2 COUSIN1R2 COUSIN2R1"
)
_NUMBER = {name: number for number, name in enumerate(_KNOWN.split(" "))}


@dataclass(frozen=True)
class Painted:
    """Colours and words by person id, and the classes used with how many people each has.

    `legend` rows are (class id, what it means, colour, people), most people first.
    """

    colours: dict[str, str]
    tags: dict[str, str]
    legend: tuple[tuple[str, str, str, int], ...]


def paint(names: Mapping[str, Classification], everyone: Iterable[str], ego: str) -> Painted:
    """Everyone coloured and labelled by the class ego has for them; others grey, without a word.

    A description of an affine whom the system does not name ("brother's wife's father") would read
    like a term, so it stands in no box.
    """
    classed = {key: found for key, found in names.items() if found.defined}
    colours = class_colours({found.class_id for found in classed.values()})
    counts = Counter(found.class_id for found in classed.values())
    terms = {found.class_id: found.term for found in classed.values()}
    legend = sorted(counts, key=lambda name: (-counts[name], _NUMBER.get(name, len(_NUMBER)), name))
    return Painted(
        {key: colours[classed[key].class_id] if key in classed else NO_CLASS
         for key in everyone if key != ego},
        {key: short(found.label) for key, found in classed.items()},
        tuple((name, terms[name], colours[name], counts[name]) for name in legend),
    )  # fmt: skip


def class_colours(class_ids: Iterable[str]) -> dict[str, str]:
    """A colour for each class: fixed for the usual ones, others in order of their names."""
    further = sorted(set(class_ids) - _NUMBER.keys())
    numbers = {**_NUMBER, **{name: len(_NUMBER) + k for k, name in enumerate(further)}}
    return {name: colour(numbers[name]) for name in class_ids}


def short(label: str) -> str:
    """A label for a small box: "cl." for classificatory, as the paper's Table 9 writes."""
    return label.replace("classificatory ", "cl. ")
