"""Taking files in on the Data page, with a report of every row."""

import json
from collections.abc import Sequence

import pandas as pd
import streamlit as st

from kinlib import settings
from kinlib.results import imports, queries
from kinlib.results.formats.detect import ENDINGS
from kinlib.results.formats.source import Source
from kinlib.results.store import Store

_REPORTS = "import_reports"


def upload(store: Store) -> None:
    """Upload box, button, and the report of the last import."""
    st.subheader("Import files")
    st.write(
        "Question files (JSONL), results with replies (JSON, JSONL), published tables (JSON, "
        "CSV), prompt lists (JSONL) and family trees (Turtle, GEDCOM). A file is recognised by "
        "what it holds; the same file is never taken in twice. A lexicon of kin terms is opened on "
        "the Terms page instead (Your lexicon)."
    )
    whole = st.segmented_control(
        "What", ["Files", "A folder"], default="Files", required=True, key="upload_kind"
    )
    files = st.file_uploader(
        "Files to import",
        type=[ending.lstrip(".") for ending in ENDINGS],
        accept_multiple_files="directory" if whole == "A folder" else True,
        key="upload",
    )
    dataset = st.text_input(
        "Name of the data set",
        key="upload_dataset",
        placeholder="Left empty, the folder or file names it",
        help="Two splits of one benchmark repeat each other's ids; a name keeps them apart.",
    )
    if st.button(
        f"Import {len(files)} {'file' if len(files) == 1 else 'files'}" if files else "Import",
        type="primary",
        disabled=not files,
        key="import",
    ):
        done = []
        with st.spinner("Importing"):
            known = imports.Known(settings.imports())
            for file in files:
                source = Source(file.name.replace("\\", "/"), file.getvalue(), dataset or None)
                done.append(imports.import_source(source, settings.imports(), known))
            store.refresh()
        st.session_state[_REPORTS] = done
    if last := st.session_state.get(_REPORTS):
        _report_table(last, "Report of this import")
    st.caption("The same from a terminal, for files of any size:")
    st.code("python -m kinlib import PATH", language=None)


def loaded(datasets: pd.DataFrame, genealogies: pd.DataFrame) -> None:
    """Data sets and genealogies in the store."""
    st.subheader("What is there")
    if datasets.empty and genealogies.empty:
        st.info("Nothing is loaded yet. Import files above.")
    if not datasets.empty:
        st.dataframe(
            datasets.assign(note=datasets["note"].fillna("")),
            hide_index=True,
            column_order=["name", "benchmark", "items", "cut_contexts", "note"],
            column_config={
                "name": "Data set",
                "benchmark": "Benchmark",
                "items": st.column_config.NumberColumn("Items", format="localized"),
                "cut_contexts": st.column_config.NumberColumn(
                    "Contexts cut by the source", format="localized"
                ),
                "note": st.column_config.TextColumn("What its source left out", width="large"),
            },
            alt="Data sets",
        )
    if not genealogies.empty:
        st.dataframe(
            genealogies.assign(
                shipped=genealogies["origin"].str.startswith("data/"),
                system=genealogies["system"].fillna("not stated"),
            ),
            hide_index=True,
            column_order=["name", "system", "people", "shipped"],
            column_config={
                "name": "Genealogy",
                "system": "System",
                "people": st.column_config.NumberColumn("People", format="localized"),
                "shipped": st.column_config.CheckboxColumn("Ships with the workbench"),
            },
            alt="Genealogies",
        )


def reports() -> None:
    """Reports of all imports kept in KINLIB_HOME."""
    done = [imports.read_report(folder) for folder in imports.folders(settings.imports())]
    if done:
        with st.expander(f"Reports of all {len(done)} imported files"):
            _report_table(done, "Reports of all imports")


def maintenance(store: Store, troubles: pd.DataFrame) -> None:
    """Lines that could not be used, and the button that makes the database again."""
    if not troubles.empty:
        st.warning("Some lines of journals or shipped files could not be used.")
        lines = [
            {"File": row.origin, "Line": line, "Reason": reason}
            for row in troubles.itertuples()
            for line, reason in json.loads(str(row.problems))
        ]
        st.dataframe(pd.DataFrame(lines), hide_index=True, alt="Lines that could not be used")
    with st.expander("Where things lie"):
        st.text(f"Local state (KINLIB_HOME): {settings.home()}")
        st.write(
            "Replies are kept in journals, imports as Parquet; the database is only an index "
            "over them and can be made again at any time."
        )
        if st.button("Rebuild the database", key="rebuild"):
            store.rebuild()
            counts = queries.counts(store)
            # A toast: a message in the expander would be hidden when that closes.
            st.toast(
                "Rebuilt: "
                + ", ".join(f"{number:,} {name}" for name, number in counts.items())
                + ".",
                duration="long",
            )


def _report_table(done: Sequence[imports.Report], alt: str) -> None:
    frame = pd.DataFrame(
        [
            {
                "File": report.name,
                "Format": report.format or "not read",
                "Read": report.read,
                "Stored": report.stored,
                "Already there": report.already,
                "Refused": report.refused,
            }
            for report in done
        ]
    )
    taken = sum(report.note is None for report in done)
    st.markdown(f"**{alt}: {taken} of {len(done)} files taken in**")
    st.dataframe(frame, hide_index=True, alt=alt)
    for report in done:
        for said in filter(None, (report.note, report.remark)):
            st.text(said)
    refused = [
        {"File": report.name, "Line": problem.line, "Reason": problem.reason}
        for report in done
        for problem in report.problems
    ]
    if refused:
        st.markdown("**Refused rows**")
        st.dataframe(
            pd.DataFrame(refused).astype({"Line": "Int64"}), hide_index=True, alt="Refused rows"
        )
