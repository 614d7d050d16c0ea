"""Taking API keys out of everything that is shown, logged or stored."""

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, quote_plus

REMOVED = "[key removed]"

# Providers echo a key whole, cut short or masked in the middle; eight characters in a row are far
# more than chance, and few enough that what is left over helps nobody.
_PIECE = 8

_NAMES = re.compile(r"(_KEY|_TOKEN|_SECRET)$", re.IGNORECASE)

# Possessive repeats and anchors at the start of a word: every character is looked at once, so that
# a megabyte of one letter takes no longer than a megabyte of prose.
_SHAPED = re.compile(
    r"(?<![A-Za-z0-9])(?:sk|pk|rk|gsk|xai|hf|ghp|glpat|r8|pplx|nvapi|csk|fw)[-_]"
    r"(?P<body>[A-Za-z0-9_-]*+)(?P<mask>(?:\*{2,}|\.{3}|…|•{2,})[A-Za-z0-9_-]*+)?"
)

_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        r"(?<![A-Za-z0-9])(?:AIza|AKIA|ASIA)[A-Za-z0-9_*.-]{8,}",
        r"(?<=[Bb]earer )\s*+[^\s\"',;]{4,}",
        r"(?<=[?&]key=)[^&\s\"']+",
        r"(?i)(?<=api[_-]key=)[^&\s\"']+",
        r"(?i)(?<=api-key: )[^\s\"',;]+",
        # A run masked with asterisks is somebody's secret, whatever it starts with.
        r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]*+\*{3,}[A-Za-z0-9_-]*",
    )
)


def environment_secrets(least: int = _PIECE) -> tuple[str, ...]:
    """Values of environment variables named *_KEY, *_TOKEN or *_SECRET, of `least` characters up.

    Shorter ones are left out: they would match ordinary words. White space around a value, such as
    the newline of a file it was read from, is no part of the key.
    """
    values = (value.strip() for name, value in os.environ.items() if _NAMES.search(name))
    return tuple(value for value in values if len(value) >= least)


def redact(text: str, secrets: Iterable[str] = ()) -> str:
    """Text without keys, for error sentences and logs.

    Takes out the given secrets and those of the environment, whole, URL-encoded, escaped as JSON
    or in part (any 8 characters in a row), and whatever has the shape of a common API key.
    """
    given = {secret for secret in secrets if secret}
    for form in sorted(_forms(given | set(environment_secrets())), key=len, reverse=True):
        text = _without_pieces(text, form)
    text = _SHAPED.sub(_removed_if_long, text)
    for pattern in _PATTERNS:
        text = pattern.sub(REMOVED, text)
    return text


def _removed_if_long(match: re.Match[str]) -> str:
    # sk-8 is a word; sk-8... is a key that somebody shortened.
    is_key = match["mask"] is not None or len(match["body"]) >= _PIECE
    return REMOVED if is_key else match.group()


def remove_keys(text: str, secrets: Iterable[str]) -> str:
    """Text with every whole occurrence of a secret replaced; nothing else is touched.

    Meant for replies, which must stay as received: a looser rule would rewrite answers.
    """
    for secret in sorted({s for s in secrets if s}, key=len, reverse=True):
        text = text.replace(secret, REMOVED)
    return text


@dataclass
class StreamGuard:
    """remove_keys for text that arrives in pieces: a key cut in two must not slip through."""

    secrets: tuple[str, ...]
    _held: str = ""

    def feed(self, piece: str) -> str:
        """What may be shown now; the end is held back while it could be the start of a key."""
        text = remove_keys(self._held + piece, self.secrets)
        hold = max((_overlap(text, secret) for secret in self.secrets if secret), default=0)
        self._held = text[len(text) - hold :]
        return text[: len(text) - hold]

    def rest(self) -> str:
        """What was still held back when the stream ended."""
        held, self._held = self._held, ""
        return held


def _overlap(text: str, secret: str) -> int:
    """Length of the longest end of text that is a beginning, but not the whole, of the secret."""
    longest = min(len(text), len(secret) - 1)
    return next((n for n in range(longest, 0, -1) if text.endswith(secret[:n])), 0)


def _forms(secrets: set[str]) -> set[str]:
    forms: set[str] = set()
    for secret in secrets:
        for form in (
            secret,
            quote(secret, safe=""),
            quote(secret),
            quote_plus(secret),
            json.dumps(secret)[1:-1],
            json.dumps(secret, ensure_ascii=False)[1:-1],
        ):
            # Percent codes are written in either case.
            forms |= {form, re.sub(r"%..", lambda m: m.group().lower(), form)}
    return forms


def _without_pieces(text: str, secret: str) -> str:
    """Text without any run of 8 characters of the secret (the whole of it, if shorter)."""
    size = min(_PIECE, len(secret))
    pieces = {secret[i : i + size] for i in range(len(secret) - size + 1)}
    hidden = bytearray(len(text))
    for piece in pieces:
        start = text.find(piece)
        while start >= 0:
            hidden[start : start + size] = b"\x01" * size
            start = text.find(piece, start + 1)
    if not any(hidden):
        return text
    kept: list[str] = []
    end = 0
    for run in re.finditer(b"\x01+", hidden):
        kept += [text[end : run.start()], REMOVED]
        end = run.end()
    return "".join([*kept, text[end:]])
