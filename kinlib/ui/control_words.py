"""Controls in words: what each does where something is asked for, and where errors should land."""

from collections.abc import Mapping

from kinlib.models.controls import ASKED, PROVIDER, Control, Kind

GOLD = f"{PROVIDER}/gold"


def told(meant: Mapping[Kind, Control]) -> str:
    """What a control does with items of these kinds, in sentences."""
    by_rule: dict[Control, list[str]] = {}
    for kind, control in meant.items():
        by_rule.setdefault(control, []).append(ASKED[kind])
    return " ".join(
        f"Asked for {' or '.join(kinds)}: {_of_one(control)}"
        if len(by_rule) > 1
        else _of_one(control)
        for control, kinds in by_rule.items()
    )


def _of_one(control: Control) -> str:
    if control.cause:
        besides = f", with “{control.also}”" if control.also else ""
        return f"{control.does} Intended first cause of its errors: “{control.cause}”{besides}."
    return f"{control.does} It must be right everywhere." if control.name == GOLD else control.does
