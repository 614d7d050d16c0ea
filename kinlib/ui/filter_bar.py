"""The filters above a table of replies, all kept in the address."""

from collections.abc import Mapping, Sequence

import streamlit as st

from kinlib.results.filters import FAILURES, KEPT, LABELS, Filter
from kinlib.terms.relations import relations
from kinlib.ui import address, links, terms_words


def filter_bar(
    choices: Mapping[str, Sequence[str]], runs: Mapping[str, str], scorer: str
) -> Filter:
    """Draw the filters and give what is chosen.

    Args:
        choices: values the replies in the store have, by field.
        runs: a name for people for each run id.
        scorer: whose verdicts count; empty: those each run came with.
    """
    # A link may name a value that is gone; Streamlit drops it silently, so it is said here.
    _say_unknown({**choices, "run": list(runs)})
    chosen: dict[str, tuple[str, ...]] = {}
    with st.container(horizontal=True, gap="small"):
        text = st.text_input(
            "Search",
            key=links.SEARCH,
            bind="query-params",
            placeholder="Words in the reply or the question",
            icon=":material/search:",
            width=360,
        )
        for field in links.FILTERS:
            options = list(runs) if field == "run" else list(choices[field])
            if field in _DEFAULTS:
                chosen[field] = _preset(field, options)
            elif field == "run":
                chosen[field] = address.multiselect(
                    "Run",
                    options,
                    format_func=runs.__getitem__,
                    key=field,
                    placeholder="All",
                    width=300,
                )
            elif len(options) < 2 and not st.query_params.get(field):
                continue  # there is nothing to choose, and nothing that a link asks for
            elif field in _WORDS:
                chosen[field] = address.multiselect(
                    LABELS[field].capitalize(),
                    options,
                    format_func=_WORDS[field],
                    key=field,
                    placeholder="All",
                    width=190,
                )
            else:
                chosen[field] = tuple(
                    st.multiselect(
                        LABELS[field].capitalize(),
                        options,
                        key=field,
                        bind="query-params",
                        placeholder="All",
                        width=170,
                    )
                )
    return Filter(**chosen, text=text or "", scorer=scorer)


def _relation(relation_id: str) -> str:
    known = relations().get(relation_id)  # a list of one's own may ask for others
    return known.phrase if known else relation_id


_WORDS = {"language": terms_words.language, "asked_for": _relation}
"""Fields whose values are codes, with the words for them."""

_DEFAULTS = {"verdict": FAILURES, "source": KEPT}


def _preset(field: str, options: Sequence[str]) -> tuple[str, ...]:
    return tuple(
        st.multiselect(
            LABELS[field].capitalize(),
            options,
            default=[value for value in _DEFAULTS[field] if value in options],
            key=field,
            bind="query-params",
            placeholder="All",
            width=280 if field == "verdict" else 270,
        )
    )


def _say_unknown(known: Mapping[str, Sequence[str]]) -> None:
    for field in links.FILTERS:
        asked = filter(None, st.query_params.get_all(field))
        unknown = [value for value in asked if value not in known[field]]
        if unknown:
            st.warning(
                f"The link asks for {LABELS[field]} {', '.join(unknown)}, which is not loaded; "
                "it is left out of the filter."
            )
