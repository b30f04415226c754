"""The searcher that each thread of a process keeps: making one takes long, and a proof has many pieces for it."""

import pickle
import threading
from collections.abc import Callable
from typing import Any, TypeVar

AnySearcher = TypeVar("AnySearcher")
"""A type of searcher (codebreaker.proof.Searcher)."""

_kept = threading.local()
"""Its attribute `searchers` holds the searcher that this thread keeps, by the pickled function that made it.

There is one at most, the last one. Threads share none: a search writes into arrays of its searcher, so two threads with
the same one would prove what is not true. The main thread of a forked process has what the thread that forked it kept.
"""


def searcher_of(pickled_build: bytes) -> Any:
    """The searcher that this thread keeps for the pickled function, which makes it if there is none."""
    # A new thread has no attribute yet.
    searchers: dict[bytes, Any] = getattr(_kept, "searchers", {})
    if pickled_build not in searchers:
        searchers = {pickled_build: pickle.loads(pickled_build)()}
        _kept.searchers = searchers
    return searchers[pickled_build]


def keep_searcher(build: Callable[[], object], searcher: object) -> None:
    """Keep this searcher in the thread as the one that `build` makes. So `build` need not make its game again."""
    _kept.searchers = {pickle.dumps(build): searcher}


def kept_searcher(build: Callable[[], AnySearcher]) -> AnySearcher:
    """The searcher that this thread keeps for `build`, which makes it if there is none.

    Where it is made before an executor forks its processes, they inherit it with all its tables.
    """
    searcher: AnySearcher = searcher_of(pickle.dumps(build))
    return searcher
