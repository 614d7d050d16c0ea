"""Tamil terms in a word: cases, clitics and plurals by the stem's last letter.

Cases after Lehmann, A Grammar of Modern Tamil (1993), chapter 2: a stem in a consonant takes the
vowel of its ending, one in a vowel has a glide (வ் or ய்) before it.
"""

from collections.abc import Iterator

from kinlib.terms.stems import Barred, Stem

_SANDHI = "(?:[கசதப]்)?"
_LINKED = r"(?:க்(?=\s+க)|ச்(?=\s+ச)|த்(?=\s+த)|ப்(?=\s+ப))"  # அத்தைப் பாட்டு, but not சித்திக்
_CLITIC = "(?:ும்|ுமே|ே|ேயே|ா|ோ)?(?:தான்|தானே)?"
_LIKE = "ப்?போல(?:வே|வும்)?|ப்?போல்|ப்?போன்ற|ப்?போன்று"
_AFTER_CASE = (
    rf"(?:(?:யும்|யே|யா|யோ)?(?:த்?தான்|த்?தானே)?|{_SANDHI}|க்கூட|{_LIKE}|"
    "விட(?:வும்)?|ப்?பற்றி|ப்?பார்த்து)"
)
_GIVEN = rf"(?:{_SANDHI}|ம்(?:தான்)?|மே|த்?தான்|த்?தானே|க்?கூட|ரிய|ப்?பிறகு|ப்?பின்|ள்)"  # after -உக்கு
_OBLIQUE = (
    rf"(?:ை{_AFTER_CASE}|(?:ால்|ினால்){_CLITIC}|ால(?:ும்|ே|ேயே)|"
    rf"(?:ுக்கு|ிற்கு){_GIVEN}|(?:ுக்கே|ிற்கே|ுக்கா|ுக்கோ|ுக்கான|ிற்கான|ுக்கெல்லாம்)|"
    rf"(?:ுக்காக|ிற்காக)(?:வும்|வே|த்தான்)?{_SANDHI}|ுக்கென(?:்று)?|"
    rf"ின்{_CLITIC}|ின்றி|ில்லாமல்|ினது|ினுடைய|ுடைய|ுடையது|ோட|"
    rf"(?:ிடம்|ிடமிருந்து|ிடத்தில்|ிடத்திலிருந்து|ிடையே){_CLITIC}|"
    r"ிடமிருந்தே|ிடம(?:ும்|ே)|(?:ுடன்|ோடு)(?:தான்)?|ுடன(?:ும்|ே|ான)|ோட(?:ும்|ே)|ிலிருந்து|ில்|ிலும்|"
    r"(?:ும்|ுமே|ே|ா|ோ)(?:தான்|தானே)?|ேயே|ாக(?:வும்|வே|த்தான்)?|ாகிய|ான|ாய்|ாம்|ானவர்|ாகும்|ாவது|"
    "ென|ெனும்|ென்னும்|ென்று|ென்றால்|ென்ற|ெல்லாம்|ெல்லாரும்|ெல்லோரும்)"
)
_PLURAL = rf"(?:மார்(?:கள்)?|மார்{_OBLIQUE}|மார்கள{_OBLIQUE}|மார{_OBLIQUE}|{{gal}}ள்|{{gal}}ள{_OBLIQUE})"
_PLAIN_TAIL = rf"(?:தான்|தானே|கூட|கிட்ட|கிட்டே|கிட்டேயும்|{_LIKE}|ஜி|ம்மா)"
_DRAWN = {"ா": "ஆ", "ஆ": "ஆ", "ை": "ஐ", "ி": "[இஈ]", "ீ": "ஈ", "ே": "ஏ", "ு": "உ", "ூ": "ஊ"}
_PARDON = "மன்னி"  # also "pardon!", whose forms end alike: மன்னிக்கும், மன்னியும்


def stems(form: str) -> Iterator[Stem]:
    """The stem as it stands and, in a consonant, without its pulli before a vowel."""
    last = form[-1:]
    if last == "்":
        yield Stem(form, f"(?:{_PLAIN_TAIL}|{_PLURAL.format(gal='க')})?")
        yield Stem(form[:-1], _OBLIQUE)
        return
    if form == _PARDON:
        yield Stem(form, r"(?:ய(?:ை|ின்|ுடன்|ிடம்|ோடு|ே|ா)|க்கு)?")
        return
    back = last in "ாுூோஅஆஉஊ"
    glide, plural = ("வ", "க்க") if back else ("ய", "க")
    dative = rf"(?:க்கு{_GIVEN}|க்கே|க்கா|க்கோ|க்காக(?:வும்|வே|த்தான்)?{_SANDHI}|க்கான|க்கென|க்கெல்லாம்)"
    drawn = f"(?:{_DRAWN.get(last, last)}|{last}){{1,12}}"
    yield Stem(
        form,
        f"(?:{_PLAIN_TAIL}|{dative}|{glide}{_OBLIQUE}|{glide}ல்லவா|{_PLURAL.format(gal=plural)}|"
        f"{_LINKED}|{drawn})?",
    )


def prefixes(form: str) -> str:
    """சின்னமாமா and பெரியமாமா are uncles; a little grandfather is his brother."""
    return "(?:சின்ன|பெரிய)" if form.startswith(("மாமா", "மாமி", "அண்ண", "மச்சான்")) else ""


def barred(form: str) -> Barred:
    """Words that make a great-grandparent, a cousin or a bride of a term."""
    if form.startswith(("தாத்தா", "பாட்ட")):
        great = "(?:கொள்ளு|எள்ளு|பூட்டு?|பூட்டி|ஓட்டி|சின்ன)(?:[தப]்)?|பெரிய"
        return Barred(rf"(?:{great})\s$")
    if form in ("மகன்", "மகள்"):
        return Barred(r"(?:மண|குடி)\s$")
    return Barred(r"ஒன்று\s?விட்ட\s$" if form.startswith(("அண்ண", "அக்கா")) else "")
