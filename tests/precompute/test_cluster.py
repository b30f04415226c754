"""The offline commands on a cluster: its workers, which have no list, find the same as one process does."""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from word_games import game_of, words_of_few_letters

from codebreaker.kept_searcher import kept_searcher
from precompute import board

# Budgets and bins so small that each command takes a second or two.
COMMANDS = {
    "first-guesses": ["--top", 7, "--out", "out"],
    "evaluate": ["--strategy", "own.py", "--no-book", "--tree", "out"],
    "book": ["--keep", "3,2", "--first-guesses", 4, "--out", "out"],
    "bound": ["--no-book", "--exact", 8, "--budget", 0, "--out", "out"],
    "bound --deep": ["--no-book", "--budget", 1, "--out", "out"],
}
"""The further options of each command, the last of which names a file that it writes."""
ONE_DECIMAL = re.compile(r" *\b\d+\.\d\b")
"""A figure with one decimal. In the tables that is a time, which differs from run to run, or a total."""


@pytest.fixture
def directory(tmp_path, monkeypatch):
    """The working directory of the commands: the workers have others, so that its relative paths mean nothing there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.py").write_text("def criterion(sizes, hit):\n    return -len(sizes)\n")
    return tmp_path


@pytest.mark.parametrize("name", COMMANDS)
def test_the_results_are_those_of_one_process(name, cluster, source, directory, command):
    if name.endswith("--deep"):
        pytest.importorskip("numba")

    def results(*executor: object) -> tuple[str, bytes]:
        """What the command prints, without times, and the file that it writes, which is removed."""
        # The list by its name alone, a path relative to the working directory.
        printed = command(*name.split(), "--wordlist", source.name, "--lengths", 4, *COMMANDS[name], *executor)
        written = (directory / "out").read_bytes()
        (directory / "out").unlink()
        return ONE_DECIMAL.sub("", printed), written

    assert results("--cluster", cluster.address) == results("--jobs", 1)


def test_an_optimal_tree_is_proved_by_workers_that_have_no_lists(cluster, directory, in_json):
    pytest.importorskip("numba")
    words = words_of_few_letters(seed=5, length=3, count=12, letters="abc")
    words += words_of_few_letters(seed=6, length=4, count=16, letters="abcd")
    (directory / "words").write_text("\n".join(words))
    (directory / "answers").write_text("\n".join(words[::2]))

    game = ["--wordlist", "words", "--answers", "answers", "--lengths", "3,4", "--top", 3, "--hard"]
    of_one_process = in_json("optimal", *game, "--jobs", 1)
    of_cluster = in_json("optimal", *game, "--cluster", cluster.address)

    for length in ("3", "4"):
        assert of_cluster[length]["proved"]
        for key in ("openers", "total", "missed"):
            assert of_cluster[length][key] == of_one_process[length][key]


def in_two_threads(make: Callable[[], Any]) -> list[Any]:
    """What `make` returns in each of two threads that begin at the same time, as the threads of a worker do."""
    both_are_there = Barrier(2, timeout=60)

    def make_at_once(_: int) -> Any:
        both_are_there.wait()
        return make()

    with ThreadPoolExecutor(2) as threads:
        return list(threads.map(make_at_once, range(2)))


def test_each_thread_of_a_worker_has_a_searcher_of_its_own():
    """A search writes into arrays of its searcher: two threads with the same one have found costs that are too low."""
    # An empty list stands for the searcher that `list` makes.
    first, second = in_two_threads(lambda: kept_searcher(list))
    assert first is not second


def test_the_threads_of_a_worker_share_a_board(words, monkeypatch):
    class SlowBoard(board.Board):
        """A board that takes so long to make that the other thread asks for it meanwhile."""

        def __init__(self, word_game):
            time.sleep(0.1)
            super().__init__(word_game)

    monkeypatch.setattr(board, "Board", SlowBoard)
    # A process keeps its last board. No other test has a game of seven attempts.
    word_game = game_of(words, attempts=7)
    first, second = in_two_threads(lambda: board.board_of(word_game))
    assert first is second


def test_an_address_that_cannot_be_is_one_line(run, error_line):
    assert "not the address of a scheduler" in error_line(
        run("precompute", "bound", "--cluster", "nowhere"), exit_code=2
    )
