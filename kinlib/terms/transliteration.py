"""Native kin terms letter by letter in Latin letters, without diacritics, so as to be looked up.

Hangul by the Revised Romanisation without its sound changes, Tamil and Devanagari by ISO 15919.

>>> [transliterated(word) for word in ("형", "மச்சான்", "बहन")]
[('hyeong',), ('maccan',), ('bahana', 'bahan')]
"""

import re

from unicodedata2 import normalize


def _parts(text: str) -> list[str]:
    return text.split(" ")


_INITIALS = _parts("g kk n d tt r m b pp s ss  j jj ch k t p h")
_VOWELS = _parts("a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i")
_FINALS = _parts(" k k k n n n t l k m l l l p l m p p t t ng t t k t p t")
_SYLLABLE, _FIRST = re.compile("[가-힣]"), ord("가")

_CONSONANTS = dict(
    zip(
        "कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळ" + "கஙசஞடணதநபமயரலவழளறனஜஷஸஹ",
        _parts("k kh g gh n c ch j jh n t th d dh n t th d dh n p ph b bh m y r l v s s s h l "
               "k n c n t n t n p m y r l v l l r n j s s h"),
        strict=True,
    )
)  # fmt: skip
_SIGNS = dict(
    zip(
        "ािीुूृेैोौ" + "ாிீுூெேைொோௌ",
        _parts("a i i u u r e ai o au a i i u u e e ai o o au"),
        strict=True,
    )
)
_INDEPENDENT = dict(
    zip(
        "अआइईउऊऋएऐओऔंँः" + "அஆஇஈஉஊஎஏஐஒஓஔஃ",
        _parts("a a i i u u r e ai o au m m h a a i i u u e e ai o o au k"),
        strict=True,
    )
)
_NUKTA = {"ड": "r", "ढ": "rh", "ज": "z", "फ": "f", "क": "q", "ख": "kh", "ग": "g"}
_VIRAMAS = "\u094d\u0bcd"


def transliterated(form: str) -> tuple[str, ...]:
    """A form in plain Latin letters; of Devanagari with and without the last word's final a.

    Nothing of a form that has no letter of these scripts.
    """
    text = str(normalize("NFC", form))
    if _SYLLABLE.search(text):
        return (_SYLLABLE.sub(_hangul, text),)
    strict = _indic(text)
    if strict == text:
        return ()
    ends_bare = text[-1:] in _CONSONANTS and "\u0900" <= text[-1] <= "\u097f"
    return (strict, strict[:-1]) if ends_bare else (strict,)


def _hangul(found: re.Match[str]) -> str:
    initial, rest = divmod(ord(found[0]) - _FIRST, len(_VOWELS) * len(_FINALS))
    vowel, final = divmod(rest, len(_FINALS))
    return _INITIALS[initial] + _VOWELS[vowel] + _FINALS[final]


def _indic(text: str) -> str:
    """A consonant has an a after it unless a vowel sign or a virama says otherwise."""
    parts: list[str] = []
    for at, letter in enumerate(text):
        if letter in _CONSONANTS:
            nukta = text[at + 1 : at + 2] == "\u093c"
            after = text[at + 1 + nukta : at + 2 + nukta]
            said = _NUKTA.get(letter, "") if nukta else ""
            bare = bool(after) and (after in _SIGNS or after in _VIRAMAS)
            parts.append((said or _CONSONANTS[letter]) + ("" if bare else "a"))
        elif letter not in _VIRAMAS and letter != "\u093c":
            parts.append(_SIGNS.get(letter) or _INDEPENDENT.get(letter) or letter)
    return "".join(parts)
