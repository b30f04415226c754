"""What all four programs have in common, as docs/command-line.md has it."""

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
from lingo_common.cli.command import commands_of, long_name
from lingo_common.cli.options import sections
from precompute.commands.program import precompute
from referee.commands.program import referee

PROGRAMS = {"lingo-bot": lingo_bot, "referee": referee, "precompute": precompute, "codebreaker": codebreaker}
BESIDE = Path(sys.executable).parent
QUOTED = shlex.quote(str(BESIDE))
ARGUMENTS = {
    "lingo-bot": ("lingo-bot 5 --strategy en", "entropy"),
    "referee": ("referee run --format mark", "markdown"),
    "precompute": ("precompute evaluate --strategy min", "minimax"),
    "codebreaker": ("codebreaker tree --criterion mini", "minimax"),
}


def commands():
    """(what is typed, command) of everything that has a help of its own."""
    for name, program in PROGRAMS.items():
        for command in commands_of(program).values():
            yield f"{name} {command.name}", command
    yield "lingo-bot", lingo_bot


def completing(program, typed, shell):
    """The environment in which the program completes the last word typed."""
    variable = f"_{program.upper().replace('-', '_')}_COMPLETE"
    place = {"COMP_CWORD": typed.split()[-1] if shell == "fish" else str(len(typed.split()) - 1)}
    return {**os.environ, variable: f"{shell}_complete", "COMP_WORDS": typed, **place}


@pytest.mark.parametrize("option", ["-V", "--version"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_version_is_that_of_the_package(program, option):
    done = subprocess.run([BESIDE / program, option], capture_output=True, text=True, timeout=60)
    assert done.stdout == f"{program} {metadata.version('lingo-bot')}\n"


@pytest.mark.parametrize("typed, command", list(commands()), ids=[typed for typed, _ in commands()])
def test_every_command_has_a_help_with_examples_of_its_own(typed, command):
    said = command.get_help(click.Context(command, info_name=typed))
    _, _, examples = said.partition("Examples:\n")
    assert any(line.strip().startswith(typed) for line in examples.splitlines())


@pytest.mark.parametrize("command", [command for _, command in commands()], ids=lambda command: command.name)
def test_every_option_is_in_one_section_of_the_help(command):
    context = click.Context(command)
    shown = [long_name(option) for options in sections(command, context).values() for option in options]
    options = [each for each in command.get_params(context) if isinstance(each, click.Option) and not each.hidden]
    assert sorted(shown) == sorted(map(long_name, options))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_completion(program, shell):
    typed, expected = ARGUMENTS[program]
    environment = completing(program, typed, shell)
    done = subprocess.run([BESIDE / program], env=environment, capture_output=True, text=True, timeout=60)
    assert expected in done.stdout.replace(",", "\n").splitlines()
    assert (done.returncode, done.stderr) == (0, "")


def completions(typed, cwd):
    program = typed.split()[0]
    environment = completing(program, typed, "bash")
    done = subprocess.run([BESIDE / program], env=environment, cwd=cwd, capture_output=True, text=True, timeout=60)
    return done.stdout.split()


def test_runs_their_players_and_files_are_completed(tmp_path):
    make_run(tmp_path / "results", ["awk", "ann", "bob"], {5: ["dents", "tares"]})
    assert completions("referee games res", tmp_path) == ["plain,results"]
    assert completions("referee games results --player a", tmp_path) == ["plain,awk", "plain,ann"]
    assert completions("referee compare results b", tmp_path) == ["plain,bob"]
    assert completions("referee compare nothing b", tmp_path) == []
    for typed in ("referee run --wordlist x", "precompute check-tree x"):
        assert completions(typed, tmp_path)[0].startswith("file,")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_itself_completes_options(tmp_path):
    script = """
    PATH="$1:$PATH"; eval "$(_LINGO_BOT_COMPLETE=bash_source lingo-bot)"
    COMP_WORDS=(lingo-bot 5 --no) COMP_CWORD=2 && _lingo_bot_completion lingo-bot --no 5 && echo "${COMPREPLY[*]}"
    """
    command = ["bash", "--norc", "-c", script, "bash", BESIDE]
    assert subprocess.run(command, capture_output=True, text=True, timeout=60).stdout == "--no-book\n"


def test_settings_of_the_environment_wait_for_the_command_line(run):
    settings = {"CODEBREAKER_FIND_JSON": "1", "CODEBREAKER_FIND_ROUNDS": "3", "CODEBREAKER_FIND_SEED": "1"}
    assert json.loads(run("codebreaker", "find", 3, env=settings).stdout)["rounds"] == 3
    assert json.loads(run("codebreaker", "find", 3, "--rounds", 2, env=settings).stdout)["rounds"] == 2


def test_the_level_that_is_typed_goes_before_that_of_the_environment(run, tmp_path, complaint):
    """A missing list is an error at every level; what is asked for twice is refused only where both are typed."""
    arguments = ["evaluate", "--wordlist", tmp_path / "none"]
    variable = {"PRECOMPUTE_EVALUATE_QUIET": "1"}
    assert "none" in complaint(run("precompute", *arguments, "-v", env=variable), 1)
    assert "exclude each other" in complaint(run("precompute", *arguments, "-v", "-q"), 2)


@pytest.mark.parametrize(("typed", "said"), [("find 3 --rounds 2", b"2 games"), ("play", b"Guess 1")])
def test_a_closed_standard_error_is_no_reason_to_fail(typed, said):
    command = ["sh", "-c", f"exec {QUOTED}/codebreaker {typed} 2>&-"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=60)
    assert (done.returncode, said in done.stdout) == (0, True)


CLOSED = "standard output must be open"
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")


@pytest.mark.parametrize(("typed", "redirection", "said"), [
    *((typed, ">&-", CLOSED) for typed in ("lingo-bot --help", "codebreaker find 3", "precompute evaluate -h")),
    *(
        pytest.param(typed, "</dev/null >/dev/full", "no space left on device", marks=FULL)
        for typed in ("codebreaker find 3", "lingo-bot 5", "referee --help")
    ),
    *((typed, "<&-", "standard input must be open") for typed in ("codebreaker play", "referee play")),
])  # fmt: skip
def test_a_closed_stream_or_a_full_disk_is_one_line(typed, redirection, said):
    command = ["sh", "-c", f"exec {QUOTED}/{typed} {redirection}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (1, f"{typed.split()[0]}: {said}\n")


@pytest.mark.parametrize("encoding", ["ascii:strict", "utf-8:strict"])
@pytest.mark.parametrize("program", ["codebreaker play", "lingo-bot 5 --assist"])
def test_what_a_terminal_cannot_write_or_read_is_no_reason_to_fail(program, encoding):
    done = subprocess.run(
        [BESIDE / program.split()[0], *program.split()[1:]],
        input=b"t\xe4r\xe9s\n",
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
