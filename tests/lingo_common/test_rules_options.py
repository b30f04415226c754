"""The options for lengths and for the rules of a game."""

import click
import pytest
from click.testing import CliRunner

from lingo_common.cli.rules_options import lengths_of, rules_options, word_length
from wordlists.rules import GameOptions


def options_from(*arguments, **environment):
    """The GameOptions that a command gets from these arguments and variables, which begin with MINE_."""

    @click.command(context_settings={"auto_envvar_prefix": "MINE"})
    @rules_options()
    def command(game_options):
        return game_options

    result = CliRunner().invoke(command, arguments, env=environment, catch_exceptions=False, standalone_mode=False)
    return result.return_value


def test_the_pits_rules_are_the_default():
    assert options_from() == GameOptions(attempts=5, hard=False, objective="points", first_letter=False)
    assert options_from().spelling.is_plain


@pytest.mark.parametrize(("name", "attempts", "objective", "first_letter"), [
    ("lingo", 5, "points", False),
    ("wordle", 6, "guesses", False),
    ("television", 5, "guesses", True),
])  # fmt: skip
def test_the_rules_of_a_known_game(name, attempts, objective, first_letter):
    options = options_from("--rules", name)
    assert (options.attempts, options.objective, options.first_letter) == (attempts, objective, first_letter)
    assert not options.hard


def test_other_options_replace_rules_of_a_preset():
    options = options_from("--rules", "wordle", "--attempts", "5", "--hard")
    assert (options.attempts, options.objective, options.hard) == (5, "guesses", True)


def test_settings_of_the_environment_replace_rules_of_a_preset():
    options = options_from("--rules", "wordle", MINE_OBJECTIVE="points")
    assert (options.attempts, options.objective, options.hard) == (6, "points", False)


def test_letters_and_folding_make_the_spelling():
    spelling = options_from("--fold", "--letters", "IJ, ch").spelling
    assert spelling.groups == ("ij", "ch")
    # A group is held as one character: ij as the ligature, ch as the second character of Unicode's private use area.
    assert spelling.read("Élchij") == "el\ue001ĳ"


@pytest.mark.parametrize(("text", "lengths"), [
    ("5", (5,)),
    ("4-13", (4, 5, 6, 7, 8, 9, 10, 11, 12, 13)),
    ("7,5", (5, 7)),
    ("5, 7", (5, 7)),
    (" 4 - 6 ,5", (4, 5, 6)),
])  # fmt: skip
def test_lengths_are_written_as_numbers_and_ranges(text, lengths):
    assert lengths_of(text) == lengths


@pytest.mark.parametrize(("text", "length"), [("1", 1), ("20", 20)])
def test_words_have_1_to_20_letters(text, length):
    assert word_length(text) == length


@pytest.mark.parametrize("text", ["", "5,", "7-5", "7-5,9", "4..5", "-5", "five", "5 7", "9999"])
def test_a_text_that_is_no_list_of_lengths_is_refused(text):
    with pytest.raises(click.BadParameter, match="is not a list of lengths such as"):
        lengths_of(text)


@pytest.mark.parametrize("text", ["0-5", "20-21", "64"])
def test_lengths_that_no_word_has_are_refused(text):
    with pytest.raises(click.BadParameter, match=r"words have 1 to 20 letters, not '.*'"):
        lengths_of(text)
