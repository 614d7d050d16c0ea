"""A kin term as one row of a lexicon, and what its columns may say."""

from dataclasses import dataclass
from typing import Literal, get_args

from kinlib.terms.relations import Speaker

Tier = Literal["strict", "paper", "extended"]
"""Strict: the key of Table 8 itself; paper: its spelling, spacing and honorific variants too;
extended: valid terms that the table does not have."""

TIERS: tuple[Tier, ...] = get_args(Tier)
Confidence = Literal["high", "medium", "low"]
Kind = Literal["key", "honorific", "spacing", "spelling", "synonym", "regional"]
ConditionKind = Literal["", "speaker", "age", "region", "community", "register"]


@dataclass(frozen=True, slots=True)
class Form:
    """A written form of a kin term.

    Attributes:
        relation, language, speaker: the cell it answers.
        form: as written, composed (NFC); `script` by ISO 15924.
        tier, type: how near it is to the paper's key, and what kind of variant.
        condition, condition_kind: what it supposes (empty: nothing) and of what kind: the speaker's
            sex, the relative age of the one meant or of the one between ("elder than mother",
            "sister elder than husband"), a region, a community, a register.
        valid_speaker: the sex of who may say it, where the cell is not split by it.
        romanisation, kin_type: Latin spelling (empty: none given); the kin type it stands for.
        lemma: the form that this one is a variant of; `key`: the cell of Table 8.
        homonym_of: relations, kin types or plain words ("son") whose ordinary term the form is
            too, so that it cannot prove this one.
        provenance, attested: sources of the meaning, and word lists that have the spelling
            (kinlib.terms.sources).
        confidence, contested, note: how sure, the id of a doubt (kinlib.terms.doubts), and what
            else is to be known.
    """

    relation: str
    language: str
    speaker: Speaker
    form: str
    script: str
    tier: Tier
    type: Kind
    condition: str
    valid_speaker: Literal["any", "male", "female"]
    romanisation: str
    kin_type: str
    lemma: str
    key: str
    homonym_of: tuple[str, ...]
    provenance: str
    confidence: Confidence
    contested: str
    note: str
    condition_kind: ConditionKind = ""
    attested: str = ""

    def __hash__(self) -> int:  # rows are looked up for every reply: not all columns each time
        return hash((self.form, self.relation))


@dataclass(frozen=True, eq=False)  # told apart by identity: it keys caches
class Lexicon:
    """Forms in the order of their files."""

    name: str
    forms: tuple[Form, ...]
