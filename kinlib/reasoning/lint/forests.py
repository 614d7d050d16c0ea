"""Rules about the trees of a data set as a whole, and about what their files state."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from kinlib.kinship.genealogy import NONE
from kinlib.kinship.lines import lines_between
from kinlib.reasoning.family import tree_id
from kinlib.reasoning.lint.rule import Checked, Found, shown
from kinlib.reasoning.lint.tree import MOST_DEGREES, Tree, are_parallel, per_tree, tree_rule

GENERATION = 25
"""Years without a birth, while other trees of the set go on, after which a tree has died out."""


def _stated(
    words: Sequence[str], wrong: Callable[[Tree, int, int, str], bool], said: str
) -> Callable[..., Checked]:
    """A rule about pairs whom a file states, by some words, to be cousins of some kind."""

    def look(trees: Sequence[Tree]) -> Checked:
        told = [tree for tree in trees if tree.stated is not None]
        if trees and not told:
            return Checked(None, ())
        number, found = 0, []
        for tree in told:
            g, pairs = tree.genealogy, tree.stated.pairs if tree.stated else {}
            stated = ((word, *pair) for word in words for pair in pairs.get(word, ()))
            for word, one, other in stated:
                if one not in g or other not in g:
                    continue
                number += 1
                if wrong(tree, g.at(one), g.at(other), word):
                    names = f"{g.person(one).name} {word} {g.person(other).name}"
                    found.append(tree.found(one, f"It states {names}, {said}."))
        return Checked(number, found, per_tree(found, trees))

    return look


def _not_first(tree: Tree, one: int, other: int, word: str) -> bool:
    return other not in tree.kin.walk(one, "PGC")


def _not_crossness(tree: Tree, one: int, other: int, word: str) -> bool:
    """Whether all nearest lines on which two people are cousins say the opposite."""
    for degree in range(1, MOST_DEGREES):
        joining = lines_between(
            tree.genealogy, tree.ancestry(one, degree), tree.ancestry(other, degree)
        )
        if near := [line for line in joining if line.up == line.down == degree + 1]:
            wrong = word == "hasCrossCousin"
            return all(are_parallel(line, tree.system) is wrong for line in near)
    return False


def _same_tree(trees: Sequence[Tree]) -> Checked:
    groups: defaultdict[str, list[Tree]] = defaultdict(list)
    for tree in trees:
        groups[tree_id(tree.genealogy)].append(tree)
    found = [
        Found(tree.name, f"Its {len(tree.genealogy)} people are those of {_others(tree, some)}.")
        for some in groups.values()
        if len(some) > 1
        for tree in some
    ]
    return Checked(len(trees), found, f"{len(groups):,} distinct of {len(trees):,}")


def _others(tree: Tree, some: Sequence[Tree]) -> str:
    return shown(other.name for other in some if other is not tree)


def _shared_people(trees: Sequence[Tree]) -> Checked:
    """Trees most of whose people, by id, name, sex, year and parents, are an earlier tree's."""
    distinct = {tree_id(tree.genealogy): tree for tree in reversed(trees)}
    people = [(tree, set(tree.genealogy.people())) for tree in reversed(distinct.values())]
    found = []
    for place, (tree, own) in enumerate(people):
        most = max(people[:place], key=lambda other: len(own & other[1]), default=None)
        if most and 2 * (both := len(own & most[1])) > len(own):
            sentence = f"{both} of its {len(own)} people are also in {most[0].name}."
            found.append(Found(tree.name, sentence))
    return Checked(len(people), found)


def _extinct(trees: Sequence[Tree]) -> Checked:
    years = {tree.name: [y for y in tree.genealogy.births if y is not None] for tree in trees}
    last = {name: max(born) for name, born in years.items() if born}
    end = max(last.values(), default=0)
    found = [
        Found(name, f"Its last birth is in {year}; other trees go on to {end}.")
        for name, year in last.items()
        if end - year >= GENERATION
    ]
    return Checked(len(last) if len(last) > 1 else None, found)


def _uniform(trees: Sequence[Tree]) -> Checked:
    """Nine mothers in ten have equally many children."""
    number, found = 0, []
    for tree in trees:
        mothers = Counter(m for m in tree.genealogy.mothers if m != NONE)
        if len(mothers) < 5:
            continue
        number += 1
        (children, times), *_ = Counter(mothers.values()).most_common(1)
        if 10 * times >= 9 * len(mothers):
            sentence = f"{times} of {len(mothers)} mothers have {children} children."
            found.append(Found(tree.name, sentence))
    return Checked(number, found)


def _unvaried(trees: Sequence[Tree]) -> Checked:
    found = []
    for tree in trees:
        g = tree.genealogy
        if g.unions and not any(len(g.partners_at(i)) > 1 for i in range(len(g))):
            found.append(Found(tree.name, "Nobody in it ever has two partners, or a half-sibling."))
    return Checked(sum(bool(tree.genealogy.unions) for tree in trees), found)


def _words(unused: bool) -> Callable[..., Checked]:
    """A rule about words declared and not used, or used and not declared."""

    def look(trees: Sequence[Tree]) -> Checked:
        number, found = 0, []
        for tree in trees:
            if tree.stated is None or not tree.stated.declared:
                continue
            declared, used = tree.stated.declared, tree.stated.used
            number += len(declared if unused else used)
            for word in sorted(declared - used if unused else used - declared):
                said = "declared and never used" if unused else "used and not declared"
                found.append(Found(f"{tree.name} {word}", f"{word} is {said}."))
        return Checked(number or None if trees else 0, found)

    return look


RULES = (
    tree_rule(
        "same-tree", "T1", _same_tree,
        "Two trees are the same people: ids, names, sexes, years, parents and unions.",
    ),
    tree_rule(
        "shared-people", "T1", _shared_people,
        "More than half of a tree's people, with their parents, are in an earlier tree.",
    ),
    tree_rule(
        "extinct-tree", "T4", _extinct,
        f"The last birth is {GENERATION} years or more before that of another tree of the set.",
    ),
    tree_rule(
        "uniform-families", "T6", _uniform,
        "Nine mothers in ten have the same number of children.",
    ),
    tree_rule(
        "no-remarriage", "T6", _unvaried,
        "Nobody of the tree has had two partners, so that there are no half-siblings.",
    ),
    tree_rule(
        "far-cousin", "T7", _stated(("hasCousin",), _not_first, "who is no first cousin"),
        "Two people are stated to be cousins (hasCousin) who are no first cousins.",
    ),
    tree_rule(
        "cousin-crossness", "T8",
        _stated(
            ("hasCrossCousin", "hasParallelCousin"), _not_crossness,
            "against the sexes of the linking parents",
        ),
        "Two people are stated to be cross-cousins or parallel cousins against the sexes of the "
        "two linking parents on their nearest lines (in Dravidian trees against their sides too).",
    ),
    tree_rule(
        "declared-unused", "T11", _words(unused=True),
        "A word of kinship is declared in the file and states nothing.",
    ),
    tree_rule(
        "used-undeclared", "T11", _words(unused=False),
        "A word of kinship states something and is not declared in the file.",
    ),
)  # fmt: skip
