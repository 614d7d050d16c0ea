"""A drawing of a genealogy as an SVG file that needs nothing but itself.

Drawn as in the app: boxes from left to right, triangle man, circle woman, square unknown, a thick
border for ego, a dot for each union, a double line for a union of kin, dashed lines to adopted
children. Text stays text, and the letters used are embedded (`kinlib.exchange.fonts`).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise

from kinlib.errors import KinError
from kinlib.exchange import fonts
from kinlib.exchange.palette import DARK, LIGHT, Palette, tooltip
from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.layout import BOX, FONT, Layout, UnionNode, text_width
from kinlib.kinship.years import years

SMALL = FONT - 2  # px: years and kin terms
MARGIN = 24  # px around everything
BOLDER = 1.06  # how much wider the semi-bold weight is
LEGEND = (
    "Generations from left to right. Triangle: man; circle: woman; square: sex not known. "
    "†: dead. Double line: union of kin. Dashed line: adoption. Thick border: ego."
)

Point = tuple[float, float]

# Characters that XML 1.0 does not allow, and what it allows but would turn a text about.
_ILLEGAL = re.compile(
    "[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e\u2066-\u2069]"
)
_COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgb|hsl)a?\([\d\s.,%/]+\)")


@dataclass(frozen=True)
class Drawing:
    """The picture before it gets styles and fonts: SVG elements with classes for `style`.

    `left`, `top`, `width` and `height` are px; `text` is all that is written, by font weight.
    """

    left: float
    top: float
    width: float
    height: float
    title: str
    description: str
    markup: str
    text: dict[int, str] = field(default_factory=dict)

    def element(self, style: str = "") -> str:
        """The whole `<svg>` element, with the content of its own `<style>` if given."""
        box = " ".join(map(_number, (self.left, self.top, self.width, self.height)))
        size = f'width="{_number(self.width)}" height="{_number(self.height)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} role="img" '
            'aria-labelledby="drawing-title" aria-describedby="drawing-description">\n'
            f'<title id="drawing-title">{self.title}</title>\n'
            f'<desc id="drawing-description">{self.description}</desc>\n'
            + (f"<style>\n{style}</style>\n" if style else "")
            + f"{self.markup}</svg>\n"
        )


def svg(
    genealogy: Genealogy,
    picture: Layout,
    *,
    dark: bool = False,
    ego: str | None = None,
    colours: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    title: str = "",
) -> bytes:
    """The drawing as an SVG file; the same drawing always gives the same bytes.

    `colours` tints boxes and markers by person id (CSS colours), `tags` are short words below a
    name, such as kin terms. The title is told to screen readers and shown as a tooltip but not
    drawn, as a figure of a paper has its caption; without one it is the genealogy's name.
    KinError for a colour that is none.
    """
    drawing = draw(genealogy, picture, ego=ego, colours=colours, tags=tags, title=title)
    style = fonts.css(drawing.text) + rules(DARK if dark else LIGHT)
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- {fonts.NOTICE} -->\n'
    return (head + drawing.element(style)).encode("utf-8")


def draw(
    genealogy: Genealogy,
    picture: Layout,
    *,
    ego: str | None = None,
    colours: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    title: str = "",
) -> Drawing:
    """The elements of a drawing, for whoever adds style and fonts: see `svg`."""
    pen = _Pen(picture, ego, colours or {}, tags or {})
    lines = [part for union in picture.unions for part in pen.lines(union)]
    dots = [
        f'<circle class="dot" cx="{_xy(u.x)}" cy="{_xy(u.y)}" r="3"/>\n' for u in picture.unions
    ]
    pen.both = pen.years_and_tags_fit(genealogy)
    people = [pen.person(genealogy.person(person_id)) for person_id in picture.positions]
    left, top, right, bottom = pen.extent()
    page = (
        f'<rect class="page" x="{_number(left)}" y="{_number(top)}" '
        f'width="{_number(right - left)}" height="{_number(bottom - top)}"/>\n'
    )
    of = "" if picture.drawn == picture.total else f" of {picture.total:,}"
    return Drawing(
        left=left,
        top=top,
        width=right - left,
        height=bottom - top,
        title=marked(title or genealogy.name),
        description=f"Genealogy of {picture.drawn:,}{of} people. {LEGEND}",
        markup=page + "".join(lines + dots + people),
        text={weight: "\n".join(texts) for weight, texts in pen.written.items()},
    )


def rules(palette: Palette) -> str:
    """Style rules for the classes of a drawing in these colours."""
    p = palette
    return (
        f'text{{font:{FONT}px "{fonts.FAMILY}",sans-serif;fill:{p.text}}}\n'
        f"text.small{{font-size:{SMALL}px}}\ntext.years{{fill:{p.faint}}}\n"
        f"text.strong{{font-weight:{fonts.STRONG}}}\ntext.flag{{fill:{p.box}}}\n"
        f".page{{fill:{p.page}}}\n.box{{fill:{p.box}}}\n.edge{{fill:none;stroke:{p.border}}}\n"
        f".edge.ego{{stroke:{p.ego};stroke-width:3}}\nrect.flag{{fill:{p.ego}}}\n"
        f".m{{fill:{p.m}}}\n.f{{fill:{p.f}}}\n.u{{fill:{p.u}}}\n.dot{{fill:{p.line}}}\n"
        f".line{{fill:none;stroke:{p.line};stroke-width:1.4}}\n.adopted{{stroke-dasharray:7 5}}\n"
        f".kin{{stroke-width:5}}\n.gap{{stroke:{p.page};stroke-width:2}}\n"
    )


def identifier(person_id: str) -> str:
    """The id of a person's element: safe in XML, HTML and CSS, and different for each person."""
    return "p-" + re.sub(r"[^A-Za-z0-9_-]", lambda found: f".{ord(found[0]):x}.", person_id)


def marked(text: str) -> str:
    """Text as it may stand in XML and HTML: markup escaped, forbidden characters replaced."""
    return escape(readable(text))


def readable(text: str) -> str:
    """Text without characters that XML forbids or that turn text about; shown as replaced."""
    return _ILLEGAL.sub("\ufffd", text.replace("\r\n", "\n").replace("\t", " "))


class _Pen:
    """Draws one picture and remembers what it wrote and how far it went."""

    def __init__(
        self,
        picture: Layout,
        ego: str | None,
        colours: Mapping[str, str],
        tags: Mapping[str, str],
    ) -> None:
        self.picture = picture
        self.ego = ego
        self.colours = colours
        self.tags = tags
        self.both = True  # years and tag in one line
        self.written: dict[int, list[str]] = {fonts.REGULAR: [], fonts.STRONG: []}
        self.points: list[Point] = []

    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge of the page."""
        xs, ys = [x for x, _ in self.points] or [0], [y for _, y in self.points] or [0]
        return min(xs) - MARGIN, min(ys) - MARGIN, max(xs) + MARGIN, max(ys) + MARGIN

    def half(self, person_id: str) -> float:
        return self.picture.widths[self.picture.generation[person_id]] / 2

    def room(self, person_id: str) -> float:
        """Px for text in a box."""
        return 2 * self.half(person_id) - 33

    def years_and_tags_fit(self, genealogy: Genealogy) -> bool:
        """Whether all boxes have room for both; else no tagged box shows years, as in the app."""
        return all(
            text_width(f"{years(genealogy.person(i))}   ", SMALL)
            + text_width(self.tags[i], SMALL) * BOLDER
            <= self.room(i)
            for i in self.picture.positions
            if self.tags.get(i)
        )

    def lines(self, union: UnionNode) -> Iterable[str]:
        dot = (union.x, union.y)
        self.points += [dot]
        for partner in union.partners:
            x, y = self.picture.positions[partner]
            path = self.path([(x + self.half(partner), y), *union.bends.get(partner, ()), dot])
            yield f'<path class="line{" kin" if union.consanguineous else ""}" d="{path}"/>\n'
            if union.consanguineous:  # the middle of a wide line taken out again: two lines
                yield f'<path class="line gap" d="{path}"/>\n'
        for kind, children in (("line", union.children), ("line adopted", union.adopted)):
            for child in children:
                x, y = self.picture.positions[child]
                path = self.path([dot, *union.bends.get(child, ()), (x - self.half(child), y)])
                yield f'<path class="{kind}" d="{path}"/>\n'

    def path(self, points: Sequence[Point]) -> str:
        self.points += points
        parts = [f"M{_xy(*points[0])}"]
        for (x1, y1), (x2, y2) in pairwise(points):
            middle = (x1 + x2) / 2
            curve = f"C{_xy(middle, y1, middle, y2, x2, y2)}"
            parts.append(f"H{_xy(x2)}" if y1 == y2 else curve)
        return "".join(parts)

    def person(self, person: Person) -> str:
        x, y = self.picture.positions[person.id]
        half, is_ego, tag = (
            self.half(person.id),
            person.id == self.ego,
            self.tags.get(person.id, ""),
        )
        left, top = x - half, y - BOX / 2
        self.points += [(left, top), (x + half, top + BOX)]
        place = f'x="{_xy(left)}" y="{_xy(top)}" width="{_xy(2 * half)}" height="{BOX}" rx="5"'
        tint = self.tint(person.id)
        parts = [f"<title>{marked(tooltip(person, ego=is_ego, tag=tag))}</title>"]
        if is_ego:
            self.points += [(left - 30, top)]
            flag = f'x="{_xy(left - 30)}" y="{_xy(top + 3)}" width="34" height="{BOX - 6}" rx="4"'
            parts.append(f'<rect class="flag" {flag}/>')
            parts.append(self.text("ego", left - 26, y + 4, "flag small strong", 26))
        parts.append(f'<rect class="box" {place}/>')
        parts += [f'<rect {place} fill="{tint}" fill-opacity="0.28"/>'] if tint else []
        parts.append(f'<rect class="edge{" ego" if is_ego else ""}" {place}/>')
        parts.append(_marker(person.sex, left + 14, y, f'fill="{tint}"' if tint else ""))
        parts += self.labels(person, tag, left + 26, y, strong=is_ego)
        return f'<g class="person" id="{identifier(person.id)}">{"".join(parts)}</g>\n'

    def tint(self, person_id: str) -> str:
        colour = self.colours.get(person_id, "")
        if colour and not _COLOUR.fullmatch(colour):
            raise KinError(f"{colour!r} is not a colour; write it as in CSS, for example #0072B2.")
        return colour

    def labels(self, person: Person, tag: str, x: float, y: float, *, strong: bool) -> list[str]:
        lived, room = years(person), self.room(person.id)
        below = bool(lived or tag)
        look = "name strong" if strong else "name"
        parts = [self.text(person.name, x, y - 2.5 if below else y + 4.5, look, room)]
        if lived and (self.both or not tag):
            parts.append(self.text(lived, x, y + 12.5, "small years", room))
        if tag:
            shift = text_width(f"{lived}   ", SMALL) if lived and self.both else 0
            parts.append(self.text(tag, x + shift, y + 12.5, "small strong", room - shift))
        return parts

    def text(self, text: str, x: float, y: float, look: str, room: float) -> str:
        strong = "strong" in look
        size = (SMALL if "small" in look else FONT) * (BOLDER if strong else 1)
        shown = _clipped(" ".join(readable(text).split()), size, room)
        self.written[fonts.STRONG if strong else fonts.REGULAR].append(shown)
        return f'<text class="{look}" x="{_xy(x)}" y="{_xy(y)}">{escape(shown)}</text>'


def _dot(x: float, y: float) -> str:
    return f'<circle class="dot" cx="{_xy(x)}" cy="{_xy(y)}" r="3"/>\n'


def _marker(sex: str, x: float, y: float, fill: str) -> str:
    """The triangle, circle or square of a person, about 13 px wide."""
    look = fill or f'class="{sex}"'
    if sex == "m":
        return f'<path {look} d="M{_xy(x, y - 6.5)}L{_xy(x + 6.5, y + 5.2, x - 6.5, y + 5.2)}Z"/>'
    if sex == "f":
        return f'<circle {look} cx="{_xy(x)}" cy="{_xy(y)}" r="6"/>'
    return f'<rect {look} x="{_xy(x - 5.5)}" y="{_xy(y - 5.5)}" width="11" height="11"/>'


def _clipped(text: str, size: float, room: float) -> str:
    """The text, or as much of it as about fits, with an ellipsis."""
    if text_width(text, size) <= room + 6:
        return text
    while len(text) > 1 and text_width(f"{text}…", size) > room + 6:
        text = text[:-1]
        while len(text) > 1 and text_width(text[-1]) == 0:  # no mark is left without its letter
            text = text[:-1]
    return f"{text.rstrip()}…"


def _xy(*values: float) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
