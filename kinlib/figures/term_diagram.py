"""The kin terms of several languages on one diagram of the benchmark's relations.

Under each relative stand its terms, language by language. Relatives who share a term in a language
have its colour and letter; no letter stands for two terms. Words are data: nothing in them is read
as markup.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from kinlib.figures.kin_places import Point
from kinlib.figures.labels import colour, escape, ink, letters_of, wrap
from kinlib.figures.network import DARK, LIGHT, Palette
from kinlib.figures.term_canvas import SYMBOLS, laid_out, strokes, targets
from kinlib.figures.term_places import term_lines, term_places
from kinlib.kinship.kintype import EGO, SEX, EgoSex, parse, spell

_CHIP = 22  # pixels from one term to the next
_ROOM = 15.0  # average letters of a term: two places where the window is 900 pixels wide
_SIDE = 50  # room for long words at the sides
_HEAD, _FOOT = 30, 44  # pixels above the first row, and of the key below the last


@dataclass(frozen=True, slots=True)
class Word:
    """A term as shown; a `doubtful` one, whose sources disagree, is marked with *."""

    text: str
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language's name, and its words by kin type; no words: none are known.

    `shared`: words that relatives may share, in an order that does not hang on what is drawn, so
    that each keeps its colour and letter from one drawing to another.
    """

    name: str
    words: Mapping[str, Sequence[Word]]
    shared: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Sharing:
    """Who is called by a word of one language; letter and colour if they are several."""

    relatives: Mapping[str, Sequence[str]]
    letters: Mapping[str, str]
    colours: Mapping[str, str]


def term_diagram(tongues: Sequence[Tongue], *, ego: EgoSex, dark: bool = False) -> go.Figure:
    """The diagram of one to three languages, as a man or a woman speaks them.

    Triangle man, circle woman, = marriage, ego in a colour of its own. Terms of spouses stand lower
    than those of blood relatives, so that long words find room. The points of the last two traces,
    terms and relatives, have the kin type as `customdata`.
    """
    palette = DARK if dark else LIGHT
    rows, stacks, height = _heights(tongues, ego)
    places = term_places(ego, rows)
    sharing = _sharings(tongues, places)
    notes = [
        note
        for kin_type, at in places.items()
        for note in _stack(kin_type, at, stacks, tongues, sharing, palette)
    ]
    notes.append(
        {
            **{"x": -_SIDE, "y": height - 20, "xanchor": "left", "align": "left"},
            **{"showarrow": False},
            **{"text": _key(tongues, sharing), "font": {"size": 12, "color": palette.faint}},
        }
    )
    traces = [
        strokes(term_lines(places), palette.line),
        strokes(_leaders(places, stacks), palette.line, dash="dot"),
        _terms(places, stacks, tongues, sharing),
        _symbols(places, tongues, sharing, ego, palette),
    ]
    return laid_out(traces, notes, height, palette, _SIDE)


def _heights(
    tongues: Sequence[Tongue], ego: EgoSex
) -> tuple[list[float], Mapping[str, float], float]:
    """How low the rows stand, how far below a relative its terms begin, and the whole height."""
    flat = term_places(ego, (0, 1, 2, 3))
    lines = {one: sum(max(1, len(t.words.get(one, ()))) for t in tongues) for one in flat}
    lines = {one: number for one, number in lines.items() if _named(one, tongues)}
    low = {one: flat[one][1] in (1, 2) and _spouse(one) for one in lines}
    rows, stacks, y = [], {}, float(_HEAD)
    for row in range(4):
        upper, lower = (
            max((lines[o] for o in lines if flat[o][1] == row and low[o] == which), default=0)
            for which in (False, True)
        )
        rows.append(y)
        for one in lines:
            if flat[one][1] == row:
                stacks[one] = 32.0 + (upper * _CHIP + 6 if low[one] else 0)
        y += 32 + (upper + lower) * _CHIP + 6 * bool(lower) + 48
    return rows, stacks, y - 40 + _FOOT


def _spouse(kin_type: str) -> bool:
    """Whether a relative stands lower: a spouse of a sibling, or the second sibling of a spouse."""
    return kin_type == "WZ" or (len(kin_type) > 1 and kin_type[-1] in "HW")


def _named(kin_type: str, tongues: Sequence[Tongue]) -> bool:
    return any(kin_type in tongue.words for tongue in tongues)


def _sharings(tongues: Sequence[Tongue], places: Mapping[str, Point]) -> list[_Sharing]:
    """Letters and colours, running on from one language to the next."""
    found, first = [], 0
    for tongue in tongues:
        sharing, first = _sharing(tongue, places, first)
        found.append(sharing)
    return found


def _sharing(tongue: Tongue, places: Mapping[str, Point], first: int) -> tuple[_Sharing, int]:
    """Letters and colours from the number `first`, and the next free number.

    In the order of the words that may be shared; of others in reading order.
    """
    relatives: dict[str, list[str]] = {}
    for kin_type in sorted(places, key=lambda one: (places[one][1], places[one][0])):
        for word in tongue.words.get(kin_type, ()):
            relatives.setdefault(word.text, []).append(kin_type)
    several = [text for text, those in relatives.items() if len(those) > 1]
    numbered = list(dict.fromkeys((*tongue.shared, *several)))
    numbers = {text: first + numbered.index(text) for text in several}
    return _Sharing(
        relatives,
        {text: letters_of(number) for text, number in numbers.items()},
        {text: colour(number) for text, number in numbers.items()},
    ), first + len(numbered)


def _leaders(places: Mapping[str, Point], stacks: Mapping[str, float]) -> list[tuple[Point, Point]]:
    """From each spouse down to its terms."""
    return [
        ((x, y + 30), (x, y + stacks[one]))
        for one, (x, y) in places.items()
        if stacks.get(one, 0) > 32
    ]


def _symbols(
    places: Mapping[str, Point],
    tongues: Sequence[Tongue],
    sharing: Sequence[_Sharing],
    ego: EgoSex,
    palette: Palette,
) -> go.Scatter:
    """All relatives; in a diagram of one language their symbols have its colours and letters."""
    sexes = {one: ego if one == EGO else SEX[one[-1]] for one in places}
    fills, letters = dict.fromkeys(places, palette.box), dict.fromkeys(places, "")
    fills[EGO] = palette.ego
    if len(tongues) == 1:
        for one, words in tongues[0].words.items():
            if one in places and words:
                fills[one] = sharing[0].colours.get(words[0].text, palette.border)
                letters[one] = sharing[0].letters.get(words[0].text, "")
    sizes = [(24 if sexes[one] == "m" else 21) if _named(one, tongues) else 14 for one in places]
    return go.Scatter(
        x=[x for x, _ in places.values()],
        y=[y for _, y in places.values()],
        mode="markers+text",
        text=list(letters.values()),
        textfont={"size": 11, "color": [ink(fill) for fill in fills.values()]},
        textposition="middle center",
        marker={
            "symbol": [SYMBOLS[sex] for sex in sexes.values()],
            "size": sizes,
            "color": list(fills.values()),
            "opacity": 1,
            "line": {"color": palette.text, "width": 1.2},
        },
        customdata=list(places),
        unselected={"marker": {"opacity": 1}},  # a click on one does not make the others pale
        hovertext=[_hover(one, tongues, sharing) for one in places],
        hoverinfo="text",
    )


def _terms(
    places: Mapping[str, Point],
    stacks: Mapping[str, float],
    tongues: Sequence[Tongue],
    sharing: Sequence[_Sharing],
) -> go.Scatter:
    """What the mouse finds on the terms under a relative: points in a column, not seen."""
    rows = {one: sum(max(1, len(t.words.get(one, ()))) for t in tongues) for one in stacks}
    points = [
        (one, (places[one][0] + across, places[one][1] + stacks[one] + (row + 0.5) * _CHIP))
        for one in stacks
        for row in range(rows[one])
        for across in (-25, 0, 25)
    ]
    hover = {one: _hover(one, tongues, sharing) for one in stacks}
    return targets([at for _, at in points], [hover[one] for one, _ in points],
                   [one for one, _ in points])  # fmt: skip


def _hover(kin_type: str, tongues: Sequence[Tongue], sharing: Sequence[_Sharing]) -> str:
    if kin_type == EGO:
        return "ego"
    lines = [f"<b>{kin_type}</b>  {spell(parse(kin_type))}"]
    for tongue, share in zip(tongues, sharing, strict=True):
        for word in tongue.words.get(kin_type, ()):
            others = [one for one in share.relatives[word.text] if one != kin_type]
            same = f", also {', '.join(others)}" if others else ""
            doubt = ", sources disagree" if word.doubtful else ""
            lines.append(f"{escape(tongue.name)}: {escape(word.text)}{same}{doubt}")
    return "<br>".join(lines)


def _stack(
    kin_type: str,
    at: Point,
    stacks: Mapping[str, float],
    tongues: Sequence[Tongue],
    sharing: Sequence[_Sharing],
    palette: Palette,
) -> list[dict[str, Any]]:
    """The kin type under a symbol, and a chip for each term."""
    x, y = at
    note = {"x": x, "yanchor": "top", "showarrow": False, "borderpad": 1, "bgcolor": palette.box}
    name = "<b>ego</b>" if kin_type == EGO else kin_type
    faint = {"size": 10, "color": palette.ego if kin_type == EGO else palette.faint}
    notes = [{**note, "y": y + (14 if kin_type in stacks else 9), "text": name, "font": faint}]
    line = y + stacks.get(kin_type, 0)
    for tongue, share in zip(tongues, sharing, strict=True):
        if kin_type not in tongue.words:
            continue
        for word in tongue.words[kin_type] or [Word("–")]:
            fill = share.colours.get(word.text, palette.box)
            letter = share.letters.get(word.text)
            text = escape((wrap(word.text, _ROOM, 1) or [""])[0]) + "*" * word.doubtful
            notes.append(
                {
                    **note,
                    **{"y": line, "bgcolor": fill},
                    "text": f"<b>{letter}</b> {text}" if letter else text,
                    "font": {"size": 12, "color": ink(fill) if letter else palette.text},
                }
            )
            line += _CHIP
    return notes


def _key(tongues: Sequence[Tongue], sharing: Sequence[_Sharing]) -> str:
    signs, meanings = ["▲ man", "● woman", "= marriage"], []
    if len(tongues) > 1:
        signs.append(f"terms from above: {', '.join(escape(tongue.name) for tongue in tongues)}")
    if any(share.letters for share in sharing):
        meanings.append("same letter and colour: one term")
    if any(word.doubtful for t in tongues for words in t.words.values() for word in words):
        meanings.append("*  sources disagree")
    return "     ".join(signs) + "<br>" + "     ".join(meanings)
