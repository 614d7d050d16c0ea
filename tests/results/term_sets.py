"""Replies to kin-term prompts, made to have given counts: as the queries give them, and shipped."""

import json
import shutil
from itertools import cycle, islice

import pandas as pd

from kinlib import settings
from kinlib.results.rows import identifier
from kinlib.results.term_figures import CATEGORIES, NO_SCRIPT
from kinlib.results.term_rows import prepared
from kinlib.terms.prompts import prompts
from kinlib.terms.relations import cells
from kinlib.terms.selection import selection as items

TASKS = ("birthday", "wedding")
MODELS = {
    "z-ai/glm-5.1": "GLM-5.1",
    "moonshotai/kimi-k2.6": "Kimi-K2.6",
    "sarvamai/sarvam-m": "Sarvam-M",
    "openai/gpt-oss-120b": "GPT-OSS-120B",
    "meta/llama-3.3-70b-instruct": "Llama-3.3-70B",
}
"""The paper's models by their recorded identifiers (Table 7)."""

GENERATION = {
    "run_id": "a", "model": "m", "protocol": None, "source": "imported", "dataset": "set",
    "item_id": "i", "language": "hi", "relation": "father_father", "speaker": "any",
    "verdict": "right", "repeat": 1, "level": "L3", "task": "birthday", "switched": False,
    "causes": None, "others": "[]", "translation": False, "note": False, "romanised": False,
}  # fmt: skip
SELECTION = {
    "run_id": "s", "model": "m", "protocol": None, "source": "imported", "dataset": "items",
    "item_id": "i", "language": "hi", "relation": "father_father", "speaker": "any",
    "verdict": "right", "outcome": "answered", "predicted": '["A"]', "gold": '["A"]',
    "options": 4, "expected": "x",
}  # fmt: skip


def generation(*rows):
    """Rows with what is not said as it mostly is."""
    frame = pd.DataFrame([GENERATION | row for row in rows], columns=list(GENERATION))
    return frame.astype({"causes": object, "protocol": object})


def selection(*rows):
    frame = pd.DataFrame([SELECTION | row for row in rows], columns=list(SELECTION))
    return frame.astype({"protocol": object})


def found(rows=(), chosen=(), blanks="excluded"):
    return prepared(generation(*rows), selection(*chosen), blanks)


def asked(level="L3", repeats=3, tasks=TASKS, **more):
    """Every attempt at every cell of a level, six a cell, as rows without a verdict."""
    return [
        {
            "item_id": f"{cell.relation} {level} {task} {cell.language} {cell.speaker}",
            "level": level, "task": task, "repeat": repeat, **cell._asdict(), **more,
        }
        for cell in cells(level)
        for task in tasks
        for repeat in range(1, repeats + 1)
    ]  # fmt: skip


def failed(category, **more):
    return {"verdict": "wrong", "causes": json.dumps([category]), **more}


def spread(rows, right):
    """The rows with so many of them right, evenly among them."""
    n = len(rows)
    return [row | {"verdict": "right" if (at * right) % n < right else "wrong"}
            for at, row in enumerate(rows)]  # fmt: skip


# Failures by language (hi, ko, ta) of L3, those without the script, and passes by task, as printed.
FAILING = {
    "GLM-5.1": ((41, 37, 50), (0, 0, 0), (170, 164)),
    "Kimi-K2.6": ((68, 83, 86), (47, 15, 22), (109, 116)),
    "Sarvam-M": ((82, 113, 80), (1, 7, 0), (95, 92)),
    "GPT-OSS-120B": ((103, 94, 103), (0, 0, 0), (81, 81)),
    "Llama-3.3-70B": ((91, 162, 97), (0, 162, 0), (54, 58)),
}
ON_L1 = (722, (925, 328, 215, 0))
"""Passes at L1 and failures by category, all models: what the paper leaves by subtraction."""


def paper():
    """4,500 replies with the counts that the paper prints of its Tables 1 and 2, and section 4.2.

    Which cell a pass is of is made up.
    """
    rows, unscripted = [], {"birthday": 135, "wedding": 119}
    for model, name in MODELS.items():
        failing, silent, passes = FAILING[name]
        left = dict(zip(TASKS, passes, strict=True))
        run = asked(run_id=model, model=model)
        of_model = []
        for code, wrong in zip(("hi", "ko", "ta"), failing, strict=True):
            parts = {task: [r for r in run if (r["language"], r["task"]) == (code, task)]
                     for task in TASKS}  # fmt: skip
            right = len(parts["birthday"]) * 2 - wrong
            first = min(left["birthday"], round(right * passes[0] / sum(passes)))
            if code == "ta":
                first = left["birthday"]
            for task, n in zip(TASKS, (first, right - first), strict=True):
                left[task] -= n
                of_model += spread(parts[task], n)
        assert left == {"birthday": 0, "wedding": 0}, name
        for code, n in zip(("hi", "ko", "ta"), silent, strict=True):
            wrong = [r for r in of_model if r["verdict"] == "wrong" and r["language"] == code]
            for row in _by_task(wrong, n, unscripted, all_of=n == len(wrong)):
                row |= failed(NO_SCRIPT)
        rows += of_model
    rest = [row for row in rows if row["verdict"] == "wrong" and "causes" not in row]
    for row, kind in zip(rest, [CATEGORIES[0]] * 672 + [CATEGORIES[1]] * 351 + [CATEGORIES[3]] * 13,
                         strict=True):  # fmt: skip
        row |= failed(kind)
    passing = [row for row in rows if row["verdict"] == "right"]
    for row in passing[:312]:
        row["others"] = '["mother_sister"]'
    korean = [row for row in rows if row["model"].startswith("meta") and row["language"] == "ko"]
    for at, row in enumerate(korean):
        row |= {"translation": at < 120, "note": at >= len(korean) - 76}
    return rows + _on_level_1()


def _by_task(wrong, n, left, all_of):
    """So many failures: all, or half of either task as far as those of the paper reach."""
    if all_of:
        chosen = wrong
    else:
        births = [row for row in wrong if row["task"] == "birthday"]
        others = [row for row in wrong if row["task"] == "wedding"]
        first = min(len(births), n, max(0, left["birthday"] - 81))
        chosen = births[:first] + others[: n - first]
    assert len(chosen) == n
    for row in chosen:
        left[row["task"]] -= 1
    return chosen


def _on_level_1():
    rows = [row for model in MODELS for row in asked("L1", run_id=model, model=model)]
    passes, kinds = ON_L1
    rows = spread(rows, passes)
    wrong = [row for row in rows if row["verdict"] == "wrong"]
    kinds = [kind for kind, n in zip(CATEGORIES, kinds, strict=True) for _ in range(n)]
    for row, kind in zip(wrong, kinds, strict=True):
        row |= failed(kind)
    for row in islice((row for row in wrong if NO_SCRIPT in row["causes"]), 34):
        row["romanised"] = True
    return rows


def letters(n):
    return islice(cycle("ABCD"), n)


def shipped(folder, *journals):
    """A folder of shipped data: printed figures, lexicon, prompts, items, and these journals.

    A journal is (model, rows of items, repeats, a function from item and repeat to the reply).
    """
    for name in ("published", "lexicon"):
        shutil.copytree(settings.ROOT / "data" / name, folder / name)
    for name, rows in (("prompts", prompts()), ("selection", items())):
        path = folder / "items" / f"{name}.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    (folder / "journals").mkdir()
    for model, rows, repeats, reply in journals:
        _journal(folder / "journals", model, rows, repeats, reply)
    return folder


def _journal(folder, model, rows, repeats, reply):
    benchmark, name = rows[0]["benchmark"], rows[0]["dataset"]
    run_id = f"{model.rpartition('/')[2]}-{benchmark}"
    of = {"run_id": run_id, "dataset_id": identifier("dataset", benchmark, name)}
    records = [
        {"kind": "run", "benchmark": benchmark, "model": model, "source": "measured",
         "parameters": {}, **of}
    ]  # fmt: skip
    for position, item in enumerate(rows, start=1):
        for repeat in range(1, repeats + 1):
            text = reply(item, repeat)
            records.append(
                {"kind": "response", "item_id": item["item_id"], "repeat": repeat,
                 "position": position, "outcome": "answered" if text else "blank", "text": text,
                 "prompt": item["prompt"], **of}
            )  # fmt: skip
    path = folder / f"{run_id}.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), "utf-8")


FULLY = tuple(row for row in prompts() if row["category"] == "L3")
ITEMS = items()


def maternal(item, repeat):
    """The right term, but for a father's parents that of a mother's; in Korean, Latin letters."""
    if item["language"] == "ko":
        return "Happy birthday, dear!"
    told = {"father_father": "mother_father", "father_mother": "mother_mother"}
    asked_for = told.get(item["relation"], item["relation"])
    same = (row for row in FULLY
            if (row["relation"], row["language"]) == (asked_for, item["language"]))  # fmt: skip
    return next(same)["gold"][0]


def right(item, repeat):
    return item["gold"][0] if repeat == 1 or item["task"] != "wedding" else "no term"


def picks(item, repeat):
    """The right letter; no letter for the first item, nothing for the second."""
    at = [row["item_id"] for row in ITEMS].index(item["item_id"])
    return {0: "I cannot tell", 1: ""}.get(at, f"{item['gold'][0]}.")
