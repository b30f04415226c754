"""Offline commands on two cores: ranking all first guesses, and the exact evaluation of `score` with its book."""

import json
import os
import subprocess
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks import contest, programs
from benchmarks.tables import figure, table

JOBS = "2"


def measure(quick: bool) -> dict[str, Any]:
    """Seconds of each command from launch to exit, with an empty cache except for numba's compiled functions.

    The commands share the cache. None goes on with the work of another one: a finished command removes its checkpoints.
    """
    lengths = "4,5" if quick else "4-13"
    ranking = ["first-guesses", "--lengths", lengths, "--jobs", JOBS]
    with tempfile.TemporaryDirectory() as folder:
        # A module that cannot be imported stands before the installed numba on the path.
        without = Path(folder, "without")
        without.mkdir()
        (without / "numba.py").write_text("raise ImportError('measured without')\n")

        results = {
            "list": contest.list_name(),
            "lengths": lengths,
            "numpy": _seconds(ranking, folder, {"PYTHONPATH": str(without)}),
            "fast": None,
        }

        if find_spec("numba"):
            # The first run compiles the functions into numba's cache, and is not measured.
            _seconds(["first-guesses", "--lengths", "4"], folder)
            results["fast"] = _seconds(ranking, folder)

        results["evaluate"] = _seconds(["evaluate", "--lengths", lengths, "--jobs", JOBS], folder)
    return results


def _seconds(arguments: list[str], cache: str, environment: dict[str, str] | None = None) -> float:
    """Seconds of `precompute` with these arguments, on the list of benchmarks.contest or else on the packaged lists."""
    line = [programs.path("precompute"), *arguments, "--json"]
    source = contest.source()
    if source:
        line += ["--wordlist", source]
    variables = {**os.environ, "XDG_CACHE_HOME": cache, **(environment or {})}

    start = time.perf_counter()
    done = subprocess.run(line, stdout=subprocess.PIPE, check=True, env=variables)
    seconds = time.perf_counter() - start

    # Raises an error if no result was printed: the time would mean nothing.
    json.loads(done.stdout)
    return seconds


def tables(results: dict[str, Any]) -> dict[str, str]:
    """Return the table `seconds`, with a row for each command."""
    ranking = f"`precompute first-guesses --lengths {results['lengths']} --jobs {JOBS}`"
    evaluation = f"`precompute evaluate --lengths {results['lengths']} --jobs {JOBS}`"
    rows = [[f"{ranking}, numpy", figure(results["numpy"], 1)]]
    if results["fast"] is not None:
        rows.append([f"{ranking}, `[fast]`", figure(results["fast"], 1)])
    rows.append([evaluation, figure(results["evaluate"], 1)])
    return {"seconds": table([f"on {results['list']}", "s"], rows)}
