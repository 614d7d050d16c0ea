"""The tab Controls of the Results page: how far scorers and causes of errors are proven."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlencode

import pandas as pd
import streamlit as st

from kinlib.models.controls import ASKED, INTENDED, PROVIDER, Control, Kind
from kinlib.reasoning.scoring import LENIENT, STRICT
from kinlib.results import control_tables
from kinlib.results.control_tables import Answered
from kinlib.results.store import Store
from kinlib.terms import options
from kinlib.terms.matching import BOUNDED, BOUNDED_PAPER, FROZEN
from kinlib.ui import links
from kinlib.ui.control_words import GOLD
from kinlib.ui.text import plain

_ABOUT = (
    "Controls are rules, not models: they answer right (gold), wrong in one known way, blindly or "
    "not at all. Gold must be right everywhere; of the wrong replies of another, its intended "
    "cause should come first. They are in no average over models."
)

_LIMITS = (
    "What this does not prove: “counting” is the first cause of any single wrong number, so its "
    "share says nothing; the further cause beside it does. Controls and the cause finder read "
    "questions with the same parser, so where it misreads one, both do. A control is only asked "
    "where its rule has an answer of its own. That may still be right by luck, and the frozen "
    "matcher takes 외할머니 for 할머니. A blank reply is an outcome and has no verdict."
)


_LONGEST = 720
"""Pixels that hold any sentence on what a control does."""


@dataclass(frozen=True)
class _Family:
    """Kinds of items that the same scorers judge."""

    title: str
    kinds: tuple[Kind, ...]
    scorers: Mapping[str, str]


_FAMILIES = (
    _Family("Names, numbers and relations", ("people", "count", "relation"),
            {STRICT: "strict", LENIENT: "lenient"}),
    _Family("Messages with a kin term", ("term",),
            {FROZEN: "frozen", BOUNDED: "bounded", BOUNDED_PAPER: "paper’s terms"}),
    _Family("Letters", ("option",), {options.FIRST: "first letter", options.STATED: "stated"}),
)  # fmt: skip


def show(store: Store, scorer: str = "") -> None:
    """One table for each family of items: a row is a control and what is asked for.

    Wrong replies and causes are those of the scorer that the page's switches name.
    """
    st.markdown(plain(_ABOUT))
    found = control_tables.answered(store, scorer)
    if not found:
        st.info("No run of a control is loaded. They need no key, and take minutes.")
        st.page_link(
            links.DATA, label="Start a run of one", icon=":material/database:",
            query_params={links.SHOW: "Start a run"},
        )  # fmt: skip
        return
    _gold([one for one in found if one.control == GOLD])
    for family in _FAMILIES:
        of = [one for one in found if one.kind in family.kinds]
        if of:
            st.subheader(family.title)
            _table(family, sorted(of, key=_place))
    st.caption(plain(_LIMITS))


def _place(of: Answered) -> tuple[int, str, str]:
    known = [*INTENDED]
    key = (of.control, of.kind)
    return known.index(key) if key in known else len(known), *key


def _gold(found: Sequence[Answered]) -> None:
    """Whether gold is right, in a sentence."""
    if not found:
        st.warning(f"No run of {GOLD} is loaded: nothing here says that a right reply is right.")
        return
    amiss = [
        f"{right:,} of {of.asked:,} ({scorer}, {_asked(of.kind)})"
        for of in found
        for scorer, (right, _) in of.scored.items()
        if right < of.asked
    ]
    unjudged = [_asked(of.kind) for of in found if not of.scored]
    if amiss or unjudged:
        told = "; ".join([*amiss, *(f"no verdict where {kind} is asked for" for kind in unjudged)])
        st.warning(plain(f"Gold is not right everywhere: right are {told}."))
    else:
        total = sum(of.asked for of in found)
        st.markdown(f":green[:material/check:] Gold is right in all {total:,} replies, whoever "
                    "of our scorers judges.")  # fmt: skip


def _asked(kind: str) -> str:
    return ASKED.get(cast(Kind, kind), kind)


def _table(family: _Family, found: Sequence[Answered]) -> None:
    frame = pd.DataFrame([_row(family, of) for of in found])
    text, number = st.column_config.TextColumn, st.column_config.NumberColumn
    right = {f"Right, {word}": text(alignment="right") for word in family.scorers.values()}
    st.dataframe(
        frame.dropna(axis="columns", how="all"),
        hide_index=True,
        height="content",
        placeholder="",
        column_config={
            "Control": text(
                width=150, pinned=True, help="What it does stands at the end of its row."
            ),
            "Asked for": text(width=80),
            "Asked": number(format="localized", help="Replies of all loaded runs."),
            **right,
            "Wrong": text(alignment="right", width=90),
            "Intended cause first": text(
                help="Of the wrong replies, how many have the intended cause as their first."
            ),
            "Further cause": text(
                width=235,
                help="Of the wrong replies, how many have this cause or sign besides."
            ),
            "Elsewhere": number(
                format="localized", help="Wrong replies that have another first cause, or none."
            ),
            "Read": st.column_config.LinkColumn(
                display_text="open", width=60,
                help="On Failures: those elsewhere; all wrong ones where no cause is intended.",
            ),
            "What it does": text(width=_LONGEST),
        },
        alt=f"Controls, {family.title.lower()}",
    )  # fmt: skip
    judges = sorted({judge for of in found for judge in of.judges})
    if judges:
        st.caption(plain(f"Wrong and causes: by the verdicts of {' or '.join(judges)}."))
    if missing := _missing(family, found):
        st.caption(plain(f"Without a loaded reply: {', '.join(missing)}."))


def _missing(family: _Family, found: Sequence[Answered]) -> list[str]:
    """Controls that answer such items but have no reply here, some kinds of them or all."""
    there = {(of.control, of.kind) for of in found}
    lacking: dict[str, list[Kind]] = {}
    for name, kind in INTENDED:
        if kind in family.kinds and (name, kind) not in there:
            lacking.setdefault(name, []).append(kind)
    return [
        name.removeprefix(f"{PROVIDER}/")
        + (f" ({', '.join(map(_asked, kinds))})" if any(of == name for of, _ in there) else "")
        for name, kinds in lacking.items()
    ]


def _row(family: _Family, of: Answered) -> dict[str, object]:
    meant = INTENDED.get((of.control, cast(Kind, of.kind)))
    cause = meant.cause if meant else ""
    right = {
        f"Right, {word}": _share(*of.scored[name]) if name in of.scored else "no verdict"
        for name, word in family.scorers.items()
    }
    elsewhere = of.wrong - of.first(cause) if cause or of.control == GOLD else None
    return {
        "Control": of.control.removeprefix(f"{PROVIDER}/"),
        "Asked for": _asked(of.kind) if len(family.kinds) > 1 else None,
        "Asked": of.asked,
        **right,
        "Wrong": f"{of.wrong:,}" if of.scored else f"{of.blank:,} blank",
        "Intended cause first": _landed(of, meant),
        "Elsewhere": elsewhere,
        "Read": _failures(of, cause) if (of.wrong if elsewhere is None else elsewhere) else None,
        "Further cause": _besides(of, meant),
        "What it does": meant.does if meant else "A rule that this version does not know.",
    }


def _share(n: int, of: int) -> str:
    return f"{n:,} of {of:,}"


def _landed(of: Answered, meant: Control | None) -> str:
    if of.control == GOLD:
        return "none: must be right"
    if meant is None or not meant.cause:
        return "none intended"
    return f"{meant.cause}: {_part(of.first(meant.cause), of.wrong)}"


def _besides(of: Answered, meant: Control | None) -> str | None:
    if meant is None or not meant.also:
        return None
    return f"{meant.also}: {_part(of.holding(meant.also), of.wrong)}"


def _part(n: int, of: int) -> str:
    if n == of:
        return _share(n, of) if of else "nothing wrong"
    return f"{_share(n, of)} ({100 * n / of:.1f} %)"


def _failures(of: Answered, cause: str) -> str:
    """The wrong replies that have not this cause first, as the page's switches judge them."""
    others = of.elsewhere(cause) if cause else ()
    query = links.failures(
        source="control",
        verdict="wrong",
        run=of.runs,
        answer_type=of.answer_types,
        # Where the cause finder tells none there is nothing to filter by.
        cause=() if "" in others else others,
    )
    switches = {
        name: str(st.session_state[name])
        for name in (links.SCORER, links.MATCHER)
        if name in st.session_state
    }
    return f"failures?{urlencode({**query, **switches}, doseq=True)}"
