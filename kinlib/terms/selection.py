"""Selection: one item a fully specified cell, the term to be picked by its letter.

Wording and ids are the paper's (section 3.3, appendix A.2); line breaks are ours, and so is "None
of these". Its items could not be had: its shuffle put the answers at A 13, B 24, C 21, D 19, and
which distractors stood where is unknown, so a set made here equals it in kind only.

>>> [sum(row["position"] == letter for row in selection()) for letter in "ABCD"]
[20, 19, 19, 19]
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Literal

from kinlib.errors import KinError
from kinlib.terms.distractors import STEPS, Distance, Distractor, draw, shown, shuffled
from kinlib.terms.lexicon import Lexicon, shipped
from kinlib.terms.prompts import Item, joined
from kinlib.terms.relations import LANGUAGES, Cell, cells, relations
from kinlib.terms.wording import WORDINGS

LETTERS = "ABCD"
NONE = "None of these"

_STEM_END = "Answer with only the option letter."


@dataclass(frozen=True, slots=True)
class Choices:
    """How options are made.

    Attributes:
        distractors: broad, from the whole inventory, as in the paper; or close: same English
            word, generation or side.
        positions: balanced: A 20, B 19, C 19, D 19, and even within each language; seeded: every
            item shuffled by itself, as in the paper.
        absent: every item has a fifth option "None of these", and each cell two items: one with
            the right term and one without it, where E is right. Always saying E earns half.
        seed: of distractors and positions.
    """

    distractors: Distance = "broad"
    positions: Literal["balanced", "seeded"] = "balanced"
    absent: bool = False
    seed: int = 1


def selection(choices: Choices | None = None, lexicon: Lexicon | None = None) -> tuple[Item, ...]:
    """Item rows, 77 (154 with `absent`), in the order of Table 8.

    No option but the right one is an accepted form of the relation at any tier; the right one is
    the strict key, of a composite key the first alternative.

    Raises:
        KinError: a choice is unknown, or the lexicon has too few terms.
    """
    choices = choices or Choices()
    lexicon = lexicon or shipped()
    if choices.distractors not in ("broad", "close"):
        raise KinError(f"Distractors are broad or close, not {choices.distractors!r}.")
    if choices.positions not in ("balanced", "seeded"):
        raise KinError(f"Positions are balanced or seeded, not {choices.positions!r}.")
    rows = list(_rows(choices, lexicon))
    name = ", ".join((f"Kin-term selection, {len(rows)} items", *_differences(choices)))
    return tuple({"item_id": row.pop("item_id"), "dataset": name, **row} for row in rows)


def _differences(choices: Choices) -> Iterator[str]:
    plain = asdict(Choices())
    words = {"distractors": "close distractors", "positions": "seeded positions",
             "absent": "answer at times absent", "seed": f"seed {choices.seed}"}  # fmt: skip
    return (words[name] for name, value in asdict(choices).items() if value != plain[name])


def _rows(choices: Choices, lexicon: Lexicon) -> Iterator[Item]:
    positions = _positions(choices)
    for cell in cells("L3"):
        right = shown(lexicon, cell).form
        wrong = draw(lexicon, cell, choices.distractors, choices.seed, 4 if choices.absent else 3)
        yield _item(cell, right, wrong[:3], positions[cell], choices)
        if choices.absent:
            yield _item(cell, None, wrong, 4, choices)


def _positions(choices: Choices) -> dict[Cell, int]:
    """Where each cell's answer stands, from 0."""
    if choices.positions == "seeded":
        return {cell: shuffled(range(4), "position", choices.seed, *cell)[0] for cell in cells()}
    found = dict[Cell, int]()
    for language in LANGUAGES:
        asked = shuffled((cell for cell in cells() if cell.language == language), choices.seed)
        # The count goes on from language to language, so that all together are even too.
        found |= {cell: place % 4 for place, cell in enumerate(asked, len(found))}
    return found


def _item(
    cell: Cell, right: str | None, wrong: tuple[Distractor, ...], position: int, choices: Choices
) -> Item:
    """An item; `right` None: the term is absent, and the option after the others is right."""
    relation, language = relations()[cell.relation], LANGUAGES[cell.language].name
    options = shuffled((one.form for one in wrong), "order", choices.seed, *cell)
    if right is not None:
        options.insert(position, right)
    if choices.absent:
        options.append(NONE)
    letters = (LETTERS + "E")[: len(options)]
    stem = joined(
        (WORDINGS["en"].said.get(cell.speaker, ""), WORDINGS["en"].question, _STEM_END)
    ).format(language=language, relative=relation.phrase)
    listed = [f"{letter}. {option}" for letter, option in zip(letters, options, strict=True)]
    last = f"Answer with only one option letter: {', '.join(letters[:-1])}, or {letters[-1]}."
    return {
        "item_id": _id(cell, right is not None, choices),
        "benchmark": "selection",
        "category": "L3",
        "language": cell.language,
        "relation": cell.relation,
        "question": stem,
        "prompt": "\n".join((stem, *listed, last)),
        "gold": [letters[position]],
        "answer_type": "option",
        "level": "L3",
        "task": "selection",
        "speaker": cell.speaker,
        "kin_type": relation.kin_type,
        "label": relation.phrase,
        "expected": NONE if right is None else right,
        "options": options,
        "position": letters[position],
        "distractors": [
            {"form": one.form, "relations": list(one.relations), "shares": one.step}
            for one in wrong
        ],
        "farthest": max((one.step for one in wrong), key=STEPS.index),
    }


def _id(cell: Cell, present: bool, choices: Choices) -> str:
    parts = (
        cell.relation,
        "REC",
        cell.language.upper(),
        "" if cell.speaker == "any" else cell.speaker.upper(),
        "CLOSE" if choices.distractors == "close" else "",
        ("FIVE" if present else "ABSENT") if choices.absent else "",
    )
    return "__".join(filter(None, parts))
