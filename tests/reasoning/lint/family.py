"""A family of three generations by hand, for faulty and sound examples.

Al and Bea have Cal, Dee and Eli; Ola has Finn and Ned. Dee and Finn have Gus, Hal and Ivy; Cal has
Kim and Leo, Ned has Quin. Kim has Pia, Quin has Rae. Ivy is married to Leo, her mother's brother's
son.
"""

from kinlib.kinship.genealogy import Genealogy, Person, Union

_PEOPLE = (
    # id, sex, born, father, mother, clan of the mother, or of the father
    ("Al", "m", 1900, None, None, "owl"),
    ("Bea", "f", 1902, None, None, "bear"),
    ("Ola", "m", 1898, None, None, "ant"),
    ("Cal", "m", 1925, "Al", "Bea", "bear"),
    ("Dee", "f", 1927, "Al", "Bea", "bear"),
    ("Eli", "m", 1929, "Al", "Bea", "bear"),
    ("Finn", "m", 1924, "Ola", None, "fox"),
    ("Ned", "m", 1926, "Ola", None, "fox"),
    ("Jo", "f", 1926, None, None, "jay"),
    ("Gus", "m", 1950, "Finn", "Dee", "bear"),
    ("Hal", "m", 1952, "Finn", "Dee", "bear"),
    ("Ivy", "f", 1954, "Finn", "Dee", "bear"),
    ("Kim", "f", 1951, "Cal", "Jo", "jay"),
    ("Leo", "m", 1953, "Cal", "Jo", "jay"),
    ("Quin", "m", 1952, "Ned", None, None),
    ("Pia", "f", 1975, None, "Kim", "jay"),
    ("Rae", "f", 1976, "Quin", None, None),
)


def family(changes=None, unions=(("Ivy", "Leo"), ("Finn", "Dee")), system="crow", name="family"):
    """The family, or the same with some people's fields changed."""
    people = []
    for person, sex, born, father, mother, clan in _PEOPLE:
        told = {
            "id": person.lower(), "name": person, "sex": sex, "birth": born,
            "father": father and father.lower(), "mother": mother and mother.lower(),
            "descent_group": clan,
        }  # fmt: skip
        people.append(Person(**{**told, **(changes or {}).get(person, {})}))
    pairs = [Union(a.lower(), b.lower()) for a, b in unions]
    return Genealogy.build(name, people, pairs, system=system)


def item(**changes):
    """A sound item of the release's schema, about Gus's mother's father, or one with changes."""
    return {
        "question_id": "q1", "question_text": "Who is Gus's maternal grandfather?", "category": 2,
        "n_hops": 2, "kinship_system": "crow", "anchor_person": "gus", "anchor_name": "Gus",
        "target_persons": ["al"], "target_names": ["Al"], "ground_truth": "Al",
        "context": "Gus's mother is Dee. Dee's father is Al. Al's wife is Bea.",
        "path": ["hasMother", "hasFather"], "bio_term": "maternal grandfather", "kin_term": None,
        "has_cultural_override": False, "proof_graph_size": 7,
    } | changes  # fmt: skip


def filtered(**changes):
    """A sound item that filters Gus's siblings by sex, or one with changes."""
    told = "Gus's siblings are: Hal, Ivy. Hal is a man. Ivy is a woman. Gus's mother is Dee."
    return item(
        question_text="Who are Gus's sisters?", category=3, n_hops=1, target_persons=[],
        target_names=["Ivy"], ground_truth=["Ivy"], path=None, bio_term=None, context=told,
        proof_graph_size=7,
    ) | changes  # fmt: skip


def cultural(term, path, *names, **changes):
    """An item that asks for whom Gus calls by a term over a path (MB), or one with changes."""
    words = {"F": "hasFather", "M": "hasMother", "B": "hasBrother", "C": "hasChild"}
    return item(
        question_text=f"In the Crow kinship system, who is Gus's {term}?", category=4,
        n_hops=len(path), target_persons=[name.lower() for name in names],
        target_names=list(names), ground_truth=list(names), path=[words[step] for step in path],
        bio_term="relative", kin_term=term, has_cultural_override=True,
        context=" ".join(f"{name}'s sister is Dee." for name in names) + " Gus's mother is Dee.",
    ) | changes  # fmt: skip
