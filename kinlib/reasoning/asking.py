"""Questions in English: three ways to ask each, none of which gives the rule or the path away."""

from collections.abc import Mapping, Sequence

from kinlib.reasoning.english import Term
from kinlib.reasoning.family import Family
from kinlib.reasoning.questions import Candidate, Kind
from kinlib.reasoning.rules import Names
from kinlib.reasoning.wording import listed, pronouns

_TEMPLATES: Mapping[Kind, Sequence[str]] = {
    "fact": ("Who {is} {kin}?", "Name {kin}.", "Which {person} {is} {kin}?"),
    "biological": ("Who {is} {kin}?", "Name {kin}.", "Which {person} {is} {kin}?"),
    "filter": ("Who {is} {kin}?", "List {kin}.", "Which {person} {is} {kin}?"),
    "count": (
        "How many {many} {has}?",
        "What is the number of {all_kin}?",
        "Count {all_kin}: how many are there?",
    ),
    "older": (
        "Who is older, {first} or {second}?",
        "Which of the two was born first, {first} or {second}?",
        "Who was born earlier: {first} or {second}?",
    ),
    "oldest": (
        "Who is the oldest of {all_kin}?",
        "Which of {all_kin} was born first?",
        "Of {all_kin}, who was born before all the others?",
    ),
    "forward": (
        "In the {system} kinship system, which of {ego}'s relatives by blood {do} {they} call "
        "{terms}{but}?",
        "According to {system} kinship, who among {ego}'s relatives by blood {is_are} called "
        "{terms} by {them}{but}?",
        "Going by the {system} kinship system, whom among {their_own} relatives by blood {do} "
        "{ego} call {terms}{but}?",
    ),
    "listing": (
        "List all relatives by blood whom {ego} calls {terms} in the {system} kinship system{but}.",
        "Give the names of everybody related by blood to {ego} whom {they} {call} {terms} under "
        "{system} kinship{but}.",
        "Under the {system} kinship system, {ego} calls certain relatives by blood {terms}{but}. "
        "Name all of them.",
    ),
    "reverse": (
        "In the {system} kinship system, {ego} {calls}. What exactly is {alter}'s biological "
        "relation to {ego}? {chain}",
        "Under {system} kinship, {ego} {calls}. How exactly is {alter} related to {ego} by blood? "
        "{chain}",
        "{ego}, by the {system} kinship system, {calls}. Which relative of {ego}'s is {alter} by "
        "blood? {chain}",
    ),
}
_BY_SEX = (
    "Of {all_kin}, name everyone who is {sex}.",
    "Among {all_kin}, who is {sex}?",
    "Name all of {all_kin} who are {sex}.",
)
"""Filters where no single word tells the sex."""

_CHAIN = (
    'Answer with the shortest chain such as "X\'s Y" or "X\'s Y\'s Z" in which each step is '
    "father, mother, brother, sister, son or daughter."
)
PARAPHRASES = 3
"""In how many ways each question can be asked."""


def question(
    family: Family, candidate: Candidate, names: Names, paraphrase: int = 0, *, swap: bool = False
) -> str:
    """A candidate as a question; `swap` names the alter first where two people are compared."""
    ego = family.names[candidate.ego]
    if candidate.kind in ("forward", "listing", "reverse"):
        filled = _cultural(family, candidate, names, ego)
    elif candidate.kind == "older":
        pair = (ego, family.names[candidate.alters[0]])
        filled = dict(zip(("first", "second"), pair[::-1] if swap else pair, strict=True))
    else:
        filled = _of_term(candidate, ego)
        if candidate.kind == "filter" and candidate.relation.sex:
            return _BY_SEX[paraphrase].format_map(filled)
    return _TEMPLATES[candidate.kind][paraphrase].format_map(filled)


def _of_term(candidate: Candidate, ego: str) -> dict[str, str]:
    of, number = candidate.term, len(candidate.alters)
    assert of is not None
    return {
        "kin": of.of(ego, number, candidate.linking),
        "all_kin": _all(candidate.kind, of.of(ego, 2, candidate.linking), ego, _sex(of)),
        "sex": _sex(of),
        "is": "is" if number == 1 else "are",
        "person": "person" if number == 1 else "people",
        "many": of.many,
        "has": _has(of, ego, candidate.linking),
    }


def _all(kind: Kind, kin: str, ego: str, sex: str) -> str:
    """Everybody among whom a filter chooses: its sex is asked for, so it is not said of them."""
    return kin.replace(f"{ego}'s {sex} ", f"{ego}'s ", 1) if kind == "filter" else kin


def _sex(of: Term) -> str:
    return {"m": "male", "f": "female", "": ""}[of.relation.sex]


def _has(of: Term, ego: str, linking: int) -> str:
    if of.linking is None:
        return f"does {ego} have"
    if linking == 1:
        return f"does {of.linking.of(ego)} have"
    return f"do {of.linking.of(ego, linking)} have in all"


def _cultural(family: Family, candidate: Candidate, names: Names, ego: str) -> dict[str, str]:
    of = candidate.asked
    assert of is not None
    forms = pronouns(family.sexes[candidate.ego])
    own = of.own(forms["their"])
    alter = family.names[candidate.alters[0]]
    return {
        "system": names.system,
        "ego": ego,
        "alter": alter,
        "they": forms["they"],
        "them": forms["them"],
        "their_own": forms["their"],
        "do": forms["do"],
        "call": forms["call"],
        "is_are": "is",
        "terms": listed([f'"{word}"' for word in of.words(names)], "or"),
        "but": f", other than {own}" if own else "",
        "chain": _CHAIN,
        "calls": _calls(candidate, names, alter) if candidate.kind == "reverse" else "",
    }


def _calls(candidate: Candidate, names: Names, alter: str) -> str:
    """What a reverse question tells; a Sudanese term would tell the relation itself."""
    system, class_id = candidate.asked.relation.system, candidate.class_id  # type: ignore[union-attr]
    if system == "Sudanese":
        return f"calls {alter} by a term used for only one kind of relative"
    return f'calls {alter} "{names.terms[class_id]}"'
