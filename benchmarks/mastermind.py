"""Greedy and optimal trees of Mastermind and its kin: opener, total, mean, worst case, seconds, memory."""

import json
import resource
import subprocess
import sys

COMMANDS = (
    "tree --secrets distinct",
    "tree --criterion minimax",
    "tree --colours 8 --secrets distinct",
    "bound --colours 8 --secrets distinct",
    "tree --colours 10 --guesses distinct --secrets distinct",
    "tree --colours 8 --holes 5 --secrets distinct",
    "tree --colours 8 --holes 5",
    "optimal --secrets distinct",
    "optimal",
)


def main() -> None:
    """Run each command in a process of its own; memory is the largest so far of any of them."""
    for command in COMMANDS:
        line = [sys.executable, "-m", "codebreaker", *command.split(), "--json"]
        found = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)
        megabytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        figures = " ".join(f"{name} {found[name]}" for name in ("opener", "total", "mean", "worst", "seconds"))
        print(f"  {command}: {figures}, at most {megabytes} MB", flush=True)


if __name__ == "__main__":
    main()
