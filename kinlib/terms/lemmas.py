"""Forms of a relation grouped as a dictionary has them: a headword, and how else it is written."""

from dataclasses import dataclass

from kinlib.terms.lexicon import TIERS, Form, Lexicon


@dataclass(frozen=True, slots=True)
class Lemma:
    """A headword with the forms that are variants of it, in the lexicon's order."""

    head: Form
    variants: tuple[Form, ...]


def lemmas(lexicon: Lexicon, relation: str, language: str) -> tuple[Lemma, ...]:
    """Headwords of a relation, those of Table 8 first, then by the lexicon's order.

    The headword is the form that is its own lemma; where a lexicon lacks it, the first variant.
    Forms of one lemma said by different speakers stay apart: they answer different cells.
    """
    groups: dict[tuple[str, str], list[Form]] = {}
    for form in lexicon.forms:
        if (form.relation, form.language) == (relation, language):
            groups.setdefault((form.lemma, form.speaker), []).append(form)
    found = []
    for (lemma, _), forms in groups.items():
        head = next((form for form in forms if form.form == lemma), forms[0])
        found.append(Lemma(head, tuple(form for form in forms if form is not head)))
    return tuple(sorted(found, key=lambda lemma: TIERS.index(lemma.head.tier)))
