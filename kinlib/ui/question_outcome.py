"""What a new data set holds, and what can be answered in it without its questions."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from kinlib.ui.question_words import CATEGORIES
from kinlib.ui.text import plain


def counts(
    told: Mapping[str, Any], cells: Mapping[tuple[int, int], int], short: Sequence[str],
    seconds: float,
) -> None:  # fmt: skip
    """Numbers of the manifest, items by category and hops, and what the supply did not give."""
    with st.container(horizontal=True):
        st.metric("Items", f"{told['items']:,}", border=True)
        st.metric(
            "Distinct", f"{told['distinct']:,}", border=True,
            help="They differ in question, facts or key.",
        )  # fmt: skip
        st.metric(
            "Overrides", f"{told['overrides']:,}", border=True,
            help="The system calls everybody asked for otherwise than English does.",
        )  # fmt: skip
        st.metric("Trees", f"{len(told['trees']):,}", border=True)
    st.caption(f"Made in {seconds:.1f} seconds, seed {told['recipe']['seed']}.")
    hops = sorted({depth for _, depth in cells})
    rows: list[list[Any]] = []
    for category in sorted({category for category, _ in cells}):
        numbers = [cells.get((category, depth), 0) for depth in hops]
        rows.append([CATEGORIES[str(category)], *numbers, sum(numbers)])
    rows.append(["all", *(sum(row[place] for row in rows) for place in range(1, len(hops) + 2))])
    columns = ["Category", *(f"{depth} hop{'s' * (depth > 1)}" for depth in hops), "All"]
    number = st.column_config.NumberColumn(format="localized")
    st.dataframe(
        pd.DataFrame(rows, columns=columns), hide_index=True, height="content", width="content",
        column_config=dict.fromkeys(columns[1:], number), alt="Items by category and hops",
    )  # fmt: skip
    if short:
        with st.expander(f"What the supply of distinct questions could not give ({len(short)})"):
            st.markdown("\n".join(f"- {plain(text)}" for text in short))
            st.caption("No question is asked twice: more trees or fewer items a system help.")
    refused = {system: why for system, why in told["refused"].items() if why}
    if refused:
        total = sum(sum(why.values()) for why in refused.values())
        with st.expander(f"Questions refused as unsure ({total:,})"):
            st.markdown(
                "\n".join(
                    f"- {plain(system)}: "
                    + plain("; ".join(f"{number:,} × {reason}" for reason, number in why.items()))
                    for system, why in refused.items()
                )
            )
            st.caption(
                "Lines of blood differ: the answer would depend on which of several lines one "
                "follows. Derivations differ: SPARQL and the second derivation disagree."
            )


def baselines(found: Mapping[str, Any]) -> None:
    """What solvers get by category and hops, each with its counts."""
    st.markdown("**What is solved without reading the question**")
    rows = [_row("all", found["all"])]
    rows += [_row(CATEGORIES[str(c["value"])], c) for c in found["by category"]]
    rows += [_row(f"{c['value']} hop{'s' * (c['value'] > 1)}", c) for c in found["by n_hops"]]
    st.dataframe(
        pd.DataFrame(rows), hide_index=True, height="content",
        column_config={
            "Of": st.column_config.TextColumn(width=170),
            "Items": st.column_config.NumberColumn(format="localized", width=60),
        },
        alt="Baselines by category and hops",
    )  # fmt: skip
    best = found["all"]["question-blind"]
    if best and (rate := found["all"]["solvers"].get(best)):
        say = st.warning if 2 * rate["correct"] > rate["n"] else st.caption
        say(
            f"Without reading a question, the solver “{best}” is right in {_share(rate)}. What "
            "models get above that is reasoning; what they get below it may be none."
        )
    with st.expander("What the solvers do"):
        st.markdown("\n".join(f"- **{name}**: {text}" for name, text in _SOLVERS.items()))


_SOLVERS = {
    "farthest": "everyone as far as can be, by facts, from the person mentioned first",
    "last": "the person mentioned last",
    "random": "anybody mentioned",
    "majority": "of counts and relations, the one most frequent in other trees",
    "learned": "what a model learned about the shape of contexts, on other trees",
    "last hop": "everyone whom a fact calls by the last word of the path, whosever relative",
    "English default": "what the word means in English; cultural questions only",
    "chance": "a guess among those whom the question names, or the most frequent count; over the "
    "items where there is such a choice",
}
"""The first five see the context and the form of the answer, and no question."""


def _row(name: str, cell: Mapping[str, Any]) -> dict[str, Any]:
    best, solvers = cell["question-blind"], cell["solvers"]
    chance = cell["chance"]
    guessed = f"{100 * chance:.1f} % (over {cell['with chance']:,})" if chance is not None else None
    return {
        "Of": name,
        "Items": cell["n"],
        "Best blind solver": best or "none",
        "It solves": _share(solvers.get(best)) or "unknown",
        "Last hop": _share(solvers["last hop"]) or "not asked",
        "English default": _share(solvers["English default"]) or "not asked",
        "Chance": guessed or "no choice offered",
    }


def _share(rate: Mapping[str, int] | None) -> str | None:
    """Right of asked, in per cent and as counts."""
    if not rate:
        return None
    return f"{100 * rate['correct'] / rate['n']:.1f} % ({rate['correct']:,} of {rate['n']:,})"
