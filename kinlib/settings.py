"""Where things lie, and the only reader of KINLIB_* environment variables."""

import functools
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def home() -> Path:
    """Folder of all local state (journals, imports, database): KINLIB_HOME, else var/."""
    return Path(os.environ.get("KINLIB_HOME") or ROOT / "var").expanduser().resolve()


def shipped() -> Path:
    """Folder of what ships with the project: KINLIB_DATA, else data/."""
    return _resolved(os.environ.get("KINLIB_DATA") or str(ROOT / "data"))


def lexicon() -> Path:
    """Folder of the kin terms: that of what ships, else the project's, which is never without."""
    return _lexicon(shipped())


def published() -> Path:
    """Folder of the figures that papers print: that of what ships, else the project's."""
    folder = shipped() / "published"
    return folder if folder.is_dir() else ROOT / "data" / "published"


# The lexicon is asked for with every reply that is matched.
@functools.lru_cache(maxsize=8)
def _resolved(folder: str) -> Path:
    return Path(folder).expanduser().resolve()


@functools.lru_cache(maxsize=8)
def _lexicon(data: Path) -> Path:
    folder = data / "lexicon"
    return folder if folder.is_dir() else ROOT / "data" / "lexicon"


def static() -> Path:
    """Folder of the fonts, which Streamlit serves as app/static/."""
    return ROOT / "static"


def journals() -> Path:
    """Folder of the append-only journals, one file a run."""
    return home() / "journals"


def allowance() -> Path:
    """Folder of what visitors have asked of models, one file a day; used under a cap only."""
    return home() / "allowance"


def max_calls() -> str:
    """The host's cap on calls as it is set, such as "20/visit, 500/day"; empty: none."""
    return os.environ.get("KINLIB_MAX_CALLS", "")


def max_cost() -> str:
    """The host's cap on money as it is set, such as "0.50/visit, 5/day"; empty: none."""
    return os.environ.get("KINLIB_MAX_COST", "")


def imports() -> Path:
    """Folder of what was imported, one folder a source file."""
    return home() / "imports"


def database() -> Path:
    """The DuckDB file: an index that `python -m kinlib rebuild` makes again."""
    return home() / "kinlib.duckdb"
