"""Empty slots that a reply leaves to be filled in: [रिश्ता], [호칭], ___."""

import re

from kinlib.terms.cues import any_of
from kinlib.terms.normalising import key

_SLOT = re.compile(
    r"\[([^\]\n]{0,40})\](?!\()|<([^<>\n\d/][^<>\n]{0,30})>|(_{3,})"
    r"|\((नाम|रिश्ता|உறவு|பெயர்|이름|호칭|name)\)"
)
_OF_RELATION = any_of(
    "रिश्त", "संबंध", "संबोधन", "உறவு", "호칭", "관계", "relation", "uncle", "aunt", "title", "kin",
)  # fmt: skip
_OF_ANYTHING_ELSE = any_of(
    "(?:आपका|अपना|मेरा) नाम", "तारीख", "तिथि", "समय", "स्थान", "दिनांक", "पता",
    "(?:உங்கள்|என்|தங்கள்) பெயர்", "தேதி", "நேரம்", "இடம்", "முகவரி",
    "당신", "본인", "보내는", "날짜", "시간", "장소", "주소", "일시",
    "(?:your|my) name", "date", "time", "venue", "place", "location", "address",
)  # fmt: skip


def is_slot_left(text: str, *, beside_generic: bool = False) -> bool:
    """Whether a reply has a slot for the relation, or for the name of who is addressed.

    Slots for who signs, which may stand in the last line, and for dates and places are none.
    `beside_generic`: a name beside a generic word for the relative is none either.
    """
    last = text.rstrip().rfind("\n")
    for slot in _SLOT.finditer(text):
        inside = key("".join(filter(None, slot.groups())))
        signs = 0 <= last < slot.start()
        if _OF_RELATION.search(inside):
            return True
        if not (beside_generic or signs or _OF_ANYTHING_ELSE.search(inside)):
            return True
    return False
