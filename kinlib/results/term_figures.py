"""The figures of the generation benchmark's paper: where each stands, and what it is a share of.

They are read from data/published/terms.csv, one a row. What a share is over is said once here, for
the printed figure and for rows of ours.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from kinlib.results.paper_tables import read
from kinlib.terms.relations import LANGUAGES, relations

TITLES: Mapping[str, str] = MappingProxyType(
    {
        "1": "Table 1. Accuracy on fully specified prompts (L3)",
        "2": "Table 2. L3 accuracy by task",
        "3": "Table 3. Selection beside generation, on the same cells",
        "4": "Table 4. Paternal less maternal, pair by pair",
        "5": "Table 5. Paternal less maternal, mean of the five pairs",
        "6": "Table 6. What was asked and counted",
        "failures": "Section 4.2. What failures and passes hold",
        "scripts": "Sections 4.1, 4.2. Failures without the requested script",
        "relations": "Section 4.2. L3 accuracy by relation",
        "levels": "Accuracy by level, language and task",
    }
)
"""Tables that are filled from rows, the last one ours."""

TASKS = ("birthday", "wedding")
LEVELS = ("L1", "L3")
PRINTED_ORDER = ("hi", "ko", "ta")
"""Languages as the paper's tables have them."""

OTHER, NO_TERM, NO_SCRIPT, ROMANISED = CATEGORIES = (
    "other inventory term",
    "target script, no inventory term",
    "no requested script",
    "target script and romanised form",
)
"""What a failing reply holds on its surface (paper, section 4.2), one of four."""

PAIR = "paternal minus maternal"
FIVE_PAIRS, CONTROLS = "signed mean", "signed mean of controls"
"""Rows of Table 4 below the pairs; in Tamil the paper prints the second one as the first."""


@dataclass(frozen=True, slots=True)
class Share:
    """What a share is of: `among` says which replies are counted, `holds` what makes a hit.

    Empty level, language: any.
    """

    among: Literal["counted", "right", "failed", "unscripted"]
    holds: Literal["right", "wrong", "category", "other", "unscripted", "romanised",
                   "translation", "note"]  # fmt: skip
    level: str = ""


SHARES: Mapping[str, Share] = MappingProxyType(
    {
        "L3 accuracy": Share("counted", "right", "L3"),
        "L1 accuracy": Share("counted", "right", "L1"),
        "passes, all levels": Share("counted", "right"),
        "failures, all levels": Share("counted", "wrong"),
        "failures by surface category, all levels": Share("failed", "category"),
        "failures by surface category, L3": Share("failed", "category", "L3"),
        "L3 passes with another inventory term": Share("right", "other", "L3"),
        "failures without the requested script that hold the romanised term": Share(
            "unscripted", "romanised"
        ),
        "L3 failures without the requested script": Share("failed", "unscripted", "L3"),
        "Korean L3 replies with an English Translation field": Share(
            "counted", "translation", "L3"
        ),
        "Korean L3 replies with a Note field": Share("counted", "note", "L3"),
    }
)
"""Every share that is printed, by its metric in the published file."""

_TABLE_OF = {
    **dict.fromkeys(SHARES, "failures"),
    "L3 failures without the requested script": "scripts",
    "Korean L3 replies with an English Translation field": "scripts",
    "Korean L3 replies with a Note field": "scripts",
    "selection accuracy": "3",
    "selection accuracy, blanks wrong": "3",
    "position-macro selection accuracy": "3",
    "generation accuracy on matched cells": "3",
    "gap": "3",
    PAIR: "4",
    "mean absolute gap, Tamil controls": "4",
    "signed paternal minus maternal mean": "5",
}
"""The table a metric belongs to; others are of Table 6."""


@dataclass(frozen=True)
class TermPlace:
    """A place in a table, whoever fills it; what does not matter to it is empty.

    `metric` is that of the published file; `relation` an id.
    """

    table: str
    metric: str
    task: str = ""
    language: str = ""
    relation: str = ""
    pair: str = ""
    category: str = ""

    @property
    def unit(self) -> Literal["%", "points", "count"]:
        """What a figure here counts."""
        if self.table == "6":
            return "count"
        return "points" if self.table in ("4", "5") or self.metric == "gap" else "%"

    @property
    def decimals(self) -> int:
        """As many as the paper prints."""
        return {"count": 0, "points": 2 if self.table == "3" else 1, "%": 2}[self.unit]

    @property
    def label(self) -> str:
        """The line of the table, in words."""
        parts = [
            self.pair,
            _SHORT.get(self.metric, self.metric) if not self.pair else "",
            self.task,
            relations()[self.relation].phrase if self.relation else "",
            LANGUAGES[self.language].name if self.language else "",
            self.category,
        ]
        if self.metric.startswith(("Korean", "mean absolute")):
            parts = parts[1:2]  # the metric tells the language
        said = ", ".join(part for part in parts if part) or "all"
        return said[:1].upper() + said[1:]


_SHORT = {
    "L3 failures without the requested script": "",
    "signed paternal minus maternal mean": "",
    "failures by surface category, all levels": "all failures",
    "failures by surface category, L3": "L3 failures",
    "L3 accuracy": "L3",
    "L1 accuracy": "L1",
}
"""Metrics in the label of a place; empty where the title of the table says it."""


@dataclass(frozen=True)
class TermFigure:
    """A printed figure in the unit of its place, with the limits of its interval if printed.

    `model` is empty where it is of all five models; `n` is what it is a share of, if printed or
    known from other figures.
    """

    place: TermPlace
    model: str
    value: float
    n: int | None
    low: float | None
    high: float | None
    note: str


def published() -> tuple[TermFigure, ...]:
    """The figures that ship, in the order of the paper.

    Raises:
        KinError: the file is missing, or a row of it cannot be read.
    """
    return read("terms.csv", _figure)


def _figure(row: Mapping[str, str]) -> TermFigure:
    value, n = float(row["value"]), int(row["n"]) if row["n"] else None
    low, high = (float(row[name]) if row[name] else None for name in ("ci_low", "ci_high"))
    if not all(math.isfinite(each) for each in (value, low or 0, high or 0)):
        raise ValueError
    metric = row["metric"]
    table = _TABLE_OF.get(metric, "6")
    if metric == "L3 accuracy":
        table = "relations" if row["relation"] else "2" if row["task"] else "1"
    language = "ko" if metric.startswith("Korean") else row["language"]
    place = TermPlace(
        table, metric, row["task"], language, row["relation"], row["pair"], row["category"]
    )
    if n and row["unit"] == "count":  # a share can be compared, a count cannot
        value = 100 * value / n
    if language not in ("", *LANGUAGES) or row["relation"] not in ("", *relations()):
        raise ValueError
    return TermFigure(place, row["model"], value, n, low, high, row["note"])


def places(figures: Sequence[TermFigure], table: str) -> list[TermPlace]:
    """The places of a table, each once: the paper's in its order, and those that only we fill."""
    found = [figure.place for figure in figures if figure.place.table == table]
    if table == "relations":
        tested = [relation.id for relation in relations().values() if relation.tested]
        found = [
            TermPlace(table, "L3 accuracy", relation=relation, language=language)
            for relation in tested
            for language in ("", *PRINTED_ORDER)
        ]
    elif table == "levels":
        parts = [{}, *({"language": code} for code in PRINTED_ORDER), *({"task": t} for t in TASKS)]
        found = [
            TermPlace(table, f"{level} accuracy", **part) for level in LEVELS for part in parts
        ]
    elif table == "scripts":
        found.insert(0, TermPlace(table, "L3 failures without the requested script"))
    elif table == "4":
        found.append(TermPlace(table, PAIR, language="ta", pair=FIVE_PAIRS))
    return list(dict.fromkeys(found))


def figure_at(
    figures: Sequence[TermFigure], place: TermPlace, model: str | None
) -> TermFigure | None:
    """The figure printed for a model, "" for all five; None: there is none."""
    return next((one for one in figures if one.model == model and one.place == place), None)


DERIVED = "derived: right and counted of the models, added up"
"""The note of a figure that the paper does not print."""


def of_all(figures: Sequence[TermFigure], place: TermPlace) -> TermFigure | None:
    """The figure of all five models: as printed, or that of Table 1 added up from theirs.

    Its counts follow from the printed shares: each is of a known number of replies.
    """
    if (own := figure_at(figures, place, "")) or place.table != "1":
        return own
    each = [(one.value, one.n) for one in figures if one.place == place and one.model and one.n]
    if not each:
        return None
    n = sum(n for _, n in each)
    right = sum(round(value * n / 100) for value, n in each)
    return TermFigure(place, "", 100 * right / n, n, None, None, DERIVED)
