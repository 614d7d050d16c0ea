"""Why a wrong answer to a KinshipQA item is wrong, proven on the facts that the model was shown.

Causes are found by walking what the context tells, along the lines that the item asks for; names
are the same or not, never alike. Several may hold. The first is primary, in the order of `CAUSES`:
what is true of the answer as a whole before what is true of somebody in it, and of two that hold
the one that fewer answers fit. A name that nobody has comes before all kinship, for no reading of
the facts leads to it. The very people whom the English word means are cultural default, though they
may be an over-inclusion, an omission or an earlier node of the line as well: only where a system
calls others by that word can they be the answer. Somebody on the very line comes before somebody
whose line is merely alike.

Blank, refused and truncated replies are outcomes, not causes; nobody should ask about them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from kinlib.errors import KinError
from kinlib.kinship.kintype import SEX
from kinlib.reasoning.cause_kinds import CAUSES, TABLE_8, Cause, Explained, Named, Verdict
from kinlib.reasoning.cause_proofs import (
    goes_beyond,
    miscounts,
    mistaken_sex,
    mistaken_side,
    other_sex,
    other_side,
    stops_before,
)
from kinlib.reasoning.cause_question import DESCRIPTIVE, Question, plain_term, question_of
from kinlib.reasoning.cause_sentences import sentence
from kinlib.reasoning.relation_words import kin_types
from kinlib.reasoning.scoring import NOBODY, Asked, is_related, said_relation
from kinlib.reasoning.told_graph import readings
from kinlib.words import normalised

__all__ = ["CAUSES", "TABLE_8", "Cause", "Explained", "Named", "Verdict", "explain"]

_Found = tuple[list[Cause], list[Named]]


def explain(row: Mapping[str, Any], predicted: Sequence[str]) -> Explained | None:
    """Why an answer is wrong; None where it is right.

    Args:
        row: an item, ours or the release's; any field may be missing.
        predicted: the answer as the scorer read it: names as in the context, or as written if
            nobody there is called so; digits; a relation in English. Nothing if nothing was read.

    Raises:
        KinError: the item has no key, or tells too little to prove any cause.
    """
    question = question_of(row)
    given = (predicted,) if isinstance(predicted, str) else predicted
    said = tuple(dict.fromkeys(text for each in given if (text := str(each).strip())))
    if _is_right(question, said):
        return None
    judged = {"count": _of_count, "relation": _of_relation}.get(question.form, _of_people)
    found, persons = judged(question, said) if said else (["format"], [])
    if not found:
        raise KinError(
            f"{question.id} tells too little to prove why an answer to it is wrong; give the item "
            "with its context and its key."
        )
    causes: tuple[Cause, ...] = tuple(dict.fromkeys(found))
    people = (*persons, *_missed(question, persons))
    return Explained(causes, people, sentence(question, said, causes[0], people))


def _is_right(question: Question, said: Sequence[str]) -> bool:
    if question.form == "count":
        return bool(said) and _numbers(said) == _numbers(question.gold)
    if question.form != "relation":
        return set(said) == set(question.gold)
    told = {question.graph.told.sexes.get(name) for name in question.targets} - {None}
    sex = told.pop() if len(told) == 1 else None
    asked = Asked("relation", tuple(question.gold), alter_sex=sex, terms=tuple(question.terms))
    return is_related(said_relation(said), asked)


def _numbers(texts: Iterable[str]) -> list[int]:
    return [int(text) for text in texts if text.isdecimal()]


def _missed(question: Question, persons: Iterable[Named]) -> list[Named]:
    """Those whom the answer should have named."""
    if question.form == "count":
        return []
    named = {person.name for person in persons}
    right = question.targets if question.form == "relation" else question.gold
    return [_named(question, name, "missed") for name in right if name not in named]


def _named(question: Question, name: str, verdict: Verdict) -> Named:
    return Named(name, verdict, question.kin_type(name))


def _of_people(question: Question, said: Sequence[str]) -> _Found:
    gold, english = set(question.gold), question.english
    if tuple(said) == (NOBODY,) and not question.tells_of(NOBODY):
        by_default = english is not None and (question.others or not english)
        return ["cultural default", "omission"] if by_default else ["omission"], []
    wrong = {name: _of_person(question, name) for name in said if name not in gold}
    singly = [cause for cause in get_args(Cause) if any(cause in of for of in wrong.values())]
    first: tuple[Cause, ...] = ("format", "hallucinated name")
    whole: list[Cause] = [cause for cause in first if cause in singly]
    if english and english >= set(said) and (english == set(said) or gold.isdisjoint(said)):
        whole.append("cultural default")
    if wrong and gold <= set(said):
        whole.append("over-inclusion")
    if not wrong:
        whole.append("omission")
    verdicts: dict[str, Verdict] = {name: next(iter(of), "unknown") for name, of in wrong.items()}
    persons = [_named(question, name, verdicts.get(name, "right")) for name in said]
    return [*whole, *singly], persons


def _of_person(question: Question, name: str) -> list[Cause]:
    """All causes of naming somebody who is not right; none where nothing can be proven."""
    if not question.has_context:
        return []
    if not question.tells_of(name):
        return ["format"] if question.called(name) else ["hallucinated name"]
    proven: dict[Cause, object] = {
        "cultural default": question.english and name in question.english,
        "wrong comparison": name in question.compared,
    }
    if name != question.ego:
        proven |= {
            "incomplete chain": stops_before(question, name),
            "overshoot": goes_beyond(question, name),
            "wrong sex": mistaken_sex(question, name),
            "wrong side": mistaken_side(question, name),
        }
    return [cause for cause, proof in proven.items() if proof] or ["other person in context"]


def _of_count(question: Question, said: Sequence[str]) -> _Found:
    right, given = _numbers(question.gold), _numbers(said)
    if not right or not given:
        return ["format"] if right else [], []
    if set(right) <= set(given):
        return ["over-inclusion"], []
    errors = [cause for cause, number, _ in miscounts(question) if number in given]
    return ["counting", *errors], []


def _of_relation(question: Question, said: Sequence[str]) -> _Found:
    meant = question.meant
    if not meant:
        return [], []
    each = [kin_types(text) for text in said]
    given = frozenset[str]().union(*each)
    causes: list[Cause] = []
    if _is_default(question, said):
        causes.append("cultural default")
    if not given:
        return causes or ["format"], []
    if len(said) > 1 and any(one and one <= meant for one in each):
        causes.append("over-inclusion")
    causes += _of_lines(given, meant)
    if not causes:
        causes.append("other relation")
    reached = [n for n, of in question.kin.items() if any(readings(k) & given for k in of)]
    others = [name for name in reached if name not in question.targets]
    return causes, [_named(question, name, causes[0]) for name in others]


def _of_lines(given: frozenset[str], meant: frozenset[str]) -> list[Cause]:
    """What the lines of a relation given are to the lines meant."""
    if given & meant:
        if given - meant:
            return ["coarse term"]
        # No more than what is meant, and yet wrong: "son" of a daughter where the key says child;
        # or more exact than the key, of half-siblings or of one side.
        fewer = {SEX[kin_type[-1]] for kin_type in given} < {
            SEX[kin_type[-1]] for kin_type in meant
        }
        return ["wrong sex"] if fewer else []
    pairs = [(one, right) for one in given for right in meant]
    proven: dict[Cause, bool] = {
        "incomplete chain": any(right.startswith(one) for one, right in pairs),
        "overshoot": any(one.startswith(right) for one, right in pairs),
        "wrong sex": any(other_sex(one) == right for one, right in pairs),
        "wrong side": any(other_side(one) == right for one, right in pairs),
    }
    return [cause for cause, proof in proven.items() if proof]


def _is_default(question: Question, said: Sequence[str]) -> bool:
    """Whether a line is asked for and the system's term given back, or what it is in English.

    "Aunt" of a mother's sister who is called mother is no such term: it is coarse. Nor is the key:
    a father's sister called "female father" is a father's sister in English too.
    """
    if question.system in DESCRIPTIVE or not question.terms:
        return False
    right = set(map(normalised, question.gold))
    wrong = (text for text in said if normalised(text) not in right)
    given_terms, terms = map(plain_term, wrong), question.terms
    return any(
        normalised(one) == normalised(term)
        or (kin_types(one) and kin_types(one) == kin_types(term))
        for one in given_terms
        for term in terms
    )
