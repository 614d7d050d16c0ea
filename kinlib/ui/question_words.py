"""What the attributes of an item mean, in words."""

from collections.abc import Mapping

from kinlib.kinship.kintype import phrase
from kinlib.results.question import Question

CATEGORIES: Mapping[str, str] = {
    "1": "1 facts",
    "2": "2 biological",
    "3": "3 counts and comparisons",
    "4": "4 cultural",
}

KINDS: Mapping[str, str] = {
    "fact": "asks for a father, mother, spouse, sibling or child",
    "biological": "asks for relatives by an English term, over several steps",
    "count": "asks how many there are",
    "filter": "asks for those of one sex",
    "older": "asks which of two was born first",
    "oldest": "asks who of several was born first",
    "forward": "asks whom ego calls by a term of the system",
    "listing": "asks for all whom ego calls by a term of the system",
    "reverse": "gives the system's term and asks how the two are related",
}

LEVELS: Mapping[str, str] = {
    "minimal": "The context holds the proof and nothing else, as in the paper: whoever names the "
    "people at the far end is mostly right without reading the question.",
    "siblings": "Beside the proof stand the siblings and spouses of everybody on it, and decoys at "
    "the end of other lines of as many steps. A learned solver is still mostly right without the "
    "question.",
    "branches": "The same facts are told around four people, so that it takes the question to know "
    "whom it is about.",
    "family": "The whole family is told by its sons, daughters, husbands and wives; siblings, "
    "uncles and cousins have to be worked out.",
}

RENAMED: Mapping[str, str] = {
    "": "no",
    "system": "the system's name",
    "term": "its terms",
    "both": "both names",
}

WAYS = ("1", "2", "3", "mixed")

VALUES: Mapping[str, Mapping[str, str]] = {
    "category": CATEGORIES,
    "renamed": RENAMED,
    "paraphrase": {"0": "1", "1": "2", "2": "3"},
    **{name: {"true": "yes", "false": "no"} for name in ("override", "reclassified", "rule")},
}
"""Words for stored values, by attribute; other values are shown as they are."""


def said(name: str, value: str) -> str:
    """A stored value of an attribute in words."""
    return VALUES.get(name, {}).get(value, value) or "none"


def system_word(question: Question) -> str:
    """The system's name as a sentence has it."""
    return (question.system or "the system").replace("_", " ").title().replace("The S", "the s")


def depth(question: Question) -> str:
    """Hops and derivation steps, and what they count."""
    hops = "unknown" if question.hops is None else _counted(question.hops, "hop")
    if question.kin_types:
        longest = max(question.kin_types, key=len)
        hops += f", the steps of the longest kin type ({longest}: {phrase(longest)})"
    if question.steps is None:
        return f"{hops}. Derivation steps: unknown."
    steps = _counted(question.steps, "derivation step")
    fewer = question.hops is not None and question.steps < question.hops
    why = ", fewer because one fact tells of two steps" if fewer else ""
    if question.hops is not None and question.steps > question.hops:
        why = ", more because siblings are worked out from their parents"
    if question.kind == "older":
        return f"{hops}. {steps}: the two years of birth are compared."
    return (
        f"{hops}. {steps}: so many facts of this context lead from ego to the farthest relative by "
        f"the shortest way{why}."
    )


def flags(question: Question) -> list[str]:
    """What the system does with those asked for, against English, one sentence each."""
    if question.override is None:
        return ["Whether the system differs from English here is unknown."]
    system = system_word(question)
    if question.category != "4":
        return [] if not question.override else [f"Flagged as an override of {system}."]
    if not question.override:
        return [f"No override: {system} calls at least one of them as English does."]
    override = "Override" if question.kin_types else "Flagged as an override"
    told = [f"{override}: {system} calls everybody asked for otherwise than English does."]
    if question.reclassified:
        told.append("Reclassified: its terms also put them among other kin than English does.")
    elif question.reclassified is False:
        told.append("Not reclassified: the word is another, English puts them together as well.")
    return told


def in_english(question: Question) -> str | None:
    """What somebody answers who takes the terms for English; None where it does not matter."""
    if question.category != "4" or question.english_answer is None:
        return None
    if set(question.english_answer) == set(question.key):
        return "Taken as English words, the terms give the right answer."
    answer = ", ".join(question.english_answer) or "nobody"
    return f"Somebody who takes the terms for English words answers: {answer}."


def guess(question: Question) -> str | None:
    """What a guess is worth, where the question names those compared."""
    if not question.chance:
        return None
    return f"A guess among those compared is right in {100 * question.chance:.0f} of 100 cases."


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"
