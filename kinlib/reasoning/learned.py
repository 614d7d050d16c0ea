"""The learned question-blind solver: what gradient boosting makes of the shape of contexts.

It never sees a question. From items of other trees it learns which people of a context are meant,
and which count or relation goes with what context. It knows the form of the answer only.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kinlib.reasoning.context_features import Described, Numbers, Shape

FORMS = ("people", "person", "count", "relation")
"""The forms an answer may have."""

_OF_PEOPLE = FORMS[:3]
_FOLDS = 5
_CANDIDATES = 15_000
_CLASSES = 40
_AT_A_TIME = 500  # contexts, for their rows to take little memory
_LEVELS = np.linspace(0.05, 0.95, 19)
_MOST = 12


@dataclass(frozen=True)
class Example:
    """A context, the form of its answer, and the answer.

    `meant` are the people who are the answer, or are counted; `text` is a count or relation.
    """

    tree: str
    form: str
    context: Described
    meant: frozenset[str]
    text: str = ""


Answers = list[frozenset[str] | None]


def learned(
    asked: Sequence[Example | None], training: Sequence[Example | None], seed: int = 0
) -> Answers:
    """What the solver answers to each of `asked`, having learned from other trees only.

    Up to a fifth of the trees are left out at a time. None where there is no context, or where no
    other tree has an answer of this form. The answers of `asked` are not looked at. The same
    whatever the number of cores.
    """
    trees = sorted({example.tree for example in asked if example})
    folds = [frozenset(trees[n::_FOLDS]) for n in range(_FOLDS)]
    known = {example.tree for example in training if example}
    found: Answers = [None] * len(asked)
    # Folds without trees to be left out are one.
    for left_out in dict.fromkeys(fold & known for fold in folds):
        fold = {tree for each in folds if each & known == left_out for tree in each}
        places = [n for n, example in enumerate(asked) if example and example.tree in fold]
        others = [example for example in training if example and example.tree not in left_out]
        if places and others:
            answers = _learned([e for n in places if (e := asked[n])], others, seed)
            for place, answer in zip(places, answers, strict=True):
                found[place] = answer
    return found


def _learned(asked: Sequence[Example], training: Sequence[Example], seed: int) -> Answers:
    import sklearn.ensemble  # type: ignore[import-untyped]  # noqa: F401
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    # Only libraries already loaded are limited.
    with threadpool_limits(1):
        found, tested = _by_people(training, asked, seed)
        for form in ("count", "relation"):
            known = [example for example in training if example.form == form]
            places = [place for place, example in enumerate(asked) if example.form == form]
            if known and places and _by_class_is_better(known, tested.get(form, 0), seed):
                answers = _by_class(known, [asked[place] for place in places], seed)
                for place, answer in zip(places, answers, strict=True):
                    found[place] = answer
    return found


def _by_class_is_better(training: Sequence[Example], hits: int, seed: int) -> bool:
    """Whether classes are right more often in training than counts of those meant."""
    if hits == 0:
        return True
    tested = sum(
        answer == {example.text}
        for seen, unseen in _halves(training)
        if unseen
        for answer, example in zip(_by_class(seen, unseen, seed), unseen, strict=True)
    )
    return tested > hits


def _by_class(
    training: Sequence[Example], asked: Sequence[Example], seed: int
) -> list[frozenset[str]]:
    """Each count or relation as a class of its own, but the rarest and those that occur once."""
    texts = np.array([example.text for example in training])
    names, numbers = np.unique(texts, return_counts=True)
    often = names[np.argsort(-numbers, kind="stable")][: max(1, (numbers > 1).sum())][:_CLASSES]
    if len(often) == 1:
        return [frozenset({str(often[0])})] * len(asked)
    kept = np.isin(texts, often)
    table = np.array([example.context.whole for example in training])
    model = _fit(table[kept], texts[kept], seed, max_iter=15, min_samples_leaf=5)
    likely = model.predict_proba(np.array([example.context.whole for example in asked]))
    return [frozenset({str(model.classes_[place])}) for place in likely.argmax(1)]


def _by_people(
    training: Sequence[Example], asked: Sequence[Example], seed: int
) -> tuple[Answers, dict[str, int]]:
    """The likeliest people, as many as the rule takes that is right most often in training.

    Two models have learned from half of the trees each. The rule, one for each form, is found on
    the half a model has not seen; `asked` are judged by both. Comes with how often the rules are
    right in training, by form.
    """
    known = [example for example in training if example.meant and example.form in _OF_PEOPLE]
    forms = {example.form for example in known}
    hits = {form: np.zeros(len(_sizes(np.empty(0))), np.int64) for form in forms}
    answers: Answers = [None] * len(asked)
    places = [place for place, example in enumerate(asked) if example.form in forms]
    if not places:
        return answers, {}
    wanted = [asked[place] for place in places]
    likely = [np.zeros(len(example.context.people)) for example in wanted]
    for seen, unseen in _halves(known):
        found = _likely(seen, [*unseen, *wanted], seed)
        for example, scores in zip(unseen, found[: len(unseen)], strict=True):
            order = np.argsort(-scores, kind="stable")
            first = {example.context.people[place] for place in order[: len(example.meant)]}
            if example.form == "count" or first == example.meant:
                hits[example.form] += _sizes(scores[order]) == len(example.meant)
        for scores, more in zip(likely, found[len(unseen) :], strict=True):
            scores += more
    for place, example, scores in zip(places, wanted, likely, strict=True):
        order = np.argsort(-scores, kind="stable")
        size = int(_sizes(scores[order] / 2)[hits[example.form].argmax()])
        names = [
            example.context.people[n] for n in order[: 1 if example.form == "person" else size]
        ]
        answers[place] = frozenset({str(len(names))} if example.form == "count" else names)
    return answers, {form: int(each.max()) for form, each in hits.items()}


def _sizes(ranked: Numbers) -> NDArray[np.int64]:
    """How many people each rule takes, of likelihoods in descending order.

    Those above a level, those above a share of the likeliest one's (one of them in any case), or
    the first so many.
    """
    bars = np.append(_LEVELS, _LEVELS * ranked.max(initial=0))
    above = (ranked >= bars[:, None]).sum(1)
    return np.append(np.maximum(above, 1), np.arange(1, _MOST + 1))


def _halves(training: Sequence[Example]) -> list[tuple[list[Example], list[Example]]]:
    """Training in two halves by tree, or by turns if there is but one: to learn from, to test."""
    trees = {tree: n for n, tree in enumerate(sorted({example.tree for example in training}))}
    sides = [
        (trees[example.tree] if len(trees) > 1 else place) % 2
        for place, example in enumerate(training)
    ]
    first, second = ([e for e, s in zip(training, sides, strict=True) if s == n] for n in (0, 1))
    return [(first, second), (second or first, first)]


def _likely(training: Sequence[Example], asked: Sequence[Example], seed: int) -> list[Numbers]:
    """How likely each person of each context is one of those meant."""
    meant = [np.array([p in e.meant for p in e.context.people], np.bool_) for e in training]
    right = np.concatenate(meant)
    wrong = np.flatnonzero(~right)
    spread = np.linspace(0, len(wrong) - 1, min(len(wrong), _CANDIDATES)).astype(np.int64)
    kept = right.copy()
    kept[wrong[spread]] = True
    parts = np.split(kept, np.cumsum([len(each) for each in meant])[:-1])
    table = np.concatenate([_rows(e)[part] for e, part in zip(training, parts, strict=True)])
    if right.all():
        return [np.ones(len(example.context.people)) for example in asked]
    model = _fit(table, right[kept], seed, max_iter=50, min_samples_leaf=20)
    likely = []
    for start in range(0, len(asked), _AT_A_TIME):
        some = asked[start : start + _AT_A_TIME]
        ends = np.cumsum([len(example.context.people) for example in some])
        rows = np.concatenate([_rows(example) for example in some])
        scores = model.predict_proba(rows)[:, -1] if len(rows) else np.empty(0)
        likely += np.split(scores, ends[:-1])
    return likely


def _rows(example: Example) -> Shape:
    form = np.full((len(example.context.people), 1), FORMS.index(example.form), np.float32)
    return np.append(example.context.each, form, axis=1)


def _fit(table: Numbers | Shape, answers: NDArray[Any], seed: int, **settings: int) -> Any:
    from sklearn.ensemble import HistGradientBoostingClassifier

    # Slower learning, larger trees and more candidates take longer and answer no more; without
    # the penalty, rare classes would run away.
    model = HistGradientBoostingClassifier(
        learning_rate=0.2,
        l2_regularization=1,
        max_leaf_nodes=8,
        max_bins=63,
        early_stopping=False,
        random_state=seed % 2**32,
        **settings,
    )
    # What is never known cannot be cut into ranges; a constant is never cut.
    return model.fit(np.where(np.isnan(table).all(0), 0, table), answers)
