"""The man pages show the examples of the help texts as they are."""

import re
import shutil
import subprocess

import click
import pytest

from tools.programs import PROGRAMS

pytest.importorskip("click_man")
pytestmark = pytest.mark.filterwarnings("ignore:'click.utils.make_default_short_help':DeprecationWarning")


def commands():
    """(name of the page, command) for every program and its commands."""
    for name, program in PROGRAMS.items():
        yield name, program
        yield from ((f"{name}-{below}", one) for below, one in getattr(program, "commands", {}).items())


def test_examples_are_printed_as_they_are(tmp_path):
    from tools import man_pages

    man_pages.write(tmp_path)
    if not shutil.which("groff"):
        pytest.skip("groff is not installed")
    for name, command in commands():
        examples = [
            line.strip() for part in command.help.split("\b\n")[1:] for line in part.split("\n\n")[0].splitlines()
        ]
        assert isinstance(command, click.Group) or examples
        page = subprocess.run(
            ["groff", "-man", "-Tutf8", "-P-c", "-rLL=60n", str(tmp_path / f"{name}.1")], capture_output=True, text=True
        )
        assert page.stderr == ""
        shown = [line.strip() for line in re.sub(".\b", "", page.stdout).splitlines()]
        assert not [line for line in examples if line not in shown]
