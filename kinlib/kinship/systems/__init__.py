"""Seven kinship systems: what ego calls any relative, under which rules.

>>> classify("Crow", "FZS", "m").class_id
'F'

A system is a function from ego's sex and a path to a term class. To add one, write its rule set (a
function from a canonical path without spouse links to a class id, noting each rule it uses in the
`trace`, in a module of its own) and give it a row in rulesets.py: `reduce` if paths are rewritten
first, `complete` if the rules know affines, `wording` for how its labels differ. Ids, labels,
derivations, the command line and the app follow from that row.
"""

from kinlib.kinship.systems.classification import (
    SYSTEMS,
    Classification,
    Great,
    class_id,
    classify,
    system_name,
    undetermined,
)
from kinlib.kinship.systems.labels import Profile, gloss
from kinlib.kinship.systems.path import Step
from kinlib.kinship.systems.skewing import Variant
from kinlib.kinship.systems.unknown import class_id_if_known, classify_if_known

__all__ = [
    "SYSTEMS",
    "Classification",
    "Great",
    "Profile",
    "Step",
    "Variant",
    "class_id",
    "class_id_if_known",
    "classify",
    "classify_if_known",
    "gloss",
    "system_name",
    "undetermined",
]
