"""Stems of a term and what stands around them, as the languages give them to the matcher."""

from typing import NamedTuple

SEPARATOR = r"[\s\u2010-\u2015-]{0,3}"
"""What may stand between the parts of a term: दादा जी, दादा-जी, 작은 어머니; nothing too."""


class Stem(NamedTuple):
    """A written stem, and a pattern of what may follow it up to the end of its word."""

    text: str
    endings: str


class Barred(NamedTuple):
    """A pattern of words before a term that make another of it (empty: none).

    `apart`: only where the term itself is written with a space, and so may be two words.
    """

    pattern: str = ""
    apart: bool = False
