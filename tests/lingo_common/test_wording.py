"""A wrong command line is one line that names what is wrong; the options for lengths and the rules of a game."""

import click
import pytest
from click.testing import CliRunner

from lingo_common.cli.rules_options import lengths_of, rules_options, word_length
from lingo_common.errors import count_text
from wordlists.rules import GameOptions

MISTAKES = [  # the program, what is typed after its name, the complaint
    ("lingo-bot", "", "Missing argument 'N'."),
    ("lingo-bot", "x", "Invalid value for 'N': must be a whole number from 1 to 20, not 'x'"),
    ("lingo-bot", "21", "Invalid value for 'N': must be a whole number from 1 to 20, not 21"),
    ("lingo-bot", "5 6", "'6' goes with --assist or --review"),
    (
        "lingo-bot",
        "5 --strategy best",
        "Invalid value for '--strategy': must be score, expected, entropy, minimax, parts or FILE.py, not 'best'",
    ),
    ("lingo-bot", "5 --attemps 6", "No such option '--attemps'. (Did you mean one of: '--attempts', '--letters'?)"),
    ("lingo-bot", "5 --wordlist", "Option '--wordlist' requires an argument."),
    ("lingo-bot", "5 --wordlist=", "Invalid value for '--wordlist': must not be empty"),
    ("precompute", "first-guesses --top 0", "Invalid value for '--top': must be a whole number of at least 1, not 0"),
    (
        "precompute",
        "evaluate --lengths 4..5",
        "Invalid value for '--lengths': '4..5' is not a list of lengths such as 4-13 or 5,7",
    ),
    ("precompute", "evalute", "No such command 'evalute'. Did you mean 'evaluate'?"),
    ("precompute", "check-tree", "Missing argument 'FILE'."),
    ("codebreaker", "tree --colours x", "Invalid value for '--colours': must be a whole number, not 'x'"),
    ("codebreaker", "tree --length 5", "--length goes with --game lingo"),
    (
        "codebreaker",
        "bound --minutes nan",
        "Invalid value for '--minutes': must be a number above 0 and at most 525600, not 'nan'",
    ),
    ("codebreaker", "find 5 --seed -1", "Invalid value for '--seed': must be a whole number of at least 0, not -1"),
]


@pytest.mark.parametrize(
    ("program", "typed", "complaint"), MISTAKES, ids=[typed or program for program, typed, _ in MISTAKES]
)
def test_a_mistake_is_one_line(program, typed, complaint, run, error_line):
    assert error_line(run(program, *typed.split()), exit_code=2).startswith(complaint)


@pytest.mark.parametrize("program", ["precompute", "codebreaker", "referee"])
def test_without_a_command_the_commands_are_listed(program, run):
    done = run(program)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == run(program, "--help").stdout


@pytest.mark.parametrize(("variable", "program", "arguments", "complaint"), [
    ("LINGO_BOT_ATTEMPTS", "lingo-bot", ["5"], "must be a whole number from 1 to 100, not 'many'"),
    ("CODEBREAKER_TREE_JSON", "codebreaker", ["tree"], "'many' is not a valid boolean."),
])  # fmt: skip
def test_a_value_of_the_environment_is_named_by_its_variable(variable, program, arguments, complaint, run, error_line):
    line = error_line(run(program, *arguments, env={variable: "many"}), exit_code=2)

    option = variable.lower().rpartition("_")[2]
    assert line.startswith(f"Invalid value for '--{option}' (env var: '{variable}'): {complaint}")


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


def test_other_options_go_before_a_preset():
    options = options_from("--rules", "wordle", "--attempts", "5", "--hard")
    assert (options.attempts, options.objective, options.hard) == (5, "guesses", True)


def test_settings_of_the_environment_go_before_a_preset():
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


@pytest.mark.parametrize(
    "count, noun, text",
    [
        (1, "guess", "1 guess"),
        (0, "guess", "0 guesses"),
        (5625, "guess", "5,625 guesses"),
        (2, "entry", "2 entries"),
        (2, "illegal guess", "2 illegal guesses"),
        (1, "word", "1 word"),
        (2, "word", "2 words"),
    ],
)
def test_a_noun_has_the_number_of_its_count(count, noun, text):
    assert count_text(count, noun) == text
