"""Turtle as a graph: statements in plain text, looked up by their words."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import NamedTuple

import pyoxigraph

from kinlib.errors import KinError
from kinlib.exchange.turtle import PERSON

TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
COMMENT = "http://www.w3.org/2000/01/rdf-schema#comment"
ONTOLOGY_TYPE = "http://www.w3.org/2002/07/owl#Ontology"


class Literal(NamedTuple):
    """A value that is no thing of its own: a name, a year."""

    text: str
    language: str = ""
    datatype: str = "http://www.w3.org/2001/XMLSchema#string"


Value = str | Literal  # an IRI, or a value


class Graph:
    """What a file states, each statement once, in the order of the file; people are IRIs."""

    def __init__(self, stated: Iterable[tuple[str, str, Value]]) -> None:
        self._words: dict[str, dict[str, dict[Value, None]]] = {}
        self._subjects: set[str] = set()
        for subject, word, value in stated:
            self._subjects.add(subject)
            self._words.setdefault(word, {}).setdefault(subject, {})[value] = None

    def __iter__(self) -> Iterator[tuple[str, str, Value]]:
        """Every statement, word by word."""
        return ((s, word, v) for word in self._words for s, v in self.pairs(word))

    def pairs(self, word: str) -> Iterator[tuple[str, Value]]:
        """Who is stated to be what by a word."""
        return ((s, v) for s, values in self._words.get(word, {}).items() for v in values)

    def values(self, subject: str, word: str) -> Iterable[Value]:
        """What a word states of one subject."""
        return self._words.get(word, {}).get(subject, ())

    def instances(self, kind: str) -> list[str]:
        """Everything of this type."""
        return [subject for subject, value in self.pairs(TYPE) if value == kind]

    def describes(self, subject: str) -> bool:
        """Whether anything is stated of it."""
        return subject in self._subjects


def parse_turtle(data: bytes, name: str) -> Graph:
    """The statements of a Turtle file; KinError with the line if it is not Turtle.

    Nameless nodes are called person:unnamed_1 and so on by their order in the file.
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KinError(f"{name}, line {line}: not UTF-8 text; save the file as UTF-8.") from None
    nameless: dict[str, None] = {}

    def value(term: object) -> Value:
        if isinstance(term, pyoxigraph.NamedNode):
            return term.value
        if isinstance(term, pyoxigraph.Literal):
            return Literal(term.value, term.language or "", term.datatype.value)
        if isinstance(term, pyoxigraph.BlankNode):
            nameless[str(term)] = None
        return str(term)  # else a statement about a statement: not about people

    read = pyoxigraph.parse(
        data.removeprefix(b"\xef\xbb\xbf"),
        pyoxigraph.RdfFormat.TURTLE,
        base_iri=PERSON,
        lenient=True,  # an address with a blank in it still tells people apart
    )
    try:
        graph = Graph((str(value(q.subject)), q.predicate.value, value(q.object)) for q in read)
    except SyntaxError as error:
        why = error.msg.partition(": ")[2] or error.msg
        raise KinError(
            f"{name}, line {error.lineno}: not Turtle ({why.rstrip('.')}); mend that line."
        ) from None
    if not nameless:
        return graph
    taken = {node for s, _, o in graph for node in (s, o)}
    names = (node for n in count(1) if (node := f"{PERSON}unnamed_{n}") not in taken)
    named = dict(zip(nameless, names, strict=False))  # the parser's names change every time
    return Graph((named.get(s, s), p, named.get(str(o), o)) for s, p, o in graph)
