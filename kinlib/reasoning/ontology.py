"""A family tree as an ontology: family: statements and one system's kin: statements, in Turtle.

The kin: words are those of the KinshipQA release and follow from the system's classes: whoever is
in the class of the mother without being the mother is a classificatory parent, and so on. A pair
has one class: by blood where there is blood within the steps asked (a cousin one has married stays
a cousin), and none where equal paths differ in class (S13). Classes of affines are convention in
most systems (S10), so nothing is said of those who are kin by marriage alone; but Dravidian's rules
cover them (S7), so there they are potential spouses, Mama, Athai, and classificatory parents and
siblings too, though never cousins, uncles or aunts. Same clan, or the other parent's, is said of
kin by blood only (family:belongsToClan is said of everybody), by lineages if no clans are recorded.

Eskimo and Sudanese have no kin: words in the release: their classes are what the family: words say.
`class_statements` say more, in words of our own and for every system: in which class ego has whom
by blood (kin:crow_FZ, kin:eskimo_COUSIN1R0), parents, siblings and children too, and nobody whose
equal paths differ in class.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product, repeat
from typing import IO

import numpy as np

from kinlib.exchange.statements import FAMILY_STEPS, FAMILY_WORDS, Statements, Told, by_code
from kinlib.exchange.turtle import quoted, statement, turtle
from kinlib.kinship.descent import BY_SYSTEM, groups
from kinlib.kinship.genealogy import NONE, Genealogy
from kinlib.kinship.kindreds import Kindreds, classes, kindreds
from kinlib.kinship.steps import Column
from kinlib.kinship.systems import SYSTEMS, system_name
from kinlib.kinship.systems.path import is_lineal

_MERGED: dict[str, tuple[str, ...]] = {
    "F": ("hasClassificatoryParent",),
    "M": ("hasClassificatoryParent",),
    "B": ("hasClassificatorySibling",),
    "Z": ("hasClassificatorySibling",),
}
_SKEWED = _MERGED | {"MB": ("hasCrossUncle",), "FZ": ("hasCrossAunt",)}
_CROSS = _SKEWED | {
    "B": ("hasClassificatorySibling", "hasParallelCousin"),
    "Z": ("hasClassificatorySibling", "hasParallelCousin"),
    "XCm": ("hasCrossCousin",),
    "XCf": ("hasCrossCousin",),
}
_ALLIED = _CROSS | {"MB": ("hasCrossUncle", "hasMama"), "FZ": ("hasCrossAunt", "hasAthai")}
# What each class, apart from parents and siblings themselves, is called in a system.
_WORDS: dict[str, dict[str, tuple[str, ...]]] = {
    "Hawaiian": _MERGED,
    "Iroquois": _CROSS,
    "Dravidian": _ALLIED,
    "Crow": _SKEWED,
    "Omaha": _SKEWED,
}
_BY_BLOOD = {"hasCrossUncle", "hasCrossAunt", "hasParallelCousin", "hasCrossCousin"}
_CLASS_WORD = re.compile(rf"({'|'.join(map(str.casefold, SYSTEMS))})_(\w+)")
REACH = 8
"""How many hops kin are followed, unless somebody asks for more: to third cousins once removed."""
OWN_KIN = "kin:hasOwnKin"
_POTENTIAL = "hasPotentialSpouse"  # in Dravidian, XCf to a man and XCm to a woman, alive or not
_CLANS = {
    "Crow": ("sameMatriclan", "fathersMatriclan"),
    "Omaha": ("samePatriclan", "mothersPatriclan"),
}
_LABELS = {
    "hasClassificatoryParent": "has classificatory parent",
    "hasClassificatorySibling": "has classificatory sibling",
    "hasCrossUncle": "has cross-uncle (class of the mother's brother, by blood)",
    "hasCrossAunt": "has cross-aunt (class of the father's sister, by blood)",
    "hasParallelCousin": "has parallel cousin",
    "hasCrossCousin": "has cross-cousin",
    "hasOwnKin": "has lineal kin or sibling",
    "hasMama": "has Mama (class of the mother's brother)",
    "hasAthai": "has Athai (class of the father's sister)",
    "hasPotentialSpouse": "has potential spouse (cross-cousin of the other sex)",
    "sameMatriclan": "has kin of one's own matriclan",
    "fathersMatriclan": "has kin of the father's matriclan",
    "samePatriclan": "has kin of one's own patriclan",
    "mothersPatriclan": "has kin of the mother's patriclan",
}


def kin_triples(genealogy: Genealogy, system: str, steps: int = 3) -> Iterator[Statements]:
    """The kin: statements of one system about everybody, a block of people at a time.

    Kin to `steps` steps, 3 or more, are told; none at all in Eskimo and Sudanese.

    Raises:
        KinError: no system is called so.
    """
    return (told for _, told in _told(genealogy, system_name(system), steps))


def class_word(system: str, class_id: str) -> str:
    """The kin: word for a class of a system, written with its prefix: kin:omaha_G2up_m.

    Signs that a name in Turtle cannot hold are spelled out.
    """
    return f"kin:{system.casefold()}_{class_id.replace('+', 'up_').replace('-', 'down_')}"


def class_statements(
    genealogy: Genealogy, systems: Sequence[str], steps: int = REACH
) -> Iterator[Statements]:
    """Who is in which class by blood to so many steps, in each of these systems, block by block.

    `OWN_KIN` tells ego's lineal kin and siblings, whom no system puts into a class of others.

    Raises:
        KinError: no system is called so.
    """
    names = [system_name(system) for system in systems]
    for block in kindreds(genealogy, steps, over_marriages=False):
        yield _own(block).joined(*(_classed(block, name) for name in names))


def write_ontology(
    genealogy: Genealogy,
    system: str,
    file: IO[bytes],
    steps: int = 3,
    classes: Sequence[str] = (),
) -> None:
    """Write declarations, people, their family: and one system's kin: statements as Turtle.

    Kin to `steps` steps, 3 or more, are told, and who is in which class of the systems `classes`.
    The file grows block by block, is the same every time, and reads back as the same people but for
    what `exchange.rdf.left_out` names.

    Raises:
        KinError: no system is called so.
    """
    name, named = system_name(system), [system_name(other) for other in classes]
    family = Told(genealogy)
    blocks: Iterator[Statements] = (
        family.with_kin(blood).joined(
            told, *(_classed(blood, other) for other in named), *([_own(blood)] if named else [])
        )
        for blood, told in _told(genealogy, name, steps)
    )
    words: tuple[str, ...] = ()
    if named:
        found = list(blocks)  # which classes there are has to be known before the first is written
        used = {word for block in found for word in block.vocabulary}
        words = tuple(sorted(w for w in used if _CLASS_WORD.fullmatch(w.split(":")[-1])))
        words = (OWN_KIN, *words)
        blocks = iter(found)
    declared = declarations(name, words)
    for text in turtle(genealogy, blocks, system=name.casefold(), declared=declared):
        file.write(text.encode())


def declarations(system: str, class_words: Iterable[str] = ()) -> tuple[str, ...]:
    """Turtle that declares every class and property an ontology of this system may use.

    `class_words` are those of `class_word` that it uses.

    Raises:
        KinError: no system is called so.
    """
    person = "family:Person"
    classes = [f"family:{name}" for name in ("Person", "Male", "Female", "Clan")]
    data = {"firstName": "xsd:string", "surname": "xsd:string", "yearOfBirth": "xsd:integer"}
    names = (*FAMILY_WORDS, *_vocabulary(system_name(system)), *class_words)
    links = {"family:belongsToClan": "family:Clan"} | dict.fromkeys(names, person)
    del links["family:hasAdoptiveParent"]  # ours, and only for files of ours
    return (
        *(statement(name, _declared("Class", name)) for name in classes),
        *(
            statement(f"family:{name}", _declared("DatatypeProperty", name, person, value))
            for name, value in data.items()
        ),
        *(
            statement(name, _declared("ObjectProperty", name, person, value))
            for name, value in links.items()
        ),
    )


def _declared(kind: str, name: str, domain: str = "", value: str = "") -> Iterator[str]:
    yield f"a owl:{kind}"
    yield f"rdfs:label {quoted(_label(name.split(':')[-1], lower=bool(domain)))}"
    if domain:
        yield f"rdfs:domain {domain}"
        yield f"rdfs:range {value}"


def _label(word: str, *, lower: bool) -> str:
    if known := _LABELS.get(word):
        return known
    if of_class := _CLASS_WORD.fullmatch(word):
        class_id = of_class[2].replace("up_", "+").replace("down_", "-")
        return f"has kin of the {system_name(of_class[1])} class {class_id}"
    spaced = re.sub("(?<=[a-z])(?=[A-Z])", " ", word)
    return spaced.lower() if lower else spaced


def _vocabulary(system: str) -> tuple[str, ...]:
    """The kin: words of a system, in order."""
    words = [word for words in _WORDS.get(system, {}).values() for word in words]
    words += [_POTENTIAL] * (system == "Dravidian")
    return tuple(f"kin:{word}" for word in dict.fromkeys([*words, *_CLANS.get(system, ())]))


def _told(genealogy: Genealogy, system: str, steps: int) -> Iterator[tuple[Kindreds, Statements]]:
    """Kin by blood, a block of egos at a time, with what the kin: words say of these egos."""
    steps = max(steps, FAMILY_STEPS)
    clans = _clans(genealogy, system)
    affines = kindreds(genealogy, steps) if system == "Dravidian" else repeat(None)
    by_blood = kindreds(genealogy, steps, over_marriages=False)
    for blood, kin in zip(by_blood, affines, strict=False):  # in the same blocks of egos
        told = [_by_class(blood, system, np.arange(len(blood)))]
        if kin is not None:
            size = len(genealogy)
            known = blood.egos * size + blood.alters
            others = ~np.isin(kin.egos * size + kin.alters, known, assume_unique=True)
            told.append(_by_class(kin, system, np.flatnonzero(others)))
        if clans is not None:
            told.append(_by_clan(blood, system, *clans))
        yield blood, told[0].joined(*told[1:])


def _by_class(kin: Kindreds, system: str, rows: Column) -> Statements:
    """What the classes of these rows of kin say, apart from ambiguous ones."""
    found = classes(kin, system)
    words_of = _WORDS.get(system, {})
    words: list[list[str]] = []
    for class_id, sex, blood in product(found.ids, range(3), (False, True)):
        told = [w for w in words_of.get(class_id, ()) if blood or w not in _BY_BLOOD]
        if system == "Dravidian" and (class_id, sex) in (("XCf", 0), ("XCm", 1)):
            told.append(_POTENTIAL)
        words.append([f"kin:{word}" for word in told])
    codes = (found.codes * 3 + kin.sexes) * 2 + kin.consanguineal
    single = np.array([len(text) == 1 for text in kin.texts], bool)[kin.kin_types]
    rows = rows[~(found.ambiguous | single)[rows]]
    return by_code(kin, rows, codes[rows], words, _vocabulary(system))


def _own(kin: Kindreds) -> Statements:
    """Lineal kin and siblings of everybody."""
    own = np.array([len(text) == 1 or is_lineal(text) for text in kin.texts], bool)
    rows = np.flatnonzero(own[kin.kin_types])
    return by_code(kin, rows, np.zeros(len(rows), np.int64), [[OWN_KIN]], (OWN_KIN,))


def _classed(kin: Kindreds, system: str) -> Statements:
    """The class of everybody in one system, but for ambiguous and unknown ones."""
    found = classes(kin, system)
    words = [[class_word(system, class_id)] if class_id else [] for class_id in found.ids]
    rows = np.flatnonzero(~found.ambiguous)
    vocabulary = tuple(dict.fromkeys(word for some in words for word in some))
    return by_code(kin, rows, found.codes[rows], words, vocabulary)


def _clans(genealogy: Genealogy, system: str) -> tuple[Column, Column] | None:
    """Everybody's own clan and that of the other parent's, as numbers; -1 is not known."""
    if system not in _CLANS:
        return None
    rule = BY_SYSTEM[system]
    clans = groups(genealogy, rule)
    number = {clan: n for n, clan in enumerate(dict.fromkeys(clans)) if clan is not None}
    # One more at the end, for parents who are not known: they are at place -1.
    own = np.array([number.get(clan or "", NONE) for clan in (*clans, None)], np.int64)
    others = genealogy.fathers if rule == "matrilineal" else genealogy.mothers
    return own, own[np.array(others, np.int64)]


def _by_clan(kin: Kindreds, system: str, own: Column, other: Column) -> Statements:
    clan = own[kin.alters]
    known = clan != NONE
    same = np.flatnonzero(known & (clan == own[kin.egos]))
    across = np.flatnonzero(known & (clan == other[kin.egos]))
    rows, codes = np.append(same, across), np.repeat((0, 1), (len(same), len(across)))
    return by_code(kin, rows, codes, [[f"kin:{w}"] for w in _CLANS[system]], _vocabulary(system))
