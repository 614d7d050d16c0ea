"""Hindi terms in a word: honorifics, plural and oblique by the noun's end, drawn-out vowels."""

from collections.abc import Iterator

from kinlib.terms.stems import SEPARATOR, Barred, Stem

_HONORIFIC = rf"(?:{SEPARATOR}(?:जी|जान|श्री|साहब|साहिब|साब|सा|महोदय|महाराज))?"
_MARKED = ("भतीजा", "भतिजा", "भांजा", "भानजा", "साला")
"""Masculine nouns in -ā that change in the oblique and the plural; चाचा and its like do not."""
_VOWELS = {"ा": "आ", "आ": "आ", "ी": "ई", "ई": "ई", "ू": "ऊ", "ऊ": "ऊ"}
_IMPERATIVE = "आजा"  # its plurals are forms of "come": आजाओ, आजाएं

_YOUNGER = "छोटे|छोटा|चचेरे|चचेरा|ममेरे|ममेरा|मौसेरे|मौसेरा|फुफेरे|फुफेरा|जुडवां|मुंहबोले|मुंहबोला"


def stems(form: str) -> Iterator[Stem]:
    """The vocative of the marked class is its oblique; others keep their stem."""
    base, last = form[:-1], form[-1:]
    drawn = _VOWELS.get(last)
    lengthened = f"(?:(?:{drawn}|{last}|ऽ){{1,12}})?" if drawn else ""
    yield Stem(form, lengthened + _HONORIFIC)
    if form == _IMPERATIVE:
        return
    if form in _MARKED:
        yield Stem(base + "े", _HONORIFIC)
        if form != "साला":  # सालों is "years"
            yield Stem(base + "ों", "")
            yield Stem(base + "ो", "")
    elif last == "ा":
        yield Stem(form, "(?:ओं|ओ|एं)")
        if form.endswith(("इया", "ईया")):
            yield Stem(base, "(?:ों|ो)")
    elif last in ("आ", "ए"):
        yield Stem(form, "(?:ओं|ओ|एं|यें)")
    elif last == "ी":
        yield Stem(base + "ि", "(?:यां|यों|यो)")
        yield Stem(form, "(?:यां|यों|यो)")  # often so written
    elif last == "ई":
        yield Stem(base + "इ", "(?:यां|यों|यो|ओं|ओ)")
        yield Stem(form, "(?:यां|यों|यो)")
    elif last in ("ू", "ऊ"):
        yield Stem(base + {"ू": "ु", "ऊ": "उ"}[last], "(?:ओं|ओ|एं)")
        yield Stem(form, "(?:ओं|ओ)")
    elif "क" <= last <= "ह":
        yield Stem(form, "(?:ें|ों|ो)")


def prefixes(form: str) -> str:
    """Nothing is written before a term in its word."""
    del form
    return ""


def barred(form: str) -> Barred:
    """Words that make a cousin or a younger brother of a brother."""
    return Barred(rf"(?:{_YOUNGER})\s$") if form.startswith("भाई") else Barred()
