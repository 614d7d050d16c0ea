"""Phrases in which a form is no kin term: names, festivals, other relations (phrases.csv)."""

import functools
from pathlib import Path

from kinlib import settings
from kinlib.terms.tables import rows


def not_terms(language: str) -> tuple[str, ...]:
    """The phrases of a language.

    Raises:
        KinError: the shipped file is missing or damaged.
    """
    return _read(settings.lexicon()).get(language, ())


@functools.lru_cache(maxsize=2)
def _read(folder: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for _, row in rows(folder / "phrases.csv", ("language", "phrase", "meaning")):
        found[row["language"]] = (*found.get(row["language"], ()), row["phrase"])
    return found
