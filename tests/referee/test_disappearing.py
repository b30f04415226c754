"""Files beside a player disappear during a run. A launch that fails because of that is never the player's result."""

import json
import os
import shutil
import socket
import subprocess
import sys

import pytest
from waiting import wait_until
from word_games import words_of_few_letters

from lingo_common.errors import DataError
from referee import play_game

PATIENCE = 60
"""Seconds for a run."""
REFEREE = """
from referee.__main__ import main
from referee.runner import client
client._MAX_PAUSE = 0
main()
"""
"""The referee, without pauses between the tries to launch a player."""
PLAYER = "#!/bin/sh\nsleep 0.05\nprintf 'able\\nzest\\nseat\\nteas\\n'\n"
"""Solves every game of the run. It is slow enough for files to be removed between two games."""
PLAYERS = 6
GAMES = 24
"""Each of the six players plays for able, zest, seat and teas."""


@pytest.fixture
def begin(sandbox_or_skip, wordlist, tmp_path):
    """begin(*options): the process of a run that has made its record, or has ended.

    The player's file is in tmp_path beside an old run, a pipe and a socket. A sandbox hides these, because a run holds
    words, and two players could talk through a pipe or a socket.
    """
    sandbox_or_skip()
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "run.sqlite").write_text("")
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "socket"))
    (tmp_path / "player.sh").write_text(PLAYER)
    (tmp_path / "player.sh").chmod(0o755)
    (tmp_path / "words.txt").write_text("able\nzest\nseat\nteas\n")
    started = []

    def launch(*options):
        """Start the run, and wait until its record is there or it has ended."""
        command = [sys.executable, "-c", REFEREE, "run", "-q", "--sandbox", "require", "--wordlist", wordlist]
        words = ["--words", tmp_path / "words.txt", "--out", tmp_path / "out", "--players"]
        words += [f"p{number}={tmp_path}/player.sh" for number in range(PLAYERS)]
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        run = subprocess.Popen([*command, *words, "--jobs", "2", *options], **streams)
        started.append(run)

        record = tmp_path / "out" / "run.sqlite"
        wait_until(lambda: record.exists() or run.poll() is not None)
        return run

    yield launch
    for run in started:
        run.kill()
        run.communicate()


@pytest.fixture
def terminations_of_run(referee, tmp_path):
    """terminations_of_run(): how each game of the run ended."""

    def terminations():
        games = referee("games", tmp_path / "out", "--format", "jsonl").stdout.splitlines()
        return [json.loads(game)["termination"] for game in games]

    return terminations


def test_a_run_goes_on_when_what_is_covered_is_removed(begin, terminations_of_run, tmp_path):
    run = begin()

    shutil.rmtree(tmp_path / "old")
    (tmp_path / "pipe").unlink()
    (tmp_path / "socket").unlink()

    _, complaints = run.communicate(timeout=PATIENCE)

    assert (run.returncode, complaints) == (0, "")
    assert terminations_of_run() == ["solved"] * GAMES


def test_a_run_stops_when_an_exposed_directory_is_removed_and_goes_on_once_it_is_back(
    begin, terminations_of_run, referee, tmp_path, tmp_path_factory
):
    data = tmp_path_factory.mktemp("data")
    # If root runs the tests, players are the user nobody, who must be able to read the directory. Else they would get
    # a copy of it, which would not disappear.
    data.chmod(0o755)
    run = begin("--expose", data)
    data.rmdir()

    output, complaints = run.communicate(timeout=PATIENCE)

    assert (run.returncode, output) == (1, ""), complaints
    assert complaints.count("\n") == 1
    assert "cannot be launched: bwrap: Can't " in complaints
    assert str(data) in complaints
    assert "referee run --resume" in complaints

    data.mkdir()
    assert referee("run", "--resume", tmp_path / "out", "--expose", data).returncode == 0
    assert terminations_of_run() == ["solved"] * GAMES


@pytest.fixture
def starts_of_bwrap(sandbox_or_skip, tmp_path, monkeypatch):
    """The path of a file with a line for each start of bwrap, which fails from the second start on.

    The first start is that by which the referee finds out whether there is a sandbox.
    """
    sandbox_or_skip()
    bwrap = tmp_path / "bin" / "bwrap"
    bwrap.parent.mkdir()
    starts = tmp_path / "starts"
    add_line = f"echo >> {starts}"
    fail_after_the_first = f'if [ "$(wc -l < {starts})" -gt 1 ]; then exit 1; fi'
    start = f'exec {shutil.which("bwrap")} "$@"'
    bwrap.write_text(f"#!/bin/sh\n{add_line}\n{fail_after_the_first}\n{start}\n")
    bwrap.chmod(0o755)
    monkeypatch.setenv("PATH", f"{bwrap.parent}:{os.environ['PATH']}")
    return starts


@pytest.mark.usefixtures("launches_without_pauses")
def test_a_launch_that_fails_is_tried_again_and_is_no_result_of_the_player(starts_of_bwrap, wordlist):
    with pytest.raises(DataError, match="player 'p': cannot be launched"):
        play_game("p=echo able", "able", wordlist=wordlist)

    # The first start, one to launch the player, and at least one more to launch it again.
    assert starts_of_bwrap.read_text().count("\n") > 2


@pytest.mark.parametrize("status", [1, 127])
def test_a_player_that_imitates_the_sandbox_after_a_guess_crashes(player_command, wordlist, sandbox_or_skip, status):
    """After a guess it complains in the name of bwrap, and exits with a status with which bwrap fails."""
    sandbox_or_skip()
    player = player_command("imitates_the_launcher.sh", "bwrap", status)

    assert play_game(player, "dozes", wordlist=wordlist, sandbox="require").termination == "crashed"


def test_a_player_that_imitates_the_sandbox_before_a_guess_crashes(wordlist, sandbox_or_skip):
    sandbox_or_skip()
    player = "sh -c 'echo bwrap: no >&2; exit 1'"

    assert play_game(player, "dozes", wordlist=wordlist, sandbox="require").termination == "crashed"


MISCHIEF = """
import itertools, os, pathlib, random, shutil, socket, sys, time
made = []
for number in itertools.count():
    kind = random.choice(["run", "pipe", "socket", "file", "contest file"])
    path = f"{sys.argv[1]}/thing{number}"
    if kind == "run":
        os.mkdir(path)
        open(f"{path}/run.sqlite", "w").close()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        socket.socket(socket.AF_UNIX).bind(path)
    elif kind == "file":
        pathlib.Path(path).write_text("a text")
    else:
        path += ".toml"
        pathlib.Path(path).write_text('players = ["true"]')
    made.append(path)
    time.sleep(random.uniform(0, 0.4))
    if len(made) > 5:
        path = made.pop(random.randrange(len(made)))
        if os.path.isdir(path):
            shutil.rmtree(path)
        else:
            os.unlink(path)
"""
"""Makes and removes runs, pipes, sockets, files and contest files in a directory, some five a second.

A sandbox hides all of them but the plain files.
"""


@pytest.mark.soak
def test_thousands_of_games_beside_what_comes_and_goes(
    referee, terminations_of_run, sandbox_or_skip, write_executables, tmp_path
):
    sandbox_or_skip()
    # 5 players and 1000 words give 5000 games.
    words = words_of_few_letters(seed=11, length=5, count=1000)
    script = "#!/bin/sh\n" + "".join(f"echo {word}\n" for word in words[:5])
    write_executables({"players/player.sh": script, "list.txt": "\n".join(words)})
    players = [f"p{number}={tmp_path}/players/player.sh" for number in range(5)]
    options = ("--wordlist", tmp_path / "list.txt", "--lengths", 5, "--rounds", "all", "--jobs", 4, "--quiet")

    with subprocess.Popen([sys.executable, "-c", MISCHIEF, tmp_path / "players"]) as mischief:
        done = referee("run", "--players", *players, *options, "--out", tmp_path / "out")
        assert mischief.poll() is None
        mischief.kill()

    assert (done.returncode, done.stderr) == (0, "")

    terminations = terminations_of_run()
    assert len(terminations) == 5000
    assert set(terminations) == {"exhausted", "solved"}
