"""What all four programs have in common, as docs/command-line.md has it."""

import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import click
import pytest
from made_runs import make_run

from codebreaker.commands.program import codebreaker
from lingo_bot.commands.program import lingo_bot
from lingo_common.cli.command import all_commands, long_name
from lingo_common.cli.options import sections
from precompute.commands.program import precompute
from referee.commands.program import referee

PROGRAMS = {"lingo-bot": lingo_bot, "referee": referee, "precompute": precompute, "codebreaker": codebreaker}
BIN = Path(sys.executable).parent
"""The directory of the installed programs."""
BIN_IN_SHELL = shlex.quote(str(BIN))
COMPLETIONS = {  # what is typed, and a completion of its last word
    "lingo-bot": ("lingo-bot 5 --objective gu", "guesses"),
    "referee": ("referee run --format mark", "markdown"),
    "precompute": ("precompute evaluate --rules wor", "wordle"),
    "codebreaker": ("codebreaker find 5 --method an", "annealing"),
}


def commands():
    """(what is typed, command) of everything that has a help of its own."""
    for name, program in PROGRAMS.items():
        for command in all_commands(program).values():
            yield f"{name} {command.name}", command
    yield "lingo-bot", lingo_bot


def completion_environment(program, typed, shell):
    """The variables with which the program completes the last word typed."""
    variable = f"_{program.upper().replace('-', '_')}_COMPLETE"
    words = typed.split()
    # fish names the word that is completed, the others its number.
    current = words[-1] if shell == "fish" else str(len(words) - 1)
    return {variable: f"{shell}_complete", "COMP_WORDS": typed, "COMP_CWORD": current}


# All programs have the same option (lingo_common.cli), so its short name is tried once.
@pytest.mark.parametrize(("program", "option"), [*((program, "--version") for program in PROGRAMS), ("referee", "-V")])
def test_the_version_is_that_of_the_package(program, option):
    done = subprocess.run([BIN / program, option], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{program} {metadata.version('lingo-bot')}\n"


@pytest.mark.parametrize("typed, command", list(commands()), ids=[typed for typed, _ in commands()])
def test_every_command_has_a_help_with_examples_of_its_own(typed, command):
    text = command.get_help(click.Context(command, info_name=typed))
    _, _, examples = text.partition("Examples:\n")
    assert any(line.strip().startswith(typed) for line in examples.splitlines())


@pytest.mark.parametrize("command", [command for _, command in commands()], ids=lambda command: command.name)
def test_every_option_is_in_one_section_of_the_help(command):
    context = click.Context(command)
    in_sections = itertools.chain.from_iterable(sections(command, context).values())
    parameters = command.get_params(context)
    options = [option for option in parameters if isinstance(option, click.Option)]
    assert sorted(map(long_name, in_sections)) == sorted(map(long_name, options))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_values_of_options_are_completed(program, shell, run):
    typed, completion = COMPLETIONS[program]
    done = run(program, env=completion_environment(program, typed, shell))
    # A line, or a part of one such as `plain,entropy`.
    assert completion in done.stdout.replace(",", "\n").splitlines()
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def completions(run, tmp_path):
    """completions(typed): those of the last word typed in bash, such as `plain,results`, in the directory tmp_path."""

    def completions_of(typed):
        program = typed.split()[0]
        environment = completion_environment(program, typed, "bash")
        return run(program, cwd=tmp_path, env=environment).stdout.split()

    return completions_of


@pytest.mark.parametrize(("typed", "expected"), [
    ("referee games res", ["plain,results"]),
    ("referee games results --player a", ["plain,awk", "plain,ann"]),
    ("referee compare results b", ["plain,bob"]),
    ("referee compare nothing b", []),
])  # fmt: skip
def test_runs_and_their_players_are_completed(typed, expected, completions, tmp_path):
    make_run(tmp_path / "results", ["awk", "ann", "bob"], {5: ["dents", "tares"]})
    assert completions(typed) == expected


@pytest.mark.parametrize("typed", ["referee run --wordlist x", "precompute check-tree x"])
def test_the_shell_completes_files(typed, completions):
    assert completions(typed)[0].startswith("file,")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_itself_completes_options(tmp_path):
    script = """
    PATH="$1:$PATH"
    eval "$(_LINGO_BOT_COMPLETE=bash_source lingo-bot)"

    # What bash sets when Tab is pressed after `lingo-bot 5 --no`, and the arguments with which it calls the function:
    # the command, the word to complete, and the word before it.
    COMP_WORDS=(lingo-bot 5 --no)
    COMP_CWORD=2
    _lingo_bot_completion lingo-bot --no 5
    echo "${COMPREPLY[*]}"
    """
    command = ["bash", "--norc", "-c", script, "bash", BIN]
    assert subprocess.run(command, capture_output=True, text=True, timeout=60).stdout == "--no-book\n"


def test_the_command_line_goes_before_settings_of_the_environment(run):
    settings = {"CODEBREAKER_FIND_JSON": "1", "CODEBREAKER_FIND_ROUNDS": "3", "CODEBREAKER_FIND_SEED": "1"}
    assert json.loads(run("codebreaker", "find", 3, env=settings).stdout)["rounds"] == 3
    assert json.loads(run("codebreaker", "find", 3, "--rounds", 2, env=settings).stdout)["rounds"] == 2


def test_of_verbose_and_quiet_the_first_counts(run, tmp_path):
    (tmp_path / "wordlist.txt").write_text("acorn\nit's!\n")

    of_verbose = run("lingo-bot", 5, "-v", "-q", cwd=tmp_path, input="")
    of_quiet = run("lingo-bot", 5, "-q", "-v", cwd=tmp_path, input="")

    assert "1 entry of 5 characters left out" in of_verbose.stderr
    assert of_quiet.stderr == ""


def test_verbose_goes_before_quiet_of_the_environment(run, tmp_path, error_line):
    """The command goes on as far as to the missing list, which is an error at every level."""
    settings = {"PRECOMPUTE_EVALUATE_QUIET": "1"}
    done = run("precompute", "evaluate", "--wordlist", tmp_path / "none", "-v", env=settings)
    assert "none" in error_line(done, exit_code=1)


@pytest.mark.parametrize(("typed", "output"), [("find 3 --rounds 2", b"2 games"), ("play", b"Guess 1")])
def test_a_closed_standard_error_is_no_reason_to_fail(typed, output):
    command = ["sh", "-c", f"exec {BIN_IN_SHELL}/codebreaker {typed} 2>&-"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60)
    assert done.returncode == 0
    assert output in done.stdout


def outcome_in_shell(typed, redirection):
    """(exit code, standard error) of a program that a shell starts with that redirection."""
    command = ["sh", "-c", f"exec {BIN_IN_SHELL}/{typed} {redirection}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


@pytest.mark.parametrize("typed", ["lingo-bot --help", "codebreaker find 3", "precompute evaluate -h"])
def test_a_closed_standard_output_is_one_line(typed):
    program = typed.split()[0]
    assert outcome_in_shell(typed, ">&-") == (1, f"{program}: standard output must be open\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize("typed", ["codebreaker find 3", "lingo-bot 5", "referee --help"])
def test_a_full_disk_is_one_line(typed):
    program = typed.split()[0]
    assert outcome_in_shell(typed, "</dev/null >/dev/full") == (1, f"{program}: no space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize(("typed", "code"), [("lingo-bot 5 -h", 0), ("referee verify .", 1), ("lingo-bot 5 --no", 2)])
def test_messages_that_cannot_be_written_do_not_change_the_exit_code(monkeypatch, typed, code):
    # With this variable Python keeps nothing back that it would write at exit.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    assert outcome_in_shell(typed, "</dev/null 2>/dev/full") == (code, "")


@pytest.mark.parametrize("typed", ["codebreaker play", "referee play"])
def test_a_closed_standard_input_is_one_line(typed):
    program = typed.split()[0]
    assert outcome_in_shell(typed, "<&-") == (1, f"{program}: standard input must be open\n")


def test_a_closed_standard_input_of_a_shell_is_empty():
    shell = "referee shell --quiet --sandbox off --players cat -- cat"
    assert outcome_in_shell(shell, "<&-") == (0, "")


@pytest.mark.parametrize("encoding", ["ascii:strict", "utf-8:strict"])
@pytest.mark.parametrize("typed", ["codebreaker play", "lingo-bot 5 --assist"])
def test_what_a_terminal_cannot_write_or_read_is_no_reason_to_fail(typed, encoding):
    program, *arguments = typed.split()
    done = subprocess.run(
        [BIN / program, *arguments],
        input="täres\n".encode("latin-1"),
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
    )

    assert (done.returncode, done.stderr) == (0, b"")
