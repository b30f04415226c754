"""docs/assistant.md says what the programs say: its sessions are run, its Python is a doctest.

Two tests are of the HTML page that --page writes.
"""

import doctest
import os
import re
import subprocess
from pathlib import Path

import pytest
from programs import program_path
from word_games import game_of

from lingo_bot.page.content import rules_sentence, title_of

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "assistant.md"
SESSION = re.compile(r"(?<=```console\n)\$ (.*?)\n(.*?)(?=```)", re.DOTALL)
"""A command of the document, and the lines that follow it: what it prints, and what is typed."""
PROMPT = "? "
"""How lines begin that are typed; a program whose input is no terminal prints no prompt."""
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


def test_a_dash_is_standard_output(run, tmp_path):
    done = run("lingo-bot", 5, "--page", "-", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("<!doctype html>")
    assert not list(tmp_path.iterdir())


def test_a_page_does_not_overwrite_a_word_list(run, tmp_path):
    (tmp_path / "words.txt").write_text("crane\n")
    done = run("lingo-bot", 5, "--page", "words.txt", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        1,
        "lingo-bot: words.txt: is a file of another kind, which is not overwritten\n",
    )
    assert (tmp_path / "words.txt").read_text() == "crane\n"


def test_a_page_with_first_letters_may_have_one_that_no_answer_begins_with(run, tmp_path):
    """Of the words' first letters a, b and c no answer begins with b, so no tree is looked up for it."""
    (tmp_path / "words").write_text("apple\nbread\ncrane\n")
    (tmp_path / "answers").write_text("apple\ncrane\n")
    lists = ["--wordlist", "words", "--answers", "answers"]

    done = run("lingo-bot", 5, *lists, "--rules", "television", "--page", "page.html", cwd=tmp_path)

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "page.html").stat().st_size > 0


def test_a_page_of_one_word_of_one_letter_counts_in_the_singular():
    word_game = game_of(["a"], attempts=1)
    assert title_of(word_game) == "Lingo, 1 letter"
    assert rules_sentence(word_game).startswith("This file: 1 word, 1 attempt, ")
