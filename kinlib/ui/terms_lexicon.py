"""Which terms the Terms page shows: those that ship, or a list of somebody's own for this visit."""

import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from kinlib.errors import KinError
from kinlib.terms.doubts import UNREVIEWED
from kinlib.terms.lexicon import COLUMNS, Form, Lexicon, Problem, check, shipped
from kinlib.terms.lexicon_file import NEEDED
from kinlib.ui.text import plain

_OWN = "terms: own lexicon"


@dataclass(frozen=True)
class _Own:
    """A lexicon read from an uploaded file, and what is wrong in it; `digest` tells files apart.

    `beside`: its forms stand after those that ship.
    """

    lexicon: Lexicon
    beside: bool
    problems: tuple[Problem, ...]
    digest: str


def chosen() -> Lexicon:
    """The lexicon of this visit.

    Raises:
        KinError: a shipped file is missing or damaged.
    """
    own: _Own | None = st.session_state.get(_OWN)
    return own.lexicon if own and own.lexicon.forms else shipped()


def popover() -> None:
    """The button that opens a lexicon of one's own."""
    with st.popover("Your lexicon", icon=":material/upload_file:", width="content"):
        st.write("A CSV file with one form a row, of any language and script, for this visit only.")
        more = [name for name in COLUMNS if name not in NEEDED]
        st.caption(plain(f"Needed: {', '.join(NEEDED)}. Known besides: {', '.join(more)}."))
        beside = st.toggle("Beside the terms that ship", True, key="terms_beside")
        file = st.file_uploader("Lexicon (CSV)", type=["csv"], key="terms_file")
        if file is not None:
            _open(file.name, file.getvalue(), beside)
        elif _OWN in st.session_state and st.button("Use the terms that ship", key="terms_ours"):
            del st.session_state[_OWN]


def told() -> None:
    """That nobody has reviewed the terms, whose they are, and what is wrong in one's own file."""
    own: _Own | None = st.session_state.get(_OWN)
    if own is None:
        st.caption(f"{UNREVIEWED} Rebuilt from the paper's romanised Table 8, with variants.")
        return
    ships = " beside those that ship" if own.beside else ""
    added = len(own.lexicon.forms) - own.beside * len(shipped().forms)
    counted = "1 form" if added == 1 else f"{added:,} forms"
    lead = f"{own.lexicon.name}: {counted}{ships}, for this visit."
    st.caption(plain(f"{lead} Of the terms that ship: {UNREVIEWED[0].lower()}{UNREVIEWED[1:]}"))
    if own.problems:
        number = len(own.problems)
        faults = "1 fault" if number == 1 else f"{number:,} faults"
        with st.expander(
            plain(f"{own.lexicon.name}: {faults}; rows that make no sense are left out"),
            expanded=True,
        ):
            st.dataframe(
                pd.DataFrame(
                    [(problem.line, problem.reason) for problem in own.problems],
                    columns=["Line", "What is wrong"],
                ),
                hide_index=True,
                height="content" if number < 8 else 300,
                column_config={"Line": st.column_config.NumberColumn(width=60)},
                alt="What is wrong in the file, by line",
            )


def _open(name: str, data: bytes, beside: bool) -> None:
    digest = hashlib.sha256(data + bytes([beside])).hexdigest()
    own: _Own | None = st.session_state.get(_OWN)
    if own is not None and own.digest == digest:
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "lexicon.csv"
        path.write_bytes(data)
        read = _read(path, name, beside)
    if read is not None:
        st.session_state[_OWN] = _Own(Lexicon(name, read[0]), beside, read[1], digest)
        st.rerun()


def _read(
    path: Path, name: str, beside: bool
) -> tuple[tuple[Form, ...], tuple[Problem, ...]] | None:
    """Forms and problems of a file that a person knows by another name; None: it is no table."""
    try:
        return check(path, base=shipped() if beside else None)
    except KinError as error:
        st.warning(plain(str(error).replace(str(path), name)))
        return None
