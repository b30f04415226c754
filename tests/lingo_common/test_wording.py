"""A wrong command line is one line that names what is wrong, and a noun has the number of its count."""

import pytest

from lingo_common.errors import count_text

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
