"""What a class is called: its gloss, its label in either profile, and what counts as an override.

Ids never depend on labels (S11). The profile `ethnographic` follows the literature, `paper` the
KinshipQA paper. Primary members (lineal kin, own siblings, spouses) have plain names; any other
member of such a class is "classificatory".
"""

import re
from dataclasses import dataclass
from typing import Literal

from kinlib.kinship.kintype import ACROSS, SEX, EgoSex, phrase
from kinlib.kinship.systems.english import cousin, english, grandkin, great, nephew, side_of
from kinlib.kinship.systems.path import is_affinal, is_collateral, is_lineal

Profile = Literal["ethnographic", "paper"]

_KIN = {c: phrase(c) for c in "FMBZSDHW"}
_GLOSSES = {
    **_KIN,
    **{"EGO": "ego", "MB": "mother's brother", "FZ": "father's sister"},
    **{"XCm": "male cross-cousin", "XCf": "female cross-cousin"},
    **{"XS": "cross-nephew", "XD": "cross-niece", "BIL": "brother-in-law"},
    **{"SIL": "sister-in-law", "EF": "father-in-law", "EM": "mother-in-law"},
    **{"DH": "son-in-law", "SW": "daughter-in-law"},
    **{"MBW": "mother's brother's wife", "FZH": "father's sister's husband"},
}
# What the class says of its members in plain English terms, for `reclassified`.
_CATEGORIES = {
    **{"MB": "uncle", "FZ": "aunt", "XCm": "cousin", "XCf": "cousin", "XS": "nephew"},
    **{"XD": "niece"},
}
_GRANDKIN = re.compile(r"G([0-9]+)([+-])([mf])")
_DEGREE = re.compile(r"(UNCLE|AUNT|NEPHEW|NIECE)([0-9]*)")
_COUSIN = re.compile(r"COUSIN([0-9]+)R([0-9]+)")


@dataclass(frozen=True, slots=True)
class Wording:
    """How one system's labels differ from what is common to all."""

    english: Literal["never", "always", "near"] = "never"  # near: the paper's; else described
    paper_sibling: str | None = "classificatory sibling"  # siblings' class, not own siblings
    sibling_aliases: tuple[str, ...] = ()
    uncle: str = "cross-uncle"  # MB class, paper
    own_uncle: str | None = None  # mother's brother himself, ethnographic; None: as `uncle`
    uncle_aliases: tuple[str, ...] = ()
    aunt: str = "cross-aunt"
    potential_spouse: bool = False  # cross-cousins are named as those one marries


@dataclass(frozen=True, slots=True)
class Label:
    """What ego's reader sees, other names that are as good, and the two flags of S11."""

    text: str
    aliases: tuple[str, ...] = ()
    override: bool = False
    reclassified: bool = False


def gloss(class_id: str) -> str:
    """What the class means: "father", "mother's brother", "great-grandson", "second cousin"."""
    if known := _GLOSSES.get(class_id):
        return known
    if found := _GRANDKIN.fullmatch(class_id):
        level = int(found[1]) * (1 if found[2] == "+" else -1)
        return grandkin(level, found[3] == "m")
    if found := _DEGREE.fullmatch(class_id):
        name = great if found[1] in ("UNCLE", "AUNT") else nephew
        return name(int(found[2] or 1), found[1] in ("UNCLE", "NEPHEW"))
    if found := _COUSIN.fullmatch(class_id):
        return cousin(int(found[1]), int(found[2]))
    return phrase(class_id.removeprefix("AFF:"))


def label(
    wording: Wording, class_id: str, letters: str, ego: EgoSex, profile: Profile = "ethnographic"
) -> Label:
    """Label of the canonical path `letters`, of class `class_id`, in this system's wording."""
    if not letters or class_id.startswith("AFF:"):
        return Label(phrase(letters))
    if wording.english == "always":
        return Label(_eskimo(class_id, letters))
    if wording.english == "near":
        return Label(_sudanese(letters, profile))
    text, aliases = _text(wording, class_id, letters, ego, profile)
    override = is_collateral(letters) and not is_affinal(letters)
    moved = override and _CATEGORIES.get(class_id, gloss(class_id)) != english(letters, sided=False)
    return Label(text, tuple(a for a in aliases if a != text), override, moved)


def _eskimo(class_id: str, letters: str) -> str:
    if not is_affinal(letters):
        return english(letters)
    married_in = " (by marriage)" if _DEGREE.fullmatch(class_id) else ""
    return gloss(class_id) + married_in


def _sudanese(letters: str, profile: Profile) -> str:
    if is_affinal(letters):
        return phrase(letters)
    # lineal kin, siblings, and parents' siblings (one step up, one across)
    near = is_lineal(letters) or len(letters) == 1
    near = near or (len(letters) == 2 and letters[1] in ACROSS)
    return english(letters) if near or profile == "paper" else phrase(letters)


def _text(
    wording: Wording, class_id: str, letters: str, ego: EgoSex, profile: Profile
) -> tuple[str, tuple[str, ...]]:
    """Label and aliases in a system that merges."""
    paper = profile == "paper"
    sex = SEX[letters[-1]]
    if class_id == "MB":
        if wording.own_uncle is None:
            return wording.uncle, wording.uncle_aliases
        own = wording.own_uncle if letters == "MB" else f"classificatory {wording.own_uncle}"
        return (wording.uncle if paper else own), wording.uncle_aliases
    if class_id == "FZ":
        return wording.aunt, ()
    if class_id in ("XCm", "XCf"):
        return "cross-cousin" + _potential(wording, sex, ego, paper), ()
    if is_lineal(letters) or len(letters) == 1:
        grandparent = class_id[0] == "G" and class_id[-2] == "+"
        return (side_of(letters) if paper and grandparent else "") + gloss(class_id), ()
    if class_id in ("B", "Z"):
        if is_affinal(letters):
            return f"classificatory {gloss(class_id)}", ()
        if paper and wording.paper_sibling:
            return wording.paper_sibling, ()
        return f"classificatory {gloss(class_id)}", wording.sibling_aliases
    merged = class_id in _KIN or _GRANDKIN.fullmatch(class_id)
    return ("classificatory " if merged else "") + gloss(class_id), ()


def _potential(wording: Wording, sex: str, ego: EgoSex, paper: bool) -> str:
    if not wording.potential_spouse:
        return ""
    if paper or sex != ego:
        return " (potential spouse)"
    return f" (potential {'brother' if sex == 'm' else 'sister'}-in-law)"
