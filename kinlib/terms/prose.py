"""What else stands in a reply than a message: a translation, a note, English talk, a refusal."""

import re

from kinlib.terms.cues import any_of

_MARKUP = r"[*_#`)\]\s]*"
_ASIDE = r"(?:\s+(?:in|into|to)\s+\w+|\s*\([^()\n]{1,40}\))?"
_TRANSLATION = re.compile(
    rf"(?<![a-z])translations?{_ASIDE}{_MARKUP}:"
    rf"|^[ *_#(]*(?:english\s+)?translation{_ASIDE}{_MARKUP}$",
    re.MULTILINE,
)
_NOTE = re.compile(rf"(?<![a-z])notes?{_ASIDE}{_MARKUP}:|^[ *_#(]*note{_MARKUP}$", re.MULTILINE)

_LATIN_SENTENCE = re.compile(r"[^.!?:\n\u0964\uff1f\uff01\u3002]+")
_LATIN_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
# Words that Hindi, Tamil and Korean in Latin letters do not have: "the", "is", "to" are थे, इस, तो.
_ENGLISH = frozenset(
    """
    a about all also an and are as be birthday brother's by can dear elder father's for formal from
    good happy have health here how i'm if in informal invite it know love may meaning means message
    more mother's my note of on or our please respectful sister's term that there this translation
    uncle used was we wedding what when which who will wish wishes wishing with word would you
    you're younger your aunt
    """.split()  # noqa: SIM905
)
_FEWEST_WORDS, _FEWEST_ENGLISH = 6, 3

_SERVES = (
    "(?:answer|assist|complete|comply|compose|continue|create|discuss|draft|engage|fulfil+|generate|"
    "help|offer|process|produce|provide|respond|support|translate|write|do (?:this|that))"
)
_UNABLE = (
    "(?:can(?:no|')t|can ?not|(?:un|not )able to|do(?:n't| not) (?:have the ability|know how) to|"
    "won't be able to|must decline to)"
)
_SORRY = r"(?: sorry[,;]?(?: but)? (?:i|we)(?: am|'m)?)?"
_REFUSES = {
    "en": any_of(
        r"\bas an ai\b", r"\bi(?:'m| am) (?:just |only )?an? (?:ai|language model)\b",
        rf"\b(?:i|we)(?: am|'m| are|'re)?(?: very| so| really)?{_SORRY} {_UNABLE} (?:\w+ly )?"
        rf"(?!help (?:but|feeling|being)){_SERVES}\b",
    ),
    "hi": any_of(
        r"(?:संदेश|मैसेज|अनुरोध|मदद|सहायता|अनुवाद|जवाब|उत्तर|सामग्री|निमंत्रण पत्र|पाठ)(?! के बिना)"
        r"(?: \S+){0,3} नहीं (?:\S+ )?सक(?:ता|ती|ते|ूंगा|ूंगी)",
        r"(?:संदेश|मैसेज|अनुरोध|मदद|सहायता|अनुवाद|जवाब|उत्तर)(?! के बिना)"
        r"(?: \S+){0,2} (?:कर|लिख|दे|बना) नहीं सक",
        r"(?:एआई|ए आई|कृत्रिम बुद्धि\S*) (?:भाषा )?(?:मॉडल|सहायक)", "भाषा मॉडल (?:हूं|होने|के रूप)",
    ),
    "ta": any_of(
        r"(?:எழுத|உதவ|வழங்க|உருவாக்க|பதிலளிக்க|நிறைவேற்ற|மொழிபெயர்க்க|தயாரிக்க|கோரிக்கையை \S+)\s?"
        r"(?:முடியாது|இயலாது|முடியவில்லை|இயலவில்லை)(?!\s?(?:என்று|அளவு|ஆனாலும்))",
        r"(?:ai|ஏஐ|செயற்கை நுண்ணறிவு\S*) (?:மொழி )?(?:மாதிரி|உதவியாளர்)",
    ),
    "ko": any_of(
        "(?:도와|도움을?|(?:작성|제공|생성|답변|응답|번역|이행|수행|처리|지원)해?|만들어|써|들어)"
        "(?: ?드릴| ?줄|할)? ?수(?:가|는)? ?없(?:습니다|어요|네요|음|다|을 것)",
        "(?:도와|(?:작성|제공|답변|번역)해|써|만들어) ?(?:드리지|주지) ?못(?:합니다|해요|해서)",
        "(?:ai|인공 ?지능)(?: 언어)? ?(?:모델|어시스턴트|비서)", "언어 모델(?:로서|이라|이기)",
    ),
}  # fmt: skip
_MAY_REFUSE = {
    "hi": ("नहीं", "मॉडल", "सहायक"),
    "ta": ("முடியாது", "இயலாது", "முடியவில்லை", "இயலவில்லை", "உதவியாளர்", "மாதிரி"),
    "ko": ("없", "못", "모델", "어시스턴트", "비서"),
}


def has_translation(plain: str) -> bool:
    """Whether a reply has a field "Translation:", as 120 of 162 did in the paper (section 4.2).

    Here and below replies are given as compared (`kinlib.terms.normalising.key`).
    """
    return "translation" in plain and _TRANSLATION.search(plain) is not None


def has_note(plain: str) -> bool:
    """Whether a reply has a field "Note:" (paper, section 4.2)."""
    return "note" in plain and _NOTE.search(plain) is not None


def explains_in_english(plain: str) -> bool:
    """Whether a sentence in Latin letters is English: six words or more, three of them English."""
    for sentence in _LATIN_SENTENCE.findall(plain.replace("\u2019", "'")):
        words = _LATIN_WORD.findall(sentence)
        if len(words) >= _FEWEST_WORDS and len(_ENGLISH.intersection(words)) >= _FEWEST_ENGLISH:
            return True
    return False


def refuses(plain: str, language: str) -> bool:
    """Whether a reply declines in prose, in its language or in English.

    Only declining to write, help or answer counts: "I can't wait" and 잊을 수 없습니다 are wishes.

    Args:
        plain: the reply as compared.
        language: ISO 639-1.
    """
    for word in _MAY_REFUSE.get(language, ()):
        if word in plain:
            if _REFUSES[language].search(plain):
                return True
            break
    english = plain.replace("\u2019", "'")
    may = "i " in english or "i'" in english or "we " in english or "ai" in english
    return may and _REFUSES["en"].search(english) is not None
