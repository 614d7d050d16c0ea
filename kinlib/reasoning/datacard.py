"""The data card of a data set: what it is, how it was made, what it can show and what not."""

from collections.abc import Mapping
from typing import Any

_LEVELS = {
    "minimal": "Contexts hold the proof and nothing else, as in the paper: whoever names the "
    "people at the far end is often right without reading the question. See the baselines.",
    "siblings": "Contexts hold the proof, the siblings and spouses of everybody on it, and for "
    "each step of the proof a decoy: somebody at the end of another line of as many steps over "
    "people of the same sexes.",
    "branches": "Contexts hold the same rings of facts around four people, so that it takes the "
    "question to know whom it is about; each ring has decoys for every step. The baselines tell "
    "how far that succeeds.",
    "family": "Contexts hold the whole family: everybody's sons, daughters, husbands and wives. "
    "Siblings, uncles and cousins have to be worked out.",
}
_RENAMED = {
    "system": "Cultural questions call the system by a made-up name and state its rule.",
    "term": "Cultural questions use made-up kin terms and state the rule; the Sudanese system, "
    "whose terms are descriptions, keeps them.",
    "both": "Cultural questions use a made-up name of the system and made-up kin terms, and state "
    "the rule; the Sudanese system, whose terms are descriptions, changes only its name.",
}


def data_card(told: Mapping[str, Any]) -> str:
    """The card in Markdown; `told` is the manifest."""
    recipe = told["recipe"]
    context = [_LEVELS[recipe["level"]]]
    if recipe["rule"]:
        context.append("Contexts of cultural questions state the system's rule.")
    if recipe["renamed"]:
        context.append(_RENAMED[recipe["renamed"]])
    short = [
        f"- {system}: {', '.join(f'{n} {cell}' for cell, n in cells.items())}"
        for system, cells in told["short"].items()
    ]
    return "\n".join(
        [
            f"# {told['items']:,} KinshipQA items",
            "",
            f"{told['canary']}",
            "",
            f"Profile {recipe['profile']}, seed {recipe['seed']}, "
            f"{len(recipe['systems'])} kinship systems, {len(told['trees'])} family trees "
            f"({recipe['source']}). Made with {told['generator']}; the same recipe makes the same "
            "bytes.",
            "",
            "## What the items are",
            "",
            "Questions about relatives in the four categories of the KinshipQA paper (Sun and "
            "Kazakov): 1 facts, 2 biological relatives over several hops, 3 counts, filters by sex "
            f"and comparisons of age, 4 classes of a kinship system. {_kinds(told)}",
            "",
            *_table(told, "by category", "Category"),
            "",
            *_table(told, "by hops", "Hops"),
            "",
            *_table(told, "by system", "System"),
            "",
            f"{told['distinct']:,} of {told['items']:,} items differ in question, facts or key; "
            f"they rest on {told['distinct inferences']:,} inferences: siblings share their kin. "
            f"{told['overrides']:,} are overrides: the system calls everybody asked for otherwise "
            "than English does.",
            "",
            "## How the answers were found",
            "",
            "Each key was found by a SPARQL query over the whole tree (trees/*.ttl) and again from "
            "fathers, mothers and sexes alone. Questions on which the two differ, or whose answer "
            "depends on which of several lines of blood one follows, are left out; the manifest "
            "counts them. `python -m kinlib verify items.jsonl` repeats it all.",
            "",
            "- A term means its whole class, by blood, over the whole tree.",
            "- Half-siblings are siblings; adoptive and step-kin are not counted.",
            "- Hops are steps of the canonical kin type, siblings included; derivation steps are "
            "facts on the shortest way in the item's own context.",
            "- Cultural questions leave out lineal kin and own siblings, whom every system calls "
            "as English does; in the Sudanese system, where each kind of kin has a term of its "
            "own, the term asked for is the description.",
            "",
            "## Contexts",
            "",
            " ".join(context),
            "",
            "## What a solver gets that does not read the question",
            "",
            *_baselines(told.get("baselines")),
            "",
            *(["## Where the supply of questions was exhausted", "", *short, ""] if short else []),
            *_contradictions(told["paper contradicts itself"]),
            "## Limits",
            "",
            "Kinship systems are idealised types, not any people's actual usage; all people are "
            "made up unless a genealogy was loaded; English only. Items about one tree, and of "
            "siblings, share inferences: use intervals that resample trees and egos.",
            "",
        ]
    )


def _kinds(told: Mapping[str, Any]) -> str:
    if told["every kind in every system"]:
        return "Every kind is asked in every system."
    return "Not every kind could be asked in every system: the trees do not give it."


def _table(told: Mapping[str, Any], by: str, head: str) -> list[str]:
    rows = [f"| {name} | {n:,} |" for name, n in told[by].items()]
    return [f"| {head} | Items |", "|---|---:|", *rows]


def _contradictions(found: list[str]) -> list[str]:
    if not found:
        return []
    return ["## Where the paper contradicts itself", "", *(f"- {one}" for one in found), ""]


def _baselines(found: Mapping[str, Any] | None) -> list[str]:
    """The best question-blind solver of each category and depth, with chance beside."""
    if found is None:
        return ["Unknown: no baselines were run."]
    rows = [
        "| Items | n | Best question-blind solver | Last hop | English default | Chance |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for by, name in (("category", "category"), ("n_hops", "hops")):
        rows += [f"| {name} {cell['value']} | {_cells(cell)} |" for cell in found[f"by {by}"]]
    return [
        *rows,
        "",
        "The best solver is chosen in each row on these very items, which flatters it. Chance is "
        "that of a guess among the people compared, or of the most frequent count.",
    ]


def _cells(cell: Mapping[str, Any]) -> str:
    blind = cell["question-blind"]
    shown = [f"{cell['n']:,}", f"{blind} {_share(cell, blind)}" if blind else "unknown"]
    shown += [_share(cell, "last hop"), _share(cell, "English default")]
    chance = cell["chance"]
    shown.append("" if chance is None else f"{100 * chance:.1f} % of {cell['with chance']:,}")
    return " | ".join(shown)


def _share(cell: Mapping[str, Any], solver: str) -> str:
    rate = cell["solvers"].get(solver)
    return f"{100 * rate['correct'] / rate['n']:.1f} % of {rate['n']:,}" if rate else ""
