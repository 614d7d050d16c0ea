"""How much of a data set can be answered without its questions, or with little of them.

A question-blind solver sees the context and, generously, what form the answer has (people, one
person, a count, a relation), but neither question nor anchor. What it solves measures no reasoning.
A reader of the last hop and the English default see little more. Names are wrong where a count or
a relation is asked.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from kinlib.errors import KinError
from kinlib.reasoning.context_features import Described, describe, hops_from_first
from kinlib.reasoning.contexts import CHILDREN, PARENTS, SIBLINGS, SPOUSES, Told, read
from kinlib.reasoning.learned import FORMS, Example, learned
from kinlib.reasoning.verdicts import BLIND, SOLVERS, Cell, Verdict, summary, table
from kinlib.words import find

__all__ = ["BLIND", "SOLVERS", "Cell", "Verdict", "answer_type", "solve", "summary", "table"]

Row = Mapping[str, Any]

# Each step of a path: the words it may be told by, and the open one that tells it with the sex.
_STEPS: Mapping[str, tuple[tuple[str, ...], str, str]] = {
    f"has{word.title()}": ((word,) if sex else group, group[2], sex)
    for group in (PARENTS, CHILDREN, SIBLINGS, SPOUSES)
    for word, sex in zip(group, ("m", "f", ""), strict=True)
}
Answer = frozenset[str]


@dataclass(frozen=True)
class _Item:
    row: Row
    tree: str
    answer_type: str
    gold: Answer
    accepted: Answer
    text: str  # a count or relation
    told: Told | None


def answer_type(row: Row) -> str:
    """The form of an item's answer: people, person, count or relation.

    Where the row does not say, as in the release: a number is a count, and a relation is what the
    question asks for by name.
    """
    if row.get("answer_type"):
        return str(row["answer_type"])
    if isinstance(row["ground_truth"], int):
        return "count"
    asked = row["question_text"].casefold()
    relation = "biological relationship" in asked or "what is their" in asked
    return "relation" if relation else "people"


def solve(
    rows: Sequence[Row], training: Sequence[Row] | None = None, seed: int = 0
) -> list[Verdict]:
    """Which solvers answer which items of a data set rightly, in its order.

    Solvers that learn do so from `training`, or else from the data set itself; never from items of
    the same `tree` (the release's rows have none; there it is the system). Where no other tree is
    left, what they would answer is unknown. The learned one leaves out up to a fifth of the trees
    at a time.

    Raises:
        KinError: a row lacks an id or a key, or its key is neither text, texts nor number.
    """
    items = [_item(row, number) for number, row in enumerate(rows, 1)]
    pool = items if training is None else [_item(row, n) for n, row in enumerate(training, 1)]
    counts = Counter(item.text for item in items if item.answer_type == "count")
    share = max(counts.values(), default=0) / max(counts.total(), 1)
    shapes: dict[str, Described] = {}
    asked = _examples(items, shapes)
    from_shape = learned(asked, asked if pool is items else _examples(pool, shapes), seed)
    keys = _keys(pool)
    verdicts = []
    for item, learnt in zip(items, from_shape, strict=True):
        answers: dict[str, Answer | None] = {
            name: reader(item, item.told, seed) if item.told else None
            for name, reader in _READERS.items()
        }
        answers |= {"majority": _majority(item, keys), "learned": learnt}
        answers["English default"] = _english(item)
        verdicts.append(_verdict(item, answers, share))
    return verdicts


def _item(row: Row, number: int) -> _Item:
    name = f"Item {row.get('question_id') or number}"
    if missing := {"question_id", "question_text", "ground_truth"} - row.keys():
        raise KinError(
            f"{name} lacks the field {min(missing)!r}: complete it or leave the item out."
        )
    key, form, context = row["ground_truth"], answer_type(row), row.get("context")
    if form not in FORMS:
        raise KinError(f"{name} has the answer type {form!r}: choose {', '.join(FORMS)}.")
    gold = _texts(key, form)
    if gold is None:
        raise KinError(f"{name} has the key {key!r}: make it a text, a list of texts or a number.")
    return _Item(
        row=row,
        tree=str(row.get("tree") or row.get("kinship_system") or ""),
        answer_type=form,
        gold=gold,
        accepted=gold | (_texts(row.get("accepted") or [], form) or frozenset()),
        text=min(gold, default=""),
        told=None if context is None else read(context),
    )


def _texts(answer: Any, form: str) -> Answer | None:
    """An answer as it is compared; None for what is no answer."""
    texts = answer if isinstance(answer, (list, tuple)) else [answer]
    if not all(isinstance(text, (str, int)) and not isinstance(text, bool) for text in texts):
        return None
    return frozenset(str(text).casefold() if form == "relation" else str(text) for text in texts)


def _verdict(item: _Item, answers: Mapping[str, Answer | None], share: float) -> Verdict:
    def right(answer: Answer | None) -> bool | None:
        if answer is None:
            return None
        if item.answer_type == "relation":
            return len(answer) == 1 and answer <= item.accepted
        return answer == item.gold

    row = item.row
    return Verdict(
        question_id=row["question_id"],
        category=row.get("category"),
        n_hops=row.get("n_hops"),
        answer_type=item.answer_type,
        kind=row.get("kind"),
        kinship_system=row.get("kinship_system"),
        solved={name: right(answers[name]) for name in SOLVERS},
        chance=_chance(item, share),
    )


def _chance(item: _Item, share: float) -> float | None:
    if item.row.get("chance") is not None:
        return float(item.row["chance"])
    if item.answer_type == "count":
        return share
    if item.row.get("kind") == "older" and item.told is not None:
        compared = {found.term for found in find(item.row["question_text"], item.told.mentioned)}
        return 1 / len(compared) if compared else None
    return None


def _formed(names: Sequence[str], form: str) -> Answer:
    """People, by first mention, as an answer of the form asked for."""
    if form == "count":
        return frozenset({str(len(names))})
    return frozenset(names[-1:] if form == "person" else names)


def _farthest(item: _Item, told: Told, seed: int) -> Answer:
    hops = hops_from_first(told)
    end = max(hops.values(), default=0)
    return _formed([name for name in told.mentioned if hops.get(name) == end], item.answer_type)


def _last(item: _Item, told: Told, seed: int) -> Answer:
    return frozenset(told.mentioned[-1:])


def _random(item: _Item, told: Told, seed: int) -> Answer:
    digest = sha256(f"{seed} {item.row['question_id']}".encode()).digest()
    place = int.from_bytes(digest) % max(len(told.mentioned), 1)
    return frozenset(told.mentioned[place : place + 1])


def _last_hop(item: _Item, told: Told, seed: int) -> Answer | None:
    path = item.row.get("path")
    if not path or path[-1] not in _STEPS:
        return None
    words, open_word, sex = _STEPS[path[-1]]
    called = {
        name
        for _, word, name in (*told.facts, *told.loose)
        if word in words or (word == open_word and told.sexes.get(name) == sex)
    }
    return _formed([name for name in told.mentioned if name in called], item.answer_type)


_READERS: Mapping[str, Callable[[_Item, Told, int], Answer | None]] = {
    "farthest": _farthest,
    "last": _last,
    "random": _random,
    "last hop": _last_hop,
}


def _english(item: _Item) -> Answer | None:
    answer = item.row.get("english_answer")
    if answer is None or str(item.row.get("category")) != "4":
        return None
    return _texts(answer, item.answer_type)


def _majority(item: _Item, keys: Mapping[tuple[str, str], Counter[str]]) -> Answer | None:
    if item.answer_type not in ("count", "relation"):
        return frozenset()
    others: Counter[str] = Counter()
    for (form, tree), counts in keys.items():
        if form == item.answer_type and tree != item.tree:
            others.update(counts)
    if not others:
        return None
    return frozenset({min(others, key=lambda text: (-others[text], text))})


def _keys(pool: Iterable[_Item]) -> dict[tuple[str, str], Counter[str]]:
    """How often each count and relation is the key, by form and tree."""
    keys: dict[tuple[str, str], Counter[str]] = {}
    for item in pool:
        if item.answer_type in ("count", "relation"):
            keys.setdefault((item.answer_type, item.tree), Counter()).update(item.gold)
    return keys


def _examples(items: Sequence[_Item], shapes: dict[str, Described]) -> list[Example | None]:
    """Items as the learned solver sees them; `shapes` keeps what is known of a context."""
    examples: list[Example | None] = []
    for item in items:
        if item.told is None:
            examples.append(None)
            continue
        context, form = item.row["context"], item.answer_type
        if context not in shapes:
            shapes[context] = describe(item.told)
        meant = frozenset(item.row.get("target_names") or ()) if form == "count" else item.gold
        examples.append(Example(item.tree, form, shapes[context], meant, item.text))
    return examples
