"""Rules about terms: whom they name, and whether system and English mean those in the key."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from kinlib.kinship.kintype import generation
from kinlib.kinship.systems import SYSTEMS
from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.rule import Checked, Each, Found, Rule, shown
from kinlib.reasoning.lint.walks import class_in, of_sex

_NAMES = {name.casefold(): name for name in SYSTEMS}
_MEN = "father|uncle|son|brother|nephew|husband"
_WOMEN = "mother|aunt|daughter|sister|niece|wife"
_SEXED = re.compile(
    rf"(?P<f>\b(?:[\w-]*-)?(?:grand)?(?:{_WOMEN})s?\b)|\b(?:[\w-]*-)?(?:grand)?(?:{_MEN})s?\b"
)
_ADJECTIVE = re.compile(r"\b(?P<f>fe)?male\b")
_CLAN = re.compile(r"\b(?P<side>matri|patri)(?:lineage|clan)\b")
_SKEWING = ("crow", "omaha")
_CROSSNESS = ("iroquois", "dravidian")
# Classes that a term of the system's may stand for, by how the term begins.
_CLASSES: Mapping[str, tuple[str, ...]] = {
    "cross-cousin": ("XCm", "XCf"),
    "cross-uncle": ("MB",),
    "cross-aunt": ("FZ",),
    "parallel niece/nephew": ("S", "D"),
    "cross niece/nephew": ("XS", "XD"),
    "classificatory sibling": ("B", "Z"),
}  # fmt: skip


def _head(term: str) -> str:
    """A term without what it explains in brackets."""
    return term.partition(" (")[0].strip()


def named_sex(term: str) -> str:
    """The sex, m or f, of those whom a term names; "" where it names either."""
    head = _head(term).casefold()
    if "/" in head or " or " in head:
        return ""
    if said := _ADJECTIVE.search(head):
        return "f" if said["f"] else "m"
    found = list(_SEXED.finditer(head))
    return "" if not found else "f" if found[-1]["f"] else "m"


def _other_sex(case: Case) -> str | None:
    sex = named_sex(case.kin_term) if case.category == 4 else ""
    if not sex or case.kin is None or not case.targets:
        return None
    sexes = case.kin.genealogy.sexes
    wrong = [i for i in case.targets if sexes[i] not in (sex, "u")]
    if not wrong:
        return ""
    names = shown(case.kin.called(wrong))
    return f"Those called {case.kin_term!r} include {names}, {of_sex(sexes, wrong)}."


def _sex(case: Case) -> str | None:
    return _other_sex(case) if "/" not in case.kin_term else None


def _sex_of_several(case: Case) -> str | None:
    return _other_sex(case) if "/" in case.kin_term else None


def _clan(case: Case) -> str | None:
    said = _CLAN.search(case.kin_term.casefold())
    if not said or case.kin is None or case.ego is None or not case.targets:
        return None
    g = case.kin.genealogy
    word, side = ("father", g.fathers) if said["side"] == "matri" else ("mother", g.mothers)
    parent = side[case.ego]
    group = g.groups[parent] if parent >= 0 else None
    if group is None or any(g.groups[i] is None for i in case.targets):
        return None
    others = [i for i in case.targets if g.groups[i] != group]
    if not others:
        return ""
    names = shown(f"{case.kin.names[i]} ({g.groups[i]})" for i in others)
    return f"{case.anchor}'s {word} is of {group}; those called {case.kin_term!r} are not: {names}."


def _crossness(case: Case) -> str | None:
    """Cousins called parallel or cross against the sexes of the two linking parents."""
    head = _head(case.kin_term).casefold()
    said = next((word for word in ("parallel", "cross") if head.startswith(word)), "")
    cousins = said and "cousin" in head and generation(case.path) == 0 and len(case.path) > 2
    if not cousins or case.system not in _CROSSNESS or case.kin is None or case.ego is None:
        return None
    sexes = case.kin.genealogy.sexes
    wrong = {
        line[-1]: line
        for line in case.kin.lines(case.ego, case.path)
        if (sexes[line[1]] == sexes[line[-2]]) != (said == "parallel")
    }
    if not wrong:
        return ""
    alter, line = next(iter(sorted(wrong.items())))
    names = case.kin.names
    more = f", and those of {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return (
        f"{names[alter]} is called a {said} cousin; the linking parents {names[line[1]]} and "
        f"{names[line[-2]]} say the opposite{more}."
    )


def _class(case: Case) -> str | None:
    """Terms that stand for another class than the system puts the path in."""
    head = _head(case.kin_term).casefold()
    wanted = next((ids for start, ids in _CLASSES.items() if head.startswith(start)), ())
    several = " or " in head or ("cousin" in head and case.system in _CROSSNESS)
    if not wanted or several:
        return None
    found = _classes(case)
    if not found:
        return None
    others = sorted(set(found.values()) - set(wanted))
    if not others:
        return ""
    kin_type = min(k for k, class_id in found.items() if class_id in others)
    system = _NAMES[case.system]
    return (
        f"{case.kin_term!r} would be class {' or '.join(wanted)}; in {system} a {kin_type} of "
        f"{case.anchor}'s is of class {found[kin_type]}."
    )


def _classes(case: Case) -> Mapping[str, str]:
    """The class of each kin type on the item's path, with the sexes that it runs over."""
    if case.system not in _NAMES or case.kin is None or case.ego is None or not case.path:
        return {}
    sex = case.kin.genealogy.sexes[case.ego]
    lines = case.kin.lines(case.ego, case.path)
    kin_types = dict.fromkeys(case.kin.kin_type(line, case.path) for line in lines)
    known = [k for k in kin_types if sex != "u" and not set(k) & set("PGCE")]
    return {k: class_in(_NAMES[case.system], k, sex) for k in known}


def _english(case: Case) -> tuple[Collection[int], Collection[int]] | None:
    """Whom the item's English term means by the letter, and whom the item means."""
    words = re.sub(r" \([^)]*\)", "", case.text("bio_term"))
    if case.category not in (2, 4) or not words or case.kin is None or case.ego is None:
        return None
    found = case.kin.meant(case.ego, words)
    return None if found is None or not case.targets else (found, set(case.targets))


def _other_path(case: Case) -> str | None:
    both = _english(case)
    if both is None or case.kin is None:
        return None
    found, targets = both
    wrong = [i for i in targets if i not in found]
    if not wrong:
        return ""
    names = shown(case.kin.called(wrong))
    return f"{case.text('bio_term')!r} does not mean {names}, to whom the path {case.path} leads."


def _wider(case: Case) -> str | None:
    both = _english(case)
    if both is None or case.kin is None or (case.form == "relation" and case.relation):
        return None
    found, targets = both
    if not set(targets) <= set(found):
        return None
    more = [i for i in found if i not in targets]
    if not more:
        return ""
    names = shown(case.kin.called(more))
    return (
        f"{case.text('bio_term')!r} of {case.anchor} means {names} too, whom the item leaves out."
    )


def _shorter(case: Case) -> list[int] | None:
    """The targets to whom fewer steps lead in the tree than the item's hops."""
    able = case.category in (2, 4) and case.hops and case.targets
    if not able or case.kin is None or case.ego is None:
        return None
    near = case.kin.within(case.ego, min(case.hops or 0, 12) - 1)
    return [i for i in case.targets if i in near]


def _shorter_all(case: Case) -> str | None:
    near = _shorter(case)
    if near is None or len(near) < len(case.targets):
        return None if near is None else ""
    assert case.kin is not None
    return f"The tree leads to {shown(case.kin.called(near))} in fewer than {case.hops} steps."


def _shorter_some(case: Case) -> str | None:
    near = _shorter(case)
    if not near or len(near) == len(case.targets):
        return None if near is None else ""
    assert case.kin is not None
    return (
        f"The tree leads to {shown(case.kin.called(near))}, not to all of the key, in fewer than "
        f"{case.hops} steps."
    )


def _refined(case: Case) -> str | None:
    """Overrides whose term, read as English, still names those it is given to."""
    if case.row.get("has_cultural_override") is not True or case.category != 4:
        return None
    if case.kin is None or case.ego is None or not case.kin_term or not case.targets:
        return None
    found = case.kin.meant(case.ego, _head(case.kin_term))
    if found is None or not set(case.targets) <= set(found):
        return ""
    return f"Flagged as an override; {_head(case.kin_term)!r} means the same people in English."


def _unskewed(items: Sequence[Case]) -> Checked:
    """Deep cultural items of Crow and Omaha, by hops, none of which uses a skewing path."""
    if items and not any(case.kin for case in items):
        return Checked(None, ())
    groups: defaultdict[tuple[str, int], list[tuple[Case, bool]]] = defaultdict(list)
    for case in items:
        deep = case.category == 4 and case.system in _SKEWING and (case.hops or 0) >= 4
        classes = _classes(case) if deep else {}
        if classes:
            skewed = any(generation(k) != _generation(c) for k, c in classes.items())
            groups[case.system, case.hops or 0].append((case, skewed))
    found = [
        Found(case.id, f"None of the {len(some)} {_NAMES[system]} items of {hops} hops is skewed.")
        for (system, hops), some in groups.items()
        if not any(skewed for _, skewed in some)
        for case, _ in some
    ]
    return Checked(sum(map(len, groups.values())), found)


def _generation(class_id: str) -> int:
    """The generation above ego that a class stands for."""
    if class_id.startswith("G"):
        number = int(class_id[1:-2])
        return number if class_id[-2] == "+" else -number
    return {"F": 1, "M": 1, "MB": 1, "FZ": 1, "S": -1, "D": -1, "XS": -1, "XD": -1}.get(class_id, 0)


RULES = (
    Rule(
        "sex-contradiction",
        "The kin term names one sex, and somebody called by it is of the other.",
        "I5", "item", True, Each(_sex, tree=True),
    ),
    Rule(
        "sex-contradiction-several",
        "The kin term begins with a word of one sex and gives more words with a stroke, father "
        "(Periyappa/Chithappa), and somebody called by it is of the other sex.",
        "I5", "item", True, Each(_sex_of_several, tree=True),
    ),
    Rule(
        "clan-contradiction",
        "The kin term says that people are of the father's matriclan, or the mother's patriclan, "
        "and by the tree they are not.",
        "I6", "item", True, Each(_clan, tree=True),
    ),
    Rule(
        "crossness-contradiction",
        "Cousins of an Iroquois or Dravidian item are called parallel or cross against the sexes "
        "of the two linking parents.",
        "I7", "item", True, Each(_crossness, tree=True),
    ),
    Rule(
        "class-contradiction",
        "The kin term stands for another class than the one into which the system puts the path.",
        "I28", "item", True, Each(_class, tree=True),
    ),
    Rule(
        "term-path-mismatch",
        "The English term, taken word by word, does not lead to somebody to whom the path does.",
        "I9", "item", True, Each(_other_path, tree=True),
    ),
    Rule(
        "wider-term",
        "The English term means more people than are in the key.",
        "I12", "item", True, Each(_wider, tree=True),
    ),
    Rule(
        "shorter-route",
        "The tree leads to everybody in the key in fewer steps than the item's hops, marriages "
        "counted.",
        "I11", "item", False, Each(_shorter_all, tree=True),
    ),
    Rule(
        "shorter-route-to-some",
        "The tree leads to some in the key, not to all, in fewer steps than the item's hops, "
        "marriages counted.",
        "I11", "item", False, Each(_shorter_some, tree=True),
    ),
    Rule(
        "refining-override",
        "The item is flagged as an override, and its term, taken for English, means the people in "
        "the key (cross-cousin), so that it refines English and does not contradict it.",
        "I15", "item", False, Each(_refined, tree=True),
    ),
    Rule(
        "unskewed-depth",
        "Crow and Omaha items of four hops and more are about skewing, and none of as many hops "
        "runs over a skewed path.",
        "I8", "data set", False, _unskewed,
    ),
)  # fmt: skip
