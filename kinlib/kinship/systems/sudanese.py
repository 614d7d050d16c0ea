"""Sudanese (bifurcate collateral, descriptive): every kin type is its own class (S4).

Murdock (1949) asks only that father's and mother's siblings and the four kinds of first cousins
be told apart; that nothing at all is merged is the KinshipQA paper's reading, and the default here.
"""

from kinlib.kinship.kintype import EgoSex
from kinlib.kinship.systems.path import Trace, note


def sudanese(letters: str, ego: EgoSex, trace: Trace = None) -> str:
    """Class of any relative, affines included: the canonical path itself."""
    return note(trace, "description", letters, letters, "every kin type is a class of its own")
