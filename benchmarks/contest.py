"""The original contest's word list and three of its players, where they are present."""

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import program
from precompute import contest_winner

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LINGO_CONTEST") or ROOT.parent / "shared")
"""The folder with the contest's word list (pit/) and its players (players/extract.py)."""
WINNER = dict(zip(range(4, 14), contest_winner.WINNER.values(), strict=True))
"""Mean points by length that the winner's author reported, over all words of the contest's list."""
OURS = program.path("lingo-bot")
"""The path of lingo-bot in the environment that runs the benchmark."""


def source() -> str | None:
    """The word list to measure on: the contest's, or None for the packaged list."""
    pit = SHARED / "pit"
    return str(pit) if (pit / "wordlist.txt").exists() else None


def list_name() -> str:
    """The name of the word list that is measured on."""
    return "the contest's list" if source() else "the packaged lists"


@contextlib.contextmanager
def rivals() -> Iterator[dict[str, list[str]]]:
    """The commands of the contest's players that can run here, by name. Their folder exists during the context."""
    with tempfile.TemporaryDirectory(prefix="rivals-") as folder:
        extract = SHARED / "players" / "extract.py"
        if extract.exists():
            # The script writes all sources first, then compiles; it stops at the first missing compiler.
            subprocess.run([sys.executable, extract, folder], capture_output=True, check=False)
        yield _runnable(Path(folder))


def _runnable(folder: Path) -> dict[str, list[str]]:
    found = {}
    if (folder / "edc65").exists():
        found["edc65"] = [str(folder / "edc65")]
    if (folder / "Lingo.java").exists() and shutil.which("javac") and shutil.which("java"):
        if not (folder / "Lingo.class").exists():
            subprocess.run(["javac", "Lingo.java"], cwd=folder, check=True)
        found["java"] = ["java", "-cp", str(folder), "Lingo"]
    if (folder / "chinese-perl-goth.pl").exists() and shutil.which("perl"):
        found["perl"] = ["perl", str(folder / "chinese-perl-goth.pl")]
    return found


def examples() -> dict[str, list[str]]:
    """The commands of the example players by name: the opponents where the contest's players are missing."""
    folder = ROOT / "examples" / "players"
    return {
        "entropy": [sys.executable, str(folder / "opponents.py"), "entropy"],
        "frequency": ["awk", "-f", str(folder / "candidates.awk")],
    }
