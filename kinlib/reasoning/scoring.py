"""KinshipQA replies made into typed answers and compared with the key.

A reply is read by what its item asks for: people by the names of the item's own roster, one number,
or a relation as the kin types its words can mean. Whether it is right is set equality (paper,
section 4); precision, recall and F1 are over sets of people. Two scorers differ on relations alone:
`STRICT` takes words that mean the key's kin types exactly, `LENIENT` also coarser or finer words
that can mean them ("aunt" for a mother's sister, "cousin" for a father's brother's child).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from kinlib.kinship.kintype import SEX
from kinlib.reasoning.final_answer import passages
from kinlib.reasoning.names_said import SO, read_people
from kinlib.reasoning.numbers_said import read_numbers
from kinlib.reasoning.relation_words import base_of, kin_types, narrowed, phrases, turned
from kinlib.reasoning.roster import hide_names
from kinlib.score import Score, compare
from kinlib.words import normalised

STRICT, LENIENT = "kinship strict", "kinship lenient"
SCORERS = (STRICT, LENIENT)
VERSION = "1.3"
"""Names and version of these scorers, stored with every score."""

NOBODY = "nobody"
"""What is read where an answer says that there is no such person."""

Reading = Literal["answer", "refusal in prose", "reasoning only", "no answer"]
"""How far a reply with a text could be read."""

_REFUSAL = re.compile(
    r"(?:can(?:not|['’]t| not)|unable to|impossible to|not possible to|insufficient|not enough|"
    r"no information|does(?: not|n['’]t) (?:say|state|specify|mention|contain|provide|tell)|"
    r"not (?:stated|specified|provided|mentioned|given|clear)|unknown|undetermined|i don['’]t know|"
    r"i do not know|i['’]m sorry|i am sorry|as an ai|unclear|not sure)",
    re.IGNORECASE,
)
_NO_ANSWER = re.compile(
    r"\W*(?:i(?:['’]m sorry,? (?:but )?i)? |it |this |the [^.,;]{0,60} )?"
    r"(?:can(?:not|['’]t| not)|(?:am |is )?unable to|is (?:not possible|impossible) to)\s+(?:be )?"
    r"(?:determin|say|said|tell|told|identif|answer|infer|deduc|conclud)",
    re.IGNORECASE,
)
_HEDGED = re.compile(r"\s*,?\s*(?:or|/)\s*(?:an?\s+|the\s+|h(?:is|er)\s+)?", re.IGNORECASE)


@dataclass(frozen=True)
class Asked:
    """What a scorer has to know of an item.

    Attributes:
        answer_type: "people", "person", "count" or "relation".
        gold: the right answers; of a relation all texts that are right.
        roster: the names of everybody the item tells of; those of the key are added to it.
        ego: whose relative is asked about, and of a relation who that relative is (`alter`):
            "Ann is Mary's niece" says of Mary that she is an aunt. `alter_sex` is "m" or "f".
        terms: what the question itself calls the relative; given back they answer nothing.
        question: its text, which says what a number is to be of.
    """

    answer_type: str
    gold: tuple[str, ...]
    roster: tuple[str, ...] = ()
    ego: str | None = None
    alter: str | None = None
    alter_sex: str | None = None
    terms: tuple[str, ...] = ()
    question: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The roster with the names of the key."""
        keyed = self.gold if self.answer_type in ("people", "person") else ()
        named = (name for name in (self.ego, self.alter) if name)
        return tuple(dict.fromkeys((*self.roster, *keyed, *named)))


@dataclass(frozen=True)
class Answer:
    """What a reply answers: names, a number in digits, or the words of a relation."""

    said: tuple[str, ...]
    reading: Reading
    kin_types: frozenset[str] = frozenset()
    half: bool = False


def read(reply: str, asked: Asked) -> Answer:
    """The answer of a reply: of the likeliest passage in which there is one."""
    places = passages(reply)
    if not places:
        return Answer((), "reasoning only" if reply.strip() else "no answer")
    for place in places:
        if _NO_ANSWER.match(place):
            return Answer((), "refusal in prose")
        if answer := _read(place, asked):
            return answer
    refused = bool(_REFUSAL.search(places[0]) or _REFUSAL.search(places[-1]))
    return Answer((), "refusal in prose" if refused else "no answer")


def score(reply: str, asked: Asked, *, lenient: bool = False) -> Score:
    """Compare a reply with the key, strictly or leniently."""
    return scores(reply, asked)[LENIENT if lenient else STRICT]


def scores(reply: str, asked: Asked) -> dict[str, Score]:
    """The verdict of each scorer; they differ on relations alone."""
    answer = read(reply, asked)
    if asked.answer_type == "relation":
        return {
            name: Score(
                is_related(answer, asked, lenient=name == LENIENT),
                answer.said,
                reading=answer.reading,
            )
            for name in SCORERS
        }
    gold = asked.gold
    if asked.answer_type == "count":
        gold = tuple(str(int(text)) if text.isdecimal() else text for text in gold)
    return dict.fromkeys(SCORERS, compare(answer.said, gold, answer.reading))


def _read(text: str, asked: Asked) -> Answer | None:
    if asked.answer_type == "count":
        numbers = read_numbers(text, asked.names, asked.question)
        return Answer(tuple(map(str, numbers)), "answer") if numbers else None
    if asked.answer_type == "relation":
        return _read_relation(text, asked)
    said = read_people(text, asked.names)
    if said.nobody:
        return Answer((NOBODY,), "answer")
    if said.people or (said.strangers and not _REFUSAL.search(text)):
        return Answer(said.names, "answer")
    return None


def _read_relation(text: str, asked: Asked) -> Answer | None:
    if any(_bare(text) == _bare(gold) for gold in asked.gold):
        found = phrases(text)
        half = any(phrase.half for phrase in found)
        return Answer((_bare(text),), "answer", narrowed(found), half)
    plain, masked = hide_names(text, asked.names)
    found = phrases(masked)
    if not found:
        return None
    # What follows the last "so" is the conclusion, if it says a relation at all.
    for mark in reversed(list(SO.finditer(masked))):
        if concluded := [phrase for phrase in found if phrase.start >= mark.end()]:
            found = concluded
            break
    first = found[0]
    types = narrowed(found)
    said = [masked[first.start : first.end]]
    for one, two in pairwise(found):
        between = masked[one.end : two.start]
        if between.strip() == "(" and one.kin_types & two.kin_types:
            continue  # "maternal aunt (MZ) or father's sister"
        if not _HEDGED.fullmatch(between.removeprefix(")")) or one.kin_types & two.kin_types:
            break
        said.append(masked[two.start : two.end])
        types = frozenset()
    if len(said) == 1 and _is_of_alter(base_of(plain, first), asked):
        sexes = (asked.alter_sex,) if asked.alter_sex else ("m", "f")
        types = frozenset(k for k in turned(types) if SEX[k[-1]] in sexes)
    return Answer(tuple(map(_bare, said)), "answer", types, first.half)


def _is_of_alter(base: str, asked: Asked) -> bool:
    """Whether the words say what ego is to the relative, not what the relative is to ego."""
    if not (base and asked.alter and asked.ego):
        return False
    base, alter, ego = map(normalised, (base, asked.alter, asked.ego))
    return base.endswith(alter) and not base.endswith(ego)


def said_relation(said: Sequence[str]) -> Answer:
    """The answer that the words of a relation are, as they are kept with a score."""
    found = phrases(said[0]) if len(said) == 1 else []
    return Answer(tuple(said), "answer", narrowed(found), any(phrase.half for phrase in found))


def is_related(answer: Answer, asked: Asked, *, lenient: bool = False) -> bool:
    """Whether the words said mean what one of the right texts means."""
    if len(answer.said) != 1:
        return False
    if any(_bare(text) == answer.said[0] for text in asked.gold):
        return True
    if answer.said[0] in map(_bare, asked.terms):
        return False
    meant = [kin_types(text) for text in asked.gold]
    if lenient:
        return any(answer.kin_types & right for right in meant)
    if answer.half and not any("half" in text.casefold() for text in asked.gold):
        return False
    exact = {types for right in meant for types in (right, *_of_one_sex(right, asked.alter_sex))}
    return bool(answer.kin_types) and answer.kin_types in exact


def _of_one_sex(kin_types: frozenset[str], sex: str | None) -> list[frozenset[str]]:
    """The same kin types with the sex of the relative told: a son where the key says child."""
    return [
        frozenset(k for k in kin_types if SEX[k[-1]] == known)
        for known in ("m", "f")
        if sex in (known, None)
    ]


def _bare(text: str) -> str:
    """Words as they are compared: folded, without marks around them."""
    return normalised(" ".join(text.split())).strip(" .*_\"'“”:,;!")
