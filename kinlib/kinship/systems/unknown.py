"""Classes of paths in a genealogy, where somebody's sex may not be known.

A step over a person of unknown sex has no class. An ego of unknown sex leaves open only what
differs between a man and a woman speaking.
"""

from dataclasses import replace

from kinlib.kinship.genealogy import Sex
from kinlib.kinship.kintype import EITHER, EgoSex
from kinlib.kinship.systems.classification import (
    Classification,
    Great,
    class_id,
    classify,
    undetermined,
)
from kinlib.kinship.systems.labels import Profile
from kinlib.kinship.systems.skewing import Variant

_OPEN = frozenset(EITHER)


def class_id_if_known(system: str, text: str, sex: Sex, variant: Variant = "I") -> str:
    """Class of a canonical path for an ego of this sex; "" if a sex that is not known decides."""
    if not _OPEN.isdisjoint(text):
        return ""
    if sex != "u":
        return class_id(system, text, sex, variant)
    man, woman = class_id(system, text, "m", variant), class_id(system, text, "f", variant)
    return man if man == woman else ""


def classify_if_known(
    system: str, text: str, sex: Sex, profile: Profile, variant: Variant, great: Great
) -> Classification:
    """The same in full; where there is no class the derivation says plainly why."""
    if not _OPEN.isdisjoint(text):
        why = "the sex of somebody on the path is not known, so it has no class"
        return undetermined(system, text, None if sex == "u" else sex, why)

    def of(ego: EgoSex) -> Classification:
        return classify(system, text, ego, profile=profile, variant=variant, great=great)

    if sex != "u":
        return of(sex)
    man, woman = of("m"), of("f")
    if man.class_id == woman.class_id:
        # Only Dravidian's "potential spouse" hangs on ego's sex within a class; then leave it off.
        label = man.label if man.label == woman.label else man.label.split(" (")[0]
        return replace(man, ego=None, label=label)
    why = f"ego's sex is not known: {man.label} of a man, {woman.label} of a woman"
    return undetermined(system, text, None, why)
