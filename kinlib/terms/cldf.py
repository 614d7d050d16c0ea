"""A lexicon as a CLDF Wordlist (cldf.clld.org): forms, parameters, languages, doubts, sources.

A parameter is a relation, with its kin type; a form points at its relation, its language, its
sources in sources.bib and the doubt about it, and keeps the other columns of the lexicon under
their own names. The same lexicon gives the same bytes everywhere.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from kinlib.errors import KinError
from kinlib.terms.doubts import UNREVIEWED, doubts
from kinlib.terms.form import Form, Lexicon
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.terms.sources import NO_SOURCE, cited, sources

if TYPE_CHECKING:
    from pycldf import Wordlist


class Codes(NamedTuple):
    """ISO 639-3 and Glottolog code of a language."""

    iso: str
    glottocode: str


CODES: Mapping[str, Codes] = MappingProxyType(
    {
        "hi": Codes("hin", "hind1269"),
        "ta": Codes("tam", "tami1289"),
        "ko": Codes("kor", "kore1280"),
    }
)

METADATA = "Wordlist-metadata.json"
_FILES = (METADATA, "forms.csv", "parameters.csv", "languages.csv", "doubts.csv", "sources.bib")
# Columns of forms.csv beside those that every wordlist has.
_KEPT = (
    *("Speaker", "Script", "Tier", "Type", "Condition_Kind", "Condition", "Valid_Speaker"),
    *("Romanisation", "Kin_Type", "Lemma", "Key", "Homonym_Of", "Provenance", "Attested"),
    "Confidence",
)
_PARAMETERS = ("Kin_Type", "Hypernym", "Perspective", "Side", "Tested")
_NO_BRACES = str.maketrans("{}", "()")  # BibTeX ends a field at one
_DOUBTS = ("Languages", "Relations", "Keys", "Verdicts", "Explanation", "Treatment", "Provenance")


def export(lexicon: Lexicon, folder: Path) -> Path:
    """Write the lexicon as CLDF into a folder, which may hold an earlier export and nothing else.

    Returns:
        The metadata file, which CLDF tools take.

    Raises:
        KinError: there is something else in the folder, or the folder cannot be made.
    """
    _make_room(folder)
    from pycldf import Wordlist  # slow to load, and nothing else here needs it

    dataset = Wordlist.in_dir(folder)
    _describe(dataset, lexicon)
    references = _references(lexicon)
    dataset.add_sources(*_bibliography(lexicon))
    written = dataset.write(
        FormTable=[_form_row(form, references) for form in lexicon.forms],
        ParameterTable=[_parameter_row(name) for name in _in_order(lexicon, "relation")],
        LanguageTable=[_language_row(code) for code in _in_order(lexicon, "language")],
        **{"doubts.csv": [_doubt_row(name) for name in _in_order(lexicon, "contested")]},
    )
    for name in _FILES:  # line ends as they are nowhere but on Windows would make other bytes
        file = folder / name
        if file.exists():
            file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n"))
    return Path(written)


def _make_room(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        there = {path.name for path in folder.iterdir()}
    except OSError as error:
        raise KinError(f"{folder} cannot be used: {error.strerror}.") from None
    if other := sorted(there - set(_FILES)):
        raise KinError(f"{folder} holds {other[0]}; give an empty folder or one to be made.")
    for name in there:
        (folder / name).unlink()


def _describe(dataset: "Wordlist", lexicon: Lexicon) -> None:
    """Tables, columns and what the whole is."""
    dataset.properties["dc:title"] = f"Kin terms: {lexicon.name}"
    if lexicon.name == "kinlib":
        dataset.properties["dc:description"] = UNREVIEWED
    dataset.remove_columns("FormTable", "Segments")
    dataset.add_component("ParameterTable", *_PARAMETERS)
    dataset.remove_columns("ParameterTable", "ColumnSpec")
    dataset.add_component("LanguageTable")
    dataset.remove_columns("LanguageTable", "Macroarea", "Latitude", "Longitude")
    dataset.add_table("doubts.csv", "ID", *_DOUBTS, primaryKey="ID")
    dataset.add_columns("FormTable", *_KEPT, "Doubt_ID")
    dataset.add_foreign_key("FormTable", "Doubt_ID", "doubts.csv", "ID")


def _in_order(lexicon: Lexicon, column: str) -> list[str]:
    """What the forms have in a column, each once, in order; empty cells are passed over."""
    return [
        value for value in dict.fromkeys(getattr(form, column) for form in lexicon.forms) if value
    ]


def form_id(form: Form) -> str:
    """The id of a form: language, relation, speaker, and a hash of how it is written."""
    written = sha256(form.form.encode()).hexdigest()[:8]
    return f"{form.language}-{form.relation}-{form.speaker}-{written}"


def _form_row(form: Form, references: Mapping[str, str]) -> dict[str, Any]:
    kept = {name: getattr(form, name.lower()) for name in _KEPT}
    return {
        **kept,
        "Homonym_Of": " ".join(form.homonym_of),
        "ID": form_id(form),
        "Language_ID": form.language,
        "Parameter_ID": form.relation,
        "Form": form.form,
        "Comment": form.note,
        "Source": [references[part] for part in _parts(form.provenance) if part in references],
        "Doubt_ID": form.contested or None,
    }


def _parameter_row(name: str) -> dict[str, str]:
    relation = relations()[name]
    return {
        "ID": name,
        "Name": relation.phrase,
        "Description": f"{relation.phrase} ({relation.kin_type})",
        "Kin_Type": relation.kin_type,
        "Hypernym": relation.hypernym,
        "Perspective": relation.perspective,
        "Side": relation.side,
        "Tested": "yes" if relation.tested else "no",
    }


def _language_row(code: str) -> dict[str, str | None]:
    """A language that is none of ours keeps its code as its name."""
    known = CODES.get(code)
    return {
        "ID": code,
        "Name": LANGUAGES[code].name if code in LANGUAGES else code,
        "Glottocode": known.glottocode if known else None,
        "ISO639P3code": known.iso if known else code if len(code) == 3 else None,
    }


def _doubt_row(name: str) -> dict[str, str]:
    doubt = doubts()[name]
    return {
        "ID": name,
        "Languages": " ".join(doubt.languages),
        "Relations": " ".join(doubt.relations),
        "Keys": doubt.keys,
        "Verdicts": " ".join(doubt.verdicts),
        "Explanation": doubt.explanation,
        "Treatment": doubt.treatment,
        "Provenance": doubt.sources,
    }


def _parts(provenance: str) -> Iterator[str]:
    return filter(None, (part.strip() for part in provenance.split(";")))


def _references(lexicon: Lexicon) -> dict[str, str]:
    """How CLDF cites each part of the lexicon's provenances; codes for no source are left out."""
    found: dict[str, str] = {}
    for part in (part for form in lexicon.forms for part in _parts(form.provenance)):
        try:
            (citation,) = cited(part)
        except KinError:  # somebody's own words
            found[part] = _own_key(part)
            continue
        if citation.code not in NO_SOURCE:
            found[part] = part
    return found


def _own_key(words: str) -> str:
    """A key for a source that is told in words: readable, and not the same for two of them."""
    start = re.sub(r"[^A-Za-z0-9]+", "-", words).strip("-")[:24]
    return f"{start}-{sha256(words.encode()).hexdigest()[:8]}".lstrip("-")


def _bibliography(lexicon: Lexicon) -> Iterable[Any]:
    """An entry for each source, by key; word lists that only have a spelling are among them."""
    from pycldf import Source

    cells = [cell for form in lexicon.forms for cell in (form.provenance, form.attested)]
    entries: dict[str, dict[str, str]] = {}
    for part in (part for cell in cells for part in _parts(cell)):
        try:
            (citation,) = cited(part)
        except KinError:
            entries[_own_key(part)] = {"title": part.translate(_NO_BRACES)}
            continue
        if citation.code not in NO_SOURCE:
            source = sources()[citation.code]
            where = "url" if source.address.startswith("http") else "howpublished"
            entries[source.code] = {"title": source.what, where: source.address}
    return [Source("misc", key, **entries[key]) for key in sorted(entries)]
