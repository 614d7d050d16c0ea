"""The small tables that ship beside the lexicon, read alike."""

import csv
from collections.abc import Sequence
from pathlib import Path

from kinlib.errors import KinError


def rows(path: Path, columns: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
    """Rows of a shipped CSV file, each with the place to name it by ("FILE, line 7").

    Raises:
        KinError: the file cannot be read, or its columns are not these.
    """
    found = []
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            if list(reader.fieldnames or ()) != list(columns):
                raise KinError(f"{path} needs the columns {', '.join(columns)}, in this order.")
            for row in reader:
                where = f"{path}, line {reader.line_num}"
                if None in row or None in row.values():
                    raise KinError(f"{where} has not as many cells as the first line.")
                found.append((where, row))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise KinError(f"{path} cannot be read ({error}); get it from the project again.") from None
    return found
