"""Phrases in which a form is no kin term: names, festivals, other relations (phrases.csv)."""

import csv
import functools
from pathlib import Path

from kinlib import settings
from kinlib.errors import KinError


def not_terms(language: str) -> tuple[str, ...]:
    """The phrases of a language.

    Raises:
        KinError: the shipped file is missing or damaged.
    """
    path = settings.lexicon() / "phrases.csv"
    return tuple(phrase for of, phrase in _read(path) if of == language)


@functools.lru_cache(maxsize=2)
def _read(path: Path) -> tuple[tuple[str, str], ...]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple((row["language"], row["phrase"]) for row in csv.DictReader(file))
    except (OSError, UnicodeDecodeError, KeyError) as error:
        raise KinError(f"{path} cannot be read ({error}); get it from the project again.") from None
