"""From a kin type to its class in one system: normalise, reduce, class, label."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, get_args

from kinlib.errors import KinError
from kinlib.kinship.kintype import EGO, EgoSex, KinType, expand, parse, phrase, rewriting
from kinlib.kinship.systems.affines import affinal
from kinlib.kinship.systems.labels import Profile, gloss, label
from kinlib.kinship.systems.path import Step, Trace, is_affinal, note
from kinlib.kinship.systems.rulesets import RULE_SETS, RuleSet
from kinlib.kinship.systems.skewing import Variant

Great = Literal["keep", "collapse"]

SYSTEMS: tuple[str, ...] = tuple(RULE_SETS)
_BY_NAME = {name.casefold(): name for name in SYSTEMS}
_UNMARKED = str.maketrans("", "", "ey")
_GREAT = re.compile(r"G[0-9]+([+-][mf])")


@dataclass(frozen=True, slots=True)
class Classification:
    """What ego calls a relative in one system, and why.

    `kin_type` is the canonical path (no age marks: they never change a class), `class_id` the class
    as the specification spells it, `term` what the class means and `label` what a reader sees in
    the profile asked for. `override` says that the label differs from English, `reclassified` that
    the class puts alter among other kin than English does. `defined` is False where the system has
    no class for the path and only describes it. `derivation` are the rules that fired, in order.
    """

    system: str
    kin_type: str
    ego: EgoSex | None
    class_id: str
    term: str
    label: str
    aliases: tuple[str, ...] = ()
    override: bool = False
    reclassified: bool = False
    defined: bool = True
    derivation: tuple[Step, ...] = ()


def classify(
    system: str,
    kin_type: KinType | str,
    ego: EgoSex,
    *,
    profile: Profile = "ethnographic",
    variant: Variant = "I",
    great: Great = "keep",
) -> Classification:
    """What `ego` ("m" or "f") calls this relative in `system`, with the derivation.

    >>> [classify(s, "FZS", "m").class_id for s in ("Hawaiian", "Dravidian", "Crow", "Omaha")]
    ['B', 'XCm', 'F', 'XS']

    `variant` is Lounsbury's type of Crow or Omaha ("I", or "III" which skews where MB is alter
    too; other systems pass it by); `great="collapse"` calls great-grandkin grandkin. KinError for
    what cannot be classed: an unknown system, a kin type that leaves a sex open (`expand` it).
    """
    name = system_name(system)
    _check("profile", profile, get_args(Profile))
    _check("variant", variant, get_args(Variant))
    _check("great", great, get_args(Great))
    kin = _of_ego(kin_type, ego)
    return _classified(name, kin.steps, ego, profile, variant, great)


def class_id(system: str, steps_text: str, ego: EgoSex, variant: Variant = "I") -> str:
    """Only the class of a path written in plain letters ("FZS"), for millions of calls.

    No checks and no derivation: letters F M B Z S D H W only (age marks are dropped), `system`
    spelled as in SYSTEMS.
    """
    return _class_id(system, steps_text, ego, variant)


def system_name(text: str) -> str:
    """The system's name as in SYSTEMS, whatever the case; KinError if there is none such."""
    try:
        return _BY_NAME[text.strip().casefold()]
    except KeyError:
        raise KinError(
            f"There is no kinship system {text!r}; choose one of {', '.join(SYSTEMS)}."
        ) from None


def undetermined(system: str, letters: str, ego: EgoSex | None, why: str) -> Classification:
    """The answer where a sex is not known: a description and no class; `why` says whose sex."""
    step = Step("unknown sex", letters, "", why)
    words = phrase(letters)
    return Classification(
        system_name(system), letters, ego, "", "", words, defined=False, derivation=(step,)
    )


@lru_cache(maxsize=65_536)
def _class_id(system: str, letters: str, ego: EgoSex, variant: Variant) -> str:
    return _class_of(RULE_SETS[system], _plain(letters, ego), ego, variant, None)


@lru_cache(maxsize=16_384)
def _plain(letters: str, ego: EgoSex) -> str:
    """The canonical path, which all systems share."""
    return _canonical("" if letters == EGO else letters.translate(_UNMARKED), ego, None)


@lru_cache(maxsize=8_192)
def _classified(
    system: str,
    steps: tuple[str, ...],
    ego: EgoSex,
    profile: Profile,
    variant: Variant,
    great: Great,
) -> Classification:
    rules, trace = RULE_SETS[system], list[Step]()
    letters = "".join(step[-1] for step in steps)
    if any(len(step) > 1 for step in steps):
        note(trace, "age marks", "".join(steps), letters, "relative age never changes a class")
    letters = _canonical(letters, ego, trace)
    found = _class_of(rules, letters, ego, variant, trace)
    if great == "collapse" and rules.collapses and (far := _GREAT.fullmatch(found)):
        why = "great-grandkin are called grandkin"
        if found != f"G2{far[1]}":
            found = note(trace, "great-grandkin", found, f"G2{far[1]}", why)
    named = label(rules.wording, found, letters, ego, profile)
    return Classification(
        system=system,
        kin_type=letters or EGO,
        ego=ego,
        class_id=found,
        # A Sudanese class is a path: SW is the son's wife there, not any daughter-in-law.
        term=phrase(letters) if found == letters and rules.complete else gloss(found),
        label=named.text,
        aliases=named.aliases,
        override=named.override,
        reclassified=named.reclassified,
        defined=not found.startswith("AFF:"),
        derivation=tuple(trace),
    )


def _canonical(letters: str, ego: EgoSex, trace: Trace) -> str:
    """S2's normal form, each rewriting noted."""
    while found := rewriting(letters, ego):
        letters = note(trace, found.rule, letters, found.apply(letters) or EGO, found.why)
        letters = "" if letters == EGO else letters
    return letters


def _class_of(rules: RuleSet, letters: str, ego: EgoSex, variant: Variant, trace: Trace) -> str:
    if not letters:
        return EGO
    reduced = rules.reduce(letters, ego, trace, variant) if rules.reduce else letters
    if rules.complete or not is_affinal(reduced):
        return rules.blood(reduced, ego, trace)
    return affinal(reduced, ego, rules.blood, trace)


def _of_ego(kin_type: KinType | str, ego: EgoSex) -> KinType:
    """The kin type, checked: ego's sex given once, every step of one sex."""
    if ego not in ("m", "f"):
        raise KinError(f"Ego's sex is {ego!r}; write m or f.")
    kin = parse(kin_type if isinstance(kin_type, str) else str(kin_type), ego)
    if kin.generic:
        some = [f"{k}".removesuffix(" ms").removesuffix(" ws") for k in expand(kin)[:4]]
        raise KinError(
            f"{kin_type} leaves a sex open; class what it stands for one by one: {', '.join(some)}."
        )
    return kin


def _check(what: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise KinError(f"{value!r} is no {what} here; choose {' or '.join(allowed)}.")
