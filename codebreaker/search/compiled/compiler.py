"""numba's `njit` (the `fast` extra) with a cache that is never stale, and a message when a program compiles first.

numba asks only whether the file of a function has changed, and not the files of the functions that it calls and of the
constants that it uses. So the cache's directory is named by numba's version and a digest of all these files: any change
compiles all again.
"""

import logging
import mmap
import multiprocessing
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import numba
import numba.core.config
from numba.core import event

from codebreaker.identity import source_digest
from lingo_common.files import cache_directory

__all__ = ["njit"]

_log = logging.getLogger(__name__)

config: Any = numba.core.config

DIRECTORY = Path(__file__).parents[1]
"""The directory of codebreaker.search, the package whose functions are compiled."""
SOURCES = ("codebreaker.search", "codebreaker.objective", "codebreaker.certificate")
"""That package, and the modules outside it whose constants compiled functions use."""
KEPT_SECONDS = 24 * 3600
"""Caches of other versions are removed if they are older than this; younger ones may be in use."""

Function = TypeVar("Function", bound=Callable[..., Any])


def _directory() -> str | None:
    """The directory for compiled code; it is made if it does not exist. None if none can be written.

    It is in the cache directory that the user has set for numba, else in that of the package, else in the user's.
    """
    name = f"compiled-{numba.__version__}-{source_digest(*SOURCES)[:16]}"
    for parent in (config.CACHE_DIR, DIRECTORY / "__pycache__", cache_directory()):
        if not parent:
            continue
        path = os.path.join(parent, name)
        with suppress(OSError):
            if not os.path.isdir(path):
                # exist_ok: another process may have made it in the meantime.
                os.makedirs(path, exist_ok=True)
                _remove_old(parent, name)
            if os.access(path, os.W_OK):
                return path
    return None


def _remove_old(parent: str | Path, name: str) -> None:
    """Remove the caches of other versions, unless they are new."""
    for path in Path(parent).glob("compiled-*"):
        # Another process may remove it at the same time.
        with suppress(FileNotFoundError):
            if path.name != name and path.stat().st_mtime < time.time() - KEPT_SECONDS:
                shutil.rmtree(path, ignore_errors=True)


CACHE = _directory()


def njit(function: Function) -> Function:
    """The function compiled, without Python's lock while it runs; kept in the cache if there is one."""
    # numba looks at this setting only now, when it makes the function.
    before = config.CACHE_DIR
    config.CACHE_DIR = CACHE or ""
    try:
        compiled: Any = numba.njit(nogil=True, cache=CACHE is not None)(function)
        return compiled  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


class Compilation(event.Listener):
    """The compilation by numba in this process: the first time is announced by one line, and it can be stopped.

    The processes that this one forks do not announce it again.
    """

    def __init__(self) -> None:
        # One byte in memory that forked processes share: 1 once the line was logged.
        self._was_logged = mmap.mmap(-1, 1)
        self.is_stopped = False
        """Whether numba must compile no further function."""

    def on_start(self, event: event.Event) -> None:
        """Called by numba before it compiles a function. KeyboardInterrupt if the compilation is stopped."""
        if self.is_stopped:
            # numba may handle an Exception, but not this.
            raise KeyboardInterrupt
        if not self._was_logged[0]:
            self._was_logged[0] = 1
            _log.info("the search is compiled for this machine; that takes half a minute and happens once")

    def on_end(self, event: event.Event) -> None:
        pass

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Within the block, let each thread that compiles end at the next function that it begins to compile.

        To compile all functions of the search takes half a minute or more, and each of them some seconds at most.
        """
        self.is_stopped = True
        try:
            yield
        finally:
            self.is_stopped = False


COMPILATION = Compilation()

# A forked child has the listener of its parent. Any other child is started by a process that has announced it already.
if multiprocessing.parent_process() is None:
    event.register("numba:compile", COMPILATION)  # type: ignore[no-untyped-call]
