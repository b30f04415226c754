"""`precompute book`: what it writes is what evaluate measures and the player plays, also by the packaged books."""

import base64
import hashlib
import random
import re
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from word_games import guesses_of

from lingo_bot.book import Book, BookTree, packaged_books
from lingo_bot.launch import player_for
from lingo_common.cli import progress
from precompute.books import BookEntry, read_entries, write_book
from precompute.commands.program import precompute
from precompute.tree_search import GREEDY, work_of
from wordlists import reader
from wordlists.reader import WordList
from wordlists.reply import code_of, reply_for
from wordlists.word_game import WordGame, read_game

LENGTH_3 = ["abc", "abd", "bcd", "cab", "dab", "bad", "cad", "dca"]
QUICK = ["--lengths", 4, "--first-guesses", 3, "--widely", 2, "--keep", "3,2", "--jobs", 1]


@pytest.fixture
def book(source, tmp_path, command):
    """A book of the small list."""
    out = tmp_path / "out" / "mine.book"
    printed = command("book", "--wordlist", source, *QUICK, "--out", out)
    assert printed.startswith("4 letters: 60 words, ")
    return out


def points(games: dict[str, list[str]], attempts: int = 5) -> int:
    return sum(100 * (attempts + 1 - len(game)) for secret, game in games.items() if game[-1] == secret)


def played(source, words, **options) -> dict[str, list[str]]:
    return {secret: guesses_of(player_for(read_game(4, str(source)), **options), secret) for secret in words}


def test_evaluate_measures_what_the_player_plays(book, source, words, in_json, command, tmp_path):
    tree = tmp_path / "tree"
    options = ["--wordlist", source, "--lengths", 4, "--book", book]
    record = in_json("evaluate", *options, "--tree", tree)["lengths"]["4"]
    games = played(source, words, book=str(book))
    assert record["mean_points"] == points(games) / 60
    assert record["first_guess"] == games[words[0]][0]
    assert f"mean points {points(games) / 60:.4f}" in command("check-tree", tree, "--wordlist", source)


def test_a_second_run_keeps_the_better_tree(book, source, command):
    before = book.read_bytes()
    printed = command("book", "--wordlist", source, *QUICK, "--out", book)
    assert "(kept the tree in the book)" in printed
    assert book.read_bytes() == before


def test_a_list_in_another_form_is_known_by_its_hash(book, source, words):
    """The raw file's hash stands in the book, so that the player need not parse to recognise it."""
    opened = Book(book)
    digest = hashlib.sha256(source.read_bytes()).hexdigest()
    fingerprint = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()
    assert opened.files == {f"{digest}:4": (fingerprint,)}
    assert opened.find(digest, 4, "score", 5) == opened.find(fingerprint, 4, "score", 5) == opened.entries[0]
    assert opened.find(digest, 5, "score", 5) is None


def test_without_out_it_is_the_users_own(source, command, cache):
    command("book", "--wordlist", source, *QUICK)
    [own] = cache.glob("*.book")
    assert own.stem == Book(own).entries[0].fingerprint
    assert (
        player_for(read_game(4, str(source)), book="auto").guess()
        == player_for(read_game(4, str(source)), book=str(own)).guess()
    )


def test_a_line_now_and_then_where_standard_error_is_no_terminal(source, monkeypatch):
    monkeypatch.setattr("lingo_common.cli.progress.LINE_SECONDS", 0)
    done = CliRunner().invoke(precompute, ["book", "--wordlist", str(source), *map(str, QUICK)])
    phases = [line for line in done.stderr.splitlines() if "pieces done" not in line]
    lines = [line.rpartition(": ")[2] for line in done.stderr.splitlines() if "pieces done" in line]
    assert [phase[:28] for phase in phases] == ["precompute: 4 letters, 1 of ", "precompute: 4 letters, 2 of "]
    assert lines[0].startswith("1 of ")
    total = int(lines[-1].split()[2])
    assert lines[-1].startswith(f"{total} of {total} pieces done, about 00:00 left, ")


def test_the_time_left_counts_trees_by_their_size(monkeypatch):
    """Four trees of 1 unit in a second each and one of 8: eight seconds are left, not one."""
    said = []
    now = [0.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(progress._log, "info", lambda text, *values: said.append(text % values))
    monkeypatch.setattr(progress, "LINE_SECONDS", 0)
    with progress.Progress(5, "trees", work=12) as bar:
        bar.begin("4 letters")
        for now[0] in (1.0, 2.0, 3.0, 4.0):
            bar.step("tares", 1)
    assert said[-1] == "4 letters: 4 of 5 trees done, about 00:08 left, tares"


def test_more_guesses_kept_are_more_work_for_short_words_than_for_long_ones():
    """By search times of the packaged lists, --keep 6,4 takes some 9 times a greedy tree's at 4 letters, 1.2 at 12."""
    one_word_of_4 = WordGame(WordList(4, ["able"], "one word"))
    one_word_of_12 = WordGame(WordList(12, ["abbreviating"], "one word"))
    assert work_of(one_word_of_4, GREEDY) == 1
    assert 7 < work_of(one_word_of_4, [1, 6, 4]) < 11
    assert 1 < work_of(one_word_of_12, [1, 6, 4]) < 1.5


def test_after_ctrl_c_the_run_says_what_is_kept_and_how_to_continue(tmp_path, cache):
    (tmp_path / "list").write_text("\n".join([*LENGTH_3, *(f"{word}{word}{word}" for word in LENGTH_3)]))
    options = ["--wordlist", "list", "--lengths", "3,9", "--keep", "400,400,400", "--widely", "8", "--out", "a b.book"]
    program = [Path(sys.executable).parent / "precompute", "book", *options]
    with subprocess.Popen(program, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().startswith("3 letters: ")
        process.send_signal(signal.SIGINT)
        said = process.stderr.read()
    if process.wait() == 0:
        pytest.skip("the second length was finished before the signal came")
    assert process.returncode == 130
    assert "precompute: finished and ready for lingo-bot --book: 3 letters (in a b.book); " in said
    assert f"to continue: precompute book {shlex.join(options)}\n" in said and "Traceback" not in said
    assert [entry.length for entry in Book(tmp_path / "a b.book").entries] == [3]
    again = subprocess.run(program, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert re.search(r"precompute: 3 letters: \d+ results of an interrupted run found\n", again.stderr)
    assert [entry.length for entry in Book(tmp_path / "a b.book").entries] == [3, 9]


@pytest.mark.parametrize("keep", ["0", "", "a", "3,", "-1", "3;2", "9" * 5000])
def test_keep_must_be_numbers_from_1(keep, source, command):
    with pytest.raises(click.UsageError, match="at least 1" if keep == "0" else "not a list of numbers"):
        command("book", "--wordlist", source, "--lengths", 4, f"--keep={keep}")


def test_entries_survive_writing_in_any_order(tmp_path):
    entries = []
    for length in (4, 11):
        for strategy in ("score", "parts"):
            section = base64.b64encode(f"{length}{strategy}".encode())
            entries.append(BookEntry(length, "ab" * 32, strategy, 5, 2, 3, section))
    files = {"cd:4": ("ab" * 32,), "ef:11": ("ab" * 32, "0", "77")}
    write_book(tmp_path / "one", entries, files)
    write_book(tmp_path / "other", entries[::-1], dict(reversed(files.items())))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert read_entries(tmp_path / "one") == (sorted(entries), files)
    assert read_entries(tmp_path / "none") == ([], {})


GAMES = 30
"""Games of each length, as processes."""


def game_in(tree: BookTree, words: list[str], secret: str) -> list[str]:
    """The guesses of the tree's game, its columns read by position alone: children follow one another."""
    node = 0
    guesses = []
    while True:
        guesses.append(words[tree.guesses[node]])
        code = code_of(reply_for(guesses[-1], secret))
        first = 1 + sum(tree.children[:node])
        below = [child for child in range(first, first + tree.children[node]) if tree.replies[child] == code]
        if not below:
            return guesses
        [node] = below


@cache
def list_and_tree(length: int, path: Path) -> tuple[list[str], BookTree]:
    """The words, and the tree that the package has for them."""
    found = reader.read_list(length, path)
    for book in packaged_books():
        entry = book.find(found.fingerprint, length, "score", 5)
        if entry:
            return found.words, entry.tree()
    raise AssertionError(f"no packaged book for the contest's {length}-letter words")


@pytest.mark.parametrize("length", range(4, 14))
def test_the_plays_the_tree(length, pit_list, tmp_path, against):
    words, tree = list_and_tree(length, pit_list)
    just_the_words = tmp_path / f"wordlist{length}.txt"
    just_the_words.write_text("".join(f"{word}\n" for word in words))
    secrets = random.Random(length).sample(words, GAMES)
    # The contest's own file now and then; it takes twice the time.
    sources = [tmp_path if number % 10 else pit_list for number in range(GAMES)]
    with ThreadPoolExecutor(2) as executor:
        games = list(executor.map(lambda secret, source: against(secret, "--wordlist", source), secrets, sources))
    assert games == [(game_in(tree, words, secret), 0, "") for secret in secrets]
