"""A data set from its recipe: items of several systems, their trees, a manifest and a data card.

Everything follows from the recipe: the same one gives the same bytes in every file, and the seed
stands in the manifest.
"""

import gc
import io
import json
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from typing import Any

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.names import NameList
from kinlib.kinship.systems import SYSTEMS, system_name
from kinlib.reasoning.asking import PARAPHRASES
from kinlib.reasoning.baselines import solve, summary
from kinlib.reasoning.collection import MOST_TREES, PAPER_TREES, Collection, collect, simulated
from kinlib.reasoning.datacard import data_card
from kinlib.reasoning.items import Item
from kinlib.reasoning.making import PLAIN, Manner, canary
from kinlib.reasoning.ontology import REACH, write_ontology
from kinlib.reasoning.proof import LEVELS
from kinlib.reasoning.questions import KINDS, MOST_HOPS, Kind
from kinlib.reasoning.sampling import PAPER_CONTRADICTIONS, PROFILES, Cells, Profile, full, paper

VERSION = "1"
"""Raised when the same recipe gives other items than before."""

PAPER_HOPS = 4


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a data set is made from.

    Attributes:
        profile: `paper` has the margins of the paper's Table 3, `full` every kind at every depth.
        systems: whose rules are asked about.
        seed: chooses trees, items, order of facts and ways to ask.
        level, paraphrase, rule, renamed: how questions are put (`making.Manner`).
        most: longest canonical kin type asked about, in hops; the paper's is 4.
        items: how many items a system is to have in the profile `full`; None for all there are.
        trees: how many trees are simulated for a system in the profile `full`, at most.
        years: how many years simulated trees span; kin of 5 and 6 hops take about 100.
    """

    profile: Profile = "paper"
    systems: tuple[str, ...] = tuple(SYSTEMS)
    seed: int = 1
    manner: Manner = PLAIN
    most: int = PAPER_HOPS
    items: int | None = None
    trees: int = 1
    years: int = PAPER_TREES.years

    def checked(self) -> "Recipe":
        """The same with the systems' proper names; KinError names what cannot be."""
        manner = self.manner
        for word, value, known in (
            ("profile", self.profile, PROFILES),
            ("level", manner.level, LEVELS),
            ("renaming", manner.renamed, ("", "system", "term", "both")),
            ("paraphrase", manner.paraphrase, (None, *range(PARAPHRASES))),
        ):
            if value not in known:
                shown = ", ".join(str(one) or "none" for one in known)
                raise KinError(f"{value!r} is no {word}; choose one of: {shown}.")
        for word, number, most in (
            ("hops", self.most, MOST_HOPS), ("trees", self.trees, 10_000),
            ("items", self.items or 1, 1_000_000), ("years", self.years, 300),
        ):  # fmt: skip
            if not 1 <= number <= most:
                raise KinError(f"{word} is {number}; write a number from 1 to {most:,}.")
        if self.profile == "paper" and (self.most, self.years) != (PAPER_HOPS, PAPER_TREES.years):
            raise KinError(
                f"The paper's profile has items to {PAPER_HOPS} hops, over trees of "
                f"{PAPER_TREES.years} years; choose full."
            )
        if not self.systems:
            raise KinError(f"No system is named; choose some of: {', '.join(SYSTEMS)}.")
        names = tuple(dict.fromkeys(map(system_name, self.systems)))
        return replace(self, systems=names)

    def cells(self, system: str) -> Cells:
        """How many items of each kind and depth a system is to have."""
        return paper(system) if self.profile == "paper" else full(self.most, self.items)


@dataclass(frozen=True)
class DataSet:
    """Items by system, with the trees they are about."""

    recipe: Recipe
    source: str
    collections: tuple[Collection, ...]

    @property
    def items(self) -> Iterator[Item]:
        """All items, system by system."""
        return (item for collection in self.collections for item in collection.items)


def build(
    recipe: Recipe,
    names: NameList,
    genealogy: Genealogy | None = None,
    progress: Callable[[str], None] | None = None,
) -> DataSet:
    """Make a data set over simulated trees, or over one genealogy where it is given.

    Raises:
        KinError: the recipe asks for something unknown.
    """
    r = recipe.checked()
    source = f"simulated, {names.culture} names" if genealogy is None else genealogy.name
    marked = replace(r.manner, canary=canary(VERSION, source, replace(r, manner=PLAIN), r.manner))
    made = []
    for system in r.systems:
        most = MOST_TREES if r.profile == "paper" else r.trees
        trees: Iterable[Genealogy] = [] if genealogy is None else [genealogy]
        if genealogy is None:
            trees = simulated(system, r.seed, names, r.years, most)
        with _uncollected():
            made.append(collect(system, trees, r.cells(system), r.seed, marked, r.most, progress))
    return DataSet(r, source, tuple(made))


@contextmanager
def _uncollected() -> Iterator[None]:
    """No garbage collection: nothing made here is a cycle, and there may be a million objects."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def manifest(dataset: DataSet, baselines: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a data set is and how it was made, ready for JSON; `baselines` are their scores."""
    r, items = dataset.recipe, list(dataset.items)
    lines = items_file(dataset)
    return {
        "benchmark": "KinshipQA",
        "generator": f"kinlib {VERSION}",
        "versions": {
            name: version(name) for name in ("numpy", "pyoxigraph", "scikit-learn")
        } | {"python": platform.python_version()},
        "recipe": {
            "profile": r.profile, "systems": list(r.systems), "seed": r.seed, "hops": r.most,
            "items per system": r.items, "trees per system": r.trees, "years": r.years,
            "level": r.manner.level, "paraphrase": r.manner.paraphrase, "rule": r.manner.rule,
            "renamed": r.manner.renamed, "source": dataset.source,
        },
        "canary": items[0].canary if items else "",
        "sha256": sha256(lines).hexdigest(),
        "items": len(items),
        "distinct": distinct(items),
        "distinct inferences": inferences(items),
        "every kind in every system": len({(i.kind, i.kinship_system) for i in items})
        == len(KINDS) * len(r.systems),
        "overrides": sum(item.has_cultural_override for item in items),
        "reclassified": sum(item.reclassified for item in items),
        "by system": _counted(item.kinship_system for item in items),
        "by category": _counted(item.category for item in items),
        "by hops": _counted(item.n_hops for item in items),
        "by kind": _counted(item.kind for item in items),
        "by answer type": _counted(item.answer_type for item in items),
        "by derivation steps": _counted(item.derivation_steps for item in items),
        "trees": [
            {
                "id": tree.id, "system": c.system, "people": len(tree.genealogy),
                "file": tree_file(tree.id, c.system), "note": tree.genealogy.note,
                "items": sum(item.tree == tree.id for item in c.items),
            }
            for c in dataset.collections for tree in c.trees
        ],
        "refused": {c.system: dict(c.refused) for c in dataset.collections},
        "derivations differ": [
            f"{tree.id}: {case}"
            for c in dataset.collections for tree in c.trees for case in tree.supply.disagreements
        ],
        "supply": {c.system: _cells(c.supply) for c in dataset.collections},
        "short": {c.system: _cells(c.short) for c in dataset.collections if c.short},
        "paper contradicts itself": list(PAPER_CONTRADICTIONS) if r.profile == "paper" else [],
        "baselines": baselines,
    }  # fmt: skip


FEW_TREES = 5
"""With fewer trees than this, solvers learn from a data set of the same recipe, other seed."""


def scores(dataset: DataSet, names: NameList) -> dict[str, Any]:
    """What question-blind and other baselines get, as `baselines.summary` has it."""
    training = None
    if len({tree.id for c in dataset.collections for tree in c.trees}) < FEW_TREES:
        r = dataset.recipe
        other = replace(r, seed=r.seed + 1, profile="full", items=200, trees=3)
        training = [json.loads(item.line()) for item in build(other, names).items]
    rows = [json.loads(item.line()) for item in dataset.items]
    return summary(solve(rows, training, dataset.recipe.seed))


def shortages(dataset: DataSet) -> list[str]:
    """One sentence for each system in which the supply of distinct questions was exhausted."""
    sentences = []
    for collection in dataset.collections:
        lacking: dict[int, list[str]] = {}
        for (kind, hops), number in collection.short.items():
            lacking.setdefault(hops, []).append(f"{number:,} {kind}")
        if lacking:
            parts = (f"of {_hops(n)} {', '.join(kinds)}" for n, kinds in sorted(lacking.items()))
            sentences.append(
                f"{collection.system}: the supply of distinct questions is exhausted; there is no "
                f"more for {sum(collection.short.values()):,} items: {'; '.join(parts)}."
            )
    return sentences


def _hops(number: int) -> str:
    return "1 hop" if number == 1 else f"{number} hops"


def distinct(items: Sequence[Item]) -> int:
    """How many items differ in question without the system's name, in facts or in key."""
    seen = set()
    for item in items:
        question = item.question_text.replace(item.kinship_system.title(), "")
        facts = tuple(sorted(item.context.split("\n")))
        seen.add((question, facts, json.dumps(item.ground_truth)))
    return len(seen)


def inferences(items: Iterable[Item]) -> int:
    """How many different things have to be worked out: siblings share most of their kin."""
    return len({(item.tree, json.dumps(item.relation), item.relatives) for item in items})


def items_file(dataset: DataSet) -> bytes:
    """All items as JSON lines."""
    return "".join(item.line() + "\n" for item in dataset.items).encode()


def tree_file(tree: str, system: str) -> str:
    """Where a tree lies in a data set's folder, with the statements of a system."""
    return f"trees/{system.casefold()}_{tree}.ttl"


def files(dataset: DataSet, told: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Every file of a data set's folder, by its name; `told` is the manifest.

    The trees hold the classes of their system, of English and of Sudanese, so that every query can
    be asked of them.
    """
    yield "items.jsonl", items_file(dataset)
    yield "manifest.json", (json.dumps(told, ensure_ascii=False, indent=1) + "\n").encode()
    yield "README.md", data_card(told).encode()
    for collection in dataset.collections:
        for tree in collection.trees:
            named = replace(tree.genealogy, name=f"{collection.system} tree {tree.id}")
            text = io.BytesIO()
            write_ontology(named, collection.system, text, REACH, tree.asking.ground.systems)
            yield tree_file(tree.id, collection.system), text.getvalue()


def _counted(values: Iterable[object]) -> dict[str, int]:
    counts = Counter(values)
    return {str(value): counts[value] for value in sorted(counts, key=str)}


def _cells(cells: Mapping[tuple[Kind, int], int]) -> dict[str, int]:
    return {f"{kind}, {_hops(hops)}": n for (kind, hops), n in cells.items()}
