"""English words for a relation, read as the kin types they can mean.

"maternal aunt (MZ)", "his mother's younger sister", "sister of Ann's mother" and "MZ" are one
relation, {MZ}; "aunt" is coarser, {FZ, MZ}; "cousin" stands for eight kin types. Kin types are
canonical (S2): the mother's mother's daughter is MZ too. Relatives by marriage are read as well.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from kinlib.errors import KinError
from kinlib.kinship.kintype import SEX, KinType, expand, normalise, parse, reciprocal

KinTypes = frozenset[str]

_MOST = 4096  # kin types of one phrase; more is no answer
_LONGEST = 12  # letters of a kin type

_BASES = {
    "father": "F", "mother": "M", "parent": "FM", "dad": "F", "daddy": "F", "mom": "M", "mum": "M",
    "brother": "B", "sister": "Z", "sibling": "BZ",
    "son": "S", "daughter": "D", "child": "SD", "children": "SD", "kid": "SD",
    "husband": "H", "wife": "W", "wives": "W", "spouse": "HW", "partner": "HW",
    "uncle": "B", "aunt": "Z", "auntie": "Z", "nephew": "S", "niece": "D", "neice": "D",
    "cousin": "SD",
}  # fmt: skip
_UP, _ACROSS, _DOWN, _MARRIED = (frozenset(letters) for letters in ("FM", "BZ", "SD", "HW"))
_ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4}
_TIMES = {"once": 1, "twice": 2, "three times": 3, "thrice": 3}
_ADJECTIVE = (
    "paternal|maternal|male|female|elder|older|eldest|oldest|younger|youngest|biological|blood|"
    "actual|real|full|half|parallel|cross|classificatory|" + "|".join(_ORDINALS)
)
_TERM = re.compile(
    rf"(?<![\w-])(?P<adjectives>(?:(?:{_ADJECTIVE})[\s-]+)*)"
    r"(?P<step>step-?\s?)?(?P<great>(?:great[-\s]?)*)(?P<grand>grand-?\s?)?"
    rf"(?P<base>{'|'.join(sorted(_BASES, key=len, reverse=True))})(?P<many>s)?"
    r"(?P<law>[-\s]in[-\s]law)?"
    rf"(?P<removed>,? (?:{'|'.join(_TIMES)}) removed)?"
    r"(?P<marriage>(?: \(?by marriage\)?)?)"
    r"(?P<side>(?: (?:on|from) (?:the|his|her|their|my|your) (?:father|mother|paternal|maternal)"
    r"(?:'s)? side)?)(?![\w])",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?<![\w'-])(?:[ey]?[FMBZSDHWPGCE]){2,8}(?![\w'-])")
_NO_CODES = frozenset({"HE", "SHE", "WE", "BE", "ME", "SEE", "FEW", "GEM", "BED"})
_POSSESSIVE = re.compile(r"(?:'s?|s')\s+")
_DENIED = re.compile(
    r"(?:\bcalled|\bcalls?|\btermed|\bconsidered|\brather than)"
    r"(?: (?:an?|the|his|her|their))?[ '\"]{0,3}\Z|\bnot\b(?:(?!\bbut\b)[^,.;:\n]){0,60}\Z"
    r"|\b(?:although|though|despite)\b[^,.;]*\Z",
    re.IGNORECASE,
)
_WHOSE = r"(?:the|a|an|his|her|their|its|my|your|one of|ego's|the person's)"


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relation said in a text: its kin types and place, and whether it is of half-siblings."""

    kin_types: KinTypes
    start: int
    end: int
    half: bool = False


def kin_types(phrase: str) -> KinTypes:
    """The kin types that an English phrase for one relation can mean; empty: not understood.

    Of several phrases the first counts, made narrower by later ones that agree with it: "aunt
    (mother's sister)" is MZ.
    """
    return narrowed(phrases(phrase))


def narrowed(found: Iterable[Phrase]) -> KinTypes:
    """What several phrases for one relation mean together."""
    meant: KinTypes = frozenset()
    for phrase in found:
        meant = (meant & phrase.kin_types) or meant or phrase.kin_types
    return meant


def turned(kin_types: KinTypes) -> KinTypes:
    """What ego is to alter, where alter is one of these to ego."""
    found = (reciprocal(parse(kin_type)) for kin_type in kin_types)
    return frozenset("".join(one.steps) for each in found for one in expand(each))


def phrases(text: str) -> list[Phrase]:
    """Every relation a text says, in order; the longest reading of each place.

    What it denies ("not her mother") or reports ("is called a mother") is left out.
    """
    straight = text.replace("’", "'").replace("‘", "'").replace("‐", "-").replace("‑", "-")
    found = [*_chains(straight), *_codes(straight)]
    said = (
        phrase
        for phrase in found
        if not _DENIED.search(straight[max(0, phrase.start - 120) : phrase.start])
    )
    return sorted(said, key=lambda phrase: phrase.start)


def base_of(text: str, phrase: Phrase) -> str:
    """Whose relative is meant, in the text's words; empty where nobody is named."""
    before = re.search(r"([^,.;:()\n]+?)['’]s?\s+$", text[: phrase.start])
    after = re.match(r"\s+(?:of|to)\s+([^,.;:()\n]+)", text[phrase.end :])
    found = before or after
    return found[1].strip() if found else ""


def _codes(text: str) -> Iterable[Phrase]:
    """Kin types written in letters: FBC, MZ."""
    for match in _CODE.finditer(text):
        alone = not text.replace(match[0], "", 1).strip(" .()*\n")
        bracketed = text[match.start() - 1 : match.start()] == "("
        if not (alone or bracketed) and match[0] in _NO_CODES:
            continue
        try:
            meant = frozenset(normalise(one).letters for one in expand(parse(match[0])))
        except KinError:
            continue
        yield Phrase(meant, match.start(), match.end())


def _chains(text: str) -> Iterable[Phrase]:
    """Terms joined by "'s" and "of"."""
    terms = list(_TERM.finditer(text))
    run: list[re.Match[str]] = []
    joints: list[str] = []
    for term in terms:
        joint = _joint(text[run[-1].end() : term.start()], run[-1]) if run else ""
        if run and not joint:
            yield _phrase(run, joints)
            run, joints = [], []
        elif run:
            joints.append(joint)
        run.append(term)
    if run:
        yield _phrase(run, joints)


def _joint(between: str, before: re.Match[str]) -> str:
    """How two terms hang together: "'s", "of", or not."""
    if _POSSESSIVE.fullmatch(between) or (before["many"] and between.strip() == "'"):
        return "'s"
    of = re.fullmatch(
        rf",? (?:of|to) (?:{_WHOSE} )*(?:[^\s,.;()]+(?: [^\s,.;()]+){{0,3}}'s? )?", between, re.I
    )
    return "of" if of else ""


def _phrase(run: Sequence[re.Match[str]], joints: Sequence[str]) -> Phrase:
    parts: list[list[re.Match[str]]] = [[run[0]]]
    for joint, term in zip(joints, run[1:], strict=True):
        if joint == "of":
            parts.append([term])
        else:
            parts[-1].append(term)
    order = [term for part in reversed(parts) for term in part]
    half = any("half" in term["adjectives"].casefold() for term in run)
    meant = _joined([_meaning(term) for term in order])
    return Phrase(meant, run[0].start(), run[-1].end(), half)


def _joined(sets: Sequence[KinTypes]) -> KinTypes:
    """Kin types of terms one after the other, each relative of the one before."""
    if len(sets) == 1:
        return sets[0]
    found: KinTypes = frozenset({""})
    for then in sets:
        if len(found) * len(then) > _MOST:
            return frozenset()
        found = frozenset(a + b for a, b in product(found, then) if len(a + b) <= _LONGEST)
    return frozenset(map(_canonical, found))


@cache
def _canonical(letters: str) -> str:
    return normalise(KinType(tuple(letters))).letters


def _meaning(term: re.Match[str]) -> KinTypes:
    base = term["base"].casefold()
    if "classificatory" in term["adjectives"].casefold():
        return frozenset()  # a term of some system, which says nothing of the line
    great = term["great"].casefold().count("great")
    grand = bool(term["grand"])
    adjectives = term["adjectives"].casefold().replace("-", " ").split()
    removed = term["removed"] or ""
    apart = next((n for word, n in _TIMES.items() if f"{word} " in removed.casefold()), 0)
    degree = next((_ORDINALS[word] for word in adjectives if word in _ORDINALS), 1)
    meant = _blood(base, great, grand, degree, apart)
    if term["law"]:
        meant = _in_law(meant)
    if term["step"]:
        meant = _step(meant)
    if term["marriage"].strip():
        meant = frozenset(k + ("W" if SEX[k[-1]] == "m" else "H") for k in _other_sex(meant))
    side = term["side"].casefold()
    for word, letter in (("paternal", "F"), ("maternal", "M"), ("father", "F"), ("mother", "M")):
        if word in adjectives or word in side:
            meant = frozenset(k for k in meant if k[0] == letter)
    for word, sex in (("male", "m"), ("female", "f")):
        if word in adjectives:
            meant = frozenset(k for k in meant if SEX[k[-1]] == sex)
    for word, pairs in (("parallel", ("FB", "MZ")), ("cross", ("FZ", "MB"))):
        if word in adjectives:
            meant = frozenset(k for k in meant if k.startswith(pairs))
    return meant


@cache
def _blood(base: str, great: int, grand: bool, degree: int, apart: int) -> KinTypes:
    """Kin types of a word: how many greats, with grand or not; cousins by degree and removal."""
    letters = frozenset(_BASES[base])
    far = great + grand
    if far > 6:
        return frozenset()
    if base == "cousin":
        shapes = {(degree + apart, degree), (degree, degree + apart)}
        return frozenset(
            kin_type
            for up, down in shapes
            for kin_type in _products([_UP] * up, [_ACROSS], [_DOWN] * (down - 1), [letters])
        )
    if base in ("uncle", "aunt", "auntie"):  # great-uncle and granduncle are the same
        return _products([_UP] * (max(far, 0) + 1), [letters])
    if base in ("nephew", "niece", "neice"):
        return _products([_ACROSS], [_DOWN] * far, [letters])
    if letters <= _UP:
        return _products([_UP] * far, [letters])
    if letters <= _DOWN:
        return _products([_DOWN] * far, [letters])
    return letters if not far else frozenset()


def _products(*groups: Sequence[frozenset[str]]) -> KinTypes:
    return frozenset("".join(letters) for letters in product(*(s for g in groups for s in g)))


def _in_law(meant: KinTypes) -> KinTypes:
    """A spouse's relative, or a relative's spouse: mothers-in-law, sons-in-law."""
    found: set[str] = set()
    for kin_type in meant:
        sex = SEX[kin_type[-1]]
        if not set(kin_type) <= _DOWN:
            found |= {"H" + kin_type, "W" + kin_type}
        if set(kin_type) <= _DOWN | _ACROSS:
            spouse = "H" if sex == "m" else "W"
            found |= {k + spouse for k in _other_sex(frozenset({kin_type}))}
    return frozenset(found)


_TURN = str.maketrans("FMBZSDHW", "MFZBDSWH")


def _other_sex(meant: KinTypes) -> KinTypes:
    return frozenset(k[:-1] + k[-1].translate(_TURN) for k in meant)


def _step(meant: KinTypes) -> KinTypes:
    """Step-kin of one step: a parent's spouse, a spouse's child, a step-parent's child."""
    found: set[str] = set()
    for kin_type in meant:
        if kin_type in _UP:
            found.add({"F": "MH", "M": "FW"}[kin_type])
        elif kin_type in _DOWN:
            found |= {"H" + kin_type, "W" + kin_type}
        elif kin_type in _ACROSS:
            child = {"B": "S", "Z": "D"}[kin_type]
            found |= {"FW" + child, "MH" + child}
    return frozenset(found)
