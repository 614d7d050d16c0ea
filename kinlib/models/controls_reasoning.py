"""What each control answers to a KinshipQA item: by its key, its context and the line asked for.

A control has no answer where its rule leads to none, to the right one by the rule itself, or to
the very one that another error would give: whoever names the mother's brother where the English
word means him too, may have mistaken the side or taken the term for English.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeVar

from kinlib.errors import KinError
from kinlib.kinship.kintype import phrase
from kinlib.reasoning.cause_proofs import other_sex, other_side
from kinlib.reasoning.cause_question import DESCRIPTIVE, Question, question_of
from kinlib.reasoning.relation_words import kin_types
from kinlib.reasoning.scoring import NOBODY
from kinlib.reasoning.told_graph import readings
from kinlib.results.released import as_released

Row = Mapping[str, Any]
Names = frozenset[str]
_Value = TypeVar("_Value")

_WORDINGS = ("The answer is {}.", "{}", "Answer: {}")
_DRAWN = ("FB", "FZ", "MB", "MZ", "BS", "BD", "ZS", "ZD")
_MOST_DRAWN = 5


def reply(rule: str, item: Row, seed: int) -> str | None:
    """What the control of a rule says to an item row of the store; None: it has no answer."""
    fields = as_released(item)
    try:
        question = question_of(fields)
    except KinError:  # it has no key
        return None
    answer = _RULES[rule](question, fields, seed)
    return None if answer is None else _worded(question, answer, _lot(range(3), fields, seed))


def _lot(among: Sequence[_Value], fields: Row, seed: int) -> _Value:
    """One of several, drawn by the item and the seed."""
    digest = sha256(f"{fields['question_id']}\n{seed}".encode()).digest()
    return among[int.from_bytes(digest[:8]) % len(among)]


def _worded(question: Question, answer: str, wording: int) -> str:
    """An answer as a model would write it."""
    ego, alters = question.ego, question.targets
    if question.form == "relation" and wording == 0 and ego and len(alters) == 1:
        return f"{alters[0]} is {ego}'s {answer}."
    text = _WORDINGS[wording].format(answer)
    return text[:-1] if text.endswith("..") else text


def _gold(question: Question, fields: Row, seed: int) -> str | None:
    del fields, seed
    return question.gold[0] if question.form == "relation" else ", ".join(question.gold)


def _english_default(question: Question, fields: Row, seed: int) -> str | None:
    del seed
    if question.form == "relation":
        # Where English has the system's terms nothing can be mistaken, nor in made-up ones.
        told = question.terms if question.system not in DESCRIPTIVE else ()
        english = fields.get("english_answer") or any(map(kin_types, told))
        return told[0] if told and english else None
    if question.english is None:
        return None
    return _listed(question, question.english) or NOBODY.capitalize()


def _one_hop_short(question: Question, fields: Row, seed: int) -> str | None:
    del fields, seed
    if question.form == "relation":
        return _relation(question, {line[:-1] for line in _line(question)})
    if question.form == "count":
        starts = {line[:-1] for line in question.meant if len(line) > 1}
        return _number(_reached(question, starts))
    return _people(question, frozenset[str]().union(*(way[-1] for way in _ways(question))))


def _wrong_side(question: Question, fields: Row, seed: int) -> str | None:
    del fields, seed
    turned = {other_side(line) for line in _line(question)} - _line(question)
    # What is meant on both sides, or by the other sex there, is no mistake of the side.
    if not turned or any(question.among(k) or question.among(other_sex(k)) for k in turned):
        return None
    if question.form == "relation":
        return _relation(question, turned)
    found = _reached(question, turned)
    if question.form == "count":
        return _number(found)
    # Whoever stands on the very line may also be named for stopping there.
    on_line = frozenset[str]().union(*(names for way in _ways(question) for names in way))
    return None if found & on_line else _people(question, found)


def _over_inclusive(question: Question, fields: Row, seed: int) -> str | None:
    beside = {turn(line) for line in _line(question) for turn in (other_side, other_sex)}
    beside = {line for line in beside - _line(question) if not question.among(line)}
    if question.form == "relation":
        other = next((text for k in sorted(beside) if (text := _relation(question, {k}))), None)
        return other and f"{question.gold[0]} or {other}"
    right = question.targets if question.form == "count" else question.gold
    near = (question.compared or _reached(question, beside)) - {*right, question.ego}
    if question.form == "count":
        return str(len(right) + len(near)) if near else None
    if not near:
        others = [n for n in question.graph.told.mentioned if n not in (*right, question.ego)]
        near = frozenset({_lot(others, fields, seed)} if others else ())
    said = near.union(right)
    return _listed(question, said) if near and said != question.english else None


def _question_blind(question: Question, fields: Row, seed: int) -> str | None:
    if question.form == "count":
        return str(_lot(range(1, _MOST_DRAWN + 1), fields, seed))
    if question.form == "relation":
        return phrase(_lot(_DRAWN, fields, seed))
    told = question.graph.told.mentioned
    return _lot(told, fields, seed) if told else None


_RULES: Mapping[str, Callable[[Question, Row, int], str | None]] = {
    "gold": _gold,
    "english-default": _english_default,
    "one-hop-short": _one_hop_short,
    "over-inclusive": _over_inclusive,
    "wrong-side": _wrong_side,
    "question-blind": _question_blind,
}


def _line(question: Question) -> Names:
    """The lines to the right people or those counted, with sexes as far as they are told."""
    of = question.gold if question.form in ("people", "person") else question.targets
    lines = (question.lines.get(name, frozenset()) for name in of)
    return frozenset(k for each in lines for line in each for k in readings(line))


def _ways(question: Question) -> list[tuple[Names, ...]]:
    """Who stands on each line of two steps or more to somebody right, step by step."""
    ways = (
        question.graph.between(question.ego, line, name)
        for name in question.gold
        for line in question.lines.get(name, ())
    )
    return [way for way in ways if way]


def _reached(question: Question, lines: Iterable[str]) -> Names:
    """Everybody of whom the context tells at the end of any of the lines from ego."""
    ends = (question.graph.walk((question.ego,), line)[-1] for line in lines)
    return frozenset[str]().union(*ends) - {question.ego}


def _people(question: Question, names: Names) -> str | None:
    """Names as an answer, if none is right and none is one whom the word means in English."""
    if not names or names & {*question.gold, *(question.english or ())}:
        return None
    return _listed(question, [min(names)] if question.form == "person" else names)


def _listed(question: Question, names: Iterable[str]) -> str:
    """Names in the order in which the context tells of them."""
    order = {name: place for place, name in enumerate(question.graph.told.mentioned)}
    return ", ".join(sorted(names, key=lambda name: (order.get(name, len(order)), name)))


def _number(names: Names) -> str | None:
    """How many there are, though it may be as many as are right; none are no error of the line."""
    return str(len(names)) if names else None


def _relation(question: Question, lines: Collection[str]) -> str | None:
    """A line in words, if there is one only, and not what the item's own term is in English."""
    line = "".join(lines) if len(lines) == 1 else ""
    default = any(phrase(line) == term or kin_types(term) == {line} for term in question.terms)
    return phrase(line) if line and not default else None
