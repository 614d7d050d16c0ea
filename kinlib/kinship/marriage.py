"""Who may marry whom under seven kinship systems (kinship-systems.md S12).

A rule is one row: what is forbidden among kin, on any line of descent to third cousins, what among
members of descent groups, and which kin are preferred.

>>> rule("Crow").descent
'matrilineal'
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from kinlib.errors import KinError
from kinlib.kinship.descent import BY_SYSTEM, Descent, groups
from kinlib.kinship.findings import Finding, called
from kinlib.kinship.genealogy import NONE, Genealogy
from kinlib.kinship.lines import Kin, Line, lines
from kinlib.kinship.systems import Profile, class_id_if_known, system_name

Groups = Sequence[str | None]
Exogamy = Literal["none", "own", "symmetric", "grandmothers", "sides"]


@dataclass(frozen=True, slots=True)
class MarriageRule:
    """What a system says of marriages; `sentence` says it to people.

    Lineal kin and siblings, half-siblings too, are forbidden everywhere. Beyond them: `avuncular`
    kin (a parent's siblings, siblings' children; `elder_sisters_daughter` exempts her), all kin to
    cousins of this `degree`, kin of `forbidden` classes, and kin of other classes than `only`.
    `exogamy` says which groups may not intermarry: one's own; one's own and that of the other
    parent of either (`symmetric`); those of all grandparents (`grandmothers`); `sides` have to
    intermarry. A man's `preferred` kin types have a weight over strangers, who have 1; `further`
    is that of all other kin who may marry.
    """

    system: str
    profile: Profile
    sentence: str
    option: str = ""
    avuncular: bool = True
    elder_sisters_daughter: bool = False
    degree: int = 0
    forbidden: frozenset[str] = frozenset()
    only: frozenset[str] | None = None
    exogamy: Exogamy = "none"
    preferred: Mapping[str, float] = field(default_factory=dict)
    further: float = 4.0

    @property
    def descent(self) -> Descent | None:
        """By which parent the system's groups go; None where it has none."""
        return BY_SYSTEM.get(self.system)


def rule(system: str, profile: Profile = "ethnographic", option: str = "") -> MarriageRule:
    """The marriage rule of a system; `options` lists what else a system may do.

    KinError for a system, profile or option that there is not.
    """
    name = system_name(system)
    if profile not in ("paper", "ethnographic"):
        raise KinError(f"There is no profile {profile!r}; choose paper or ethnographic.")
    try:
        return RULES[name, profile, option.strip().casefold()]
    except KeyError:
        known = " or ".join(repr(o) for o in options(name, profile) if o) or "no other rule"
        raise KinError(
            f"{name} ({profile}) has no marriage rule {option!r}; there is {known}."
        ) from None


def options(system: str, profile: Profile = "ethnographic") -> tuple[str, ...]:
    """Names of the variants of a system's rule, the usual one ("") first."""
    name = system_name(system)
    return tuple(o for s, p, o in RULES if (s, p) == (name, profile))


def objection(
    kin: Kin, groups: Groups, births: Sequence[int | None], rule: MarriageRule, i: int, j: int
) -> str | None:
    """Why these two may not marry, as the end of a sentence ("are FBD, of class Z"), or None.

    `groups` are those of the rule's descent (`descent.groups`), `births` tell who is elder. The
    man comes first. Where a sex or a group is not known, nothing that hangs on it is objected.
    """
    reason = group_objection(kin, groups, rule, i, j)
    if reason is None:
        reason = line_objection(kin, births, rule, lines(kin, i, j), i, j)
    return reason


def line_objection(
    kin: Kin,
    births: Sequence[int | None],
    rule: MarriageRule,
    found: Iterable[Line],
    i: int,
    j: int,
) -> str | None:
    """What a rule has against a marriage of these two as kin by the lines that were found."""
    reasons = (_against(kin, births, rule, line, i, j) for line in found)
    return next((reason for reason in reasons if reason is not None), None)


def group_objection(kin: Kin, groups: Groups, rule: MarriageRule, i: int, j: int) -> str | None:
    """What a rule has against a marriage of these two as members of descent groups."""
    if rule.exogamy == "none":
        return None
    own, other, word = groups[i], groups[j], WORDS.get(rule.system, "group")
    if own is not None and own == other:
        return f"are of one {word} ({own})"
    if rule.exogamy not in ("own", "sides"):
        for one, theirs in ((i, other), (j, own)):
            near = barred_groups(kin, groups, rule, one)
            if theirs is not None and theirs in near:
                return f"are kept apart: the {word} of one, {theirs}, is that of {near[theirs]}"
    return None


def barred_groups(kin: Kin, groups: Groups, rule: MarriageRule, i: int) -> dict[str, str]:
    """Groups a person may not marry into by birth, and whose they are ("the other's father")."""
    by_mother = rule.descent == "matrilineal"
    line, word = (kin.fathers, "father") if by_mother else (kin.mothers, "mother")
    whose = [(i, "the other")]
    if rule.exogamy in ("symmetric", "grandmothers"):
        whose.append((line[i], f"the other's {word}"))
    if rule.exogamy == "grandmothers":
        for parent, role in ((kin.fathers[i], "father"), (kin.mothers[i], "mother")):
            if parent != NONE:
                whose.append((line[parent], f"the other's {role}'s {word}"))
    found: dict[str, str] = {}
    for k, words in whose:
        if k != NONE and (group := groups[k]) is not None:
            found.setdefault(group, words)
    return found


def preference(rule: MarriageRule, found: Iterable[Line]) -> float:
    """The weight of a marriage of a man with kin by these lines; that of strangers is 1."""
    return max((rule.preferred.get(line.kin_type, rule.further) for line in found), default=1.0)


def findings(genealogy: Genealogy, rule: MarriageRule) -> tuple[Finding, ...]:
    """The unions of a genealogy that a rule forbids, each with why.

    Unions of people of one sex are passed over: no rule speaks of them.
    """
    members: Groups = groups(genealogy, rule.descent) if rule.descent else (None,) * len(genealogy)
    sexes, found = genealogy.sexes, []
    for union in genealogy.unions:
        i, j = genealogy.at(union.a), genealogy.at(union.b)
        if sexes[i] == sexes[j] != "u":
            continue
        if sexes[i] == "f" or sexes[j] == "m":
            i, j = j, i
        reason = objection(genealogy, members, genealogy.births, rule, i, j)
        if reason is not None:
            one, other = genealogy.person(genealogy.ids[i]), genealogy.person(genealogy.ids[j])
            sentence = f"{called(one)} and {called(other)}, partners, {reason}."
            found.append(Finding("forbidden marriage", (one.id, other.id), sentence, "notable"))
    return tuple(found)


def _against(
    kin: Kin, births: Sequence[int | None], rule: MarriageRule, line: Line, i: int, j: int
) -> str | None:
    name, far = line.kin_type, max(line.up, line.down)
    if line.lineal:
        return f"are lineal kin ({name})"
    if far == 1:
        return f"are siblings ({name})"
    if rule.avuncular and min(line.up, line.down) == 1 and far == 2:
        if rule.elder_sisters_daughter and name == "ZD" and _elder(births, kin.mothers[j], i):
            return None
        return f"are a parent's sibling and a sibling's child ({name})"
    if far - 1 <= rule.degree:
        return f"are kin nearer than the rule allows ({name})"
    if not rule.forbidden and rule.only is None:
        return None
    kind = class_id_if_known(rule.system, name, kin.sexes[i])
    if kind and (kind in rule.forbidden or (rule.only is not None and kind not in rule.only)):
        return f"are {name}, of class {kind}"
    return None


def _elder(births: Sequence[int | None], one: int, other: int) -> bool:
    a, b = births[one], births[other]
    return a is not None and b is not None and a < b


_PARENT = {True: "father", False: "mother"}


WORDS: Mapping[str, str] = {
    "Sudanese": "patrilineage",
    "Iroquois": "matriclan",
    "Dravidian": "side",
    "Crow": "matriclan",
    "Omaha": "patriclan",
}
"""What a descent group of a system is called."""

_BASE = "Lineal kin, siblings and half-siblings, parents' siblings and siblings' children"
_SILENT = f"{_BASE} may not marry (the paper says nothing of this system's marriages)."
_COUSINS = {"MBD": 20.0, "FZD": 20.0}
_CROSS = frozenset({"XCm", "XCf"})
_PARALLEL = frozenset({"B", "Z"})

RULES: Mapping[tuple[str, Profile, str], MarriageRule] = {
    (row.system, row.profile, row.option): row
    for row in (
        MarriageRule(
            "Eskimo",
            "paper",
            "Only lineal kin, siblings and half-siblings may not marry.",
            avuncular=False,
        ),
        MarriageRule(
            "Eskimo",
            "ethnographic",
            f"{_BASE}, and first cousins may not marry.",
            degree=1,
        ),
        MarriageRule("Sudanese", "paper", _SILENT),
        MarriageRule(
            "Sudanese",
            "ethnographic",
            "No kin to second cousins may marry (as in Latin and Hindu law).",
            degree=2,
        ),
        MarriageRule(
            "Sudanese",
            "ethnographic",
            f"{_BASE} may not marry; a man's father's brother's daughter is preferred (as among "
            "Arabs).",
            option="fbd",
            preferred={"FBD": 20.0},
        ),
        MarriageRule("Hawaiian", "paper", _SILENT),
        MarriageRule(
            "Hawaiian",
            "ethnographic",
            "Nobody marries kin that can be traced, to third cousins.",
            degree=3,
        ),
        MarriageRule(
            "Iroquois",
            "paper",
            f"{_BASE} and parallel cousins of any degree may not marry; cross-cousins may.",
            forbidden=_PARALLEL,
        ),
        MarriageRule(
            "Iroquois",
            "ethnographic",
            "Of kin only cross-cousins may marry, and nobody marries into the own matriclan.",
            only=_CROSS,
            exogamy="own",
        ),
        MarriageRule(
            "Dravidian",
            "paper",
            f"{_BASE} and parallel cousins of any degree may not marry, nor people of one side; "
            "cross-cousins are preferred.",
            forbidden=_PARALLEL,
            exogamy="sides",
            preferred=_COUSINS,
        ),
        MarriageRule(
            "Dravidian",
            "ethnographic",
            "Of kin only cross-cousins may marry, first cross-cousins above others, and people of "
            "one side may not.",
            only=_CROSS,
            exogamy="sides",
            preferred=_COUSINS,
        ),
        MarriageRule(
            "Dravidian",
            "ethnographic",
            "Of kin only cross-cousins may marry, and a man his elder sister's daughter; people of "
            "one side may not.",
            option="ezd",
            elder_sisters_daughter=True,
            only=_CROSS,
            exogamy="sides",
            preferred={**_COUSINS, "ZD": 20.0},
        ),
        MarriageRule(
            "Crow", "paper", f"{_BASE} may not marry, nor people of one matriclan.", exogamy="own"
        ),
        MarriageRule(
            "Crow",
            "ethnographic",
            f"{_BASE} may not marry, nor people of one matriclan, nor anybody into the matriclan "
            "of the father.",
            exogamy="symmetric",
        ),
        MarriageRule(
            "Omaha", "paper", f"{_BASE} may not marry, nor people of one patriclan.", exogamy="own"
        ),
        MarriageRule(
            "Omaha",
            "ethnographic",
            f"{_BASE} may not marry, nor people of one patriclan, nor anybody into the patriclan "
            "of the mother.",
            exogamy="symmetric",
        ),
        MarriageRule(
            "Omaha",
            "ethnographic",
            f"{_BASE} may not marry, nor people of one patriclan, nor anybody into the patriclan "
            "of the mother or a grandmother (semi-complex alliance).",
            option="grandmothers",
            exogamy="grandmothers",
        ),
    )
}
"""Every rule by system, profile and option (S12): the usual option first."""
