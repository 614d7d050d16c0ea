"""What ego calls everyone: one system laid over a whole genealogy."""

from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.relate import MAX_STEPS, classify_all
from kinlib.kinship.systems import Classification, Great, Profile, Variant, classify_if_known


def name_all(
    genealogy: Genealogy,
    ego: str,
    system: str,
    *,
    profile: Profile = "ethnographic",
    variant: Variant = "I",
    great: Great = "keep",
    max_steps: int = MAX_STEPS,
) -> dict[str, Classification]:
    """The preferred classification (S13) of every relative of ego, by id, nearest first.

    People further away than `max_steps`, or not related, are left out, and so is ego.
    """
    kindred = classify_all(genealogy, ego, (system,), variant=variant, max_steps=max_steps)
    sex = genealogy.person(ego).sex
    return {
        genealogy.ids[alter]: classify_if_known(system, kin_type, sex, profile, variant, great)
        for alter, kin_type in zip(kindred.alters, kindred.kin_types, strict=True)
    }
