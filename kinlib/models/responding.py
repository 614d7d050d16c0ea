"""Respondents of our own as litellm providers: what they say, in litellm's types.

litellm itself is handed in, so that nothing here imports it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class End:
    """How a reply ended, and the respondent's own token counts; None: not counted."""

    finish_reason: str | None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


Pieces = Callable[[Mapping[str, Any]], Iterator[str | End]]
"""From litellm's arguments of a call (messages, optional_params, timeout, model) to the pieces of a
reply and, unless it was stopped, its End."""


def provider(litellm: Any, pieces: Pieces, served: Callable[[Mapping[str, Any]], str]) -> Any:
    """A provider to be listed in litellm.custom_provider_map.

    Args:
        litellm: the imported module.
        pieces: the respondent.
        served: the name it answers with to a call.
    """
    types = litellm.types.utils

    def usage(end: End) -> Any:
        if end.prompt_tokens is None or end.completion_tokens is None:
            return None
        return litellm.Usage(
            prompt_tokens=end.prompt_tokens,
            completion_tokens=end.completion_tokens,
            total_tokens=end.prompt_tokens + end.completion_tokens,
        )

    def part(name: str, text: str, finish: str | None = None, counts: Any = None) -> Any:
        said = types.Delta(content=text)
        choices = [types.StreamingChoices(index=0, delta=said, finish_reason=finish)]
        return types.ModelResponseStream(model=name, choices=choices, usage=counts)

    class Respondent(litellm.CustomLLM):  # type: ignore[misc]  # its base is only known at run time
        def streaming(self, *_: Any, **call: Any) -> Iterator[Any]:
            name = served(call)
            for piece in pieces(call):
                if isinstance(piece, End):
                    # litellm ignores whatever follows the finish reason: the counts go first.
                    if (counts := usage(piece)) is not None:
                        yield part(name, "", counts=counts)
                    yield part(name, "", piece.finish_reason)
                else:
                    yield part(name, piece)

        def completion(self, *_: Any, **call: Any) -> Any:
            text, answer = "", call["model_response"]
            for piece in pieces(call):
                if isinstance(piece, End):
                    answer.choices[0].finish_reason = piece.finish_reason
                    if (counts := usage(piece)) is not None:
                        answer.usage = counts
                else:
                    text += piece
            answer.choices[0].message.content = text
            answer.model = served(call)
            return answer

    return Respondent()
