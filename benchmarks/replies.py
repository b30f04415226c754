"""Replies a second by length, including the histogram of bins: numpy and `[fast]`, compared with memory speed.

A reply is the sum of one term for each letter group of the guess (codebreaker.games.lingo). If the terms are read from
memory, not from a cache, the speed of memory limits the replies a second: the limit is the rate at which this machine
copies memory (bytes read and written) divided by the bytes of a reply's terms.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import numpy as np

from benchmarks import contest
from benchmarks.measuring.markdown import Figure, table
from benchmarks.measuring.svg import line_chart
from codebreaker import bins
from codebreaker.games.lingo import lingo
from wordlists import reader

REPLIES = 150_000_000
"""Replies in a measurement; a quick one has a tenth of them."""
COPIED = 1 << 28
"""Bytes of the copied array: more than any cache holds."""


def measure(quick: bool) -> dict[str, Any]:
    """Million replies a second by length; gigabytes a second of a copy."""
    lengths = (5, 9, 13) if quick else range(reader.SHORTEST, reader.LONGEST + 1)
    bandwidth = copy_bandwidth()
    found = {str(length): _rates(length, REPLIES // 10 if quick else REPLIES) for length in lengths}
    for rates in found.values():
        rates["limit"] = bandwidth * 1e3 / rates["bytes"]
    return {"list": contest.list_name(), "copy": bandwidth, "lengths": found}


def copy_bandwidth() -> float:
    """Gigabytes read and written a second when one core copies memory; the best of five runs."""
    source, sink = np.ones(COPIED, dtype=np.uint8), np.zeros(COPIED, dtype=np.uint8)
    return 2 * COPIED / best(lambda: np.copyto(sink, source), 5) / 1e9


def best(work: Callable[[], object], runs: int) -> float:
    """The seconds of the fastest run, after one to warm up."""
    times = []
    for _ in range(runs + 1):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times[1:])


def _rates(length: int, replies: int) -> dict[str, float]:
    """Words, bytes of terms in a reply, and million replies a second of each implementation; all words are secrets."""
    words = reader.read_list(length, contest.source()).words
    game, count = lingo(words), max(2, min(len(words), replies // len(words)))
    # Guesses from the whole alphabet: neighbours in the list share letters, and therefore terms.
    some = game.features[:: len(words) // count][:count]
    terms, table = game.terms(np.arange(len(words))), np.arange(len(words) + 1) ** 2
    groups = float(np.count_nonzero(some < len(terms) - 1, axis=1).mean())
    work = {"words": len(words), "bytes": groups * terms.itemsize}
    done = count * len(words) / 1e6
    numpy_form = partial(bins.bin_totals, terms, some, table, game.codes)
    work["numpy"] = done / best(numpy_form, 3)
    try:
        from codebreaker.search.kernels import bin_totals as fast
    except ImportError:
        return work
    work["fast"] = done / best(partial(fast, terms, some, table, game.codes), 3)
    halves = [some[: count // 2], some[count // 2 :]]
    with ThreadPoolExecutor(2) as threads:
        both = lambda: list(threads.map(lambda half: fast(terms, half, table, game.codes), halves))  # noqa: E731
        work["fast_2"] = done / best(both, 3)
    return work


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`rates`: million replies a second; `copy`: gigabytes a second."""
    rows = [
        [
            length,
            at["words"],
            *(Figure(at[name], 0) if name in at else None for name in ("numpy", "fast", "fast_2")),
            Figure(at["bytes"], 1),
            Figure(at["limit"], 0),
            Figure(at.get("fast", at["numpy"]) / at["limit"], 2),
        ]
        for length, at in results["lengths"].items()
    ]
    header = ["letters", "words", "numpy M/s", "`[fast]` M/s", "on 2 threads M/s"]
    copy = f"One core copies {results['copy']:.1f} GB a second, bytes read and written."
    return {"copy": copy, "rates": table([*header, "bytes of terms", "limit M/s", "one core of limit"], rows)}


def charts(results: dict[str, Any]) -> dict[str, str]:
    """`replies`: million replies a second by length."""
    named = {"numpy": "numpy", "fast": "[fast]", "fast_2": "[fast], 2 threads", "limit": "memory"}
    series = {
        title: [(int(length), at[name]) for length, at in results["lengths"].items() if name in at]
        for name, title in named.items()
    }
    return {"replies": line_chart("million replies a second", "letters", series, log_y=True)}
