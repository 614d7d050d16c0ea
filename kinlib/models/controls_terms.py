"""What each control answers to a kin-term prompt or a selection item, by key and lexicon."""

import functools
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from kinlib.models.controls_messages import message
from kinlib.terms.distractors import draw, shown, shuffled
from kinlib.terms.hypernyms import ANY, hypernym_terms
from kinlib.terms.lexicon import Form, accepted, shipped
from kinlib.terms.lineage import pairs
from kinlib.terms.matching import PAPER
from kinlib.terms.relations import LANGUAGES, SPEAKERS, Cell, cells, relations
from kinlib.terms.transliteration import transliterated

_LETTERS = "ABCDE"
_PICKED = ("{letter}", "The answer is {letter}.", "{letter}. {option}", "Answer: {letter}")


class _Asked(NamedTuple):
    """An item: whose term, in what kind of message, and the key as the item has it."""

    cell: Cell
    task: str
    open: bool
    gold: tuple[str, ...]
    expected: str
    options: tuple[str, ...]
    id: str


def reply(rule: str, item: Mapping[str, Any], seed: int) -> str | None:
    """What the control of a rule says to an item row of the store; None: it has no answer."""
    asked = _asked(item)
    turn: int = shuffled(range(len(_PICKED)), asked.id, seed)[0]
    if item["answer_type"] == "option":
        return _picked(rule, asked, turn)
    latin = rule == "romaniser"
    term = _term(rule, asked, seed)
    if term is None:
        return None
    return message(asked.cell.language, asked.task, term, turn, latin=latin)


def _asked(item: Mapping[str, Any]) -> _Asked:
    told: dict[str, Any] = json.loads(item["attributes"])
    speaker = told.get("speaker")
    return _Asked(
        Cell(str(item.get("relation") or ""), str(item.get("language") or ""),
             speaker if speaker in SPEAKERS else "any"),
        str(told.get("task") or ""),
        item.get("category") == "L1",
        tuple(json.loads(item["gold"])),
        str(told.get("expected") or ""),
        tuple(told.get("options") or ()),
        str(item["item_id"]),
    )  # fmt: skip


def _term(rule: str, asked: _Asked, seed: int) -> str | None:
    """What the relative is called in the message."""
    right = _right(asked)
    cell = asked.cell
    if cell.relation not in relations() or cell.language not in LANGUAGES:
        return asked.gold[0] if rule == "gold" else None
    writes = asked.task in ("birthday", "wedding")
    match rule:
        case "gold":
            others = _alternatives(cell, right) if asked.open else ()
            return " / ".join(dict.fromkeys((_written(right, asked), *others)))
        case "english-default":
            return _english(cell.relation) if writes else None
        case "romaniser":
            return _romanised(right) if writes and right else None
        case "over-inclusive":
            other = draw(shipped(), cell, "close", seed, 1)[0].form
            return None if asked.open else f"{_written(right, asked)} / {other}"
        case "wrong-side":
            # An open prompt tells no side.
            return None if asked.open else _mirrored(cell)
        case "most-frequent-term":
            return _most_frequent(cell.language)
        case "question-blind":
            told = [one for one in cells() if one.language == cell.language]
            return shown(shipped(), shuffled(told, asked.id, seed)[0]).form
    return None


def _right(asked: _Asked) -> Form | None:
    """The form of the key that stands for it: what the item expects, else the speaker's first."""
    cell = asked.cell
    forms = accepted(shipped(), cell.relation, cell.language, cell.speaker)
    keyed = [form for form in forms if form.form in asked.gold]
    return min(
        keyed,
        key=lambda form: (form.form != asked.expected, form.tier not in PAPER),
        default=None,
    )


def _written(right: Form | None, asked: _Asked) -> str:
    return right.form if right else asked.gold[0]


def _alternatives(cell: Cell, right: Form | None) -> tuple[str, ...]:
    """Terms that, with the right one, leave out none of those whom an open prompt may mean."""
    asked = relations()[cell.relation]
    admitted = ("any", asked.perspective) if asked.perspective else ("any", "wife", "husband")
    terms = [
        term
        for term in hypernym_terms()
        if (term.hypernym, term.language) == (asked.hypernym, cell.language)
        and term.perspective in admitted
    ]
    left = {kin_type for term in terms for kin_type in term.kin_types} - {ANY}
    offered: list[str] = []
    said = {right.form, right.lemma} if right else set()
    for term in sorted(terms, key=lambda term: term.term not in said):
        if ANY in term.kin_types and term.term in said:
            return ()
        if left & set(term.kin_types):
            left -= set(term.kin_types)
            offered += [] if term.term in said else [term.term]
    return tuple(offered)


def _english(relation: str) -> str:
    """The English word for a relation: uncle; of an elder brother, brother."""
    asked = relations()[relation]
    return (asked.hypernym or asked.phrase.split()[-1]).capitalize()


def _romanised(right: Form) -> str | None:
    return right.romanisation or next(iter(transliterated(right.form)), None)


def _mirrored(cell: Cell) -> str | None:
    """The term of the same relative on the other side, where the paper has such a pair.

    None too where it would be right: Tamil has one word for both grandfathers.
    """
    right = {form.form for form in accepted(shipped(), cell.relation, cell.language, cell.speaker)}
    for pair in pairs():
        for one, other in ((pair.paternal, pair.maternal), (pair.maternal, pair.paternal)):
            if one == cell.relation:
                form = shown(shipped(), cell._replace(relation=other)).form
                return None if form in right else form
    return None


@functools.cache
def _answered(language: str) -> Mapping[str, int]:
    """For how many relations of a language each of its main terms is right; Table 8's order."""
    told = [cell for cell in cells() if cell.language == language]
    right = {
        cell.relation: {form.form for form in accepted(shipped(), cell.relation, language)}
        for cell in told
    }
    main = dict.fromkeys(shown(shipped(), cell).form for cell in told)
    return {form: sum(form in forms for forms in right.values()) for form in main}


def _most_frequent(language: str) -> str:
    """The term that is right for most relations; of several the first in Table 8."""
    counts = _answered(language)
    return max(counts, key=lambda form: counts[form])


def _picked(rule: str, asked: _Asked, turn: int) -> str | None:
    """An option by its letter."""
    letter = _letter(rule, asked)
    if letter is None or letter not in _LETTERS[: len(asked.options)]:
        return None
    option = asked.options[_LETTERS.index(letter)]
    return _PICKED[turn].format(letter=letter, option=option)


def _letter(rule: str, asked: _Asked) -> str | None:
    cell, options = asked.cell, asked.options
    if rule == "gold":
        return asked.gold[0]
    if rule == "question-blind":
        return "A"
    if cell.relation not in relations() or cell.language not in LANGUAGES:
        return None
    if rule == "wrong-side":
        mirrored = _mirrored(cell)
        return _LETTERS[options.index(mirrored)] if mirrored in options else None
    counts = _answered(cell.language)
    best = max(range(len(options)), key=lambda place: (counts.get(options[place], 0), -place))
    return _LETTERS[best]
