"""What a reply to an L1 prompt does with an English word that the language has no one term for.

"Uncle" is five relations. A reply may ask back, offer several terms, use a word that is complete
as it stands (Tamil தாத்தா), or take one reading without a reason. What is decided hangs on the kin
types that the terms found cover, and on cues, which no native speaker has reviewed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from kinlib.terms.alternatives import Place, adapts, offers_several
from kinlib.terms.asking import asking
from kinlib.terms.cues import may_hold
from kinlib.terms.matching import Evidence
from kinlib.terms.normalising import key
from kinlib.terms.passages import Sentence, sentences
from kinlib.terms.readings import Named, named
from kinlib.terms.slots import is_slot_left

Kind = Literal[
    "clarification",
    "several alternatives",
    "placeholder",
    "complete without ambiguity",
    "generic",
    "unjustified default",
    "ambiguous",
    "no term",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
"""What a reply can do:

- clarification: asks which relative is meant, with or without a message.
- several alternatives: terms of different readings, offered as a choice.
- ambiguous: terms of different readings without a cue, so likely one address and a mention.
- complete without ambiguity: one term covers every reading (தாத்தா, 조카; not மருமகன், which is a
  nephew on one side).
- unjustified default: terms that leave readings out.
- placeholder: no kin term, and an empty slot such as [रिश्ता].
- generic: only a generic word or a loan (아저씨, अंकल).
"""


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What a reply does.

    Attributes:
        kind: one of `KINDS`.
        terms: the hypernym's terms found, each once, in text order; generic ones too.
        readings: the kin types that they cover, sorted; of a default, which reading was taken.
        with_draft: it asks back and gives a message nonetheless.
    """

    kind: Kind
    terms: tuple[str, ...]
    readings: tuple[str, ...]
    with_draft: bool = False


def behaviour(
    text: str, language: str, relation: str, found: Sequence[Evidence], plain: str = ""
) -> Behaviour:
    """What a reply to an L1 prompt does.

    Args:
        text: the reply, as received.
        language: ISO 639-1.
        relation: the relation that the prompt hides behind its hypernym; it must have one.
        found: what `kinlib.terms.matching.find` found in the reply.
        plain: the reply as compared (`normalising.key`), where that is known.
    """
    plain = plain or key(text)
    words = named(text, language, relation, found, plain)
    readings = sorted({kin_type for word in words for kin_type in word.kin_types})
    terms = tuple(dict.fromkeys(word.form for word in words))
    told: Sequence[Sentence] = ()
    if "?" in plain or may_hold(plain, language, "clarify", "side", "conditional"):
        told = sentences(text, [word.start for word in words])
        if passages := asking(told, language, words):
            draft = any(not (one.outside or one.passage in passages) for one in told)
            return Behaviour("clarification", terms, tuple(readings), draft)
    return Behaviour(_kind(text, plain, language, words, told), terms, tuple(readings))


def _kind(
    text: str, plain: str, language: str, words: Sequence[Named], told: Sequence[Sentence]
) -> Kind:
    """What a reply does that does not ask back."""
    kin = [word for word in words if word.kin_types]
    if _is_open(kin):
        places = [Place(word.start, word.end, word.form) for word in kin]
        several = offers_several(text, plain, language, places) or adapts(text, told, language, kin)
        return "several alternatives" if several else "ambiguous"
    if any(word.complete for word in kin):
        return "complete without ambiguity"
    if kin:
        return "unjustified default"
    if is_slot_left(text, beside_generic=bool(words)):
        return "placeholder"
    return "generic" if words else "no term"


def _is_open(kin: Sequence[Named]) -> bool:
    """Whether the terms cover two kin types that no single one of them covers."""
    every = frozenset[str]().union(*(word.kin_types for word in kin))
    return not any(word.complete for word in kin) and any(
        not any({one, other} <= word.kin_types for word in kin) for one in every for other in every
    )
