"""Rules about rows of CLUTRR's generator: its proofs, targets, tasks and splits.

A row says that (A, "father", B) where B is A's father. Whether two steps compose is worked out on
kin types (S2): a child's grandfather may be one's father or one's father-in-law.
"""

import ast
import re
from collections import defaultdict, deque
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import product
from typing import Any

from kinlib.errors import KinError
from kinlib.kinship.kintype import EGO, SEX, KinType, normalise, phrase
from kinlib.reasoning.lint.rule import Checked, Each, Found, Rule, Whole, shown
from kinlib.reasoning.relation_words import kin_types

_MOST = 20_000  # characters of a field that is a list
_SEXES: Mapping[str, str] = {"male": "m", "female": "f"}
_MISSPELT = re.compile(r"\bneice\b")
Step = tuple[str, str, str]


class Row:
    """One row with its fields read; what cannot be read counts as not told."""

    def __init__(self, row: Mapping[str, Any], place: int) -> None:
        self.row = row
        self.id = self.text("id") or f"row {place}"
        self.has_tree = self.has_context = False

    def forget(self) -> None:
        """Nothing it works out is large."""

    def text(self, name: str) -> str:
        """A field as text."""
        value = self.row.get(name)
        return value.strip() if isinstance(value, str) else ""

    def value(self, name: str) -> Any:
        """A field that is written as a Python value; None if it is none."""
        text = self.text(name)
        if len(text) > _MOST:
            return None
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return None

    @cached_property
    def query(self) -> tuple[str, str] | None:
        """Whose relative is asked for, and which."""
        told = self.value("query")
        return tuple(told) if _texts(told, 2) else None

    @cached_property
    def target(self) -> str:
        """The relation that is the key: the generator's `target`, or `target_text` of releases."""
        return self.text("target_text") or self.text("target")

    @cached_property
    def sexes(self) -> Mapping[str, str]:
        """Sexes by name, m or f."""
        pairs = (part.rpartition(":") for part in self.text("genders").split(","))
        return {name.strip(): _SEXES[sex] for name, _, sex in pairs if sex in _SEXES}

    @cached_property
    def proof(self) -> tuple[tuple[Step, Step, Step], ...]:
        """Each conclusion of the proof with the two steps it rests on."""
        told = self.value("proof_state")
        found = []
        for one in told if isinstance(told, list) else ():
            for conclusion, steps in one.items() if isinstance(one, dict) else ():
                whole = (conclusion, *(steps if isinstance(steps, list) else ()))
                if len(whole) == 3 and all(_texts(step, 3) for step in whole):
                    found.append(tuple(map(tuple, whole)))
        return tuple(found)  # type: ignore[arg-type]

    @cached_property
    def edges(self) -> Mapping[tuple[int, int], str]:
        """The relations of the story, by the numbers of the two people."""
        pairs, words = self.value("story_edges"), self.value("edge_types")
        if not isinstance(pairs, list) or not isinstance(words, list):
            return {}
        both = zip(pairs, words, strict=False)
        return {
            tuple(pair): word for pair, word in both if _numbers(pair) and isinstance(word, str)
        }

    @cached_property
    def chain(self) -> tuple[str, ...]:
        """The relations on the way from the one asked about to the other; () if there is none."""
        asked = self.value("query_edge")
        if not _numbers(asked):
            return ()
        waiting, ways = deque([asked[0]]), {asked[0]: tuple[str, ...]()}
        while waiting:
            here = waiting.popleft()
            for (start, end), word in self.edges.items():
                if start == here and end not in ways:
                    ways[end] = (*ways[here], word)
                    waiting.append(end)
        return ways.get(asked[1], ())

    @cached_property
    def length(self) -> int | None:
        """How many relations the row's task promises: 3 of task_1.3."""
        found = re.fullmatch(r"(?:task_)?\d+\.(\d+)", self.text("task_name"))
        return int(found[1]) if found else None


def _texts(value: object, number: int) -> bool:
    if not isinstance(value, (list, tuple)) or len(value) != number:
        return False
    return all(isinstance(one, str) for one in value)


def _numbers(value: object) -> bool:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return False
    return all(isinstance(one, int) for one in value)


@cache
def composed(words: tuple[str, ...], sex: str) -> frozenset[str]:
    """What the relative at the end of some relations may be, as kin types; empty: not understood.

    `sex` is that of whoever's relatives they are, "" where it is not known; oneself is left out.
    """
    found = frozenset({""})
    for word in words:
        meant = kin_types(word)
        joined = {_canonical(a + b, sex) for a, b in product(found, meant)}
        found = frozenset(one for one in joined if one and one != EGO)
        if not found or len(found) > 500:
            return frozenset()
    return found


@cache
def _canonical(letters: str, sex: str) -> str:
    try:
        return normalise(KinType(tuple(letters), sex or None)).letters or EGO  # type: ignore[arg-type]
    except KinError:
        return ""


def _unsound(row: Row) -> str | None:
    """A step of the proof whose conclusion need not follow."""
    if not row.proof:
        return None
    for (ego, word, alter), (_, first, _), (_, then, _) in row.proof:
        may = composed((first, then), row.sexes.get(ego, ""))
        if may and kin_types(word) and not may <= kin_types(word):
            others = shown(sorted(map(phrase, may - kin_types(word))))
            return (
                f"Its proof says that {alter}, {ego}'s {first}'s {then}, is {ego}'s {word}; they "
                f"may as well be {ego}'s {others}."
            )
    return ""


def _no_follow(row: Row) -> str | None:
    """A key that no reading of the story's relations gives."""
    if row.query is None or not row.chain or not kin_types(row.target):
        return None
    may = composed(row.chain, row.sexes.get(row.query[0], ""))
    if not may:
        return None
    if may & kin_types(row.target):
        return ""
    ego, alter = row.query
    names = shown(sorted(map(phrase, may)))
    return f"The target is {row.target}; by the story {alter} is {ego}'s {names}."


def _wrong_sex(row: Row) -> str | None:
    if row.query is None or row.query[1] not in row.sexes:
        return None
    sexes = {SEX[kin_type[-1]] for kin_type in kin_types(row.target)}
    if len(sexes) != 1:
        return None
    sex = row.sexes[row.query[1]]
    if sex in sexes:
        return ""
    word = {"m": "a man", "f": "a woman"}[sex]
    return f"The target is {row.target}, and {row.query[1]} is {word}."


def _other_proof(row: Row) -> str | None:
    if not row.proof or row.query is None or not row.target:
        return None
    ego, alter = row.query
    ends = {word for (one, word, other), *_ in row.proof if (one, other) == (ego, alter)}
    if row.target in ends:
        return ""
    return f"The target is {row.target}, and its proof comes to {shown(sorted(ends)) or 'nothing'}."


def _misspelt(row: Row) -> str | None:
    told = (row.target, row.text("f_comb"), row.text("edge_types"), row.text("proof_state"))
    if not any(told):
        return None
    return "It says neice for niece." if any(map(_MISSPELT.search, told)) else ""


def _task_length(row: Row) -> str | None:
    if row.length is None or not row.chain:
        return None
    if row.length == len(row.chain):
        return ""
    return f"{row.text('task_name')} promises {row.length} relations; there are {len(row.chain)}."


def _leaked(row: Row) -> str | None:
    """Tasks nobody asked for: the file's name tells which were."""
    asked = row.row.get("asked_tasks")
    if not asked or row.length is None:
        return None
    task = row.text("task_name").removeprefix("task_")
    return "" if task in asked else f"It is of task {task}; asked were {shown(asked, 12)}."


def _two_targets(rows: Sequence[Row]) -> Checked:
    seen: defaultdict[tuple[str, Any], dict[str, Row]] = defaultdict(dict)
    for row in rows:
        if row.query and row.text("story") and row.target:
            seen[row.text("story"), row.query].setdefault(row.target, row)
    found = []
    for by_target in seen.values():
        first, *others = by_target.values()
        if others:
            sentence = f"Its story and query are those of {first.id}, with target {first.target}; "
            found.append(Found(others[0].id, f"{sentence}here it is {others[0].target}."))
    return Checked(len(seen), found)


def _repeated(rows: Sequence[Row]) -> Checked:
    seen: dict[tuple[object, ...], str] = {}
    found = []
    for row in rows:
        same = row.text("story"), row.query, row.target
        if same in seen:
            found.append(Found(row.id, f"It is {seen[same]} again: story, query and target."))
        elif same[0]:
            seen[same] = row.id
    return Checked(len(rows), found, f"{len(seen):,} distinct of {len(rows):,}")


def _split_leak(rows: Sequence[Row]) -> Checked:
    """Stories of the test that training has too."""
    training: dict[tuple[object, ...], str] = {}
    for row in rows:
        if row.text("task_split") == "train":
            training.setdefault(_facts(row), row.id)
    tests = [row for row in rows if row.text("task_split") == "test"]
    if rows and not (training and tests):
        return Checked(None, ())
    found = [
        Found(row.id, f"Its story is that of {training[_facts(row)]}, which is for training.")
        for row in tests
        if _facts(row) in training
    ]
    return Checked(len(tests), found)


def _facts(row: Row) -> tuple[object, ...]:
    return row.text("clean_story") or row.text("story"), row.query


def _rule(
    name: str, look: Each | Whole, sentence: str, substance: bool, source: str = "§10"
) -> Rule:
    return Rule(name, sentence, source, "CLUTRR row", substance, look, "CLUTRR")


RULES = (
    _rule(
        "clutrr-unsound-step", Each(_unsound),
        "The proof composes two relations that leave open what follows: a child's uncle may be "
        "one's brother or a brother-in-law, a child's grandparent one's parent or an in-law.", True,
    ),
    _rule(
        "clutrr-wrong-target", Each(_no_follow),
        "The target is nothing that the relations of the story can come to.", True,
    ),
    _rule(
        "clutrr-wrong-sex", Each(_wrong_sex),
        "The target names one sex, and the person is of the other.", True,
    ),
    _rule(
        "clutrr-other-proof", Each(_other_proof),
        "The proof does not come to the target.", True,
    ),
    _rule(
        "clutrr-two-targets", _two_targets,
        "One story and query stand in the data with different targets.", True, "I4, §10",
    ),
    _rule(
        "clutrr-task-length", Each(_task_length),
        "The row has another number of relations than its task promises.", True,
    ),
    _rule(
        "clutrr-leaked-task", Each(_leaked),
        "The row is of a task that its file is not for, as its name tells.", True,
    ),
    _rule(
        "clutrr-split-leak", _split_leak,
        "A story and query of the test are in training too.", True,
    ),
    _rule(
        "clutrr-misspelt", Each(_misspelt),
        "A relation is misspelt: neice.", False,
    ),
    _rule(
        "clutrr-repeated", _repeated,
        "The row is an earlier one again.", False, "I20, §10",
    ),
)  # fmt: skip
