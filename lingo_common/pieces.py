"""Independent pieces of work; results arrive in the order in which the pieces finish, and a checkpoint keeps them.

An executor runs them: processes on this machine, or the workers of a Dask cluster.
"""

import hashlib
import itertools
import json
import logging
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import msgspec

from lingo_common.errors import DataError, reason
from lingo_common.files import cache_directory
from lingo_common.signals import hold_signals, leave_to_parent

_log = logging.getLogger(__name__)
Piece = TypeVar("Piece")

MAX_UNFINISHED = 1000
"""Unfinished pieces that an executor holds at a time: enough for as many cores, and a bound on memory."""
_WATCH_SECONDS = 1
"""Seconds between two looks of a worker whether the process that started it is there."""


def canonical_json(value: Any) -> str:
    """The value as JSON, the same text for equal values. Objects that JSON does not know have a method `to_json`."""
    return json.dumps(value, sort_keys=True, default=lambda value: value.to_json())


class Checkpoint:
    """The results of finished pieces, appended to a file of JSON lines as they arrive.

    The file's name is a hash of the identity, which lists everything that the results depend on.
    """

    def __init__(self, identity: Sequence[Any], directory: str | None = None) -> None:
        """Open the checkpoint and read what it holds. If the directory cannot be written, log a warning and go on."""
        # 32 digits, which are 128 bits, tell any two identities apart.
        name = hashlib.sha256(canonical_json(identity).encode()).hexdigest()[:32]
        directory = directory or os.path.join(cache_directory(), "checkpoints")
        self.path = os.path.join(directory, f"{name}.jsonl")
        self.results: dict[str, Any] = {}
        """The result of each finished piece by its key."""
        self.needed: set[str] = set()
        """The keys of the results that this work has added or taken over. Work with other options may leave more."""
        self._is_writable = True

        try:
            os.makedirs(directory, exist_ok=True)
            if not os.access(directory, os.W_OK):
                raise PermissionError("permission denied")
            self._read(cut_damage=True)
        except OSError as error:
            self._is_writable = False
            _log.warning("%s: cannot keep checkpoints: %s; interrupted work will start again", directory, reason(error))
            return

        _log.debug("checkpoint %s: %d results found", self.path, len(self.results))

    def _read(self, cut_damage: bool) -> None:
        """Read every whole line up to the first damaged one.

        cut_damage: whether the file is truncated there, so that results can be appended again. The pieces of the lines
        that are cut off are computed again. A line that another process is writing just now looks damaged too.
        """
        good_bytes = 0
        with suppress(FileNotFoundError), open(self.path, "rb+") as file:
            for line in file:
                try:
                    if not line.endswith(b"\n"):
                        raise ValueError("the line is not complete")
                    key, result = json.loads(line)
                    self.results[key] = result
                except (ValueError, TypeError):
                    if cut_damage:
                        file.truncate(good_bytes)
                    break

                good_bytes += len(line)

    def add(self, key: str, result: Any) -> None:
        """Store a result, which stays if this process is killed. DataError if it cannot be written."""
        self.results[key] = result
        self.needed.add(key)
        if not self._is_writable:
            return
        try:
            with open(self.path, "a", encoding="ascii") as file:
                file.write(json.dumps([key, result]) + "\n")
        except OSError as error:
            raise DataError(f"{self.path}: cannot keep a checkpoint: {reason(error)}") from None

    def done(self) -> None:
        """Remove the file, because the work is finished; keep it if interrupted work has left results in it, too."""
        if not self._is_writable:
            return
        # Another process may have added results since, and may be writing one now, which must not be cut off.
        self._read(cut_damage=False)
        if self.results.keys() <= self.needed:
            with suppress(FileNotFoundError):  # no result was stored, or another process finished the same work
                os.unlink(self.path)


def run_pieces(
    work: Callable[[Piece], Any],
    pieces: Iterable[Piece],
    executor: Executor | None = None,
    checkpoint: Checkpoint | None = None,
    result_type: Any = Any,
) -> Iterator[tuple[Piece, Any]]:
    """(piece, result) for every piece; results in the checkpoint come first and are not computed again.

    Pieces are JSON values (see canonical_json). Results are of the type `result_type`, one that msgspec knows: the
    checkpoint keeps them as JSON values. Without an executor the work runs in this process.
    """
    by_key = {canonical_json(piece): piece for piece in pieces}
    results = checkpoint.results if checkpoint else {}
    if checkpoint:
        checkpoint.needed.update(by_key)
    for key in by_key.keys() & results.keys():
        # The keys of a dict are text in JSON, which only strict=False takes for numbers.
        yield by_key[key], msgspec.convert(results[key], result_type, strict=False)

    # They are listed before the work begins, because it adds to `results`.
    missing = [piece for key, piece in by_key.items() if key not in results]
    for piece, result in run_each(work, missing, executor):
        if checkpoint:
            checkpoint.add(canonical_json(piece), msgspec.to_builtins(result, str_keys=True))
        yield piece, result


def run_each(
    work: Callable[[Piece], Any], pieces: Iterable[Piece], executor: Executor | None, limit: int = MAX_UNFINISHED
) -> Iterator[tuple[Piece, Any]]:
    """(piece, result) for every piece. A piece is taken from the iterable when fewer than `limit` are unfinished.

    A piece is unfinished until the caller has its result. With a limit of 1 the caller therefore has every result
    before the next piece is taken, and an iterable may choose that piece by the results.
    """
    return itertools.chain.from_iterable(run_in_batches(work, pieces, executor, limit))


def run_in_batches(
    work: Callable[[Piece], Any],
    pieces: Iterable[Piece],
    executor: Executor | None,
    limit: int | Callable[[], int],
) -> Iterator[list[tuple[Piece, Any]]]:
    """Lists of (piece, result): each list holds the pieces that have finished since the list before.

    limit: the most unfinished pieces, or a function that returns what it is now. A slow consumer gets longer lists.
    Results that arrived before an error are passed on before the error is raised.
    """
    if executor is None:
        for piece in pieces:
            yield [(piece, work(piece))]
        return

    finished: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    unfinished: dict[Future[Any], Piece] = {}

    for piece in pieces:
        # An executor may start a process or a thread here, during which a signal would be lost.
        with hold_signals():
            future = executor.submit(work, piece)
        unfinished[future] = piece
        future.add_done_callback(finished.put)

        most = limit() if callable(limit) else limit
        if len(unfinished) >= most:
            yield from _next_batch(finished, unfinished)

    while unfinished:
        yield from _next_batch(finished, unfinished)


def _next_batch(
    finished: queue.SimpleQueue[Future[Any]], unfinished: dict[Future[Any], Piece]
) -> Iterator[list[tuple[Piece, Any]]]:
    """Wait for at least one result; yield those that are there, then raise the first error among them.

    The futures of these results are removed from `unfinished`.
    """
    futures = [finished.get()]
    while not finished.empty():
        futures.append(finished.get())

    batch: list[tuple[Piece, Any]] = []
    error: BaseException | None = None
    for future in futures:
        error = CancelledError() if future.cancelled() else future.exception()
        if error is not None:
            break
        batch.append((unfinished.pop(future), future.result()))

    if batch:
        yield batch
    if error is not None:
        raise error


@contextmanager
def workers(jobs: int, cluster: str | None = None) -> Iterator[Executor | None]:
    """An executor of the Dask cluster at that address, or of `jobs` processes on this machine; None for one job.

    The processes are gone when the context ends. DataError if one of them was killed.
    """
    if cluster is not None:
        from lingo_common.cluster import connect

        with connect(cluster) as executor:
            yield executor
        return

    if jobs == 1:
        yield None
        return

    import multiprocessing  # slow to load
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # By default Python 3.14 starts them from a server: it would be their parent, and each would load numpy anew.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
    pool = ProcessPoolExecutor(jobs, context, _start_worker, (os.getpid(),))

    try:
        yield pool
    except BaseException as error:
        for child in multiprocessing.active_children():
            child.terminate()
        # The executor waits for its workers itself; waiting for them here too would lose their exit status.
        pool.shutdown(cancel_futures=True)
        if isinstance(error, BrokenProcessPool):
            why = "one of the processes was killed, perhaps because memory ran out"
            raise DataError(f"{why}: with fewer --jobs less is needed") from None
        raise

    pool.shutdown()


def _start_worker(parent: int) -> None:
    """Leave Ctrl-C and SIGHUP to the parent; exit at SIGTERM, and when the parent is gone, even if it was killed."""
    leave_to_parent()

    def watch() -> None:
        """Exit when this process has got another parent, as the children of a killed process do."""
        while os.getppid() == parent:
            time.sleep(_WATCH_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
