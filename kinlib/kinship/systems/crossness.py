"""Iroquois and Dravidian: one table of classes, two ways to tell cross from parallel (S6, S7).

Iroquois looks at the lowest pair of linking kin that stand in one generation (Lounsbury 1964b, for
Seneca). Dravidian looks at all of them: siblings share a side, spouses are of opposite sides and a
child is of its father's side (Dumont 1953, Trautmann 1981; the walk by parity is S7's).
"""

from kinlib.kinship.kintype import DOWN, SEX, SPOUSE, EgoSex, generation
from kinlib.kinship.systems.path import (
    Trace,
    alter_sex,
    is_lineal,
    lineal_class,
    man_or_woman,
    note,
    ups,
)

# (generation, cross): class of a man, of a woman
_CLASSES = {
    (1, False): ("F", "M"),
    (1, True): ("MB", "FZ"),
    (0, False): ("B", "Z"),
    (0, True): ("XCm", "XCf"),
    (-1, False): ("S", "D"),
    (-1, True): ("XS", "XD"),
}


def iroquois(letters: str, ego: EgoSex, trace: Trace = None) -> str:
    """Class of a consanguine by the nearest pair of linking kin."""
    level = generation(letters)
    if is_lineal(letters):
        why = "lineal kin are neither cross nor parallel"
        return note(trace, "lineality", letters, lineal_class(level, alter_sex(letters)), why)
    if len(letters) == 1:
        return note(trace, "primary kin", letters, letters, "ego's own sibling")
    if abs(level) > 1:
        return _neutral(letters, level, trace)
    up = ups(letters)
    # x0 is ego, x1 the parent on the path; y0 is alter, y1 alter's parent on the path.
    upper = letters[0] if level >= 0 else ""
    at = len(letters) - 1 if level == 1 else len(letters) - 2
    lower = letters[at]
    cross = (SEX[upper] if upper else ego) != SEX[lower]
    found = _CLASSES[level, cross][alter_sex(letters) == "f"]
    if trace is not None:
        person = "man" if SEX[lower] == "m" else "woman"
        if at == up:
            mine = SEX[upper] if upper else ego
            linked = f"{'his' if mine == 'm' else 'her'} {man_or_woman(lower)}"
        else:
            linked = ("alter" if level == 1 else "alter's parent") + f" ({person})"
        verb = "differ in sex: cross" if cross else "are of one sex: parallel"
        note(trace, "crossness", letters, found, f"{man_or_woman(upper, ego)} and {linked} {verb}")
    return found


def dravidian(letters: str, ego: EgoSex, trace: Trace = None) -> str:
    """Class of any relative, affines included, by the parity of all pairs of linking kin."""
    level, sex = generation(letters), alter_sex(letters)
    if len(letters) == 1:  # among them H and W, who keep classes of their own
        return note(trace, "primary kin", letters, letters, "one step from ego")
    if abs(level) > 1:
        return _neutral(letters, level, trace)
    sides = _sides(letters, ego)
    side = sides[-1]
    if level == 0:
        cross = side == 1
    elif level == 1:
        cross = side != (sex == "f")  # a father is of ego's side, a mother of the other
    else:
        cross = side != (ego == "f")  # a man's children are of his side, a woman's of the other
    found = _CLASSES[level, cross][sex == "f"]
    if trace is not None:
        walk = ", ".join(
            f"{letter} {number}" for letter, number in zip(letters, sides, strict=True)
        )
        own = {1: "ego's own parents", 0: "ego and siblings", -1: "ego's own children"}[level]
        rule = "on the other side than" if cross else "on the side of"
        verdict = "cross" if cross else "parallel"
        why = f"sides from ego's 0: {walk}; alter stands {rule} {own} of that sex: {verdict}"
        note(trace, "parity", letters, found, why if level else why.replace(" of that sex", ""))
    return found


def _sides(letters: str, ego: EgoSex) -> list[int]:
    """Side of every person on the path, ego being of side 0 (S7)."""
    side, sex, sides = 0, str(ego), []
    for letter in letters:
        flips = letter in SPOUSE or letter == "M" or (letter in DOWN and sex == "f")
        side ^= flips
        sex = SEX[letter]
        sides.append(side)
    return sides


def _neutral(letters: str, level: int, trace: Trace) -> str:
    found = lineal_class(level, alter_sex(letters))
    why = f"{abs(level)} generations away crossness no longer counts"
    return note(trace, "neutralisation", letters, found, why)
