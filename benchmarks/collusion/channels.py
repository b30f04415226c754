"""First guesses that a colluder hits because its partner passed on the word, by channel and isolation.

Contests of one, two and ten words are played for real. By chance 1 of WORDS first guesses hits.
"""

import contextlib
import os
import random
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any

from benchmarks.collusion import colluder
from benchmarks.measuring.markdown import table
from referee import run
from referee.contest.isolation import IsolationRequest
from referee.runner.client import Runner
from referee.runner.levels import find_sandbox

LENGTH, WORDS = 4, 30
"""Letters, and words of the list."""
CONTESTS = {1: 4, 2: 4, 10: 1}
"""How many contests are played, by the words of each."""
LEVELS = {"none": "off", "auto": "auto", "require": "require"}
"""The value of --sandbox, by the name of the column."""
AT_ONCE = frozenset({"file-lock"})
"""The channels that work only while both play."""
CONTENT = b"x" * 65536


def word_list(seed: int = 1) -> list[str]:
    """Words over few letters, sorted."""
    dice, words = random.Random(seed), set[str]()
    while len(words) < WORDS:
        words.add("".join(dice.choices("abcdefgh", k=LENGTH)))
    return sorted(words)


def prepare(folder: Path) -> str:
    """Write the list, and a directory with files for the bits of a channel; returns the path of the list."""
    (folder / "shared").mkdir()
    for name in (f"{word}{played}" for word in word_list() for played in ("", colluder.PLAYED)):
        with (folder / "shared" / name).open("wb") as file:
            file.write(CONTENT)
            os.fsync(file.fileno())  # what is not on the disk yet stays in the page cache
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    path = folder / "words.txt"
    path.write_text("\n".join(word_list()) + "\n")
    return str(path)


def players(channel: str, folder: Path) -> list[str]:
    """The commands of the pair."""
    command = f"{sys.executable} {Path(colluder.__file__).resolve()}"
    return [f"{role}er={command} {role} {channel} {folder}/shared" for role in ("tell", "listen")]


def clear(channel: str, folder: Path) -> None:
    """Let nothing be told in the channel."""
    Path(colluder.FOREIGN).unlink(missing_ok=True)
    files = colluder.files_of(str(folder / "shared"), word_list())
    with contextlib.suppress(OSError, ValueError, TypeError):  # this user cannot open the channel
        colluder.CHANNELS[channel](files).clear()
    for file in files:
        os.close(file)


def hits(channel: str, level: str, words: int, contests: int) -> int:
    """The games of the listener, over all contests, in which the first guess was the word."""
    found = 0
    with tempfile.TemporaryDirectory(dir="/var/tmp") as home:  # a disk: files in memory have no page cache to leave
        folder = Path(home)
        wordlist = prepare(folder)
        folder.chmod(0o755)
        for contest in range(contests):
            clear(channel, folder)
            result = run(
                players(channel, folder),
                lengths=[LENGTH],
                rounds=words,
                wordlist=wordlist,
                jobs=2 if channel in AT_ONCE else 1,
                out=folder / f"{contest}",
                sandbox=LEVELS[level],
                expose=[folder / "shared"],
            )
            found += sum(game.guesses[:1] == (game.word,) for game in result.games if game.player == "listener")
        clear(channel, folder)
    return found


def measure(quick: bool) -> dict[str, Any]:
    """Hits by channel, level and words of a contest."""
    levels = ["none", "require"] if quick else [*LEVELS]
    contests = {1: 1, 2: 1} if quick else CONTESTS
    with Runner() as runner:
        _, says = find_sandbox(IsolationRequest(), runner)
    found = {
        channel: [
            {"level": level, "words": words, "games": words * number, "hits": hits(channel, level, words, number)}
            for level, (words, number) in product(levels, contests.items())
        ]
        for channel in colluder.CHANNELS
    }
    return {"user": "root" if os.geteuid() == 0 else "an ordinary user", "isolation": says, "hits": found}


def tables(results: dict[str, Any]) -> dict[str, str]:
    """`hits`: a row for each channel, a column for each level and number of words."""
    columns = [f"{one['level']}, {one['words']}" for one in next(iter(results["hits"].values()))]
    rows = [
        [channel, *(f"{one['hits']} of {one['games']}" for one in cells)] for channel, cells in results["hits"].items()
    ]
    expected = ["by chance", *(f"{one['games'] / WORDS:.1f}" for one in next(iter(results["hits"].values())))]
    header = [f"as {results['user']}: level, words of a contest", *columns]
    return {"hits": table(header, [*rows, expected])}
