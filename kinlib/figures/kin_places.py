"""Where relatives stand in the textbook kin diagram, in pixels from the upper left."""

from collections.abc import Container, Iterator, Mapping

from kinlib.kinship.kintype import EGO, SEX, EgoSex

STEP = 74  # from one place to the next
_ROWS = (28, 158, 288, 418)  # grandparents, parents, ego, children
_BLOCKS = (1.5, 3.8, 6.1, 8.4, 10.7, 13.0, 15.3)  # middles of FZ FB B ego Z MB MZ and their kin

Point = tuple[float, float]


def kin_places(terms: Container[str], ego: EgoSex) -> dict[str, Point]:
    """Where each relative stands; a couple shares a block, of two places, over its children."""
    fz, fb, b, middle, z, mb, mz = _BLOCKS
    parent = middle - 0.9, middle + 0.9
    fathers, mothers = (fz + 0.5 + parent[0]) / 2, (mz - 0.5 + parent[1]) / 2
    found: dict[str, tuple[float, int]] = {
        **{"FF": (fathers - 1, 0), "FM": (fathers + 1, 0)},
        **{"MF": (mothers - 1, 0), "MM": (mothers + 1, 0)},
        **{"F": (parent[0], 1), "M": (parent[1], 1)},
        **{EGO: (middle - 0.5, 2), ("W" if ego == "m" else "H"): (middle + 0.5, 2)},
        **{"S": (middle - 0.5, 3), "D": (middle + 0.5, 3)},
    }
    siblings = (
        *(("FZ", "FZH", fz, -1, 1), ("FB", "FBW", fb, -1, 1), ("B", "BW", b, -1, 2)),
        *(("Z", "ZH", z, 1, 2), ("MB", "MBW", mb, 1, 1), ("MZ", "MZH", mz, 1, 1)),
    )
    for sibling, spouse, at, side, row in siblings:
        shift = 0.5 * side * (spouse in terms)
        found[sibling] = at - shift, row
        if spouse in terms:
            found[spouse] = at + shift, row
        found[sibling + "S"], found[sibling + "D"] = (at - 0.5, row + 1), (at + 0.5, row + 1)
    order = sorted(found.items(), key=lambda item: (item[1][1], item[1][0]))
    return {kin_type: (x * STEP, float(_ROWS[row])) for kin_type, (x, row) in order}


def families(places: Mapping[str, Point], ego: EgoSex) -> Iterator[tuple[list[str], list[str]]]:
    """Couples (or the one parent drawn) and their children."""
    yield ["FF", "FM"], ["FZ", "FB", "F"]
    yield ["MF", "MM"], ["M", "MB", "MZ"]
    yield ["F", "M"], ["B", EGO, "Z"]
    yield [EGO, "W" if ego == "m" else "H"], ["S", "D"]
    for sibling in ("FZ", "FB", "B", "Z", "MB", "MZ"):
        spouse = sibling + ("W" if SEX[sibling[-1]] == "m" else "H")
        couple = [sibling, spouse] if spouse in places else [sibling]
        yield couple, [sibling + "S", sibling + "D"]
