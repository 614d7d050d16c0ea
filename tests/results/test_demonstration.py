"""The packs that ship: whole, judged by today's scorers, small, taken in without being judged."""

import pytest

from kinlib import settings
from kinlib.results import indexing, pack_files, queries
from kinlib.results.store import Store

PACKS = sorted(path.parent for path in settings.shipped().glob("demonstration/*/pack.json"))
if not PACKS:
    pytest.skip("no run pack ships yet", allow_module_level=True)


@pytest.mark.parametrize("pack", PACKS, ids=lambda path: path.name)
def test_a_pack_is_as_it_was_written_and_judged_by_today_s_scorers(pack):
    manifest = pack_files.read_manifest(pack)
    tables = pack_files.read_tables(pack, manifest)
    assert {name: rows.num_rows for name, rows in tables.items()} == {
        name: told["rows"] for name, told in manifest.tables.items()
    }
    assert manifest.judged == pack_files.judged_by(), (
        f"scorers or lexicon have changed: python -m kinlib pack {pack} --out {pack}"
    )


def test_the_first_start_judges_nothing_and_finds_no_fault(monkeypatch):
    def judged(*_):
        raise AssertionError("a reply that ships had to be judged")

    monkeypatch.setattr(indexing, "scored", judged)
    store = Store(settings.database())
    store.refresh()
    assert queries.troubles(store).empty
    runs = store.query("select distinct origin from run")["origin"]
    assert set(runs) >= {f"data/demonstration/{pack.name}" for pack in PACKS}
    store.close()


def test_what_ships_is_small():
    size = sum(path.stat().st_size for path in settings.shipped().rglob("*") if path.is_file())
    assert size < 15_000_000
