"""`python -m kinlib screen`: the surface of replies to kin-term prompts, one JSON object a line."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kinlib.commands import json_lines
from kinlib.errors import KinError

if TYPE_CHECKING:
    from kinlib.terms.form import Lexicon

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


@app.command()
def screen(
    file: Annotated[
        Path,
        typer.Argument(
            help="JSON lines with id, text, language (hi, ta, ko) and relation; speaker and level "
            "(L1, L3; L3 if it is not given) may be there."
        ),
    ],
    lexicon: Annotated[
        Path | None, typer.Option(help="A lexicon of your own (CSV) instead of the shipped one.")
    ] = None,
) -> None:
    """Say of each reply what can be seen: its scripts, other terms, signs, and what L1 replies do.

    The category is the paper's (section 4.2), null where the matcher accepts the reply: by the
    bounded matcher, and by the frozen one. No native speaker has reviewed the terms. Lines that
    cannot be read go to standard error; the exit code is then 1.
    """
    from kinlib.terms.lexicon import load

    own = load(lexicon) if lexicon else None
    json_lines.print_each(file, lambda found: _screened(_fields(found), own))


def _fields(found: dict[str, Any]) -> dict[str, str]:
    """The fields of a line, those that may be left out with what they usually are.

    Raises:
        KinError: a field is missing or unknown.
    """
    given = {"id": "", "speaker": "", "level": "L3"} | {
        name: value for name, value in found.items() if value is not None
    }
    json_lines.text_fields(given, "text", "language", "relation", "speaker", "level")
    if given["level"] not in ("L1", "L3"):
        raise KinError(f"the level is {given['level']!r}; L1 or L3 is needed.")
    return given


def _screened(given: dict[str, str], lexicon: "Lexicon | None") -> dict[str, object]:
    from kinlib.terms import matching, screen
    from kinlib.terms.look_alikes import look_alikes
    from kinlib.terms.scripts import mixed_words

    text, language, relation, speaker = (
        given[name] for name in ("text", "language", "relation", "speaker")
    )
    seen = screen.surface(text, language, relation, speaker, given["level"], lexicon=lexicon)
    bounded = matching.bounded(text, language, relation, speaker, lexicon=lexicon)
    frozen = matching.frozen(text, language, relation, speaker, lexicon=lexicon)
    return {
        "id": given["id"],
        "category": None if bounded.correct else screen.category(seen),
        "category_frozen": None if frozen.correct else screen.category(seen, literal=True),
        **screen.row(seen),
        "mixed_words": [word.text for word in mixed_words(text)],
        "look_alikes": [{"text": one.text, "start": one.start, "end": one.end, "like": one.like,
                         "kind": one.kind} for one in look_alikes(text)],
    }  # fmt: skip
