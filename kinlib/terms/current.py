"""Which terms hold for whom: the speaker's sex, and the age of relatives the relation leaves open.

The prompts leave both open where the languages do not: a Tamil mother's sister is சித்தி or
பெரியம்மா by her age, and a Korean woman's elder brother is 오빠. The lexicon says so in its columns
`speaker`, `valid_speaker` and `condition`.
"""

import functools
import re
from typing import Literal, get_args

from kinlib.terms.doubts import doubts
from kinlib.terms.lexicon import Form, Lexicon, accepted
from kinlib.terms.relations import relations

Age = Literal["", "elder", "younger"]
"""Of the relative, or of the one who links them: elder, younger, or left open."""

Sex = Literal["male", "female"]

_OF_SPEAKER: dict[str, Sex] = {
    **{"male": "male", "husband": "male"},
    **{"female": "female", "wife": "female"},
}
_AGE = re.compile(r"\b(elder|younger)\b", re.IGNORECASE)
_AGE_BY_DOUBT: dict[str, Age] = {"sala-younger-pejorative": "younger", "ko-WB-seniority": "younger"}
"""Keys of which only the contested note (data/lexicon/contested.csv) says the age."""


def said_by(form: Form) -> Literal["any", "male", "female"]:
    """Who may say a form: everybody, or one sex only."""
    return _OF_SPEAKER.get(form.speaker, form.valid_speaker)


def age_of(form: Form) -> Age:
    """The relative age that a form supposes, by its condition or its doubt; empty: none."""
    found = _AGE.search(form.condition)
    if found is None:
        return _AGE_BY_DOUBT.get(form.contested, "")
    return "elder" if found[1].lower() == "elder" else "younger"


def disputed(form: Form) -> bool:
    """Whether sources disagree about a form of Table 8 itself, a key or a variant.

    That its doubt says it is wrong, or right only under a condition; or that it has low confidence.
    """
    doubt = doubts().get(form.contested)
    verdicts = doubt.verdicts if doubt else ()
    return form.tier != "extended" and (
        form.confidence == "low" or "wrong" in verdicts or "partial" in verdicts
    )


def current(
    lexicon: Lexicon, relation: str, language: str, sex: Sex, age: Age = ""
) -> tuple[Form, ...]:
    """The terms a person of this sex uses, those that name the asked age first.

    Keys of the paper's Table 8, without those of the other sex or age. Terms beyond the table stand
    beside them where their sources are sure and their condition names the asked age, or alone where
    no key is left. Spelling, honorific and regional variants are left out.
    """
    said = [
        form
        for form in accepted(lexicon, relation, language)
        if form.form == form.lemma
        and form.type in ("key", "synonym")
        and said_by(form) in ("any", sex)
        and not (age and age_of(form) not in ("", age))
    ]
    keys = [form for form in said if form.tier == "strict"]
    sure = [form for form in said if form.tier != "strict" and form.confidence == "high"]
    named = [form for form in sure if age and age_of(form) == age]
    chosen = [*keys, *named] if keys else named or [form for form in sure if not age_of(form)]
    return tuple(sorted(chosen, key=lambda form: bool(age) and age_of(form) != age))


@functools.lru_cache(maxsize=32)
def shared(lexicon: Lexicon, language: str) -> tuple[str, ...]:
    """Terms by which somebody, at some age, calls several relations, in the lexicon's order."""
    found: set[str] = set()
    for sex in get_args(Sex):
        for age in get_args(Age):
            said = [
                {form.form for form in current(lexicon, relation, language, sex, age)}
                for relation in relations()
            ]
            once: set[str] = set()
            for forms in said:
                found |= once & forms
                once |= forms
    return tuple(dict.fromkeys(form.form for form in lexicon.forms if form.form in found))
