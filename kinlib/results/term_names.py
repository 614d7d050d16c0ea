"""Names of runs beside each other, without what all of them share."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_BETWEEN = " · "


@dataclass(frozen=True)
class Short:
    """Short names by full ones; what all share (empty: nothing), and whether providers went."""

    names: Mapping[str, str]
    shared: str
    without_provider: bool


def shortened(names: Iterable[str]) -> Short:
    """Names "provider/model · part · part" without the parts that all have, and the provider.

    The model always stays, so does the provider where models would be confused without it. Names
    that have no parts, such as of several runs pooled, stay as they are and say nothing of others.
    """
    full = [name for name in dict.fromkeys(names) if _BETWEEN in name]
    split = {name: name.split(_BETWEEN) for name in full}
    shared = [
        part
        for part in (split[full[0]][1:] if full else [])
        if all(part in parts[1:] for parts in split.values())
    ]
    kept = {
        name: [parts[0], *(part for part in parts[1:] if part not in shared)]
        for name, parts in split.items()
    }
    bare = {name: [parts[0].rpartition("/")[2], *parts[1:]] for name, parts in kept.items()}
    distinct = len({tuple(parts) for parts in bare.values()}) == len(bare)
    chosen = bare if distinct else kept
    return Short(
        {name: _BETWEEN.join(parts) for name, parts in chosen.items()},
        _BETWEEN.join(shared),
        chosen != kept,
    )
