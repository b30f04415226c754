"""The options for the rules of a game: presets, what goes before them, and values that cannot be."""

import click
import pytest
from click.testing import CliRunner

from codebreaker.rules import PRESETS, GameRules
from lingo_common.cli.rules_options import lengths_of, rules_options
from wordlists.spelling import PLAIN


def given(*arguments, **environment):
    """The GameOptions that a command receives."""
    found = []

    @click.command(context_settings={"auto_envvar_prefix": "MINE"})
    @rules_options()
    def command(game):
        found.append(game)

    CliRunner().invoke(command, arguments, env=environment, catch_exceptions=False)
    return found[0]


def test_the_pits_rules_are_the_default():
    game = given()
    assert game.rules == GameRules()
    assert (game.wordlist, game.answers, game.spelling) == (None, None, PLAIN)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset(name):
    assert given("--rules", name).rules == PRESETS[name]


def test_other_options_go_before_a_preset():
    rules = given("--rules", "wordle", "--attempts", "5", "--hard").rules
    assert rules == GameRules(attempts=5, objective="guesses", hard=True)
    assert given("--rules", "wordle", MINE_OBJECTIVE="points").rules == GameRules(attempts=6)


def test_letters_and_folding():
    game = given("--fold", "--letters", "IJ, ch")
    assert game.rules.letters == ("ij", "ch")
    assert game.spelling.read("Élchij") == "el\ue001ĳ"


@pytest.mark.parametrize(("text", "lengths"), [
    ("5", (5,)), ("4-13", tuple(range(4, 14))), ("7,5", (5, 7)), ("5, 7", (5, 7)), (" 4 - 6 ,5", (4, 5, 6)),
])  # fmt: skip
def test_lengths(text, lengths):
    assert lengths_of(text) == lengths


@pytest.mark.parametrize("text", ["", "5,", "7-5", "7-5,9", "4..5", "-5", "five", "5 7", "9999"])
def test_no_lengths(text):
    with pytest.raises(click.BadParameter, match="is not a list of lengths such as"):
        lengths_of(text)


@pytest.mark.parametrize("text", ["0-5", "20-21", "64"])
def test_other_lengths(text):
    with pytest.raises(
        click.BadParameter,
        match=r"words have 1 to 20 letters, not '.*'",
    ):
        lengths_of(text)
