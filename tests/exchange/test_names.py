"""Name lists: those that ship, and what is wrong with others."""

import unicodedata

import pytest

from kinlib.errors import KinError
from kinlib.exchange.names import name_list, read_names, shipped_names


def test_shipped_lists_have_names_of_every_kind_and_none_for_both_sexes():
    lists = shipped_names()
    assert len(lists) >= 5
    for culture, names in lists.items():
        assert culture == names.culture
        for kind in (names.men, names.women, names.surnames):
            assert len(kind) >= 40
            assert len(set(kind)) == len(kind)
            assert all(name == unicodedata.normalize("NFC", name).strip() for name in kind)
        assert set(names.men).isdisjoint(names.women)
    assert lists["korean"].full("Minjun", "Kim") == "Kim Minjun"
    assert lists["english"].full("Mary", "Smith") == "Mary Smith"


def test_a_list_of_ones_own_in_any_script(tmp_path):
    file = tmp_path / "own.csv"
    rows = "culture,kind,name\nதமிழ்,man,முருகன்\nதமிழ்,woman,வள்ளி\nதமிழ்,surname,பாண்டியன்\n"
    file.write_text("\ufeff" + rows, encoding="utf-8")
    names = name_list(" தமிழ் ", read_names(file))
    assert names.full(names.men[0], names.surnames[0]) == "முருகன் பாண்டியன்"


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("culture,name\n", "has no column kind"),
        ("culture,kind,name\nx,boy,Ed\n", "line 2: the kind is 'boy'"),
        ("culture,kind,name\nx,man,Ed\nx,woman,\n", "line 3: the culture or the name is empty"),
        ("culture,kind,name\nx,man,Ed\nx,woman,Jo\n", "x has no name of the kind surname"),
        (
            "culture,kind,name\nx,man,Ed\nx,woman,Jo\nx,surname,A\nx,surname first,B\n",
            "surnames of two kinds",
        ),
    ],
)
def test_a_row_that_cannot_be_used_is_named(tmp_path, rows, said):
    file = tmp_path / "names.csv"
    file.write_text(rows, encoding="utf-8")
    with pytest.raises(KinError, match=said):
        read_names(file)


def test_files_that_are_no_lists_are_named(tmp_path):
    with pytest.raises(KinError, match="No such file"):
        read_names(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes("culture,kind,name\nx,man,Zoé".encode("latin-1"))
    with pytest.raises(KinError, match="not UTF-8"):
        read_names(tmp_path / "latin.csv")
    with pytest.raises(KinError, match="culture 'elvish'; choose one of english"):
        name_list("elvish", shipped_names())
