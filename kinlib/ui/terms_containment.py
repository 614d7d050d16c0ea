"""The tab Containment of the Terms page: forms inside other words, and the replies it touches."""

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd
import streamlit as st

from kinlib.figures.containment_map import MOST, Passing, containment_map
from kinlib.results import term_flips
from kinlib.results.rows import identifier
from kinlib.results.store import Store
from kinlib.terms.containment import Containment, contained, shared
from kinlib.terms.current import disputed, said_by
from kinlib.terms.hazards import Hazard, hazards
from kinlib.terms.lexicon import TIERS, Lexicon, Tier, accepted
from kinlib.terms.matching import BOUNDED, FROZEN, PAPER
from kinlib.terms.relations import relations
from kinlib.ui import address, links, terms_replies, terms_words

_FORMS: Mapping[str, Sequence[Tier]] = {"of the frozen matcher": PAPER, "all": TIERS}

Through = Mapping[tuple[str, str, str], int]
"""Replies by language, relation and form that the frozen matcher passes and the bounded one not."""


def show(lexicon: Lexicon, store: Store) -> None:
    """Containments of one language or all, with their effect in words; touched replies below."""
    st.write("Where a matcher of bare substrings goes wrong: shorter terms inside other words.")
    codes = terms_words.languages(lexicon)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        wanted = address.multiselect(
            "Languages", codes, key=links.TONGUE, format_func=terms_words.language,
            placeholder="All", width=330,
        )  # fmt: skip
        which = st.segmented_control(
            "Accepted forms", list(_FORMS), default="of the frozen matcher", required=True,
            key=links.FORMS, bind="query-params", persist_state="session",
            help="The frozen matcher accepts Table 8 with its variants; all are the terms beyond "
            "the table too.",
        )  # fmt: skip
    tiers = _FORMS[str(which)]
    through = _through(store)
    shown = wanted or codes
    found = [one for code in shown for one in contained(lexicon, code, tiers)]
    _map(lexicon, found, shown)
    _inside_terms(lexicon, store, found, through)
    _inside_words(lexicon, store, shown, tiers, through)
    _same(lexicon, shown, tiers)
    terms_replies.flips(store)


def _through(store: Store) -> Through | None:
    if not term_flips.tally(store, FROZEN, BOUNDED).replies:
        return None
    frame = term_flips.through_forms(store, FROZEN, BOUNDED)
    return {
        (str(row.language), str(row.relation), str(row.form)): int(row.replies)  # type: ignore[arg-type]
        for row in frame.itertuples()
    }


def effect(found: Containment, frozen: bool = True) -> str:
    """What a containment does, in a sentence; `frozen`: the frozen matcher accepts the short form.

    Of several pairs of forms the first one is named.
    """
    passes = "passes" if frozen else "would pass"
    return f"An answer with {found.pairs[0][1]} {passes} for {terms_words.phrase(*found.passes)}"


def _holds(found: Containment) -> list[str]:
    """Each short form with the long ones that hold it."""
    longs: dict[str, list[str]] = {}
    for short, long in found.pairs:
        longs.setdefault(short, []).append(long)
    return [f"{short} in {', '.join(those)}" for short, those in longs.items()]


def _map(lexicon: Lexicon, found: Sequence[Containment], codes: Sequence[str]) -> None:
    """Arrows from the relation whose term is said to the one for which it passes."""
    st.subheader("Inside terms of other relations")
    if not found:
        st.caption("No accepted form sits inside one of another relation.")
        return
    passings: dict[tuple[str, str, str], Passing] = {}
    for one in found:
        told = effect(one, frozen=_frozen(lexicon, one))
        kin = relations()[one.answers.relation].kin_type, relations()[one.passes.relation].kin_type
        passings.setdefault(
            (one.language, *kin),
            Passing(
                *kin,
                one.pairs[0][0],
                told,
                codes.index(one.language),
                terms_words.language(one.language),
            ),
        )
    st.plotly_chart(
        containment_map(list(passings.values()), dark=st.context.theme.type == "dark"),
        key="containment_map",
        config={"displayModeBar": False},
    )
    number = min(len(passings), MOST)
    st.caption(
        "An arrow runs from the relative whose term is said to the one for whom it passes, since "
        "it holds the form on the arrow."
        + (f" {number} of {len(passings)} are drawn; choose a language." * (number < len(passings)))
    )


def _inside_terms(
    lexicon: Lexicon, store: Store, found: Sequence[Containment], through: Through | None
) -> None:
    if not found:
        return
    rows = [
        {
            "Language": terms_words.language(one.language),
            "Effect": effect(one, frozen=_frozen(lexicon, one)),
            "Right for": terms_words.phrase(*one.answers),
            "Forms": "; ".join(_holds(one)),
            **_replies(through, one.language, [one.passes.relation], one.shorts),
        }
        for one in found
    ]
    ids = [(one.language, *one.passes, *one.answers) for one in found]
    row = _choose(pd.DataFrame(rows), "inside terms", ids, "Forms inside terms of other relations")
    if row is not None:
        one = found[row]
        terms_replies.touched(
            store, one.language, [one.passes.relation], one.shorts, f"{effect(one)}."
        )


def _frozen(lexicon: Lexicon, found: Containment) -> bool:
    """Whether the frozen matcher accepts the form that the sentence is about."""
    short = found.pairs[0][0]
    rows = accepted(lexicon, found.passes.relation, found.language, tiers=PAPER)
    return any(form.form == short for form in rows)


def _inside_words(
    lexicon: Lexicon,
    store: Store,
    codes: Sequence[str],
    tiers: Sequence[Tier],
    through: Through | None,
) -> None:
    st.subheader("Inside common words")
    relations_of = _relations_of(lexicon, tiers)
    groups: dict[tuple[str, str], list[Hazard]] = {}
    for hazard in hazards():
        key = (hazard.language, hazard.form)
        if hazard.kind == "inside" and hazard.language in codes and key in relations_of:
            groups.setdefault(key, []).append(hazard)
    if not groups:
        st.caption("None is listed.")
        return
    keys = list(groups)
    rows = [
        {
            "Language": terms_words.language(code),
            "Holds": form,
            "Passes for": ", ".join(terms_words.phrase(one) for one in relations_of[code, form]),
            "Words such as": "; ".join(f"{h.word} ({h.gloss})" for h in groups[code, form]),
            "Words": groups[code, form][0].words,
            "Per million": groups[code, form][0].per_million,
            **_replies(through, code, relations_of[code, form], [form]),
        }
        for code, form in keys
    ]
    row = _choose(pd.DataFrame(rows), "inside words", keys, "Forms inside common words")
    st.caption(
        "Words: how many the word lists hold; per million: how often they stand in running text "
        "together. Korean counts are a floor. A reply counts where the frozen matcher passed it "
        "through this form and the bounded one did not, whatever word it stood in."
    )
    if row is not None:
        code, form = keys[row]
        words = ", ".join(hazard.word for hazard in groups[code, form])
        terms_replies.touched(
            store, code, relations_of[code, form], [form], f"{form} stands in {words}."
        )


def _same(lexicon: Lexicon, codes: Sequence[str], tiers: Sequence[Tier]) -> None:
    """What no matcher can tell apart."""
    alike = [(code, form, those) for code in codes
             for form, those in shared(lexicon, code, tiers).items()]  # fmt: skip
    with st.expander(f"Forms that several relations accept ({len(alike)})"):
        st.caption(
            "A matcher that sees the form alone cannot tell these relations apart. Of some the "
            "language has one word for all; of some another speaker says it of each, as மருமகள்; "
            "of some sources dispute that it is said of all of them."
        )
        st.dataframe(
            pd.DataFrame(
                [
                    {
                        "Language": terms_words.language(code),
                        "Form": form,
                        "Relations": ", ".join(terms_words.phrase(one) for one in those),
                        **_apart(lexicon, code, form),
                    }
                    for code, form, those in alike
                ]
            ),
            hide_index=True,
            alt="Forms that several relations accept",
        )
    relations_of = _relations_of(lexicon, tiers)
    others = [
        hazard
        for hazard in hazards()
        if hazard.kind == "same" and (hazard.language, hazard.form) in relations_of
        and hazard.language in codes
    ]  # fmt: skip
    with st.expander(f"The same word in another sense ({len(others)})"):
        st.caption("As a whole word, so that word borders do not help; only the sense would.")
        st.dataframe(
            pd.DataFrame(
                [
                    {
                        "Language": terms_words.language(one.language),
                        "Form": one.form,
                        "Said": one.word,
                        "Means": one.gloss,
                    }
                    for one in others
                ]
            ),
            hide_index=True,
            alt="Terms that are words of another sense",
        )


def _apart(lexicon: Lexicon, code: str, form: str) -> dict[str, str]:
    """For whom only one sex says a form, and for whom sources dispute it."""
    rows = [one for one in lexicon.forms if (one.language, one.form) == (code, form)]
    said = [
        f"{terms_words.phrase(one.relation)}: by {terms_words.WHO[said_by(one)]}"
        for one in rows
        if said_by(one) != "any" and not relations()[one.relation].perspective
    ]
    disputes = [terms_words.phrase(one.relation) for one in rows if disputed(one)]
    return {"Said": "; ".join(said), "Disputed for": ", ".join(disputes)}


def _relations_of(
    lexicon: Lexicon, tiers: Sequence[Tier]
) -> Mapping[tuple[str, str], tuple[str, ...]]:
    found: dict[tuple[str, str], dict[str, None]] = {}
    for form in lexicon.forms:
        if form.tier in tiers:
            found.setdefault((form.language, form.form), {})[form.relation] = None
    return {key: tuple(those) for key, those in found.items()}


def _replies(
    through: Through | None, code: str, relations: Iterable[str], forms: Iterable[str]
) -> dict[str, int]:
    """The cell that counts the replies touched; none where no replies are loaded."""
    if through is None:
        return {}
    known = list(forms)
    return {
        "Replies": sum(through.get((code, one, form), 0) for one in relations for form in known)
    }


def _choose(frame: pd.DataFrame, key: str, ids: Sequence[object], alt: str) -> int | None:
    """The table; gives the row selected."""
    text = st.column_config.TextColumn
    chosen = st.dataframe(
        frame,
        hide_index=True,
        height="content" if len(frame) < 9 else 340,
        column_config={
            "Language": text(width=70),
            "Effect": text("Under the frozen matcher", width=420),
            "Right for": text("Though it is right for", width=200),
            "Forms": text(width=330),
            "Holds": text("Form", width=100),
            "Passes for": text(width=200),
            "Words such as": text(width=380),
            "Words": st.column_config.NumberColumn(width=60),
            "Per million": st.column_config.NumberColumn(format="%.1f", width=85),
            "Replies": st.column_config.NumberColumn(width=65, format="localized"),
        },
        on_select="rerun",
        selection_mode="single-row",
        # The key holds what the rows are, so that a selection never points at other rows.
        key=f"{key}-{identifier(list(ids))}",
        alt=f"{alt}; select a row to read the replies it touches",
    )
    rows = chosen["selection"]["rows"]
    return rows[0] if rows else None
