"""Text of people and files, made safe for places that read markdown."""

_SPECIAL = frozenset("\\`*_[]$<>#:~|")


def plain(text: str) -> str:
    """The text with every character that markdown would read escaped."""
    return "".join(f"\\{character}" if character in _SPECIAL else character for character in text)
