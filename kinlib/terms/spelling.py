"""Whether a form is written as a form should be: composed, visible, in the script it declares."""

from collections.abc import Iterator, Mapping

from fontTools.unicodedata import Scripts, script_extension
from unicodedata2 import category, name, normalize

from kinlib.terms.relations import LANGUAGES

# ISO 15924 has codes for writing that mixes scripts of Unicode; no character has them.
MIXED: Mapping[str, frozenset[str]] = {
    "Jpan": frozenset({"Hira", "Kana", "Hani"}),
    "Hrkt": frozenset({"Hira", "Kana"}),
    "Kore": frozenset({"Hang", "Hani"}),
    "Hans": frozenset({"Hani"}),
    "Hant": frozenset({"Hani"}),
    "Hanb": frozenset({"Hani", "Bopo"}),
}
_SHARED = {"Zyyy", "Zinh"}  # punctuation, marks: any script has them
_UNKNOWN = {*_SHARED, "Zzzz"}  # codes of Unicode that name no script
_JOINERS = "\u200c\u200d"  # their absence changes how Persian, Hindi, Bengali are written
LONGEST = 100
"""Characters of the longest form."""
_SEVERAL = frozenset("/,;|()[]{}=\n")


def form_faults(form: str) -> Iterator[str]:
    """What is wrong with the characters of a form, whatever its script, in sentences."""
    if normalize("NFC", form) != form:
        composed = " ".join(f"{ord(char):04X}" for char in normalize("NFC", form))
        yield f"the form {form!r} is not composed; write it in Unicode's form NFC: {composed}."
    if several := sorted(_SEVERAL & set(form)):
        yield f"the form {form!r} holds {several[0]!r}; write one form a row, without remarks."
    hidden = [
        char
        for char in form
        if (category(char) in ("Cc", "Cf", "Zl", "Zp") and char not in _JOINERS)
        or (category(char) == "Zs" and char != " ")
    ]
    if hidden:
        yield f"the form {form!r} holds the invisible U+{ord(hidden[0]):04X}; take it out."
    if len(form) > LONGEST:
        yield f"the form is of {len(form):,} characters; a term has {LONGEST} at most."
    elif not any(category(char)[0] == "L" for char in form):
        yield f"the form {form!r} has no letter."
    if "  " in form:
        yield f"the form {form!r} has two spaces in a row; write one."


def script_faults(form: str, script: str) -> Iterator[str]:
    """Whether all letters of a form are of a script (ISO 15924), and at least one is."""
    allowed = MIXED.get(script, frozenset({script}))
    if script not in MIXED and (script not in Scripts.NAMES or script in _UNKNOWN):
        usual = ", ".join(language.script for language in LANGUAGES.values())
        yield f"script is {script!r}; write an ISO 15924 code such as {usual} or Latn."
        return
    own = [bool(script_extension(char) & allowed) for char in form]
    for char, fits in zip(form, own, strict=True):
        if not fits and not script_extension(char) & _SHARED:
            called = name(char, "a character without a name")
            yield f"the form {form!r} has U+{ord(char):04X}, {called}, but its script is {script}."
            return
    if not any(own):
        yield f"the form {form!r} has no letter of its script, {script}."
