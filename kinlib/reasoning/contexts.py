"""Contexts in words read back into facts: the inverse of our own sentences and of the release's.

Ours stand one on a line:

    Ann Lee's father is Bob Lee.
    Ann Lee's sisters are Eve Lee, Sue Lee and Zoe Lee.
    Among Ann Lee's brothers is Dan Lee.
    Ann Lee is a woman.
    Bob Lee was born in 1900.

The KinshipQA release joins its own by ". " and has further forms: "Ann Lee has siblings: Eve Lee,
Sue Lee.", "Ann Lee's children are: …", "Ann Lee has the following childs: …"; others say "Bob Lee
is the father of Ann Lee" and "Ann Lee is married to Dan Ray". A name may hold ". " too, so a line
is read sentence by sentence only where several of them are understood. Everything else (a rule in
prose, a convention) tells nothing of anybody and is kept aside.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar

Sex = Literal["m", "f"]

PARENTS = ("father", "mother", "parent")
CHILDREN = ("son", "daughter", "child")
SIBLINGS = ("brother", "sister", "sibling")
SPOUSES = ("husband", "wife", "spouse")
WORDS = (*PARENTS, *CHILDREN, *SIBLINGS, *SPOUSES)
"""Kin words of facts; each three are the man's, the woman's and the one that leaves it open."""

_MEN: dict[str, Sex] = dict.fromkeys(WORDS[::3], "m")
_WOMEN: dict[str, Sex] = dict.fromkeys(WORDS[1::3], "f")
SEX_OF: Mapping[str, Sex] = MappingProxyType(_MEN | _WOMEN)
"""The sex a word tells of the relative; words that leave it open are not in here."""

_SAID: Mapping[str, Sex] = {"man": "m", "woman": "f"}
_MANY = {f"{word}s": word for word in WORDS} | {"children": "child", "wives": "wife"}
_SINGULAR = {word: word for word in WORDS} | _MANY
_ANY = "|".join(sorted(_SINGULAR))
_SENTENCE = re.compile(
    rf"(?:Among )?(?P<a>.+?)['’]s (?:(?P<one>{'|'.join(WORDS)}) is (?P<b>.+)"
    rf"|(?P<many>{'|'.join(_MANY)}) (?:are|is)(?P<colon>:?) (?P<c>.+))"
    rf"|(?:(?P<d>.+?) has(?: the following)?|(?P<their>Their)) (?P<listed>{'|'.join(_MANY)})"
    r"(?(their) include): (?P<e>.+)"
    rf"|(?P<h>.+) is the (?P<kin>{'|'.join(WORDS)}) of (?P<i>.+)"
    r"|(?P<j>.+) is married to (?P<k>.+)"
    r"|(?P<f>.+) is a (?P<sex>wo)?man"
    r"|(?P<g>.+) was born in (?P<year>-?[0-9]+)"
)
# Prose about kin that has the form of a fact: "A parent's brother is 'uncle'.", "My father's mother
# is an ancestor." Only small letters count: Julia Child and Father Brown are people.
_NO_NAME = re.compile(
    r"(?:an?|the|called|like|his|her|their|If|For example,?) .*"
    r"|.*(?:: |; ).*"
    rf"|.*['’]s (?:{_ANY})(?![\w-]).*"
    rf"|(?:.* )?(?i:an?|the|each|every|any|no) (?:.* )?(?:{_ANY}|man|woman|person|uncle|aunt)"
    rf"|{_ANY}|(?i:who|whoever|one|(?:every|some|any|no)(?:body|one))"
    r"|.{200,}"
)


class Fact(NamedTuple):
    """The subject's relative: Fact("Ann", "father", "Bob") says that Ann's father is Bob."""

    subject: str
    word: str
    object: str


class Loose(NamedTuple):
    """A relative of one of several people, nobody says of whom: "Their children include: …"."""

    subjects: tuple[str, ...]
    word: str
    object: str


@dataclass(frozen=True)
class Told:
    """What a context tells, in its own order.

    `sexes` follow from "is a man" and from the words by which people are called; `stated` are those
    of whom it is said outright. People of whom two sexes or two years are told are left out of
    `sexes` or `births`. `mentioned` are all people by first mention; `other` are the lines, or
    sentences of a line, that tell nothing of anybody.
    """

    facts: tuple[Fact, ...]
    sexes: Mapping[str, Sex]
    births: Mapping[str, int]
    mentioned: tuple[str, ...]
    other: tuple[str, ...]
    stated: tuple[str, ...] = ()
    loose: tuple[Loose, ...] = ()


class _Sentence(NamedTuple):
    subject: str  # empty for "Their"
    word: str  # a kin word, or "man", "woman", "born"
    objects: tuple[str, ...]


def read(context: str) -> Told:
    """Everything a context says of kin, sexes and years of birth.

    Names may be of any script. Names that hold ". " are understood where each sentence has a line
    of its own, names that hold ", " or " and " where they stand alone.
    """
    facts: list[Fact] = []
    loose: list[Loose] = []
    sexes: list[tuple[str, Sex]] = []
    births: list[tuple[str, int]] = []
    stated: dict[str, None] = {}
    mentioned: dict[str, None] = {}
    other: list[str] = []
    before: tuple[str, ...] = ()
    for sentence in _sentences(context):
        if isinstance(sentence, str):
            other.append(sentence)
            continue
        subject, word, objects = sentence
        if subject:
            mentioned[subject] = None
        if word in _SAID:
            stated[subject] = None
            sexes.append((subject, _SAID[word]))
        elif word == "born":
            births.append((subject, int(objects[0])))
        else:
            mentioned.update(dict.fromkeys(objects))
            if subject:
                facts += [Fact(subject, word, name) for name in objects]
            else:
                loose += [Loose(before, word, name) for name in objects]
            if word in SEX_OF:
                sexes += [(name, SEX_OF[word]) for name in objects]
            before = objects
    return Told(
        tuple(facts), _agreed(sexes), _agreed(births),
        tuple(mentioned), tuple(other), tuple(stated), tuple(loose),
    )  # fmt: skip


def _sentences(context: str) -> Iterable[_Sentence | str]:
    """What each line says, or the line itself."""
    for line in filter(None, map(str.strip, context.splitlines())):
        text = line.removesuffix(".")
        texts = text.split(". ")
        parts = [_sentence(part) or part for part in texts]
        understood = sum(isinstance(part, _Sentence) for part in parts)
        # With one, its neighbours may be pieces of names: J. R. Lee's father is Dr. Lee.
        whole = _sentence(text) if len(parts) > 1 and understood < 2 else None
        if whole:
            yield whole
        else:
            yield from parts if understood else [line]


def _sentence(text: str) -> _Sentence | None:
    found = _SENTENCE.fullmatch(text)
    if found is None:
        return None
    subject = found["a"] or found["d"] or found["f"] or found["g"] or ""
    if found["year"]:
        return _Sentence(subject, "born", (found["year"],)) if _is_name(subject) else None
    if found["f"]:
        return (
            _Sentence(subject, "woman" if found["sex"] else "man", ())
            if _is_name(subject)
            else None
        )
    if found["h"] or found["j"]:
        subject, kin, other = found["i"] or found["j"], found["kin"] or "spouse", found["h"]
        pair = (subject, other or found["k"])
        return _Sentence(pair[0], kin, pair[1:]) if all(map(_is_name, pair)) else None
    if found["one"]:
        objects = [found["b"]]
    elif found["many"]:
        objects = _listed(found["c"], last="" if found["colon"] else " and ")
    else:
        objects = _listed(found["e"])
    if not (found["their"] or _is_name(subject)) or not all(map(_is_name, objects)):
        return None
    word = _SINGULAR[found["one"] or found["many"] or found["listed"]]
    return _Sentence(subject, word, tuple(objects))


def _listed(text: str, last: str = "") -> list[str]:
    """Names of a list; `last` stands before the last one in ours: A, B and C."""
    head, between, tail = text.rpartition(last) if last else (text, "", "")
    return [*head.split(", "), tail] if between else text.split(", ")


@lru_cache(maxsize=1 << 14)
def _is_name(text: str) -> bool:
    return bool(text.strip()) and _NO_NAME.fullmatch(text) is None


_Value = TypeVar("_Value", bound=Hashable)


def _agreed(told: Iterable[tuple[str, _Value]]) -> Mapping[str, _Value]:
    """What is told of each, of whom nothing else is told too."""
    values: dict[str, set[_Value]] = {}
    for name, value in told:
        values.setdefault(name, set()).add(value)
    return {name: next(iter(each)) for name, each in values.items() if len(each) == 1}
