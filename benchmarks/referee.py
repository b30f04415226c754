"""Games a second by jobs and sandbox beside the bare cost of starting that player; what a launch costs."""

import statistics
import subprocess
import tempfile
import time
from itertools import chain
from pathlib import Path

from referee.dialogue import Limits
from referee.directory import working_directory
from referee.game import Fixture
from referee.isolation import reached
from referee.launcher import Launch
from referee.players import Player
from referee.playing import play_all
from referee.reaper import REAPER
from referee.sandbox import OPEN, Sandbox
from wordlists.reader import WordList

WORDS = ["crane", "dozes"]
LISTS = {5: WordList(5, WORDS, "two words")}
PLAYER = "#!/bin/sh\necho crane\nread -r reply\nexit 0\n"
GAMES = 400
LAUNCHES = 100


def games(player: Player, count: int, jobs: int, sandbox: Sandbox) -> float:
    """Seconds that so many games take."""
    fixtures = (Fixture(player, number, "crane") for number in range(count))
    start = time.perf_counter()
    with REAPER.claimed():
        for record in chain.from_iterable(play_all(fixtures, LISTS, Limits(), jobs, sandbox)):
            assert record.solved, record
    return time.perf_counter() - start


def started(command: tuple[str, ...], environment: dict[str, str] | None = None) -> float:
    """The median time in milliseconds to start a program and wait for its end."""
    times = []
    for _ in range(LAUNCHES):
        start = time.perf_counter()
        subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True, env=environment, cwd="/")
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def main() -> None:
    """Print a line for each measurement."""
    with tempfile.TemporaryDirectory() as home:
        program = Path(home, "player.sh")
        program.write_text(PLAYER)
        program.chmod(0o755)
        player = Player("shell", "shell", (str(program),))
        boxed, says = reached("auto")
        print(f"a shell player of four lines; {says}")
        bare = started((str(program), "5"))
        print(f"  bare start to end: {bare:.1f} ms, {1000 / bare:.0f} a second one after another")
        levels = {"none": OPEN, boxed.level: boxed}
        with working_directory(LISTS) as directory:
            for level, sandbox in levels.items():
                launch: Launch = sandbox.launch((str(program), "5"), directory.path, Limits())
                cost = started(launch.command, launch.environment) - bare
                print(f"  launcher, level {level}: {cost:.1f} ms more")
        for level, sandbox in levels.items():
            for jobs in (1, 2):
                seconds = games(player, GAMES, jobs, sandbox)
                print(f"  level {level}, {jobs} jobs: {GAMES / seconds:.0f} games a second", flush=True)


if __name__ == "__main__":
    main()
