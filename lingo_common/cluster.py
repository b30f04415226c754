"""Cluster: a Dask cluster as an executor for pieces of work (the `cluster` extra).

The scheduler and every worker need the same version of this project, with the extra. They share no files.
"""

import hashlib
import logging
import pickle
import platform
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from lingo_common.errors import DataError, failure_of, missing_extra
from lingo_common.signals import hold_signals

if TYPE_CHECKING:
    from distributed import Client

_log = logging.getLogger(__name__)
CONNECT_SECONDS = 10
"""How long a scheduler may take to answer."""
_COUNTING_SECONDS = 1.0
"""Seconds between two requests for the number of threads."""
DISTRIBUTION = "lingo-bot"
"""The name of this project in package registries."""

_unpacked_name = ""
"""In a worker: the name of the value that this process has unpacked last."""
_unpacking = threading.Lock()
"""In a worker: held while a value is unpacked."""


class Cluster(Executor):
    """Runs pieces on the workers of a scheduler, including late ones. Pieces of a lost worker run again elsewhere."""

    def __init__(self, client: "Client", address: str) -> None:
        """client: connected to the scheduler at the address, which messages name."""
        self._client = client
        self.address = address
        self.client_id: str = client.id
        """The name by which the scheduler knows this process."""
        # pure=False: Dask would take two calls with equal arguments for one, and reuse the result of the first.
        self._executor = client.get_executor(pure=False)
        self._attached: tuple[str, Callable[[Any], object] | None, Any] = ("", None, None)
        """What is sent with each piece: the name, `unpack` and the stored value of the last bring()."""
        self._threads = 0
        """The number of threads when they were last counted."""
        self._counted_at = -_COUNTING_SECONDS
        """When that was (time.monotonic)."""

    def bring(self, name: str, unpack: Callable[[Any], object], value: Any) -> None:
        """Call unpack(value) in each worker's process, before the first piece that is submitted after this call.

        name: a name for the value, which the scheduler shows to people. Each worker fetches the value once, from the
        scheduler or from another worker. The next call replaces the value.

        A process does not unpack the value again that it unpacked last. An earlier value that is brought again is
        unpacked again, because the last one may have replaced what it left, such as the text of a file.
        """
        packed = zlib.compress(pickle.dumps(value))
        # Workers and the scheduler know the value by its name, so another value must not have the same one.
        name = f"{name}-{hashlib.sha256(packed).hexdigest()}"
        # The cluster stores the result of a task, and each piece names it as an argument. This task only returns its
        # argument: bytes(packed) is packed.
        stored = self._client.submit(bytes, packed, key=f"{name}-value")
        self._attached = (name, unpack, stored)

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future of work(*args, **kwargs)."""
        # Pickled here, because Dask would search nested arguments for its own futures.
        piece = pickle.dumps((work, args, kwargs))
        future: Future[Any] = self._executor.submit(_run_piece, piece, _version(), *self._attached)
        return future

    def threads(self) -> int:
        """The number of threads of all present workers. The scheduler is asked at most once a second."""
        is_due = time.monotonic() > self._counted_at + _COUNTING_SECONDS
        if is_due and self._client.status == "running":
            with plain_errors(self.address):
                self._threads = sum(self._client.nthreads().values())
            self._counted_at = time.monotonic()
        return self._threads

    def clients(self) -> list[str]:
        """The ids of the clients that are connected to the scheduler."""
        with plain_errors(self.address):
            return list(self._client.run_on_scheduler(_clients_of))

    def everywhere(self, work: Callable[..., Any], *args: Any) -> dict[str, Any]:
        """The result of work(*args) in each present worker by its address; workers lost meanwhile are left out."""
        if self._client.status != "running":
            # The scheduler is gone, so a call would wait for it and then fail.
            return {}

        with plain_errors(self.address):
            return dict(self._client.run(work, *args, on_error="ignore"))


def _clients_of(dask_scheduler: Any) -> list[str]:
    """In the scheduler: the ids of its clients. Dask passes the scheduler to a parameter of this name."""
    return list(dask_scheduler.clients)


@cache
def _version() -> str:
    """The installed version of this project."""
    from importlib.metadata import version  # slow to load, and only work on a cluster needs it

    return version(DISTRIBUTION)


def _run_piece(piece: bytes, needed: str, name: str, unpack: Callable[[Any], object] | None, packed: bytes) -> Any:
    """In a worker: return the result of the piece; DataError that names this machine if it cannot compute the result.

    needed: the version of the process that submitted the piece. name, unpack, packed: the value that Cluster.bring
    stored, which Dask has fetched; unpack is None if nothing was brought.
    """
    if _version() != needed:
        raise DataError(f"the worker on {platform.node()} has {DISTRIBUTION} {_version()}, not {needed}")

    try:
        return _result_of(piece, name, unpack, packed)
    except ModuleNotFoundError as error:
        package = f"{DISTRIBUTION}[cluster,fast]" if error.name == "numba" else "it"
        raise DataError(f"the worker on {platform.node()} has no {error.name}: install {package} there") from None
    except (OSError, MemoryError) as error:
        # Its disk may be full. Without the name it would read like a failure of the caller's machine.
        message, _exit_code = failure_of(error)
        raise DataError(f"the worker on {platform.node()}: {message}") from None


def _result_of(piece: bytes, name: str, unpack: Callable[[Any], object] | None, packed: bytes) -> Any:
    """In a worker: unpack the value if it is another one, and return the result of the piece."""
    global _unpacked_name
    # A worker may have several threads, and the value is unpacked once for all of them.
    with _unpacking:
        if unpack is not None and name != _unpacked_name:
            unpack(pickle.loads(zlib.decompress(packed)))
            _unpacked_name = name

    work, args, kwargs = pickle.loads(piece)
    return work(*args, **kwargs)


@contextmanager
def connect(address: str) -> Iterator[Cluster]:
    """The cluster of the scheduler at that address; DataError without Dask, and if the cluster fails.

    When the context ends, pieces that no worker has started are cancelled.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise missing_extra("--cluster", "cluster", error) from None

    # Dask logs each lost connection with a traceback. Failures that matter are raised as errors.
    for name in list(logging.root.manager.loggerDict):
        package = name.partition(".")[0]
        if package in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

    try:
        _await_greeting(address)
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except TypeError:
        # Dask raises it for an address of tls:// if its configuration names no certificates.
        raise DataError(
            f"{address}: Dask's configuration has no certificates for tls:// (distributed.comm.tls)"
        ) from None
    except (OSError, ValueError, MemoryError):
        # Dask takes the first bytes of another server for the size of a message.
        raise DataError(f"{address}: no Dask scheduler answers there") from None

    try:
        _check_scheduler(client, address)
        if not client.scheduler_info()["workers"]:
            _log.warning("%s has no workers yet; the work starts when one connects", address)
        with plain_errors(address):
            yield Cluster(client, address)
    finally:
        client.close(timeout=CONNECT_SECONDS)


def _check_scheduler(client: "Client", address: str) -> None:
    """Raise DataError if this project is not installed where the scheduler runs, or in another version.

    The scheduler imports the functions that it passes on to workers.
    """
    try:
        found = client.run_on_scheduler(_version)
    except ModuleNotFoundError as error:
        raise DataError(
            f"{address}: the scheduler has no {error.name}: install {DISTRIBUTION}[cluster] there"
        ) from None

    if found != _version():
        raise DataError(f"{address}: the scheduler has {DISTRIBUTION} {found}, not {_version()}")


def _await_greeting(address: str) -> None:
    """Return when a scheduler has greeted. Raises TimeoutError if nothing has greeted after CONNECT_SECONDS.

    Another server, such as the scheduler's dashboard, may never greet, and a Client would wait for ever. For an answer
    that is no greeting this raises whatever Dask makes of it.
    """
    import asyncio  # here, because it takes a tenth of the start of a program, and few programs work on a cluster

    from distributed.comm.core import connect as open_connection
    from distributed.security import Security

    async def greet() -> None:
        """Connect, and close the connection."""
        arguments = Security().get_connection_args("client")
        connection = await asyncio.wait_for(open_connection(address, **arguments), CONNECT_SECONDS)
        await connection.close()

    # A notebook has an event loop in this thread, and there can be no other one.
    with ThreadPoolExecutor(1) as threads:
        # A signal that went to this new thread would not wake the main one, which waits for the greeting.
        with hold_signals():
            greeting = threads.submit(asyncio.run, greet())
        greeting.result()


@contextmanager
def plain_errors(address: str) -> Iterator[None]:
    """Turn the errors that Dask raises within this context into a DataError."""
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    try:
        yield
    except (CancelledError, CommClosedError):
        # When the connection to the scheduler is lost, Dask cancels its futures, and a call that waits fails.
        raise DataError(f"{address}: the scheduler is gone; the results received so far are kept") from None
    except KilledWorker as error:
        raise DataError(f"{address}: one piece of work was lost with {error.allowed_failures + 1} workers") from None
