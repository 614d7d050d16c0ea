"""How fast relatives are found and classed: `.venv/bin/python benchmarks/kinship.py`.

Every pair within 4 steps of 1,000 egos in 100,000 people, all seven systems, and two smaller sizes
in proportion: the pairs per second should stay the same.
"""

import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kinlib.kinship.genealogy import Genealogy, Person
from kinlib.kinship.relate import classify_all
from kinlib.kinship.systems import SYSTEMS

GENERATIONS = 8


def population(size: int, seed: int = 1) -> Genealogy:
    """About so many people in eight generations, married mostly to neighbours, no siblings."""
    chance = random.Random(seed)
    width = size // GENERATIONS
    people: list[Person] = []
    layer: list[Person] = []
    for depth in range(GENERATIONS):
        men = [p for p in layer if p.sex == "m"]
        women = [p for p in layer if p.sex == "f"]
        couples = []
        for man in men:
            # The bride is one of the first women not yet married, and no sister of his.
            for woman in chance.sample(women[:20], len(women[:20])):
                if man.father is None or man.father != woman.father:
                    couples.append((man, woman))
                    women.remove(woman)
                    break
        layer = []
        for number in range(width):
            person_id = f"g{depth}_{number}"
            # Couples have their children one after the other, two or three each.
            pair = couples[number * len(couples) // width] if couples else None
            person = Person(
                person_id,
                person_id,
                sex=chance.choice(["m", "f"]),
                birth=1700 + 28 * depth + chance.randrange(20),
                father=pair[0].id if pair else None,
                mother=pair[1].id if pair else None,
            )
            layer.append(person)
        people += layer
    return Genealogy.build("benchmark", people)


def measure(size: int, egos: int, steps: int = 4, seed: int = 2) -> tuple[int, float]:
    """Pairs found and classed, and the seconds it took, the genealogy being there already."""
    genealogy = population(size)
    chosen = random.Random(seed).sample(genealogy.ids, egos)
    genealogy.children_at(0), genealogy.partners_at(0)  # its own indexes are built on first use
    start = time.perf_counter()
    pairs = sum(len(classify_all(genealogy, ego, SYSTEMS, max_steps=steps)) for ego in chosen)
    return pairs, time.perf_counter() - start


def relabel(size: int, steps: int = 8) -> tuple[int, float]:
    """People relabelled, and seconds, for one new ego in the middle of a tree of this size."""
    genealogy = population(size)
    middle = GENERATIONS // 2
    parents = [p for p in genealogy.ids if p.startswith(f"g{middle}") and genealogy.children(p)]
    start = time.perf_counter()
    found = classify_all(genealogy, parents[len(parents) // 2], SYSTEMS, max_steps=steps)
    return len(found), time.perf_counter() - start


def main() -> None:
    for people, egos in ((10_000, 100), (30_000, 300), (100_000, 1_000)):
        pairs, seconds = measure(people, egos)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            f"{people:>7,} people, {egos:>5,} egos: {pairs:>8,} pairs x {len(SYSTEMS)} systems "
            f"in {seconds:6.2f} s, {pairs / seconds:>8,.0f} pairs/s, peak {peak:,.0f} MB"
        )
    for people in (72, 3_000):
        found, seconds = relabel(people)
        print(f"relabel {people:>5,} people: {found:,} relatives in {1000 * seconds:.0f} ms")


if __name__ == "__main__":
    main()
