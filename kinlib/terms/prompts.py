"""The prompts of the kin-term benchmark, as item rows that `kinlib.results` reads and runs.

`prompts()` is the paper's set: 300 prompts, 146 L1 and 154 L3 (section 3.1, appendix A). `Switches`
make further sets of what the paper leaves to future work; each has ids and a name of its own.

>>> prompts()[0]["prompt"]
'Write a short message in Hindi wishing my grandfather a happy birthday.'
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Literal, NamedTuple

from kinlib.errors import KinError
from kinlib.terms import conditions
from kinlib.terms.conditions import Condition
from kinlib.terms.distractors import Distance, draw, shown, shuffled
from kinlib.terms.lexicon import Form, Lexicon, accepted, shipped
from kinlib.terms.relations import LANGUAGES, Cell, Level, Relation, cells, relations
from kinlib.terms.wording import SCRIPTS, WORDINGS, described

Item = dict[str, Any]
Task = Literal["birthday", "wedding", "recall"]

UNREVIEWED = "No native speaker has reviewed the terms, nor what is not English in the prompts."
"""To be said wherever items are shown or written."""


@dataclass(frozen=True, slots=True)
class Switches:
    """How a set differs from the paper's.

    Attributes:
        conditions: only relations whose terms depend on the speaker's sex, on relative age or on
            dialect; the prompt says which, and the key holds only what is right then.
        target_language: instructions in Hindi, Tamil or Korean; the relative is described.
        script: the prompt asks for the language's own script.
        romanised: the prompt allows Latin letters; romanisations are right too.
        term: the prompt gives the right term.
        options: it gives four terms to choose from, distractors of this kind; empty: it does not.
        recall: no message: the term only is asked for, once a cell.
        seed: of the options.

    A set that tells the relation in full (conditions, target_language, term, options) has no L1.
    """

    conditions: bool = False
    target_language: bool = False
    script: bool = False
    romanised: bool = False
    term: bool = False
    options: Literal["", Distance] = ""
    recall: bool = False
    seed: int = 1

    def names(self) -> tuple[str, ...]:
        """Switches that are on, in words, in a fixed order."""
        on = [name.replace("_", " ") for name, value in asdict(self).items() if value is True]
        return (*on, *([f"{self.options} options"] if self.options else []))


_SUFFIXES = {"target language": "NATIVE", "script": "SCRIPT", "romanised": "LATIN", "term": "TERM",
             "broad options": "BROAD", "close options": "CLOSE"}  # fmt: skip
_TELLING = {"conditions", "target language", "term", "broad options", "close options"}


class _Asked(NamedTuple):
    cell: Cell
    relation: Relation
    level: Level
    condition: Condition | None = None


def prompts(switches: Switches | None = None, lexicon: Lexicon | None = None) -> tuple[Item, ...]:
    """Item rows L1 first, relations in the order of Table 8: the paper's set unless switched.

    Args:
        switches: what to change.
        lexicon: where keys come from; the shipped one if None.

    Raises:
        KinError: two switches contradict each other, or the lexicon lacks a term that is asked.
    """
    switches = checked(switches or Switches())
    lexicon = lexicon or shipped()
    tasks: tuple[Task, ...] = ("recall",) if switches.recall else ("birthday", "wedding")
    rows = [
        _item(asked, task, switches, lexicon) for asked in _all_asked(switches) for task in tasks
    ]
    told = list(switches.names())
    if switches.options and switches.seed != 1:
        told.append(f"seed {switches.seed}")
    name = f"Kin terms, {len(rows)} prompts" + (f": {', '.join(told)}" if told else "")
    return tuple({"item_id": row.pop("item_id"), "dataset": name, **row} for row in rows)


def checked(switches: Switches) -> Switches:
    """The switches, if they can be meant together.

    Raises:
        KinError: they cannot.
    """
    if switches.script and switches.romanised:
        raise KinError("A prompt cannot ask for a script and allow Latin letters; choose one.")
    if switches.term and (switches.options or switches.recall):
        raise KinError("Where the term is given there is nothing to choose or recall; choose one.")
    if switches.options not in ("", "broad", "close"):
        raise KinError(f"Options are broad or close, not {switches.options!r}.")
    return switches


def _all_asked(switches: Switches) -> Iterator[_Asked]:
    table = relations()
    if switches.conditions:
        for cell, condition in conditions.split_cells():
            yield _Asked(cell, table[cell.relation], "L3", condition)
        return
    levels: tuple[Level, ...] = ("L3",) if _TELLING.intersection(switches.names()) else ("L1", "L3")
    for level in levels:
        yield from (_Asked(cell, table[cell.relation], level) for cell in cells(level))


def _item(asked: _Asked, task: Task, switches: Switches, lexicon: Lexicon) -> Item:
    cell, relation, level, condition = asked
    forms = _key(asked, lexicon)
    strict = accepted(lexicon, cell.relation, cell.language, tiers=("strict",))
    key = shown(lexicon, cell)
    right = conditions.proper(forms, condition) if condition else key
    options = _options(cell, right.form, switches, lexicon)
    terms = (right.form,) if switches.term else options
    text = _text(asked, task, switches, ", ".join(terms))
    gold = [form.form for form in forms]
    if switches.romanised:
        gold += [form.romanisation for form in forms if form.romanisation]
    item: Item = {
        "item_id": _id(asked, task, switches),
        "benchmark": "terms",
        "category": level,
        "language": cell.language,
        "relation": cell.relation,
        "question": text,
        "prompt": text,
        "gold": list(dict.fromkeys(gold)),
        "answer_type": "term",
        "level": level,
        "task": task,
        "speaker": cell.speaker,
        "kin_type": conditions.kin_type(relation, condition),
        "label": _label(asked),
        "expected": right.form if condition else " / ".join(form.form for form in strict),
        "key": key.key,
    }
    further: Item = {
        "condition": condition.word if condition else "",
        "supplied": right.form if switches.term else "",
        "options": list(options),
        "switches": list(switches.names()),
        "note": UNREVIEWED if switches.target_language else "",
    }
    return item | {name: value for name, value in further.items() if value}


def _key(asked: _Asked, lexicon: Lexicon) -> tuple[Form, ...]:
    """Forms that are right: of the whole composite key, or only those of the condition."""
    cell = asked.cell
    if asked.condition:
        found = conditions.valid_forms(lexicon, cell, asked.condition)
    else:
        found = accepted(lexicon, cell.relation, cell.language, tiers=("strict", "paper"))
    if not found:
        told = f", {asked.condition.word}" if asked.condition else ""
        raise KinError(
            f"The lexicon {lexicon.name!r} has no form of {cell.relation} in "
            f"{cell.language}{told}; add one."
        )
    return found


def _options(cell: Cell, right: str, switches: Switches, lexicon: Lexicon) -> tuple[str, ...]:
    if not switches.options:
        return ()
    wrong = (one.form for one in draw(lexicon, cell, switches.options, switches.seed))
    return tuple(shuffled((right, *wrong), "options", switches.seed, *cell))


def _label(asked: _Asked) -> str:
    if asked.level == "L1":
        return asked.relation.hypernym
    return conditions.phrase(asked.relation, asked.condition)


def _text(asked: _Asked, task: Task, switches: Switches, terms: str) -> str:
    cell, condition, language = asked.cell, asked.condition, LANGUAGES[asked.cell.language]
    wording = WORDINGS[cell.language if switches.target_language else "en"]
    if switches.target_language:
        age = condition.word if condition and condition.kind == "age" else ""
        slots = described(cell.language, cell.relation, age)
    else:
        slots = {"relative": _label(asked)}
    slots |= {"language": language.name, "script": SCRIPTS[language.script], "terms": terms}
    main = {"birthday": wording.birthday, "wedding": wording.wedding, "recall": wording.question}
    sentences = (
        wording.said.get(cell.speaker, ""),
        wording.said[condition.word] if condition and condition.kind == "dialect" else "",
        main[task],
        wording.only if task == "recall" else "",
        wording.script if switches.script else "",
        wording.latin if switches.romanised else "",
        wording.term if switches.term else wording.options if switches.options else "",
    )
    return joined(sentences).format_map(slots)


def joined(sentences: Iterable[str]) -> str:
    """Sentences with a space between; empty ones are left out."""
    return " ".join(filter(None, sentences))


def _id(asked: _Asked, task: Task, switches: Switches) -> str:
    """As in the paper: relation, level, task, language, speaker; then condition and switches."""
    cell, _, level, condition = asked
    by_condition = condition is not None and condition.kind == "speaker"
    speaker = "" if cell.speaker == "any" or by_condition else cell.speaker.upper()
    return "__".join(
        filter(
            None,
            (
                cell.relation,
                level,
                task.upper(),
                cell.language.upper(),
                speaker,
                condition.id if condition else "",
                *(_SUFFIXES.get(name, "") for name in switches.names()),
            ),
        )
    )
