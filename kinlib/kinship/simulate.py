"""Populations that marry by the rules of a kinship system, from a few founding couples on.

Year by year people marry whom their system's rule lets them (`marriage`), bear children, die, part
and marry again; people from outside, who have no kin, marry in. Where a system prefers kin, they
are promised to each other as they come of age (`courtship`). Births are steered: each year as many
are drawn as the plan lacks (`demography.plan`), never more than `fertility` allows; while a
population lags, births follow each other sooner and so do people from outside. So it neither dies
out nor outgrows its aim, and no seed is ever tried and thrown away.

>>> names = NameList("toy", ("Ed", "Al"), ("Jo", "Di"), ("Fox", "Kay", "Low"))
>>> len(simulate(Parameters("Crow", founders=4, years=1), names))
4
"""

from collections.abc import Callable

from kinlib.errors import KinError
from kinlib.kinship.demography import plan
from kinlib.kinship.genealogy import Genealogy
from kinlib.kinship.names import NameList
from kinlib.kinship.parameters import LARGEST, Parameters
from kinlib.kinship.population import Population

__all__ = ["NameList", "Parameters", "simulate"]

GENERATION = 27
"""Years from mother to child, about: to plan for as many generations."""


def simulate(
    parameters: Parameters,
    names: NameList,
    progress: Callable[[float], None] | None = None,
    most: int = LARGEST,
) -> Genealogy:
    """The people of a population; `progress` is told the share of years that have passed.

    Descent groups and surnames go by the system's rule of descent: from the mother in Iroquois and
    Crow, from either parent in Hawaiian, else from the father. Years of marriages and divorces are
    those of the unions; who outlives the last year has no year of death. KinError names a parameter
    that is out of range, and the year in which there are more than `most` people.
    """
    p = parameters.checked()
    span = p.years if p.generations is None else GENERATION * p.generations
    wanted = plan(p.founders, span, p.people)
    population = Population(p, names)
    population.found()
    year = p.start
    while year < (last := population.end):
        people = wanted[min(year - p.start, len(wanted) - 1)]
        population.marry(year, people)
        population.bear(year, people)
        population.part(year)
        year += 1
        if len(population.people.births) > most:
            raise KinError(
                f"There are more than {most:,} people by {year}; ask for fewer years, a lower "
                "fertility or steered births."
            )
        if progress is not None:
            progress((year - p.start) / max(1, last - p.start))
    return population.genealogy(year - 1)
