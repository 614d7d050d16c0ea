"""Relations, cells and keys against the paper: Table 6, its percentages, and Table 8 itself."""

import re
from collections import Counter

import pytest

from kinlib.kinship import kintype
from kinlib.terms.lexicon import shipped
from kinlib.terms.relations import LANGUAGES, cells, relations, speakers

TASKS, RUNS, MODELS = 2, 3, 5

# Table 8 of the paper, row by row: Hindi, Tamil, Korean.
TABLE_8 = """
dadaji | thatha | harabeoji
dadi (dadiji) | paati | halmeoni
tau (tauji) | periyappa | keun-abeoji
tai (taiji) | periyamma | keun-eomeoni
chacha (chachaji) | chithappa | samchon
chachi (chachiji) | chithi | jageun-eomeoni
bua (buaji) | athai | gomo
phupha | mama / attan | gomobu
bhatiji | marumagal | jokattal
bhatija | marumagan | joka
nanaji | thatha | oe-harabeoji
nani (naniji) | paati / ammayee | oe-halmeoni
mama (mamaji) | mama / maaman | oe-samchon
mami (mamiji) | mami | oe-sungmo
mausi (mausiji) | chithi / periyamma | imo
mausa | mama / chithappa | imobu
bhanji | marumagal | jokattal / saengjilnyeo
bhanja | marumagan | joka / saengjil
bhaiya / bhai | anna | hyung (m) / oppa (f)
bhabhi | anni | hyeongsu (m) / olke (f)
Didi / Badi Bahen | Akka | Nuna (m) / Eonni (f)
jija (jijaji) | machan / attan | maehyeong
bahanoi | machan | maeje
nanad | nathanar | sinui
nandoi | machan / attan | seobang-nim
sala | machan / maamaan | cheonam
Saali | Kozhundhiyal | Cheohyeong / Cheoje
"""
KEYS = {
    (relation, language): key
    for relation, line in zip(relations(), TABLE_8.strip().splitlines(), strict=True)
    for language, key in zip(LANGUAGES, line.split(" | "), strict=True)
}
TESTED = {
    (relation, language): key
    for (relation, language), key in KEYS.items()
    if relations()[relation].tested
}


def by_language(keys):
    """How many different keys each language has, and all together."""
    counts = Counter(language for language, _ in set(keys))
    return [counts[language] for language in LANGUAGES], counts.total()


def alternatives(key):
    """The words of a cell without remarks: "hyung (m) / oppa (f)" is hyung and oppa."""
    return [re.sub(r" \(.*\)", "", part) for part in key.split(" / ")]


def test_table_6():
    l1, l3 = cells("L1"), cells("L3")
    assert len(relations()) == 27
    assert sum(relation.tested for relation in relations().values()) == 25
    assert [r.id for r in relations().values() if not r.tested] == ["sister", "wife_sister"]
    assert (len(l1), len(l3)) == (73, 77)
    assert (len(l1) * TASKS, len(l3) * TASKS) == (146, 154)
    prompts = (len(l1) + len(l3)) * TASKS
    assert (prompts, prompts * RUNS, prompts * RUNS * MODELS) == (300, 900, 4500)
    only = set(l3) - set(l1)
    assert {cell.relation for cell in only} == {"elder_brother"}
    assert (len(only), len(only) * TASKS, len(only) * TASKS * RUNS) == (4, 8, 24)
    assert set(l1) < set(l3)


def test_the_denominators_of_tables_1_and_2():
    l3 = len(cells("L3"))
    assert l3 * TASKS * RUNS == 462
    assert l3 * RUNS == 231
    assert l3 * TASKS * RUNS * MODELS == 2310
    assert len(cells("L1")) * TASKS * RUNS * MODELS == 2190
    korean = sum(cell.language == "ko" for cell in cells("L3"))
    assert korean * TASKS * RUNS == 162


def test_cells_by_language():
    for level, expected in (("L3", [25, 25, 27]), ("L1", [24, 24, 25])):
        counts = Counter(cell.language for cell in cells(level))
        assert [counts[language] for language in LANGUAGES] == expected


@pytest.mark.parametrize(
    ("relation", "passes", "printed"),
    [
        ("husband_sister_husband", 4, 4.44),
        ("younger_sister_husband", 6, 6.67),
        ("elder_sister_husband", 14, 15.56),
        ("husband_sister", 17, 18.89),
        ("wife_brother", 18, 20.00),
        ("elder_brother_wife", 70, 58.33),
    ],
)
def test_the_printed_percentages_need_the_cells_we_have(relation, passes, printed):
    attempts = sum(cell.relation == relation for cell in cells()) * TASKS * RUNS * MODELS
    assert round(100 * passes / attempts, 2) == printed
    fitting = [n for n in range(attempts + 1) if round(100 * n / attempts, 2) == printed]
    assert fitting == [passes]


def test_the_load_of_each_english_word():
    load = Counter(relation.hypernym for relation in relations().values() if relation.tested)
    assert load == {
        **{"uncle": 5, "aunt": 5, "grandfather": 2, "grandmother": 2, "nephew": 2, "niece": 2},
        **{"brother-in-law": 4, "sister-in-law": 2, "": 1},
    }


def test_who_speaks():
    said = {(cell.relation, cell.language): [] for cell in cells()}
    for cell in cells():
        said[cell.relation, cell.language].append(cell.speaker)
    both = {place for place, who in said.items() if who == ["male", "female"]}
    assert both == {("elder_brother", "ko"), ("elder_brother_wife", "ko")}
    wives = {relation for (relation, _), who in said.items() if who == ["wife"]}
    husbands = {relation for (relation, _), who in said.items() if who == ["husband"]}
    assert wives == {"husband_sister", "husband_sister_husband"}
    assert husbands == {"wife_brother"}
    assert speakers(relations()["sister"], "ko") == ("male", "female")
    assert speakers(relations()["sister"], "hi") == ("any",)


def test_phrases_spell_out_the_kin_types():
    for relation in relations().values():
        spelt = kintype.spell(kintype.parse(relation.kin_type))
        assert spelt == relation.phrase, relation.id


def test_five_mirrored_pairs():
    pairs = {}
    for relation in relations().values():
        if relation.pair:
            pairs.setdefault(relation.pair, {})[relation.lineage] = relation.kin_type
    assert pairs == {
        "grandfather": {"paternal": "FF", "maternal": "MF"},
        "grandmother": {"paternal": "FM", "maternal": "MM"},
        "parent's sister": {"paternal": "FZ", "maternal": "MZ"},
        "sibling's daughter": {"paternal": "BD", "maternal": "ZD"},
        "sibling's son": {"paternal": "BS", "maternal": "ZS"},
    }


def test_the_lexicon_has_table_8_cell_by_cell():
    found = {}
    for form in shipped().forms:
        found.setdefault((form.relation, form.language), set()).add(form.key)
    assert found == {place: {key} for place, key in KEYS.items()}
    assert len(found) == 81


def test_the_strict_forms_are_the_alternatives_of_table_8():
    strict = {}
    for form in shipped().forms:
        if form.tier == "strict":
            strict.setdefault((form.relation, form.language), []).append(form.romanisation)
    assert strict == {place: alternatives(key) for place, key in KEYS.items()}


def test_71_keys_are_whole_cells():
    assert by_language((lang, key) for (_, lang), key in TESTED.items()) == ([25, 21, 25], 71)
    assert by_language((lang, key) for (_, lang), key in KEYS.items()) == ([27, 23, 27], 77)
    repeated = Counter(key for (_, language), key in TESTED.items() if language == "ta")
    assert {key: n for key, n in repeated.items() if n > 1} == {
        **{"thatha": 2, "marumagal": 2, "marumagan": 2, "machan / attan": 2}
    }


def test_other_ways_to_count_keys():
    def split(cell):
        return cell.split(" / ") if "(m)" in cell else [cell]

    def every(cell):
        for part in cell.split(" / "):
            word, _, honorific = part.partition(" (")
            yield word
            if honorific not in ("", "m)", "f)"):
                yield honorific.rstrip(")")

    def count(keys_of):
        return by_language((lang, k) for (_, lang), cell in TESTED.items() for k in keys_of(cell))

    assert count(split) == ([25, 21, 27], 73)
    assert count(alternatives) == ([26, 19, 27], 72)
    folded = ([k.replace("maamaan", "maaman") for k in alternatives(c)] for c in TESTED.values())
    together = {(lang, key) for (_, lang), keys in zip(TESTED, folded, strict=True) for key in keys}
    assert by_language(together) == ([26, 18, 27], 71)
    assert count(every) == ([37, 19, 27], 83)
    assert count(lambda cell: alternatives(cell)[:1]) == ([25, 15, 23], 63)
