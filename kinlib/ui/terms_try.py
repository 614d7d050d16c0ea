"""The tab Try it of the Terms page: a message, and what both matchers make of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st
from unicodedata2 import name, normalize

from kinlib.figures.highlight import raw_text
from kinlib.figures.marked import Kind, Mark, key, marked
from kinlib.terms import matching, screen
from kinlib.terms.current import said_by
from kinlib.terms.lexicon import TIERS, Lexicon
from kinlib.terms.matching import Evidence, Match
from kinlib.terms.normalising import normalised
from kinlib.terms.relations import relations
from kinlib.terms.scripts import full_name
from kinlib.ui import address, links, terms_cards, terms_words
from kinlib.ui.text import plain

_MOST = 20_000
"""Characters of a message; the terminal reads longer ones."""

_POINTS = 2_000
"""Code points in the table of them."""


@dataclass(frozen=True)
class _Example:
    """A message of ours, and what it shows."""

    shows: str
    language: str
    relation: str
    text: str


_EXAMPLES = (
    _Example(
        "the maternal word passes for the paternal one", "ko", "father_mother",
        "외할머니, 생신 축하드려요! 늘 건강하세요.",
    ),
    _Example(
        "a vocative ending hides the key", "ta", "brother_daughter",
        "அன்புள்ள மருமகளே, பிறந்தநாள் வாழ்த்துகள்!",
    ),
    _Example(
        "a verb holds the key", "hi", "father_elder_brother",
        "क्या बताऊँ, आपके बिना शादी अधूरी लगेगी। ज़रूर आइए।",
    ),
    _Example(
        "decomposed letters", "ko", "mother_brother",
        str(normalize("NFD", "외삼촌, 제 결혼식에 꼭 와 주세요!")),
    ),
)  # fmt: skip


LEGEND: Sequence[tuple[Kind, str]] = (
    ("accepted", "accepted, as a word"),
    ("other", "term of another relation, or the relation's of another speaker"),
    ("literal", "mere substring: passes the frozen matcher"),
)
"""What the marks in a message mean."""


def show(lexicon: Lexicon) -> None:
    """The message with language, relation and speaker; verdicts, marked evidence, what it is."""
    _examples()
    text = st.text_area(
        "Message", key=links.MESSAGE, bind="query-params", persist_state="session", height=110,
        max_chars=_MOST, placeholder="A birthday wish or a wedding invitation",
    )  # fmt: skip
    with st.container(horizontal=True, vertical_alignment="bottom"):
        code = str(
            address.select(
                "Language", terms_words.languages(lexicon), key=links.WRITTEN,
                format_func=terms_words.language, width=150,
            )
        )  # fmt: skip
        relation = terms_cards.choose()
        speaker = _speaker(relation)
    if not (text or "").strip():
        st.info("Write or paste a message, or take an example.")
        return
    _verdicts(lexicon, str(text), code, relation, speaker)
    _evidence(lexicon, str(text), code, relation, speaker)
    _surface(lexicon, str(text), code, relation, speaker)
    _characters(str(text))


def _examples() -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.caption("Examples:", width="content")
        for example in _EXAMPLES:
            st.button(
                f"{terms_words.language(example.language)}: {example.shows}",
                key=f"example {example.shows}", type="tertiary", on_click=_take, args=(example,),
            )  # fmt: skip


def _take(example: _Example) -> None:
    """Fill the form; a callback, since a drawn widget keeps its value."""
    st.session_state[links.MESSAGE] = example.text
    st.session_state[links.WRITTEN] = example.language
    st.session_state[links.RELATION] = example.relation
    st.session_state[links.ASKED_BY] = "any"


def _speaker(relation: str) -> str:
    """Who speaks, where the relation does not say it itself."""
    perspective = relations()[relation].perspective
    options = [perspective] if perspective else ["any", "male", "female"]
    return str(
        address.select(
            "Speaker", options, key=links.ASKED_BY, format_func=terms_words.SPEAKERS.__getitem__,
            width=150,
        )
    )  # fmt: skip


def _verdicts(lexicon: Lexicon, text: str, code: str, relation: str, speaker: str) -> None:
    """Each matcher's verdict, and through which forms."""
    asked = (text, code, relation, speaker)
    by = {
        "Frozen, as the paper: composite keys": matching.frozen(*asked, lexicon=lexicon),
        "Frozen, keys split by speaker": matching.frozen(
            *asked, split_by_speaker=True, lexicon=lexicon
        ),
        "Bounded, keys alone": matching.bounded(*asked, tiers=TIERS[:1], lexicon=lexicon),
        "Bounded, with variants": matching.bounded(*asked, tiers=matching.PAPER, lexicon=lexicon),
        "Bounded, all terms": matching.bounded(*asked, lexicon=lexicon),
    }
    st.dataframe(
        pd.DataFrame(
            [
                {
                    "Matcher": matcher,
                    "Verdict": "right" if match.correct else "wrong",
                    "Through": _forms(match.evidence),
                    "Other terms": _forms(match.others),
                }
                for matcher, match in by.items()
            ]
        ),
        hide_index=True,
        height="content",
        column_config={
            "Matcher": st.column_config.TextColumn(width=270),
            "Verdict": st.column_config.TextColumn(width=70),
        },
        alt="Verdict of each matcher",
    )


def _forms(found: Sequence[Evidence]) -> str:
    return ", ".join(dict.fromkeys(one.form for one in found))


def _evidence(lexicon: Lexicon, text: str, code: str, relation: str, speaker: str) -> None:
    """The message with its evidence marked, and the same as a table."""
    ours = matching.bounded(text, code, relation, speaker, lexicon=lexicon)
    theirs = matching.frozen(text, code, relation, speaker, lexicon=lexicon)
    for one in _other_sex(ours, relation, speaker):
        st.caption(plain(one))
    rows = found(ours, theirs, relation)
    st.html(marked(text, [mark for mark, _ in rows]))
    st.html(key(LEGEND))
    if not rows:
        st.caption("No inventory term stands in the message.")
        return
    st.dataframe(
        pd.DataFrame(
            [
                {
                    "Form": evidence.form,
                    "There": text[evidence.start : evidence.end],
                    "From": evidence.start,
                    "To": evidence.end,
                    "How": mark.told,
                    "Term of": ", ".join(_said(evidence)),
                    "Tier": ", ".join(
                        dict.fromkeys(terms_words.tier(one) for one in evidence.entries)
                    ),
                }
                for mark, evidence in rows
            ]
        ),
        hide_index=True,
        height="content",
        column_config={
            "From": st.column_config.NumberColumn(width=60, help="In code points, from 0."),
            "To": st.column_config.NumberColumn(width=60, help="The first one after it."),
        },
        alt="Evidence with its place in the message",
    )


def _other_sex(ours: Match, relation: str, speaker: str) -> list[str]:
    """A sentence for each accepted form of which the lexicon says that the other sex says it."""
    if speaker not in ("male", "female"):
        return []
    said = {
        (one.form, said_by(entry))
        for one in ours.evidence
        for entry in one.entries
        if entry.relation == relation and said_by(entry) not in ("any", speaker)
    }
    return [
        f"The lexicon has {form} as said by {terms_words.WHO[who]}; this cell is not split by "
        "speaker, so it counts."
        for form, who in sorted(said)
    ]


def found(ours: Match, theirs: Match, relation: str = "") -> list[tuple[Mark, Evidence]]:
    """Marks with what they stand for: the bounded matcher's terms, and mere substrings.

    A substring that the bounded matcher has as a word is not told twice. Of the terms that are not
    accepted those of the asked `relation` itself are told from those of others.
    """
    words = {(one.start, one.end) for one in (*ours.evidence, *ours.others)}
    rows: list[tuple[Evidence, Kind, str]] = [
        *((one, "accepted", "accepted") for one in ours.evidence),
        *((one, "other", _whose(one, relation)) for one in ours.others),
        *(
            (one, "literal", "substring, passes the frozen matcher")
            for one in theirs.evidence
            if not any(start == one.start and end >= one.end for start, end in words)
        ),
    ]
    rows.sort(key=lambda row: (row[0].start, -row[0].end))
    return [
        (Mark(one.start, one.end, kind, _label(one, kind), told), one) for one, kind, told in rows
    ]


def _whose(evidence: Evidence, relation: str) -> str:
    if any(entry.relation == relation for entry in evidence.entries):
        return "the relation's term, another speaker's"
    return "term of another relation"


def _label(evidence: Evidence, kind: Kind) -> str:
    kin_types = dict.fromkeys(relations()[one.relation].kin_type for one in evidence.entries)
    return f"{'holds ' if kind == 'literal' else ''}{' '.join(kin_types)}"


def _said(evidence: Evidence) -> list[str]:
    return list(dict.fromkeys(terms_words.phrase(one.relation) for one in evidence.entries))


def _surface(lexicon: Lexicon, text: str, code: str, relation: str, speaker: str) -> None:
    """What can be seen of the message without a judge: scripts, category of a failure, signs."""
    seen = screen.surface(text, code, relation, speaker, lexicon=lexicon)
    right = matching.bounded(text, code, relation, speaker, lexicon=lexicon).correct
    letters = (
        ", ".join(f"{full_name(script)} {count:,}" for script, count in seen.shares.items())
        or "none"
    )
    fields = [
        (
            "Category of the failure",
            "none: right by the bounded matcher with all terms" if right else screen.category(seen),
        ),
        ("Requested script", seen.script),
        ("Letters by script", letters),
        ("Terms of other relations", ", ".join(map(terms_words.phrase, seen.others)) or "none"),
        ("Signs", ", ".join(seen.signs) or "none"),
    ]
    st.markdown("**Surface**")
    st.dataframe(
        pd.DataFrame(fields, columns=["What", "Seen"]),
        hide_index=True,
        height="content",
        column_config={"What": st.column_config.TextColumn("", width=200)},
        alt="Surface of the message",
    )


def _characters(text: str) -> None:
    """The message as it is compared, and code point by code point."""
    with st.expander("As compared, and its code points"):
        compared = normalised(text).text
        st.markdown("**As the bounded matcher compares it**")
        st.html(raw_text(compared))
        which = st.segmented_control(
            "Code points of", ["the message", "what is compared"], default="the message",
            required=True, key=links.POINTS, bind="query-params",
        )  # fmt: skip
        shown = text if which == "the message" else compared
        st.dataframe(
            pd.DataFrame(
                [
                    {"Place": at, "Character": c, "Code point": f"U+{ord(c):04X}",
                     "Name": name(c, "no name")}
                    for at, c in enumerate(shown[:_POINTS])
                ]
            ),
            hide_index=True,
            height=320,
            alt="Code points",
        )  # fmt: skip
        if len(shown) > _POINTS:
            st.caption(f"The first {_POINTS:,} of {len(shown):,}.")
