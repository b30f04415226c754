"""What a run costs past one machine: costs by game, a run of 1,000 games foretold and played, then larger ones.

`python -m benchmarks.simulate_scale` prints everything that docs/scale.md says.
"""

import heapq
import itertools
import os
import pickle
import resource
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from math import isqrt
from pathlib import Path

import numpy as np

from benchmarks import machine
from benchmarks.local_cluster import LocalCluster
from precompute.first_guesses import PIECE
from precompute.lists import all_terms, game_of, list_key, totals
from programs.cluster import connected
from programs.pieces import IN_HAND, as_they_finish
from referee.conditions import Conditions, lists_used
from referee.contest import Contest
from referee.dialogue import Limits
from referee.draw import draw
from referee.game import Fixture
from referee.lists import read_lists
from referee.on_cluster import GAMES_IN_A_PIECE
from referee.players import Player, player_of
from referee.playing import play_all
from referee.record import GameRecord
from referee.recorder import Recorder
from wordlists.reader import WordList

CHEAP = "cheap=sh -c 'for word in tares cloud pines hymns gawky; do echo $word; read reply || exit 0; done'"
"""A player that always makes the same guesses, and costs hardly more than its start."""
GAMES, JOBS = 1000, 2
"""The run that the simulation must reproduce."""
BLOCKS = 20
"""The run is played in so many parts, each between measurements of single games: other programs disturb both alike."""
LARGE = 10_000 * 1_000
"""Games of 10,000 players for 1,000 words."""
TOGETHER = 500
"""Records in a transaction where the caller is busy: those of 50 pieces, of up to 1,000 that are under way."""
CORES = (2, 64, 512, 1000, 2000)


@dataclass(frozen=True)
class Costs:
    """What a game costs on this machine, in seconds and bytes."""

    played: list[float]
    """From launch to the last guess, of each game measured."""
    around: float
    """The referee's own part of a game: launch, end, order in the working directory."""
    written: float
    """To write a record as it comes: mostly a transaction of its own."""
    written_together: float
    """To write a record in a transaction of TOGETHER: what comes back while the caller writes is written at once."""
    processor: float
    """Processor time, the player's and the referee's."""
    stored: float
    """Bytes of the run's file for a record."""
    moved: float
    """Bytes that a game moves between caller and worker."""


def simulated(work: Iterable[float], cores: int, in_hand: int, before: float, after: float) -> float:
    """Seconds of a run: each piece of work passes one dispatcher, one of the cores, and one collector.

    work: the seconds of each piece on its core. before, after: seconds of a piece with dispatcher and collector.
    in_hand: pieces that are under way at most; the next is begun when the first of them has left its core.
    """
    free = [0.0] * min(cores, in_hand)
    under_way: list[float] = []
    dispatcher = collector = 0.0
    for seconds in work:
        begun = heapq.heappop(under_way) if len(under_way) == in_hand else 0.0
        dispatcher = max(dispatcher, begun) + before
        end = max(dispatcher, heapq.heappop(free)) + seconds
        heapq.heappush(free, end)
        heapq.heappush(under_way, end)
        collector = max(collector, end) + after
    return collector


class Table:
    """A contest of one player, played in parts, single games and several at a time in turn."""

    def __init__(self, player: Player, lists: dict[int, WordList], folder: str) -> None:
        self.player, self.lists, self.folder = player, lists, folder
        self.runs = 0

    def play(self, words: dict[int, list[str]], jobs: int) -> tuple[float, float, list[GameRecord], int]:
        """Seconds of a recorded run, those spent writing, its records, and the bytes of its file."""
        self.runs += 1
        directory = os.path.join(self.folder, f"{self.player.name}-{self.runs}")
        os.mkdir(directory)
        contest = Contest((self.player,), words, "all", None, "measured")
        with Recorder(directory, contest, Conditions(Limits(), lists_used(self.lists))) as recorder:
            clock = _Clock(play_all(contest.fixtures(), self.lists, Limits(), jobs))
            start = time.perf_counter()
            records = list(recorder.recorded(clock))
            self.last = records[-1]
            seconds = time.perf_counter() - start - clock.waited_first
        return seconds, seconds + clock.waited_first - clock.waited, records, _size(directory)

    def written_together(self) -> float:
        """Seconds to write a record in transactions of TOGETHER."""
        return self._copied(2 * GAMES)[0] / (2 * GAMES)

    def stored(self) -> float:
        """Bytes of a record in the file, by the difference that GAMES of them make."""
        return (self._copied(2 * GAMES)[1] - self._copied(GAMES)[1]) / GAMES

    def _copied(self, games: int) -> tuple[float, int]:
        """Seconds to write so many games like the last one played, and the bytes of the file."""
        self.runs += 1
        directory = os.path.join(self.folder, f"{self.player.name}-{self.runs}")
        os.mkdir(directory)
        [length] = self.lists
        words = self.lists[length].words[:games]
        contest = Contest((self.player,), {length: words}, "all", None, "measured")
        copies = [replace(self.last, index=index, word=word) for index, word in enumerate(words)]
        pieces = [copies[start : start + TOGETHER] for start in range(0, games, TOGETHER)]
        with Recorder(directory, contest, Conditions(Limits(), lists_used(self.lists))) as recorder:
            start = time.perf_counter()
            for _ in recorder.recorded(pieces):
                pass
            seconds = time.perf_counter() - start
        return seconds, _size(directory)


class _Clock:
    """An iterator that notes how long its source kept it waiting; the first item brings the setting up with it."""

    def __init__(self, source: Iterator[list[GameRecord]]) -> None:
        self._source, self.waited, self.waited_first = source, 0.0, 0.0

    def __iter__(self) -> Iterator[list[GameRecord]]:
        while True:
            start = time.perf_counter()
            try:
                batch = next(self._source)
            except StopIteration:
                return
            finally:
                self.waited += time.perf_counter() - start
            if not self.waited_first:
                self.waited_first = max(1e-9, self.waited - sum(record.seconds for record in batch))
            yield batch


def reproduce(table: Table, words: list[str], games: int) -> tuple[Costs, float, float]:
    """The costs of a game, the seconds that the simulation foretells for so many at JOBS a time, and those it took."""
    [length] = table.lists
    size = games // BLOCKS
    single = size // 2
    played: list[float] = []
    around, taken, written = [], 0.0, 0.0
    chunks = [words[start : start + size] for start in range(0, games, size)]
    for chunk in chunks:
        seconds, _, records, _ = table.play({length: chunk[:single]}, 1)
        played += [record.seconds for record in records]
        around.append((seconds - sum(record.seconds for record in records)) / single)
        seconds, writing, records, _ = table.play({length: chunk}, JOBS)
        taken, written = taken + seconds, written + writing
    costs = Costs(
        played=played,
        around=max(0.0, statistics.median(around)),
        written=written / games,
        written_together=table.written_together(),
        processor=_processor(table, {length: words[:100]}),
        stored=table.stored(),
        moved=_moved(table.player, records),
    )
    cores = min(JOBS, os.cpu_count() or 1)
    foretold = simulated(itertools.islice(itertools.cycle(played), games), cores, JOBS, costs.around, costs.written)
    return costs, foretold, taken


def _processor(table: Table, words: dict[int, list[str]]) -> float:
    """Processor seconds a game, of this process and its children."""
    before = _used()
    _, _, records, _ = table.play(words, 1)
    return (_used() - before) / len(records)


def _used() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))


def _moved(player: Player, records: Sequence[GameRecord]) -> float:
    """Bytes a game that travel as pieces: fixtures there, records back."""
    some = list(records[:GAMES_IN_A_PIECE])
    there = pickle.dumps([Fixture(player, record.index, record.word) for record in some])
    return (len(there) + len(pickle.dumps(some))) / len(some)


def _size(directory: str) -> int:
    return sum(file.stat().st_size for file in Path(directory).iterdir())


def per_piece() -> dict[str, float]:
    """Processor seconds of scheduler and caller for a piece of work on a real cluster; megabytes of its worker."""
    with tempfile.TemporaryDirectory() as folder, LocalCluster(Path(folder)) as cluster:
        cluster.add_workers(1)
        cluster.wait_for_workers()
        with connected(cluster.address) as executor:
            _drain(executor, 100)
            pids = {"scheduler": cluster.scheduler.pid, "caller": os.getpid()}
            before = {name: _ticks(pid) for name, pid in pids.items()}
            _drain(executor, 1000)
            found = {name: (_ticks(pid) - before[name]) / 1000 for name, pid in pids.items()}
            return found | {"worker": _resident(cluster.workers[0].pid)}


def _drain(executor: Executor, pieces: int) -> None:
    for _ in as_they_finish(isqrt, range(pieces), executor):
        pass


def _resident(pid: int) -> float:
    """Megabytes of a process in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _ticks(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def larger(games: int, costs: Costs, piece: dict[str, float]) -> Iterator[tuple[int, float, float]]:
    """(cores, hours, share of the cores in use) of a run of so many games, for several numbers of cores."""
    pieces, work = games // GAMES_IN_A_PIECE, GAMES_IN_A_PIECE * costs.processor
    after = piece["caller"] + GAMES_IN_A_PIECE * costs.written_together
    for cores in CORES:
        seconds = simulated(itertools.repeat(work, pieces), cores, IN_HAND, piece["scheduler"], after)
        yield cores, seconds / 3600, pieces * work / cores / seconds


def a_million_words() -> Iterator[str]:
    """What every word against every word takes for a list of a million nine-letter words, from the packaged list."""
    key, words = list_key(9, None)
    game, terms, some = game_of(key), all_terms(key), 200
    bins_of = totals()
    table = np.arange(len(words) + 1, dtype=np.int64) ** 2
    bins_of(terms, game.features[:2], table, game.codes)
    start = time.process_time()
    bins_of(terms, game.features[:some], table, game.codes)
    rate = some * len(words) / (time.process_time() - start)
    million = 1_000_000
    yield f"{rate / 1e6:.0f} million replies a processor second, so {million**2 / rate / 3600:.1f} processor hours"
    yield f"{million**2 // PIECE:,} pieces of {PIECE / rate:.1f} s, of at least one guess each"
    yield f"terms: {terms.nbytes / len(words) * million / 1e9:.1f} GB in each worker process"
    packed = len(zlib.compress(pickle.dumps(words))) / len(words)
    yield f"the list travels as {packed * million / 1e6:.1f} MB, once to each worker"


def main() -> None:
    """Measure, compare, and print what larger runs take."""
    print(f"{machine.described(machine.facts())}; load {os.getloadavg()[0]:.1f} before")
    lists = read_lists([5], None)
    words = draw(lists, GAMES, 1)[5]
    ours = player_of(f"lingo-bot={Path(sys.executable).parent / 'lingo-bot'}")
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for player, games in ((player_of(CHEAP), GAMES), (ours, GAMES // 10)):
            found[player.name], foretold, taken = reproduce(Table(player, lists, folder), words, games)
            print(
                f"{player.name}: {games} games, {JOBS} at a time: foretold {foretold:.2f} s, took {taken:.2f} s, "
                f"{100 * (foretold / taken - 1):+.1f} %"
            )
    for name, costs in found.items():
        print(
            f"a game of {name}: {1e3 * costs.processor:.1f} ms of a processor, "
            f"{1e3 * statistics.median(costs.played):.1f} ms from launch to last guess, "
            f"{1e3 * costs.around:.1f} ms around it; to write {1e3 * costs.written:.2f} ms, "
            f"{TOGETHER} at once {1e3 * costs.written_together:.2f} ms; "
            f"{costs.stored:.0f} bytes stored, {costs.moved:.0f} bytes moved"
        )
    piece = per_piece()
    print(
        f"a piece: scheduler {1e3 * piece['scheduler']:.2f} ms, caller {1e3 * piece['caller']:.2f} ms; "
        f"a worker holds {piece['worker']:.0f} MB"
    )
    for name, costs in found.items():
        print(
            f"{LARGE:,} games of {name}: {LARGE * costs.processor / 3600:.0f} processor hours, "
            f"{LARGE * costs.stored / 1e9:.1f} GB stored, {LARGE * costs.moved / 1e9:.1f} GB moved"
        )
        for cores, hours, share in larger(LARGE, costs, piece):
            print(f"{cores:6} cores: {hours:8.2f} hours, cores {share:.0%} in use")
    print("a list of a million words, every word against every word:")
    for line in a_million_words():
        print(f"  {line}")


if __name__ == "__main__":
    main()
