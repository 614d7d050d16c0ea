"""`python -m kinlib repeat`: some replies of a run asked for again and compared with the stored."""

import json
import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from kinlib.models.repetition import Compared
    from kinlib.results.stored_replies import Sample

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

NOT_THE_SAME, INTERRUPTED = 1, 130
"""Exit codes besides 0 (every reply is the same) and 2 (something a person can mend)."""


@app.command()
def repeat(
    run: Annotated[str, typer.Argument(help="Id of a run; `runs` lists them.")],
    calls: Annotated[int, typer.Option(min=1, help="Ask so many, always the same ones.")] = 20,
    endpoint: Annotated[
        list[str] | None, typer.Option(help='"URL" or "URL KEY_VARIABLE", as for `run`.')
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object, at the end.")] = False,
) -> None:
    """Ask for some replies of a run again, with the stored prompts, parameters and seeds.

    Tells which are the same, character by character, where the others part, and what is not as it
    was: versions, processor, the model that answered. Nothing is journalled, and the database is
    not opened. Exit code 0: all are the same; 1: one is not, or could not be asked for; 2:
    something to mend; 130: stopped by hand.
    """
    from kinlib.models import endpoints, repetition

    addresses = [endpoints.parse(text) for text in endpoint or ()]
    sample = _sample(run.removesuffix(".jsonl"), calls)
    total = len(sample.replies)
    if not as_json:
        print(_plan(sample, bool(addresses)), flush=True)
    compared: list[Compared] = []
    interrupted, began = False, time.monotonic()
    try:
        for one in repetition.again(sample, endpoints=addresses):
            compared.append(one)
            if not as_json:
                print(_line(one, len(compared), total), flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        print(json.dumps(_object(sample, compared), ensure_ascii=False))
    else:
        seconds = time.monotonic() - began
        print(f"{repetition.told(compared, total)} It took {seconds:,.0f} s.")
        for sentence in repetition.circumstances(sample, compared):
            print(sentence)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if any(one.verdict != "same" for one in compared):
        raise typer.Exit(NOT_THE_SAME)


def _sample(run_id: str, calls: int) -> "Sample":
    from kinlib.results import stored_replies
    from kinlib.results.store import Store

    store = Store(None, judged=False)
    store.refresh()
    try:
        return stored_replies.draw(store, run_id, calls)
    finally:
        store.close()


def _plan(sample: "Sample", elsewhere: bool) -> str:
    from kinlib.models import repetition

    cost = repetition.most_cost(sample)
    dollars = "none" if cost == 0 else "unknown" if cost is None else f"at most ${cost:,.4g}"
    return (
        f"{sample.model} on {sample.benchmark}: {len(sample.replies):,} of {sample.of:,} replies, "
        f"drawn by a hash, are asked for again. Cost: {'unknown' if elsewhere else dollars}."
    )


def _line(one: "Compared", number: int, total: int) -> str:
    head = f"{number:>{len(str(total))}} of {total}  {one.verdict:<9}  {one.stored.name}"
    lines = [head, *([f"    {one.sentence}"] if one.sentence else [])]
    if one.difference is not None:
        # As JSON, so that no control character of a reply reaches the terminal.
        lines += [f"    then {json.dumps(one.difference.then, ensure_ascii=False)}",
                  f"    now  {json.dumps(one.difference.now, ensure_ascii=False)}"]  # fmt: skip
    return "\n".join(lines)


def _object(sample: "Sample", compared: "list[Compared]") -> dict[str, Any]:
    from kinlib.models import repetition

    verdicts = [one.verdict for one in compared]
    return {
        "run_id": sample.run_id,
        "model": sample.model,
        "calls": len(sample.replies),
        "of": sample.of,
        "same": verdicts.count("same"),
        "differ": verdicts.count("differs"),
        "not_asked": verdicts.count("not asked"),
        "circumstances": repetition.circumstances(sample, compared),
        "replies": [_reply(one) for one in compared],
    }


def _reply(one: "Compared") -> dict[str, Any]:
    stored, now = one.stored, one.reply
    return {
        "item_id": stored.item_id,
        "repeat": stored.repeat,
        "verdict": one.verdict,
        "sentence": one.sentence,
        "character": None if one.difference is None else one.difference.place,
        "then": {"text": stored.text, "outcome": stored.outcome,
                 "finish_reason": stored.finish_reason},
        "now": None if now is None else {"text": one.text, "outcome": now.outcome,
                                         "finish_reason": now.finish_reason},
    }  # fmt: skip
