"""Replies a second by length, all words as secrets, the histogram of bins included; numpy and numba on one core."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from benchmarks.machine import source
from codebreaker import bins
from codebreaker.lingo import lingo
from wordlists import reader

REPLIES = 150_000_000
"""Replies in a measurement."""


def rate(work: Callable[[int], object], replies: int) -> float:
    """Million replies a second: the best of three runs of work(0), after one to warm up."""
    times = []
    for _ in range(4):
        start = time.perf_counter()
        work(0)
        times.append(time.perf_counter() - start)
    return replies / min(times[1:]) / 1e6


def main() -> None:
    """Print a line for every length."""
    try:
        from codebreaker.kernels import bin_totals as fast
    except ImportError:
        fast = None
    print("letters   words  numpy M/s  numba M/s  numba on 2 threads M/s")
    for length in range(reader.SHORTEST, reader.LONGEST + 1):
        words = reader.read(length, source()).words
        game, count = lingo(words), min(len(words), REPLIES // len(words))
        terms, table = game.terms(np.arange(len(words))), np.arange(len(words) + 1) ** 2
        some = game.features[:count]

        def one_core(totals, part=some, terms=terms, table=table, codes=game.codes):
            return lambda _: totals(terms, part, table, codes)

        figures = [rate(one_core(bins.bin_totals), count * len(words))]
        if fast is not None:
            figures.append(rate(one_core(fast), count * len(words)))
            with ThreadPoolExecutor(2) as threads:
                half = one_core(fast, some[: count // 2])
                both = rate(lambda _, half=half: list(threads.map(half, range(2))), 2 * (count // 2) * len(words))
            figures.append(both)
        print(f"{length:7}  {len(words):6}  " + "  ".join(f"{figure:9.0f}" for figure in figures))


if __name__ == "__main__":
    main()
