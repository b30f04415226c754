"""Players with preparations: their word games, and fixtures that tests/referee/conftest.py imports."""

import pytest

from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.game.game_pool import GamePool
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

WORD_GAMES = {
    4: WordGame(WordList(4, ["able", "seat"], "")),
    5: WordGame(WordList(5, ["crane", "dozes"], "")),
}
"""The word games of two lengths, with two words each."""
LEARN = 'echo run >> "$LOG"\ncp wordlist.txt prepared/known'
"""A script that notes its run and learns the word list by heart."""


@pytest.fixture
def preparations(tmp_path, monkeypatch):
    """The directory in which preparations are kept: one of this test alone, and not in the user's cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lingo-bot" / "prepared"


@pytest.fixture
def player_with_script(handed_in, preparations, tmp_path):
    """player_with_script(script, keys, prepare): a player with a preparation that runs this script, called learn.sh.

    The variable LOG names a file for the script. keys: the other keys of the player's table. By default the player
    guesses the words that the preparation has written into `known`. prepare: the command that runs the script.
    """

    def player(script, keys='command = "cat prepared/known"', prepare="./learn.sh"):
        table = f'prepare = "{prepare}"\nenv = {{LOG = "{tmp_path}/log"}}\n{keys}'
        return handed_in(table, learn_sh=f"#!/bin/sh\n{script}\n")

    return player


@pytest.fixture
def runs(tmp_path):
    """runs(): how often the scripts of this test have written a line "run" into LOG."""

    def count():
        return (tmp_path / "log").read_text().count("run\n")

    return count


def game_for_crane(player, sandbox):
    """The record of a game for crane."""
    with GamePool(WORD_GAMES, Limits(), sandbox) as pool:
        return pool.play(Fixture(player, index=0, word="crane"))


def guesses_for_crane(player, sandbox):
    """The guesses of a game for crane."""
    return list(game_for_crane(player, sandbox).guesses)
