"""Costs of one game on this machine: a contest of one player is played in parts, then its records are copied."""

import pickle
import resource
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from referee.contest.conditions import Conditions, lists_used
from referee.contest.contest import Contest
from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.contest.player import Player
from referee.game.record import GameRecord
from referee.schedule.cluster_games import GAMES_IN_A_PIECE
from referee.schedule.local_games import play_all
from referee.storage.recorder import Recorder
from wordlists.reader import WordList

TOGETHER = 500
"""Records in one transaction while the caller is busy: 50 pieces of 10 games."""
COPIES = 1000
"""Records that are written again to measure the time of writing."""


@dataclass(frozen=True)
class Costs:
    """Costs of one game on this machine."""

    played: list[float]
    """Seconds from launch to the last guess, for each measured game."""
    around: float
    """Seconds that the referee needs for a game: launch, end, cleaning the working directory."""
    written: float
    """Seconds to write a record when it arrives alone, mostly in its own transaction."""
    written_together: float
    """Seconds to write a record in a transaction of TOGETHER records."""
    processor: float
    """Processor seconds of player and referee."""
    stored: float
    """Bytes of a record in the run's file."""
    moved: float
    """Bytes sent between caller and worker for a game."""


class PlayedPart(NamedTuple):
    """The measured times and the records of a part of the contest."""

    seconds: float
    """Seconds from the first launch to the last record on the disk."""
    writing: float
    """Seconds of these spent writing."""
    records: list[GameRecord]


class CostContest:
    """A contest of one player with words of one length, played in parts, one or several games at a time."""

    def __init__(self, player: Player, words: WordList, folder: str) -> None:
        self.player, self.words, self.folder = player, words, folder
        self.lists = {words.length: words}
        self.runs = 0

    def play(self, words: Sequence[str], jobs: int) -> PlayedPart:
        """Play those words, recorded in a new file."""
        with self._recorder(words) as (recorder, contest, _):
            clock = _Clock(play_all(contest.fixtures(), self.lists, Limits(), jobs))
            start = time.perf_counter()
            records = list(recorder.record(clock))
            whole = time.perf_counter() - start
        self.last = records[-1]
        return PlayedPart(whole - clock.waited_first, whole - clock.waited, records)

    def processor(self, words: Sequence[str]) -> float:
        """Processor seconds a game, of this process and its children."""
        before = _used()
        self.play(words, 1)
        return (_used() - before) / len(words)

    def moved(self, records: Sequence[GameRecord]) -> float:
        """Bytes sent for a game: its fixture to the worker, its record back."""
        some = list(records[:GAMES_IN_A_PIECE])
        there = [Fixture(self.player, record.index, record.word) for record in some]
        return (len(pickle.dumps(there)) + len(pickle.dumps(some))) / len(some)

    def written_together(self) -> float:
        """Seconds to write a record in transactions of TOGETHER records."""
        return self._copied(2 * COPIES)[0] / (2 * COPIES)

    def stored(self) -> float:
        """Bytes of a record in the file: the growth of the file by COPIES records, divided by COPIES."""
        return (self._copied(2 * COPIES)[1] - self._copied(COPIES)[1]) / COPIES

    def _copied(self, games: int) -> tuple[float, int]:
        """Seconds to write that many copies of the last record, and the size of the file in bytes."""
        words = self.words.words[:games]
        copies = [replace(self.last, index=index, word=word) for index, word in enumerate(words)]
        pieces = [copies[start : start + TOGETHER] for start in range(0, games, TOGETHER)]
        with self._recorder(words) as (recorder, _, directory):
            start = time.perf_counter()
            for _ in recorder.record(pieces):
                pass
            seconds = time.perf_counter() - start
        return seconds, sum(file.stat().st_size for file in directory.iterdir())

    @contextmanager
    def _recorder(self, words: Sequence[str]) -> Iterator[tuple[Recorder, Contest, Path]]:
        """The recorder, contest and directory of a new run for those words."""
        self.runs += 1
        directory = Path(self.folder, f"{self.player.name}-{self.runs}")
        directory.mkdir()
        contest = Contest((self.player,), {self.words.length: list(words)}, "all", None, "measured")
        with Recorder(str(directory), contest, Conditions(Limits(), lists_used(self.lists))) as recorder:
            yield recorder, contest, directory


class _Clock:
    """An iterator that measures the time spent waiting for its source; the first item includes the set-up."""

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


def _used() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))
