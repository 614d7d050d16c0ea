"""The ways a benchmark item can be put to a model: its own text, a switch on, another protocol.

Nothing here is drawn; `prompt_switches` draws the buttons.
"""

import contextlib
import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kinlib.errors import KinError
from kinlib.models import plan
from kinlib.reasoning import protocols
from kinlib.reasoning.protocols import PROTOCOLS, Protocol
from kinlib.results.formats.prompts import read_prompts
from kinlib.results.formats.source import Source
from kinlib.results.question import question_of
from kinlib.results.rows import Row
from kinlib.terms import prompts
from kinlib.terms.prompts import Item, Switches

_PLAIN = Switches()

RULE = "rule in context"
"""What is added to a protocol's name where the prompt states the system's rule."""


AS_IT_IS = "as it is"
"""The name of an item's own text, where no protocol names it."""


@dataclass(frozen=True)
class Way:
    """How an item is put; the plain one is the item's own text.

    Attributes:
        switches: of the kin-term benchmark.
        condition: which of the conditions, where they are switched on ("elder", "male", ...).
        protocol: of the reasoning benchmark.
        rule: whether the prompt states the rule of the kinship system.
    """

    switches: Switches = _PLAIN
    condition: str = ""
    protocol: Protocol = "direct"
    rule: bool = False

    def name(self) -> str:
        """For people, such as "term given" or "few-shot, rule in context"."""
        named = [_WORDS.get(name, name) for name in self.switches.names()]
        if self.condition:
            named[named.index(_WORDS["conditions"])] = f"told: {self.condition}"
        return ", ".join(named) or self.protocol + (f", {RULE}" if self.rule else "")


_WORDS = {
    "conditions": "told in full",
    "target language": "in its language",
    "script": "script asked for",
    "romanised": "Latin letters allowed",
    "term": "term given",
    "recall": "term only",
}


@dataclass(frozen=True)
class Asked:
    """A prompt as it is sent, and what its reply is held against.

    Attributes:
        way: its name; empty for a free prompt.
        item: the item row whose key judges the reply; None: a free prompt.
        doubt: why that key may not judge it, as somebody edited the text; empty: nobody did.
        note: what a person should know of the text.
    """

    text: str
    way: str = ""
    item: Row | None = None
    benchmark: str = "ad hoc"
    protocol: str | None = None
    doubt: str = ""
    note: str = ""

    @property
    def edited(self) -> bool:
        """Whether the text is somebody's own and no longer the item's."""
        return bool(self.doubt)


def ways(item: Row, benchmark: str) -> Mapping[str, Way]:
    """Every way of one switch in which an item can be put, by name, its own text first."""
    if benchmark == "terms" and is_plain(item):
        found = [Way(switches) for switches in _SINGLE if switched(item, switches)]
        return {AS_IT_IS: Way(), **{way.name(): way for way in found}}
    if is_question(item):
        rules = (False, True) if can_state_rule(item) else (False,)
        named = possible(item)
        found = [Way(protocol=protocol, rule=rule) for rule in rules for protocol in named]
        return {way.name(): way for way in found}
    return {AS_IT_IS: Way()}


_SINGLE = (
    Switches(target_language=True),
    Switches(script=True),
    Switches(romanised=True),
    Switches(term=True),
    Switches(options="broad"),
    Switches(options="close"),
    Switches(recall=True),
)


def put(item: Row, benchmark: str, way: Way) -> Asked:
    """An item put in a way.

    Raises:
        KinError: two switches contradict each other, or the item cannot be put so.
    """
    if benchmark == "terms" and way.switches != _PLAIN:
        return _scaffolded(item, way)
    if is_question(item):
        return _protocolled(item, benchmark, way)
    stored = item.get("prompt")
    text = stored if isinstance(stored, str) else str(item["question"])
    return Asked(text, AS_IT_IS, item, benchmark)


def edited(asked: Asked, text: str) -> Asked:
    """The prompt with the text that somebody made of it; the same where nothing changed.

    What the item asks may still stand in it word for word; whether it is still what is asked, only
    a reader can say.
    """
    if text == asked.text:
        return asked
    if asked.item is None:
        return replace(asked, text=text)
    changed = [what for what, part in _parts(asked.item, asked.text) if part not in text]
    if changed:
        doubt = f"The edit changes {_and(changed)}, so the key may not fit any more."
    else:
        doubt = "What the item asks still stands in it word for word, so the key should fit."
    return replace(asked, text=text, doubt=doubt)


def is_question(item: Row) -> bool:
    """Whether an item is a question about kin, which a protocol can put."""
    return item["answer_type"] not in ("term", "option")


def possible(item: Row) -> list[Protocol]:
    """Protocols that can put an item: solved items to show belong to a system and a category."""
    bare = {**item, "prompt": None}
    found: list[Protocol] = []
    for protocol in PROTOCOLS:
        with contextlib.suppress(KinError, ValueError):
            plan.prompt_of(bare, protocol)
            found.append(protocol)
    return found


def can_state_rule(item: Row) -> bool:
    """Whether an item's key follows from a system's rule that its context does not state yet."""
    told = question_of(item)
    return told.category == "4" and bool(told.system) and not told.fields.get("rule")


def conditions(item: Row) -> list[str]:
    """Conditions under which an item's relation has terms of its own ("elder", "younger")."""
    rows = _rows(Switches(conditions=True))
    return [row["condition"] for row in rows if _same_cell(row, item, Switches(conditions=True))]


def switched(item: Row, switches: Switches, condition: str = "") -> Item | None:
    """The line of a switched set that asks for the same cell and task; None: it has none.

    A set that tells the relation in full has no underspecified prompts: there the specified one of
    the cell is found for both.
    """
    levels = (str(item["category"]), "L3")
    found = [row for row in _rows(switches) if _same_cell(row, item, switches)]
    found = [row for row in found if row.get("condition", "") == condition or not condition]
    return next((row for level in levels for row in found if row["level"] == level), None)


def is_plain(item: Row) -> bool:
    """Whether an item of the kin-term benchmark is of the paper's set, so that it has switches."""
    return switched(item, _PLAIN) is not None and not _told(item).get("switches")


@functools.lru_cache(maxsize=64)
def _rows(switches: Switches) -> tuple[Item, ...]:
    return prompts.prompts(switches)


def _same_cell(row: Item, item: Row, switches: Switches) -> bool:
    told = _told(item)
    same = row["relation"] == item["relation"] and row["language"] == item["language"]
    task = "recall" if switches.recall else told.get("task")
    return bool(same and row["speaker"] == told.get("speaker", "any") and row["task"] == task)


def _scaffolded(item: Row, way: Way) -> Asked:
    row = switched(item, prompts.checked(way.switches), way.condition)
    if row is None:
        raise KinError("The benchmark has no prompt of this cell with these switches together.")
    line = json.dumps(row, ensure_ascii=False).encode()
    (made,) = read_prompts(Source("switched.jsonl", line)).tables["item"]
    note = str(row.get("note", ""))
    if item["category"] == "L1" and row["level"] == "L3":
        note = f"This switch tells the relation in full: an L3 prompt of the same cell. {note}"
    return Asked(str(row["prompt"]), way.name(), made, "terms", note=note.strip())


def _protocolled(item: Row, benchmark: str, way: Way) -> Asked:
    """The question as a protocol puts it; the source's own prompt where it stored one."""
    name = way.name()
    row = item if way == Way() else {**item, "prompt": None}
    try:
        text = plan.prompt_of(row, name)
    except ValueError:
        raise KinError(
            f"{item['item_id']} names no category, so there are no solved items to show with it; "
            "choose another protocol."
        ) from None
    cut = "The source cut this context: it may not hold the answer."
    return Asked(text, name, item, benchmark, name, note=cut if item.get("context_cut") else "")


def _parts(item: Row, text: str) -> list[tuple[str, str]]:
    """What of a prompt makes the key right, with its name for people."""
    question = str(item["question"])
    worded = question if question in text else protocols.worded(question)
    parts = [("the question", worded), ("the context", str(item.get("context") or ""))]
    options = _told(item).get("options")
    if item["answer_type"] == "option" and isinstance(options, list):
        lines = [f"{letter}. {option}" for letter, option in zip("ABCDE", options, strict=False)]
        parts.append(("the options", "\n".join(lines)))
    return [(name, part) for name, part in parts if part and part in text]


def _told(item: Row) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(item["attributes"])
    return told


def _and(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
