"""Families from elsewhere: made by simulation, or opened from a file."""

from dataclasses import dataclass, fields
from datetime import date
from pathlib import PurePosixPath
from typing import Any, cast

import pandas as pd
import streamlit as st

from kinlib import settings
from kinlib.errors import KinError
from kinlib.exchange import files
from kinlib.exchange.names import name_list, shipped_names
from kinlib.exchange.privacy import living
from kinlib.kinship.demography import plan
from kinlib.kinship.marriage import options, rule
from kinlib.kinship.parameters import SIMULATED, Parameters
from kinlib.kinship.simulate import GENERATION, simulate
from kinlib.kinship.systems import SYSTEMS, Profile
from kinlib.results import imports
from kinlib.results.formats.source import Source
from kinlib.results.formats.turtle import genealogy_id
from kinlib.results.store import Store
from kinlib.ui import address, links
from kinlib.ui.text import plain

MOST = 20_000
"""People that a page may ask for; the terminal makes more."""

_OPENED = "tree: opened"
_DEFAULT: dict[str, Any] = {one.name: one.default for one in fields(Parameters)}
_RULES = {
    "": "usual",
    "fbd": "father's brother's daughter preferred",
    "ezd": "with elder sister's daughter",
    "grandmothers": "grandmothers' clans too",
}


def buttons(store: Store) -> None:
    """Buttons that open the dialogs, and what the last file opened had to say."""
    if st.button("Generate", icon=":material/casino:", key="generate_open"):
        _generate(store)
    if st.button("Open a file", icon=":material/upload_file:", key="file_open"):
        _open_file(store)


def told(genealogy_id: str) -> None:
    """What is to be minded in the file opened last, while its family is shown."""
    key, opened = st.session_state.get(_OPENED, ("", None))
    if opened is None or key != genealogy_id:
        return
    if opened.warning:
        st.warning(plain(opened.warning), icon=":material/visibility_off:")
    with st.expander(plain(f"{opened.name}: {opened.people:,} people read; {opened.counted()}")):
        rows = [{"Line": line, "What": what} for line, what in opened.rows]
        if rows:
            st.dataframe(
                pd.DataFrame(rows).astype({"Line": "Int64"}), hide_index=True,
                alt="What was skipped or mended in the file",
            )  # fmt: skip


@dataclass(frozen=True)
class _Opened:
    """What a file held: `rows` tell what was mended, with its line, and what was skipped."""

    name: str
    people: int
    warning: str
    rows: tuple[tuple[int | None, str], ...]

    def counted(self) -> str:
        """How much there is to be told."""
        kinds = len(self.rows)
        if not kinds:
            return "nothing skipped"
        return f"{kinds:,} {'remark' if kinds == 1 else 'remarks'} on what was mended or skipped"


@st.dialog("Generate a family", width="medium")
def _generate(store: Store) -> None:
    form(store)


def form(store: Store) -> None:
    """All parameters of a simulation; the button keeps the family made and opens it."""
    st.caption(
        "People marry by the rules of a kinship system, on every line of descent, and bear "
        "children, die, part and marry again. The same settings give the same people."
    )
    progress_place = st.empty()  # above the fold, wherever the form is scrolled to
    given = _parameters()
    try:
        lists = shipped_names()
    except KinError as error:
        st.error(plain(str(error)))
        return
    culture = st.selectbox("Names", list(lists), key="generate_names", format_func=str.capitalize)
    if not st.button("Generate", type="primary", key="generate"):
        return
    bar = progress_place.progress(0.0, "Years pass")

    def progress(share: float) -> None:
        bar.progress(share, f"Years pass: {share:.0%}")

    try:
        genealogy = simulate(given, name_list(culture, lists), progress, most=MOST + MOST // 10)
        key, _ = imports.keep_genealogy(genealogy, settings.imports())
    except KinError as error:
        st.error(plain(str(error)))
        return
    store.refresh()
    _show(key)


def _parameters() -> Parameters:
    """The settings of the dialog, usual ones first."""
    left, right = st.columns(2)
    system = left.selectbox("Kinship system", SYSTEMS, key="generate_system")
    profiles = ["ethnographic", "paper"]
    profile = right.selectbox(
        "Marriage rules", profiles, key="generate_profile",
        help="As ethnography has them, or as the KinshipQA paper states them.",
    )  # fmt: skip
    known = options(system, cast(Profile, profile))
    option = ""
    if len(known) > 1:
        option = st.selectbox(
            "Variant of the rule", known, key="generate_option", format_func=lambda o: _RULES[o]
        )
    st.caption(rule(system, cast(Profile, profile), option).sentence)
    left, right = st.columns(2)
    founders = left.number_input(
        "Founders", 2, 2_000, _DEFAULT["founders"], 2, key="generate_founders",
        help="An even number: they come as couples.",
    )  # fmt: skip
    seed = right.number_input(
        "Seed", 0, 2**31 - 1, 1, key="generate_seed", help="Another seed, other people."
    )
    left, right = st.columns(2, vertical_alignment="bottom")
    by_years = left.segmented_control(
        "Length", ["Years", "Generations"], default="Years", required=True, key="generate_span"
    )
    generations = None
    years = 50
    if by_years == "Years":
        years = int(right.number_input("Years", 0, 1_000, 50, 10, key="generate_years"))
    else:
        generations = int(right.number_input("Generations", 1, 30, 4, key="generate_generations"))
    span = years if generations is None else generations * GENERATION
    usual = round(plan(int(founders), span)[-1]) if span else int(founders)
    left, right = st.columns(2)
    people = left.number_input(
        "People wanted", int(founders), MOST, None, key="generate_people",
        placeholder=f"about {usual:,}",
        help="Births are steered to it.",
    )  # fmt: skip
    start = right.number_input("First year", -4_000, 3_000, 1900, key="generate_start")
    rest = _rest()
    return Parameters(
        system, seed=int(seed), profile=cast(Profile, profile), option=option,
        founders=int(founders), start=int(start), years=years, generations=generations,
        people=None if people is None else int(people), **rest,
    )  # fmt: skip


def _rest() -> dict[str, Any]:
    """Settings that few change."""
    with st.expander("Lives and marriages"):
        left, right = st.columns(2)
        ages = left.slider(
            "Ages at marriage", 14, 40, _DEFAULT["marriage_ages"], key="generate_ages"
        )
        gap = right.slider("Husband older by at most", 0, 40, _DEFAULT["age_gap"],
                           key="generate_gap")  # fmt: skip
        left, right = st.columns(2, vertical_alignment="center")
        steered = left.toggle(
            "Steer births to the people wanted", value=True, key="generate_steered",
            help="Off: births follow fertility alone, and a family may die out or explode.",
        )  # fmt: skip
        fertility = right.slider(
            "Fertility: births a year, at most" if steered else "Fertility: births a year",
            0.0, 1.0, _DEFAULT["fertility"] if steered else 0.2, 0.05,
            key=f"generate_fertility_{steered}",
        )  # fmt: skip
        left, right = st.columns(2)
        mortality = left.slider("Mortality: all risks, times", 0.0, 4.0, 1.0, 0.1,
                                key="generate_mortality")  # fmt: skip
        unmarried = right.slider("Unmarried: share who never look", 0.0, 1.0, _DEFAULT["unmarried"],
                                 0.02, key="generate_unmarried")  # fmt: skip
        left, right = st.columns(2)
        divorce = left.slider("Divorce: share of unions", 0.0, 1.0, _DEFAULT["divorce"], 0.05,
                               key="generate_divorce")  # fmt: skip
        remarriage = right.slider(
            "Remarriage: share of widowed, divorced", 0.0, 1.0, _DEFAULT["remarriage"], 0.05,
            key="generate_remarriage",
        )  # fmt: skip
        left, right = st.columns(2)
        newcomers = left.slider(
            "Newcomers: share who marry outside", 0.0, 1.0, _DEFAULT["newcomers"], 0.05,
            key="generate_newcomers",
            help="At 0 nobody comes in from outside, and a small family may die out.",
        )  # fmt: skip
        strong = right.slider(
            "Endogamy: weight of preferred kin", 0.0, 10.0, 1.0, 0.5, key="generate_endogamy",
            help="1: as the rule has it. Where a system prefers no kin, above 1 any kin who may "
            "marry are preferred.",
        )  # fmt: skip
        namesakes = st.toggle("Two may share a full name", key="generate_namesakes")
    return {
        "marriage_ages": ages, "age_gap": gap, "steered": steered, "fertility": fertility,
        "mortality": mortality, "unmarried": unmarried, "divorce": divorce,
        "remarriage": remarriage, "newcomers": newcomers, "namesakes": namesakes,
        "endogamy": None if strong == 1.0 else strong,
    }  # fmt: skip


@st.dialog("Open a family tree", width="medium")
def _open_file(store: Store) -> None:
    readable = [one for one in files.FORMATS if one.read is not None]
    st.caption(
        "; ".join(f"{one.name} ({', '.join(one.endings)}): {one.sentence}" for one in readable)
        + ". The file is read here and goes nowhere else."
    )
    endings = [ending.lstrip(".") for one in readable for ending in one.endings]
    file = st.file_uploader("File", type=endings, key="file_upload")
    if file is None:
        return
    try:
        key, opened = _taken(file.name, file.getvalue())
    except KinError as error:
        st.error(plain(str(error)))
        return
    store.refresh()
    st.session_state[_OPENED] = (key, opened)
    _show(key)


def _taken(name: str, data: bytes) -> tuple[str, _Opened]:
    """The id of the family in a file, kept like every import, and what is to be said of it."""
    reading = files.read_bytes(data, name)
    if PurePosixPath(name).suffix.lower() in (".zip", ".csv"):
        key, _ = imports.keep_genealogy(reading.genealogy, settings.imports(), "tables")
    else:
        source = Source(name, data)
        report = imports.import_source(source, settings.imports())
        if report.note:
            raise KinError(report.note)
        key = genealogy_id(source)
    genealogy, warning = reading.genealogy, ""
    if not genealogy.note.startswith(SIMULATED):
        may_live = len(living(genealogy, date.today().year))
        if may_live:
            warning = (
                f"{may_live:,} of {len(genealogy):,} people may be living (no death, not known to "
                "be born 100 years ago): Export hides them unless you choose otherwise."
            )
    rows = [(problem.line, problem.reason) for problem in reading.problems]
    rows += [(None, f"skipped: {line}") for line in reading.skipped]
    return key, _Opened(name, len(genealogy), warning, tuple(rows))


def _show(genealogy_id: str) -> None:
    """Open a family on the page and close the dialog."""
    address.forget(*links.OF_ONE_FAMILY, links.TREE, links.SYSTEM)
    st.query_params[links.TREE] = genealogy_id
    st.rerun()
