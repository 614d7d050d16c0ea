"""Where the KinshipQA paper contradicts itself, and what its authors' data contradict.

The list ships as data/published/contradictions.csv. What follows from printed figures is not typed
there but worked out here, each time.
"""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from kinlib import settings
from kinlib.errors import KinError
from kinlib.results.paper_tables import AVERAGE, FIVE, OVERALL, Figure, Place, places

OPEN_SOURCE = ("Qwen3-32B", "Gemma3-27B", "DeepSeek-R1-32B")
"""The paper's open-source models; the other three are closed."""


@dataclass(frozen=True)
class Contradiction:
    """What is printed, and what stands against it elsewhere or follows from other figures.

    `kind` is "inside the paper" or "paper and data"; `basis` says where `elsewhere` comes from.
    """

    id: str
    kind: str
    where: str
    printed: str
    elsewhere: str
    basis: str
    sentence: str


@dataclass(frozen=True)
class Disagreement:
    """A printed gap, mean or sum with the one that follows from the figures beside it."""

    place: Place
    model: str
    printed: float
    computed: float


def contradictions(figures: Sequence[Figure]) -> tuple[Contradiction, ...]:
    """The list, in the order of the paper, with what follows from its figures worked out.

    Raises:
        KinError: the shipped list cannot be read, or figures are missing.
    """
    return listed("contradictions.csv", lambda: recomputed(figures))


def listed(name: str, worked_out: Callable[[], Mapping[str, str]]) -> tuple[Contradiction, ...]:
    """A list that ships; what it leaves empty is worked out (by id; KeyError: figures are missing).

    Raises:
        KinError: the list cannot be read, or figures are missing.
    """
    folder = settings.published()
    path = folder / name
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = [Contradiction(**row) for row in csv.DictReader(file, strict=True)]
        found = worked_out()
        return tuple(replace(one, elsewhere=one.elsewhere or found[one.id]) for one in rows)
    except (OSError, TypeError, csv.Error):
        raise KinError(f"{path} cannot be read; get it from the project again.") from None
    except KeyError:
        raise KinError(f"{folder} lacks figures; get it from the project again.") from None


def recomputed(figures: Sequence[Figure]) -> Mapping[str, str]:
    """What printed figures say where the paper says something else, by the list's ids."""
    at = {(figure.place, figure.model): figure.value for figure in figures}

    def of(table: str, model: str = "", metric: str = "exact match", **place: object) -> float:
        return at[Place(table, metric, **place), model]  # type: ignore[arg-type]

    def shown(table: str, metric: str, systems: Sequence[str], **place: str) -> str:
        values = (of(table, metric=metric, system=name, **place) for name in systems)
        return ", ".join(f"{name} {value:.1f}" for name, value in zip(systems, values, strict=True))

    total = of("3", metric="questions")
    five = of("3", metric="questions", group="other five")
    cultural = of("3", metric="questions", category="4")
    override = round(of("3", metric="override share", category="4") * cultural / 100)
    averages = [(place, AVERAGE) for place in places(figures, "4") if place != OVERALL]
    overall = {name: of("6", system=name.capitalize()) for name in FIVE | {"eskimo", "sudanese"}}
    best_first = sorted(overall, key=lambda name: (-overall[name], name))
    models = _models(figures)
    return {
        "t3-override": f"{five:,.0f} of {total:,.0f} are {100 * five / total:.1f} %; "
        f"{override} of category 4 are {100 * override / total:.1f} %",
        "t4-gap": "; ".join(
            f"{one.model} {one.computed:.1f}"
            for one in disagreements(figures)
            if one.place.metric == "gap" and one.model not in ("", AVERAGE)
        ),
        "t4-average": f"{_row(at, averages, models)} over the six; "
        f"{_row(at, averages, OPEN_SOURCE)} over the three",
        "t5-text": ", ".join(
            f"{of('5', metric='gap', hops=hops, group='gap'):.1f} at {hops}" for hops in (1, 4, 3)
        ),
        "t5-falls": ", ".join(
            f"{of('5', hops=hops, group='non-override'):.1f} at {hops}" for hops in (1, 2, 3)
        ),
        "t6-text": shown("6", "exact match", ("Crow", "Hawaiian", "Iroquois", "Dravidian"),
                         category="4"),
        "t6-models": f"mean of the five {fmean(overall[name] for name in FIVE):.1f}; in Table 4 "
        f"{_mean(at, replace(OVERALL, group='other five'), models):.1f} over six models, "
        f"{_mean(at, replace(OVERALL, group='other five'), OPEN_SOURCE):.1f} over three",
        "t6-order": ", ".join(f"{name.capitalize()} {overall[name]:.1f}" for name in best_first),
        "t6-chance": f"{of('6', system='Omaha', category='4'):.1f}, and chance is 50",
        "t7-text": f"{of('7', metric='gap', system=AVERAGE):.1f}, from "
        f"{of('7', system=AVERAGE, group='without override'):.1f} to "
        f"{of('7', system=AVERAGE, group='with override'):.1f}",
        "t7-systems": shown("7", "gap", ("Omaha", "Crow", "Hawaiian", "Dravidian")),
        "t8-number": f"{sum(_errors(figures)):.0f} errors",
    }  # fmt: skip


def disagreements(figures: Sequence[Figure]) -> Iterator[Disagreement]:
    """Every printed gap, average and total that does not follow from the figures beside it.

    A gap may be 0.15 off and a mean 0.1, since all are printed to 0.1; totals must be exact.
    """
    at = {(figure.place, figure.model): figure.value for figure in figures}
    models = _models(figures)
    for figure in figures:
        place, computed, slack = figure.place, figure.value, 0.0
        if place.metric == "gap":
            one, other = _GROUPS[place.table]
            sides = (replace(place, metric="exact match", group=group) for group in (one, other))
            more, less = (at[side, figure.model] for side in sides)
            computed, slack = more - less, 0.15
        elif place == Place("3", "questions"):
            for part in ("group", "category", "hops"):
                parts = [f.value for f in figures if f.place.table == "3"
                         and f.place.metric == "questions" and getattr(f.place, part)]  # fmt: skip
                if sum(parts) != figure.value:
                    yield Disagreement(place, part, figure.value, sum(parts))
        if abs(computed - figure.value) > slack + 1e-9:
            yield Disagreement(place, figure.model, figure.value, computed)
        if AVERAGE in (figure.model, place.system):
            mean = (
                _mean(at, place, models)
                if figure.model == AVERAGE
                else fmean(at[replace(place, system=name.capitalize()), ""] for name in FIVE)
            )
            if abs(mean - figure.value) > 0.1 + 1e-9:
                yield Disagreement(place, figure.model, figure.value, mean)


_GROUPS = {
    "4": ("Eskimo, Sudanese", "other five"),
    "5": ("non-override", "override"),
    "7": ("without override", "with override"),
}
"""What each table's gap is between, the one that is to be greater first."""

_At = Mapping[tuple[Place, str], float]


def _models(figures: Sequence[Figure]) -> list[str]:
    named = dict.fromkeys(figure.model for figure in figures)
    return [model for model in named if model not in ("", AVERAGE)]


def _mean(at: _At, place: Place, models: Sequence[str]) -> float:
    return fmean(at[place, model] for model in models)


def _row(at: _At, places_: Sequence[tuple[Place, str]], models: Sequence[str]) -> str:
    return ", ".join(f"{_mean(at, place, models):.1f}" for place, _ in places_)


def _errors(figures: Sequence[Figure]) -> Iterator[float]:
    for figure in figures:
        if figure.place.table == "8" and figure.n:
            yield figure.value * figure.n / 100
