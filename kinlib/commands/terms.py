"""`python -m kinlib prompts | selection`: item lists of the kin-term benchmark, ready to be run."""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, cast

import typer

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_Out = Annotated[
    Path | None, typer.Option(help="A file for the items (JSONL); else they are printed.")
]


@app.command()
def prompts(
    conditions: Annotated[
        bool, typer.Option("--conditions", help="Only terms that depend on who speaks, age, place.")
    ] = False,
    target_language: Annotated[
        bool, typer.Option("--target-language", help="Instructions in Hindi, Tamil, Korean.")
    ] = False,
    script: Annotated[bool, typer.Option("--script", help="Ask for the own script.")] = False,
    romanised: Annotated[bool, typer.Option("--romanised", help="Allow Latin letters.")] = False,
    term: Annotated[bool, typer.Option("--term", help="Supply the right term.")] = False,
    options: Annotated[
        str, typer.Option(help="Supply four terms, the wrong ones broad or close.")
    ] = "",
    recall: Annotated[bool, typer.Option("--recall", help="Ask for the term alone.")] = False,
    seed: Annotated[int, typer.Option(help="Chooses the options.")] = 1,
    out: _Out = None,
) -> None:
    """Write the 300 prompts of the kin-term benchmark, or a set switched in any of these ways.

    Switches combine; each set has ids of its own. Counts are printed (to standard error where the
    items are printed).
    """
    from kinlib.terms import prompts as made

    switches = made.Switches(
        conditions, target_language, script, romanised, term, cast(Any, options), recall, seed
    )
    rows = made.prompts(switches)
    texts = len({row["prompt"] for row in rows})
    _give(rows, out, [
        f"{len(rows)} prompts: {_counted(rows, 'level')}; {_counted(rows, 'language')}; "
        f"{texts} distinct texts.",
        made.UNREVIEWED,
    ])  # fmt: skip


@app.command()
def selection(
    distractors: Annotated[
        str, typer.Option(help="broad: any other term, as in the paper. close: easily confused.")
    ] = "broad",
    positions: Annotated[
        str, typer.Option(help="balanced: A 20, B 19, C 19, D 19. seeded: shuffled, as the paper.")
    ] = "balanced",
    absent: Annotated[
        bool, typer.Option("--absent", help='Fifth option "None of these", right in half.')
    ] = False,
    seed: Annotated[int, typer.Option(help="Chooses distractors and positions.")] = 1,
    out: _Out = None,
) -> None:
    """Write the selection items of the kin-term benchmark: pick the term by its letter.

    Counts are printed (to standard error where the items are printed).
    """
    from kinlib.terms import prompts as made
    from kinlib.terms import selection as chosen

    choices = chosen.Choices(cast(Any, distractors), cast(Any, positions), absent, seed)
    rows = chosen.selection(choices)
    counts = [
        f"{len(rows)} items: {_counted(rows, 'language')}; answers at {_counted(rows, 'position')}."
    ]
    if distractors == "close":
        counts.append(f"The farthest distractor shares: {_counted(rows, 'farthest')}.")
    _give(rows, out, [*counts, made.UNREVIEWED])


def _counted(rows: Iterable[dict[str, Any]], field: str) -> str:
    counts = Counter(row[field] for row in rows)
    return ", ".join(f"{value} {counts[value]}" for value in sorted(counts))


def _give(rows: Sequence[dict[str, Any]], out: Path | None, told: Iterable[str]) -> None:
    from kinlib.exchange.output import write_whole

    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    if out is None:
        print(text, end="")
    else:
        write_whole(out, text.encode("utf-8"))
        print(f"{out}: {rows[0]['dataset']}.")
    for sentence in told:
        print(sentence, file=sys.stderr if out is None else sys.stdout)
