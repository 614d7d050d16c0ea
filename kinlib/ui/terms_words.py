"""The words in which the Terms page says what columns of the lexicon mean."""

import functools
from collections.abc import Mapping

from kinlib.terms.current import said_by
from kinlib.terms.doubts import VERDICTS, Doubt
from kinlib.terms.lexicon import Form, Lexicon, shipped
from kinlib.terms.relations import LANGUAGES, relations
from kinlib.terms.sources import sources

TIERS: Mapping[str, str] = {
    "strict": "key of Table 8",
    "paper": "variant of a key",
    "extended": "beyond Table 8",
}
_OWN_TIERS: Mapping[str, str] = {
    "strict": "key of this lexicon",
    "paper": "variant of a key of this lexicon",
    "extended": "beyond the keys of this lexicon",
}
TYPES: Mapping[str, str] = {
    "key": "key",
    "honorific": "honorific",
    "spacing": "spaced otherwise",
    "spelling": "spelled otherwise",
    "synonym": "synonym",
    "regional": "regional",
}
SPEAKERS: Mapping[str, str] = {
    "any": "anybody",
    "male": "a man",
    "female": "a woman",
    "husband": "a husband",
    "wife": "a wife",
}
WHO: Mapping[str, str] = {"male": "men", "female": "women", "any": ""}


def language(code: str) -> str:
    """A language's English name; of one that does not ship, its code."""
    return LANGUAGES[code].name if code in LANGUAGES else code


def languages(lexicon: Lexicon) -> tuple[str, ...]:
    """Codes of a lexicon's languages, those of the benchmark first, in the paper's order."""
    there = {form.language for form in lexicon.forms}
    return (*(code for code in LANGUAGES if code in there), *sorted(there - LANGUAGES.keys()))


def relation(relation_id: str) -> str:
    """A relation as the prompts say it, with its kin type."""
    known = relations()[relation_id]
    return f"{known.phrase} ({known.kin_type})"


def phrase(relation_id: str, speaker: str = "") -> str:
    """A relation as the prompts say it, with the speaker where the cell is split."""
    said = f", said by {SPEAKERS[speaker]}" if speaker in ("male", "female") else ""
    return relations()[relation_id].phrase + said


def tier(form: Form) -> str:
    """How near a form is to the keys: of Table 8, or of somebody's own lexicon."""
    return (TIERS if ships(form) else _OWN_TIERS)[form.tier]


def ships(form: Form) -> bool:
    """Whether a form is one of the lexicon that comes with kinlib."""
    return form in _forms(shipped())


@functools.lru_cache(maxsize=2)
def _forms(lexicon: Lexicon) -> frozenset[Form]:
    return frozenset(lexicon.forms)


def restrictions(form: Form) -> list[str]:
    """What a form supposes: who says it, and its condition where it is another."""
    who = WHO[said_by(form)]
    condition = "" if form.condition_kind == "speaker" and who else form.condition
    return [each for each in (who and f"said by {who}", condition) if each]


def homonyms(form: Form) -> str:
    """The relations whose ordinary term a form is too, in words; empty: of none."""
    known = {one.kin_type: one for one in relations().values()}
    said = []
    for other in form.homonym_of:
        if other in relations():
            said.append(relations()[other].phrase)
        else:
            said.append(known[other].phrase if other in known else other)
    return ", ".join(dict.fromkeys(said))


def doubt(known: Doubt | None, name: str) -> str:
    """A doubt in a sentence; of one that is not listed, its name."""
    if known is None:
        return name
    found = [VERDICTS.get(verdict, verdict) for verdict in known.verdicts if verdict != "note"]
    verdicts = f"{'; '.join(found).capitalize()}. " if found else ""
    return f"{verdicts}{known.explanation} {known.treatment}".strip()


def provenance(form: Form) -> tuple[str, list[str]]:
    """The codes of a form's sources, and what each code stands for where it is known."""
    known = sources()
    codes = [part.split("[")[0].strip() for part in form.provenance.split(";")]
    meant = [f"{code}: {known[code].what}" for code in dict.fromkeys(codes) if code in known]
    return form.provenance, meant
