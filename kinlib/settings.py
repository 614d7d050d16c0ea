"""Where things lie, and the only reader of KINLIB_* environment variables."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def home() -> Path:
    """Folder of all local state (journals, imports, database): KINLIB_HOME, else var/."""
    return Path(os.environ.get("KINLIB_HOME") or ROOT / "var").expanduser().resolve()


def shipped() -> Path:
    """Folder of what ships with the project: KINLIB_DATA, else data/."""
    return Path(os.environ.get("KINLIB_DATA") or ROOT / "data").expanduser().resolve()


def lexicon() -> Path:
    """Folder of the kin terms: that of what ships, else the project's, which is never without."""
    folder = shipped() / "lexicon"
    return folder if folder.is_dir() else ROOT / "data" / "lexicon"


def static() -> Path:
    """Folder of the fonts, which Streamlit serves as app/static/."""
    return ROOT / "static"


def journals() -> Path:
    """Folder of the append-only journals, one file a run."""
    return home() / "journals"


def imports() -> Path:
    """Folder of what was imported, one folder a source file."""
    return home() / "imports"


def database() -> Path:
    """The DuckDB file: an index that `python -m kinlib rebuild` makes again."""
    return home() / "kinlib.duckdb"
