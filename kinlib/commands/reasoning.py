"""`python -m kinlib questions | verify | baselines`: data sets of the reasoning benchmark."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from kinlib.errors import KinError
from kinlib.kinship.systems import SYSTEMS

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def questions(
    out: Annotated[Path, typer.Argument(help="A folder for the data set; made if need be.")],
    profile: Annotated[
        str, typer.Option(help="paper: the margins of its Table 3. full: every kind and depth.")
    ] = "paper",
    system: Annotated[
        list[str] | None, typer.Option(help="A kinship system; may be repeated. All seven if not.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses trees, items, order and wording.")] = 1,
    level: Annotated[
        str, typer.Option(help="What contexts tell: minimal, siblings, branches or family.")
    ] = "minimal",
    hops: Annotated[int, typer.Option(help="Longest kin type asked about (full).")] = 4,
    items: Annotated[
        int | None, typer.Option(help="Items for each system (full); all there are if not given.")
    ] = None,
    trees: Annotated[int, typer.Option(help="Trees simulated for each system (full).")] = 1,
    years: Annotated[
        int, typer.Option(help="Years that trees span (full); 5 and 6 hops take about 100.")
    ] = 50,
    genealogy: Annotated[
        Path | None, typer.Option(help="Ask about this family: .ttl .ged .csv .zip.")
    ] = None,
    paraphrase: Annotated[str, typer.Option(help="Way to ask: 1, 2, 3, or mixed.")] = "1",
    rule: Annotated[bool, typer.Option(help="Contexts state the system's rule.")] = False,
    renamed: Annotated[
        str, typer.Option(help="Made-up names of the system, of its terms, or both.")
    ] = "",
    names: Annotated[str, typer.Option(help="Culture of the names in simulated trees.")] = (
        "english"
    ),
    baselines: Annotated[
        bool, typer.Option(help="Score what can be answered without the question.")
    ] = True,
) -> None:
    """Make KinshipQA items, each proven twice: items.jsonl, trees, manifest and data card."""
    from kinlib.exchange.files import read_genealogy_file
    from kinlib.exchange.names import name_list, shipped_names
    from kinlib.exchange.output import write_whole
    from kinlib.reasoning.dataset import Recipe, build, files, manifest, scores, shortages
    from kinlib.reasoning.making import Manner

    manner = Manner(cast(Any, level), _way(paraphrase), rule, cast(Any, renamed))
    recipe = Recipe(
        cast(Any, profile), tuple(system or SYSTEMS), seed, manner, hops, items, trees, years
    ).checked()
    family = None if genealogy is None else read_genealogy_file(genealogy).genealogy
    culture = name_list(names, shipped_names())
    made = build(recipe, culture, family, _progress)
    scored = scores(made, culture) if baselines else None
    told = manifest(made, scored)
    for name, data in files(made, told):
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data)
    print(
        f"{told['items']:,} items of {len(told['trees'])} trees: {out / 'items.jsonl'}. "
        f"{told['distinct']:,} are distinct, {told['overrides']:,} overrides."
    )
    if differing := told["derivations differ"]:
        print(f"On {len(differing):,} answers the two derivations differ; the manifest names them.")
    for sentence in shortages(made):
        print(sentence)
    if scored is not None:
        _print(scored)


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="items.jsonl of a data set; trees/ lies beside it.")],
) -> None:
    """Prove every key of a saved data set again, from its trees, by both derivations.

    Exit code 1 if anything is wrong.
    """
    from kinlib.reasoning.verify import verify as verified

    found = verified(file)
    for fault in found.faults:
        print(fault)
    print(f"{found.items:,} items on {found.trees} trees; {len(found.faults):,} faults.")
    if found.faults:
        raise typer.Exit(1)


@app.command()
def baselines(
    file: Annotated[Path, typer.Argument(help="Items, one JSON object a line; ours or others'.")],
    training: Annotated[
        Path | None, typer.Option(help="Items about other trees, to learn from.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="All rates as JSON.")] = False,
) -> None:
    """How much of a data set is answered without reading its questions, or little of them."""
    from kinlib.reasoning.baselines import solve, summary

    verdicts = solve(_rows(file), None if training is None else _rows(training))
    found = summary(verdicts)
    if as_json:
        print(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        _print(found)


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise KinError(f"{path} cannot be read: {why}.") from None
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
        except ValueError:
            raise KinError(f"{path}, line {number} is not JSON; mend or remove it.") from None
        if not isinstance(row, dict):
            raise KinError(f"{path}, line {number} is not a JSON object; mend or remove it.")
        rows.append(row)
    if not rows:
        raise KinError(f"{path} holds no items.")
    return rows


def _way(paraphrase: str) -> int | None:
    ways: dict[str, int | None] = {"1": 0, "2": 1, "3": 2, "mixed": None}
    if paraphrase not in ways:
        raise KinError(f"{paraphrase!r} is no way to ask; choose one of: {', '.join(ways)}.")
    return ways[paraphrase]


def _print(found: Mapping[str, Any]) -> None:
    """Rates by category and hops, in per cent of the items a solver could be asked."""
    print("Answered without the question (by the best such solver), from the last hop, in English:")
    rows = [("all", found["all"])]
    for by in ("category", "n_hops"):
        rows += [(f"{by} {cell['value']}", cell) for cell in found[f"by {by}"]]
    for name, cell in rows:
        print(f"  {name:<12} {_line(cell)}")


def _line(cell: Mapping[str, Any]) -> str:
    parts = [f"{cell['n']:>6,} items"]
    for name in (cell["question-blind"], "last hop", "English default"):
        if rate := cell["solvers"].get(name):
            share = 100 * rate["correct"] / rate["n"]
            parts.append(f"{name} {share:.1f} % ({rate['correct']:,} of {rate['n']:,})")
    if cell["chance"] is not None:
        parts.append(f"chance {100 * cell['chance']:.1f} % over {cell['with chance']:,}")
    return "; ".join(parts)


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)
