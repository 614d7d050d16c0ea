"""Words that hold a kin term or are written like one, and are none: मनाना holds नाना.

Searched for in word lists (Hindi hunspell, open-tamil, hunspell-dict-ko, wordfreq). Korean counts
are a floor: wordfreq cuts Korean into morphemes.
"""

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from kinlib import settings
from kinlib.errors import KinError
from kinlib.terms.relations import LANGUAGES
from kinlib.terms.tables import rows


@dataclass(frozen=True, slots=True)
class Hazard:
    """A common word in which a term of the lexicon is found by mistake.

    Attributes:
        language, form: the term.
        kind: "inside" another word, or the "same" letters with another meaning.
        word, gloss: the word, and what it means in English.
        words: how many words of the word lists hold the term; None: not counted.
        per_million: how often all these words stand in a million; None: not counted.
    """

    language: str
    form: str
    kind: Literal["inside", "same"]
    word: str
    gloss: str
    words: int | None
    per_million: float | None


def hazards() -> tuple[Hazard, ...]:
    """All hazards of data/lexicon/hazards.csv, in order.

    Raises:
        KinError: the shipped file is missing or damaged; the row is named.
    """
    return _read(settings.lexicon() / "hazards.csv")


@functools.lru_cache(maxsize=4)
def _read(path: Path) -> tuple[Hazard, ...]:
    columns = ("language", "form", "kind", "word", "gloss", "words", "per_million")
    found = []
    for where, row in rows(path, columns):
        if row["language"] not in LANGUAGES or row["kind"] not in ("inside", "same"):
            raise KinError(f"{where}: its language or kind is not known.")
        if row["kind"] == "inside" and row["form"] not in row["word"]:
            raise KinError(f"{where}: {row['word']!r} does not hold {row['form']!r}.")
        try:
            words = int(row["words"]) if row["words"] else None
            share = float(row["per_million"]) if row["per_million"] else None
        except ValueError:
            raise KinError(f"{where}: words and per_million are numbers or empty.") from None
        kind = cast(Literal["inside", "same"], row["kind"])
        found.append(
            Hazard(row["language"], row["form"], kind, row["word"], row["gloss"], words, share)
        )
    return tuple(found)
