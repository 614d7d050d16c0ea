"""The surface of a reply: its script, the terms in it, and what else shows without a judge.

The paper screens failures into four categories (section 4.2), which are literal and no judgements
of meaning: another term may stand in an explanation, and what holds no term may hold a valid one
that the inventory lacks. Signs beyond them say more, each found by a rule of its own.

    >>> surface("प्रिय चाचाजी, जन्मदिन मुबारक!", "hi", "father_elder_brother").signs
    ('seniority error',)
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kinlib.errors import KinError
from kinlib.terms import matching, prose
from kinlib.terms.alternatives import Place, offers_several
from kinlib.terms.confusions import Difference, nearest
from kinlib.terms.form import TIERS, Form, Lexicon, Tier
from kinlib.terms.level_one import Behaviour, behaviour
from kinlib.terms.lexicon import accepted, shipped
from kinlib.terms.look_alikes import look_alikes
from kinlib.terms.matching import Evidence, Match
from kinlib.terms.normalising import key
from kinlib.terms.readings import generic
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.terms.romanised import holds_romanised
from kinlib.terms.scripts import Presence, scan

Category = Literal[
    "other inventory term",
    "target script, no inventory term",
    "no requested script",
    "target script and romanised form",
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""What the surface of a failure is, in the order of the paper."""

Sign = Literal[
    "side error",
    "seniority error",
    "sex error",
    "generation error",
    "affinal for consanguineal",
    "consanguineal for affinal",
    "other speaker's term",
    "additional terms",
    "generic or loan word",
    "several alternatives",
    "romanised form",
    "English explanation",
    "refusal in prose",
    "mixed-script word",
    "look-alike",
]
SIGNS: tuple[Sign, ...] = get_args(Sign)
"""What else a reply shows, in the order in which signs are listed.

The first six say in what the nearest term of a reply without an accepted one differs; a reply to an
L1 prompt that has any term of the English word has none of them, for the prompt tells no more.
"Additional terms" are those beside an accepted one. "Other speaker's term": the relation's word,
but a man's for a woman who speaks, or the reverse.
"""

_ERRORS: Mapping[Difference, Sign] = {
    "side": "side error",
    "seniority": "seniority error",
    "sex": "sex error",
    "generation": "generation error",
    "affinal for consanguineal": "affinal for consanguineal",
    "consanguineal for affinal": "consanguineal for affinal",
}


_OF_ANOTHER: Sign = "other speaker's term"


@dataclass(frozen=True, slots=True)
class Surface:
    """What can be seen of a reply.

    Attributes:
        script: whether the requested script is there (`kinlib.terms.scripts.Scan.presence`).
        shares: letters by script (ISO 15924), the most first.
        ascii_only: not empty, and all of it ASCII.
        translation, note: it has a field of that name.
        romanised: it holds the romanised form of the asked relation's terms.
        others_frozen, others: relations whose terms it holds and which are not the asked one's: as
            literal substrings of the paper's inventory, and by the bounded matcher.
        signs: those of `SIGNS` that it shows.
        behaviour: what it does with an L1 prompt; None for L3.
    """

    script: Presence
    shares: Mapping[str, int]
    ascii_only: bool
    translation: bool
    note: bool
    romanised: bool
    others_frozen: tuple[str, ...]
    others: tuple[str, ...]
    signs: tuple[Sign, ...]
    behaviour: Behaviour | None


def surface(
    text: str, language: str, relation: str, speaker: str = "", level: str = "L3", *,
    found: Sequence[Evidence] | None = None, literal: Sequence[Evidence] | None = None,
    lexicon: Lexicon | None = None,
) -> Surface:  # fmt: skip
    """The surface of a reply to a prompt about a relation.

    Args:
        text: the reply, as received.
        language: ISO 639-1 of the requested language.
        relation: the relation asked for, or hidden behind the English word of an L1 prompt.
        speaker: who says it; male or female keep their terms apart in `others`.
        level: "L1" or "L3".
        found: what `matching.find` found in the text, where that is known.
        literal: what `matching.literal` found in it, likewise.
        lexicon: the inventory; else the shipped one.

    Raises:
        KinError: the relation is not of the benchmark, or the inventory has no such language.
    """
    inventory = lexicon or shipped()
    hypernym = _hypernym(relation)
    scripts = scan(text)
    words = matching.find(text, language, inventory) if found is None else found
    letters = matching.literal(text, language, inventory) if literal is None else literal
    match = matching.split(words, _keys(inventory, relation, language, speaker, TIERS))
    frozen = matching.split(letters, _keys(inventory, relation, language, "", matching.PAPER))
    others = [one for one in match.others if not _is_of(one, relation)]
    latin = "Latn" in scripts.shares
    romanised = latin and holds_romanised(text, inventory, relation, language)
    plain = key(text)
    told = behaviour(text, language, relation, words, plain) if level == "L1" and hypernym else None
    signs = _of_terms(relation, match, others, generic(text, language, plain), told)
    if len(words) > 1 and offers_several(text, plain, language, _places(words)):
        signs.append("several alternatives")
    if romanised:
        signs.append("romanised form")
    if latin and prose.explains_in_english(plain):
        signs.append("English explanation")
    if prose.refuses(plain, language):
        signs.append("refusal in prose")
    if scripts.mixed:
        signs.append("mixed-script word")
    if look_alikes(text):
        signs.append("look-alike")
    return Surface(
        script=scripts.presence(_script(inventory, language)),
        shares=scripts.shares,
        ascii_only=bool(text) and text.isascii(),
        translation=latin and prose.has_translation(plain),
        note=latin and prose.has_note(plain),
        romanised=romanised,
        others_frozen=_relations(frozen.others),
        others=_relations(others),
        signs=tuple(signs),
        behaviour=told,
    )


def row(seen: Surface) -> dict[str, object]:
    """A surface as plain values, ready for JSON; what an L3 reply does is None."""
    told = seen.behaviour
    return {
        **{name: getattr(seen, name) for name in _PLAIN},
        "shares": dict(seen.shares),
        **{name: list(getattr(seen, name)) for name in ("others_frozen", "others", "signs")},
        "behaviour": told and told.kind,
        "readings": told and list(told.readings),
        "with_draft": told and told.with_draft,
    }


_PLAIN = ("script", "ascii_only", "translation", "note", "romanised")


def category(seen: Surface, *, literal: bool = False, others: bool = False) -> Category:
    """Which of the paper's four categories a failure is.

    The paper does not print in what order it asks; here: no letter of the requested script, then
    another term, then the romanised form. Other terms are those of other relations that the bounded
    matcher finds, and the relation's own where only another speaker says it (오빠, said by a man).
    `literal`: they are those that the frozen matcher finds; it accepts either speaker's term.
    `others`: by an inventory smaller than the whole one, a term found is another relation's only.
    """
    if seen.script == "absent":
        return "no requested script"
    whole = others or seen.others or _OF_ANOTHER in seen.signs
    if seen.others_frozen if literal else whole:
        return "other inventory term"
    return "target script and romanised form" if seen.romanised else (
        "target script, no inventory term"
    )  # fmt: skip


def causes(seen: Surface, *, literal: bool = False, others: bool = False) -> tuple[str, ...]:
    """Why a reply fails, as far as its surface tells: its category, then its signs."""
    return (category(seen, literal=literal, others=others), *seen.signs)


def _of_terms(
    relation: str, match: Match, others: Sequence[Evidence], loose: Sequence[Evidence],
    told: Behaviour | None,
) -> list[Sign]:  # fmt: skip
    """Signs that the terms of a reply give.

    `others` are those of other relations; `loose` generic words, which are charged with no error
    though one is an in-law's term too (아주머니). `told` is what the reply does with an L1 prompt.
    """
    if match.correct:
        signs: list[Sign] = ["additional terms"] if others else []
    else:
        generic_at = {one.start for one in loose}
        charged = [one for one in others if one.start not in generic_at]
        signs = []
        # Kin types are readings of the English word: an L1 prompt does not tell which is meant.
        if told is None or not told.readings:
            signs += [_ERRORS[one] for one in nearest(relation, charged)]
        if len(others) < len(match.others):
            signs.append(_OF_ANOTHER)
    return [*signs, "generic or loan word"] if loose else signs


def _is_of(term: Evidence, relation: str) -> bool:
    """Whether a term is the relation's, if not for who speaks."""
    return any(entry.relation == relation for entry in term.entries)


def _relations(terms: Sequence[Evidence]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(entry.relation for one in terms for entry in one.entries))


def _places(terms: Sequence[Evidence]) -> list[Place]:
    return [Place(one.start, one.end, one.entries[0].lemma) for one in terms]


@functools.lru_cache(maxsize=64)
def _hypernym(relation: str) -> str:
    asked = relations().get(relation)
    if asked is None:
        raise KinError(f"{relation!r} is no relation of the benchmark.")
    return asked.hypernym


@functools.lru_cache(maxsize=4096)
def _keys(
    lexicon: Lexicon, relation: str, language: str, speaker: str, tiers: tuple[Tier, ...]
) -> frozenset[Form]:
    return frozenset(accepted(lexicon, relation, language, speaker, tiers))


@functools.lru_cache(maxsize=64)
def _script(lexicon: Lexicon, language: str) -> str:
    """The script that a language is written in: of an own lexicon, that of its first form."""
    if language in LANGUAGES:
        return LANGUAGES[language].script
    for form in lexicon.forms:
        if form.language == language:
            return form.script
    raise KinError(f"The lexicon {lexicon.name!r} has no forms of the language {language!r}.")
