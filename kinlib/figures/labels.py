"""Labels of a drawing: colours and letters for any number of groups, words made to fit."""

import colorsys
import re
import unicodedata

_OKABE_ITO = ("#E69F00", "#56B4E9", "#009E73", "#F0E442", "#CC79A7", "#0072B2", "#D55E00")
_AFTER_HYPHEN = re.compile(r"(?<=-)")
_NARROW, _BROAD = frozenset("fijlrtI.,;:'|!()[]-ʼ’ "), frozenset("mwMW@%&")


def colour(number: int) -> str:
    """The colour of the group so numbered from 0: Okabe and Ito's, then hues far apart."""
    if number < len(_OKABE_ITO):
        return _OKABE_ITO[number]
    lightness = (0.72, 0.5, 0.34)[number % 3]
    rgb = colorsys.hls_to_rgb(number * 0.381966 % 1, lightness, 0.5)
    return "#" + "".join(f"{round(255 * part):02X}" for part in rgb)


def letters_of(number: int) -> str:
    """A, B, ... Z, AA, AB ... for 0, 1, ... 25, 26, 27 ..."""
    head, tail = divmod(number, 26)
    return (letters_of(head - 1) if head else "") + chr(ord("A") + tail)


def escape(text: str) -> str:
    """Text that plotly shows as it is: no tags, entities or formulas in it, on one line."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    named = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return named.replace("$", "&#36;")


def wrap(text: str, room: float, most: int = 3) -> list[str]:
    """At most so many lines of at most `room` average letters; what is too much ends in …."""
    lines = [""]
    for word in text.split():
        whole = width(word) <= room
        for piece in [word] if whole else _AFTER_HYPHEN.split(word):
            if width(lines[-1] + piece) > room:
                lines.append("")
            for character in piece:
                stays = unicodedata.category(character)[0] in "MCP"  # a vowel sign, a comma
                if not stays and width(lines[-1] + character) > room:
                    lines.append("")
                lines[-1] += character
        lines[-1] += " "
    lines = [line.strip() for line in lines if line.strip()]
    if len(lines) > most:
        last = lines[most - 1]
        while last and width(last + "…") > room:
            last = last[:-1]
        lines = [*lines[: most - 1], last.rstrip(",; ") + "…"]
    return lines


def width(text: str) -> float:
    """About how wide a text is, in average letters of a sans-serif face."""
    total = 0.0
    for c in text:
        if unicodedata.category(c) in ("Mn", "Me", "Cf"):
            continue
        wide = unicodedata.east_asian_width(c) in "WF"
        total += 2 if wide else 1.5 if c in _BROAD else 0.5 if c in _NARROW else 1
        total += 0.2 * c.isupper()
    return total


def ink(fill: str) -> str:
    """Black or white, whichever stands out more from a colour (WCAG luminance)."""
    parts = (int(fill[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return "#000000" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "#FFFFFF"
