"""Rules about contexts: whether they suffice, are true, and leave anything to reason about."""

from kinlib.reasoning.lint.case import Case
from kinlib.reasoning.lint.context import distances
from kinlib.reasoning.lint.rule import Checked, Each, Rule, shown
from kinlib.reasoning.lint.walks import LETTER
from kinlib.stats import rate

BLIND = 0.1
"""Share of a data set that may be solved without its questions; a guess solves some of any."""

_OPEN = "PCGE"


def _no_distractor(case: Case) -> str | None:
    """Everybody the context mentions is on the way from the anchor along the path."""
    ways = case.texts("kin_types") or (case.path,)
    known = all(letter in LETTER.values() for letters in ways for letter in letters)
    if case.category not in (2, 4) or not all(ways) or not known:
        return None
    context = case.context
    people = len(context.told.mentioned) - 1
    passed = {name for letters in ways for name in context.passed(case.anchor, letters)}
    if people < 0 or not passed.issuperset(context.told.mentioned):
        return "" if people >= 0 else None
    return (
        f"Its context tells of {case.anchor} and {people} more, who are all on the path asked for."
    )


def _sex_not_stated(case: Case) -> str | None:
    if not case.one_sex:
        return None
    told = case.told
    open_words = [f for f in told.facts if f.subject == case.anchor and LETTER[f.word] in _OPEN]
    people = dict.fromkeys((*case.key, *(fact.object for fact in open_words)))
    untold = [name for name in people if name not in told.sexes]
    if not untold:
        return ""
    return f"Asked for {case.asked}; the context does not tell the sex of {shown(untold)}."


def _open_list(case: Case) -> str | None:
    if case.form != "count":
        return None
    loose = case.told.loose
    if not loose:
        return ""
    names = shown(dict.fromkeys(one.object for one in loose))
    return (
        f"It asks how many there are; the context says that the {loose[0].word} of some people "
        f'"include" {names}, neither whose they are nor that they are all.'
    )


def _false_fact(case: Case) -> str | None:
    if case.kin is None:
        return None
    faults = case.context.untrue(case.kin)
    return f"The context is not true of its tree: {shown(faults, 2)}." if faults else ""


def _too_little(case: Case) -> str | None:
    if not case.anchor or not case.meant or case.row.get("kind") == "older":
        return None
    reached = case.context.steps(case.anchor)
    apart = [name for name in dict.fromkeys(case.meant) if name not in reached]
    return f"No facts of the context lead from {case.anchor} to {shown(apart)}." if apart else ""


def _inflated(case: Case) -> str | None:
    if case.hops is None or not case.path or not case.meant or "derivation_steps" in case.row:
        return None
    steps = distances(case.context.completed, case.anchor)
    if not all(name in steps for name in case.meant):
        return None
    farthest = max(steps[name] for name in case.meant)
    if farthest >= case.hops:
        return ""
    return f"It is said to take {case.hops} hops; the context leads there in {farthest}."


def _wrong_hops(case: Case) -> str | None:
    if case.hops is None or not case.path:
        return None
    if case.hops == len(case.path):
        return ""
    return f"It is said to take {case.hops} hops, and its path has {len(case.path)}."


def farthest_guess(case: Case) -> list[str]:
    """Who is answered without the question: all farthest, by facts, from who is mentioned first.

    Where one person is asked for, the last mentioned of them.
    """
    first = case.first
    steps = case.context.steps(first) if first else {}
    end = max(steps.values(), default=0)
    farthest = [name for name, far in steps.items() if far == end]
    return case.in_order(farthest)[-1:] if case.form == "person" else farthest


def _blind(case: Case) -> str | None:
    if "ground_truth" not in case.row:
        return None
    guess = farthest_guess(case)
    counted = case.form == "count"
    right = case.number("ground_truth") == len(guess) if counted else set(guess) == set(case.key)
    if not guess or not right:
        return ""
    said = str(len(guess)) if counted else shown(guess)
    return f"Without the question, the people farthest from {case.first} give the key: {said}."


def _more_than_chance(checked: Checked) -> Checked:
    """No finding, where as many might be guessed."""
    number, found = checked.number or 0, checked.found
    low = rate(len(found), number).low
    note = f"{len(found):,} of {number:,} are solved without the question"
    return Checked(number, found if low is not None and low > BLIND else (), note)


RULES = (
    Rule(
        "no-distractor",
        "The context of a question over a path (categories 2 and 4) tells of nobody who is not on "
        "that path, so that it gives the answer away.",
        "I2", "item", True, Each(_no_distractor, context=True),
    ),
    Rule(
        "blind-solvable",
        "Naming the people farthest from the first one mentioned gives the key, without reading "
        "the question, for more items than chance allows (surely above 10 %).",
        "I2, 11.1", "data set", True, Each(_blind, context=True, judge=_more_than_chance),
    ),
    Rule(
        "sex-not-stated",
        "The question asks for relatives of one sex, and the context leaves open the sex of some "
        "of those among whom it asks, so that only first names tell.",
        "I13", "item", True, Each(_sex_not_stated, context=True),
    ),
    Rule(
        "open-list",
        "The question asks for a number, and the context lists people without saying whose they "
        "are or that there are no more.",
        "I14", "item", True, Each(_open_list, context=True),
    ),
    Rule(
        "false-fact",
        "The context says something that is not so in the tree.",
        "§4, clean results", "item", True, Each(_false_fact, tree=True, context=True),
    ),
    Rule(
        "insufficient-context",
        "No facts of the context join the anchor with somebody of the answer.",
        "§4, clean results", "item", True, Each(_too_little, context=True),
    ),
    Rule(
        "hop-inflation",
        "The context leads to everybody in the key in fewer steps than the item's hops (a child's "
        "sibling is a child); items that tell these steps themselves are passed over.",
        "I10", "item", True, Each(_inflated, context=True),
    ),
    Rule(
        "wrong-hops",
        "The item's hops are not the length of its path.",
        "§4, clean results", "item", True, Each(_wrong_hops),
    ),
)  # fmt: skip
