"""The inventory of kin terms: every form that a reply may hold, with where it comes from.

Rebuilt from the romanised Table 8 of the paper; the authors' own could not be had, and no native
speaker has reviewed it. A lexicon is a table, one form a row (data/README.md); people can bring
one of their own for any language and script.

>>> [form.form for form in accepted(shipped(), "elder_brother", "ko", "male", ["strict"])]
['형']
"""

import functools
from collections.abc import Iterable
from pathlib import Path

from kinlib import settings
from kinlib.terms.form import TIERS, ConditionKind, Confidence, Form, Kind, Lexicon, Tier
from kinlib.terms.lexicon_file import COLUMNS, LexiconError, Problem, Row, raise_for, read_rows
from kinlib.terms.lexicon_rules import faults, shipped_faults
from kinlib.terms.relations import LANGUAGES

__all__ = [
    "COLUMNS",
    "TIERS",
    "ConditionKind",
    "Confidence",
    "Form",
    "Kind",
    "Lexicon",
    "LexiconError",
    "Problem",
    "Tier",
    "accepted",
    "check",
    "load",
    "read",
    "shipped",
]


def shipped() -> Lexicon:
    """The lexicon that comes with kinlib: Hindi, Tamil, Korean.

    Raises:
        KinError: a shipped file is missing or wrong; every wrong row is named.
    """
    return _shipped(settings.lexicon())


@functools.lru_cache(maxsize=2)
def _shipped(folder: Path) -> Lexicon:
    paths = tuple(folder / f"{language}.csv" for language in LANGUAGES)
    rows, problems = _rows([(path, path.stem) for path in paths])
    raise_for([*problems, *faults(rows), *shipped_faults(rows, paths)])
    return Lexicon("kinlib", _forms(rows))


def load(*paths: Path, name: str = "", base: Lexicon | None = None) -> Lexicon:
    """A lexicon of somebody's own, from one CSV file or several together.

    Args:
        paths: files as data/README.md describes them; a row names its language itself.
        name: what it is called; else the names of the files.
        base: a lexicon that the files add to, such as `shipped()`; its forms come first.

    Raises:
        KinError: a file cannot be read, or rows are wrong; every one is named with its line.
    """
    forms, problems = check(*paths, base=base)
    raise_for(problems)
    return Lexicon(name or " + ".join(path.stem for path in paths), forms)


def read(path: Path, language: str = "") -> tuple[Form, ...]:
    """Forms of one CSV file; `language` is that of rows which do not give one.

    Raises:
        KinError: the file cannot be read, or rows are wrong; every one is named with its line.
    """
    rows, problems = _rows([(path, language)])
    raise_for([*problems, *faults(rows)])
    return _forms(rows)


def check(
    *paths: Path, base: Lexicon | None = None
) -> tuple[tuple[Form, ...], tuple[Problem, ...]]:
    """The forms of `load` as far as their rows are right, and everything that is wrong.

    Raises:
        KinError: a file cannot be read at all.
    """
    rows, problems = _rows([(path, "") for path in paths])
    before = base.forms if base else ()
    return (*before, *_forms(rows)), (*problems, *faults(rows, before))


def _rows(files: Iterable[tuple[Path, str]]) -> tuple[list[Row], list[Problem]]:
    """Rows and problems of files, each with the language of rows that do not give one."""
    rows: list[Row] = []
    problems: list[Problem] = []
    for path, language in files:
        found, wrong = read_rows(path, language)
        rows += found
        problems += wrong
    return rows, problems


def _forms(rows: Iterable[Row]) -> tuple[Form, ...]:
    return tuple(row.form for row in rows if row.form)


def accepted(
    lexicon: Lexicon, relation: str, language: str, speaker: str = "",
    tiers: Iterable[Tier] = TIERS,
) -> tuple[Form, ...]:  # fmt: skip
    """Forms that answer a relation, in order.

    Where the cell is split by the speaker's sex and `speaker` is male or female, that speaker's
    forms only: a man's elder brother is not 오빠. Otherwise all of the relation, as the paper's
    composite keys have it.
    """
    wanted = frozenset(tiers)
    return tuple(
        form
        for form in lexicon.forms
        if (form.relation, form.language) == (relation, language)
        and form.tier in wanted
        and not (
            speaker in ("male", "female")
            and form.speaker in ("male", "female")
            and form.speaker != speaker
        )
    )
