"""The causes of wrong answers: what each means, which comes first, which group of the paper's."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Cause = Literal[
    "format", "hallucinated name", "cultural default", "over-inclusion", "omission", "counting",
    "wrong comparison", "coarse term", "incomplete chain", "overshoot", "wrong sex", "wrong side",
    "other relation", "other person in context",
]  # fmt: skip
Verdict = Cause | Literal["right", "missed", "unknown"]
"""What a person named is, or one who should be; unknown where the item tells of nobody."""

CAUSES: Mapping[Cause, str] = MappingProxyType({
    "format": "No answer of the kind asked for could be read from the reply, or a name in it may "
    "be several people's.",
    "hallucinated name": "Somebody is named of whom the context does not tell.",
    "cultural default": "The answer is what the system's term means in English, or it gives a term "
    "where the line of blood is asked for.",
    "over-inclusion": "Everybody right is named, and somebody else too; or what is right is one of "
    "several numbers or relations given.",
    "omission": "Nothing wrong is said, but somebody right is missing.",
    "counting": "The number is not that of the people meant.",
    "wrong comparison": "One of those compared is named who was not born first.",
    "coarse term": "The term given means the right line of blood, and other lines as well.",
    "incomplete chain": "The answer stops on the line, before the person meant.",
    "overshoot": "The answer goes one step or more beyond the person meant.",
    "wrong sex": "The line is right but for the sex of the person at its end.",
    "wrong side": "The line is right but for its first link: the mother for the father, or the "
    "father for the mother.",
    "other relation": "The relation is another one, and none of the above explains it.",
    "other person in context": "Somebody wrong is named of whom the context tells, and none of the "
    "above explains it.",
})  # fmt: skip
"""Every cause with what it means, in the order in which one is primary before another."""

TABLE_8: Mapping[Cause, str] = MappingProxyType({
    "format": "Other",
    "hallucinated name": "Hallucination",
    "cultural default": "Cultural default",
    "over-inclusion": "Over-inclusion",
    "omission": "Counting error",  # "fail to enumerate all members of a relationship set"
    "counting": "Counting error",
    "wrong comparison": "Other",
    "coarse term": "Other",
    "incomplete chain": "Incomplete chain",
    "overshoot": "Other",  # chains are incomplete where they "stop short"
    "wrong sex": "Other",
    "wrong side": "Other",
    "other relation": "Other",
    "other person in context": "Other",
})  # fmt: skip
"""The group of the paper's Table 8 (section 5.4) that each primary cause is counted in."""


@dataclass(frozen=True, slots=True)
class Named:
    """A person in an answer, or missing from it; `kin_type` is seen from ego, by what is told.

    A letter P, G, C or E is a step to somebody of unknown sex; None: no line is told.
    """

    name: str
    verdict: Verdict
    kin_type: str | None


@dataclass(frozen=True, slots=True)
class Explained:
    """Why an answer is wrong.

    Attributes:
        causes: all that hold, the primary one first.
        persons: whom the answer names, or whom a relation given leads to, each with the first
            cause of theirs or "right"; then those who are "missed". Nobody where a number is asked.
        sentence: the primary cause for a person to read, with its evidence.
    """

    causes: tuple[Cause, ...]
    persons: tuple[Named, ...]
    sentence: str
