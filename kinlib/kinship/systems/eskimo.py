"""Eskimo (lineal): lineal against collateral kin, then degree and removal (S3; Murdock 1949)."""

from kinlib.kinship.kintype import EgoSex, generation
from kinlib.kinship.systems.path import (
    Trace,
    alter_sex,
    is_collateral,
    is_lineal,
    lineal_class,
    note,
    ups,
)


def eskimo(letters: str, ego: EgoSex, trace: Trace = None) -> str:
    """Class of a consanguine: F, G2+m, B, UNCLE, AUNT2, NEPHEW, COUSIN1R0 ..."""
    sex = alter_sex(letters)
    if is_lineal(letters):
        found = lineal_class(generation(letters), sex)
        return note(trace, "lineality", letters, found, "the path runs straight up or down: lineal")
    if not is_collateral(letters):
        why = "a child of ego's parent: sibling"
        return note(trace, "lineality", letters, letters, why)
    up = ups(letters)
    down = len(letters) - up - 1
    if not down:
        found = _numbered("UNCLE" if sex == "m" else "AUNT", up)
        why = f"sibling of an ancestor {_generations(up)} up"
    elif not up:
        found = _numbered("NEPHEW" if sex == "m" else "NIECE", down)
        why = f"descendant of a sibling {_generations(down)} down"
    else:
        found = f"COUSIN{min(up, down)}R{abs(up - down)}"
        why = (
            f"{up} up and {down} down from the pair of siblings: cousin of degree "
            f"{min(up, down)}, removed {abs(up - down)}"
        )
    return note(trace, "lineality", letters, found, why)


def _numbered(name: str, degree: int) -> str:
    return name if degree == 1 else f"{name}{degree}"


def _generations(number: int) -> str:
    return f"{number} generation" + "s" * (number > 1)
