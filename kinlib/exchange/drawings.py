"""A drawing of some people of a genealogy as a file, with the living masked if wished."""

from collections.abc import Collection, Mapping

from kinlib.errors import KinError
from kinlib.exchange import privacy
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.layout import layout

ENDINGS = (".svg", ".png", ".html")


def drawing(
    genealogy: Genealogy,
    people: Collection[str],
    ending: str,
    *,
    ego: str | None = None,
    dark: bool = False,
    colours: Mapping[str, str] | None = None,
    tags: Mapping[str, str] | None = None,
    mask_in: int | None = None,
) -> bytes:
    """These people drawn as SVG, PNG or HTML, told by the ending.

    `colours` and `tags` go by id as in `svg`; `mask_in` is the year in which people may be living,
    whose names and years are then left out. KinError for an ending that is no drawing's, and for a
    picture of more people than can be read.
    """
    if ending not in ENDINGS:
        raise KinError(f"{ending} is no drawing; use one of {', '.join(ENDINGS)}.")
    ids: Mapping[str, str] = {i: i for i in genealogy.ids}
    if mask_in is not None:
        ids = privacy.masked_ids(genealogy, mask_in)
        genealogy = privacy.mask(genealogy, mask_in)
    picture = layout(genealogy, people=[ids[person] for person in people])
    ego = None if ego is None else ids[ego]
    colours = {ids[person]: colour for person, colour in (colours or {}).items()}
    tags = {ids[person]: tag for person, tag in (tags or {}).items()}
    title = genealogy.name
    if ending == ".html":
        from kinlib.exchange.html import html

        # A page that need not be dark is as the reader's system is set.
        return html(
            genealogy, picture, dark=dark or None, ego=ego, colours=colours, tags=tags, title=title
        )
    from kinlib.exchange.svg import svg

    drawn = svg(genealogy, picture, dark=dark, ego=ego, colours=colours, tags=tags, title=title)
    if ending == ".svg":
        return drawn
    from kinlib.exchange.png import png

    return png(drawn)
