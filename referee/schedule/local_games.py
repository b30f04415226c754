"""Playing many games side by side; the records come back in the order in which the games finish."""

import contextlib
import itertools
import queue
import threading
from collections.abc import Generator, Iterable, Iterator, Mapping

from referee.contest.fixture import Fixture
from referee.contest.limits import Limits
from referee.game.play_game import Table, play_game
from referee.game.record import GameRecord
from referee.process.stop import Stop, Stopped
from referee.process.working_directory import working_directory
from referee.sandbox.sandbox import OPEN, Sandbox
from wordlists.reader import WordList

_FINISHED = None
_Result = GameRecord | BaseException | None


def play_all(
    fixtures: Iterable[Fixture], lists: Mapping[int, WordList], limits: Limits, jobs: int, sandbox: Sandbox = OPEN
) -> Generator[list[GameRecord], None, None]:
    """The record of every game, up to `jobs` at a time: lists of those that have finished since the list before.

    However the caller leaves, by an interrupt or by closing this generator, all players are ended before
    control comes back. Raises what went wrong on our side in a game.
    """
    results: queue.SimpleQueue[_Result] = queue.SimpleQueue()
    remaining = iter(fixtures)
    first = list(itertools.islice(remaining, jobs))  # no more jobs, each with its directory, than there are games
    shared = _Shared(itertools.chain(first, remaining))
    words = {length: frozenset(listed.words) for length, listed in lists.items()}
    with contextlib.ExitStack() as cleanup:
        stop = cleanup.enter_context(contextlib.closing(Stop()))
        rooms = [cleanup.enter_context(working_directory(lists)) for _ in first]
        tables = [Table(room, words, limits, stop, sandbox) for room in rooms]
        threads = [threading.Thread(target=_work, args=(shared, table, results)) for table in tables]
        cleanup.callback(_end, stop, threads)
        for thread in threads:
            thread.start()
        yield from _collected(results, len(threads))


class _Shared:
    """An iterator that several threads draw from."""

    def __init__(self, fixtures: Iterator[Fixture]) -> None:
        self._fixtures, self._lock = fixtures, threading.Lock()

    def __iter__(self) -> "_Shared":
        return self

    def __next__(self) -> Fixture:
        with self._lock:
            return next(self._fixtures)


def _work(fixtures: _Shared, table: Table, results: "queue.SimpleQueue[_Result]") -> None:
    """Play games until none is left; an error of ours travels to the main thread as a result."""
    try:
        for fixture in fixtures:
            results.put(play_game(fixture, table))
    except Stopped:
        pass
    except BaseException as error:
        results.put(error)
    finally:
        results.put(_FINISHED)


def _collected(results: "queue.SimpleQueue[_Result]", jobs: int) -> Iterator[list[GameRecord]]:
    """Lists of records until so many jobs are over; an error is raised once the records before it are passed on."""
    while jobs:
        waiting = [results.get(), *_at_hand(results)]
        records = list(itertools.takewhile(lambda result: not isinstance(result, BaseException), waiting))
        if finished := [record for record in records if isinstance(record, GameRecord)]:
            yield finished
        for error in waiting[len(records) :]:
            if isinstance(error, BaseException):
                raise error
        jobs -= records.count(_FINISHED)


def _at_hand(results: "queue.SimpleQueue[_Result]") -> Iterator[_Result]:
    """What can be taken from the queue without waiting."""
    with contextlib.suppress(queue.Empty):
        while True:
            yield results.get_nowait()


def _end(stop: Stop, threads: list[threading.Thread]) -> None:
    stop.set()
    for thread in threads:
        if thread.ident is not None:
            thread.join()
