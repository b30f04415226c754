"""docs/assistant.md says what the programs say: its sessions are run, its Python is a doctest."""

import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest
from programs import program_path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "assistant.md"
SESSION = re.compile(r"(?<=```console\n)\$ (.*?)\n(.*?)(?=```)", re.DOTALL)
"""A command of the document, and the lines that follow it: what it prints, and what is typed."""
PROMPT = "? "
"""How lines begin that are typed. A program whose input is no terminal prints no prompt."""
WIDTH = 80
"""Columns of the terminal for which its sessions are written."""


def output_of(command: str, typed: str, directory: str | os.PathLike[str]) -> str:
    """What a shell command prints in a directory on both streams; it finds the programs of this environment first."""
    path = f"{program_path('lingo-bot').parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": str(WIDTH)}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True, "timeout": 60}
    return subprocess.run(command, shell=True, input=typed, cwd=directory, env=environment, **streams).stdout


@pytest.mark.parametrize("session", SESSION.findall(DOCUMENT.read_text()), ids=lambda session: session[0][:30])
def test_a_session_goes_as_shown(session, tmp_path):
    command, text = session
    lines = text.splitlines(keepends=True)
    typed = [line.removeprefix(PROMPT) for line in lines if line.startswith(PROMPT)]
    printed = [line for line in lines if not line.startswith(PROMPT)]

    assert output_of(command, "".join(typed), tmp_path) == "".join(printed)


def test_the_python_is_right(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(DOCUMENT), module_relative=False)
    # The document has not lost its examples.
    assert result.attempted >= 7
    assert result.failed == 0
