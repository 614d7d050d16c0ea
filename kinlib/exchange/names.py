"""Name lists for simulated people, from a CSV that anyone may write.

Columns `culture`, `kind` and `name`; a kind is `man`, `woman`, `surname`, or `surname first` where
a full name begins with the surname (one kind of surname a culture). A name may be of several words
and in any script.
"""

import csv
import io
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from kinlib import settings
from kinlib.errors import KinError
from kinlib.kinship.names import NameList

_COLUMNS = ("culture", "kind", "name")
_KINDS = ("man", "woman", "surname", "surname first")


def shipped_names() -> Mapping[str, NameList]:
    """The name lists in data/names by culture."""
    return read_names(settings.shipped() / "names" / "names.csv")


def name_list(culture: str, lists: Mapping[str, NameList]) -> NameList:
    """The list of a culture, in any case; KinError if there is none."""
    found = lists.get(culture.strip().casefold())
    if found is None:
        raise KinError(
            f"There are no names for the culture {culture!r}; choose one of {', '.join(lists)}."
        )
    return found


def read_names(path: Path) -> dict[str, NameList]:
    """Name lists by culture, in the order of the file.

    KinError names the line of a row that cannot be used, and the culture that lacks names of a
    kind.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise KinError(f"{path}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise KinError(f"{path} is not UTF-8 text; save it as CSV in UTF-8.") from None
    rows = csv.DictReader(io.StringIO(text, newline=""))
    if missing := [name for name in _COLUMNS if name not in (rows.fieldnames or ())]:
        raise KinError(f"{path} has no column {missing[0]}; its first line must name it.")
    found: defaultdict[str, dict[str, dict[str, None]]] = defaultdict(
        lambda: {kind: {} for kind in _KINDS}
    )
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        culture, kind, name = (
            unicodedata.normalize("NFC", (row[column] or "").strip()) for column in _COLUMNS
        )
        if kind not in _KINDS:
            raise KinError(f"{where}: the kind is {kind!r}; write {', '.join(_KINDS)}.")
        if not culture or not name:
            raise KinError(f"{where}: the culture or the name is empty; fill it or drop the row.")
        found[culture.casefold()][kind][name] = None
    return {culture: _list(path, culture, kinds) for culture, kinds in found.items()}


def _list(path: Path, culture: str, kinds: Mapping[str, Mapping[str, None]]) -> NameList:
    first = bool(kinds["surname first"])
    if first and kinds["surname"]:
        raise KinError(f"{path}: {culture} has surnames of two kinds; keep one.")
    surnames = kinds["surname first"] if first else kinds["surname"]
    for kind, names in (("man", kinds["man"]), ("woman", kinds["woman"]), ("surname", surnames)):
        if not names:
            raise KinError(f"{path}: {culture} has no name of the kind {kind}; add some.")
    return NameList(culture, tuple(kinds["man"]), tuple(kinds["woman"]), tuple(surnames), first)
