"""Hawaiian (generational): generation and alter's sex, nothing else (S5; Murdock 1949)."""

from kinlib.kinship.kintype import EgoSex, generation
from kinlib.kinship.systems.path import Trace, alter_sex, lineal_class, note

_WHERE = {0: "ego's own generation", 1: "the parents' generation", -1: "the children's generation"}


def hawaiian(letters: str, ego: EgoSex, trace: Trace = None) -> str:
    """Class of a consanguine: B Z in ego's generation, F M above, S D below, grandkin beyond."""
    level, sex = generation(letters), alter_sex(letters)
    found = lineal_class(level, sex) if level else "B" if sex == "m" else "Z"
    where = _WHERE.get(level, f"{abs(level)} generations {'above' if level > 0 else 'below'} ego")
    person = "man" if sex == "m" else "woman"
    return note(trace, "generation", letters, found, f"a {person} of {where}")
