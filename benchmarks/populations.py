"""How fast populations live and are written: `.venv/bin/python benchmarks/populations.py`.

Simulated people a second, in every system at the largest size; then everybody's family: statements
and one system's kin: statements to 3 steps as Turtle, on disk. People per second should stay the
same over three sizes. At 100,000 people 20,000 people/s are wanted for the simulation, 2,000 for
the statements, and at most 2 GB. Reading the plain file back is timed as well.
"""

import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from kinlib.exchange.names import shipped_names
from kinlib.exchange.rdf import read_turtle, write_turtle
from kinlib.exchange.statements import family_triples
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.kindreds import kindreds
from kinlib.kinship.simulate import Parameters, simulate
from kinlib.kinship.systems import SYSTEMS as ALL_SYSTEMS
from kinlib.reasoning.ontology import kin_triples, write_ontology

SIZES = (1_000, 10_000, 100_000)
SYSTEMS = ("Dravidian", "Crow", "Eskimo")  # the most, some and no kin: statements


def timed(task: Callable[[], object]) -> float:
    """Seconds a task takes."""
    start = time.perf_counter()
    task()
    return time.perf_counter() - start


def peak() -> str:
    """Most memory this process has used so far."""
    if resource is None:
        return "peak memory not told by this system"
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f"peak {most / (1024**2 if sys.platform == 'darwin' else 1024):,.0f} MB"


def told(size: int, what: str, seconds: float, rest: str = "") -> None:
    print(f"{size:>8,} people, {what:<38} {seconds:7.2f} s, {size / seconds:>8,.0f} people/s{rest}")


def statements(genealogy: Genealogy) -> None:
    """Kin and statements about them, in columns, nothing written."""
    size = len(genealogy)
    pairs = 0

    def count() -> None:
        nonlocal pairs
        pairs = sum(map(len, kindreds(genealogy)))

    told(size, "kin to 3 steps", timed(count), f", {pairs:,} pairs")
    told(size, "family: statements", timed(lambda: sum(map(len, family_triples(genealogy)))))
    for system in SYSTEMS[:2]:
        seconds = timed(lambda system=system: sum(map(len, kin_triples(genealogy, system))))
        told(size, f"kin: statements, {system}", seconds)


def population(size: int, system: str) -> Genealogy:
    """About so many people in 250 years, simulated and timed."""
    wanted = Parameters(system, founders=max(10, size // 500), years=250, people=size)
    names = shipped_names()["english"]
    made: list[Genealogy] = []
    seconds = timed(lambda: made.append(simulate(wanted, names)))
    told(len(made[0]), f"simulated, {system}", seconds, f", {peak()}")
    return made[0]


def files(genealogies: Mapping[str, Genealogy], folder: Path) -> None:
    """The same as Turtle files, and a plain file there and back."""
    for system, genealogy in genealogies.items():
        path = folder / f"{system}.ttl"
        with path.open("wb") as file:
            seconds = timed(lambda s=system, f=file, g=genealogy: write_ontology(g, s, f))
        rest = f", {path.stat().st_size / 1e6:,.0f} MB, {peak()}"
        told(len(genealogy), f"ontology to Turtle, {system}", seconds, rest)
        path.unlink()
    size, path = len(genealogy), folder / "plain.ttl"
    told(size, "plain Turtle", timed(lambda: path.write_bytes(write_turtle(genealogy))))
    told(
        size, "plain Turtle read", timed(lambda: read_turtle(path.read_bytes(), "x")), f", {peak()}"
    )


def main() -> None:
    for size in SIZES:
        for system in sorted(set(ALL_SYSTEMS) - set(SYSTEMS)) if size == SIZES[-1] else ():
            population(size, system)
        genealogies = {system: population(size, system) for system in SYSTEMS}
        for genealogy in genealogies.values():
            # Its own indexes are built when first asked for.
            _ = genealogy.index, genealogy.children_at(0), genealogy.partners_at(0)
        people = list(genealogies["Dravidian"].people())
        told(size, "built", timed(lambda p=people: Genealogy.build("x", p)))
        del people
        statements(genealogies["Dravidian"])
        with tempfile.TemporaryDirectory() as folder:
            files(genealogies, Path(folder))


if __name__ == "__main__":
    main()
