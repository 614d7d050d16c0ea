"""Korean terms in a word: what precedes them, honorifics, plurals, particles and the copula.

Particles after Sohn, The Korean Language (1999), chapter 8; which of two forms stands goes by
whether the stem ends in a consonant. Short stems take fewer of them, for 이모지 is an emoji.
"""

import re
from collections.abc import Iterator

from kinlib.terms.stems import Barred, Stem

_SPACED = re.compile("큰|작은|외|새|올케|친|조카(?=딸)|시(?=누|매)|서방(?=님)")
_FOND = (
    "(?:우리|울|저희|사랑하는|존경하는|친애하는|소중한|보고싶은|그리운|고마운|하나뿐인|예쁜|귀여운)"
)
_SENIOR = "(?:큰|작은|막내|첫째|둘째|셋째|넷째|다섯째|맏|우리큰|우리작은|우리막내)"
_GRAND = ("할아버", "할머", "조부", "조모")
_COUSIN = "(?:외|친|고종|이종)?사촌|고종|이종|육촌|팔촌|친척"
_ORDINAL = "큰|작은|막내|첫째|둘째|셋째"
_TALL = (  # 키가 큰 아버지 is a tall father, 가장 큰 아버지의 사랑 the greatest love
    "(?:(?:키|체구|몸집|덩치|손|발|눈|마음|품|몸|얼굴|목소리|그릇|통|귀|코|입|꿈|정|사랑|배포|은혜)"
    r"(?:이|가|도|은|는)?(?:\s(?:참|아주|너무|정말|매우|꽤|제일|가장))?|가장|제일|[가-힣]{1,6}보다)\s$"
)

_AFTER = (
    "(?:은|는|도|만|만은|만이|요|나|까지|까지도|조차|부터|마저|라도|밖에|의|야|이야|는요|도요|로)?"
)
_COPULA = (
    "시(?:죠|지|네요|잖아요|니까|니|지만|며|고|자|구나|라서|라|랍니다|기에|여|면|다)|"
    "신(?:데|데요|지|가요|만큼)?|세요|셔요|셔서|십니다|셨[가-힣]{1,4}|다|네요|구나|군요|거든요|일까|임을|"
    "기에|기도|기는|기만|기까지|라(?:고|는|도|면|서|며|니|니까|기|던)[은도]?|래요|랍니다|야말로|"
    "잖아|잖아요|니까|며|고"
)
_LOOSE = "|란|란다|지만|네|라|면|군|든|이든|죠|지요"  # 이모란, 이모지만, 이모든 are other words
_BOTH = (
    rf"의|(?:에게|한테)(?:서|로)?{_AFTER}|에겐|한텐|께{_AFTER}|께서{_AFTER}|껜|께선|께옵서|더러|보고|"
    rf"하고{_AFTER}|하곤|처럼{_AFTER}|마냥|같이{_AFTER}|같은|만큼(?:은|도|이나)?|보다(?:는|도|더)?|마다|"
    r"부터(?:는|도)?|까지(?:는|도|요|만)?|조차(?:도)?|마저(?:도)?|밖에(?:는|도)?|밖엔|"
    r"만(?:은|이|을|의|도|큼|으로(?:도|는)?)?|도(?:요)?|대로|치고|커녕|답게|다운|"
    r"뿐(?:만|이|인|이야|입니다|이에요|이었[가-힣]{1,4})?|"
    rf"이(?:자|{_COPULA}{_LOOSE})|입니다(?:만)?|이에요|인(?:데|데요|지|가요|만큼|걸요)?|씨"
)
_CLOSED = (
    rf"이|은|을|과(?:는|도|의)?|이랑{_AFTER}|이나|이든(?:지)?|이여|이야|이었[가-힣]{{1,4}}|"
    rf"으로(?:서|서는|서도|서의|부터|써|도|는)?|아|이요|이죠|{_BOTH}"
)
_OPEN = (
    rf"가|는|를|와(?:는|도|의)?|랑{_AFTER}|나|든지|여|야|예요|에요|였[가-힣]{{1,4}}|"
    rf"로(?:서|서는|서도|서의|부터|써|도|는)?|요|죠|{_COPULA}|{_BOTH}"
)
_NOUN = (
    r"(?:부부|내외|네|댁|집|표|가족)(?:분|님)?(?:들|분들)?"
    r"(?:이|가|은|는|을|를|도|와|과|랑|께|께서|에게|한테|에|에서|의|만|에도|께도)?"
    # Words of greetings that people write without a space before them.
    r"|(?:생신|생일|결혼|칠순|팔순|환갑|축하|사랑해|고마워|감사|덕분에|보고싶)[가-힣]*"
)
_NAMES = ("조모", "형수")  # 조몬 is a culture, 형순 a name


def parts(form: str) -> tuple[str, ...]:
    """A form cut after 큰, 작은, 외, 새 and the like, where a space may stand or not."""
    found = _SPACED.match(form)
    if found and len(form) - found.end() >= 2:
        return form[: found.end()], form[found.end() :]
    return (form,)


def stems(form: str) -> Iterator[Stem]:
    """The form, with 님, with a drawn-out vowel, and contracted (할머닌, 할머닐)."""
    yield Stem(form, f"(?:{_endings(form)})?")
    if not form.endswith("님"):
        yield Stem(form + "님", f"(?:{_endings(form + '님')})?")
    if _final(form) == 0:
        vowel = chr(0xAC00 + 11 * 588 + (ord(form[-1]) - 0xAC00) % 588)
        yield Stem(form, f"{vowel}{{1,12}}")  # 이모오오
        if form not in _NAMES and not (len(form) == 2 and form.endswith("부")):
            yield Stem(form[:-1] + chr(ord(form[-1]) + 4), "")
            yield Stem(form[:-1] + chr(ord(form[-1]) + 8), "")


def _final(stem: str) -> int:
    """Which consonant a stem ends in, by its number; 0: none, -1: it does not end in Hangul."""
    return (ord(stem[-1]) - 0xAC00) % 28 if "가" <= stem[-1:] <= "힣" else -1


def _endings(stem: str) -> str:
    closed = _final(stem) > 0
    particles = _CLOSED if closed else _OPEN + (_LOOSE if len(stem) > 2 else "")
    return f"{particles}|들(?:{_CLOSED}|끼리도?)?|{_NOUN}"


def prefixes(form: str) -> str:
    """큰이모 is an aunt; 큰할아버지 a great-uncle."""
    if any(grand in form for grand in _GRAND):
        # 외, 증조 and the like make others of them, too; 친 alone does not.
        return f"(?:{_FOND}|친)" if form.startswith(("할아버", "할머")) else _FOND
    return f"(?:{_FOND}|{_SENIOR}|친)"


def barred(form: str) -> Barred:
    """Words apart that make another relative of a term; spaced 큰 and 작은 may be adjectives."""
    if form.startswith(("큰", "작은")):
        return Barred(_TALL, apart=True)
    if any(grand in form for grand in _GRAND):
        return Barred(rf"(?:외|외?증조|고조|이모|고모|시|처|당|종|{_ORDINAL})\s$")
    return Barred(rf"(?:외|시|처|당|종|{_COUSIN})\s$")
