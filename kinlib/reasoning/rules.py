"""The rule of each kinship system in plain English, with real terms or invented ones.

A context that states the rule lets a reader answer who never heard of the system; invented names
for the system, its terms or both tell whether somebody applies the rule or remembers the name.
The rules are those of S3-S9 in kinship-systems.md, for relatives by blood.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from kinlib.errors import KinError
from kinlib.kinship.systems import gloss, system_name

Which = Literal["system", "term", "both"]

MOST_GENERATIONS = 8
"""How many generations up or down from the speaker, or from a sibling there, terms are kept for."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a system and its terms are called in an item: the real words, or made-up ones.

    `terms` holds the singular term of every class id of the system by blood, spelled as in
    kinship-systems.md, up to `MOST_GENERATIONS` ("G8-f", "AUNT8", "COUSIN5R3"); any other id is a
    KeyError. Sudanese has no terms but descriptions: its mapping is empty.
    """

    system: str
    terms: Mapping[str, str]


def real_names(system: str) -> Names:
    """The system's own name and English terms: "father", "cross-aunt", "great-grandmother".

    KinError for an unknown system.
    """
    name = system_name(system)
    words = _ENGLISH | _ENGLISH_OF.get(name, {})
    return Names(name, MappingProxyType({i: words.get(i) or gloss(i) for i in _coined(name)}))


def fictional_names(system: str, which: Which) -> Names:
    """The same with an invented name of the system, invented terms or both; always the same ones.

    No invented word serves two classes or two systems. Sudanese, which has no terms, can change
    only its name. KinError for an unknown system or another `which`.
    """
    if which not in get_args(Which):
        raise KinError(f"{which!r} cannot be renamed; choose {', '.join(get_args(Which))}.")
    real = real_names(system)
    return Names(
        real.system if which == "term" else _COINAGES[real.system].system,
        real.terms if which == "system" else MappingProxyType(_coined(real.system)),
    )


def rule(system: str, names: Names) -> str:
    """One paragraph that says what a speaker calls any blood relative, in the words of `names`.

    It takes nothing for granted but parents, brothers and sisters, children and their sexes. Terms
    stand in single quotes; outside them "father", "sister" and the like are only places in a
    family. `names` are those of the same system. KinError for an unknown system.
    """
    terms = names.terms
    words = {class_id: f"'{term}'" for class_id, term in terms.items()} | {"system": names.system}
    if terms:
        words["great"] = f"'{terms['G3+m'].removesuffix(terms['G2+m'])}'"
    return _RULES[system_name(system)].format_map(words)


# The paragraphs. {F} stands for the term of a class, {great} for what a term gets in front once for
# every further generation.

_NAMED = "In the {system} system of kin terms, "
_OWN = (
    _NAMED + "the speaker's own father is called {F}, mother {M}, brother {B}, sister {Z}, son {S} "
    "and daughter {D}. Half-siblings count as siblings. "
)
_GENERATIONS = (
    "Along the line from the speaker to a blood relative, a parent is one generation up, a child "
    "one down, a sibling on the same level. "
)
_GREAT = "each further generation adds {great} in front ({G3+m} and so on). "
_GRANDKIN = (
    "Two generations up, any man is {G2+m} and any woman {G2+f}; two down, {G2-m} and {G2-f}; "
    + _GREAT
)
_DIRECT = (
    "Of direct ancestors two generations up, a man is {G2+m} and a woman {G2+f}; of direct "
    "descendants two down, {G2-m} and {G2-f}; " + _GREAT
)
_HAWAIIAN = (
    _NAMED
    + "only generation and sex count. "
    + _GENERATIONS
    + "Any man of the speaker's own generation, brothers included, is called {B}, any woman, "
    "sisters included, {Z}. One generation up, any man, the father included, is {F}, any woman, "
    "the mother included, {M}; one down, any man, sons included, is {S}, any woman, daughters "
    "included, {D}. " + _GRANDKIN + "Half-siblings count as siblings."
)
_IROQUOIS = (
    _OWN
    + _GENERATIONS
    + _GRANDKIN
    + "For all others, compare two people on the line: one generation up, the relative and the "
    "speaker's parent; in the speaker's own generation, the relative's parent and the speaker's "
    "parent; one generation down, the relative's parent and the speaker. If the two are of the "
    "same sex, the relative is called like the speaker's own father or mother, brother or sister, "
    "son or daughter; if not, a man is {MB} and a woman {FZ} one generation up, {XCm} and {XCf} in "
    "the speaker's own generation, {XS} and {XD} one generation down."
)
_DRAVIDIAN = (
    _OWN
    + _GENERATIONS
    + _GRANDKIN
    + "For all others, give everybody on the line a side, starting with the speaker on the left: a "
    "step to a mother, or from a woman to her child, changes sides; no other step does. Compare "
    "the relative's side with that of the speaker's own close kin of the same generation and sex: "
    "father (left), mother (right), brother or sister (left), son or daughter (left if the speaker "
    "is a man, right if a woman). On the same side, the relative is called like them; on the other "
    "side, a man is {MB} and a woman {FZ} one generation up, {XCm} and {XCf} in the speaker's own "
    "generation, {XS} and {XD} one generation down."
)
_SKEWED = (
    _OWN
    + _DIRECT
    + "The line to any other blood relative goes up through parents to an ancestor, X, across to "
    "X's sibling, Y, and down through children; where no step goes up, X is the speaker. Until X "
    "is the speaker or Y is the relative, keep replacing X, Y or both, each by that person's child "
    "on the line: both if they are of the same sex, only Y if X is a {one} and Y a {other}, only X "
    "if X is a {other} and Y a {one}. If Y is now the relative, Y is called like the speaker's own "
    "brother or sister when X is the speaker, otherwise like a direct ancestor of X's generation "
    "and Y's sex; but when X is the speaker's parent and not of Y's sex, Y is {MB} (a man) or {FZ} "
    "(a woman). If Y is not the relative, Y's descendants are called like the speaker's own, "
    "generation by generation; but when Y is not of the speaker's sex, Y's son is {XS} and Y's "
    "daughter {XD}."
)
_ESKIMO = (
    _OWN
    + _DIRECT
    + "A parent's brother is {UNCLE} and sister {AUNT}; each generation further up adds {great} in "
    "front ({UNCLE2} and so on). A sibling's son is {NEPHEW} and daughter {NIECE}; one generation "
    "further down, a man is {NEPHEW2} and a woman {NIECE2}; each generation after that adds "
    "{great} in front ({NEPHEW3} and so on). To any other blood relative, man or woman, the line "
    "goes up through parents, across to a sibling, and down through children. Count the steps up "
    "and the steps down, leaving out the step across. The smaller number is the degree: degree one "
    "is {COUSIN1R0}, two {COUSIN2R0}, three {COUSIN3R0} and so on. If the numbers differ by one, "
    "degree one is {COUSIN1R1}, two {COUSIN2R1} and so on; if by two, {COUSIN1R2}, {COUSIN2R2} "
    "and so on; if by three, {COUSIN1R3} and so on."
)
_SUDANESE = (
    _NAMED
    + "every kind of blood relative has a term of its own. The kind is the line from the speaker "
    "to the relative, traced step by step: up to a father or mother, across to a brother or "
    "sister, down to a son or daughter. Half-siblings count as siblings. Two relatives are called "
    "by one term only if their lines are the same in every step: the father, the father's brother "
    "and the mother's brother have three different terms, and so have a brother's son, a father's "
    "brother's son and a father's sister's son. A relative is described exactly by naming the "
    "steps in order."
)
_RULES = {
    "Eskimo": _ESKIMO,
    "Sudanese": _SUDANESE,
    "Hawaiian": _HAWAIIAN,
    "Iroquois": _IROQUOIS,
    "Dravidian": _DRAVIDIAN,
    "Crow": _SKEWED.replace("{one}", "man").replace("{other}", "woman"),
    "Omaha": _SKEWED.replace("{one}", "woman").replace("{other}", "man"),
}


@dataclass(frozen=True, slots=True)
class _Coinage:
    """Invented words: the system's name, one for each stem, and what is put around them."""

    system: str
    stems: str = ""
    great: str = ""
    degree: str = ""  # in front of cousins, once for every degree after the first
    removal: str = ""  # behind cousins, once for every generation of removal


_ENGLISH = {"MB": "cross-uncle", "FZ": "cross-aunt"}
_ENGLISH_OF = {
    "Crow": {"FZ": "female father"},
    "Omaha": {"MB": "male mother"},
    # "Cousin" alone may be of any degree.
    "Eskimo": {"COUSIN1R0": "first cousin"},
}

# Classes with a word of their own; all others are built from these.
_SHARED = "F M B Z S D G2+m G2+f G2-m G2-f"
_STEMS = {
    "Eskimo": f"{_SHARED} UNCLE AUNT NEPHEW NIECE NEPHEW2 NIECE2 COUSIN1R0",
    "Sudanese": "",
    "Hawaiian": _SHARED,
    "Iroquois": f"{_SHARED} MB FZ XS XD XCm XCf",
    "Dravidian": f"{_SHARED} MB FZ XS XD XCm XCf",
    "Crow": f"{_SHARED} MB FZ XS XD",
    "Omaha": f"{_SHARED} MB FZ XS XD",
}
# Far apart in spelling, and checked against wordfreq's lists of 42 languages and 34 lists of
# Kinbank: none is a word there.
_COINAGES = {
    "Eskimo": _Coinage(
        "Pravosk",
        "zwernex krambin shixath gezmurk tiftox bulfev zwultor nozmok plimpog gardeg "
        "thilvom stuzmir drigrop quegror vunkund biskiv raldulp",
        great="urpel-",
        degree="izgo-",
        removal="-avru",
    ),
    "Sudanese": _Coinage("Thelmune"),
    "Hawaiian": _Coinage(
        "Velzori",
        "telgan venkev bogrek plulder rorbik zalnesh quoltir plurvit drelmir sloftev",
        great="ulvem-",
    ),
    "Iroquois": _Coinage(
        "Quandrel",
        "krespol dilvosh talnik vrontox gexen pilvep lornesk thuxov brenkor snirkut "
        "zimbund fespesh kuskor quorbov tertash gantiv",
        great="ombri-",
    ),
    "Dravidian": _Coinage(
        "Brimuvi",
        "slernom trizmev zunkosh bortalp milfask vagrith drulvax polfush steskon gilfir "
        "quazmig lirdeth krintum nompend zwinket glirnul",
        great="ustuk-",
    ),
    "Crow": _Coinage(
        "Ulthenic",
        "trostek delfeth goftork slelvar vrelteg zurvok baspirk zwogrur nelvirk thoxesk "
        "shulnat toskith plinkuv glondem",
        great="ekluv-",
    ),
    "Omaha": _Coinage(
        "Zwindor",
        "karnork preskig voftul snelmot zeldel tazmilp gombex durkip forvev mendoft "
        "vantosk brixosk lugrirk zurdift",
        great="olkim-",
    ),
}


def _coined(system: str) -> dict[str, str]:
    """Invented terms of all classes of a system, the stems first."""
    coinage = _COINAGES[system]
    stems = dict(zip(_STEMS[system].split(), coinage.stems.split(), strict=True))
    terms = dict(stems)
    further = range(1, MOST_GENERATIONS)
    for class_id, stem in stems.items():
        if class_id.startswith("G2"):
            terms |= {f"G{n + 2}{class_id[2:]}": coinage.great * n + stem for n in further[:-1]}
        elif class_id in ("UNCLE", "AUNT"):
            terms |= {f"{class_id}{n + 1}": coinage.great * n + stem for n in further}
        elif class_id in ("NEPHEW2", "NIECE2"):
            terms |= {f"{class_id[:-1]}{n + 2}": coinage.great * n + stem for n in further[:-1]}
        elif class_id == "COUSIN1R0":
            terms |= {
                f"COUSIN{degree}R{removed}": coinage.degree * (degree - 1)
                + stem
                + coinage.removal * removed
                for degree in range(1, MOST_GENERATIONS + 1)
                for removed in range(MOST_GENERATIONS + 1 - degree)
            }
    return terms
