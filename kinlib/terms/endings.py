"""What may stand around a kin term in a word of Hindi, Tamil or Korean, and how its stem changes.

Closed lists: a term that is followed by anything else is another word (சித்தி in சித்திரை, 이모 in
이모티콘). All patterns are over normalised text (kinlib.terms.normalising). Sources: the lists of
the lexicon's compilers (none reviewed by native speakers), for Tamil cases Lehmann, A Grammar of
Modern Tamil (1993), chapter 2; for Korean particles Sohn, The Korean Language (1999), chapter 8.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

SEPARATOR = r"[\s\u2010-\u2015-]{0,3}"
"""What may stand between the parts of a term: दादा जी, दादा-जी, 작은 어머니; nothing too."""


class Stem(NamedTuple):
    """A written stem, and a pattern of what may follow it up to the end of its word."""

    text: str
    endings: str


def stems(form: str, language: str) -> Iterator[Stem]:
    """The stems of a normalised form; in other languages than the three, the form alone."""
    by_language = {"hi": _hindi, "ta": _tamil, "ko": _korean}
    return by_language[language](form) if language in by_language else iter([Stem(form, "")])


def parts(form: str, language: str) -> tuple[str, ...]:
    """A form cut where writers differ on whether a space belongs."""
    pieces = tuple(piece for piece in re.split(r"[\s-]+", form) if piece)
    if language == "ko" and len(pieces) == 1:
        found = _SPACED.match(form)
        if found and len(form) - found.end() >= 2:
            return form[: found.end()], form[found.end() :]
    return pieces


def prefixes(form: str, language: str) -> str:
    """A pattern of what may be written before a form in the same word; empty: nothing."""
    if language != "ko":
        return ""
    if form.removeprefix("친").startswith(("할아버", "할머")):
        # 큰할아버지 is a great-uncle; 외, 증조 and the like make others of them, too.
        return _FOND if form.startswith("친") else f"(?:{_FOND}|친)"
    return f"(?:{_FOND}|{_SENIOR}|친)"


def barred(form: str, language: str) -> str:
    """A pattern of words before a term that make another of it; empty: none."""
    if language == "ko":
        if form.startswith(("큰", "작은")):
            return _TALL
        grand = form.startswith(("할아버", "할머"))
        return rf"(?:외|시|처|당|종|사촌{'|외?증조|고조|이모|고모|큰|작은' if grand else ''})\s$"
    if language == "ta" and form.startswith(("தாத்தா", "பாட்ட")):
        return r"(?:கொள்ளு|எள்ளு|பூட்டு?)(?:[தப]்)?\s$"
    return ""


# --- Hindi ---------------------------------------------------------------------------------------

_HONORIFIC = rf"(?:{SEPARATOR}(?:जी|जान|श्री|साहब|साहिब|साब|महोदय|महाराज))?"
_MARKED = ("भतीजा", "भतिजा", "भांजा", "भानजा", "साला")
"""Masculine nouns in -ā that change in the oblique and the plural; चाचा and its like do not."""


def _hindi(form: str) -> Iterator[Stem]:
    """Plural and oblique by the noun's end; the vocative of the marked class is the oblique."""
    base, last = form[:-1], form[-1:]
    drawn = {"ा": "आ", "आ": "आ", "ी": "ई", "ई": "ई", "ू": "ऊ", "ऊ": "ऊ"}.get(last)
    yield Stem(form, f"(?:{drawn}{{1,6}})?{_HONORIFIC}" if drawn else _HONORIFIC)
    if form in _MARKED:
        yield Stem(base + "े", _HONORIFIC)
        if form != "साला":  # सालों is "years"
            yield Stem(base + "ों", "")
            yield Stem(base + "ो", "")
    elif last == "ा":
        yield Stem(form, "(?:ओं|ओ|एं)")
    elif last in ("आ", "ए"):
        yield Stem(form, "(?:ओं|ओ|एं|यें)")
    elif last == "ी":
        yield Stem(base + "ि", "(?:यां|यों|यो|या)")
        yield Stem(form, "(?:यां|यों|यो)")  # often so written
    elif last == "ई":
        yield Stem(base + "इ", "(?:यां|यों|यो|ओं|ओ)")
        yield Stem(form, "(?:यां|यों|यो)")
    elif last in ("ू", "ऊ"):
        yield Stem(base + {"ू": "ु", "ऊ": "उ"}[last], "(?:ओं|ओ|एं)")
        yield Stem(form, "(?:ओं|ओ)")
    elif "क" <= last <= "ह":
        yield Stem(form, "(?:ें|ों|ो)")


# --- Tamil ---------------------------------------------------------------------------------------

_SANDHI = "(?:[கசதப]்)?"
_LINKED = r"(?:க்(?=\s+க)|ச்(?=\s+ச)|த்(?=\s+த)|ப்(?=\s+ப))"  # அத்தைப் பாட்டு, but not சித்திக்
_CLITIC = "(?:ும்|ுமே|ே|ா|ோ)?(?:தான்|தானே)?"
_AFTER_CASE = (
    rf"(?:(?:யும்|யே|யா|யோ)?(?:த்?தான்|த்?தானே)?|{_SANDHI}|க்கூட|"
    "ப்?போல(?:வே|வும்)?|ப்?போல்|ப்?போன்ற|ப்?பற்றி|ப்?பார்த்து)"
)
_GIVEN = rf"(?:{_SANDHI}|ம்(?:தான்)?|த்?தான்|த்?தானே)"
# After a stem that ends in a consonant, or after a glide: the ending begins with a vowel sign.
_OBLIQUE = (
    rf"(?:ை{_AFTER_CASE}|(?:ால்|ினால்){_CLITIC}|ாலும்|ாலே|"
    rf"(?:ுக்கு|ிற்கு){_GIVEN}|(?:ுக்கே|ிற்கே|ுக்கா|ுக்கோ)|"
    rf"(?:ுக்காக|ிற்காக)(?:வும்|வே)?{_SANDHI}|ுக்கென(?:்று)?|"
    rf"ின்{_CLITIC}|ினது|ினுடைய|ுடைய|ுடையது|ோட|(?:ிடம்|ிடமிருந்து|ிடத்தில்|ிடையே){_CLITIC}|"
    rf"ிடம(?:ும்|ே)|(?:ுடன்|ோடு)(?:தான்)?|ுடன(?:ும்|ே|ான)|ோட(?:ும்|ே)|ிலிருந்து|ில்|ிலும்|"
    r"(?:ும்|ுமே|ே|ா|ோ)(?:தான்|தானே)?|ேயே|ாக(?:வும்|வே|த்தான்)?|ாகிய|ான|ாய்|ாம்|ானவர்|ாகும்|"
    "ென்று|ென்றால்|ென்ற|ெல்லாம்|ெல்லாரும்|ெல்லோரும்|ுக்கெல்லாம்)"
)
_PLURAL = rf"(?:மார்(?:கள்)?|மார்{_OBLIQUE}|மார்கள{_OBLIQUE}|மார{_OBLIQUE}|{{gal}}ள்|{{gal}}ள{_OBLIQUE})"
_PLAIN_TAIL = "(?:தான்|தானே|கூட|கிட்ட|கிட்டே|கிட்டேயும்|ப்?போல(?:வே)?|ங்க|ங்களே|ங்களா|ஜி)"


def _tamil(form: str) -> Iterator[Stem]:
    """Cases, clitics and plurals by the stem's last letter; the vocative is ே or ா."""
    last = form[-1:]
    if last == "்":
        yield Stem(form, f"(?:{_PLAIN_TAIL}|{_PLURAL.format(gal='க')})?")
        yield Stem(form[:-1], _OBLIQUE)
        return
    back = last in "ாுூோஅஆஉஊ"
    glide, plural = ("வ", "க்க") if back else ("ய", "க")
    dative = rf"(?:க்கு{_GIVEN}|க்கே|க்கா|க்கோ|க்காக(?:வும்|வே)?{_SANDHI}|க்கென|க்கெல்லாம்)"
    drawn = "ஆ" if last in "ாஆ" else "ஐ" if last == "ை" else "[இஈ]" if last in "ிீ" else "ஊ"
    yield Stem(
        form,
        f"(?:{_PLAIN_TAIL}|{dative}|{glide}{_OBLIQUE}|{_PLURAL.format(gal=plural)}|{_LINKED}|"
        f"{drawn}{{1,6}})?",
    )


# --- Korean --------------------------------------------------------------------------------------

_TALL = (  # 키가 큰 아버지 is a tall father
    "(?:키|체구|몸집|덩치|손|발|눈|마음|품|몸|얼굴|목소리|그릇|통|귀|코|입|꿈|정)(?:이|가|도|은|는)"
    r"(?:\s(?:참|아주|너무|정말|매우|꽤|제일|가장))?\s$"
)
_SPACED = re.compile("큰|작은|외|새|올케|친|조카(?=딸)|시(?=누|매)|서방(?=님)")
_FOND = "(?:우리|울|사랑하는|존경하는|친애하는|소중한|보고싶은|그리운|고마운|하나뿐인)"
_SENIOR = "(?:큰|작은|막내|첫째|둘째|셋째|넷째|다섯째|맏|우리큰|우리작은|우리막내)"
_AFTER = "(?:은|는|도|만|만은|만이|요|나|까지|조차|부터|마저|라도|밖에|의|야|이야)?"
_COPULA = (
    "시(?:죠|지|네요|잖아요|니까|니|지만|며|고|자|구나|라서|라|랍니다|기에|여|면|다)|"
    "신(?:데|데요|지|가요|만큼)?|세요|십니다|셨[가-힣]{1,4}|"
    "기에|기도|기는|기만|기까지|란|라(?:고|는|도|면|서|며|니|기|던)[은도]?|야말로|잖아|잖아요|니까|"
    "며|고|지만"
)
_BOTH = (
    rf"의|(?:에게|한테)(?:서)?{_AFTER}|에겐|한텐|께{_AFTER}|께서{_AFTER}|껜|께선|께옵서|더러|보고|"
    rf"하고{_AFTER}|하곤|처럼{_AFTER}|같이{_AFTER}|같은|만큼(?:은|도|이나)?|보다(?:는|도|더)?|마다|"
    r"부터(?:는|도)?|까지(?:는|도|요|만)?|조차(?:도)?|마저(?:도)?|밖에(?:는|도)?|"
    r"만(?:은|이|을|의|도|큼)?|도(?:요)?|뿐(?:만|이|인|입니다|이에요)?|대로|치고|커녕|답게|다운|"
    rf"이(?:자|{_COPULA})|입니다(?:만)?|이에요|인(?:데|데요|지|가요|만큼|걸요)?|씨|들끼리"
)
_CLOSED = (
    rf"이|은|을|과(?:는|도|의)?|이랑{_AFTER}|이나|이든(?:지)?|이여|이야|이었[가-힣]{{1,4}}|"
    rf"으로(?:서|서는|서도|부터|써)?|아|이요|이죠|{_BOTH}"
)
_OPEN = (
    rf"가|는|를|와(?:는|도|의)?|랑{_AFTER}|나|든지|여|야|예요|에요|였[가-힣]{{1,4}}|"
    rf"로(?:서|서는|서도|부터|써)?|요|죠|{_COPULA}|{_BOTH}"
)
_NOUN = (
    r"(?:부부|내외|네|댁|표|가족)(?:분|님)?(?:들|분들)?"
    r"(?:이|가|은|는|을|를|도|와|과|랑|께|께서|에게|한테|에|에서|의|집|만|에도|께도)?"
    # Words of greetings that people write without a space before them.
    r"|(?:생신|생일|결혼|칠순|팔순|환갑|축하|사랑해|고마워|감사)[가-힣]*"
)


def _korean(form: str) -> Iterator[Stem]:
    """Honorific, plural and particles, which go by whether the stem ends in a consonant."""
    yield Stem(form, f"(?:{_endings(form)})?")
    if not form.endswith("님"):
        yield Stem(form + "님", f"(?:{_endings(form + '님')})?")
    final = (ord(form[-1]) - 0xAC00) % 28 if "가" <= form[-1:] <= "힣" else -1
    # 할머닌, 할머닐 for 할머니는, 할머니를; 제분 and 백분 are words of their own.
    if final == 0:  # 이모오오
        vowel = chr(0xAC00 + 11 * 588 + (ord(form[-1]) - 0xAC00) % 588)
        yield Stem(form, f"{vowel}{{1,6}}")
    if final == 0 and not (len(form) == 2 and form.endswith("부")):
        yield Stem(form[:-1] + chr(ord(form[-1]) + 4), "")
        yield Stem(form[:-1] + chr(ord(form[-1]) + 8), "")


def _endings(stem: str) -> str:
    closed = "가" <= stem[-1] <= "힣" and (ord(stem[-1]) - 0xAC00) % 28 != 0
    particles = _CLOSED if closed else _OPEN
    return f"{particles}|들(?:{_CLOSED})?|{_NOUN}"
