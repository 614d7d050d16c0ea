"""How fast messages are matched, screened and counted by script: `benchmarks/terms.py [REPLIES]`.

Writes that many invented replies of 300 characters (a million unless told otherwise; equal thirds
Hindi, Tamil, Korean) to Parquet in a temporary folder, then reads them in two worker processes a
batch at a time. Each reply gets the bounded matcher's verdict, its surface and its shares of
scripts. Prints replies a second and the peak memory of all three processes together.
"""

import functools
import gc
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pyarrow as pa
import pyarrow.parquet as parquet
from unicodedata2 import normalize

from kinlib.terms import screen
from kinlib.terms.lexicon import Form, accepted, shipped
from kinlib.terms.matching import find, split
from kinlib.terms.relations import LANGUAGES, Cell, cells

REPLIES = 1_000_000
LENGTH = 300  # characters
BATCH = 10_000
WORKERS = 2

# What greetings and invitations are made of; {} is where the relative is addressed.
_SENTENCES = {
    "hi": (
        "प्रिय {}, आपको जन्मदिन की हार्दिक शुभकामनाएँ! ",
        "ईश्वर आपको लंबी उम्र और अच्छी सेहत दे। ",
        "हम सब मिलकर आपका जन्मदिन मनाना चाहते हैं। ",
        "आपने हमेशा सही राह बताई और हर मुश्किल में साथ निभाया। ",
        "मेरी शादी में आपका आना हमारे लिए सौभाग्य की बात होगी। ",
        "{} के आशीर्वाद के बिना यह उत्सव अधूरा रहेगा। ",
        "कृपया सपरिवार पधारें और नवदंपति को आशीष दें। ",
        "आपका जीवन ख़ुशियों से भरा रहे, यही मेरी कामना है 🎂 ",
    ),
    "ta": (
        "அன்புள்ள {}, இனிய பிறந்தநாள் நல்வாழ்த்துகள்! ",
        "நீங்கள் நூறாண்டு நலமுடன் வாழ வேண்டும். ",
        "வரும் சித்திரை மாதம் என் திருமணம் நடைபெற உள்ளது. ",
        "{}, நீங்கள் குடும்பத்துடன் வந்து வாழ்த்த வேண்டும். ",
        "நம் பண்பாட்டின்படி நடைபெறும் விழாவிற்கு அழைக்கிறேன். ",
        "உங்கள் அன்புக்கும் ஆதரவுக்கும் என் மனமார்ந்த நன்றி. ",
        "எல்லா ஏற்பாடுகளும் சிறப்பாக நடந்து வருகின்றன 🎉 ",
    ),
    "ko": (
        "사랑하는 {}, 생신을 진심으로 축하드려요! ",
        "늘 건강하시고 좋은 일만 가득하시길 바랍니다. ",
        "다음 달에 제 결혼식이 있으니 꼭 와 주세요. ",
        "{} 덕분에 언제나 큰 힘이 됩니다. ",
        "맛있는 음식과 따뜻한 마음으로 모시겠습니다. ",
        "형편이 어려울 때마다 도와주셔서 감사합니다. ",
        "이번 주말에 찾아뵙고 인사드릴게요 🎂 ",
    ),
    "en": (
        "Happy birthday, dear {}! ",
        "Here is a short message you can send. ",
        "Translation: Please come to my wedding and bless us. ",
        "Note: the term shows respect to an elder. ",
    ),
}


def main(replies: int = REPLIES) -> None:
    """Write the replies, read them, print."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "replies.parquet"
        _write(path, replies)
        start = time.perf_counter()
        groups = parquet.ParquetFile(path).num_row_groups
        shares = [(str(path), tuple(range(one, groups, WORKERS))) for one in range(WORKERS)]
        with ProcessPoolExecutor(WORKERS) as pool:
            done = list(pool.map(_read, shares))
        seconds = time.perf_counter() - start
    counts = sum((counts for counts, _ in done), Counter())
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    memory = (own + sum(peak for _, peak in done)) / 1024
    print(
        f"{counts['replies']:,} replies of {LENGTH} characters in {seconds:.0f} s: "
        f"{counts['replies'] / seconds:,.0f}/s in {WORKERS} processes, {memory:,.0f} MB in all"
    )
    print(", ".join(f"{name} {number:,}" for name, number in sorted(counts.items())))


def _read(share: tuple[str, tuple[int, ...]]) -> tuple[Counter[str], int]:
    """What one worker counts in its row groups, and its peak memory in KB."""
    path, groups = share
    lexicon = shipped()
    counts: Counter[str] = Counter()
    find("", "hi", lexicon), find("", "ta", lexicon), find("", "ko", lexicon)
    gc.collect()
    gc.freeze()  # the lexicon stays: it need not be looked at again and again
    for batch in parquet.ParquetFile(path).iter_batches(BATCH, row_groups=list(groups)):
        columns = (batch[name].to_pylist() for name in batch.schema.names)
        for text, language, relation, speaker, level in zip(*columns, strict=True):
            found = find(text, language, lexicon)
            seen = screen.surface(
                text, language, relation, speaker, level, found=found, lexicon=lexicon
            )
            right = split(found, _keys(relation, language, speaker)).correct
            counts["replies"] += 1
            counts["right"] += right
            counts[f"script {seen.script}"] += 1
            if not right:
                counts[screen.category(seen)] += 1
    return counts, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@functools.lru_cache(maxsize=256)
def _keys(relation: str, language: str, speaker: str) -> frozenset[Form]:
    return frozenset(accepted(shipped(), relation, language, speaker))


def _write(path: Path, replies: int) -> None:
    chance = random.Random(7)
    by_language = {
        language: [cell for cell in cells("L3") if cell.language == language]
        for language in LANGUAGES
    }
    names = ("text", "language", "relation", "speaker", "level")
    schema = pa.schema([(name, pa.string()) for name in names])
    with parquet.ParquetWriter(path, schema) as out:
        for begun in range(0, replies, BATCH):
            rows = []
            for number in range(begun, min(begun + BATCH, replies)):
                language = list(LANGUAGES)[number % len(LANGUAGES)]
                cell = chance.choice(by_language[language])
                level = "L1" if chance.random() < 0.4 else "L3"
                text = _message(chance, cell, by_language[language])
                told = (text, language, cell.relation, cell.speaker, level)
                rows.append(dict(zip(names, told, strict=True)))
            out.write_table(pa.Table.from_pylist(rows, schema=schema))


def _message(chance: random.Random, cell: Cell, others: list[Cell]) -> str:
    """A reply: mostly in its language; some romanised, in English, mixed, or decomposed."""
    kind = chance.random()
    named = cell if chance.random() < 0.5 else chance.choice(others)
    forms = accepted(shipped(), named.relation, named.language, named.speaker)
    term = chance.choice(forms).form if chance.random() < 0.9 else ""
    language = "en" if kind < 0.1 else cell.language
    text = ""
    while len(text) < LENGTH:
        own = chance.choice(_SENTENCES["en" if kind > 0.9 else language])
        text += own.replace("{}", term, 1)
    if 0.1 < kind < 0.13:
        text = normalize("NFD", text)
    return text[:LENGTH]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
