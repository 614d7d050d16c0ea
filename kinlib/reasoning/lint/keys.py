"""Rules about keys: each is found again on the tree, and set against other items' keys."""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kinlib.kinship.kintype import phrase
from kinlib.reasoning.derivation import nearest
from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.rule import Checked, Each, Found, Rule, shown
from kinlib.reasoning.lint.walks import of_sex


def relatives(case: Case) -> Collection[int] | None:
    """Everybody whom the question means, found on the tree; None where it cannot be told.

    Our own items say which relation they ask for; others give the path; the rest are read by their
    English words.
    """
    if case.kin is None or case.ego is None:
        return None
    if case.relation is not None:
        return case.kin.members(case.ego, case.relation)
    if case.path:
        return case.kin.walk(case.ego, case.path)
    return case.kin.meant(case.ego, case.asked) if case.asked and case.category != 4 else None


def _right(case: Case) -> Collection[int] | None:
    """Who is in the right key: of those who are meant all, or the oldest."""
    found = relatives(case)
    if found is None or case.form != "person" or case.kin is None or case.ego is None:
        return found
    compared = set(found)
    if case.row.get("kind") == "older":
        known = case.kin.genealogy.index
        compared = {case.ego, *(known[p] for p in case.texts("relatives") if p in known)}
    births = case.kin.genealogy.births
    years = {i: year for i in compared if (year := births[i]) is not None}
    return {i for i, year in years.items() if year == min(years.values())} if years else None


def _compared(case: Case) -> str | None:
    """How the key differs from what is found on the tree; None where nothing is found."""
    right = _right(case)
    if right is None or case.kin is None or case.ego is None:
        return None
    if case.form == "count":
        number = case.number("ground_truth")
        names = f": {shown(case.kin.called(right))}" if right else ""
        return (
            "" if number == len(right) else f"The key is {number}, found are {len(right)}{names}."
        )
    if case.form == "relation":
        return _relation(case)
    if not case.key:
        return "The key names nobody." if right else None
    given = {name: set(case.kin.by_name.get(name, ())) for name in case.key}
    wrong = [name for name, people in given.items() if not people & set(right)]
    missed = [i for i in right if not any(i in people for people in given.values())]
    if wrong and missed:
        return f"The key lists {shown(wrong)} instead of {shown(case.kin.called(missed))}."
    if wrong:
        return f"The key lists {shown(wrong)}, who is not meant."
    return f"The key leaves out {shown(case.kin.called(missed))}." if missed else ""


def _relation(case: Case) -> str | None:
    """Whether a relation that is the key leads to those of whom it is asked."""
    assert case.kin is not None and case.ego is not None
    said = case.text("ground_truth")
    if case.relation is not None:
        chains = case.kin.chains[case.ego]
        right = {phrase(n.kin_type) for t in case.targets for n in nearest(chains.get(t, ()))}
        if said in right:
            return ""
        return f"The key is {said!r}, found is {shown(sorted(right)) or 'no line'}."
    found = case.kin.meant(case.ego, said)
    if found is None or not case.targets:
        return None
    missed = case.kin.called(set(case.targets) - found)
    return f"The key is {said!r}, which {shown(missed)} is not." if missed else ""


def _sex_filter(case: Case) -> str | None:
    """Filters by sex: the evidence says whom the key lists."""
    said = _compared(case) if case.one_sex else None
    if not said or case.kin is None:
        return said
    sexes = case.kin.genealogy.sexes
    people = [i for name in case.key for i in case.kin.by_name.get(name, ())]
    if not people or any(sexes[i] in ("u", case.one_sex) for i in people):
        return said
    right = case.kin.called(_right(case) or ())
    rest = f"instead of {shown(right)}" if right else "and nobody is meant"
    return (
        f"Asked for {case.asked}, the key lists {shown(case.key)}, {of_sex(sexes, people)}, {rest}."
    )


def _wrong(case: Case) -> str | None:
    return None if case.one_sex else _compared(case)


def _conflicts(items: Sequence[Case]) -> Checked:
    """Question texts with different keys, each once, under the id of the second key."""
    seen: defaultdict[tuple[str, ...], dict[str, Case]] = defaultdict(dict)
    for case in items:
        asked = (case.text("kinship_system"), case.text("tree"), case.question)
        if case.question and "ground_truth" in case.row:
            seen[asked].setdefault(canonical(case.row["ground_truth"]), case)
    found = []
    for by_key in seen.values():
        first, *others = by_key.values()
        if others:
            ids = shown(case.id for case in others[1:])
            more = f"; {ids} give more" if ids else ""
            found.append(
                Found(
                    others[0].id,
                    f"Its question is that of {first.id}, whose key is {_said(first)}; here it is "
                    f"{_said(others[0])}{more}.",
                )
            )
    return Checked(len(seen), found)


def canonical(key: object) -> str:
    """A key as a text, the same whatever the order of its names."""
    if isinstance(key, (list, tuple)):
        return json.dumps(sorted(map(str, key)), ensure_ascii=False)
    return json.dumps(key, ensure_ascii=False) if isinstance(key, str) else repr(key)


def _said(case: Case) -> str:
    return shown(case.key) or str(case.row["ground_truth"])


@dataclass(frozen=True)
class Terms:
    """The paths over which a data set gives each term of a system."""

    paths: Mapping[tuple[str, str], frozenset[str]]

    @classmethod
    def of(cls, items: Iterable[Case]) -> "Terms":
        """The term table of some items: their (system, path, kin term)."""
        found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for case in items:
            if case.category == 4 and case.kin_term and case.path:
                found[case.system, case.kin_term].add(case.path)
        return cls({term: frozenset(paths) for term, paths in found.items()})


def omitted(terms: Terms) -> Rule:
    """The rule for keys that leave out people of the same term, by a term table."""

    def look(case: Case) -> str | None:
        paths = terms.paths.get((case.system, case.kin_term))
        named = case.form == "people" and case.category == 4 and case.kin_term
        if not named or not paths or case.relation or not case.path:
            return None
        if case.ego is None or case.kin is None:
            return None
        kin, ego = case.kin, case.ego
        by_path = {path: kin.walk(ego, path) for path in sorted(paths, key=lambda p: (len(p), p))}
        listed = {i for name in case.key for i in kin.by_name.get(name, ())}
        missed = {i: path for path, people in by_path.items() for i in people - listed}
        if not missed:
            return ""
        names = shown(kin.called(missed))
        ways = dict.fromkeys(missed[i] for i in sorted(missed))
        path = "paths" if len(ways) > 1 else "path"
        return f"The data set calls {names} {case.kin_term!r} too, over the {path} {shown(ways)}."

    return Rule(
        "omitted-same-term-kin",
        "The key of a cultural question lists the relatives over one path, and leaves out others "
        "whom the data set itself calls by the same term.",
        "I3", "item", True, Each(look, tree=True),
    )  # fmt: skip


def _alike(case: Case) -> str | None:
    if case.kin is None or not case.anchor:
        return None
    for name in (case.anchor, *case.meant):
        if len(people := case.kin.by_name.get(name, ())) > 1:
            ids = shown(case.kin.genealogy.ids[i] for i in people)
            return f"{name} is the name of {len(people)} people of the tree: {ids}."
    return ""


def _unknown(case: Case) -> str | None:
    if case.kin is None or not (case.anchor or case.text("anchor_person")):
        return None
    if case.ego is None:
        who = case.text("anchor_person")
        return f"Nobody in the tree has the id {who!r} and the name {case.anchor!r}."
    names = dict.fromkeys((*case.meant, *case.texts("target_names")))
    strangers = [name for name in names if name not in case.kin.by_name]
    known = case.kin.genealogy.index
    strangers += [person for person in case.texts("target_persons") if person not in known]
    return f"Nobody in the tree is {shown(strangers)}." if strangers else ""


RULES = (
    Rule(
        "sex-filter-key",
        "A question asks for relatives of one sex, and its key is not those of the tree: in the "
        "release it lists the brothers of whoever is asked for sisters.",
        "I1", "item", True, Each(_sex_filter, tree=True),
    ),
    Rule(
        "wrong-key",
        "The key is not what the tree's fathers, mothers, sexes, unions and years give for the "
        "question (filters by sex have a rule of their own).",
        "11.3", "item", True, Each(_wrong, tree=True),
    ),
    Rule(
        "conflicting-key",
        "One question text stands in a data set with different keys.",
        "I4", "data set", True, _conflicts,
    ),
    Rule(
        "unknown-person",
        "The anchor, or somebody of the key, is not in the tree under this id and name.",
        "§4, clean results", "item", True, Each(_unknown, tree=True),
    ),
    Rule(
        "shared-name",
        "The anchor, or somebody of the key, has a name that two people of the tree bear.",
        "§4, clean results", "item", True, Each(_alike, tree=True),
    ),
)  # fmt: skip
