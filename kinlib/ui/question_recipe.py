"""What a new data set is made from: the form, checked, and the same as a command."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st

from kinlib.errors import KinError
from kinlib.exchange.names import shipped_names
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.names import NameList
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.collection import PAPER_TREES
from kinlib.reasoning.dataset import FEW_TREES, PAPER_HOPS, Recipe
from kinlib.reasoning.making import Manner
from kinlib.reasoning.questions import MOST_HOPS
from kinlib.results import queries
from kinlib.results.store import Store
from kinlib.ui import genealogy_view
from kinlib.ui.question_words import LEVELS, RENAMED, WAYS
from kinlib.ui.text import plain

MOST_ITEMS = 20_000
"""Items that a page makes at once; the terminal makes more."""

MOST_PEOPLE = 150
"""People of a loaded family that a page asks about; pairs of kin grow faster than people."""

_MOST_TREES = 60
_MOST_YEARS = 100
_SIMULATED = ""
_PROFILES = {
    "paper": "The margins of the KinshipQA paper's Table 3: 3,134 items in all seven systems, over "
    "as many trees as they need.",
    "full": "Every kind of question at every depth, as evenly as the trees can give.",
}
_NAMINGS = {
    "": "Systems and terms have their real names.",
    "system": "Cultural questions call the system by a made-up name.",
    "term": "Cultural questions use made-up kin terms.",
    "both": "Cultural questions use a made-up system's name and made-up kin terms.",
}
_KEEP: dict[str, Any] = {"persist_state": "session"}


@dataclass(frozen=True)
class Order:
    """What the form holds: a recipe with the family and the names it is made over."""

    recipe: Recipe
    names: NameList
    genealogy: Genealogy | None
    baselines: bool

    @property
    def items(self) -> int:
        """How many items it asks for."""
        cells = (self.recipe.cells(system).values() for system in self.recipe.systems)
        return sum(wanted or 0 for some in cells for wanted in some)

    def obstacle(self) -> str | None:
        """Why a page does not make this, in a sentence; None: it does."""
        by_hand = "the terminal makes it, with the command below."
        if self.items > MOST_ITEMS:
            return f"These are {self.items:,} items; a page makes up to {MOST_ITEMS:,}: {by_hand}"
        if self.genealogy is not None and len(self.genealogy) > MOST_PEOPLE:
            return (
                f"{self.genealogy.name} has {len(self.genealogy):,} people; a page asks about "
                f"families of up to {MOST_PEOPLE}: {by_hand}"
            )
        return None

    def takes(self) -> str:
        """How many items, and about how long they take on a machine of two cores."""
        r, wide = self.recipe, self.recipe.manner.level != "minimal"
        trees = len(r.systems) * (3 if r.profile == "paper" else r.trees)
        making = 1 + trees * 0.05 + self.items * (0.004 if wide else 0.0008)
        said = f"{self.items:,} items, made in about {_seconds(making)}"
        if not self.baselines:
            return f"{said}; the baselines are not scored."
        # With few trees the solvers learn from a data set of their own.
        scoring = (1 if trees >= FEW_TREES else 3) + self.items * (0.017 if wide else 0.006)
        return f"{said}; scoring the baselines takes about {_seconds(scoring)} more."

    def command(self) -> str:
        """The same from a terminal."""
        r, manner = self.recipe, self.recipe.manner
        words = ["python -m kinlib questions FOLDER", f"--profile {r.profile}"]
        if r.systems != tuple(SYSTEMS):
            words += [f"--system {system}" for system in r.systems]
        words += [f"--seed {r.seed}", f"--level {manner.level}"]
        if r.profile == "full":
            words += [f"--hops {r.most}", f"--items {r.items}"]
            if self.genealogy is None:
                words += [f"--trees {r.trees}", f"--years {r.years}"]
        way = WAYS[-1] if manner.paraphrase is None else WAYS[manner.paraphrase]
        words += [f"--paraphrase {way}"] if way != WAYS[0] else []
        words += ["--rule"] if manner.rule else []
        words += [f"--renamed {manner.renamed}"] if manner.renamed else []
        if self.genealogy is None:
            words.append(f"--names {shlex.quote(self.names.culture)}")
        else:
            words.append("--genealogy FILE")
        words += [] if self.baselines else ["--no-baselines"]
        return " ".join(words)


def form(store: Store) -> Order | None:
    """Everything a data set depends on; None, with a sentence, where it cannot be."""
    try:
        lists = shipped_names()
    except KinError as error:
        st.error(plain(str(error)))
        return None
    left, right = st.columns(2, gap="large")
    with left:
        profile = _choice("Profile", _PROFILES, key="build_profile")
        systems = st.multiselect(
            "Kinship systems",
            SYSTEMS,
            default=list(SYSTEMS),
            key="build_systems",
            wrap=True,
            **_KEEP,
        )
        genealogy, culture = _source(store, lists)
        most, items, trees, years = PAPER_HOPS, None, 1, PAPER_TREES.years
        if profile == "full":
            most, items, trees, years = _amounts(simulated=genealogy is None)
        seed = st.number_input(
            "Seed", 0, 2**31 - 1, 1, key="build_seed", help="Chooses trees, items, order and "
            "wording; the same settings make the same bytes.", **_KEEP,
        )  # fmt: skip
    with right:
        level = st.radio(
            "What contexts tell", list(LEVELS), captions=list(LEVELS.values()), key="build_level",
            format_func=str.capitalize, **_KEEP,
        )  # fmt: skip
        manner = _manner(str(level))
    if not systems:
        st.warning("Choose at least one kinship system.")
        return None
    recipe = Recipe(
        cast(Any, profile),
        tuple(systems),
        int(seed),
        manner,
        int(most),
        items,
        trees,
        years,
    )
    baselines = st.toggle(
        "Score the baselines", value=True, key="build_baselines",
        help="What solvers get that do not read the question, or little of it: what a data set "
        "measures is only what lies above them.", **_KEEP,
    )  # fmt: skip
    try:
        return Order(recipe.checked(), lists[culture], genealogy, baselines)
    except KinError as error:
        st.error(plain(str(error)))
        return None


def _source(store: Store, lists: Mapping[str, NameList]) -> tuple[Genealogy | None, str]:
    """The family asked about, None for simulated ones, and the culture of names in these."""
    known = queries.genealogies(store)
    named = {
        str(row["genealogy_id"]): f"{row['name']} ({row['people']:,} people)"
        for row in known.to_dict("records")
    }
    chosen = st.selectbox(
        "Families", [_SIMULATED, *named], key="build_source",
        format_func=lambda key: named.get(key, "Simulated, by each system's own marriage rules"),
        **_KEEP,
    )  # fmt: skip
    culture = next(iter(lists))
    if chosen == _SIMULATED:
        culture = st.selectbox(
            "Names in them", list(lists), key="build_names", format_func=str.capitalize, **_KEEP
        )
        return None, culture
    return genealogy_view.load(store, known, str(chosen)), culture


def _amounts(*, simulated: bool) -> tuple[int, int, int, int]:
    """Hops, items a system, trees a system and their years, of the profile full."""
    one, two = st.columns(2)
    most = one.number_input(
        "Most hops", 1, MOST_HOPS, PAPER_HOPS, key="build_hops",
        help="The longest canonical kin type that is asked about.", **_KEEP,
    )  # fmt: skip
    items = two.number_input(
        "Items a system", 1, 1_000_000, 200, 50, key="build_items", **_KEEP
    )  # fmt: skip
    trees, years = 1, PAPER_TREES.years
    if simulated:
        one, two = st.columns(2)
        trees = one.number_input(
            "Most trees a system", 1, _MOST_TREES, 3, key="build_trees", **_KEEP
        )
        years = two.number_input(
            "Years of a tree", 10, _MOST_YEARS, years, 10, key="build_years",
            help="Kin of 5 and 6 hops take about 100 years.", **_KEEP,
        )  # fmt: skip
    return int(most), int(items), int(trees), int(years)


def _manner(level: str) -> Manner:
    way = st.segmented_control(
        "Way to ask", WAYS, default=WAYS[0], required=True, key="build_way",
        help="Every kind of question is worded in three ways; mixed takes one by chance.", **_KEEP,
    )  # fmt: skip
    renamed = _choice("Made-up names", _NAMINGS, key="build_renamed", words=RENAMED)
    rule = st.toggle(
        "Contexts state the system's rule", key="build_rule",
        help="Those of cultural questions; the others have no rule to state.", **_KEEP,
    )  # fmt: skip
    paraphrase = None if way == WAYS[-1] else WAYS.index(str(way))
    return Manner(cast(Any, level), paraphrase, rule, cast(Any, renamed))


def _choice(
    label: str, told: Mapping[str, str], *, key: str, words: Mapping[str, str] | None = None
) -> str:
    """One of a few, with the sentence that explains it."""
    chosen = str(
        st.segmented_control(
            label, list(told), default=next(iter(told)), required=True, key=key,
            format_func=lambda one: ((words or {}).get(one, one) or "no").capitalize(), **_KEEP,
        )
    )  # fmt: skip
    st.caption(told[chosen])
    return chosen


def _seconds(number: float) -> str:
    rounded = max(1, round(number)) if number < 10 else 5 * round(number / 5)
    return f"{rounded} second{'' if rounded == 1 else 's'}"
