"""Which accepted forms sit inside other words: what a matcher of bare substrings gets wrong.

외할머니 (mother's mother) holds 할머니 (father's mother), so an answer with the maternal word
passes for the paternal relation, and never the other way round. The forms are compared composed
(NFC), as the lexicon has them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kinlib.terms.lexicon import Form, Lexicon, Tier
from kinlib.terms.matching import PAPER
from kinlib.terms.relations import relations


class Said(NamedTuple):
    """A relation as one speaker says it: `speaker` is male or female where the cell is split."""

    relation: str
    speaker: str


@dataclass(frozen=True, slots=True)
class Containment:
    """A reply with a long form, right for `answers`, holds a short one, accepted for `passes`.

    `pairs` are the (short, long) forms for which it is so; no long form is accepted for `passes`
    by itself.
    """

    language: str
    passes: Said
    answers: Said
    pairs: tuple[tuple[str, str], ...]

    @property
    def shorts(self) -> tuple[str, ...]:
        """The short forms, each once."""
        return tuple(dict.fromkeys(short for short, _ in self.pairs))

    @property
    def longs(self) -> tuple[str, ...]:
        """The long forms, each once."""
        return tuple(dict.fromkeys(long for _, long in self.pairs))


def contained(
    lexicon: Lexicon, language: str, tiers: Iterable[Tier] = PAPER
) -> tuple[Containment, ...]:
    """Every relation that passes with the words of another, in the order of Table 8."""
    cells = _cells(lexicon, language, tiers)
    found = []
    for passes, shorts in cells.items():
        for answers, longs in cells.items():
            pairs = tuple(
                (short, long)
                for short in shorts
                for long in longs
                if short != long and short in long and long not in shorts
            )
            if pairs and passes.relation != answers.relation:
                found.append(Containment(language, passes, answers, pairs))
    return tuple(found)


def shared(
    lexicon: Lexicon, language: str, tiers: Iterable[Tier] = PAPER
) -> Mapping[str, tuple[str, ...]]:
    """Forms that several relations accept, with the relations: the form alone does not tell them.

    Some are one word for all of them, some are said of each by another speaker, some disputed.
    """
    relations_of: dict[str, dict[str, None]] = {}
    for said, forms in _cells(lexicon, language, tiers).items():
        for form in forms:
            relations_of.setdefault(form, {})[said.relation] = None
    several = {form: tuple(those) for form, those in relations_of.items() if len(those) > 1}
    return dict(sorted(several.items(), key=lambda item: (-len(item[1]), item[0])))


def _cells(lexicon: Lexicon, language: str, tiers: Iterable[Tier]) -> dict[Said, dict[str, None]]:
    """The accepted forms of each relation and speaker, without doubles."""
    wanted = frozenset(tiers)
    order = {relation: at for at, relation in enumerate(relations())}
    cells: dict[Said, dict[str, None]] = {}
    for form in sorted(lexicon.forms, key=lambda form: order[form.relation]):
        if form.language == language and form.tier in wanted:
            cells.setdefault(_said(form), {})[form.form] = None
    return cells


def _said(form: Form) -> Said:
    return Said(form.relation, form.speaker if form.speaker in ("male", "female") else "")
