"""Whether a reply holds an accepted kin term.

First version: a term counts where it starts a word; Korean and Tamil endings may follow it.
"""

from collections.abc import Sequence

from kinlib.score import Score
from kinlib.words import find

NAME, VERSION = "word start", "0.1"
"""Name and version of this matcher, stored with every score."""


def match(reply: str, language: str, accepted: Sequence[str]) -> Score:
    """Score of a reply: right if any accepted form stands in it (paper, section 3.2).

    Unlike the paper's matcher, a form inside another word is not credited: 외할머니 (mother's
    mother) does not hold 할머니 (father's mother).

    Args:
        reply: the model's text.
        language: ISO 639-1; "ko" and "ta" add endings to the term, "hi" does not.
        accepted: forms in the language's own script; any one is enough.
    """
    found = find(reply, accepted, open_end=language in ("ko", "ta"))
    return Score(bool(found), tuple(dict.fromkeys(item.term for item in found)))
