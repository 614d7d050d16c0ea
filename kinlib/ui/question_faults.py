"""The Faults tab: what the lint finds in a data set, and the faulty item at a click."""

import pandas as pd
import streamlit as st

from kinlib.reasoning.lint import RULES, Report
from kinlib.results import queries, question_queries
from kinlib.results.loaded_faults import faults
from kinlib.results.store import Store
from kinlib.ui import question_filters
from kinlib.ui.text import plain


def show(store: Store) -> None:
    """A table of rules; the findings of the chosen one; the item of the chosen finding."""
    chosen = question_filters.chosen_set(store)
    genealogies = " ".join(sorted(map(str, queries.genealogies(store)["genealogy_id"])))
    found = _faults(store, chosen, question_queries.stamp(store, chosen), genealogies)
    _summary(found)
    rule = _rules(found)
    if rule is None:
        st.caption("Select a rule to see what it found.")
        return
    st.markdown(f"**{rule}** ({RULES[rule].source} in the audit of the release): "
                f"{plain(RULES[rule].sentence)}")  # fmt: skip
    findings = found.of(rule)
    if not findings:
        st.info("It finds nothing in this data set.")
        return
    table = st.dataframe(
        pd.DataFrame([{"Item": one.subject, "Evidence": one.sentence} for one in findings]),
        hide_index=True,
        height=300 if len(findings) > 7 else "content",
        column_config={"Item": st.column_config.TextColumn(width=150),
                       "Evidence": st.column_config.TextColumn(width=900)},
        on_select="rerun",
        selection_mode="single-row",
        key=f"findings-{chosen}-{rule}",
        alt="Findings of the rule; select a row to go to the item",
    )  # fmt: skip
    rows = table["selection"]["rows"]
    if not rows:
        st.caption("Select a row to read its evidence in full and to open the item.")
        return
    finding = findings[rows[0]]
    st.write(plain(finding.sentence))
    st.button(
        f"Open {plain(finding.subject)}", icon=":material/quiz:", key="open_faulty",
        on_click=question_filters.open_set,
        args=(chosen, finding.subject, f"{rule}: {finding.sentence}"),
    )  # fmt: skip


@st.cache_data(max_entries=10, show_spinner="Checking the data set")
def _faults(_store: Store, dataset_id: str, stamp: str, genealogies: str) -> Report:
    # Everything its answer depends on is in the key: the items, and which trees are loaded.
    return faults(_store, dataset_id)


def _summary(found: Report) -> None:
    firing = [count for count in found.counts if count.found]
    of_substance = [count for count in firing if RULES[count.rule].substance]
    if of_substance:
        st.warning(
            f"{len(of_substance)} rules of substance find something: a key, a label or whether an "
            "item can be answered at all is wrong there."
        )
    else:
        asked = [count for count in found.counts if RULES[count.rule].substance]
        checked = sum(bool(count.checked) for count in asked)
        say = st.success if 2 * checked > len(asked) else st.info
        say(
            f"No rule of substance finds anything: {checked} of {len(asked)} had something to "
            "check."
        )
    unchecked = [count.rule for count in found.counts if count.checked is None]
    if unchecked:
        with st.expander(f"{len(unchecked)} rules are not checked"):
            st.caption(
                "The items lack what they need: contexts, or the trees that they are about (load "
                f"these on the Data page): {', '.join(unchecked)}."
            )


def _rules(found: Report) -> str | None:
    """The table of rules that had something to check; the chosen one."""
    counts = [count for count in found.counts if count.checked]
    counts.sort(key=lambda c: (not c.found, not RULES[c.rule].substance))
    rows = [
        {
            "Rule": count.rule,
            "Of substance": RULES[count.rule].substance,
            "Found": count.found,
            "Items checked": count.checked,
            "Share, %": None if count.share is None else 100 * count.share,
            "What is wrong": RULES[count.rule].sentence,
            "Audit of the release": RULES[count.rule].source,
            "Note": count.note,
        }
        for count in counts
    ]
    number = st.column_config.NumberColumn
    chosen = st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        height=420,
        column_config={
            "Rule": st.column_config.TextColumn(width=190),
            "Of substance": st.column_config.CheckboxColumn(width=95),
            "Found": number(format="localized", width=65),
            "Items checked": number(format="localized", width=110),
            "Share, %": number(format="%.1f", width=70),
            "What is wrong": st.column_config.TextColumn(width=430),
        },
        on_select="rerun",
        selection_mode="single-row",
        key="lint_rules",
        alt="Rules with what they found; select one to see its findings",
    )
    picked = chosen["selection"]["rows"]
    return counts[picked[0]].rule if picked else None
