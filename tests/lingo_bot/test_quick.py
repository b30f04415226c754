"""What the player loads before its first guess, and that it leaves nothing behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lingo_bot.book import pack
from precompute.books import write_book
from wordlists import reader
from wordlists.word_list import read_list

ROOT = Path(__file__).resolve().parents[2]

WATCHED = """
import sys
before = set(sys.modules)
replies = {replies!r}

class Input:
    @property
    def buffer(self):  # what bytes are read from: the replies
        return self
    def isatty(self):
        return False
    def readline(self):
        print("loaded", *sorted(set(sys.modules) - before), file=sys.stderr)
        return replies.pop(0) if replies else b""

def watch(event, arguments):
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & {writing}:
            print("wrote", path, file=sys.stderr)
    elif event.split(".")[0] in ("socket", "subprocess", "shutil", "tempfile") or event in (
        "os.mkdir", "os.rename", "os.remove", "os.link", "os.symlink", "os.truncate", "os.system", "os.exec", "os.fork"
    ):
        print("did", event, *arguments, file=sys.stderr)

sys.addaudithook(watch)
sys.stdin = Input()
sys.argv = ["lingo-bot", *{arguments!r}]
from lingo_bot.__main__ import main
main()
"""
"""Runs the program's own main with replies. It prints on standard error, a line each:

loaded …    before a reply is read, the modules that have been loaded
wrote …     a file that is opened for writing
did …       another event by which the program could leave something behind or start something
"""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
"""The flags with which a file is opened for writing."""
HEAVY = {
    "collections", "typing", "json", "tempfile", "asyncio", "multiprocessing",
    "numpy", "click", "codebreaker.replies", "tqdm",
}  # fmt: skip
"""Modules without which a game by book is faster."""


def watched(*arguments: object, replies: list[bytes], cwd) -> tuple[list[str], list[set[str]], list[str]]:
    """(guesses, modules loaded before each reply, other events) of a game with those replies, in that directory."""
    script = WATCHED.format(replies=replies, arguments=[str(argument) for argument in arguments], writing=WRITING)
    command = [sys.executable, "-B", "-c", script]
    environment = {"HOME": str(cwd)}
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=60, env=environment)

    lines = done.stderr.splitlines()
    loaded = [set(line.split()[1:]) for line in lines if line.startswith("loaded")]
    events = [line for line in lines if line.startswith(("wrote", "did"))]
    return done.stdout.split(), loaded, events


@pytest.fixture
def first_guess_book(tmp_path):
    """A book with a first guess alone for the packaged list of 6 letters: its word of index 77."""
    any_attempts = 0
    key = (6, read_list(6, reader.PACKAGED).fingerprint, "score", any_attempts)
    # (index of the guess, reply that leads to it, children): the first guess has neither.
    node = (77, 0, 0)
    depth = 1
    nodes = 1
    write_book(tmp_path / "book", {key: (depth, nodes, pack(6, [node]))}, {})
    return tmp_path / "book"


def test_nothing_heavy_is_loaded_in_a_whole_game_by_book(pit_list, tmp_path):
    """The packaged books have the contest's list."""
    guesses, loaded, events = watched(6, "--wordlist", pit_list, replies=[b"XXXXXX\n", b"XXXXXX\n"], cwd=tmp_path)
    assert len(guesses) >= 2
    assert len(loaded) == len(guesses)
    assert not set.union(*loaded) & HEAVY
    assert events == []


def test_a_first_guess_from_a_book_needs_numpy_only_afterwards(first_guess_book, tmp_path):
    options = ["--wordlist", reader.PACKAGED, "--book", first_guess_book]
    guesses, loaded, events = watched(6, *options, replies=[b"XXXXXX\n", b"XXXXXX\n"], cwd=tmp_path)
    assert guesses[0] == read_list(6, reader.PACKAGED).words[77]
    assert "numpy" not in loaded[0]
    assert "numpy" in loaded[1]
    assert events == []


def test_a_game_that_its_book_leaves_loads_nothing_that_draws_trees(first_guess_book, tmp_path):
    options = ["--wordlist", reader.PACKAGED, "--book", first_guess_book]
    _, loaded, _ = watched(6, *options, replies=[b"XXXXXX\n", b"XXXXXX\n"], cwd=tmp_path)
    assert not loaded[-1] & {"codebreaker.draw", "html", "pathlib"}


def test_a_game_without_a_book_loads_neither_bars_nor_what_a_cluster_needs(tmp_path):
    _, loaded, _ = watched(5, "--no-book", "--wordlist", reader.PACKAGED, replies=[b"XXXXX\n"], cwd=tmp_path)
    assert not loaded[-1] & {"tqdm", "concurrent.futures"}


@pytest.mark.parametrize("options", [["--no-book"], [], ["--book", "auto"]], ids=["no book", "plain", "auto"])
def test_a_game_leaves_no_file_behind_and_starts_nothing(options, tmp_path):
    (tmp_path / "wordlist.txt").write_text("acorn\nbench\ncello\ndaddy\neerie\nfluff\n")
    before = sorted(tmp_path.rglob("*"))
    guesses, _, events = watched(5, *options, replies=[b"XXXXX\n"], cwd=tmp_path)
    assert 1 <= len(guesses) <= 2
    assert events == []
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize("module", ["codebreaker.commands.tree", "referee.commands.follow"])
def test_a_command_loads_bars_only_when_it_shows_one(module):
    script = f"import sys, {module}; print('tqdm' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert done.stdout == "False\n"


def test_packages_import_nothing():
    names = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
    assert {"wordlists", "lingo_common", "codebreaker", "lingo_bot", "precompute"} <= set(names)
    script = f"import sys; before = set(sys.modules); import {', '.join(names)}; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert sorted(done.stdout.split()) == names
