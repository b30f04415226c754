"""Executors that run pieces of work: processes on this machine, or the workers of a Dask cluster."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager

from lingo_common.signals import restore_defaults


def workers(jobs: int, cluster: str | None = None) -> AbstractContextManager[Executor | None]:
    """An executor of the Dask cluster at that address, or of `jobs` processes on this machine (see processes)."""
    if cluster is None:
        return process_pool(jobs)
    from lingo_common.cluster import connect

    return connect(cluster)


@contextmanager
def process_pool(jobs: int) -> Iterator[Executor | None]:
    """An executor of `jobs` processes, or None for one job. The processes are gone when the context ends."""
    if jobs == 1:
        yield None
        return
    executor = ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(os.getpid(),))
    try:
        yield executor
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        # The executor waits for its workers itself; waiting for them here too would lose their exit status.
        executor.shutdown(cancel_futures=True)
        raise
    executor.shutdown()


def _start_worker(parent: int) -> None:
    """Ignore Ctrl-C, which the parent handles; exit at SIGTERM, and when the parent is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    restore_defaults()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
