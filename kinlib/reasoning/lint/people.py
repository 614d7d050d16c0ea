"""Rules about people and couples of a tree: who cannot be, and who may not marry."""

import re
from collections.abc import Iterator

from kinlib.kinship import integrity
from kinlib.kinship.descent import BY_SYSTEM
from kinlib.kinship.findings import called
from kinlib.kinship.genealogy import NONE
from kinlib.kinship.lines import lines
from kinlib.kinship.marriage import findings as forbidden
from kinlib.kinship.marriage import rule as marriage_rule
from kinlib.reasoning.lint.rule import Found, shown
from kinlib.reasoning.lint.tree import MOST_DEGREES, Tree, are_parallel, per_person, tree_rule

_NUMBERED = re.compile(r"\w_\d+\b")


def _born_before(tree: Tree) -> Iterator[Found | None]:
    g = tree.genealogy
    for i, born in enumerate(g.births):
        years = {p: year for p in g.parents_at(i) if (year := g.births[p]) is not None}
        if born is None or not years:
            continue
        if born < min(years.values()):
            names = shown(f"{g.names[p]} ({year})" for p, year in years.items())
            both = "both parents" if len(years) > 1 else "the one parent told"
            yield tree.found(g.ids[i], f"{g.names[i]} was born in {born}, before {both}: {names}.")
        else:
            yield None


def _impossible(tree: Tree) -> Iterator[Found | None]:
    """Other lives that cannot have been, one finding a person."""
    faults = {
        finding.people[0]: finding.sentence
        for finding in reversed(integrity.check(tree.genealogy))
        if finding.severity == "fault"
    }
    early = {one.subject for one in _born_before(tree) if one is not None}
    for person in tree.genealogy.ids:
        sentence = faults.get(person)
        own = sentence and f"{tree.name} {person}" not in early
        yield tree.found(person, sentence) if sentence and own else None


def _couples(tree: Tree) -> Iterator[tuple[int, int]]:
    g = tree.genealogy
    for a, b in dict.fromkeys((union.a, union.b) for union in g.unions):
        yield g.index[a], g.index[b]


def _parallel_marriage(tree: Tree) -> Iterator[Found | None]:
    g = tree.genealogy
    for i, j in _couples(tree) if tree.system in ("Iroquois", "Dravidian") else ():
        cousins = [line for line in lines(g, i, j, MOST_DEGREES) if line.up == line.down >= 2]
        over = [line.kin_type for line in cousins if are_parallel(line, tree.system)]
        names = f"{called(g.person(g.ids[i]))} and {called(g.person(g.ids[j]))}"
        sentence = f"{names}, partners, are parallel cousins over {shown(over, 2)}."
        yield tree.found(g.ids[i], sentence) if over else None


def _prohibited(tree: Tree) -> Iterator[Found | None]:
    """Unions that the system's rule in the paper forbids; Eskimo's where no system is told."""
    rule = marriage_rule(tree.system or "Eskimo", "paper")
    bad = {finding.people: finding.sentence for finding in forbidden(tree.genealogy, rule)}
    ids = tree.genealogy.ids
    for i, j in _couples(tree):
        pair = (ids[i], ids[j])
        sentence = bad.get(pair) or bad.get(pair[::-1])
        yield tree.found(pair[0], sentence) if sentence else None


def _clan(tree: Tree) -> Iterator[Found | None]:
    g = tree.genealogy
    descent = BY_SYSTEM.get(tree.system)
    if descent is None:
        return
    line, word = (g.mothers, "mother") if descent == "matrilineal" else (g.fathers, "father")
    for i, group in enumerate(g.groups):
        parent = line[i]
        theirs = g.groups[parent] if parent != NONE else None
        if group is None or theirs is None:
            continue
        sentence = f"{g.names[i]} is of {group}, and the {word} {g.names[parent]} of {theirs}."
        yield tree.found(g.ids[i], sentence) if group != theirs else None


def _same_name(tree: Tree) -> Iterator[Found | None]:
    g = tree.genealogy
    first: dict[str, str] = {}
    for person, name in zip(g.ids, g.names, strict=True):
        other = first.setdefault(name, person)
        same = name and other != person
        yield tree.found(person, f"{name} is also the name of {other}.") if same else None


def _numbered(tree: Tree) -> Iterator[Found | None]:
    for person, name in zip(tree.genealogy.ids, tree.genealogy.names, strict=True):
        odd = _NUMBERED.search(name)
        yield tree.found(person, f"Nobody is called {name}.") if odd else None


def _founders(tree: Tree) -> Iterator[Found | None]:
    """Couples of whom no parents are told, and who look like siblings by their surname."""
    g = tree.genealogy
    for i, j in _couples(tree):
        if g.parents_at(i) or g.parents_at(j) or not g.surnames[i] or not g.surnames[j]:
            continue
        sentence = f"{g.names[i]} and {g.names[j]}, partners, have one surname by birth."
        same = g.surnames[i] == g.surnames[j]
        yield tree.found(g.ids[i], sentence) if same else None


RULES = (
    tree_rule(
        "born-before-parents", "T2", per_person(_born_before),
        "A child was born before both parents, or before the one whose year is told.", True,
    ),
    tree_rule(
        "impossible-life", "T2", per_person(_impossible),
        "Years or sexes of somebody cannot be: older than one parent, a mother who is a man, a "
        "life of 130 years (`python -m kinlib check` tells them all).", True,
    ),
    tree_rule(
        "parallel-marriage", "T9", per_person(_parallel_marriage),
        "Partners of an Iroquois or Dravidian tree are parallel cousins on some line, of any "
        "degree, by the sexes of the linking parents (in Dravidian trees by their sides too).",
    ),
    tree_rule(
        "prohibited-marriage", "T9, T10", per_person(_prohibited),
        "Partners whom the system's rule in the paper keeps apart, on any line to third cousins.",
    ),
    tree_rule(
        "clan-not-inherited", "§3, clean results", per_person(_clan),
        "Somebody is of another descent group than the parent by whom the system's groups go.",
    ),
    tree_rule(
        "same-name", "§3, clean results", per_person(_same_name),
        "Two people of a tree have one name.",
    ),
    tree_rule(
        "numbered-name", "T12", per_person(_numbered),
        "Somebody's name has a number attached, Stephen_2 Jones.",
    ),
    tree_rule(
        "founders-surname", "T12", per_person(_founders),
        "Partners without known parents have one surname by birth, as siblings would.",
    ),
)  # fmt: skip
