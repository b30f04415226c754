"""The options for the rules of a game: presets, what goes before them, and values that cannot be."""

import click
import pytest
from click.testing import CliRunner

from codebreaker.rules import PRESETS, GameRules
from lingo_common.cli.rules_options import rules_options
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
