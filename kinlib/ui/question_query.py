"""The SPARQL query behind an item's key, and what it finds on the tree."""

from collections.abc import Mapping

import pyoxigraph
import streamlit as st

from kinlib.errors import KinError
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.systems import system_name
from kinlib.reasoning.answers import person_iri, sparql, store_of
from kinlib.reasoning.dataset import tree_file
from kinlib.results.question import Question
from kinlib.ui.text import plain

_FINDS = {
    "count": "It finds those who are counted",
    "oldest": "It finds those among whom the years of birth decide",
    "older": "It finds everybody who is the same kin to ego; the years of birth of the two decide",
    "reverse": "It finds everybody who is related to ego in just this way",
}


def show(question: Question, genealogy: Genealogy | None, names: Mapping[str, str]) -> None:
    """The query with a sentence, and a button that asks it."""
    with st.expander("The query behind the key (SPARQL)"):
        query = query_of(question)
        if query is None:
            st.write("The data set does not say what its key was asked with: unknown.")
            return
        finds = _FINDS.get(question.kind or "", "It finds everybody the question means")
        where = "the item's tree"
        if question.tree and question.system:
            where = tree_file(question.tree, question.system)
        st.write(plain(f"{finds}, asked of {where} with its family: and kin: statements."))
        st.code(query, language="sparql")
        if genealogy is None or not st.button("Ask the tree", key="item_ask"):
            return
        try:
            found = asked(query, genealogy, question.system or "")
        except (KinError, SyntaxError, ValueError) as error:
            st.error(plain(f"The query cannot be asked: {error}"))
            return
        people = ", ".join(names.get(person, person) for person in found)
        st.write(
            plain(f"Asked now, it finds {people}." if people else "Asked now, it finds nobody.")
        )


def query_of(question: Question) -> str | None:
    """The query for this ego's relatives; None where the data set does not tell the relation."""
    if question.relation is None or question.ego is None:
        return None
    try:
        return sparql([question.relation], question.ego)
    except (KeyError, ValueError, IndexError):  # classes that no system has
        return None


def asked(query: str, genealogy: Genealogy, system: str) -> list[str]:
    """The ids of those whom a query finds on a tree.

    Raises:
        KinError: no system is called so.
    """
    rows = store_of(
        genealogy, list(dict.fromkeys((system_name(system), "Eskimo", "Sudanese")))
    ).query(query)
    assert isinstance(rows, pyoxigraph.QuerySolutions)
    alters = {row["alter"].value for row in rows}
    return [person for person in genealogy.ids if person_iri(person) in alters]
