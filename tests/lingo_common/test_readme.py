"""README.md: its player keeps the protocol, and every command it shows is one that the programs take."""

import re
import shlex
import sys
from pathlib import Path

import click
import pytest

from codebreaker.commands.program import codebreaker
from lingo_bot.commands.program import lingo_bot
from lingo_common.cli.command import all_commands
from precompute.commands.program import precompute
from referee.commands.program import referee

README = Path(__file__).parents[2] / "README.md"
PROGRAMS = {"lingo-bot": lingo_bot, "referee": referee, "precompute": precompute, "codebreaker": codebreaker}
BLOCKS = "\n".join(re.findall(r"^```\w*\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL))
COMMAND = re.compile(
    rf"""
    ^(?:\$[ ])?                          # a prompt
    ((?:{"|".join(PROGRAMS)})[ ]         # the program
    (?!leads[ ])                        # "lingo-bot leads entropy" is a result
    \S.*?)                              # its arguments
    (?:[ ]{{2,}}\S.*)?$                  # a remark after two spaces
    """,
    re.MULTILINE | re.VERBOSE,
)
COMMANDS = COMMAND.findall(BLOCKS)
"""What is typed in the examples of the page."""


def parse(typed: str) -> None:
    """Read the command line as its program does, and do nothing; a usage error where it cannot be understood."""
    program, *arguments = shlex.split(typed.replace("…", ""))
    command: click.Command = PROGRAMS[program]
    context = click.Context(command, info_name=program)

    if isinstance(command, click.Group):
        command = all_commands(command)[arguments.pop(0)]
        context = click.Context(command, parent=context, info_name=command.name)

    command.parse_args(context, arguments)


@pytest.mark.parametrize("typed", COMMANDS)
def test_a_command_is_understood(typed, monkeypatch):
    monkeypatch.chdir(README.parent)
    parse(typed)


def test_all_programs_are_shown():
    assert {typed.split()[0] for typed in COMMANDS} == set(PROGRAMS)


def test_the_commands_of_the_page_are_found():
    assert len(COMMANDS) >= 15


def test_the_player_finds_its_word(tmp_path, run):
    [source] = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)
    (tmp_path / "mine.py").write_text(source)
    (tmp_path / "wordlist.txt").write_text("able\nbale\ndale\nlade\nseal\n")
    player = shlex.join([sys.executable, "mine.py"])
    done = run("referee", "game", player, "--word", "seal", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "solved" in done.stdout
