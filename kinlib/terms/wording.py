"""Sentences of which prompts are made: in English, and in Hindi, Tamil and Korean.

The two English message templates, the question and "I am the wife." are the paper's (section 3.1,
appendix A.2). All other sentences are ours; no native speaker has reviewed those that are not
English. In these a relation is described step by step and never named by its own term.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Wording:
    """Sentences of one language.

    {language} and {script} are English names; {relative}, {to} and {whom} the phrase for the
    relative: plain, dative and accusative; {terms} one term or several. `said` is what the speaker
    says first, by speaker or condition.
    """

    birthday: str
    wedding: str
    question: str
    only: str
    script: str
    latin: str
    term: str
    options: str
    said: Mapping[str, str]


WORDINGS: Mapping[str, Wording] = MappingProxyType(
    {
        "en": Wording(
            birthday="Write a short message in {language} wishing my {relative} a happy birthday.",
            wedding="Write a short message in {language} inviting my {relative} to my wedding.",
            question="Which kinship term in {language} correctly refers to my {relative}?",
            only="Answer with the term only.",
            script="Write in {script} script.",
            latin="You may write in Latin letters.",
            term="Use this term: {terms}.",
            options="Use one of these terms: {terms}.",
            said={
                "wife": "I am the wife.",
                "husband": "I am the husband.",
                "male": "I am a male speaker.",
                "female": "I am a female speaker.",
                "standard": "Use the word of standard Tamil.",
                "kongu": "Use the word of the Kongu dialect.",
            },
        ),
        "hi": Wording(
            birthday="{relative} को जन्मदिन की बधाई देने के लिए हिंदी में एक छोटा संदेश लिखिए।",
            wedding="{relative} को मेरी शादी में बुलाने के लिए हिंदी में एक छोटा संदेश लिखिए।",
            question="{relative} को हिंदी में क्या कहते हैं?",
            only="केवल वह शब्द लिखिए।",
            script="देवनागरी लिपि में लिखिए।",
            latin="रोमन लिपि में भी लिख सकते हैं।",
            term="इस शब्द का प्रयोग कीजिए: {terms}।",
            options="इनमें से एक शब्द का प्रयोग कीजिए: {terms}।",
            said={
                "wife": "मैं पत्नी हूँ।",
                "husband": "मैं पति हूँ।",
                "male": "मैं पुरुष हूँ।",
                "female": "मैं महिला हूँ।",
            },
        ),
        "ta": Wording(
            birthday="{to}ப் பிறந்தநாள் வாழ்த்துக் கூறும் ஒரு சிறிய செய்தியைத் தமிழில் எழுதுங்கள்.",
            wedding="{whom} என் திருமணத்திற்கு அழைக்கும் ஒரு சிறிய செய்தியைத் தமிழில் எழுதுங்கள்.",
            question="{whom}த் தமிழில் எந்த உறவுமுறைச் சொல்லால் அழைப்பார்கள்?",
            only="அந்தச் சொல்லை மட்டும் எழுதுங்கள்.",
            script="தமிழ் எழுத்தில் எழுதுங்கள்.",
            latin="லத்தீன் எழுத்திலும் எழுதலாம்.",
            term="இந்தச் சொல்லைப் பயன்படுத்துங்கள்: {terms}.",
            options="இவற்றில் ஒரு சொல்லைப் பயன்படுத்துங்கள்: {terms}.",
            said={
                "wife": "நான் மனைவி.",
                "husband": "நான் கணவன்.",
                "male": "நான் ஓர் ஆண்.",
                "female": "நான் ஒரு பெண்.",
                "standard": "பொதுத் தமிழ்ச் சொல்லைப் பயன்படுத்துங்கள்.",
                "kongu": "கொங்கு வட்டாரச் சொல்லைப் பயன்படுத்துங்கள்.",
            },
        ),
        "ko": Wording(
            birthday="{relative}의 생일을 축하하는 짧은 메시지를 한국어로 써 주세요.",
            wedding="{whom} 제 결혼식에 초대하는 짧은 메시지를 한국어로 써 주세요.",
            question="{whom} 한국어로 무엇이라고 부릅니까?",
            only="그 말만 써 주세요.",
            script="한글로 써 주세요.",
            latin="로마자로 써도 됩니다.",
            term="다음 호칭을 써 주세요: {terms}.",
            options="다음 호칭 중 하나를 써 주세요: {terms}.",
            said={
                "wife": "저는 아내입니다.",
                "husband": "저는 남편입니다.",
                "male": "저는 남자입니다.",
                "female": "저는 여자입니다.",
            },
        ),
    }
)
"""By ISO 639-1 code."""

SCRIPTS: Mapping[str, str] = MappingProxyType(
    {"Deva": "Devanagari", "Taml": "Tamil", "Hang": "Hangul"}
)
"""English names of scripts by ISO 15924 code."""

_RELATIVES: Mapping[str, Mapping[str, str]] = {
    # Hindi phrases stand in the oblique case, as before को.
    "hi": {
        "father_father": "मेरे पिता के पिता",
        "father_mother": "मेरे पिता की माँ",
        "father_elder_brother": "मेरे पिता के बड़े भाई",
        "father_elder_brother_wife": "मेरे पिता के बड़े भाई की पत्नी",
        "father_younger_brother": "मेरे पिता के छोटे भाई",
        "father_younger_brother_wife": "मेरे पिता के छोटे भाई की पत्नी",
        "father_sister": "मेरे पिता की बहन",
        "father_sister_husband": "मेरे पिता की बहन के पति",
        "brother_daughter": "मेरे भाई की बेटी",
        "brother_son": "मेरे भाई के बेटे",
        "mother_father": "मेरी माँ के पिता",
        "mother_mother": "मेरी माँ की माँ",
        "mother_brother": "मेरी माँ के भाई",
        "mother_brother_wife": "मेरी माँ के भाई की पत्नी",
        "mother_sister": "मेरी माँ की बहन",
        "mother_sister_husband": "मेरी माँ की बहन के पति",
        "sister_daughter": "मेरी बहन की बेटी",
        "sister_son": "मेरी बहन के बेटे",
        "elder_brother": "मुझसे पहले जन्मे मेरे माता-पिता के बेटे",
        "elder_brother_wife": "मेरे बड़े भाई की पत्नी",
        "elder_sister_husband": "मेरी बड़ी बहन के पति",
        "younger_sister_husband": "मेरी छोटी बहन के पति",
        "husband_sister": "मेरे पति की बहन",
        "husband_sister_husband": "मेरे पति की बहन के पति",
        "wife_brother": "मेरी पत्नी के भाई",
        "wife_brother elder": "मेरी पत्नी के बड़े भाई",
        "wife_brother younger": "मेरी पत्नी के छोटे भाई",
    },
    "ta": {
        "father_father": "என் தந்தையின் தந்தை",
        "father_mother": "என் தந்தையின் தாய்",
        "father_elder_brother": "என் தந்தையின் அண்ணன்",
        "father_elder_brother_wife": "என் தந்தையின் அண்ணனின் மனைவி",
        "father_younger_brother": "என் தந்தையின் தம்பி",
        "father_younger_brother_wife": "என் தந்தையின் தம்பியின் மனைவி",
        "father_sister": "என் தந்தையின் சகோதரி",
        "father_sister_husband": "என் தந்தையின் சகோதரியின் கணவர்",
        "brother_daughter": "என் சகோதரனின் பெண் பிள்ளை",
        "brother_son": "என் சகோதரனின் ஆண் பிள்ளை",
        "mother_father": "என் தாயின் தந்தை",
        "mother_mother": "என் தாயின் தாய்",
        "mother_brother": "என் தாயின் சகோதரர்",
        "mother_brother_wife": "என் தாயின் சகோதரரின் மனைவி",
        "mother_sister": "என் தாயின் சகோதரி",
        "mother_sister elder": "என் தாயின் அக்கா",
        "mother_sister younger": "என் தாயின் தங்கை",
        "mother_sister_husband": "என் தாயின் சகோதரியின் கணவர்",
        "mother_sister_husband elder": "என் தாயின் அக்காவின் கணவர்",
        "mother_sister_husband younger": "என் தாயின் தங்கையின் கணவர்",
        "sister_daughter": "என் சகோதரியின் பெண் பிள்ளை",
        "sister_son": "என் சகோதரியின் ஆண் பிள்ளை",
        "elder_brother": "எனக்கு முன் பிறந்த, என் பெற்றோரின் ஆண் பிள்ளை",
        "elder_brother_wife": "என் அண்ணனின் மனைவி",
        "elder_sister_husband": "என் அக்காவின் கணவர்",
        "younger_sister_husband": "என் தங்கையின் கணவர்",
        "husband_sister": "என் கணவரின் சகோதரி",
        "husband_sister elder": "என் கணவரின் அக்கா",
        "husband_sister younger": "என் கணவரின் தங்கை",
        "husband_sister_husband": "என் கணவரின் சகோதரியின் கணவர்",
        "wife_brother": "என் மனைவியின் சகோதரர்",
        "wife_brother elder": "என் மனைவியின் அண்ணன்",
        "wife_brother younger": "என் மனைவியின் தம்பி",
    },
    "ko": {
        "father_father": "제 아버지의 아버지",
        "father_mother": "제 아버지의 어머니",
        "father_elder_brother": "제 아버지의 형",
        "father_elder_brother_wife": "제 아버지의 형의 아내",
        "father_younger_brother": "제 아버지의 남동생",
        "father_younger_brother_wife": "제 아버지의 남동생의 아내",
        "father_sister": "제 아버지의 여자 형제",
        "father_sister_husband": "제 아버지의 여자 형제의 남편",
        "brother_daughter": "제 남자 형제의 딸",
        "brother_son": "제 남자 형제의 아들",
        "mother_father": "제 어머니의 아버지",
        "mother_mother": "제 어머니의 어머니",
        "mother_brother": "제 어머니의 남자 형제",
        "mother_brother_wife": "제 어머니의 남자 형제의 아내",
        "mother_sister": "제 어머니의 여자 형제",
        "mother_sister_husband": "제 어머니의 여자 형제의 남편",
        "sister_daughter": "제 여자 형제의 딸",
        "sister_son": "제 여자 형제의 아들",
        "elder_brother": "저보다 먼저 태어난 제 부모님의 아들",
        "elder_brother_wife": "저보다 나이가 많은 남자 형제의 아내",
        "elder_sister_husband": "저보다 나이가 많은 여자 형제의 남편",
        "younger_sister_husband": "제 여동생의 남편",
        "husband_sister": "제 남편의 여자 형제",
        "husband_sister elder": "제 남편의 누나",
        "husband_sister younger": "제 남편의 여동생",
        "husband_sister_husband": "제 남편의 여자 형제의 남편",
        "husband_sister_husband elder": "제 남편의 누나의 남편",
        "husband_sister_husband younger": "제 남편의 여동생의 남편",
        "wife_brother": "제 아내의 남자 형제",
        "wife_brother elder": "제 아내의 오빠",
        "wife_brother younger": "제 아내의 남동생",
    },
}

_TAMIL_CASES: Mapping[str, tuple[str, str]] = {
    "தந்தை": ("தந்தைக்கு", "தந்தையை"),
    "தாய்": ("தாய்க்கு", "தாயை"),
    "அண்ணன்": ("அண்ணனுக்கு", "அண்ணனை"),
    "தம்பி": ("தம்பிக்கு", "தம்பியை"),
    "அக்கா": ("அக்காவுக்கு", "அக்காவை"),
    "தங்கை": ("தங்கைக்கு", "தங்கையை"),
    "சகோதரர்": ("சகோதரருக்கு", "சகோதரரை"),
    "சகோதரி": ("சகோதரிக்கு", "சகோதரியை"),
    "மனைவி": ("மனைவிக்கு", "மனைவியை"),
    "கணவர்": ("கணவருக்கு", "கணவரை"),
    "பிள்ளை": ("பிள்ளைக்கு", "பிள்ளையை"),
}


def described(language: str, relation: str, age: str = "") -> dict[str, str]:
    """The relative in the language itself, for the slots of `Wording`: relative, to, whom.

    `age` (elder, younger) is that of the sibling in the middle, where the relation is split by it.
    """
    phrase = _RELATIVES[language][f"{relation} {age}".strip()]
    if language == "ta":
        start, _, head = phrase.rpartition(" ")
        to, whom = (f"{start} {case}" for case in _TAMIL_CASES[head])
        return {"to": to, "whom": whom}
    if language == "ko":
        closed = (ord(phrase[-1]) - ord("가")) % 28  # a final consonant takes 을
        return {"relative": phrase, "whom": phrase + ("을" if closed else "를")}
    return {"relative": phrase}
