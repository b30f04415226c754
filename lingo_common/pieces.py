"""Work in independent pieces: on several processes, checkpointed, so that a killed run goes on where it stopped."""

import errno
import hashlib
import itertools
import json
import logging
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, TypeVar

from lingo_common.errors import DataError, reason
from lingo_common.files import cache_directory

Piece = TypeVar("Piece")

_log = logging.getLogger(__name__)
IN_HAND = 1000
"""Pieces that an executor has at a time: enough for as many cores, and little memory however many pieces there are."""


class Checkpoint:
    """The results of finished pieces in a file of JSON lines that grows as they come.

    The file's name is a hash of the identity: everything that the results depend on. Other work has another file.
    """

    def __init__(self, identity: Sequence[Any], directory: str | None = None) -> None:
        """Open the checkpoint of that work; where none can be kept there, say so: the work can be done without."""
        name = hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:32]
        directory = directory or os.path.join(cache_directory(), "checkpoints")
        self.path = os.path.join(directory, f"{name}.jsonl")
        self.results: dict[str, Any] = {}
        self._kept = True
        try:
            os.makedirs(directory, exist_ok=True)
            if not os.access(directory, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            self._read()
        except OSError as error:
            self._kept = False
            _log.warning("%s: cannot keep checkpoints: %s; what is interrupted starts anew", directory, reason(error))
            return
        _log.debug("checkpoint %s: %d results are there", self.path, len(self.results))

    def _read(self) -> None:
        """Take in every whole line; from a torn or damaged one on the file is cut off, those pieces are done again."""
        if not os.path.exists(self.path):
            return
        whole = 0
        with open(self.path, "rb+") as file:
            for line in file:
                if not self._take(line):
                    file.truncate(whole)  # and only then: another run of the same work may be adding lines
                    break
                whole += len(line)

    def _take(self, line: bytes) -> bool:
        """Take in the result of a line; False where the line is not whole or holds none."""
        if not line.endswith(b"\n"):
            return False
        try:
            key, result = json.loads(line)
            self.results[key] = result
        except (ValueError, TypeError):
            return False
        return True

    def add(self, key: str, result: Any) -> None:
        """Keep a result; it is on the disk when this returns. DataError where the disk is full."""
        self.results[key] = result
        if not self._kept:
            return
        try:
            with open(self.path, "a", encoding="ascii") as file:
                file.write(json.dumps([key, result]) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise DataError(f"{self.path}: cannot keep a checkpoint: {reason(error)}") from None

    def done(self) -> None:
        """Remove the file: the work is finished."""
        if self._kept:
            with suppress(FileNotFoundError):  # nothing was kept, or another run of the same work has finished
                os.unlink(self.path)


def in_pieces(
    work: Callable[[Piece], Any],
    pieces: Iterable[Piece],
    executor: Executor | None = None,
    checkpoint: Checkpoint | None = None,
) -> Iterator[tuple[Piece, Any]]:
    """(piece, result) for every piece, in the order they finish; without an executor one after the other, here.

    Pieces and results must be what JSON can hold; pieces in the checkpoint are not done again.
    """
    keys = {json.dumps(piece): piece for piece in pieces}
    known = checkpoint.results if checkpoint else {}
    for key in keys.keys() & known.keys():
        yield keys[key], known[key]
    left = {key: piece for key, piece in keys.items() if key not in known}
    for piece, result in as_they_finish(work, left.values(), executor):
        if checkpoint:
            checkpoint.add(json.dumps(piece), result)
        yield piece, result


def as_they_finish(
    work: Callable[[Piece], Any], pieces: Iterable[Piece], executor: Executor | None
) -> Iterator[tuple[Piece, Any]]:
    """(piece, result) for every piece, in the order they finish; pieces are drawn as there is room for them."""
    return itertools.chain.from_iterable(finished_together(work, pieces, executor))


def finished_together(
    work: Callable[[Piece], Any], pieces: Iterable[Piece], executor: Executor | None
) -> Iterator[list[tuple[Piece, Any]]]:
    """The same in lists of those that have finished since the list before: who is slow to take them gets more at once.

    What finished before an error is passed on before the error is raised.
    """
    if executor is None:
        for piece in pieces:
            yield [(piece, work(piece))]
        return
    finished: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
    running: dict[Future[Any], Piece] = {}

    def arrived() -> Iterator[list[tuple[Piece, Any]]]:
        futures = [finished.get()]
        while not finished.empty():
            futures.append(finished.get())
        good = list(itertools.takewhile(lambda one: not one.cancelled() and one.exception() is None, futures))
        if good:
            yield [(running.pop(future), future.result()) for future in good]
        for failed in futures[len(good) :]:
            failed.result()

    for piece in pieces:
        if len(running) == IN_HAND:
            yield from arrived()
        future = executor.submit(work, piece)
        running[future] = piece
        future.add_done_callback(finished.put)
    while running:
        yield from arrived()


def workers(jobs: int, cluster: str | None = None) -> AbstractContextManager[Executor | None]:
    """An executor of the Dask cluster at that address, else of so many processes here, None for one job."""
    if cluster is None:
        return processes(jobs)
    from lingo_common.cluster import connected

    return connected(cluster)


@contextmanager
def processes(jobs: int) -> Iterator[Executor | None]:
    """An executor of so many processes, None for one job; whatever happens they are gone afterwards."""
    if jobs == 1:
        yield None
        return
    executor = ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(os.getpid(),))
    try:
        yield executor
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        # The executor reaps its workers itself; a second thread that waits for them would take its news away.
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()


def _start_worker(parent: int) -> None:
    """Leave Ctrl-C to the parent, and do not outlive it, even where it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
