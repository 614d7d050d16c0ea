"""Verdicts on replies to kin-term prompts and selection items, and their surface."""

import functools
import hashlib
import json
from collections.abc import Mapping, Set
from typing import Any, NamedTuple

from kinlib.results.rows import Row, canonical
from kinlib.score import Score
from kinlib.terms import matching, options, screen
from kinlib.terms.hypernyms import cues, hypernym_terms
from kinlib.terms.lexicon import Form, Lexicon, accepted, shipped
from kinlib.terms.matching import BOUNDED, BOUNDED_PAPER, FROZEN, PAPER, Match, split
from kinlib.terms.phrases import not_terms
from kinlib.terms.relations import LANGUAGES, relations

SURFACE_VERSION = "1.3"
"""Raised when the screen tells something else of a reply."""


def versions() -> tuple[str, ...]:
    """What verdicts and surfaces rest on: our code's versions and the lexicon's content.

    The content is that of forms, relations, words that stand for several, cues, and phrases.

    Raises:
        KinError: the shipped lexicon is missing or wrong.
    """
    content = hashlib.sha256()
    phrases = [(code, not_terms(code)) for code in LANGUAGES]
    for told in (*shipped().forms, relations(), hypernym_terms(), cues(), phrases):
        content.update(repr(told).encode())
    return matching.VERSION, options.VERSION, SURFACE_VERSION, content.hexdigest()


class Judged(NamedTuple):
    """Scores by scorer, with why a wrong reply is wrong, and the row of the table surface."""

    scores: Mapping[str, tuple[Score, tuple[str, ...]]]
    surface: Row | None


class _Asked(NamedTuple):
    """What a reply is held against: rows accepted by each scorer, and forms of the key that no
    lexicon has (`further`), or that the paper's inventory, of which `literal` finds forms, lacks.
    """

    language: str
    relation: str
    speaker: str
    level: str
    frozen: frozenset[Form]
    bounded: frozenset[Form]
    paper: frozenset[Form]
    further: Lexicon | None
    literal: Lexicon | None


def judge(text: str, item: Row) -> Judged:
    """The three matchers' verdicts on a message, and its surface if the relation is known.

    The item's key is what the paper's matcher looks for. The bounded one accepts besides every
    other form of the lexicon for that relation and speaker, unless the item sets a condition: then
    its key is all there is. Items of relations or languages that the lexicon does not have are
    judged by their key alone.
    """
    asked = _asked(
        item["language"] or "", item["relation"] or "", item["gold"], item["attributes"],
        item["category"] or "",
    )  # fmt: skip
    found = matching.find(text, asked.language)
    literal = matching.literal(text, asked.language)
    matches = {
        FROZEN: split(literal, asked.frozen),
        BOUNDED: split(found, asked.bounded),
        BOUNDED_PAPER: split(found, asked.paper),
    }
    if asked.further is not None or asked.literal is not None:
        matches = _with_further(text, asked, matches)
    surface = None
    if asked.relation in relations() and asked.bounded:
        surface = screen.surface(
            text, asked.language, asked.relation, asked.speaker, asked.level,
            found=found, literal=literal,
        )  # fmt: skip
    scores = {
        name: (
            Score(match.correct, tuple(dict.fromkeys(one.form for one in match.evidence))),
            () if match.correct or surface is None
            else screen.causes(
                surface,
                literal=name == FROZEN,
                others=name == BOUNDED_PAPER and _holds_another(match, asked.relation),
            ),
        )
        for name, match in matches.items()
    }  # fmt: skip
    return Judged(scores, None if surface is None else _surface_row(surface))


def _holds_another(match: Match, relation: str) -> bool:
    """Whether a term is another relation's by the paper's inventory.

    할아버지 for a mother's father is one.
    The whole lexicon has it for both, so that the screen takes it for no other relation's term.
    """
    return any(
        entry.tier in PAPER and entry.relation != relation
        for one in match.others
        for entry in one.entries
    )


def pick(text: str, item: Row) -> Mapping[str, Score]:
    """Both parsers' verdicts on a reply to a selection item."""
    letters = "ABCDE"[: len(json.loads(item["attributes"]).get("options", "ABCD"))]
    gold = json.loads(item["gold"])
    picked = {
        options.FIRST: options.first_letter(text, letters),
        options.STATED: options.stated_letter(text, letters),
    }
    return {
        name: Score(
            choice.letter in gold, (choice.letter,) if choice.letter else (), reading=choice.kind
        )
        for name, choice in picked.items()
    }


def _with_further(text: str, asked: _Asked, matches: Mapping[str, Match]) -> dict[str, Match]:
    """Forms of the key that the lexicon lacks, found as each matcher finds forms."""
    by_word = matching.find(text, asked.language, asked.further) if asked.further else ()
    as_letters = matching.literal(text, asked.language, asked.literal) if asked.literal else ()
    out = {}
    for name, match in matches.items():
        more = as_letters if name == FROZEN else by_word
        every = tuple(sorted((*match.evidence, *more), key=lambda one: (one.start, -one.end)))
        out[name] = Match(bool(every), every, match.others)
    return out


@functools.lru_cache(maxsize=4096)
def _asked(language: str, relation: str, gold: str, attributes: str, level: str) -> _Asked:
    told: dict[str, Any] = json.loads(attributes)
    speaker = str(told.get("speaker") or "")
    lexicon, key = shipped(), set(json.loads(gold))
    rows = accepted(lexicon, relation, language)
    own = frozenset(form for form in rows if form.form in key)
    if told.get("condition"):
        bounded = paper = own
    else:
        bounded = frozenset(accepted(lexicon, relation, language, speaker))
        paper = frozenset(accepted(lexicon, relation, language, speaker, PAPER))
    lacking = _made(language, relation, key - {form.form for form in rows})
    unseen = _made(language, relation, key - {form.form for form in rows if form.tier in PAPER})
    return _Asked(language, relation, speaker, level, own, bounded, paper, lacking, unseen)


def _made(language: str, relation: str, key: Set[str]) -> Lexicon | None:
    """Forms of a key as a lexicon, for a matcher that knows them from no other."""
    made = tuple(
        Form(relation, language, "any", form, "", "strict", "key", "", "any", "", "", form,
             form, (), "the item's key", "low", "", "")
        for form in sorted(key)
    )  # fmt: skip
    return Lexicon("the item's key", made) if made else None


def _surface_row(surface: screen.Surface) -> Row:
    plain = screen.row(surface)
    listed = ("shares", "others_frozen", "others", "signs", "readings")
    texts = {name: None if plain[name] is None else canonical(plain[name]) for name in listed}
    return {**plain, **texts, "version": SURFACE_VERSION}
