"""`precompute book`: what it writes is what evaluate measures and the player plays."""

import hashlib
import re
import shlex
import signal
import subprocess
from functools import partial
from unittest.mock import create_autospec

import click
import pytest
from click.testing import CliRunner
from programs import program_path
from waiting import wait_until
from word_games import guesses_of

from lingo_bot.book import Book
from lingo_bot.launch import player_for
from lingo_common.cli import progress
from lingo_common.errors import DataError
from precompute.board import checkpoint_of
from precompute.book_search import find_tree, stages_of, work_of
from precompute.commands.program import precompute
from wordlists.word_game import WordGame, read_game
from wordlists.word_list import WordList

LENGTH_3 = ["abc", "abd", "bcd", "cab", "dab", "bad", "cad", "dca"]
QUICK = ["--lengths", 4, "--first-guesses", 3, "--widely", 2, "--keep", "3,2", "--jobs", 1]
"""A quick search: greedy trees of the 3 best first guesses of each ranking, then wider trees of the best 2 of them.

A greedy tree tries one guess at each attempt, a wider one 3 at the second attempt and 2 at the third.
"""


@pytest.fixture
def book(source, tmp_path, command):
    """A book of the small list."""
    out = tmp_path / "out" / "mine.book"
    printed = command("book", "--wordlist", source, *QUICK, "--out", out)
    assert printed.startswith("4 letters: 60 words, ")
    return out


def player_of(source, book):
    """lingo-bot on the list with that --book."""
    return player_for(read_game(4, str(source)), book=str(book))


def test_of_equally_good_first_guesses_the_first_in_the_alphabet_is_taken(tmp_path, command):
    (tmp_path / "letters.txt").write_text("\n".join("abcdefgh"))

    printed = command("book", "--wordlist", tmp_path / "letters.txt", "--lengths", 1, "--out", tmp_path / "a.book")

    # Whatever letter is guessed tells the same. 5 of the 8 words are solved, for 500, 400, … 100 points.
    assert printed.startswith("1 letter: 8 words, 187.5000 points a game (a, ")


def test_evaluate_measures_what_the_player_plays(book, source, words, evaluated):
    games = {secret: guesses_of(player_of(source, book), secret) for secret in words}
    points_at = {1: 500, 2: 400, 3: 300, 4: 200, 5: 100}
    points = sum(points_at[len(guesses)] for secret, guesses in games.items() if guesses[-1] == secret)

    record = evaluated("--wordlist", source, "--book", book)

    assert record["mean_points"] == points / len(words)
    assert record["first_guess"] == games[words[0]][0]


def test_a_cache_directory_that_cannot_be_made_is_an_error_with_a_remedy(source, command, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(DataError, match=r"\.book: cannot be written: .*; --out FILE chooses another place$"):
        command("book", "--wordlist", source, *QUICK)


def test_a_second_run_keeps_the_better_tree(book, source, command):
    before = book.read_bytes()
    printed = command("book", "--wordlist", source, *QUICK, "--out", book)
    assert "(kept the tree in the book)" in printed
    assert book.read_bytes() == before


def test_a_tree_is_found_by_the_fingerprint_of_its_list_and_by_the_hash_of_the_file(book, source, words):
    """The raw file's hash stands in the book, so that the player need not parse to recognise it."""
    opened = Book(book)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    fingerprint = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()

    assert opened.files == {f"{digest}:4": (fingerprint,)}

    [tree] = opened.trees
    assert opened.find(digest, length=4, strategy="score", attempts=5) is tree
    assert opened.find(fingerprint, length=4, strategy="score", attempts=5) is tree
    assert opened.find(digest, length=5, strategy="score", attempts=5) is None


def test_without_out_the_book_is_in_the_cache_directory_where_auto_finds_it(source, command, cache):
    command("book", "--wordlist", source, *QUICK)
    [path] = cache.glob("*.book")
    assert path.stem == Book(path).trees[0].fingerprint
    assert player_of(source, "auto").guess() == player_of(source, path).guess()


@pytest.fixture
def progress_lines(source, monkeypatch):
    """The lines on standard error of a search that prints many."""
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.001)
    monkeypatch.setattr(progress, "LONGEST_PAUSE", 0.001)
    result = CliRunner().invoke(precompute, ["book", "--wordlist", str(source), *map(str, QUICK)])
    return result.stderr.splitlines()


def test_both_parts_of_a_search_are_announced(progress_lines):
    announced = [line for line in progress_lines if "%" not in line]
    assert len(announced) == 2
    assert announced[0].startswith("precompute: 4 letters, 1 of 2")
    assert announced[1].startswith("precompute: 4 letters, 2 of 2")


def test_a_search_counts_its_pieces_where_standard_error_is_no_terminal(progress_lines):
    *_, line = [line for line in progress_lines if "%" in line]
    # How much is done, the time that has passed, the time that is left, and the best result.
    assert re.fullmatch(r"precompute: 4 letters.*: +\d+%\|.*\| 00:\d\d<00:\d\d, \w+ [\d.]+ points a game", line)


def test_the_time_left_counts_trees_by_their_size(monkeypatch):
    """Four trees of 1 unit in a second each and one of 8: eight seconds are left, not one."""
    lines = []
    clock = {"seconds": 0.0}
    monkeypatch.setattr("tqdm.std.time", lambda: clock["seconds"])
    monkeypatch.setattr(progress._log, "info", lambda text, *values: lines.append(text % values))
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.01)

    with progress.Progress(5, "tree", work=12) as bar:
        bar.begin("4 letters")
        for _ in range(4):
            clock["seconds"] += 1
            bar.step("tares", 1)

        lines.clear()
        wait_until(lambda: lines)

    assert lines[0] == "4 letters:  33%|###3      | 00:04<00:08, tares"


def test_a_line_is_printed_while_no_piece_is_finished(monkeypatch):
    lines = []
    monkeypatch.setattr(progress._log, "info", lambda text, *values: lines.append(text % values))
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.01)

    with progress.Progress(5, "tree"):
        wait_until(lambda: len(lines) > 1)

    assert lines[0] == "  0%|          | 0/5 [00:00<?, ? trees/s]"


def test_the_progress_counts_no_tree_that_an_interrupted_search_has_found(words, cache):
    word_game = WordGame(WordList(4, words, "60 words"))
    first_bar = create_autospec(progress.Progress, instance=True)
    stages = stages_of(word_game, [3, 2], from_each_ranking=3, wide_searches=2, has_first=False)
    search = partial(find_tree, word_game, stages, first=None, executor=None)
    search(progress=first_bar, checkpoint=checkpoint_of("book", word_game))

    # The checkpoint ends with the last tree of the search.
    [checkpoint] = cache.glob("checkpoints/*.jsonl")
    lines = checkpoint.read_text().splitlines(keepends=True)
    checkpoint.write_text("".join(lines[:-1]))

    bar = create_autospec(progress.Progress, instance=True)
    search(progress=bar, checkpoint=checkpoint_of("book", word_game))
    # step() is called once for each tree that is searched.
    assert first_bar.step.call_count > 2
    assert bar.step.call_count == 1


def test_more_guesses_kept_are_more_work_for_short_words_than_for_long_ones():
    """By search times of the packaged lists, --keep 6,4 takes some 9 times a greedy tree's at 4 letters, 1.2 at 12.

    The work of a greedy tree, which keeps one guess at each attempt, is 1 for each secret.
    """
    one_word_of_4 = WordGame(WordList(4, ["able"], "one word"))
    one_word_of_12 = WordGame(WordList(12, ["abbreviating"], "one word"))
    assert work_of(one_word_of_4, keep=[1]) == 1
    assert 7 < work_of(one_word_of_4, keep=[6, 4]) < 11
    assert 1 < work_of(one_word_of_12, keep=[6, 4]) < 1.5


TWO_LENGTHS = ["--wordlist", "list", "--lengths", "3,9", "--keep", "400,400,400", "--widely", "8", "--out", "a b.book"]
"""Options of `precompute book` for words of three letters, and then of nine.

--keep and --widely ask for so many trees that the search of the second length is not over when the signal comes.
"""


@pytest.fixture
def errors_of_interrupted_run(tmp_path, cache):
    """The standard error of `precompute book` with TWO_LENGTHS in tmp_path, after Ctrl-C between the two lengths."""
    length_9 = [3 * word for word in LENGTH_3]
    (tmp_path / "list").write_text("\n".join([*LENGTH_3, *length_9]))

    program = [program_path("precompute"), "book", *TWO_LENGTHS]
    with subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("3 letters: ")
        process.send_signal(signal.SIGINT)
        errors = process.stderr.read()

    process.wait()
    # On a busy machine the signal may come late: after the last tree, or even after the program.
    if len(Book(tmp_path / "a b.book").trees) == 2:
        pytest.skip("the second length was finished before the signal came")

    assert process.returncode == 130, errors
    return errors


def test_after_ctrl_c_the_run_says_what_is_kept_and_how_to_continue(errors_of_interrupted_run, tmp_path):
    assert "precompute: finished and ready for lingo-bot --book: 3 letters (in a b.book); " in errors_of_interrupted_run
    assert f"to continue: precompute book {shlex.join(TWO_LENGTHS)}\n" in errors_of_interrupted_run
    assert "Traceback" not in errors_of_interrupted_run
    assert [tree.length for tree in Book(tmp_path / "a b.book").trees] == [3]


def test_after_ctrl_c_the_same_command_continues(errors_of_interrupted_run, tmp_path):
    program = [program_path("precompute"), "book", *TWO_LENGTHS]
    again = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    # The results of the finished length, too, are kept until the whole command has finished.
    assert re.search(r"precompute: 3 letters: \d+ results of an interrupted run found\n", again.stderr)
    assert [tree.length for tree in Book(tmp_path / "a b.book").trees] == [3, 9]


# int() reads at most 4,300 digits.
@pytest.mark.parametrize("keep", ["0", "", "a", "3,", "-1", "3;2", "9" * 5000])
def test_keep_must_be_numbers_from_1(keep, source, command):
    with pytest.raises(click.UsageError, match="is not a list of numbers of at least 1 such as 6,4"):
        command("book", "--wordlist", source, "--lengths", 4, f"--keep={keep}")
