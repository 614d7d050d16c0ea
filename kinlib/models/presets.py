"""Named settings of a run: how each benchmark is asked, and how often."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kinlib.errors import KinError
from kinlib.models.reply import Parameters
from kinlib.reasoning.protocols import Protocol


@dataclass(frozen=True, slots=True)
class Preset:
    """Sampling parameters, how often each item is asked, and the protocol where none is given."""

    parameters: Parameters
    repeats: int = 1
    protocol: Protocol = "direct"


_PAPER = "paper"
_SHORT = "short"
_TERMS = Preset(Parameters(temperature=0.7, top_p=0.95, max_tokens=1024), repeats=3)
_ONCE = Preset(Parameters(temperature=0.0, max_tokens=1024))
_BRIEF = Preset(Parameters(temperature=0.0, max_tokens=64))

PRESETS: Mapping[str, Mapping[str, Preset]] = MappingProxyType(
    {
        "terms": {_PAPER: _TERMS, _SHORT: Preset(Parameters(0.7, 0.95, 256), repeats=1)},
        "selection": {_PAPER: _ONCE, _SHORT: _BRIEF},
        "kinshipqa": {_PAPER: _ONCE, _SHORT: _BRIEF},
    }
)
"""Presets by benchmark. "paper": as the papers ask (terms: temperature 0.7, top-p 0.95, 1,024
tokens, three runs; selection and reasoning: temperature 0, one run; reasoning: direct). "short":
the same in fewer tokens, for a model that does not know when to stop; terms once."""

NAMES = (_PAPER, _SHORT)


def preset(benchmark: str, name: str = _PAPER) -> Preset:
    """The settings of a benchmark under a name; other benchmarks are asked as reasoning is.

    Raises:
        KinError: no preset is called so.
    """
    known = PRESETS.get(benchmark, PRESETS["kinshipqa"])
    if name not in known:
        raise KinError(f"There is no preset “{name}”; choose one of {', '.join(known)}.")
    return known[name]
