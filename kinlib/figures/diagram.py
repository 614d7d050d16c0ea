"""The textbook kin diagram of a terminology, run top down, relatives of one term in one colour.

Grandparents, parents and their siblings, ego among siblings and first cousins, children and
siblings' children. Words are data: nothing in them is read as markup.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import plotly.graph_objects as go

from kinlib.figures.kin_places import STEP, Point, families, kin_places
from kinlib.figures.labels import colour, escape, ink, letters_of, wrap
from kinlib.figures.network import DARK, LIGHT, Palette
from kinlib.kinship.agreement import partition
from kinlib.kinship.kintype import EGO, SEX, EgoSex, phrase
from kinlib.kinship.sharing import Treatment
from kinlib.kinship.terminology import Status, Terminology

FACE = "Kin Sans, sans-serif"
WIDTH, HEIGHT = 1200, 560

_BAR = 24  # the line over siblings lies so far above them
_CHARACTER = 7.0  # pixels of an average letter


@dataclass(frozen=True, slots=True)
class DiagramCell:
    """What stands at one kin type: words as shown, those of one `group` share a term.

    Words without a group are shown but were not compared.
    """

    text: str = ""
    group: str | None = None
    status: Status = "unknown"


def terminology_cells(
    terminology: Terminology, ego: EgoSex, treatment: Treatment = "corrected"
) -> dict[str, DiagramCell]:
    """The cells of a terminology's diagram: words, shared terms, gaps and what is unknown."""
    groups = partition(terminology, ego, treatment=treatment)
    group_of = {kin_type: group[0] for group in groups for kin_type in group}
    return {
        kin_type: DiagramCell(
            ", ".join(terminology.words(ego, kin_type)), group_of.get(kin_type), status
        )
        for kin_type, status in terminology.statuses(ego).items()
    }


def kin_diagram(terms: Mapping[str, DiagramCell], *, ego: EgoSex, dark: bool = False) -> go.Figure:
    """The diagram around a man or a woman; kin types it has no place for are not drawn.

    Triangle man, circle woman, = marriage, ego in a colour of its own. Relatives who share a term
    have a colour and a letter, a term of one relative only has a letter on a pale ground; grey with
    a dash is "no term", an outline with ? is "not recorded". Spouses of siblings and of parents'
    siblings are drawn if they are in `terms`.
    """
    palette = DARK if dark else LIGHT
    places = kin_places(terms, ego)
    cells = {kin_type: terms.get(kin_type, DiagramCell()) for kin_type in places}
    looks = _looks(cells, palette)
    figure = go.Figure([_lines(places, ego, palette), _symbols(cells, places, ego, looks, palette)])
    annotations = [
        {
            **{"x": x, "y": y + 17, "yanchor": "top", "showarrow": False, "borderpad": 0},
            "text": _label(kin_type, cells[kin_type], _room(kin_type, places), palette),
            "bgcolor": palette.box,
            "font": {"size": 12, "color": palette.text},
        }
        for kin_type, (x, y) in places.items()
    ]
    annotations.append(
        {
            **{"x": 0, "y": HEIGHT - 14, "xanchor": "left", "showarrow": False},
            "text": _key(looks),
            "font": {"size": 11, "color": palette.faint},
        }
    )
    axis = {"visible": False, "fixedrange": True}
    figure.update_layout(
        height=HEIGHT,
        margin={"l": 8, "r": 8, "t": 4, "b": 4},
        font={"family": FACE},
        paper_bgcolor=palette.box,
        plot_bgcolor=palette.box,
        hoverlabel={"font": {"family": FACE, "size": 13}, "align": "left"},
        showlegend=False,
        annotations=annotations,
        xaxis={**axis, "range": [0, WIDTH + 40]},
        yaxis={**axis, "range": [HEIGHT, 0]},
    )
    return figure


def _lines(places: Mapping[str, Point], ego: EgoSex, palette: Palette) -> go.Scatter:
    """Marriages as =, descent as a line down to a bar over the children."""
    strokes: list[tuple[Point, Point]] = []
    for couple, children in families(places, ego):
        xs, y = sorted(places[one][0] for one in couple), places[couple[0]][1]
        middle = sum(xs) / len(xs)
        if len(xs) == 2:
            strokes += [((xs[0], y + dy), (xs[1], y + dy)) for dy in (-2.5, 2.5)]
        bar = places[children[0]][1] - _BAR
        under = sorted([middle, *(places[child][0] for child in children)])
        strokes += [((middle, y), (middle, bar)), ((under[0], bar), (under[-1], bar))]
        strokes += [((places[c][0], bar), places[c]) for c in children]
    return go.Scatter(
        x=[x for (a, _), (b, _) in strokes for x in (a, b, None)],
        y=[y for (_, a), (_, b) in strokes for y in (a, b, None)],
        mode="lines",
        line={"color": palette.line, "width": 1.5},
        hoverinfo="skip",
    )


@dataclass(frozen=True, slots=True)
class _Look:
    letter: str
    fill: str
    edge: str
    ink: str
    shared: tuple[str, ...] = ()


def _looks(cells: Mapping[str, DiagramCell], palette: Palette) -> dict[str, _Look]:
    """Letters in reading order; colours for terms of more than one relative drawn."""
    group_of = {t: cell.group for t, cell in cells.items() if cell.status == "recorded"}
    sizes = Counter(group for group in group_of.values() if group is not None)
    letters = {group: letters_of(number) for number, group in enumerate(sizes)}
    several = [group for group, size in sizes.items() if size > 1]
    colours = {group: colour(number) for number, group in enumerate(several)}
    looks = {}
    for kin_type, cell in cells.items():
        if kin_type == EGO:
            looks[kin_type] = _Look("", palette.text, palette.ego, palette.box)
        elif cell.status == "gap":
            looks[kin_type] = _Look("–", palette.line, palette.line, palette.box)
        elif cell.status == "unknown":
            looks[kin_type] = _Look("?", palette.box, palette.line, palette.faint)
        else:
            group = cell.group
            fill = palette.border if group is None else colours.get(group, palette.border)
            shared = tuple(t for t, other in group_of.items() if other == group is not None)
            letter = "×" if group is None else letters[group]
            looks[kin_type] = _Look(letter, fill, palette.text, ink(fill), shared)
    return looks


def _symbols(
    cells: Mapping[str, DiagramCell],
    places: Mapping[str, Point],
    ego: EgoSex,
    looks: Mapping[str, _Look],
    palette: Palette,
) -> go.Scatter:
    men = [(ego if t == EGO else SEX[t[-1]]) == "m" for t in places]
    return go.Scatter(
        x=[x for x, _ in places.values()],
        y=[y for _, y in places.values()],
        mode="markers+text",
        text=[looks[t].letter for t in places],
        textfont={"size": 12, "color": [looks[t].ink for t in places]},
        textposition="middle center",
        marker={
            "symbol": ["triangle-up" if man else "circle" for man in men],
            "size": [28 if man else 25 for man in men],
            "color": [looks[t].fill for t in places],
            "opacity": 1,
            "line": {
                "color": [looks[t].edge for t in places],
                "width": [3 if t == EGO else 1.2 for t in places],
            },
        },
        customdata=list(places),
        hovertext=[_hover(t, cells[t], looks[t]) for t in places],
        hoverinfo="text",
    )


def _hover(kin_type: str, cell: DiagramCell, look: _Look) -> str:
    if kin_type == EGO:
        return "ego"
    said = {"gap": "no term", "unknown": "not recorded", "recorded": escape(cell.text)}
    lines = [f"<b>{kin_type}</b>  {phrase(kin_type)}", said[cell.status]]
    if others := ", ".join(t for t in look.shared if t != kin_type):
        lines.append(f"{look.letter}: one term with {others}")
    elif look.letter == "×":
        lines.append("not compared")
    return "<br>".join(lines)


def _label(kin_type: str, cell: DiagramCell, room: float, palette: Palette) -> str:
    if kin_type == EGO:
        return f'<span style="color:{palette.ego}"><b>ego</b></span>'
    small = f'<span style="font-size:10px;color:{palette.faint}">{kin_type}</span>'
    words = wrap(cell.text, room) if cell.status == "recorded" else []
    return "<br>".join([small, *map(escape, words)])


def _room(kin_type: str, places: Mapping[str, Point]) -> float:
    """How wide a line under this relative may be, in average letters."""
    x, y = places[kin_type]
    near = min((abs(x - a) for a, b in places.values() if b == y and a != x), default=STEP)
    return (near - 6) / _CHARACTER


def _key(looks: Mapping[str, _Look]) -> str:
    used = {look.letter: len(look.shared) for look in looks.values() if look.letter}
    parts = ["▲ man", "● woman", "= marriage"]
    parts += ["same letter and colour: one term"] if max(used.values(), default=0) > 1 else []
    parts += ["pale: a term of one relative here"] if 1 in used.values() else []
    signs = {"–": "no term", "?": "not recorded", "×": "not compared"}
    return "     ".join(
        [*parts, *(f"{sign}  {what}" for sign, what in signs.items() if sign in used)]
    )
