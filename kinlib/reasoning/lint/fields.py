"""Rules about fields: flags, ids, sizes and types; and items that repeat others."""

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from hashlib import sha256

from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.keys import canonical
from kinlib.reasoning.lint.rule import Checked, Each, Found, Rule, shown

_NUMBERED = re.compile(r"\w_\d+\b(?![^(]*\))")


def _flag(case: Case) -> str | None:
    """Overrides of questions that ask nothing of a system."""
    if case.category in (4, None) or "has_cultural_override" not in case.row:
        return None
    if case.row["has_cultural_override"] is not True:
        return ""
    words = case.text("bio_term") or "the answer"
    return f"It is flagged as a cultural override and asks, in English, for {words}."


def _unaligned(case: Case) -> str | None:
    """The nth id is not that of the nth name."""
    ids, names = case.texts("target_persons"), case.texts("target_names")
    if case.kin is None or not ids:
        return None
    if len(ids) != len(names):
        return f"There are {len(ids)} target_persons and {len(names)} target_names."
    known = case.kin.genealogy.index
    for place, (person, name) in enumerate(zip(ids, names, strict=True), 1):
        if person in known and known[person] not in case.kin.by_name.get(name, ()):
            is_named = case.kin.names[known[person]]
            return f"Target {place} is {person}, {is_named}, and the name in its place is {name}."
    return ""


def _numbered(case: Case) -> str | None:
    if not case.anchor and not case.meant:
        return None
    found = [name for name in (case.anchor, *case.meant) if _NUMBERED.search(name)]
    return f"Nobody is called {shown(dict.fromkeys(found))}." if found else ""


def _size(case: Case) -> str | None:
    """The proof's people and facts, which the context of the release's items is made of."""
    size = case.number("proof_graph_size")
    if size is None:
        return None
    proof = case.row.get("proof")
    if isinstance(proof, (list, tuple)) and all(
        isinstance(fact, (list, tuple)) and len(fact) == 3 for fact in proof
    ):
        people = {str(fact[n]) for fact in proof for n in (0, 2)}
        years = case.row.get("kind") in ("older", "oldest")
        return None if years else _differs(size, len(people), len(proof))
    if not case.told.facts:
        return None
    return _differs(size, len(case.told.mentioned), len(case.told.facts) + len(case.told.loose))


def _differs(size: int, people: int, facts: int) -> str:
    if size == people + facts:
        return ""
    return f"proof_graph_size is {size}; there are {people} people and {facts} facts."


def _key_types(items: Sequence[Case]) -> Checked:
    """One name as a text here and as a list of one there, of items that ask for the same form."""
    by_form: defaultdict[str, list[Case]] = defaultdict(list)
    for case in items:
        if case.form in ("people", "person") and len(case.key) == 1:
            by_form[case.form].append(case)
    found = []
    for some in by_form.values():
        lists = [case for case in some if not case.text("ground_truth")]
        texts = [case for case in some if case.text("ground_truth")]
        fewer, word = min((lists, "a list"), (texts, "a text"), key=lambda pair: len(pair[0]))
        found += [Found(c.id, f"Its one name is {word}; elsewhere it is not.") for c in fewer]
    return Checked(sum(map(len, by_form.values())), found)


def _same_ids(items: Sequence[Case]) -> Checked:
    seen: dict[str, int] = {}
    found = []
    for case in items:
        name = case.text("question_id")
        if name in seen:
            found.append(Found(name, f"It is the id of items {seen[name]} and {case.place}."))
        elif name:
            seen[name] = case.place
    return Checked(len(items), found)


def _clones(items: Sequence[Case]) -> Checked:
    """Items that are an earlier one but for the system's name and the order of facts."""
    seen: dict[Hashable, str] = {}
    found = []
    for case in items:
        same = _without_system(case)
        if same in seen:
            found.append(Found(case.id, f"It is {seen[same]} again, under another system or id."))
        else:
            seen[same] = case.id
    note = f"{len(seen):,} distinct of {len(items):,}"
    return Checked(len(items), found, note)


def _without_system(case: Case) -> Hashable:
    question = case.question
    for name in (case.system, case.text("fictional_label")):
        if name:
            question = re.sub(rf"\b{re.escape(name)}\b", "", question, flags=re.IGNORECASE)
    context = case.text("context")
    lines = context.splitlines() if "\n" in context else context.rstrip(".").split(". ")
    key = case.row.get("ground_truth")
    facts = sha256("\n".join(sorted(lines)).encode(errors="surrogatepass")).digest()
    return question, facts, canonical(key)


def _inferences(items: Sequence[Case]) -> Checked:
    """Items over a path that ask for what another already asks: same path, same people."""
    seen: dict[Hashable, str] = {}
    pooled: set[Hashable] = set()
    found, number = [], 0
    for case in items:
        if case.category not in (2, 4) or not case.path:
            continue
        number += 1
        people = tuple(sorted(case.texts("target_names")))
        whole = canonical(case.row.get("relation")), case.path, people
        pooled.add(whole)
        same = case.text("tree"), case.system, *whole
        if same in seen:
            found.append(Found(case.id, f"It has the path and the people of {seen[same]}."))
        else:
            seen[same] = case.id
    note = f"{len(seen):,} inferences of {number:,}, {len(pooled):,} across systems"
    return Checked(number, found, note)


RULES = (
    Rule(
        "override-flag",
        "The item is flagged as a cultural override and asks nothing of a system (it is not of "
        "category 4).",
        "I15", "item", True, Each(_flag),
    ),
    Rule(
        "unaligned-ids",
        "The first of target_persons is not the first of target_names, and so on.",
        "I22", "item", False, Each(_unaligned, tree=True),
    ),
    Rule(
        "unscorable-name",
        "Anchor or answer has a name with a number attached, Stephen_2, which no scorer of names "
        "reads.",
        "I24", "item", False, Each(_numbered),
    ),
    Rule(
        "proof-size",
        "proof_graph_size is not the number of people and facts behind the answer.",
        "I25", "item", False, Each(_size),
    ),
    Rule(
        "mixed-key-type",
        "A key of one name is a text in some items and a list of one in others.",
        "I23", "data set", False, _key_types,
    ),
    Rule(
        "same-id",
        "Two items have one id.",
        "§4, clean results", "data set", False, _same_ids,
    ),
    Rule(
        "clone",
        "The item is an earlier one again: the same question without the system's name, the same "
        "facts in any order, the same key.",
        "I20", "data set", False, _clones,
    ),
    Rule(
        "same-inference",
        "The item has the path and the people of an earlier one of its system: siblings share "
        "their kin.",
        "I21", "data set", False, _inferences,
    ),
)  # fmt: skip
