"""KinshipQA replies made into typed answers and compared with the key.

First version: people are found by the names of the item's own roster, counts as the first number.
"""

import re
from collections.abc import Sequence

from kinlib.score import Score, compare
from kinlib.words import find

NAME, VERSION = "roster", "0.2"
"""Name and version of this scorer, stored with every score."""


def score(reply: str, answer_type: str, gold: Sequence[str], roster: Sequence[str]) -> Score | None:
    """Compare a reply with the key: exact match of the answer set, as in the paper (section 4).

    Args:
        reply: the model's text.
        answer_type: "people", "person" and "count" are scored; None comes back for any other.
        gold: the right answers; order does not matter.
        roster: every name an answer may hold; gold names need not be repeated in it.
    """
    if answer_type in ("people", "person"):
        predicted = [found.term for found in find(reply, [*roster, *gold])]
    elif answer_type == "count":
        predicted = re.findall(r"(?<![\w.,])\d+(?!\w|[.,]\d)", reply)[:1]
    else:
        return None
    return compare(predicted, gold)
