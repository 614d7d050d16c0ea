"""Relatives by marriage in systems that have no rule of their own for them (S10, a convention).

One spouse link, first or last on the path, is read off a table from the class of the rest; all
else is left to a description, `AFF:` and the path. Neither the levirate nor the sororate is
assumed: BW is not W.
"""

from kinlib.kinship.kintype import SPOUSE, EgoSex, phrase
from kinlib.kinship.systems.path import Rules, Trace, alter_sex, note

# class of the last linking relative: class of her husband or his wife
_SPOUSES = {
    **{"F": "M", "M": "F", "B": "SIL", "Z": "BIL", "S": "SW", "D": "DH"},
    **{"MB": "MBW", "FZ": "FZH", "UNCLE": "AUNT", "AUNT": "UNCLE"},
}
# class of ego's spouse's relative: class of that relative for ego
_OF_SPOUSE = {
    **{"B": "BIL", "Z": "SIL", "F": "EF", "M": "EM", "S": "S", "D": "D"},
    **{"NEPHEW": "NEPHEW", "NIECE": "NIECE"},
}
_TURNED = {"m": "f", "f": "m"}


def affinal(letters: str, ego: EgoSex, blood: Rules, trace: Trace = None) -> str:
    """Class of a reduced path with spouse links: H, W, BIL, EF, MBW ... or AFF:<path>."""
    if len(letters) == 1:
        return note(trace, "primary kin", letters, letters, "ego's own spouse")
    links = sum(letter in SPOUSE for letter in letters)
    found = None
    if links == 1 and letters[-1] in SPOUSE:
        rest = letters[:-1]
        kin = blood(rest, ego, trace)
        found = _spouse_of(kin, rest, letters)
        why = f"the {phrase(letters[-1])} of a relative of class {kin}"
    elif links == 1 and letters[0] in SPOUSE:
        why = f"first what alter is to ego's {phrase(letters[0])}"
        note(trace, "affinal table", letters, letters[1:], why)
        kin = blood(letters[1:], "m" if letters[0] == "H" else "f", trace)
        found = kin if kin[0] == "G" and kin[2] == "-" else _OF_SPOUSE.get(kin)
        why = f"class {kin} of ego's {phrase(letters[0])}"
    else:
        why = "a spouse link in mid-path, or several"
    if found is None:
        found = f"AFF:{letters}"
        why += ", for which there is no class: described"
    return note(trace, "affinal table", letters, found, why)


def _spouse_of(kin: str, rest: str, letters: str) -> str | None:
    sex = alter_sex(letters)
    if kin in ("B", "Z"):
        return "BIL" if sex == "m" else "SIL"
    if sex == alter_sex(rest):
        return None  # the table speaks of husbands of women and wives of men
    if kin[0] == "G" and kin[2] == "+":
        return kin[:-1] + _TURNED[kin[-1]]
    return _SPOUSES.get(kin)
