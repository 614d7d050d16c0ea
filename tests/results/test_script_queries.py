"""Replies by their scripts, as the Scripts page asks for them; counted by hand."""

import json
from collections import Counter

import pytest

from kinlib import settings
from kinlib.results import journal, queries, script_queries
from kinlib.results.script_queries import MARKS, Scope, Wanted
from kinlib.results.store import Store
from kinlib.terms.matching import FROZEN

RUN = "run-scripts"
SAMCHON = "Samchon, saengil chukahaeyo.\n\nTranslation: Happy birthday, uncle!\n\nNote: formal."
# Item, reply, the outcome.
REPLIES = (
    ("father_younger_brother__L3__BIRTHDAY__KO", SAMCHON, "answered"),
    ("father_younger_brother__L3__BIRTHDAY__KO", "삼촌, 축하해요!", "answered"),
    ("father_younger_brother__L3__WEDDING__KO", "고모, 와 주세요! (please)", "answered"),
    ("mother_mother__L3__BIRTHDAY__KO", "할머님, 생신 축하드려요!", "answered"),
    ("mother_brother__L3__BIRTHDAY__TA", "Anbulla Mama, vaazhthukkal! 🎂 ௧", "answered"),
    ("mother_brother__L3__WEDDING__TA", "", "blank"),
    ("father_father__L1__BIRTHDAY__HI", "Dada ji, badhai ho!", "truncated"),
)


def fill(folder, dataset_id: str, run: str = RUN, source: str = "measured") -> None:
    header = {"run_id": run, "benchmark": "terms", "dataset_id": dataset_id, "model": "kimi-k2.6",
              "source": source, "parameters": {}}  # fmt: skip
    path, seen = journal.start(folder, header), Counter()
    for position, (item, text, outcome) in enumerate(REPLIES, 1):
        seen[item] += 1
        journal.append(
            path,
            {"kind": "response", "run_id": run, "dataset_id": dataset_id, "item_id": item,
             "repeat": seen[item], "position": position, "outcome": outcome, "text": text},
        )  # fmt: skip


def terms_dataset(store: Store) -> str:
    sets = queries.datasets(store)
    return str(sets[sets["benchmark"] == "terms"]["dataset_id"].iloc[0])


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KINLIB_HOME", str(tmp_path_factory.mktemp("scripts")))
        opened = Store(settings.database())
        opened.refresh()
        dataset_id = terms_dataset(opened)
        fill(settings.journals(), dataset_id)
        fill(settings.journals(), dataset_id, "run-ad-hoc", "ad hoc")
        opened.refresh()
        yield opened
        opened.close()


def test_runs_with_replies_to_the_prompts_are_listed_ad_hoc_ones_last(store):
    frame = script_queries.runs(store)
    assert frame["run_id"].iloc[-1] == "run-ad-hoc"
    assert frame.set_index("run_id").loc[RUN, "replies"] == len(REPLIES) - 1, "one is blank"


def test_failures_without_the_script_are_counted_of_failures_with_a_text(store):
    frame = script_queries.cells(store, Scope((RUN,))).set_index("language")
    assert frame[["replies", "failures", "lacking"]].T.to_dict("list") == {
        "ko": [4, 2, 1], "ta": [1, 1, 1],
    }  # fmt: skip
    frozen = script_queries.cells(store, Scope((RUN,), "L3", FROZEN)).set_index("language")
    assert frozen.loc["ko", "failures"] == 3, "할머님 is no key of the mother's mother"
    l1 = script_queries.cells(store, Scope((RUN,), "L1"))
    assert l1[["language", "failures", "lacking"]].values.tolist() == [["hi", 1, 1]]
    assert set(script_queries.cells(store, Scope((RUN,), ""))["language"]) == {"hi", "ko", "ta"}


def test_letters_are_added_up_by_script(store):
    frame = script_queries.shares(store, Scope((RUN,)))
    korean = frame[frame["language"] == "ko"].set_index("script")
    letters = sum(c.isalpha() for c in SAMCHON + "please")
    hangul = sum(len("".join(filter(str.isalpha, text))) for _, text, _ in REPLIES[1:4]) - 6
    assert korean["letters"].to_dict() == {"Latn": letters, "Hang": hangul}
    assert korean["percent"].sum() == pytest.approx(100)
    assert frame[frame["language"] == "ta"]["script"].tolist() == ["Latn"]


def test_each_mark_is_counted_and_several_must_hold_together(store):
    scope = Scope((RUN,))
    counts = script_queries.counts(store, Wanted(scope, RUN, "ko"))
    assert counts == {
        **dict.fromkeys(MARKS, 0), "": 4, "failure": 2, "absent": 1, "partial": 1, "ascii": 1,
        "translation": 1, "note": 1, "romanised": 1,
    }  # fmt: skip
    wanted = Wanted(scope, marks=("ascii", "note"))
    frame = script_queries.replies(store, wanted, 10, 0)
    assert frame["text"].tolist() == [SAMCHON]
    assert json.loads(frame["shares"].iloc[0]) == {"Latn": sum(map(str.isalpha, SAMCHON))}
    assert script_queries.counts(store, wanted)[""] == 1
    assert script_queries.counts(store, Wanted(scope, marks=("ascii", "partial")))[""] == 0


def test_replies_come_a_page_at_a_time_in_reading_order(store):
    wanted = Wanted(Scope((RUN,)))
    pages = [script_queries.replies(store, wanted, 2, at)["text"].tolist() for at in (0, 2, 4)]
    texts = [text for item, text, outcome in REPLIES if "L3" in item and outcome != "blank"]
    assert sorted(text for page in pages for text in page) == sorted(texts)
    assert [len(page) for page in pages] == [2, 2, 1]


def test_the_papers_cells_add_up_to_what_it_prints(shared):
    printed = script_queries.printed()
    assert (sum(one.lacking for one in printed), sum(one.failures for one in printed)) == (
        254, 1290,
    )  # fmt: skip
    llama = next(one for one in printed if one.language == "ko" and "Llama" in one.model)
    assert (llama.lacking, llama.failures) == (162, 162)
    assert script_queries.printed_of("moonshotai/kimi-k2.6", printed) == "Kimi-K2.6"
    assert script_queries.printed_of("m", printed) is None
