"""Every encoding GEDCOM comes in, on files made here."""

import unicodedata

import pytest

from kinlib.exchange.gedcom import read_gedcom

# ANSEL as bytes, by the tables of the GEDCOM 5.5.1 standard: accents stand before their letters.
ANSEL = {
    b"Ren\xe2e": "René",
    b"\xb1ukasz": "łukasz",
    b"\xa1\xe2od\xe2z": "Łódź",
    b"S\xb2ren": "Søren",
    b"\xa2rsted": "Ørsted",
    b"G\xe8unther": "Günther",
    b"Erd\xeeos": "Erdős",
    b"\xa4\xe2or\xb3ur": "Þórður".replace("ð", "đ"),
    b"\xbaur\xb4or": "ðurþor",
    b"\xa5gir \xb5": "Ægir æ",
    b"Stra\xcfe": "Straße",
    b"Nov\xe2ak \xe9C\xe9r": "Novák Čř",
    b"Nguy\xe3\xf2en": "Nguyễn".replace("ễ", unicodedata.normalize("NFC", "e\u0323\u0302")),
}


def head(char: str) -> str:
    return f"0 HEAD\n1 GEDC\n2 VERS 5.5.1\n1 CHAR {char}\n0 @I1@ INDI\n1 NAME "


def name_of(data: bytes) -> str:
    return read_gedcom(data, "x").genealogy.names[0]


def remarks(data: bytes) -> list[str]:
    return [problem.reason for problem in read_gedcom(data, "x").problems]


@pytest.mark.parametrize(("written", "wanted"), ANSEL.items())
def test_ansel_is_read_and_composed(written, wanted):
    name = name_of(head("ANSEL").encode() + written + b"\n0 TRLR\n")
    assert name == wanted and unicodedata.is_normalized("NFC", name)


@pytest.mark.parametrize(
    ("char", "encoding", "text"),
    [
        ("UTF-8", "utf-8", "Zoë 김영호 அருண்"),
        ("UTF-8", "utf-8-sig", "Zoë 김영호"),
        ("UNICODE", "utf-16", "Zoë 김영호"),
        ("UNICODE", "utf-16-le", "Zoë 김영호"),
        ("UNICODE", "utf-16-be", "Zoë 김영호"),
        ("UTF-16", "utf-16", "Zoë 𝒳"),
        ("IBMPC", "cp437", "Zoë Müller Ñ"),
        ("MSDOS", "cp850", "Zoë Ø"),
        ("ANSI", "cp1252", "Zoë “Œuvre”"),
        ("WINDOWS-1250", "cp1250", "Łukasz Dvořák"),
        ("windows-1251", "cp1251", "Иван"),
        ("ISO-8859-1", "latin-1", "Zoë"),
        ("MACINTOSH", "mac_roman", "Zoë Ångström"),
    ],
)
def test_an_encoding_is_read_as_it_says(char, encoding, text):
    data = (head(char) + text + "\n0 TRLR\n").encode(encoding)
    assert name_of(data) == text and not remarks(data)


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"])
def test_utf_16_with_either_mark(mark):
    encoding = "utf-16-le" if mark == b"\xff\xfe" else "utf-16-be"
    assert name_of(mark + (head("UNICODE") + "김\r\n0 TRLR\r\n").encode(encoding)) == "김"


@pytest.mark.parametrize("char", ["ANSEL", "ANSI", "IBMPC"])
def test_utf_8_that_says_it_is_something_else_is_read_as_utf_8_and_told(char):
    data = (head(char) + "Zoë 김\n0 TRLR\n").encode()
    assert name_of(data) == "Zoë 김"
    assert remarks(data) == [f"It says it is in {char} and is in UTF-8."]


def test_windows_text_that_says_it_is_utf_8_is_read_as_windows_and_told_with_its_line():
    data = (head("UTF-8") + "Zoë\n0 TRLR\n").encode("cp1252")
    assert name_of(data) == "Zoë"
    assert "line 6 is not (byte 0xeb); it was read as CP1252" in remarks(data)[0]


def test_without_a_declaration_utf_8_is_tried_before_windows():
    text = "0 HEAD\n0 @I1@ INDI\n1 NAME Zoë\n0 TRLR\n"
    assert name_of(text.encode()) == "Zoë" and not remarks(text.encode())
    assert name_of(text.encode("cp1252")) == "Zoë"
    assert remarks(text.encode("cp1252")) == [
        "It does not say which encoding it is in; it was read as CP1252 (Windows)."
    ]


def test_bytes_that_an_encoding_does_not_have_are_told():
    data = head("ANSI").encode() + b"Zo\x81\n0 TRLR\n"
    assert name_of(data) == "Zo\ufffd" and "are not CP1252" in remarks(data)[0]


def test_an_encoding_named_after_the_header_is_a_name_not_an_encoding():
    data = "0 HEAD\n0 @I1@ INDI\n1 NAME Zoë\n1 CHAR KLINGON\n0 TRLR\n".encode()
    assert name_of(data) == "Zoë"
