"""Points: our player and the contest's three under our referee, all on the same words; and the exact means."""

import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import contest
from benchmarks.markdown import Figure, table

SEED = 1
EXACT = contest.ROOT / "docs" / "figures" / "score.json"
"""What `precompute evaluate --wordlist LIST --json` prints for the contest's list."""


def measure(quick: bool) -> dict[str, Any]:
    """The leaderboard of a pit, and for each length the mean over all words: the winner's, ours, the bound."""
    with contest.rivals() as rivals:
        board = _pit({"lingo-bot": [contest.OURS], **(rivals or contest.examples())}, 2 if quick else 100)
    exact = json.loads(EXACT.read_text())["lengths"]
    means = {
        length: {"winner": contest.WINNER[int(length)], "ours": at["mean_points"], "bound": at["bound"]}
        for length, at in exact.items()
    }
    return {"list": contest.list_name(), "seed": SEED, "rounds": board["rounds"], "pit": _scores(board), "exact": means}


def _pit(players: dict[str, list[str]], rounds: int) -> dict[str, Any]:
    """The leaderboard that the referee prints as JSON."""
    commands = [f"{name}={shlex.join(command)}" for name, command in players.items()]
    referee = str(Path(sys.executable).parent / "referee")
    options = ["--rounds", str(rounds), "--seed", str(SEED), "--format", "json"]
    if source := contest.source():
        options += ["--wordlist", source]
    with tempfile.TemporaryDirectory() as folder:
        line = [referee, "run", "--players", *commands, *options, "--out", str(Path(folder, "run"))]
        board: dict[str, Any] = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)
    return board


def _scores(board: dict[str, Any]) -> dict[str, Any]:
    return {
        player["name"]: {
            "total": player["total"],
            "failures": sum(player["failures"].values()),
            "lengths": {length: at["points"] for length, at in player["by_length"].items()},
        }
        for player in board["players"]
    }


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`pit`: the leaderboard; `exact`: mean points by length."""
    players, exact = results["pit"], results["exact"]
    header = ["player", *next(iter(players.values()))["lengths"], "total", "failed games"]
    rows = [[name, *of["lengths"].values(), of["total"], of["failures"]] for name, of in players.items()]
    means = [
        [
            length,
            Figure(of["winner"], 2),
            Figure(of["ours"], 2),
            f"+{of['ours'] - of['winner']:.2f}",
            "" if of["bound"] is None else f"{of['bound']:.2f}" + (", reached" if of["bound"] == of["ours"] else ""),
        ]
        for length, of in exact.items()
    ]
    totals = [round(100 * sum(of[name] for of in exact.values())) for name in ("winner", "ours")]
    means.append(["pit of 100 each", *totals, f"+{totals[1] - totals[0]:,}", ""])
    return {
        "pit": table(header, rows),
        "exact": table(["letters", "contest winner", "lingo-bot", "more", "proved bound"], means),
    }
