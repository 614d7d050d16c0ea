"""An OpenAI-compatible server on a free port of 127.0.0.1 that fails in the ways providers do.

The model's name picks the fault: "openai/401" asks for the fault "401". A model called "mixed" has
it picked by the prompt's last word, so that one run meets every fault: `mixed: 429-then-ok`. What
came in is kept in `requests`, as (fault, body), and `keys`.

As a program it prints its address and serves until its input ends, for runs in other processes;
`/asked` tells them how often each prompt was asked: `python faulty_server.py [PAUSE]`.
"""

import contextlib
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Body = dict[str, Any]

PAUSE = 0.02
"""Seconds that a reply of a mixed run takes; a program's first argument says otherwise."""

USAGE = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
TEXT = "  The mother's brother.\n"
SERVED = "served-2026-01-01"


class FaultyServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.requests: list[tuple[str, Body]] = []
        self.keys: list[str] = []
        self.closed_early = threading.Event()
        self.released = threading.Event()
        self.times: Counter[str] = Counter()
        self.busy = self.busiest = 0
        self.counting = threading.Lock()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def count(self, fault: str) -> int:
        return sum(name == fault for name, _ in self.requests)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are what is being tested."""


@contextlib.contextmanager
def serving() -> Iterator[FaultyServer]:
    with FaultyServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.released.set()
            server.shutdown()
            thread.join()


def error(message: str, code: str | None = None, kind: str = "invalid_request_error") -> Body:
    return {"error": {"message": message, "type": kind, "param": None, "code": code}}


def completion(content: str | None, finish: str = "stop", **message: Any) -> Body:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": SERVED,
        "choices": [
            {
                "index": 0,
                "finish_reason": finish,
                "message": {"role": "assistant", "content": content, **message},
            }
        ],
        "usage": USAGE,
    }


def chunk(delta: Body, finish: str | None = None) -> Body:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": SERVED,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


class _Handler(BaseHTTPRequestHandler):
    server: FaultyServer
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    @property
    def key(self) -> str:
        return self.headers.get("Authorization", "").removeprefix("Bearer ")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if body["model"] == "mixed":
            self.mixed(body)
            return
        fault = body["model"]
        self.server.requests.append((fault, body))
        self.server.keys.append(self.key)
        self.fail_or_answer(fault, body, self.server.count(fault))

    def mixed(self, body: Body) -> None:
        """The fault that the prompt's last word names; how often it came is counted by prompt."""
        prompt = body["messages"][-1]["content"]
        server = self.server
        with server.counting:
            server.times[prompt] += 1
            count = server.times[prompt]
            server.busy += 1
            server.busiest = max(server.busiest, server.busy)
        time.sleep(PAUSE)
        with server.counting:
            # Before the fault: of one that stays silent the client lets go long before the server.
            server.busy -= 1
        self.fail_or_answer(prompt.split()[-1], body, count)

    def do_GET(self) -> None:
        with self.server.counting:
            self.send(200, {"times": dict(self.server.times), "busiest": self.server.busiest})

    def fail_or_answer(self, fault: str, body: Body, count: int) -> None:
        if fault == "401":
            masked = f"{self.key[:8]}{'*' * 12}{self.key[-4:]}"
            self.send(401, error(f"Incorrect API key provided: {self.key} or {masked}. Mend it."))
        elif fault == "403":
            self.send(403, error("This key may not use the model."))
        elif fault == "429" or (fault == "429-then-ok" and count == 1):
            self.send(429, error("Slow down.", kind="requests"), {"Retry-After": "0.3"})
        elif fault == "429-soon" and count == 1:
            self.send(429, error("Slow down.", kind="requests"), {"Retry-After": "0.05"})
        elif fault == "429-quota":
            self.send(429, error("You exceeded your quota.", "insufficient_quota"))
        elif fault == "500-then-ok" and count == 1:
            self.send(500, error("The server had an error."))
        elif fault in ("500", "503"):
            self.send(int(fault), error(f"The server had an error with {self.key}."))
        elif fault == "404":
            self.send(404, error("The model `404` does not exist.", "model_not_found"))
        elif fault == "400":
            self.send(400, error("Bad parameter."))
        elif fault == "context":
            text = "This model's maximum context length is 100 tokens."
            self.send(400, error(text, "context_length_exceeded"))
        elif fault == "policy":
            text = "Your request was rejected as a result of our safety system."
            self.send(400, error(text, "content_policy_violation"))
        elif fault == "not-json":
            self.raw(200, b"<html>It works!</html>", "text/html")
        elif fault == "silent" or (fault == "silent-then-ok" and count == 1):
            self.server.released.wait(60)
        elif fault == "without-end":
            self.without_end()
        elif fault == "half-body" or (fault == "half-body-then-ok" and count == 1):
            self.half(completion(TEXT))
        elif body.get("stream"):
            self.stream(fault)
        else:
            self.whole(fault)

    def whole(self, fault: str) -> None:
        answers = {
            "none": completion(None),
            "empty": completion(""),
            "spaces": completion(" \n\t "),
            "length": completion(TEXT, "length"),
            "blank-length": completion("", "length", reasoning_content="Let me think"),
            "filter": completion(TEXT, "content_filter"),
            "refusal": completion(None, refusal="I cannot help with that."),
            "echo": completion(f"Your key is {self.key}."),
            "odd-model": {**completion(TEXT), "model": {"a": self.key}},
            "odd-finish": completion(TEXT, self.key),
            "odd-content": completion({"a": 1}),  # type: ignore[arg-type]
            "odd-refusal": completion(TEXT, refusal={"a": self.key}),
            "odd-counts": {
                **completion(TEXT),
                "usage": {**USAGE, "prompt_tokens": -5, "completion_tokens": 10**12},
            },
            "no-usage": {k: v for k, v in completion(TEXT).items() if k != "usage"},
        }
        self.send(200, answers.get(fault, completion(TEXT)))

    def without_end(self) -> None:
        """Begin a reply of a gigabyte and go on with it until the client hangs up."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(2**30))
        self.end_headers()
        try:
            while not self.server.released.wait(0.01):
                self.wfile.write(b" " * 1000)
        except OSError:
            self.server.closed_early.set()

    def half(self, content: Body) -> None:
        """Announce a whole reply, send half of it and hang up."""
        whole = json.dumps(content).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(whole)))
        self.end_headers()
        self.wfile.write(whole[: len(whole) // 2])
        self.close_connection = True

    def stream(self, fault: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        text, finish = TEXT, "stop"
        if fault in ("none", "empty"):
            text = ""
        elif fault == "length":
            finish = "length"
        elif fault == "filter":
            finish = "content_filter"
        elif fault == "echo":
            text = f"Your key is {self.key}."
        self.event(chunk({"role": "assistant", "content": None if fault == "none" else ""}))
        if fault == "refusal":
            self.event(chunk({"refusal": "I cannot help with that."}))
            text = ""
        if fault == "endless":
            try:
                while not self.server.released.wait(0.02):
                    self.event(chunk({"content": "mother "}))
            except OSError:
                self.server.closed_early.set()
            return
        for start in range(0, len(text), 5):
            self.event(chunk({"content": text[start : start + 5]}))
            if fault == "half":
                return  # hangs up in mid-stream
            if fault == "stalls":
                self.server.released.wait(20)
                return
            if fault == "error-event":
                self.event(error(f"Overloaded, {self.key}.", kind="server_error"))
                return
        self.event(chunk({}, finish))
        if fault != "no-usage":
            self.event({**chunk({}), "choices": [], "usage": USAGE})
        self.wfile.write(b"data: [DONE]\n\n")

    def event(self, content: Body) -> None:
        self.wfile.write(b"data: " + json.dumps(content).encode() + b"\n\n")
        self.wfile.flush()
        time.sleep(0.005)

    def send(self, status: int, content: Body, headers: dict[str, str] | None = None) -> None:
        self.raw(status, json.dumps(content).encode(), "application/json", headers)

    def raw(
        self, status: int, content: bytes, kind: str, headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(content)


if __name__ == "__main__":
    PAUSE = float(sys.argv[1]) if len(sys.argv) > 1 else PAUSE
    with serving() as serving_here:
        print(serving_here.base, flush=True)
        sys.stdin.read()  # until whoever started it closes the pipe, or ends
