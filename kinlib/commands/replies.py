"""`python -m kinlib score | causes`: replies of a file judged, and wrong ones explained."""

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from kinlib.results.reply_files import Replies

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_File = Annotated[
    Path,
    typer.Argument(help="Results of the release, a journal, or lines with question_id and reply."),
]
_Items = Annotated[
    list[Path] | None,
    typer.Option(help="Question file or folder, for keys and contexts; may be repeated."),
]
_Json = Annotated[bool, typer.Option("--json", help="One JSON object a reply, nothing else.")]


@app.command()
def score(file: _File, items: _Items = None, as_json: _Json = False) -> None:
    """Read the answers of replies and compare them with the keys, strictly and leniently.

    Lenient takes coarser words for a relation too: "aunt" for a mother's sister. Blank, truncated,
    refused and failed replies are counted apart.
    """
    from kinlib.reasoning.scoring import LENIENT, STRICT
    from kinlib.results.reply_files import outcome_counts, read_replies
    from kinlib.results.scores import score_rows

    found = read_replies(file, items or ())
    judged = [
        (response, item, {row["scorer"]: row for row in score_rows(response, item)})
        for response, item in found.pairs
    ]
    if as_json:
        for response, item, by in judged:
            print(json.dumps(_judged(response, item, by), ensure_ascii=False))
        return
    _problems(found)
    n = len(judged)
    print(f"{n:,} replies: " + _counted(outcome_counts(found.pairs)) + ".")
    scored = [by for _, _, by in judged if by]
    for name in (STRICT, LENIENT):
        right = sum(by[name]["correct"] for by in scored if name in by)
        print(f"{name}: {_share(right, len(scored))} of those with a text, "
              f"{_share(right, n)} of all.")  # fmt: skip
    sets = [by[STRICT] for by in scored if STRICT in by and by[STRICT]["f1"] is not None]
    if sets:
        means = ", ".join(
            f"{name} {sum(row[name] for row in sets) / len(sets):.3f}"
            for name in ("precision", "recall", "f1")
        )
        print(f"Over {len(sets):,} answers that are names or numbers: {means}.")
    readings = Counter(by[STRICT]["reading"] for by in scored if STRICT in by)
    print("How far they could be read: " + _counted(readings) + ".")


@app.command()
def causes(file: _File, items: _Items = None, as_json: _Json = False) -> None:
    """Why wrong answers are wrong, proven on the facts of their contexts (strict scorer)."""
    from kinlib.errors import KinError
    from kinlib.reasoning.cause_kinds import CAUSES, TABLE_8
    from kinlib.reasoning.causes import explain
    from kinlib.reasoning.scoring import STRICT
    from kinlib.results.released import as_released
    from kinlib.results.reply_files import read_replies
    from kinlib.results.scores import score_rows

    found = read_replies(file, items or ())
    first: Counter[str] = Counter()
    every: Counter[str] = Counter()
    wrong = 0
    for response, item in found.pairs:
        row = next((r for r in score_rows(response, item) if r["scorer"] == STRICT), None)
        if row is None or row["correct"]:
            continue
        wrong += 1
        said = json.loads(row["predicted"])
        try:
            explained = explain(as_released(item), said)
            why = explained.sentence if explained else ""
        except KinError as error:
            explained, why = None, str(error)
        held = list(explained.causes) if explained else []
        first[held[0] if held else "unknown"] += 1
        every.update(held)
        if as_json:
            told = {"question_id": item["item_id"], "predicted": said, "causes": held,
                    "why": why}  # fmt: skip
            print(json.dumps(told, ensure_ascii=False))
    if as_json:
        return
    _problems(found)
    print(f"{wrong:,} wrong of {len(found.pairs):,} replies.")
    for cause in (*CAUSES, "unknown"):
        if first[cause] or every[cause]:
            print(f"  {cause:<24} main cause of {first[cause]:>5,}, holds for {every[cause]:>5,}")
    if not wrong:
        return
    groups: Counter[str] = Counter()
    for cause, group in TABLE_8.items():
        groups[group] += first[cause]
    unknown = f", {first['unknown']:,} unknown" if first["unknown"] else ""
    print(f"In the groups of the paper's Table 8: {_counted(groups)}{unknown}.")


def _judged(response: dict[str, Any], item: dict[str, Any], by: dict[str, Any]) -> dict[str, Any]:
    """One reply as a line of JSON; a reply without a text has no verdict."""
    from kinlib.reasoning.scoring import LENIENT, STRICT

    strict, lenient = by.get(STRICT), by.get(LENIENT)
    told: dict[str, Any] = {"question_id": item["item_id"], "outcome": response["outcome"]}
    if strict is not None and lenient is not None:
        told |= {
            "strict": strict["correct"],
            "lenient": lenient["correct"],
            "predicted": json.loads(strict["predicted"]),
            **{name: strict[name] for name in ("precision", "recall", "f1", "reading")},
        }
    return told


def _problems(found: "Replies") -> None:
    for problem in found.problems[:20]:
        where = f"line {problem.line}: " if problem.line else ""
        print(f"  {where}{problem.reason}")
    if len(found.problems) > 20:
        print(f"  and {len(found.problems) - 20:,} more of these.")


def _counted(counts: "Counter[str] | dict[str, Any]") -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.items() if number)


def _share(right: int, n: int) -> str:
    return f"{right:,} of {n:,} ({100 * right / n:.1f} %)" if n else "none"
