"""The interface for Python: docs/api.md and a typed client are run, and `import` loads nothing heavy."""

import doctest
import inspect
import json
import subprocess
import sys
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest

import codebreaker
import lingo_bot
import referee
from lingo_common.cli.command import all_commands, long_name
from lingo_common.errors import ProgramError, UsageError
from lingo_common.option import options_of
from referee.commands.program import referee as referee_command

PAGE = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_examples_of_the_page_print_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # A line that ends a block of code would be taken for the end of what an example prints.
    text = PAGE.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    runner = doctest.DocTestRunner()
    runner.run(test)
    assert runner.failures == 0
    # The examples of the page are found.
    assert runner.tries >= 15


@pytest.mark.parametrize("package", [codebreaker, lingo_bot, referee], ids=lambda package: package.__name__)
def test_everything_exported_is_there(package):
    assert all(getattr(package, name) for name in package.__all__)
    with pytest.raises(AttributeError):
        package.nothing_of_that_name  # noqa: B018


def test_imports_load_nothing_heavy():
    """The player prints its first guess before it imports anything heavy; of Python itself typing and sqlite3 are.

    -S: without site, which may import some of these modules for packages that are installed.
    """
    program = (
        "import sys, codebreaker, referee, lingo_bot; print({'numpy', 'click', 'typing', 'sqlite3'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", program], cwd=PAGE.parents[1], capture_output=True, text=True)
    assert done.stdout == "set()\n", done.stderr


@pytest.mark.parametrize(("players", "options", "message"), [
    ([], {}, "no players"),
    (["cat", "cat"], {}, "two players are named 'cat'"),
    ("cat", {"rounds": 0}, "rounds must be a number of rounds, 1 or more, or 'all', not 0"),
    ("cat", {"rounds": "x"}, "rounds must be a number of rounds, 1 or more, or 'all', not 'x'"),
    ("cat", {"jobs": 0}, "jobs must be a whole number from 1 to 1024, not 0"),
    ("cat", {"jobs": 2.5}, "jobs must be a whole number from 1 to 1024, not 2.5"),
    ("cat", {"seed": "x"}, "seed must be a whole number, not 'x'"),
    ("cat", {"lengths": "six"}, "lengths: 'six' is not a list of lengths such as 4-13"),
    ("cat", {"lengths": [5.0]}, r"lengths: \[5.0\] is not a list of lengths such as"),
    ("cat", {"lengths": []}, r"lengths: \[\] is not a list of lengths such as"),
    ("cat", {"lengths": [99]}, "lengths: words have 1 to 20 letters, not "),
    ("cat", {"words": 5}, "words must be a path, not 5"),
    ("cat", {"wordlist": 5}, "wordlist must be a path, not 5"),
    ("cat", {"answers": b"x"}, "answers must be a path, not b'x'"),
    ("cat", {"out": ""}, "out must not be empty"),
    ("cat", {"resume": 1}, "resume must be a path, not 1"),
    ("cat", {"cluster": "x"}, "'x' is not the address of a scheduler"),
    ("cat", {"cluster": 5}, "'5' is not the address of a scheduler"),
    ("cat", {"forfeit_after": -1}, "forfeit_after must be a whole number of at least 0, not -1"),
    ("cat", {"reinstate": "cat"}, "reinstate must be a list, not 'cat'"),
    ("cat", {"commit": "yes"}, "commit must be True or False, not 'yes'"),
    ("cat", {"sandbox": "none"}, "sandbox must be auto, off or require, not 'none'"),
    ("cat", {"expose": "/tmp/x"}, "expose must be a list, not '/tmp/x'"),
    ("cat", {"expose": ["/nowhere"]}, "expose: /nowhere: there is no such file or directory"),
    ("cat", {"limits": {"move": 2}}, "limits must be a Limits, not {'move': 2}"),
    ("cat", {"rules": "chess"}, "rules must be lingo, wordle or television, not 'chess'"),
    ("cat", {"attempts": "6 x"}, "attempts must be a whole number from 1 to 100, not '6 x'"),
    ("cat", {"letters": 5}, "letters must be text, not 5"),
    ("cat", {"fold": "é"}, "fold must be True or False, not 'é'"),
    ("cat", {"max_rounds": 5}, "--max-rounds is for --until-decided"),
    ("cat", {"careful": True, "sandbox": "off"}, "--careful needs a sandbox"),
    (5, {}, "players must be commands, a list of them, or players by name, not 5"),
    ([5], {}, "players must be commands or Program values, not 5"),
    (["a\0b"], {}, "a command must be text in UTF-8"),
    (["\ud800"], {}, "a command must be text in UTF-8"),
    ({"a": 5}, {}, r"player 'a' must be a command, a Program or factory\(length, words\), not 5"),
    ({5: "cat"}, {}, "players must have names of text, not 5"),
])  # fmt: skip
def test_a_contest_that_makes_no_sense(players, options, message):
    with pytest.raises(UsageError, match=message):
        referee.run(players, **{"lengths": [5], **options})


@pytest.mark.parametrize(("limits", "message"), [
    ({"move": "x"}, "^move: 'x' is not a number of seconds"),
    ({"move": True}, "^move: 'True' is not a number of seconds"),
    ({"cpu": "x"}, "^cpu: 'x' is not a number of seconds"),
    ({"memory": -1}, "memory: '-1' is no size such as 65536, 64K, 10M or 2G"),
    ({"memory": "1000000G"}, "memory: '1000000G' is no size"),
    ({"processes": 0}, "processes must be a whole number of at least 1, not 0"),
])  # fmt: skip
def test_limits_that_make_no_sense(limits, message):
    with pytest.raises(UsageError, match=message):
        referee.Limits(**limits)


@pytest.mark.parametrize(("options", "message"), [
    ({"command": 5}, "command must be text or a Program, not 5"),
    ({"word": 5}, "word must be text, not 5"),
    ({"limits": 5}, "limits must be a Limits, not 5"),
    ({"rules": 5}, "rules must be lingo, wordle or television, not 5"),
    ({"wordlist": 5}, "wordlist must be a path, not 5"),
    ({"sandbox": 5}, "sandbox must be auto, off or require, not 5"),
])  # fmt: skip
def test_a_game_that_makes_no_sense(options, message):
    with pytest.raises(UsageError, match=message):
        referee.play_game(**{"command": "cat", "word": "dozes", **options})


@pytest.mark.parametrize(("values", "message"), [
    ({"name": 5}, "name of player '5': the value must be text, not a whole number"),
    ({"name": ""}, "player '' must have a name"),
    ({"arguments": "cat"}, "arguments of player 'a': the value must be a list, not text"),
    ({"compile": "cc a.c"}, "compile of player 'a': the value must be a list, not text"),
    ({"prepare_limits": 5}, "prepare_limits of player 'a': the value must be a table, not a whole number"),
    ({"arguments": ()}, "player 'a' must have a name, and arguments"),
    ({"limits": {"speed": 2}}, "player 'a': no limit 'speed'; there are startup, move, "),
    ({"limits": {"move": "x"}}, "^move: 'x' is not a number of seconds"),
    ({"prepare_limits": {"speed": 2}}, "player 'a': no limit 'speed'; there are startup, move, "),
    ({"prepare_limits": {"game": "x"}}, "^game: 'x' is not a number of seconds"),
])  # fmt: skip
def test_a_program_that_makes_no_sense(values, message):
    with pytest.raises(UsageError, match=message):
        referee.Program(**{"name": "a", "command": "cat", "arguments": ("cat",), **values})


def test_a_program_takes_mappings_of_any_kind():
    variables = MappingProxyType({"LEVEL": "3"})

    program = referee.Program("a", "cat", ("cat",), environment=variables)

    assert json.dumps(program.environment) == '{"LEVEL": "3"}'


WORDS_OF_FOUR = [f"{number:04}" for number in range(1000)]
MASTERMIND = codebreaker.mastermind(3, 2)


# The text of the value that is refused has thousands of characters, or several lines.
@pytest.mark.parametrize(
    "call",
    [
        lambda: codebreaker.lingo(set(WORDS_OF_FOUR)),
        lambda: codebreaker.optimal(WORDS_OF_FOUR),
        lambda: codebreaker.greedy(MASTERMIND, np.zeros((3, 3))),
        lambda: codebreaker.greedy_strategy(WORDS_OF_FOUR, codebreaker.CRITERIA["entropy"]),
        lambda: codebreaker.own_game("rows", [1, 2], [1, 2], lambda guess, secret: np.zeros((3, 3))),
        lambda: codebreaker.own_game("rows", [WORDS_OF_FOUR], [1, 2], lambda guess, secret: 0),
        lambda: codebreaker.own_game("rows", [1], [1], lambda guess, secret: 0, winning=[np.zeros((3, 3))]),
        lambda: codebreaker.solve(MASTERMIND, lambda guess: np.zeros((3, 3))),
        lambda: codebreaker.solve(MASTERMIND, WORDS_OF_FOUR),
        lambda: codebreaker.Solution(MASTERMIND, WORDS_OF_FOUR),
        lambda: codebreaker.Solution(MASTERMIND, lambda secrets: np.zeros((3, 3))).guess,
        lambda: lingo_bot.Player(4, ["abcd"], strategy=WORDS_OF_FOUR),
        lambda: lingo_bot.Player(4, ["abcd"]).best(WORDS_OF_FOUR),
        lambda: lingo_bot.Player(4, ["abcd"]).hear(WORDS_OF_FOUR, "abcd"),
    ],
)
def test_a_large_value_of_the_wrong_type_is_named_in_one_short_line(call):
    with pytest.raises(ProgramError) as raised:
        call()

    message = str(raised.value)
    assert message.isprintable()
    assert len(message) < 200


def test_a_run_is_opened_by_its_path():
    with pytest.raises(UsageError, match="directory must be a path, not 5"):
        referee.open_run(5)


def test_run_takes_what_the_command_takes():
    """All options of `referee run` but those of the command line itself; the limits come as one value."""
    of_the_command = {"config", "format", "quiet", "verbose"}
    limits = {option.name for option in options_of(referee.Limits).values()}
    options = {long_name(option) for option in all_commands(referee_command)["run"].params}
    parameters = {name.replace("_", "-") for name in inspect.signature(referee.run).parameters}
    assert parameters == options - of_the_command - limits | {"limits"}


def test_run_takes_nothing_else():
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        referee.run("lingo-bot", nonsense=None)


def test_a_result_is_a_table_in_a_notebook(tmp_path):
    (tmp_path / "words.txt").write_text("dents\n")
    result = referee.run("lingo-bot", lengths=[5], rounds=1, wordlist=str(tmp_path / "words.txt"))

    # The first guess is the only word.
    assert result.points == {"lingo-bot": 500}
    assert "lingo-bot" in str(result)
    assert "<td>lingo-bot</td>" in result._repr_html_()


def test_a_typed_client_runs(tmp_path):
    """tests/clients/client.py has a list of three words.

    It prints the best word after a reply, its guesses in a game, the points of a run, and bins of Mastermind.
    """
    command = [sys.executable, Path(__file__).parents[1] / "clients" / "client.py", tmp_path]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)

    best_word = "dents"
    game = "tares dents"
    points = 500 + 400 + 300  # the client wins its three games at the first, the second and the third attempt
    bins = "1 1 1 2 4"  # of the best first guess at the 9 codes of 3 colours in 2 holes
    assert (done.returncode, done.stdout) == (0, f"{best_word} {game} {points} {bins}\n"), done.stderr
