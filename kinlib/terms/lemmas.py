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
    Forms of one lemma said by different speakers stay apart: they answer different cells. So do
    other words, and forms that suppose something else: they are not another spelling of it.
    """
    groups: dict[tuple[str, str], list[Form]] = {}
    for form in lexicon.forms:
        if (form.relation, form.language) == (relation, language):
            groups.setdefault((form.lemma, form.speaker), []).append(form)
    found = [one for (lemma, _), forms in groups.items() for one in _parted(lemma, forms)]
    return tuple(sorted(found, key=lambda one: TIERS.index(one.head.tier)))


def _parted(lemma: str, forms: list[Form]) -> list[Lemma]:
    """The forms of one lemma of the lexicon by word; a variant is of the longest word it begins."""
    first = next((form for form in forms if form.form == lemma), forms[0])
    variants: dict[Form, list[Form]] = {first: []}
    variants |= {form: [] for form in forms if form is not first and not _is_written(form, first)}
    for form in forms:
        if form not in variants:
            begun = [head for head in variants if _joined(form).startswith(_joined(head))]
            like = [head for head in begun if _supposes(head) == _supposes(form)]
            head = max(like, key=lambda head: len(_joined(head)), default=first)
            variants[head].append(form)
    return [Lemma(head, tuple(those)) for head, those in variants.items()]


def _is_written(form: Form, head: Form) -> bool:
    """Whether a form is its lemma written or honoured otherwise, under the same condition.

    An honorific is sometimes another word, as भाई साहब under जीजाजी: it then has nothing of it.
    """
    lemma, other = "".join(form.lemma.split()), _joined(form)
    if _supposes(form) != _supposes(head):
        return False
    if form.type in ("synonym", "regional"):
        return other.startswith(lemma)
    return form.type != "honorific" or lemma[:1] in other


def _supposes(form: Form) -> tuple[str, str]:
    return form.condition, form.valid_speaker


def _joined(form: Form) -> str:
    return "".join(form.form.split())
