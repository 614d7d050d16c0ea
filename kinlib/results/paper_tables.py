"""The tables of the KinshipQA paper: what each place in them means, and the figure printed there.

Figures are read from data/published/reasoning.csv, one a row. What a place means is said once, for
the printed figure and for rows of ours: the means it is made of, each over a selection of items.
"""

import csv
import functools
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, TypeVar, cast

import numpy as np
import pandas as pd

from kinlib import settings
from kinlib.errors import KinError
from kinlib.stats import Marks

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "3": "The items",
        "4": "Right answers by group of systems and by category",
        "5": "Right answers by hops",
        "6": "Right answers by kinship system",
        "7": "Right answers with and without override",
        "8": "Wrong answers by kind of error",
    }
)
"""Tables that are filled from rows, by their number in the paper."""

DESCRIPTIVE = frozenset({"eskimo", "sudanese"})
"""The paper's systems without override, in its Table 5."""

FIVE = frozenset({"hawaiian", "iroquois", "dravidian", "crow", "omaha"})
"""The paper's other five systems."""

AVERAGE = "Average"

_GROUPS = {
    "Eskimo, Sudanese": DESCRIPTIVE,
    "other five": FIVE,
    "non-override": DESCRIPTIVE,
    "override": FIVE,
}
_FLAGS = {"with override": True, "without override": False}


@dataclass(frozen=True)
class Place:
    """A place in a table, whoever fills it; what does not matter to it is empty.

    `table` is its number; `metric` is that of the published file.
    """

    table: str
    metric: str
    system: str = ""
    category: str = ""
    hops: int | None = None
    group: str = ""

    @property
    def unit(self) -> str:
        """What a figure here counts: "items", "points", or "%" of what `metric` names."""
        if self.metric == "questions":
            return "items"
        return "points" if self.metric == "gap" else "%"

    @property
    def row(self) -> str:
        """The line of the table, but for the name of the model."""
        return _begun({"8": self.category, "5": self.group}.get(self.table, self.system))

    @property
    def column(self) -> str:
        """The column of the table."""
        if self.table == "8":
            return "Share of errors"
        parts = [
            _COLUMNS.get(self.metric, ""),
            "" if self.table == "5" else self.group,
            f"category {self.category}" if self.category else "",
            f"{self.hops} hop{'s' if self.hops > 1 else ''}" if self.hops else "",
        ]
        if self.metric == "gap" and self.table != "5":
            return "Gap"
        return _begun(", ".join(part for part in parts if part) or "all")

    @property
    def label(self) -> str:
        """Line and column in one."""
        if self.table == "8" or not self.row:
            return self.row or self.column
        return f"{self.row}, {self.column[:1].lower()}{self.column[1:]}"


_COLUMNS = {"override share": "override", "questions with several answers": "several answers"}


def _begun(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]


OVERALL = Place("4", "exact match")
"""All items of all systems: the paper prints no such figure, readers ask for it."""


@dataclass(frozen=True)
class Figure:
    """A printed figure, in the unit of its place; `n` is what it is a share of, if printed."""

    place: Place
    model: str
    value: float
    n: int | None
    note: str


@dataclass(frozen=True)
class Selection:
    """Which items a mean is over; None: all."""

    systems: frozenset[str] | None = None
    category: str | None = None
    hops: int | None = None
    override: bool | None = None

    def marks(self, frame: pd.DataFrame) -> Marks:
        """For each row, whether it is selected; of columns system, category, hops, override."""
        found = np.ones(len(frame), dtype=bool)
        if self.systems is not None:
            found &= frame["system"].isin(self.systems).to_numpy()
        for name in ("category", "hops", "override"):
            if (wanted := getattr(self, name)) is not None:
                found &= (frame[name] == wanted).fillna(False).to_numpy(dtype=bool)
        return found


SEVEN = Selection(DESCRIPTIVE | FIVE)
"""The items of the paper's seven systems."""


def means(place: Place) -> list[tuple[float, Selection]]:
    """The means of which a place is the sum, each with its factor.

    A gap is one mean less another. In Table 7 the average is that of five systems, and an item has
    an override if its flag says so, in whatever category: the caption says category 4, but the
    figures only fit this (contradictions.csv).
    """
    if place.metric == "gap":
        more, less = (
            ("without override", "with override")
            if place.table == "7"
            else ("Eskimo, Sudanese", "other five")
        )
        one, other = (replace(place, metric="exact match", group=g) for g in (more, less))
        return means(one) + [(-factor, selection) for factor, selection in means(other)]
    if place.system == AVERAGE:
        each = [replace(place, system=name) for name in sorted(FIVE)]
        return [(1 / len(each), selection) for one in each for _, selection in means(one)]
    systems = _GROUPS.get(place.group, DESCRIPTIVE | FIVE)
    if place.table == "4" and place.category == "4":
        systems = FIVE
    if place.system:
        systems = frozenset({place.system.casefold()})
    selection = Selection(systems, place.category or None, place.hops, _FLAGS.get(place.group))
    return [(1, selection)]


def published() -> tuple[Figure, ...]:
    """The figures that ship, in the order of the paper.

    Raises:
        KinError: the file is missing, or a row of it cannot be read.
    """
    return read("reasoning.csv", _figure)


Made = TypeVar("Made")


def read(name: str, figure: Callable[[Mapping[str, str]], Made]) -> tuple[Made, ...]:
    """A list of printed figures that ships; `figure` makes one of a row, or raises ValueError.

    Raises:
        KinError: the file is missing, or a row of it cannot be read.
    """
    path = settings.published() / name
    try:
        stamp = path.stat().st_mtime_ns
    except OSError as error:
        raise KinError(
            f"{path} cannot be read: {error.strerror}; get it from the project again."
        ) from None
    return cast(tuple[Made, ...], _read(path, stamp, figure))


@functools.lru_cache(maxsize=4)
def _read(
    path: Path, _stamp: int, figure: Callable[[Mapping[str, str]], object]
) -> tuple[object, ...]:
    figures = []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        for row in rows:
            try:
                figures.append(figure(row))
            except (KeyError, TypeError, ValueError):
                raise KinError(
                    f"{path}, line {rows.line_num}, is no figure; get it from the project again."
                ) from None
    return tuple(figures)


def _figure(row: Mapping[str, str]) -> Figure:
    table = row["table"].removeprefix("reasoning ").removeprefix("T")
    value, n = float(row["value"]), int(row["n"]) if row["n"] else None
    if not math.isfinite(value):
        raise ValueError
    place = Place(
        "3" if table == "4.1" else table,  # a figure of section 4.1 that is of the items as well
        row["metric"], row["system"], row["category"],
        int(row["hops"]) if row["hops"] else None, row["group"],
    )  # fmt: skip
    if n:  # of Table 8 a share can be compared, a count cannot
        value = 100 * value / n
    return Figure(place, row["model"], value, n, row["note"])


def places(figures: Sequence[Figure], table: str) -> list[Place]:
    """The places of a table in the paper's order, each once; Table 4 with all items besides."""
    found = dict.fromkeys(figure.place for figure in figures if figure.place.table == table)
    return [*found, OVERALL] if table == "4" else list(found)


def figure_at(figures: Sequence[Figure], place: Place, model: str | None) -> Figure | None:
    """The figure printed for a model; where a table has but one for all models, that one."""
    at = [figure for figure in figures if figure.place == place]
    return next((figure for figure in at if figure.model in (model, "")), None)


class OfModel(Protocol):
    """A printed figure of a model; empty: of none, or of all."""

    @property
    def model(self) -> str:
        """What the paper calls it."""


def model_in_paper(name: str, figures: Sequence[OfModel]) -> str | None:
    """What the paper calls a model, by its name here; None: it has no such model.

    "ollama/gemma3:27b" is its Gemma3-27B, "gpt-4o-mini-2024-07-18" its GPT-4o-mini.
    """
    models = {figure.model for figure in figures} - {"", AVERAGE}
    bare = _bare(name.rpartition("/")[2])
    return next((model for model in sorted(models) if bare.startswith(_bare(model))), None)


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
