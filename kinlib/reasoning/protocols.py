"""How a KinshipQA question is put to a model.

`direct` and `chain_of_thought` do what the paper's prompts C.1 and C.2 do, in our words;
`few_shot` shows solved items first, made by the same code as the questions, so that they cannot
contradict a key. The rule of a system can be stated with any of them (`with_rule`).
"""

import re
from functools import cache
from random import Random
from typing import Literal, get_args

from kinlib.kinship.genealogy import Genealogy, Person, Sex
from kinlib.reasoning.answers import ground
from kinlib.reasoning.family import family_of
from kinlib.reasoning.items import Item, Renamed
from kinlib.reasoning.making import PLAIN, Asking, make, rule_of
from kinlib.reasoning.questions import CATEGORIES, candidates

Protocol = Literal["direct", "chain of thought", "few-shot"]
PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)

EXAMPLES = 3
"""Solved items that a few-shot prompt shows."""

_BRIEF = (
    "Use the context to answer the question. Reply briefly, with the answer alone and no "
    "explanation."
)
_STEPS = """\
Work out the answer from the context in five steps, and show each of them.

Step 1. Say whom the question is about and which of their relatives it asks for.
Step 2. Copy the facts of the context that matter.
Step 3. Go from that person to the relatives one link at a time, naming everybody on the way.
Step 4. If the question names a kinship system, say what its rule makes of these relatives; \
otherwise say that no such rule is needed.
Step 5. On the last line write "Answer:" and after it the answer alone."""
# id, sex, father, mother: three generations with every kind of uncle, aunt and first cousin.
_SHOWN = """\
Aldo m; Brit f; Cyro m; Dunja f; Egon m Aldo Brit; Faye f Aldo Brit; Gero m Aldo Brit
Hedda f Cyro Dunja; Ivar m Cyro Dunja; Jorun f Cyro Dunja; Kjell m; Liv f; Mads m; Nanna f
Odd m Egon Hedda; Pia f Egon Hedda; Quirin m Gero Liv; Ragna f Gero Liv; Sten m Kjell Faye
Tuva f Kjell Faye; Ulf m Ivar Nanna; Vigdis f Ivar Nanna; Wim m Mads Jorun; Ylva f Mads Jorun
"""


def worded(question: str) -> str:
    """A question in words: CLUTRR's pair ('Ann', 'Bob') asks what Bob is to Ann."""
    pair = re.fullmatch(r"\('(.+)', '(.+)'\)", question)
    return f"What is {pair[2]} to {pair[1]}?" if pair else question


def direct(context: str | None, question: str) -> str:
    """Zero-shot prompt for the bare answer."""
    return f"{_BRIEF}\n\n{_asked(context, question)}\n\nAnswer:"


def chain_of_thought(context: str | None, question: str) -> str:
    """Zero-shot prompt for an answer in five steps, the last line of which is the answer."""
    return f"{_STEPS}\n\n{_asked(context, question)}"


def few_shot(context: str | None, question: str, system: str, category: int) -> str:
    """A direct prompt after solved items of the same system and category."""
    shown = [
        f"{_asked(item.context, item.question_text)}\n\nAnswer: {answer_text(item)}"
        for item in examples(system, category)
    ]
    return "\n\n".join((_BRIEF, *shown, _asked(context, question), "Answer:"))


def with_rule(context: str | None, system: str, renamed: Renamed = "") -> str:
    """A context with the rule of a system before it, under real or made-up names."""
    return "\n".join(filter(None, (rule_of(system, renamed), context)))


def prompt(item: Item, protocol: Protocol = "direct", *, rule: bool = False) -> str:
    """An item as a prompt; with `rule` a cultural one states its system's rule, once."""
    context = item.context
    if rule and item.category == 4 and not item.rule:
        context = with_rule(context, item.kinship_system, item.renamed)
    if protocol == "few-shot":
        return few_shot(context, item.question_text, item.kinship_system, item.category)
    ask = chain_of_thought if protocol == "chain of thought" else direct
    return ask(context, item.question_text)


def answer_text(item: Item) -> str:
    """The key as a reply would write it."""
    truth = item.ground_truth
    return ", ".join(truth) if isinstance(truth, tuple) else str(truth)


@cache
def examples(system: str, category: int) -> tuple[Item, ...]:
    """Solved items about a small family that is in no data set, of as many kinds as there are.

    Raises:
        KinError: no system is called so.
    """
    shown = _shown()
    asked = ground(shown, system)
    asking = Asking(asked, family_of(shown), lambda candidate, chance: ())
    kinds = [kind for kind, number in CATEGORIES.items() if number == category]
    supply = candidates(asked, 3).candidates
    pools = [[candidate for candidate in supply if candidate.kind == kind] for kind in kinds]
    chance = Random(f"{system} {category}")
    for pool in pools:
        chance.shuffle(pool)
    chosen = [pools[n % len(pools)][n // len(pools)] for n in range(EXAMPLES)]
    made = (make(asking, candidate, PLAIN) for candidate in chosen)
    return tuple(item for item in made if item is not None)


def _shown() -> Genealogy:
    people: list[Person] = []
    for entry in _SHOWN.replace("\n", "; ").strip("; ").split("; "):
        name, sex, *parents = entry.split()
        father, mother = parents or (None, None)
        born = 1900 + 27 * (bool(parents)) + len(people)
        kind: Sex = "m" if sex == "m" else "f"
        people.append(Person(name, name, sex=kind, birth=born, father=father, mother=mother))
    return Genealogy.build("Shown", people)


def _asked(context: str | None, question: str) -> str:
    facts = f"Context: {context}\n\n" if context else ""
    return f"{facts}Question: {question}"
