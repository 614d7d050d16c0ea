"""Terms that a reply to an L1 prompt uses for the English word, and what each of them covers."""

import functools
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from kinlib.terms.form import Form, Lexicon
from kinlib.terms.hypernyms import ANY, HypernymTerm, hypernym_terms
from kinlib.terms.lexicon import shipped
from kinlib.terms.matching import Evidence, find
from kinlib.terms.normalising import key
from kinlib.terms.relations import LANGUAGES, relations

_ONE_SIDE = ("cross", "parallel")


class Named(NamedTuple):
    """A term of the hypernym in a text: its place in the raw text and the kin types it covers.

    `complete`: it covers every reading in its language, so that nothing is left open. No kin types:
    a generic word or a loan (아저씨, अंकल).
    """

    form: str
    start: int
    end: int
    kin_types: frozenset[str]
    complete: bool


def named(
    text: str, language: str, relation: str, found: Sequence[Evidence], plain: str
) -> tuple[Named, ...]:
    """Terms of the relation's hypernym in a text, in order.

    Args:
        text: a reply, as received.
        language: ISO 639-1.
        relation: the relation whose English hypernym the prompt had.
        found: what `kinlib.terms.matching.find` found in the text. What an L1 prompt admits beyond
            the inventory (देवर, जेठ, 도련님) is looked for here.
        plain: the reply as compared (`normalising.key`).
    """
    beyond = _beyond(language).find(text, plain)
    begins = [one.start for one in found]
    terms = [*found, *(one for one in beyond if _apart(one, found, begins))]
    known = []
    for one in terms:
        if covered := _covered(one.form, one.entries, language, relation):
            known.append(Named(one.form, one.start, one.end, *covered))
    return tuple(sorted(known, key=_start)) if beyond else tuple(known)


def generic(text: str, language: str, plain: str) -> tuple[Evidence, ...]:
    """Generic words and loans for a relative in a text: अंकल, ஆன்ட்டி, 아줌마."""
    return _generic_words(language).find(text, plain)


class _Words(NamedTuple):
    """A few words of a language, and how each begins, by which it is quickly seen to be absent."""

    language: str
    lexicon: Lexicon
    beginnings: tuple[str, ...]

    def find(self, text: str, plain: str) -> tuple[Evidence, ...]:
        for beginning in self.beginnings:
            if beginning in plain:
                return find(text, self.language, self.lexicon)
        return ()


class _Scope(NamedTuple):
    """What a hypernym admits: the rows of each term, every kin type, and relations it names."""

    rows: Mapping[str, tuple[HypernymTerm, ...]]
    readings: frozenset[str]
    relations: frozenset[str]


@functools.lru_cache(maxsize=256)
def _scope(language: str, asked: str) -> _Scope:
    hypernym, perspective = relations()[asked].hypernym, relations()[asked].perspective
    admitted = ("any", perspective) if perspective else ("any", "wife", "husband")
    rows = defaultdict(list)
    readings: set[str] = set()
    for term in hypernym_terms():
        if (term.language, term.hypernym) == (language, hypernym) and term.perspective in admitted:
            rows[key(term.term)].append(term)
            readings.update(term.kin_types)
    named = {
        relation.id
        for relation in relations().values()
        if relation.hypernym == hypernym and (relation.perspective or "any") in admitted
    }
    return _Scope(
        {term: tuple(found) for term, found in rows.items()},
        frozenset(readings - {ANY}),
        frozenset(named),
    )


@functools.lru_cache(maxsize=8192)
def _covered(
    form: str, entries: tuple[Form, ...], language: str, asked: str
) -> tuple[frozenset[str], bool] | None:
    """Kin types of a term under the hypernym, and if they are all; None: it is no term of it."""
    scope = _scope(language, asked)
    if rows := _rows(form, entries, scope):
        kin_types = frozenset(kin_type for row in rows for kin_type in row.kin_types)
        complete = ANY in kin_types or (
            scope.readings <= kin_types and not any(row.note.startswith(_ONE_SIDE) for row in rows)
        )
        return kin_types, complete
    kin_types = frozenset(
        entry.kin_type
        for entry in entries
        if entry.relation in scope.relations and not entry.homonym_of
    )
    return (kin_types, False) if kin_types else None


def _rows(form: str, entries: Sequence[Form], scope: _Scope) -> tuple[HypernymTerm, ...]:
    """Rows of the hypernym's table for a term, or for the one it is a variant of."""
    # A form that is another relation's ordinary term cannot prove this one by its lemma.
    lemmas = (entry.lemma for entry in entries if not entry.homonym_of)
    for written in (form, *lemmas):
        if rows := scope.rows.get(key(written)):
            return rows
    return ()


def _start(term: Named) -> int:
    return term.start


def _apart(one: Evidence, found: Sequence[Evidence], begins: Sequence[int]) -> bool:
    """Whether a term overlaps none of those found, which do not overlap each other."""
    after = bisect_left(begins, one.end)
    return after == 0 or found[after - 1].end <= one.start


@functools.lru_cache(maxsize=16)
def _beyond(language: str) -> _Words:
    """Terms that L1 prompts admit and the inventory does not have."""
    inventory = {key(form.form) for form in shipped().forms if form.language == language}
    return _words(language, [term for term in hypernym_terms() if key(term.term) not in inventory])


@functools.lru_cache(maxsize=16)
def _generic_words(language: str) -> _Words:
    return _words(language, [term for term in hypernym_terms() if not term.kin_types])


def _words(language: str, terms: Sequence[HypernymTerm]) -> _Words:
    once = {term.term: term for term in terms if term.language == language}
    firsts = (key(word).split()[0] for word in once)
    # The last letter of a word may change before an ending; one letter alone begins too many.
    beginnings = dict.fromkeys(first[:-1] if len(first) > 2 else first for first in firsts)
    return _Words(
        language, Lexicon("hypernyms", tuple(map(_form, once.values()))), tuple(beginnings)
    )


def _form(term: HypernymTerm) -> Form:
    return Form(
        relation="", language=term.language, speaker="any", form=term.term,
        script=LANGUAGES[term.language].script, tier="extended", type="synonym", condition="",
        valid_speaker="any", romanisation="", kin_type="", lemma=term.term, key="", homonym_of=(),
        provenance="", confidence="medium", contested="", note=term.note,
    )  # fmt: skip
