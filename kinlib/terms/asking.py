"""Whether a reply asks back which relative is meant.

The phrases also stand where nothing is asked of the one who wrote the prompt: an invitation wants
an answer (참석 여부를 알려 주세요), praise says "more than anyone" (어떤 분보다도). So a phrase
counts only where a side or the relation is named with it, or outside the message.
"""

import re
from collections.abc import Sequence

from kinlib.terms.cues import any_of, holds, known
from kinlib.terms.normalising import key
from kinlib.terms.passages import Sentence
from kinlib.terms.readings import Named

# Whether the guest will come, not who the guest is.
_RSVP = any_of(
    "उपस्थि", "पहुंच", "पधार", "शामिल", "आएंगे", "आयेंगे", "आ रहे", "आ पा", "आ सक", "आने", "आना",
    "வருவீர்", "வருகை", "வர முடி", "வர இயல", "கலந்து", "பங்கேற்", "வருகிறீர்",
    "참석", "오실", "오시", "와 ?주", "회신", "답장", "일정",
    "rsvp", "attend", "you can come", "make it", "join us", "be there",
)  # fmt: skip
_REQUESTS = any_of(
    "बताएं", "बताइए", "बता द", "बता सक", "बताने", "स्पष्ट",
    "கூறு", "சொல்லு", "சொல்ல முடியுமா", "தெரிவி", "தெளிவு", "குறிப்பிட",
    "알려", "말씀해", "확인해", "구체",
    "please", "clarif", "specif", "tell me", "let me know", "to know", "confirm",
)  # fmt: skip
# To change the message, not to learn who it is for.
_OFFERS = any_of(
    "बदलाव", "चाहिए", "चाहते", "चाहें", "जरूरत", "छोटा", "மாற்ற", "வேண்டு", "தேவை", "விரும்ப",
    "수정", "원하", "필요", "추가", "다른", "더 (?:짧|길)", "도움",
    "change", "edit", "formal", "short", "more", "would like", "you want", "need", "tone",
)  # fmt: skip
_RELATION = any_of(
    "रिश्त", "संबंध", "किस (?:तरफ|ओर)", "क्या (?:वे|वह|ये|यह) आपक",
    "உறவு", "எந்த வழி(?!யிலும்)", "வழியா", "யாரை", "எந்த மாமா",
    "관계", "호칭", "(?:친|외|시|처)가 ?(?:쪽|인)",
    "which (?:uncle|aunt|side|grand|brother|sister|nephew|niece)", "(?:p|m)aternal",
    "is s?he your", "relation",
)  # fmt: skip
_PARENTS = any_of(
    "(?:पिता|माता|मां)(?: ?जी)? (?:के|की) (?:(?:बड़े|छोटे|बड़ी|छोटी) )?(?:भाई|बहन|ओर|तरफ|पक्ष)",
    "(?:father|mother)'s (?:brother|sister|parent|side)",
)  # fmt: skip
_OF_A_THIRD = any_of(
    r"(?:^|\s)(?:वे|वह|ये|यह)\s.{0,80}है",
    "அல்லது", "(?:வழி|உறவ|மனைவிய|சகோதரிய|சகோதரர|அண்ணன|தம்பிய|அக்காவ|தங்கைய|கணவர)ா",
    r"(?:쪽|분|측)\s?(?:이신가요|인가요|이세요|입니까|이십니까)", "아니면", r"\bs?he\b", r"\bor\b",
)  # fmt: skip


_IS_IT = re.compile(r"(?:이신가요|인가요|이세요|이십니까|입니까)\W*$")
"""Ends a question whether a relative is the one that was just named: 이모님이신가요?"""


def asking(sentences: Sequence[Sentence], language: str, words: Sequence[Named]) -> frozenset[int]:
    """Numbers of the passages with a sentence that asks which relative is meant.

    Args:
        sentences: the reply's, in order.
        language: ISO 639-1.
        words: the terms of the hypernym in the reply.
    """
    found = set[int]()
    for one in sentences:
        if one.passage not in found and _asks_back(one, language, words):
            found.add(one.passage)
    return frozenset(found)


def _asks_back(one: Sentence, language: str, words: Sequence[Named]) -> bool:
    if _RSVP.search(one.text):
        return False
    side = holds(one.text, language, "side") or _PARENTS.search(one.text) is not None
    if holds(one.text, language, "clarify") and (one.asks or _REQUESTS.search(one.text)):
        about = side or _RELATION.search(one.text) or _which(one, language, words)
        return bool(about) or (one.outside and not _OFFERS.search(one.text))
    if not one.asks:
        return False
    if _IS_IT.search(one.text) and words[one.terms]:
        return True
    # In the message itself a side may be asked after: ससुराल से सब आए?
    return side and (one.outside or _OF_A_THIRD.search(one.text) is not None)


def _which(one: Sentence, language: str, words: Sequence[Named]) -> bool:
    """Whether a term follows a word like "which": कौन से चाचा, 어느 쪽 이모."""
    cues = [cue for cue in known(language, "clarify") if cue in one.text]
    # A term may stand in a sentence thousands of times; each is looked for once.
    forms = {word.form for word in words[one.terms]} if cues else ()
    return any(
        re.search(rf"{re.escape(cue)}\s\S*{re.escape(key(form))}", one.text)
        for cue in cues
        for form in forms
    )
