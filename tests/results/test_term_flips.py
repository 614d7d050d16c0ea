"""Replies on which the frozen and the bounded matcher disagree, labelled by hand."""

from collections import Counter

import pytest

from kinlib import settings
from kinlib.results import journal, queries
from kinlib.results.store import Store
from kinlib.results.term_flips import flips, tally, through_forms
from kinlib.terms.matching import BOUNDED, BOUNDED_PAPER, FROZEN

# Item, reply, right for the frozen one, right for the bounded one.
REPLIES = (
    ("father_mother__L3__BIRTHDAY__KO", "외할머니, 생신 축하드려요!", True, False),
    ("father_mother__L3__WEDDING__KO", "할머니, 꼭 와 주세요!", True, True),
    ("father_mother__L3__WEDDING__KO", "안녕하세요!", False, False),
    ("father_father__L3__BIRTHDAY__KO", "외할아버지, 오래오래 사세요.", True, False),
    ("father_elder_brother__L3__WEDDING__HI", "क्या बताऊँ, ज़रूर आइए।", True, False),
    ("brother_daughter__L3__BIRTHDAY__TA", "அன்புள்ள மருமகளே, வாழ்த்துகள்!", False, True),
    ("brother_son__L3__BIRTHDAY__HI", "प्यारे भतीजे, जन्मदिन मुबारक!", False, True),
    ("mother_mother__L3__BIRTHDAY__KO", "외할머니, 건강하세요.", True, True),
)


def fill(folder, dataset_id: str, source: str = "measured", run: str = "run-flips") -> None:
    header = {
        "run_id": run, "benchmark": "terms", "dataset_id": dataset_id, "model": "m",
        "source": source, "parameters": {},
    }  # fmt: skip
    path = journal.start(folder, header)
    seen = Counter()
    for position, (item, text, _, _) in enumerate(REPLIES, 1):
        seen[item] += 1
        journal.append(
            path,
            {"kind": "response", "run_id": run, "dataset_id": dataset_id, "item_id": item,
             "repeat": seen[item], "position": position, "outcome": "answered", "text": text},
        )  # fmt: skip


def terms_dataset(store: Store) -> str:
    sets = queries.datasets(store)
    return str(sets[sets["benchmark"] == "terms"]["dataset_id"].iloc[0])


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """The shipped prompts, with these replies measured and once more ad hoc."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(tmp_path_factory.mktemp("flips")))
        opened = Store(settings.database())
        opened.refresh()
        dataset_id = terms_dataset(opened)
        opened.before = tally(opened, FROZEN, BOUNDED)  # the shipped demonstration's replies
        fill(settings.journals(), dataset_id)
        fill(settings.journals(), dataset_id, "ad hoc", "run-ad-hoc")
        opened.refresh()
        yield opened
        opened.close()


def ours(frame):
    return frame[frame["model"] == "m"]


def test_both_ways_are_counted_and_ad_hoc_replies_are_not(store):
    wanted = Counter((frozen, bounded) for _, _, frozen, bounded in REPLIES)
    counts, before = tally(store, FROZEN, BOUNDED), store.before
    assert counts.first_only - before.first_only == wanted[True, False] == 3
    assert counts.second_only - before.second_only == wanted[False, True] == 2
    assert counts.both - before.both == wanted[True, True] == 2
    assert counts.neither - before.neither == wanted[False, False] == 1
    assert counts.replies - before.replies == len(REPLIES)
    turned = tally(store, BOUNDED, FROZEN)
    assert (turned.first_only, turned.second_only) == (counts.second_only, counts.first_only)
    ad_hoc = tally(store, FROZEN, BOUNDED, ["ad hoc"])
    assert (ad_hoc.first_only, ad_hoc.second_only, ad_hoc.replies) == (3, 2, len(REPLIES))


@pytest.mark.parametrize(("first", "second", "way"), [
    (FROZEN, BOUNDED, (True, False)), (BOUNDED, FROZEN, (False, True)),
])  # fmt: skip
def test_the_list_holds_the_replies_labelled_so_in_the_order_of_the_items(
    store, first, second, way
):
    frame = ours(flips(store, first, second, 99))
    labelled = {text for _, text, frozen, bounded in REPLIES if (frozen, bounded) == way}
    assert set(frame["text"]) == labelled and len(frame) == len(labelled)
    assert queries.reply(store, str(frame["response_id"].iloc[0]))["text"] in labelled


def test_a_page_of_the_list_goes_on_where_the_last_one_ended(store):
    whole = flips(store, FROZEN, BOUNDED, 99)["response_id"].tolist()
    pages = [flips(store, FROZEN, BOUNDED, 2, at)["response_id"].tolist() for at in (0, 2)]
    assert pages[0] + pages[1] == whole


def test_forms_that_carry_flips_are_counted_and_narrow_the_list(store):
    frame = through_forms(store, FROZEN, BOUNDED)
    assert {(row.relation, row.form): row.replies for row in frame.itertuples()} == {
        ("father_mother", "할머니"): 1,
        ("father_father", "할아버지"): 1,
        ("father_elder_brother", "ताऊ"): 1,
    }
    one = flips(store, FROZEN, BOUNDED, 9, forms=["할머니", "할머님"])
    assert one["text"].tolist() == ["외할머니, 생신 축하드려요!"]
    assert flips(store, FROZEN, BOUNDED, 9, language="hi")["relation"].tolist() == [
        "father_elder_brother"
    ]
    assert flips(store, FROZEN, BOUNDED, 9, relations=["mother_mother"]).empty


def test_any_two_scorers_can_be_compared(store):
    """The paper's forms alone, bounded, find what all forms find in these replies."""
    assert tally(store, BOUNDED, BOUNDED_PAPER).first_only == 0
    assert tally(store, FROZEN, FROZEN).first_only == 0
    assert tally(store, FROZEN, "nobody").replies == 0
    assert flips(store, "'; drop table score; --", BOUNDED, 9).empty
