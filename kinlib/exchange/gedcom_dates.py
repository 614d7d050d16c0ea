"""The year in a GEDCOM date: the only part of one that a genealogy has a place for.

Julian dates keep the year they are written with (it changes on 1 January), as historians do;
years of the French Republic and Hebrew years become the common year the day fell in. A year in
Old Style and New Style, 1699/00, is the New Style year.
"""

import re
from dataclasses import dataclass, replace
from datetime import date

_CALENDAR = re.compile(r"@#D([^@]+)@|\b(GREGORIAN|JULIAN|FRENCH_R|HEBREW|_\w+)\b", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:ABT|ABOUT|CAL|EST|BEF|BEFORE|AFT|AFTER|FROM|TO|BET|BETWEEN|CIRCA|CA|C|INT)\b\.?\s*",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s+(?:AND|TO)\b\s*", re.IGNORECASE)
_DATE = re.compile(
    r"(?:(?P<day>\d{1,2})\s+)?(?:(?P<month>[A-Z]{3,9})\.?,?\s+)?(?P<year>\d{1,5})"
    r"(?:/(?P<dual>\d{2,4}))?(?:\s*(?P<bc>B\.?\s*C\.?(?:\s*E\.?)?))?",
    re.IGNORECASE,
)
_BEFORE_CHRIST = re.compile(r"B\.?\s*C", re.IGNORECASE)
_YEAR_IN_WORDS = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_FRENCH = re.findall("....", "VENDBRUMFRIMNIVOPLUVVENTGERMFLORPRAIMESSTHERFRUCCOMP")
_HEBREW = re.findall("...", "TSHCSHKSLTVTSHVADRADSNSNIYRSVNTMZAAVELL")
_MONTHS = re.findall("...", "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC")


@dataclass(frozen=True, slots=True)
class Dated:
    """The first year a date allows, negative before Christ (there is no year 0), and the last one.

    They differ in a range; a date after a year has no last one.
    """

    year: int
    last: int | None
    exact: bool = False  # a month or a day stood there too
    vague: bool = False  # about, before, after, a range, a year in words


def dated(text: str) -> Dated | None:
    """The year of a DATE line's value, in any of the calendars; None if there is none in it."""
    words = text.strip()
    spoken = words.startswith("(")
    words = words.strip("() ")
    words = re.sub(r"\(.*", "", words)  # INT 1850 (about the time of the flood)
    vague = open_ = False
    while found := _ABOUT.match(words):
        open_ = found[0].upper().startswith(("AFT", "FROM"))
        vague, words = True, words[found.end() :]
    first, *more = _RANGE.split(words, maxsplit=1)
    if more and _BEFORE_CHRIST.search(more[0]) and not _BEFORE_CHRIST.search(first):
        first += " BC"  # BET 50 AND 40 BC
    calendar, first = _calendar(first)
    read = _read(first.strip(), calendar)
    if read is not None and more:
        end = _read(*reversed(_calendar(more[0].strip())))
        last = read.last if end is None else max(read.year, end.year)
        return replace(read, last=last, vague=True)
    if read is not None:
        return replace(read, last=None if open_ else read.last, vague=vague or spoken or read.vague)
    if calendar == "GREGORIAN" and (year := _YEAR_IN_WORDS.search(words)):
        return Dated(int(year[0]), int(_YEAR_IN_WORDS.findall(words)[-1]), exact=True, vague=True)
    return None


def _calendar(words: str) -> tuple[str, str]:
    found = _CALENDAR.search(words)
    if found is None:
        return "GREGORIAN", words
    name = (found[1] or found[2]).upper().replace(" ", "_")
    return name, words[: found.start()] + words[found.end() :]


def _read(words: str, calendar: str) -> Dated | None:
    found = _DATE.fullmatch(words)
    if found is None:
        return None
    year, day = int(found["year"]), int(found["day"] or 1)
    month = (found["month"] or "").upper()
    exact = bool(month)
    if calendar == "FRENCH_R":
        return _republican(year, month, day)
    if calendar == "HEBREW":
        return _hebrew(year, month, day)
    if calendar not in ("GREGORIAN", "JULIAN") or (month and month[:3] not in _MONTHS):
        return None
    if found["bc"]:
        return Dated(-year, -year, exact)
    if (dual := found["dual"]) and len(dual) == 2:
        new = year + 1 if int(dual) == (year + 1) % 100 else year
        return Dated(new, new, exact=True)
    return Dated(year, max(year, int(dual or year)), exact, vague=bool(dual))


def _republican(year: int, month: str, day: int) -> Dated | None:
    """Year 1 began on 22 September 1792; the years 3, 7 and 11 had a day more."""
    if not 1 <= year <= 14 or (month and month not in _FRENCH):
        return None
    if not month:
        return Dated(year + 1792, year + 1792, vague=True)  # most of its days
    days = 365 * (year - 1) + year // 4 + 30 * _FRENCH.index(month) + day - 1
    common = date.fromordinal(date(1792, 9, 22).toordinal() + days).year
    return Dated(common, common, exact=True)


def _hebrew(year: int, month: str, day: int) -> Dated | None:
    if not 3762 <= year <= 9999 or (month and month not in _HEBREW):
        return None
    place = _HEBREW.index(month) if month else None
    if place is None or place > 3:
        return Dated(year - 3760, year - 3760, exact=bool(month), vague=not month)
    begin = _tishri(year)
    length = _tishri(year + 1) - begin
    # Heshvan and Kislev are the months that make a year shorter or longer.
    heshvan, kislev = 30 if length % 10 == 5 else 29, 29 if length % 10 == 3 else 30
    days = (0, 30, 30 + heshvan, 30 + heshvan + kislev)[place] + day - 1
    common = date.fromordinal(begin + days).year
    return Dated(common, common, exact=True)


def _tishri(year: int) -> int:
    """Ordinal of a Hebrew year's first day: the new moon, put off by the calendar's four rules.

    After Reingold and Dershowitz, Calendrical Calculations, chapter 8.
    """
    before, its, after = (_new_moon(y) for y in (year - 1, year, year + 1))
    late = 2 if after - its == 356 else 1 if its - before == 382 else 0
    return its + late - 1373427


def _new_moon(year: int) -> int:
    months = (235 * year - 234) // 19
    day = 29 * months + (12084 + 13753 * months) // 25920
    return day + 1 if 3 * (day + 1) % 7 < 3 else day
