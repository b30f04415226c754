"""Simulation of large runs on a cluster: measured costs, a run of 1,000 games predicted and played, larger runs.

`python -m benchmarks.simulate_scale` prints the figures of docs/scale.md. `python -m benchmarks` does not run it,
because it starts a cluster and prints no table.
"""

import heapq
import itertools
import os
import pickle
import statistics
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from math import isqrt
from pathlib import Path

import numpy as np
from distributed import Client
from distributed.deploy.subprocess import SubprocessCluster

from benchmarks.game_costs import TOGETHER, CostContest, Costs
from benchmarks.measuring import machine, program
from codebreaker.search.fastest import fastest_totals
from lingo_common.cluster import connect
from lingo_common.pieces import MAX_UNFINISHED, run_each
from precompute.board import board_of
from precompute.first_guesses import PIECE
from referee.contest.draw import draw_words
from referee.contest.lists import read_lists
from referee.contest.players import player_of
from referee.schedule.cluster_games import GAMES_IN_A_PIECE
from wordlists.word_game import read_game

CHEAP = "cheap=sh -c 'for word in tares cloud pines hymns gawky; do echo $word; read reply || exit 0; done'"
"""A player that always makes the same guesses; it costs little more than its start."""
LENGTH = 5
GAMES, JOBS = 1000, 2
"""The run that the simulation predicts."""
BLOCKS = 20
"""Parts of the run, alternating with measurements of single games, so that other load affects both equally."""
LARGE = 10_000 * 1_000
"""Games of 10,000 players with 1,000 words each."""
CORES = (2, 64, 512, 1000, 2000)


def simulated(work: Iterable[float], cores: int, ahead: int, before: float, after: float) -> float:
    """Seconds of a run. Model: one dispatcher, N cores, one collector, a bounded queue.

    work: seconds of each piece on its core. before, after: seconds of a piece at the dispatcher and the collector.
    ahead: pieces in the queue and on cores at most; the next is dispatched when one of them has left its core.
    """
    free = [0.0] * min(cores, ahead)
    pending: list[float] = []
    dispatcher = collector = 0.0
    for seconds in work:
        start = heapq.heappop(pending) if len(pending) == ahead else 0.0
        dispatcher = max(dispatcher, start) + before
        end = max(dispatcher, heapq.heappop(free)) + seconds
        heapq.heappush(free, end)
        heapq.heappush(pending, end)
        collector = max(collector, end) + after
    return collector


def reproduce(contest: CostContest, words: list[str]) -> tuple[Costs, float, float]:
    """The costs of a game, and the predicted and measured seconds for all words, JOBS at a time."""
    size = len(words) // BLOCKS
    single = size // 2
    played: list[float] = []
    around, taken, written = [], 0.0, 0.0
    for start in range(0, len(words), size):
        alone = contest.play(words[start : start + single], 1)
        played += [record.seconds for record in alone.records]
        around.append((alone.seconds - sum(record.seconds for record in alone.records)) / single)
        part = contest.play(words[start : start + size], JOBS)
        taken, written = taken + part.seconds, written + part.writing
    costs = Costs(
        played=played,
        around=max(0.0, statistics.median(around)),
        written=written / len(words),
        written_together=contest.written_together(),
        processor=contest.processor(words[:100]),
        stored=contest.stored(),
        moved=contest.moved(part.records),
    )
    cores = min(JOBS, os.cpu_count() or 1)
    work = itertools.islice(itertools.cycle(played), len(words))
    return costs, simulated(work, cores, JOBS, costs.around, costs.written), taken


def per_piece() -> dict[str, float]:
    """Processor seconds of scheduler and caller for a piece of work on a local cluster; megabytes of its worker."""
    with (
        SubprocessCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as cluster,
        Client(cluster) as client,
        connect(cluster.scheduler_address) as executor,
    ):
        client.wait_for_workers(1)
        _drain(executor, 100)
        pids = {"scheduler": client.run_on_scheduler(os.getpid), "caller": os.getpid()}
        before = {name: _ticks(pid) for name, pid in pids.items()}
        _drain(executor, 1000)
        found = {name: (_ticks(pid) - before[name]) / 1000 for name, pid in pids.items()}
        [worker] = client.run(os.getpid).values()
        return found | {"worker": _resident(worker)}


def _drain(executor: Executor, pieces: int) -> None:
    for _ in run_each(isqrt, range(pieces), executor):
        pass


def _resident(pid: int) -> float:
    """Resident memory of a process in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _ticks(pid: int) -> float:
    """Processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def larger(games: int, costs: Costs, piece: dict[str, float]) -> Iterator[tuple[int, float, float]]:
    """(cores, hours, share of the cores in use) of a run of that many games, for several numbers of cores."""
    pieces, work = games // GAMES_IN_A_PIECE, GAMES_IN_A_PIECE * costs.processor
    after = piece["caller"] + GAMES_IN_A_PIECE * costs.written_together
    for cores in CORES:
        seconds = simulated(itertools.repeat(work, pieces), cores, MAX_UNFINISHED, piece["scheduler"], after)
        yield cores, seconds / 3600, pieces * work / cores / seconds


def a_million_words() -> Iterator[str]:
    """Lines about computing all replies for a million nine-letter words, extrapolated from the packaged list."""
    board = board_of(read_game(9))
    game, terms, words, some = board.game, board.terms, board.word_game.words.words, 200
    bins_of = fastest_totals()
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
    """Measure, compare with the simulation, and print the times of larger runs."""
    print(machine.described())
    lists = read_lists([LENGTH], None)
    words = draw_words(lists, GAMES, 1)[LENGTH]
    ours = player_of(f"lingo-bot={program.path('lingo-bot')}")
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for player, some in ((player_of(CHEAP), words), (ours, words[: GAMES // 10])):
            found[player.name], predicted, taken = reproduce(CostContest(player, lists[LENGTH], folder), some)
            error = 100 * (predicted / taken - 1)
            run = f"{len(some)} games, {JOBS} at a time"
            print(f"{player.name}: {run}: predicted {predicted:.2f} s, took {taken:.2f} s, {error:+.1f} %")
    piece = per_piece()
    print(
        f"a piece: scheduler {1e3 * piece['scheduler']:.2f} ms, caller {1e3 * piece['caller']:.2f} ms; "
        f"a worker holds {piece['worker']:.0f} MB"
    )
    for name, costs in found.items():
        print_costs(name, costs)
        for cores, hours, share in larger(LARGE, costs, piece):
            print(f"{cores:6} cores: {hours:8.2f} hours, cores {share:.0%} in use")
    print("a list of a million words, every word against every word:")
    for line in a_million_words():
        print(f"  {line}")


def print_costs(name: str, costs: Costs) -> None:
    """Print the costs of one game of a player and of LARGE games."""
    print(
        f"a game of {name}: {1e3 * costs.processor:.1f} ms of a processor, "
        f"{1e3 * statistics.median(costs.played):.1f} ms from launch to last guess, "
        f"{1e3 * costs.around:.1f} ms around it; to write {1e3 * costs.written:.2f} ms, "
        f"{TOGETHER} at once {1e3 * costs.written_together:.2f} ms; "
        f"{costs.stored:.0f} bytes stored, {costs.moved:.0f} bytes moved"
    )
    print(
        f"{LARGE:,} games of {name}: {LARGE * costs.processor / 3600:.0f} processor hours, "
        f"{LARGE * costs.stored / 1e9:.1f} GB stored, {LARGE * costs.moved / 1e9:.1f} GB moved"
    )


if __name__ == "__main__":
    main()
