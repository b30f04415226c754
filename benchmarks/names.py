"""The cache of names: how well a program hears which name another one looked up in a directory that both see."""

import os
import secrets
import statistics
import subprocess
import sys
import time
from typing import Any

from benchmarks.tables import record_table
from wordlists.reader import read_list

PAGE = "threat-model.md"
DIRECTORY = "/usr/bin"


def microseconds(name: str) -> float:
    """Time for one look at a file that is not there."""
    start = time.perf_counter_ns()
    os.access(f"{DIRECTORY}/{name}", os.F_OK)
    return (time.perf_counter_ns() - start) / 1000


def measure(quick: bool) -> dict[str, Any]:
    """Median times of a first and a second look, and how many words of a list a listener names, by one look at each."""
    words, trials, right, first, second = sorted(read_list(5).words), 5 if quick else 20, 0, [], []
    for _ in range(trials):
        salt, word = secrets.token_hex(8), secrets.choice(words)
        subprocess.run([sys.executable, "-c", f"import os; os.access('{DIRECTORY}/{word}{salt}', 0)"], check=True)
        times = {each: microseconds(each + salt) for each in words}
        right += min(times, key=times.__getitem__) == word
        first.append(statistics.median(times.values()))
        second.append(statistics.median(microseconds(each + salt) for each in words))
    row = {"first": statistics.median(first), "second": statistics.median(second), "trials": trials, "right": right}
    return {"looks": [row | {"words": len(words)}]}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`looks`: the two times and the words that the listener named."""
    columns = {"words": ("words", None), "first look, µs": ("first", 1), "second look, µs": ("second", 1)}
    return {"looks": record_table(results["looks"], columns | {"trials": ("trials", None), "named": ("right", None)})}
