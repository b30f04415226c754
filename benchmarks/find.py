"""Arrangements of n among 2n colours by three methods: mean tries, seconds a game, memory."""

import json
import resource
import subprocess
import sys

RUNS = (
    ("list", 5, 1000), ("two-phase", 5, 1000), ("constraint", 5, 10),
    ("list", 6, 100), ("two-phase", 6, 100),
    ("list", 7, 10), ("two-phase", 7, 100),
    ("two-phase", 9, 20), ("two-phase", 11, 10),
    ("constraint", 11, 2), ("constraint", 16, 2),
)  # fmt: skip
"""(method, holes, games)."""


def main() -> None:
    """Play the games of each run in a process of its own; memory is the largest so far of any of them."""
    for method, holes, games in RUNS:
        line = [sys.executable, "-m", "codebreaker", "find", str(holes), "--method", method]
        line += ["--rounds", str(games), "--seed", "1", "--json"]
        found = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        each = found["seconds"] / games
        print(
            f"  n = {holes:2} {method:10} {found['mean']:6.2f} tries, {each:.3f} s a game, at most {megabytes} MB",
            flush=True,
        )


if __name__ == "__main__":
    main()
