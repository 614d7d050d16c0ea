"""What models said in place of the asked relation's term: arrows from one relation to another."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from kinlib.results.reconcile import Column


@dataclass(frozen=True)
class Arrow:
    """Failing L3 replies about relation `asked` that hold a term of `said` (ids) in a language.

    `failures` are all failing replies about the asked relation. A reply that holds terms of several
    relations, or a term that several relations share, counts for each of these.
    """

    of: Column
    language: str
    asked: str
    said: str
    replies: int
    failures: int


def arrows(frame: pd.DataFrame, columns: Sequence[Column]) -> tuple[Arrow, ...]:
    """The arrows of every column, most replies first within each language."""
    failing = frame[frame["failed"] & (frame["level"] == "L3")]
    found: list[Arrow] = []
    for column in columns:
        rows = failing[failing["run_id"].isin(column.runs)]
        every = Counter(zip(rows["language"], rows["relation"], strict=True))
        hits = Counter(
            (language, asked, said)
            for language, asked, others in zip(
                rows["language"], rows["relation"], rows["others"], strict=True
            )
            for said in dict.fromkeys(others)
        )
        order = sorted(hits, key=lambda key: (key[0], -hits[key], key))
        found += [
            Arrow(
                column, language, asked, said, hits[language, asked, said], every[language, asked]
            )
            for language, asked, said in order
        ]
    return tuple(found)
