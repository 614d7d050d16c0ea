"""The verdict on one reply, as every scorer gives it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Score:
    """Right or not; `predicted` is the answer as the scorer read it.

    Precision, recall and F1 (0 to 1) are over sets of answers, None where there is no set.
    `reading` says how far the reply could be read; None where a scorer does not tell.
    """

    correct: bool
    predicted: tuple[str, ...]
    precision: float | None = None
    recall: float | None = None
    f1: float | None = None
    reading: str | None = None


def compare(predicted: Sequence[str], gold: Sequence[str], reading: str | None = None) -> Score:
    """Score of a set of answers against the right set; order and repetition do not matter."""
    said, right = set(predicted), set(gold)
    hits = len(said & right)
    precision = hits / len(said) if said else 0.0
    recall = hits / len(right) if right else 0.0
    f1 = 2 * precision * recall / (precision + recall) if hits else 0.0
    exact = bool(right) and said == right
    return Score(exact, tuple(dict.fromkeys(predicted)), precision, recall, f1, reading)
