"""The thread that starts the players in sandboxes, because it gets new session keyrings and its caller must not.

The system kills a sandbox when the thread that started it ends, so that the thread lives as long as any player.
"""

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_Result = TypeVar("_Result")


class Launches:
    """A thread that lasts while anybody holds it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holders = 0
        self._thread: ThreadPoolExecutor | None = None

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """A context in which the thread lasts."""
        with self._lock:
            self._holders += 1
            self._thread = self._thread or ThreadPoolExecutor(1, "launches")
        try:
            yield
        finally:
            with self._lock:
                self._holders -= 1
                ended = None if self._holders else self._thread
                self._thread = self._thread if self._holders else None
            if ended is not None:
                ended.shutdown()

    def run(self, function: Callable[[], _Result]) -> _Result:
        """The result of the function, called in the thread; only while somebody holds it."""
        assert self._thread is not None
        return self._thread.submit(function).result()


LAUNCHES = Launches()
"""The thread of this process."""
