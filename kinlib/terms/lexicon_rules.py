"""Rules of a lexicon that look at several rows: repeated rows, lemmas, keys, speakers."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kinlib.errors import KinError
from kinlib.terms.form import Form
from kinlib.terms.lexicon_file import Problem, Row
from kinlib.terms.relations import relations, speakers
from kinlib.terms.sources import cited

Key = tuple[str, ...]


def faults(rows: Sequence[Row], before: Sequence[Form] = ()) -> list[Problem]:
    """What is wrong between rows; `before` are forms of a lexicon that the rows add to.

    Rows that are wrong by themselves are no reason to find fault with others: a key in a wrong row
    is a key all the same.
    """
    known = [row for row in rows if row.cells.get("lemma")]  # read far enough to be compared
    return [*_repeated(known, before), *_lemmas(known, before), *_keys(known, before)]


def _cells(form: Form) -> dict[str, str]:
    names = ("language", "relation", "speaker", "form", "tier")
    return {name: getattr(form, name) for name in names}


def _key(cells: Mapping[str, str], *names: str) -> Key:
    return tuple(cells[name] for name in names)


def _repeated(rows: Sequence[Row], before: Sequence[Form]) -> Iterator[Problem]:
    cell = ("language", "relation", "speaker", "form")
    first = {_key(_cells(form), *cell): "in the lexicon added to" for form in before}
    for row in rows:
        key = _key(row.cells, *cell)
        if key in first:
            yield row.problem(f"the form {row.cells['form']!r} is there already, {first[key]}.")
        first.setdefault(key, f"{row.path}, line {row.line}")


def _lemmas(rows: Sequence[Row], before: Sequence[Form]) -> Iterator[Problem]:
    cell = ("language", "relation", "form")
    forms = {_key(given, *cell) for given in (*map(_cells, before), *(row.cells for row in rows))}
    for row in rows:
        lemma = row.cells["lemma"]
        if (row.cells["language"], row.cells["relation"], lemma) not in forms:
            yield row.problem(f"the lemma {lemma!r} is no form of {row.cells['relation']} here.")


def _keys(rows: Sequence[Row], before: Sequence[Form]) -> Iterator[Problem]:
    """Every relation has a strict form, for both sexes where it tells them apart."""
    said: dict[Key, set[str]] = {}
    strict: dict[Key, set[str]] = {}
    for given in (*map(_cells, before), *(row.cells for row in rows)):
        key = _key(given, "language", "relation")
        said.setdefault(key, set()).add(given["speaker"])
        if given["tier"] == "strict":
            strict.setdefault(key, set()).add(given["speaker"])
    told = set()
    for row in rows:
        key = _key(row.cells, "language", "relation")
        if key in told:
            continue
        told.add(key)
        where, keys = f"{key[1]} in {key[0]}", strict.get(key, set())
        split = said[key] & {"male", "female"}
        if len(split) == 1 and "any" not in said[key]:
            missing = ({"male", "female"} - split).pop()
            yield row.problem(f"{where} has a {split.pop()} speaker and no {missing} one.")
        elif not keys:
            yield row.problem(f"{where} has no strict form.")
        elif "any" not in keys and split - keys:
            yield row.problem(f"{where} has no strict form of a {min(split - keys)} speaker.")


def shipped_faults(rows: Sequence[Row], paths: Sequence[Path]) -> list[Problem]:
    """What is wrong with the lexicon that ships: it cites known sources, and is complete.

    `paths` are its files, each named by its language.
    """
    found = []
    for row in rows:
        for column in ("provenance", "attested"):
            try:
                cited(row.cells.get(column, ""))
            except KinError as error:
                found.append(row.problem(str(error)))
        if not row.cells.get("provenance"):
            found.append(row.problem("the column 'provenance' is empty."))
    said = {_key(row.cells, "language", "relation", "speaker") for row in rows if row.form}
    for path in paths:
        for relation in relations().values():
            for speaker in speakers(relation, path.stem):
                if (path.stem, relation.id, speaker) not in said:
                    found.append(Problem(path, 1, f"{relation.id} has no {speaker} speaker."))
    return found
