"""`python -m kinlib match`: whether messages hold the right kin term, by either matcher."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinlib.commands import json_lines
from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.terms.matching import Evidence

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


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

    def told(case: dict[str, Any]) -> dict[str, Any]:
        asked = _asked(case, languages)
        if matcher == "bounded":
            found = bounded(*asked, lexicon=terms)
        else:
            found = frozen(*asked, split_by_speaker=split, lexicon=terms)
        return {
            "id": case["id"],
            "verdict": found.correct,
            "evidence": _evidence(found.evidence, case),
            "others": _evidence(found.others, case),
        }

    json_lines.print_each(cases, told)


def _asked(case: dict[str, Any], languages: frozenset[str]) -> tuple[str, str, str, str]:
    """Text, language, relation and speaker of a case.

    Raises:
        KinError: a field is missing or unknown.
    """
    from kinlib.terms.relations import SPEAKERS, relations

    if not isinstance(case.get("id"), (str, int)):
        raise KinError("the field 'id' is missing or neither text nor number.")
    text, language, relation = json_lines.text_fields(case, "text", "language", "relation")
    speaker = case.get("speaker") or "any"
    if relation not in relations():
        raise KinError(f"{relation!r} is no relation of the benchmark.")
    if language not in languages:
        raise KinError(f"the language is {language!r}; {', '.join(sorted(languages))} are known.")
    if speaker not in SPEAKERS:
        raise KinError(f"the speaker is {speaker!r}; {', '.join(SPEAKERS)} are known.")
    return text, language, relation, speaker


def _evidence(found: Sequence["Evidence"], case: dict[str, Any]) -> list[dict[str, Any]]:
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
