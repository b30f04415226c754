"""A Dask cluster as one more executor: the same pieces of work, on other machines (the `cluster` extra).

The scheduler and every worker need this project and the extra installed, in the same version; no files are shared.
"""

import logging
import pickle
import re
import threading
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from lingo_common.errors import DataError, MissingExtra, UsageError, say

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 10
"""Seconds in which a scheduler must answer."""
DISTRIBUTION = "lingo-bot"
_ADDRESS = re.compile(r"((tcp|tls)://)?([^\s/:]+|\[[0-9A-Fa-f:.]+\]):[0-9]{1,5}")
_INSTALL = f"pip install '{DISTRIBUTION}[cluster]' there and on the scheduler"

_ready: set[str] = set()
"""In a worker: the names of what was brought to this process."""
_unpacking = threading.Lock()
"""In a worker: its threads may all begin at once."""


def address_of(text: str) -> str:
    """The address itself; UsageError where no scheduler can have it."""
    if not _ADDRESS.fullmatch(text):
        raise UsageError(f"'{text}' is no address of a scheduler such as 10.0.0.1:8786 or tls://name:8786")
    return text


class Cluster(Executor):
    """Runs pieces on the workers that a scheduler has now or gets later; what a lost worker was doing is done again."""

    def __init__(self, client: "Client", address: str) -> None:
        self._client, self.address = client, address
        self._executor = client.get_executor(pure=False)
        self._brought: tuple[str, Callable[[Any], object] | None, Any] = ("", None, None)

    def bring(self, name: str, unpack: Callable[[Any], object], value: Any) -> None:
        """From now on unpack(value) is called in a worker's process before its first piece, once for each name.

        The value takes the place of the one before. It travels once to each worker, one that comes late included:
        from the scheduler to the first, then from worker to worker, and from the scheduler again where all are lost.
        """
        packed = zlib.compress(pickle.dumps(value))
        future = self._client.submit(_itself, packed, key=f"{name}-value", pure=False)
        self._brought = (name, unpack, future)

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of work(*args, **kwargs)."""
        # As bytes, for Dask would look through nested arguments for futures of its own.
        piece = pickle.dumps((work, args, kwargs))
        future: Future[Any] = self._executor.submit(_do, piece, _version(), *self._brought)
        return future

    def everywhere(self, work: Callable[..., Any], *args: Any) -> dict[str, Any]:
        """What work(*args) returns in each worker that is there now, by its address; none for those lost meanwhile."""
        if self._client.status != "running":  # the scheduler is gone: asking would take time and raise anything
            return {}
        found: dict[str, Any] = self._client.run(work, *args, on_error="ignore")
        return found


@cache
def _version() -> str:
    return metadata.version(DISTRIBUTION)


def _itself(packed: bytes) -> bytes:
    return packed


def _do(piece: bytes, needed: str, name: str, unpack: Callable[[Any], object] | None, packed: bytes) -> Any:
    """In a worker: the result of a piece, after what it needs was unpacked."""
    if _version() != needed:
        raise DataError(f"a worker has {DISTRIBUTION} {_version()}, not {needed}")
    with _unpacking:
        if unpack is not None and name not in _ready:
            unpack(pickle.loads(zlib.decompress(packed)))
            _ready.add(name)
    work, args, kwargs = pickle.loads(piece)
    return work(*args, **kwargs)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster whose scheduler has that address; MissingExtra without Dask, DataError where it fails us.

    However the caller leaves, pieces that no worker has begun are forgotten.
    """
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra("--cluster", "cluster") from None
    _silence()
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError):
        raise DataError(f"{address}: no Dask scheduler answers there") from None
    try:
        if not client.scheduler_info()["workers"]:
            say("cluster", f"{address} has no workers yet; the work begins when one comes")
        with plain_errors(address):
            yield Cluster(client, address)
    finally:
        client.close(timeout=CONNECT_SECONDS)


@contextmanager
def plain_errors(address: str) -> Iterator[None]:
    """What goes wrong with a cluster, within, becomes a DataError."""
    from distributed import KilledWorker

    try:
        yield
    except CancelledError:
        raise DataError(f"{address}: the scheduler is gone; what has come back is kept") from None
    except KilledWorker as error:
        raise DataError(f"{address}: one piece of work was lost with {error.allowed_failures + 1} workers") from None
    except ModuleNotFoundError as error:
        raise DataError(f"{address}: a worker has no {error.name}: {_INSTALL}") from None


def _silence() -> None:
    """Let nothing of Dask's own log reach the user: what matters comes as an error."""
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
