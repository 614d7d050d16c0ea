"""Paternal less maternal: five pairs of relations that mirror each other (paper, section 4.1).

In some languages both relatives of a pair have one term. There the paper takes a difference for
the noise of measuring, and calls the pair a control. It names four pairs in Tamil, but by its own
Table 8 the Tamil grandmothers share only one of the accepted terms, and so do a brother's and a
sister's children in Korean. Nor is a control free of lineage where ego's sex matters: the sources
of the lexicon have மருமகள் for a woman's brother's daughter and a man's sister's, மகள் for the
others (ta-niece-nephew-ego-sex).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from kinlib.terms.lexicon import Lexicon
from kinlib.terms.relations import LANGUAGES, relations

Shared = Literal["no term", "one of several terms", "every term"]
"""What the keys of Table 8 for the two relatives of a pair have in common."""

Counts = Mapping[tuple[str, str], tuple[int, int]]
"""Right and counted attempts by relation and language."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two relations that mirror each other; a brother's child counts as paternal."""

    name: str
    paternal: str
    maternal: str


@dataclass(frozen=True, slots=True)
class Gap:
    """A pair in a language: right and counted attempts of either side."""

    pair: Pair
    language: str
    paternal: tuple[int, int]
    maternal: tuple[int, int]
    shared: Shared

    @property
    def value(self) -> float | None:
        """Paternal less maternal share of right ones, from -1 to 1; None: a side has no attempt."""
        (right, n), (other, m) = self.paternal, self.maternal
        return right / n - other / m if n and m else None

    @property
    def control(self) -> bool:
        """Whether the paper takes it for a control."""
        return self.language == "ta" and self.shared != "no term"


def pairs() -> tuple[Pair, ...]:
    """The five pairs, in the paper's order."""
    sides: dict[str, dict[str, str]] = {}
    for relation in relations().values():
        if relation.pair:
            sides.setdefault(relation.pair, {})[relation.lineage] = relation.id
    return tuple(Pair(name, side["paternal"], side["maternal"]) for name, side in sides.items())


def shared(pair: Pair, language: str, lexicon: Lexicon) -> Shared:
    """What the two relatives' keys of Table 8 (tier strict) have in common."""
    one, other = (
        {
            form.form
            for form in lexicon.forms
            if (form.relation, form.language, form.tier) == (relation, language, "strict")
        }
        for relation in (pair.paternal, pair.maternal)
    )
    if not one & other:
        return "no term"
    return "every term" if one == other else "one of several terms"


def gaps(counts: Counts, lexicon: Lexicon) -> tuple[Gap, ...]:
    """All pairs in all languages, pair by pair; what is not counted has 0 of 0."""
    none = (0, 0)
    return tuple(
        Gap(
            pair, language, counts.get((pair.paternal, language), none),
            counts.get((pair.maternal, language), none), shared(pair, language, lexicon),
        )
        for pair in pairs()
        for language in LANGUAGES
    )  # fmt: skip


def signed_mean(among: Sequence[Gap]) -> float | None:
    """Mean of differences, one for each pair; None unless there are any and all are known."""
    values = [gap.value for gap in among if gap.value is not None]
    return sum(values) / len(values) if values and len(values) == len(among) else None


def absolute_mean(among: Sequence[Gap]) -> float | None:
    """Mean size of the differences, as `signed_mean`; above 0 by chance alone."""
    values = [abs(gap.value) for gap in among if gap.value is not None]
    return sum(values) / len(values) if values and len(values) == len(among) else None
