"""What a game costs on this machine: a contest of one player, played in parts, and its records written again."""

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
from referee.contest.players import Player
from referee.game.record import GameRecord
from referee.schedule.cluster_games import GAMES_IN_A_PIECE
from referee.schedule.local_games import play_all
from referee.storage.recorder import Recorder
from wordlists.reader import WordList

TOGETHER = 500
"""Records in a transaction where the caller is busy: those of 50 pieces, of up to 1,000 that are under way."""
COPIES = 1000
"""Records that are written again to see what writing costs."""


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


class Part(NamedTuple):
    """A part of the contest that was played."""

    seconds: float
    """From its first launch to its last record on the disk."""
    writing: float
    """Of these the seconds spent writing."""
    records: list[GameRecord]


class Table:
    """A contest of one player for words of one length, played in parts, single games and several at a time in turn."""

    def __init__(self, player: Player, words: WordList, folder: str) -> None:
        self.player, self.words, self.folder = player, words, folder
        self.lists = {words.length: words}
        self.runs = 0

    def play(self, words: Sequence[str], jobs: int) -> Part:
        """The part for those words, recorded in a file of its own."""
        with self._recorder(words) as (recorder, contest, _):
            clock = _Clock(play_all(contest.fixtures(), self.lists, Limits(), jobs))
            start = time.perf_counter()
            records = list(recorder.recorded(clock))
            whole = time.perf_counter() - start
        self.last = records[-1]
        return Part(whole - clock.waited_first, whole - clock.waited, records)

    def processor(self, words: Sequence[str]) -> float:
        """Processor seconds a game, of this process and its children."""
        before = _used()
        self.play(words, 1)
        return (_used() - before) / len(words)

    def moved(self, records: Sequence[GameRecord]) -> float:
        """Bytes a game that travel as pieces: fixtures there, records back."""
        some = list(records[:GAMES_IN_A_PIECE])
        there = [Fixture(self.player, record.index, record.word) for record in some]
        return (len(pickle.dumps(there)) + len(pickle.dumps(some))) / len(some)

    def written_together(self) -> float:
        """Seconds to write a record in transactions of TOGETHER."""
        return self._copied(2 * COPIES)[0] / (2 * COPIES)

    def stored(self) -> float:
        """Bytes of a record in the file, by the difference that COPIES of them make."""
        return (self._copied(2 * COPIES)[1] - self._copied(COPIES)[1]) / COPIES

    def _copied(self, games: int) -> tuple[float, int]:
        """Seconds to write so many games like the last one played, and the bytes of the file."""
        words = self.words.words[:games]
        copies = [replace(self.last, index=index, word=word) for index, word in enumerate(words)]
        pieces = [copies[start : start + TOGETHER] for start in range(0, games, TOGETHER)]
        with self._recorder(words) as (recorder, _, directory):
            start = time.perf_counter()
            for _ in recorder.recorded(pieces):
                pass
            seconds = time.perf_counter() - start
        return seconds, sum(file.stat().st_size for file in directory.iterdir())

    @contextmanager
    def _recorder(self, words: Sequence[str]) -> Iterator[tuple[Recorder, Contest, Path]]:
        """A new run for those words: its recorder, its contest and its directory."""
        self.runs += 1
        directory = Path(self.folder, f"{self.player.name}-{self.runs}")
        directory.mkdir()
        contest = Contest((self.player,), {self.words.length: list(words)}, "all", None, "measured")
        with Recorder(str(directory), contest, Conditions(Limits(), lists_used(self.lists))) as recorder:
            yield recorder, contest, directory


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


def _used() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in map(resource.getrusage, kinds))
