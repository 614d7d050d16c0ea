"""The house plan of the code: which room may use which, and what each room may know."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# From the ground up. A room uses lower floors and itself; rooms on one floor are strangers.
FLOORS = [
    {"stats", "exact", "errors", "settings", "words", "score"},
    {"kinship"},
    {"exchange"},
    {"reasoning", "terms"},
    {"results"},
    {"audit", "models"},
    {"report", "figures"},
    {"commands"},
    {"ui", "cli", "mcp"},
    {"__main__", "app", "pages"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
# Foreign packages that only one room knows.
KEPT = {"streamlit": {"ui", "pages", "app"}, "litellm": {"models"}, "duckdb": {"results"}}
SQL = re.compile(r"\b(select\b.+\bfrom|insert\s+into|delete\s+from|update\b.+\bset)\b", re.I | re.S)

PAGES = sorted((ROOT / "pages").glob("*.py"))
MODULES = [*sorted((ROOT / "kinlib").rglob("*.py")), *PAGES, *ROOT.glob("app.py")]


def dotted(path):
    """A file's module name: kinlib/kinship/layout.py -> kinlib.kinship.layout."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room(module):
    """The room a module lies in, or None for the bare package kinlib."""
    parts = module.split(".")
    return parts[0] if parts[0] != "kinlib" else parts[1] if len(parts) > 1 else None


def imports(path):
    """All modules a file imports, at any depth, as absolute names with their lines."""
    package = dotted(path).split(".")
    if path.name != "__init__.py":
        package = package[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            # `from kinlib import settings` imports a module, not a name.
            whole = base in {"kinlib", "pages"}
            names = [f"{base}.{alias.name}" for alias in node.names] if whole else [base]
            yield from ((name, node.lineno) for name in names)


def faults(path):
    """What a file imports against the plan, as file:line messages."""
    here = room(dotted(path))
    for name, line in imports(path):
        top, where = name.split(".")[0], f"{path.relative_to(ROOT)}:{line}"
        if top in KEPT and here not in KEPT[top]:
            yield f"{where} imports {top}, which only {sorted(KEPT[top])} may know"
        there = room(name) if top in {"kinlib", "pages", "app"} else None
        if there is None or there == here or there.startswith("__version"):
            continue
        if there not in FLOOR:
            yield f"{where} imports {name}, a room the plan does not know"
        elif here is None or FLOOR[there] >= FLOOR.get(here, -1):
            yield f"{where}: {here or 'kinlib'} may not use {there}"


def test_every_room_is_in_the_plan():
    rooms = {room(dotted(path)) for path in MODULES} - {None}
    assert rooms <= FLOOR.keys(), f"give {rooms - FLOOR.keys()} a place in FLOORS and in design.md"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_run_downward(path):
    assert not list(faults(path)), "\n".join(faults(path))


@pytest.mark.parametrize(
    ("file", "source", "fault"),
    [
        ("kinlib/kinship/a.py", "from kinlib.results import store", "may not use results"),
        ("kinlib/kinship/a.py", "def f():\n    import kinlib.exchange.rdf", "may not use exchange"),
        ("kinlib/kinship/systems/a.py", "from ...ui import tree", "may not use ui"),
        ("kinlib/terms/a.py", "from ..reasoning import scoring", "may not use reasoning"),
        ("kinlib/cli.py", "from kinlib import ui", "may not use ui"),
        ("kinlib/results/__init__.py", "from ..models import runs", "may not use models"),
        ("kinlib/figures/a.py", "import streamlit as st", "only"),
        ("kinlib/ui/a.py", "import litellm.utils", "only"),
        ("pages/a.py", "import duckdb", "only"),
        ("kinlib/ui/a.py", "from kinlib.attic import x", "does not know"),
        ("kinlib/kinship/systems/a.py", "from ..genealogy import Person", None),
        ("kinlib/ui/a.py", "import streamlit\nfrom kinlib.results.store import Store", None),
        ("pages/a.py", "from kinlib.ui import shell", None),
    ],
)
def test_the_check_sees_every_way_to_import(tmp_path, monkeypatch, file, source, fault):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source)
    found = "\n".join(faults(path))
    assert fault in found if fault else not found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_pages_are_short_and_hold_no_sql(path):
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= 120
    texts = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    assert not [text for text in texts if isinstance(text, str) and SQL.search(text)]


def test_the_door_is_small():
    assert len((ROOT / "app.py").read_text(encoding="utf-8").splitlines()) < 10


def test_all_but_ui_load_neither_streamlit_nor_litellm():
    names = [dotted(path) for path in MODULES if path.is_relative_to(ROOT / "kinlib")]
    names = [name for name in names if room(name) not in {"ui", "__main__"}]
    code = (
        "import importlib, sys\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
        "print(*sorted({'streamlit', 'litellm'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not done.stdout.strip()
