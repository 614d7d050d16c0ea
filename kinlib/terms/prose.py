"""What else stands in a reply than a message: a translation, a note, English talk, a refusal."""

import re

from kinlib.terms.cues import any_of

# Where a field begins: a line, a sentence or a bracket, perhaps with markup.
_BEGINS = r"(?:(?:^|[.!?\u0964\u2026])[\s*_#>(\[\"\u201c]{0,9}|[(\[*_\"\u201c])"
_MARKUP = r"[*_#`)\]\s]*"
_ASIDE = r"(?:\s+(?:in|into|to)\s+\w+|\s*\([^()\n]{1,40}\))?"
_ENDS = rf"{_MARKUP}(?::|[\u2013\u2014]|(?<=[\s*_])-(?!\S)|$)"
_TRANSLATION = re.compile(
    rf"{_BEGINS}(?:(?:english|hindi|tamil|korean|literal|rough) )?translations?{_ASIDE}{_ENDS}",
    re.MULTILINE,
)
_NOTE = re.compile(
    rf"{_BEGINS}(?:(?:cultural|important|language|usage) )?(?:notes?{_ASIDE}{_ENDS}|"
    r"(?<=\[)notes?\])",
    re.MULTILINE,
)

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

_EXPLAINS = re.compile(
    r"\bmeans\b(?! (?:a lot|so much|the world|everything|a great|more))|\bmeaning\b|\bterms?\b|"
    r"\b(?:is|are|be) used\b|\brefer|\btranslat|\brespectful|\bhonorific|\bhere(?: is|'s)\b|"
    r"\bmessage|\b(?:in)?formal|\bliteral|\baddress|\bin (?:hindi|tamil|korean)\b|"
    r"\b(?:father|mother)'s (?:elder|older|younger|brother|sister|side)\b"
)

_CLAUSE_ENDS = r"(?=\s*(?:[.!,;:\n]|$))"
_WANTED = (
    r"(?:messages?|requests?|content|translations?|text|greetings?|invitations?|response|prompt|"
    r"task|hindi|tamil|korean|information|question|query)"
)
_WITHIN = r"(?![^.!?\n]{0,60}\bwithout\b)[^.!?\n]{0,60}?"
_SERVES = (
    r"(?:(?:answer|assist|complete|compose|continue|create|draft|engage|fulfil+|generate|help|"
    r"offer|process|produce|provide|respond|support|translate|write)"
    rf"\b{_WITHIN}\b{_WANTED}\b|"
    r"(?:help|assist)(?: you)?(?: with (?:this|that|it))?"
    rf"{_CLAUSE_ENDS}|(?:comply|do (?:this|that)|answer (?:this|that)){_CLAUSE_ENDS})"
)
_UNABLE = (
    "(?:can(?:no|')t|can ?not|(?:un|not )able to|do(?:n't| not) (?:have the ability|know how) to|"
    "won't be able to|must decline to)"
)
_SORRY = r"(?: sorry[,;]?(?: but)? (?:i|we)(?: am|'m)?)?"

_HI_WANTED = "(?:संदेश|मैसेज|अनुरोध|मदद|सहायता|अनुवाद|जवाब|उत्तर|सामग्री|निमंत्रण पत्र|पाठ)"
_HI_BETWEEN = "(?: (?:को|मैं|पूरा|पूरी|तैयार|प्रदान|उपलब्ध|अभी)){0,3}"
_HI_CAN = r"(?:सक(?:ता|ती|ूंगा|ूंगी)|पा(?:ऊंगा|ऊंगी))(?! कि)"
_TA_WANTED = (
    r"(?:செய்தி(?:யை|களை|க்கு)|கோரிக்கை\S{0,9}|உள்ளடக்கத்தை|மொழிபெயர்ப்பை|பதிலை?|அழைப்பிதழை|உரையை|"
    r"இதற்கு|இதில்|மன்னிக்க\S{1,9} என்னால்)"
)
_KO_WANTED = (
    "(?:요청|메시지|메세지|내용|번역|문구|콘텐츠|질문|답변|초대장|초대글|편지|정보|부탁)"
    r"(?:을|를|은|는|에는?|에 대해|에 대한 \S+)?(?: \S+){0,2} ?"
)
_KO_SERVES = (
    "(?:도와|도움을?|(?:작성|제공|생성|답변|응답|번역|이행|수행|처리|지원)해?|만들어|써|들어)"
)
_AI = {
    "ta": "(?:ai|ஏஐ|செயற்கை நுண்ணறிவு\\S*) (?:மொழி )?(?:மாதிரி|உதவியாளர)",
    "ko": "(?:ai|인공 ?지능)(?: 언어)? ?(?:모델|어시스턴트|비서)",
}
_REFUSES = {
    "en": any_of(
        r"\bas an ai\b", r"\bi(?:'m| am) (?:just |only )?an? (?:ai|language model)\b",
        rf"\b(?:i|we)(?: am|'m| are|'re)?(?: very| so| really)?{_SORRY} {_UNABLE} (?:\w+ly )?"
        rf"{_SERVES}",
    ),
    "hi": any_of(
        rf"{_HI_WANTED}{_HI_BETWEEN} नहीं (?:पूरा )?(?:लिख|कर|दे|बना) {_HI_CAN}",
        rf"{_HI_WANTED}{_HI_BETWEEN} (?:कर|लिख|दे|बना) नहीं {_HI_CAN}",
        rf"मैं (?:यह|ये|ऐसा|इसे) नहीं (?:लिख|बना) {_HI_CAN}",
        rf"{_HI_WANTED}{_HI_BETWEEN} (?:करने|लिखने|देने|बनाने) में (?:असमर्थ|सक्षम नहीं)",
        r"(?:एआई|ए आई|कृत्रिम बुद्धि\S*) (?:भाषा )?(?:मॉडल|सहायक) (?:हूं|होने|के रूप|के नाते)",
        "भाषा मॉडल (?:हूं|होने|के रूप)",
    ),
    "ta": any_of(
        rf"{_TA_WANTED}(?: \S+){{0,3}} (?:எழுத|உதவ|வழங்க|உருவாக்க|பதிலளிக்க|நிறைவேற்ற|மொழிபெயர்க்க|"
        r"தயாரிக்க|அளிக்க)\s?(?:முடியாது|இயலாது|முடியவில்லை|இயலவில்லை)"
        r"(?!\s?(?:என்று|அளவு|ஆனாலும்))",
        rf"நான்(?: ஒரு)? {_AI['ta']}", rf"{_AI['ta']}(?:ாக|யாக|ாகிய|ான|் என்ப| என்ப)",
    ),
    "ko": any_of(
        rf"{_KO_SERVES} ?드릴 ?수(?:가|는)? ?없(?:습니다|어요|네요|음|다|을 것)",
        rf"{_KO_WANTED}{_KO_SERVES}(?: ?줄|할)? ?수(?:가|는)? ?없(?:습니다|어요|네요|음|다|을 것)",
        rf"{_KO_WANTED}{_KO_SERVES} ?(?:드리지|주지) ?못(?:합니다|해요|해서)",
        rf"(?:저는|나는|제가) {_AI['ko']}",
        rf"{_AI['ko']}(?:로서|이라|이기|입니다|이므로)", "언어 모델(?:로서|이라|이기)",
    ),
}  # fmt: skip
_MAY_REFUSE = {
    "hi": ("नहीं", "मॉडल", "सहायक", "असमर्थ"),
    "ta": ("முடியாது", "இயலாது", "முடியவில்லை", "இயலவில்லை", "உதவியாளர்", "மாதிரி"),
    "ko": ("없", "못", "모델", "어시스턴트", "비서"),
}


def has_translation(plain: str) -> bool:
    """Whether a reply has a field "Translation:", as 120 of 162 did in the paper (section 4.2).

    A field begins a line, a sentence or a bracket, and has a colon, a dash or a line of its own.
    Here and below replies are given as compared (`kinlib.terms.normalising.key`).
    """
    return "translation" in plain and _TRANSLATION.search(plain) is not None


def has_note(plain: str) -> bool:
    """Whether a reply has a field "Note:" (paper, section 4.2)."""
    return "note" in plain and _NOTE.search(plain) is not None


def explains_in_english(plain: str) -> bool:
    """Whether an English sentence is about the message or a term: "This means ...", "Here is ...".

    English is a sentence of six words or more, three of them English; a wish explains nothing.
    """
    for sentence in _LATIN_SENTENCE.findall(plain.replace("\u2019", "'")):
        words = _LATIN_WORD.findall(sentence)
        english = len(words) >= _FEWEST_WORDS and len(_ENGLISH.intersection(words))
        if english >= _FEWEST_ENGLISH and _EXPLAINS.search(sentence):
            return True
    return False


def refuses(plain: str, language: str) -> bool:
    """Whether a reply declines in prose, in its language or in English.

    Only declining to write, help or answer counts, with what was asked for named or nothing after
    it: "I can't help smiling" and 잊을 수 없습니다 are wishes. Rather too few than too many.

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
