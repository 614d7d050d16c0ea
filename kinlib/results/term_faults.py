"""Where the generation benchmark's paper contradicts itself, and what it does not print.

The list ships as data/published/term_contradictions.csv. What follows from printed figures, or from
our own prompts and inventory, is not typed there but worked out here, each time.
"""

import functools
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from statistics import fmean

from kinlib.results.reconcile_faults import Contradiction, listed
from kinlib.results.term_figures import (
    CATEGORIES,
    CONTROLS,
    PRINTED_ORDER,
    TermFigure,
    TermPlace,
)
from kinlib.terms.lexicon import Lexicon, shipped
from kinlib.terms.prompts import prompts
from kinlib.terms.relations import relations

ATTEMPTS = 6
"""Of a model at a cell: two tasks, three times each."""


def contradictions(figures: Sequence[TermFigure]) -> tuple[Contradiction, ...]:
    """The list, in the order of the paper, with what follows from its figures worked out.

    Raises:
        KinError: the shipped list cannot be read, or figures are missing.
    """
    return listed("term_contradictions.csv", lambda: recomputed(figures))


_At = Mapping[tuple[TermPlace, str], TermFigure]


def recomputed(figures: Sequence[TermFigure]) -> Mapping[str, str]:
    """What printed figures say that the paper does not, by the list's ids."""
    at = {(figure.place, figure.model): figure for figure in figures}
    return {
        **_of_prompts(shipped()),
        **_of_level_1(at),
        **_of_selection(at),
        **_of_the_rest(figures, at),
    }


@functools.lru_cache(maxsize=2)
def _of_prompts(lexicon: Lexicon) -> Mapping[str, str]:
    tested = [one for one in lexicon.forms if relations()[one.relation].tested]
    keys = {(one.language, one.key) for one in tested}
    apart = {(one.language, one.key, one.speaker == "female") for one in tested}
    texts = {(item["level"], item["prompt"]) for item in prompts(lexicon=lexicon)}
    first = sum(level == "L1" for level, _ in texts)
    return {
        "keys": f"{len(keys)} distinct cells of Table 8, a language each; {len(apart)} with Korean "
        "speakers apart",
        "t6-texts": f"{len(texts)} distinct texts, {first} at L1",
    }


def _of_level_1(at: _At) -> dict[str, str]:
    def failures(level: str, kind: str) -> int:
        metric = f"failures by surface category, {level}"
        return _hits(at[TermPlace("failures", metric, category=kind), ""])

    fully = [figure for (place, _), figure in at.items() if place == _ACCURACY]
    every = at[TermPlace("failures", "passes, all levels"), ""]
    passes = _hits(every) - sum(map(_hits, fully))
    replies = (every.n or 0) - sum(figure.n or 0 for figure in fully)
    kinds = [failures("all levels", kind) - failures("L3", kind) for kind in CATEGORIES]
    return {
        "t1-l1": f"{passes:,} of {replies:,} at L1, {100 * passes / replies:.1f} %",
        "s42-l1": f"{', '.join(map(str, kinds))} of {sum(kinds):,} failures at L1",
    }


_ACCURACY = TermPlace("1", "L3 accuracy")
_MATCHED = TermPlace("3", "generation accuracy on matched cells")


def _hits(figure: TermFigure) -> int:
    return round(figure.value * (figure.n or 0) / 100)


def _of_selection(at: _At) -> dict[str, str]:
    gpt, llama = models = "GPT-OSS-120B", "Llama-3.3-70B"
    matched = at[_MATCHED, gpt]
    on_fewer = round(matched.value * ATTEMPTS * (matched.n or 0) / 100)
    languages = (
        f"{model} {', '.join(f'{right} of {n}' for right, n in _by_language(at, model))}"
        for model in models
    )
    ways = (
        ", ".join(f"{letter} {right}" for letter, right in zip("ABCD", way, strict=True))
        for way in _by_position(at, llama)
    )
    return {
        "t3-passes": f"{_hits(at[_ACCURACY, gpt])} passes on 77 cells, {on_fewer} on {matched.n}",
        "t3-languages": "; ".join(languages) + " (Hindi, Korean, Tamil)",
        "t3-positions": "; ".join(ways),
    }


def _of_the_rest(figures: Sequence[TermFigure], at: _At) -> dict[str, str]:
    tamil = [f for f in figures if f.place.language == "ta" and f.place.pair not in ("", CONTROLS)]
    controls = [f.value for f in tamil if f.place.pair != "parent's sister"]
    models = [f.value for f in figures if (f.place.table, f.place.language) == ("5", "ta")]
    wife = at[TermPlace("relations", "L3 accuracy", relation="elder_brother_wife"), ""].value
    return {
        "t4-mean": f"{fmean(controls):.1f} over the four pairs with a dagger, "
        f"{fmean(f.value for f in tamil):.1f} over all five; the Tamil column of Table 5 has a "
        f"mean of {fmean(models):.1f}",
        "s42-cells": f"{wife * 1.2:.0f} of 120; of 90 it would be {wife * 0.9:.1f}",
    }


def _by_language(at: _At, model: str) -> list[tuple[int, int]]:
    """Right and valid selections in each language, as gaps, failures and totals leave them."""
    n = at[TermPlace("3", "selection accuracy"), model].n or 0
    total = round(at[TermPlace("3", "selection accuracy"), model].value * n / 100)
    cells = {"hi": 25, "ko": 27, "ta": 25}
    ways = product(*(_ways(at, model, code, cells[code]) for code in PRINTED_ORDER))
    fitting = [
        list(way) for way in ways if [sum(part) for part in zip(*way, strict=True)] == [total, n]
    ]
    return fitting[0] if len(fitting) == 1 else []


def _ways(at: _At, model: str, language: str, cells: int) -> Iterator[tuple[int, int]]:
    gap = at[TermPlace("3", "gap", language=language), model].value
    failing = at[
        TermPlace("scripts", "L3 failures without the requested script", language=language), model
    ].n
    passes = ATTEMPTS * cells - (failing or 0)
    for valid in range(cells - 2, cells + 1):  # two answers are blank
        right = (gap / 100 + passes / (ATTEMPTS * valid)) * valid
        if abs(right - round(right)) < 0.005 and right < valid + 0.5:
            yield round(right), valid


def _by_position(at: _At, model: str) -> Iterator[tuple[int, ...]]:
    """Right selections by answer position, as their mean accuracy and their sum leave them."""
    figure = at[TermPlace("3", "selection accuracy"), model]
    total = round(figure.value * (figure.n or 0) / 100)
    macro = at[TermPlace("3", "position-macro selection accuracy"), model].value
    metric = "selection items by answer position"
    items = [round(at[TermPlace("6", metric, category=letter), ""].value) for letter in "ABCD"]
    for first in product(*(range(n + 1) for n in items[:3])):
        way = (*first, total - sum(first))
        mean = fmean(right / n for right, n in zip(way, items, strict=True))
        if 0 <= way[3] <= items[3] and abs(100 * mean - macro) < 0.005:
            yield way
