"""Start: what is loaded, and where to go."""

import streamlit as st

from kinlib.results import queries
from kinlib.ui import links, shell

shell.guard()

st.title("How do language models handle kinship?")
st.write(
    "This workbench holds family trees, questions about them, and what models answered: "
    "multi-hop reasoning under seven kinship systems (KinshipQA), and kin terms in Hindi, Tamil "
    "and Korean messages."
)

store = shell.store()
counts = queries.counts(store)
with st.container(horizontal=True):
    for label, name in (
        ("Genealogies", "genealogies"),
        ("People", "people"),
        ("Questions and prompts", "items"),
        ("Model replies", "replies"),
    ):
        st.metric(label, f"{counts[name]:,}", border=True)

cards = st.grid(min_column_width=290)
for page, icon, title, text in zip(
    (
        links.GENEALOGIES,
        links.QUESTIONS,
        links.FAILURES,
        links.TERMS,
        links.SCRIPTS,
        links.PROMPT,
        links.DATA,
    ),
    ("account_tree", "quiz", "rule", "translate", "text_fields", "chat", "database"),
    (
        "Browse a family",
        "Look into a question",
        "Read failed replies",
        "Look up a kin term",
        "See who writes which script",
        "Ask a model",
        "Load results, run benchmarks",
    ),
    (
        "Everyone by generation, and what ego calls each of them in seven kinship systems.",
        "Its context, key and proof on the tree; or build a data set with keys proven twice.",
        "Filter by run, hops or verdict and open one reply in full, with its prompt and key.",
        "Hindi, Tamil and Korean terms, their sources and doubts; a message tried on the matchers.",
        "Replies without the script they were asked for, by model and language, letter by letter.",
        "Up to five models side by side, scored at once; a small one needs no key and no network.",
        "Files taken in, each with a report; whole benchmarks put to a model, stopped and resumed.",
    ),
    strict=True,
):
    with cards.container(border=True, height="stretch"):
        st.page_link(page, label=f"**{title}**", icon=f":material/{icon}:")
        st.caption(text)

st.subheader("What is loaded")
datasets = queries.datasets(store)
if datasets.empty:
    st.info("No data set is loaded yet. The Data page takes files in.")
else:
    st.dataframe(
        datasets.assign(note=datasets["note"].fillna("")),
        hide_index=True,
        column_order=["name", "benchmark", "items", "note"],
        column_config={
            "name": st.column_config.TextColumn("Data set", width="medium"),
            "benchmark": st.column_config.TextColumn("Benchmark", width="small"),
            "items": st.column_config.NumberColumn("Items", format="localized", width="small"),
            "note": st.column_config.TextColumn("What its source left out", width="large"),
        },
        alt="Data sets with their number of items",
    )
