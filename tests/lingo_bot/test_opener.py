"""The first guess that is made before a book is loaded: it is the book's, and another list is never played by it."""

import io
import subprocess
import sys
import zlib

import pytest
from word_games import game_of

from lingo_bot import opener
from lingo_bot.dialogue import play_over_streams
from lingo_bot.launch import player_for
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError
from precompute.openers import openers_table
from wordlists.reader import PACKAGED
from wordlists.word_game import read_game

WORDS = ["bats", "cats", "coat", "rats", "taco"]

# Prints the modules that are loaded when the first guess is written, and what comes after it.
WATCHED = """
import sys

class Output:
    buffer = property(lambda self: self)
    def write(self, line):
        print(line, *set(sys.modules), file=sys.stderr)
    def flush(self): pass

sys.stdout, sys.argv = Output(), ["lingo-bot", "6", "--wordlist", sys.argv[1]]
from lingo_bot.__main__ import main
main()
"""


@pytest.fixture
def known(tmp_path, monkeypatch):
    """known(word): the path of a list whose file is in the table, with that first guess."""
    path = tmp_path / "wordlist4.txt"
    path.write_text("\n".join(WORDS) + "\n")
    monkeypatch.setattr(opener, "TABLE", tmp_path / "openers.txt")

    def listed(word):
        data = path.read_bytes()
        opener.TABLE.write_text(f"\n4 {len(data)} {zlib.crc32(data)} {word}\n")
        return str(path)

    return listed


def test_the_table_holds_the_first_guesses_of_the_packaged_books(pit_list):
    with open(opener.TABLE, encoding="ascii") as file:
        assert file.read() == openers_table([PACKAGED, str(pit_list)])  # if not: python -m precompute.openers LIST


def test_a_file_is_known_by_its_size_and_checksum(known, tmp_path):
    path = known("coat")
    assert opener.opener(4, path) == opener.opener(4, str(tmp_path)) == "coat"
    assert opener.opener(5, path) is None
    assert opener.opener(4, str(tmp_path / "none.txt")) is None
    (tmp_path / "wordlist4.txt").write_text("\n".join(["boat", *WORDS[1:]]) + "\n")
    assert opener.opener(4, path) is None


def test_nothing_of_the_book_is_loaded_before_the_first_guess(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", WATCHED, PACKAGED], capture_output=True, text=True, cwd=tmp_path, timeout=60, input=""
    )
    [line] = done.stderr.splitlines()

    assert "cartes" in line.split()[0]

    ours = {name for name in line.split() if name.startswith(("lingo", "codebreaker", "wordlists"))}
    assert ours <= {
        "lingo_bot", "lingo_bot.__main__", "lingo_bot.opener", "lingo_common", "lingo_common.errors",
        "wordlists", "wordlists.reader", "wordlists.spelling",
    }  # fmt: skip


def test_a_first_guess_is_played_on_by_the_book_that_begins_so():
    assert not isinstance(player_for(read_game(6, PACKAGED), first_guess="cartes"), LivePlayer)
    assert isinstance(player_for(read_game(6, PACKAGED), first_guess="tinsel", advise=False), LivePlayer)


def test_a_guess_that_was_made_is_not_written_again():
    sink = io.BytesIO()
    play_over_streams(
        LivePlayer(game_of(WORDS), first_guess="coat"), 4, 5, io.BytesIO(b"????\nOOOO\n"), sink, first_is_written=True
    )
    assert b"coat" not in sink.getvalue()
    assert sink.getvalue()


def test_a_list_that_no_book_has_is_played_live_after_all(known):
    player = player_for(read_game(4, known("coat")), first_guess="coat", advise=False)
    assert isinstance(player, LivePlayer)
    with pytest.raises(DataError, match="'boat' is not in"):
        player_for(read_game(4, known("boat")), first_guess="boat", advise=False)
