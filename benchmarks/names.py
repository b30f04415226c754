"""Whether a program can tell by the time of a look which name another program looked up in a directory that both see.

The kernel keeps the names that were looked up in a cache, also those of files that are not there. A name that is in the
cache is found faster.
"""

import os
import secrets
import statistics
import subprocess
import sys
import time
from typing import Any

from benchmarks.tables import record_table
from wordlists.word_list import read_list

PAGE = "threat-model.md"
"""The page of docs/ that gets the tables."""
DIRECTORY = "/usr/bin"


def microseconds(name: str) -> float:
    """Return the time in microseconds of one look at a file that is not there."""
    start = time.perf_counter_ns()
    os.access(f"{DIRECTORY}/{name}", os.F_OK)
    return (time.perf_counter_ns() - start) / 1000


def measure(quick: bool) -> dict[str, Any]:
    """Return median times of a first and a second look, and how many words a listener named rightly.

    In each trial another program looks up one word of the list, and the listener then looks up each word once. It names
    the word that was found fastest.
    """
    words = sorted(read_list(5).words)
    trials = 5 if quick else 20

    right = 0
    first_looks = []
    second_looks = []
    for _ in range(trials):
        # New names in every trial: those of an earlier one are in the cache already.
        salt = secrets.token_hex(8)
        word = secrets.choice(words)
        subprocess.run([sys.executable, "-c", f"import os; os.access('{DIRECTORY}/{word}{salt}', 0)"], check=True)

        times = {candidate: microseconds(candidate + salt) for candidate in words}
        if min(times, key=times.__getitem__) == word:
            right += 1
        first_looks.append(statistics.median(times.values()))
        second_looks.append(statistics.median(microseconds(candidate + salt) for candidate in words))

    row = {
        "words": len(words),
        "first": statistics.median(first_looks),
        "second": statistics.median(second_looks),
        "trials": trials,
        "right": right,
    }
    return {"looks": [row]}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `looks`: the two times, and how many words the listener named rightly."""
    columns = {
        "words": ("words", None),
        "first look, µs": ("first", 1),
        "second look, µs": ("second", 1),
        "trials": ("trials", None),
        "rightly named": ("right", None),
    }
    return {"looks": record_table(results["looks"], columns)}
