"""`python -m kinlib match`: whether messages hold the right kin term, by either matcher."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.terms.matching import Evidence

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

_FIELDS = ("id", "text", "language", "relation")


@app.command()
def match(
    cases: Annotated[
        Path, typer.Option(help="JSONL: id, text, language, relation, speaker (may be empty).")
    ],
    matcher: Annotated[str, typer.Option(help="frozen (the paper's) or bounded.")] = "bounded",
    split: Annotated[
        bool, typer.Option("--split", help="Frozen: keep the speakers' Korean words apart.")
    ] = False,
    lexicon: Annotated[
        list[Path] | None, typer.Option(help="A lexicon of your own in place of the shipped one.")
    ] = None,
) -> None:
    """Print a JSON object a line: id, verdict (true or false), and the terms with their places.

    Places are code points of the text as given. A line that cannot be read is told on standard
    error with its number, and the rest goes on; the exit code is then 1. The terms have not been
    reviewed by native speakers.
    """
    from kinlib.terms.lexicon import load, shipped
    from kinlib.terms.matching import bounded, frozen

    if matcher not in ("frozen", "bounded"):
        raise KinError(f"--matcher is {matcher!r}; choose frozen or bounded.")
    if split and matcher == "bounded":
        raise KinError("--split is for the frozen matcher; the bounded one always splits.")
    terms = load(*lexicon) if lexicon else shipped()
    languages = frozenset(form.language for form in terms.forms)
    failed = False
    for number, case in _lines(cases):
        trouble = case if isinstance(case, str) else _trouble(case, languages)
        if isinstance(case, str) or trouble:
            print(f"{cases}, line {number}: {trouble}", file=sys.stderr)
            failed = True
            continue
        asked = case["text"], case["language"], case["relation"], case.get("speaker") or ""
        if matcher == "bounded":
            found = bounded(*asked, lexicon=terms)
        else:
            found = frozen(*asked, split_by_speaker=split, lexicon=terms)
        told = {
            "id": case["id"],
            "verdict": found.correct,
            "evidence": _told(found.evidence, case),
            "others": _told(found.others, case),
        }
        print(json.dumps(told, ensure_ascii=False))
    if failed:
        raise typer.Exit(1)


def _lines(path: Path) -> Iterator[tuple[int, dict[str, Any] | str]]:
    """The objects of a file, or why a line is none."""
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    try:
                        found = json.loads(line)
                    except ValueError:
                        yield number, "this is no JSON."
                    else:
                        yield number, found if isinstance(found, dict) else "this is no object."
    except (OSError, UnicodeDecodeError) as error:
        raise KinError(f"{path} cannot be read: {error}.") from None


def _trouble(case: dict[str, Any], languages: frozenset[str]) -> str | None:
    """What is wrong with a case; None: nothing."""
    from kinlib.terms.relations import SPEAKERS, relations

    for name in _FIELDS:
        if not isinstance(case.get(name), str if name != "id" else (str, int)):
            return f"the field {name!r} is missing or no text."
    if case["relation"] not in relations():
        return f"{case['relation']!r} is no relation of the benchmark."
    if case["language"] not in languages:
        return f"the language is {case['language']!r}; {', '.join(sorted(languages))} are known."
    if (case.get("speaker") or "any") not in SPEAKERS:
        return f"the speaker is {case['speaker']!r}; {', '.join(SPEAKERS)} are known."
    return None


def _told(found: Sequence["Evidence"], case: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {
            "term": one.form,
            "relations": list(dict.fromkeys(form.relation for form in one.entries)),
            "tier": next(
                (form.tier for form in one.entries if form.relation == case["relation"]),
                one.entries[0].tier,
            ),
            "start": one.start,
            "end": one.end,
            "text": case["text"][one.start : one.end],
        }
        for one in found
    ]
