"""Answers that never end: a request that nobody waits for any more lets go of its connection.

litellm reads a whole answer before it returns, and makes its clients in several places, so the
place to watch is the one they share: httpx's transport.
"""

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any

LONGEST = 64 * 2**20
"""Bytes of an answer that are read: the longest replies, in pieces, are about half of that."""

stopping: ContextVar[Callable[[], bool] | None] = ContextVar("stopping", default=None)
"""Whether the call of this thread was given up; None: the thread makes no call of ours."""


def watch() -> None:
    """Let every later request made with httpx look at `stopping`; once in a process."""
    import httpx

    send = httpx.HTTPTransport.handle_request

    class Watched(httpx.SyncByteStream):
        """An answer as it arrives. A class because httpx wants one."""

        def __init__(self, stream: Any, request: httpx.Request, gone: Callable[[], bool]) -> None:
            self._stream, self._request, self._gone = stream, request, gone

        def __iter__(self) -> Iterator[bytes]:
            size = 0
            for part in self._stream:
                size += len(part)
                if self._gone() or size > LONGEST:
                    # httpx closes the connection for it.
                    raise httpx.ReadError("The server's answer does not end", request=self._request)
                yield part

        def close(self) -> None:
            self._stream.close()

    def handle_request(self: httpx.HTTPTransport, request: httpx.Request) -> httpx.Response:
        response = send(self, request)
        if (gone := stopping.get()) is not None:
            response.stream = Watched(response.stream, request, gone)
        return response

    httpx.HTTPTransport.handle_request = handle_request  # type: ignore[method-assign]
