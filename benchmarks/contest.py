"""The original contest's word list and the program that won it, where they are present."""

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import programs

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("LINGO_CONTEST") or ROOT.parent / "shared")
"""The folder with the contest's word list (pit/) and its players (players/extract.py)."""
WINNER_BY_FINGERPRINT = {
    "caf0ae2cc7e5070870706d57dfa2e72d2c1eaff6dcf1c73a7ee18335aada6762": 100.98,
    "1eea75f98a449ab93c2402e5a681bbbaead3fdae894520618c69039fce64dd37": 164.44,
    "95ffd268643d33d387799aba81496af398625fffe0d99d67f0e456bb11796a52": 212.27,
    "262f3fa5f390ff33d13c02bac5942dbe1e4b68a0339fe10cf977c0cca9c2b1f4": 246.16,
    "7f483d903f62e8ba854dfaa5383e9b17eb1fa79f2f102a269907d735abd9f384": 273.23,
    "a8e966b0e73da04fa9dcddcebe31447ae8935743edeafbebc3940c05fc0399d1": 289.00,
    "0fb73720cb71d50f0b4acdfc49501fdad47130e233f3425b1f2f22828b525819": 302.13,
    "a85f58bb92d431940c3b30d6cdb06ff6f6fbd4861aaaf15c5ec76ab4012f60eb": 323.62,
    "71b2f72aaf2fdb0d4e59f8b5073a2e6cbed6a6901334d5255da4c0a0fdf9e25f": 330.19,
    "8145537c951bea2b34eee57e4e8aa714f94af20bae903388d2838bed647af612": 339.60,
}
"""Mean points a game that the winner's author reported, over all words of a length of the contest's list.

By the fingerprint of the list of that length, from 4 letters to 13 in this order.
"""
WINNER = dict(zip(range(4, 14), WINNER_BY_FINGERPRINT.values(), strict=True))
"""Mean points a game of the winner by length."""
OURS = programs.path("lingo-bot")
"""The path of lingo-bot in the environment that runs the benchmark."""


def source() -> str | None:
    """The word list to measure on: the contest's, or None for the packaged list."""
    pit = SHARED / "pit"
    return str(pit) if (pit / "wordlist.txt").exists() else None


def list_name() -> str:
    """The name of the word list that is measured on."""
    return "the contest's list" if source() else "the packaged lists"


@contextlib.contextmanager
def winner() -> Iterator[list[str] | None]:
    """The command of the contest's winner, edc65, which is written in C++; None where it cannot be compiled."""
    with tempfile.TemporaryDirectory(prefix="rivals-") as folder:
        extract = SHARED / "players" / "extract.py"
        if extract.exists():
            # The script writes all sources first, then compiles; it stops at the first missing compiler.
            subprocess.run([sys.executable, extract, folder], capture_output=True, check=False)
        program = Path(folder, "edc65")
        yield [str(program)] if program.exists() else None
