"""Points of lingo-bot and of the contest's three players under the referee, all on the same words."""

import json
import shlex
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from benchmarks import contest
from benchmarks.measuring import program
from benchmarks.measuring.markdown import table

SEED = 1


def measure(quick: bool) -> dict[str, Any]:
    """The leaderboard of a pit."""
    with contest.rivals() as rivals:
        players = {"lingo-bot": [contest.OURS], **(rivals or contest.examples())}
        source = contest.source()
        board = pit(players, 2 if quick else 100, ["--wordlist", source] if source else [])
    return {"list": contest.list_name(), "seed": SEED, "rounds": board["rounds"], "pit": scores(board)}


def pit(players: dict[str, list[str]], rounds: int, more: list[str]) -> dict[str, Any]:
    """The leaderboard that the referee prints as JSON; more: further options."""
    commands = [f"{name}={shlex.join(command)}" for name, command in players.items()]
    options = ["--rounds", str(rounds), "--seed", str(SEED), "--format", "json", *more]
    with tempfile.TemporaryDirectory() as folder:
        line = [program.path("referee"), "run", "--players", *commands, *options, "--out", str(Path(folder, "run"))]
        board: dict[str, Any] = json.loads(subprocess.run(line, stdout=subprocess.PIPE, check=True).stdout)
    return board


def scores(board: dict[str, Any]) -> dict[str, Any]:
    """Total, failed games and points by length of each player of a leaderboard."""
    return {
        player["name"]: {
            "total": player["total"],
            "failures": sum(player["failures"].values()),
            "lengths": {length: at["points"] for length, at in player["by_length"].items()},
        }
        for player in board["players"]
    }


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`pit`: the leaderboard."""
    players = results["pit"]
    header = ["player", *next(iter(players.values()))["lengths"], "total", "failed games"]
    rows = [[name, *of["lengths"].values(), of["total"], of["failures"]] for name, of in players.items()]
    return {"pit": table(header, rows)}
