"""Cards of the Terms page: a relation's terms in all languages, side by side, and the search."""

from collections.abc import Container, Sequence
from dataclasses import fields

import pandas as pd
import streamlit as st

from kinlib.terms.current import disputed
from kinlib.terms.doubts import doubts
from kinlib.terms.lemmas import Lemma, lemmas
from kinlib.terms.lexicon import Form, Lexicon
from kinlib.terms.relations import cells, relations
from kinlib.terms.search import Hit, search
from kinlib.ui import address, links, terms_words
from kinlib.ui.address import changed
from kinlib.ui.text import plain

_MOST = 12
"""Relations found that are listed."""

_SIGN = ":orange[:material/contrast:] "
"""Before a doubt about a form that sources dispute."""


def show(lexicon: Lexicon) -> None:
    """The search box with what it finds, and the card of one relation: the first one found."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        text = st.text_input(
            "Find a term", key=links.WORD, bind="query-params", icon=":material/search:",
            placeholder="외할머니, periyappa, mother's sister, FeB", width=400,
            help="A native form in any encoding, a romanisation with or without its marks and "
            "hyphens, an English phrase, or a kin type.",
        )  # fmt: skip
        hits = search(lexicon, text or "")
        if changed("word looked up", text or "") and hits:
            _open(hits)
        relation = choose()
    if text:
        _found(hits, text, relation)
    card(lexicon, relation, {hit.form.form for hit in hits if hit.form})


def choose() -> str:
    """The box for the relation, which the address keeps."""
    return str(
        address.select(
            "Relation", list(relations()), key=links.RELATION, format_func=terms_words.relation,
            width=340,
        )
    )  # fmt: skip


def _open(hits: Sequence[Hit]) -> None:
    """Open the card of what was found first; a link that is just followed names its own."""
    opened = links.RELATION not in st.session_state
    asked = st.query_params.get(links.RELATION)
    if not (opened and any(hit.relation == asked for hit in hits)):
        st.query_params[links.RELATION] = hits[0].relation


def _found(hits: Sequence[Hit], text: str, opened: str) -> None:
    """Links to the cards of the other relations found, with the forms that were asked for."""
    if not hits:
        st.info(plain(f"No term, romanisation, English phrase or kin type holds “{text}”."))
        return
    by_relation: dict[str, list[Hit]] = {}
    for hit in hits:
        by_relation.setdefault(hit.relation, []).append(hit)
    by_relation.pop(opened, None)
    if not by_relation:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Also found:", width="content")
        for relation, those in list(by_relation.items())[:_MOST]:
            forms = [hit.form.form for hit in those if hit.form]
            shown = f": {', '.join(forms[:2])}{' …' if len(forms) > 2 else ''}" if forms else ""
            st.page_link(
                links.TERMS,
                label=plain(
                    f"{relations()[relation].kin_type} {relations()[relation].phrase}{shown}"
                ),
                query_params={links.RELATION: relation, links.WORD: text},
            )
    if len(by_relation) > _MOST:
        st.caption(f"{_MOST} of {len(by_relation)} other relations are shown.")


def card(lexicon: Lexicon, relation_id: str, sought: Container[str] = ()) -> None:
    """A relation's terms by language, Table 8 first; all forms with their sources below.

    Terms beyond the table are folded, unless one of them is among the forms `sought`.
    """
    relation = relations()[relation_id]
    st.subheader(f"{relation.phrase[0].upper()}{relation.phrase[1:]} ({relation.kin_type})")
    st.caption(plain(_asked(relation_id)))
    codes = terms_words.languages(lexicon)
    for start in range(0, len(codes), 3):
        those = codes[start : start + 3]
        for code, column in zip(those, st.columns(len(those), gap="medium"), strict=True):
            with column.container(border=True, height="stretch"):
                _language(lexicon, relation_id, code, sought)
    _table([form for form in lexicon.forms if form.relation == relation_id])


def _asked(relation_id: str) -> str:
    relation = relations()[relation_id]
    number = sum(cell.relation == relation_id for cell in cells("L3"))
    if not relation.tested:
        return "Not asked by the benchmark: its terms are there to be told from others."
    parts = [f"Asked in {number} cells"]
    if relation.hypernym:
        parts.append(f"“{relation.hypernym}” in prompts that leave the relation open")
    if relation.perspective:
        parts.append(f"said by the {relation.perspective}")
    return "; ".join(parts) + "."


def _language(lexicon: Lexicon, relation_id: str, code: str, sought: Container[str]) -> None:
    st.markdown(f"**{plain(terms_words.language(code))}**")
    known = lemmas(lexicon, relation_id, code)
    if not known:
        st.caption("No term is listed.")
        return
    told: set[str] = set()
    for lemma in known:
        if lemma.head.tier != "extended":
            _lemma(lemma, told)
    more = [lemma for lemma in known if lemma.head.tier == "extended"]
    if more:
        written = {form.form for lemma in more for form in (lemma.head, *lemma.variants)}
        beyond = "Table 8" if all(terms_words.ships(lemma.head) for lemma in more) else "the keys"
        with st.expander(
            f"Beyond {beyond} ({len(more)})", expanded=any(form in sought for form in written)
        ):
            for lemma in more:
                _lemma(lemma, told, small=True)


def _lemma(lemma: Lemma, told_doubts: set[str], small: bool = False) -> None:
    """A headword with its romanisation, what it supposes, doubts about it, and its variants.

    A doubt is explained once, with the first headword that has it.
    """
    head = lemma.head
    roman = f" :small[:gray[{plain(head.romanisation)}]]" if head.romanisation else ""
    st.markdown(f"{'#####' if small else '####'} {plain(head.form)}{roman}")
    regional = ["regional"] if head.type == "regional" else []
    facts = [terms_words.tier(head), f"confidence {head.confidence}", *regional]
    told = ["; ".join([*facts, *terms_words.restrictions(head)])]
    if same := terms_words.homonyms(head):
        told.append(f"Also the ordinary word for: {same}")
    doubt = _doubt(head, told_doubts)
    if head.note and (not doubt or head.tier == "extended"):
        told.append(head.note)
    if lemma.variants:
        told.append(f"Also written {', '.join(form.form for form in lemma.variants)}")
    lines = [plain(f"{line[0].upper()}{line[1:]}") for line in told]
    if doubt:
        lines.insert(1, f"{_SIGN if disputed(head) else ''}{plain(doubt)}")
    codes, meanings = terms_words.provenance(head)
    st.caption(
        "  \n".join([*lines, *([plain(f"Sources: {codes}")] if codes else [])]),
        help="  \n".join(map(plain, meanings)) or None,
    )


def _doubt(head: Form, told: set[str]) -> str:
    """What is doubted, unless a headword before has told it: of the form, or of the key beside it.

    A doubt about a key stands with terms beyond the table that it speaks of, and is not theirs.
    """
    known = doubts().get(head.contested)
    extended = head.tier == "extended"
    if not head.contested or (extended and head.contested in told):
        return ""
    if head.contested in told:
        return "The doubt above is about this key too."
    told.add(head.contested)
    own = not extended or known is None or head.form in known.keys.split("; ")
    return ("" if own else f"On the key {head.key}: ") + terms_words.doubt(known, head.contested)


def _table(forms: Sequence[Form]) -> None:
    """Everything the lexicon says of these forms."""
    with st.expander(f"All {len(forms):,} forms with their sources"):
        st.dataframe(
            pd.DataFrame([_row(form) for form in forms], columns=list(_COLUMNS)),
            hide_index=True,
            height="content" if len(forms) < 10 else 380,
            column_config=_COLUMNS,
            alt="All forms of the relation with their sources",
        )


def _row(form: Form) -> dict[str, object]:
    row = {field.name: getattr(form, field.name) for field in fields(form)}
    return row | {
        "language": terms_words.language(form.language),
        "tier": terms_words.tier(form),
        "type": terms_words.TYPES[form.type],
        "speaker": terms_words.SPEAKERS[form.speaker],
        "valid_speaker": terms_words.SPEAKERS[form.valid_speaker],
        "homonym_of": terms_words.homonyms(form),
    }


_COLUMNS = {
    "language": "Language",
    "form": "Form",
    "romanisation": "Romanised",
    "script": "Script",
    "tier": "Tier",
    "type": "Type",
    "condition": "Condition",
    "speaker": "Cell said by",
    "valid_speaker": "Right for",
    "kin_type": "Kin type",
    "lemma": "Variant of",
    "key": "Cell of Table 8",
    "homonym_of": "Also means",
    "confidence": "Confidence",
    "contested": "Doubt",
    "provenance": "Sources of the meaning",
    "attested": "Spelling found in",
    "note": "Note",
}
