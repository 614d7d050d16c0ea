"""Messages as the controls write them: a greeting with the term, and sentences that hold no term.

The sentences are ours; no native speaker has reviewed them.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Wording(NamedTuple):
    """Sentences of a language; `latin` is the greeting in Latin letters."""

    greeting: str
    latin: str
    birthday: tuple[str, ...]
    wedding: tuple[str, ...]


WORDINGS: Mapping[str, Wording] = MappingProxyType(
    {
        "hi": Wording(
            "प्रिय",
            "Priya",
            (
                "आपको जन्मदिन की हार्दिक शुभकामनाएँ! ईश्वर आपको सदा स्वस्थ और प्रसन्न रखे।",
                "जन्मदिन मुबारक हो! आपका आने वाला वर्ष सुख और समृद्धि से भरा हो।",
            ),
            (
                "मेरे विवाह में आपका आना मेरे लिए बहुत खुशी की बात होगी। कृपया अवश्य पधारें।",
                "आपको मेरे विवाह में आने का सादर निमंत्रण है।",
            ),
        ),
        "ta": Wording(
            "அன்புள்ள",
            "Anbulla",
            (
                "இனிய பிறந்தநாள் நல்வாழ்த்துக்கள்! நீங்கள் எப்போதும் நலமாக இருக்க வேண்டும்.",
                "உங்களுக்கு என் மனமார்ந்த பிறந்தநாள் வாழ்த்துகள்!",
            ),
            (
                "என் திருமணத்திற்கு உங்களை அன்புடன் அழைக்கிறேன். அவசியம் வாருங்கள்.",
                "என் திருமணத்திற்கு நீங்கள் கட்டாயம் வர வேண்டும்.",
            ),
        ),
        "ko": Wording(
            "사랑하는",
            "Saranghaneun",
            (
                "생일을 진심으로 축하드려요! 늘 건강하고 행복하세요.",
                "생일 축하해요! 올해도 좋은 일만 가득하길 바랄게요.",
            ),
            (
                "제 결혼식에 꼭 와 주세요. 함께해 주시면 정말 기쁠 거예요.",
                "저의 결혼식에 초대합니다. 오셔서 축하해 주세요.",
            ),
        ),
    }
)
"""By ISO 639-1 code."""


def message(language: str, task: str, term: str, turn: int, *, latin: bool = False) -> str:
    """A message to somebody called by a term; `turn` chooses the wording.

    The term alone where no message is asked for, or nothing is known of the language.
    """
    wording = WORDINGS.get(language)
    sentences = {"birthday": wording.birthday, "wedding": wording.wedding} if wording else {}
    if wording is None or task not in sentences:
        return term
    greeting = wording.latin if latin else wording.greeting
    return f"{greeting} {term}, {sentences[task][turn % len(sentences[task])]}"
