"""The first guess, which is made before a book is loaded: it is the book's, if the table of openers has the list."""

import io
import os
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from word_games import game_of

from lingo_bot import opener
from lingo_bot.book_player import BookPlayer
from lingo_bot.dialogue import play_over_streams
from lingo_bot.launch import player_for
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError
from tools.openers import openers_table
from wordlists.reader import PACKAGED
from wordlists.word_game import read_game

WORDS = ["bats", "cats", "coat", "rats", "taco"]

WATCHED = """
import sys

class Output:
    @property
    def buffer(self):  # what bytes are written to: the guesses
        return self
    def write(self, line):
        print(line, *set(sys.modules), file=sys.stderr)
    def flush(self): pass

sys.stdout, sys.argv = Output(), ["lingo-bot", "6", "--wordlist", sys.argv[1]]
from lingo_bot.__main__ import main
main()
"""
"""Plays with a list; at each guess it prints the guess and the modules that are loaded."""


@pytest.fixture
def list_with_opener(tmp_path, monkeypatch):
    """list_with_opener(word): the path of the list of WORDS, for which the table has that first guess."""
    path = tmp_path / "wordlist4.txt"
    path.write_text("\n".join(WORDS) + "\n")
    monkeypatch.setattr(opener, "TABLE", tmp_path / "openers.txt")

    def write_table(word):
        data = path.read_bytes()
        # A line has the length, the size and the checksum of a list's file, and the guess. The first line is empty,
        # because the line of a list is looked for with the line break before it.
        opener.TABLE.write_text(f"\n4 {len(data)} {zlib.crc32(data)} {word}\n")
        return str(path)

    return write_table


def test_the_table_holds_the_first_guesses_of_the_packaged_books(pit_list):
    """Those for the packaged lists, and for the list of the contest."""
    with open(opener.TABLE, encoding="ascii") as file:
        assert file.read() == openers_table([PACKAGED, str(pit_list)])  # if not: python -m tools.openers LIST


class TestOpener:
    @pytest.fixture
    def path(self, list_with_opener):
        """The path of a list whose first guess is coat."""
        return list_with_opener("coat")

    def test_a_list_in_the_table_has_its_word(self, path):
        assert opener.opener(4, path) == "coat"

    def test_the_list_is_found_in_a_directory_too(self, path):
        assert opener.opener(4, os.path.dirname(path)) == "coat"

    def test_a_list_has_none_for_another_length(self, path):
        assert opener.opener(5, path) is None

    def test_a_list_of_the_same_size_and_another_checksum_has_none(self, path):
        Path(path).write_text("\n".join(["boat", *WORDS[1:]]) + "\n")
        assert opener.opener(4, path) is None

    def test_a_list_that_is_not_there_has_none(self, path):
        assert opener.opener(4, f"{path}.none") is None


def test_nothing_of_the_book_is_loaded_before_the_first_guess(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, PACKAGED], capture_output=True, text=True, cwd=tmp_path, timeout=60, input=""
    )
    [line] = done.stderr.splitlines()
    guess, *modules = line.split()

    # The first guess of the packaged book for 6 letters, as bytes.
    assert guess == r"b'cartes\n'"
    ours = {name for name in modules if name.startswith(("lingo", "codebreaker", "wordlists"))}
    assert ours <= {
        "lingo_bot", "lingo_bot.__main__", "lingo_bot.opener", "lingo_common", "lingo_common.errors",
        "wordlists", "wordlists.reader", "wordlists.spelling",
    }  # fmt: skip


def test_a_first_guess_is_played_on_by_the_book_that_begins_so():
    assert isinstance(player_for(read_game(6, PACKAGED), first_guess="cartes"), BookPlayer)


def test_another_first_guess_is_played_on_live():
    assert isinstance(player_for(read_game(6, PACKAGED), first_guess="tinsel"), LivePlayer)


def test_a_guess_that_was_written_before_is_not_written_again():
    sink = io.BytesIO()
    player = LivePlayer(game_of(WORDS), first_guess="coat")
    replies = io.BytesIO(b"????\nOOOO\n")  # taco has all letters of coat in other places

    play_over_streams(player, length=4, attempts=5, source=replies, sink=sink, first_is_written=True)

    assert sink.getvalue() == b"taco\n"


def test_a_list_of_the_table_that_no_book_has_is_played_live(list_with_opener):
    player = player_for(read_game(4, list_with_opener("coat")), first_guess="coat")
    assert isinstance(player, LivePlayer)


def test_a_first_guess_of_the_table_that_the_list_lacks_is_an_error(list_with_opener):
    with pytest.raises(DataError, match="'boat' is not in"):
        player_for(read_game(4, list_with_opener("boat")), first_guess="boat")
