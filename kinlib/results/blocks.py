"""Headings, sentences and tables of a report, as lines for a terminal or of Markdown."""

from collections.abc import Iterator
from typing import NamedTuple


class Heading(NamedTuple):
    """A heading; 1 is the highest level."""

    level: int
    text: str


Block = Heading | str | list[tuple[str, ...]]
"""A heading, a sentence, or a table, whose first row is its head."""


def aligned(block: Block) -> Iterator[str]:
    """A block in a terminal: first cells to the left, others to the right."""
    if isinstance(block, str):
        yield block
    elif isinstance(block, Heading):
        yield from ("", f"== {block.text} ==" if block.level == 2 else block.text)
    else:
        widths = [max(map(len, column)) for column in zip(*block, strict=True)]
        for first, *others in block:
            cells = [text.rjust(width) for text, width in zip(others, widths[1:], strict=True)]
            yield "  ".join([f"  {first.ljust(widths[0])}", *cells]).rstrip()


def piped(block: Block) -> Iterator[str]:
    """A block of Markdown."""
    if isinstance(block, str):
        yield from (block, "")
    elif isinstance(block, Heading):
        yield from (f"{'#' * block.level} {block.text}", "")
    else:
        head, *body = ([text.replace("|", "\\|") for text in row] for row in block)
        yield f"| {' | '.join(head)} |"
        yield f"|---|{'---:|' * (len(head) - 1)}"
        yield from (f"| {' | '.join(row)} |" for row in body)
        yield ""


def number(value: float, places: int) -> str:
    """A figure as tables show it."""
    return f"{round(value, places) + 0.0:,.{places}f}"  # not -0.0


def signed(value: float, places: int) -> str:
    """A difference with its sign; what is shown as nothing has none."""
    return f"{round(value, places):+,.{places}f}" if round(value, places) else "0"
