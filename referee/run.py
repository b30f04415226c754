"""Playing many games side by side; the records come back in the order in which the games finish."""

import contextlib
import queue
import threading
from collections.abc import Generator, Iterator, Mapping

from referee.contest import Contest
from referee.dialogue import Limits
from referee.directory import working_directory
from referee.game import Fixture, Table, play_game
from referee.record import GameRecord
from referee.stop import Stop, Stopped
from wordlists.reader import WordList

_FINISHED = None
_Result = GameRecord | BaseException | None


def play_all(
    contest: Contest, lists: Mapping[int, WordList], limits: Limits, jobs: int
) -> Generator[GameRecord, None, None]:
    """The record of every game of the contest, `jobs` games at a time, as they finish.

    However the caller leaves, by an interrupt or by closing this generator, all players are ended before
    control comes back. Raises what went wrong on our side in a game.
    """
    results: queue.SimpleQueue[_Result] = queue.SimpleQueue()
    fixtures = _Shared(contest.fixtures())
    words = {length: frozenset(listed.words) for length, listed in lists.items()}
    with contextlib.ExitStack() as cleanup:
        stop = cleanup.enter_context(contextlib.closing(Stop()))
        tables = [Table(cleanup.enter_context(working_directory(lists)), words, limits, stop) for _ in range(jobs)]
        threads = [threading.Thread(target=_work, args=(fixtures, table, results)) for table in tables]
        cleanup.callback(_end, stop, threads)
        for thread in threads:
            thread.start()
        yield from _collected(results, jobs)


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


def _collected(results: "queue.SimpleQueue[_Result]", jobs: int) -> Iterator[GameRecord]:
    while jobs:
        result = results.get()
        if isinstance(result, BaseException):
            raise result
        if isinstance(result, GameRecord):
            yield result
        else:
            jobs -= 1


def _end(stop: Stop, threads: list[threading.Thread]) -> None:
    stop.set()
    for thread in threads:
        if thread.ident is not None:
            thread.join()
