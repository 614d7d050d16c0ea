"""Whatever a file holds, its reader raises KinError or reads it (bounded fuzzing)."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kinlib.errors import KinError
from kinlib.exchange.csv_tables import csv_zip, write_csv
from kinlib.exchange.files import read_bytes
from kinlib.exchange.gedcom_write import write_gedcom
from kinlib.exchange.rdf import read_facts, read_turtle, write_turtle
from kinlib.kinship.genealogy import Genealogy, Person, Union

FAMILY = Genealogy.build(
    "Fuzz",
    [
        Person("a", "Ann", "Ann", "Lee", "f", 1850, 1900, descent_group="clan_1"),
        Person("b", "Bo Ł", sex="m", birth=-40),
        Person("c", "Cy", mother="a", father="b", adopters=("d",)),
        Person("d", "Dé", sex="f"),
    ],
    [Union("a", "d", 1870, 1880)],
    system="crow",
    note="made\nfor fuzzing",
)
WHOLE = {
    "x.ttl": write_turtle(FAMILY, own_terms=True),
    "x.ged": write_gedcom(FAMILY, "5.5.1"),
    "y.ged": write_gedcom(FAMILY, "7.0"),
    "x.zip": csv_zip(FAMILY),
    "x.csv": write_csv(FAMILY)["people.csv"],
}
PIECES = [
    *(b"family:hasFather", b"person:a", b"person:c", b"_:x", b"[", b"]", b"(", b"<http://x>", b"a"),
    *(b";", b".", b",", b'"""', b'"', b"^^xsd:integer", b"1e9", b"@prefix", b"@en", b"\\u12"),
    *(b"\xff", b"\0", b"\n"),
]


@st.composite
def damaged(draw, whole):
    """A file with some bytes changed, left out, doubled or put in."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, 6))):
        place = draw(st.integers(0, max(0, len(data) - 1)))
        match draw(st.integers(0, 3)):
            case 0:
                data[place : place + draw(st.integers(1, 40))] = b""
            case 1:
                data[place:place] = draw(st.sampled_from(PIECES) | st.binary(max_size=8))
            case 2:
                data[place:place] = data[place : place + draw(st.integers(1, 200))]
            case _:
                data[place : place + 1] = draw(st.binary(min_size=1, max_size=1))
    return bytes(data)


@pytest.mark.parametrize("name", WHOLE)
@settings(max_examples=120)
@given(data=st.data())
def test_damaged_files_are_read_or_refused_in_a_sentence(name, data):
    content = data.draw(damaged(WHOLE[name]))
    with contextlib.suppress(KinError):
        read_bytes(content, name)


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=40))
def test_turtle_like_noise_is_refused_in_a_sentence(pieces):
    noise = WHOLE["x.ttl"][:300] + b"\n" + b" ".join(pieces)
    for read in (read_turtle, read_facts):
        with contextlib.suppress(KinError):
            read(noise, "noise")


@settings(max_examples=150)
@given(st.binary(max_size=300), st.sampled_from([*WHOLE]))
def test_noise_of_any_ending_is_refused_in_a_sentence(noise, name):
    with contextlib.suppress(KinError):
        read_bytes(noise, name)


def test_the_undamaged_files_are_read():
    for name, content in WHOLE.items():
        assert len(read_bytes(content, name).genealogy) == 4
