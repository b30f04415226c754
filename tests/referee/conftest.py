"""A small word list, runs of the referee, single games, and the misbehaving programs of tests/players."""

import dataclasses
import json
import os
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest
from prepared_players import player_with_script, preparations, runs  # noqa: F401 (fixtures)
from programs import run_program
from users import as_user, give_to_user, home, level, points_of_run, python_as_user, runs_as_root  # noqa: F401 (fixtures)

from lingo_common.errors import DataError
from referee.contest.contest import Fixture
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.lists import read_word_games
from referee.contest.player import Program
from referee.contest.players import player_of, players_of
from referee.game.game_pool import GamePool
from referee.game.sandbox import Sandbox, find_sandbox
from referee.runner.client import Runner
from referee.runner.messages import Launch
from referee.runner.proc import DEAD, children, process
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

PROGRAMS = Path(__file__).parent.parent / "players"
LISTED = "\n".join(
    ["blimp", "cozen", "crane", "dents", "dozes", "tough", "able", "zest", "seat", "teas", "amateur", ""]
)
"""The text of the small word list, a word a line. No test but one of too few words plays the word of seven letters."""


@pytest.fixture
def wordlist(tmp_path):
    """The path of a word list with the words of LISTED."""
    path = tmp_path / "words.txt"
    path.write_text(LISTED)
    return str(path)


@pytest.fixture
def write_executables(tmp_path):
    """write_executables({path: text}): write executable files in tmp_path, and make their directories.

    DIR in a text stands for tmp_path.
    """

    def write(files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace("DIR", str(tmp_path)))
            path.chmod(0o755)

    return write


@pytest.fixture
def handed_in(write_executables, tmp_path):
    """handed_in(table, top, **files): the player `one` of the players file pit.toml.

    table: the keys of the player. top: what the file begins with. files: the texts of executable files beside it, by
    name with an underscore for the dot: learn_sh="exit" writes the file learn.sh.
    """

    def player(table, top="", **files):
        write_executables({name.replace("_", "."): text for name, text in files.items()})
        (tmp_path / "pit.toml").write_text(f"{top}\n[players.one]\n{table}\n")
        [player] = players_of([f"@{tmp_path}/pit.toml"])
        return player

    return player


@pytest.fixture(scope="session")
def player_command():
    """player_command(name, *arguments): the command of a program in tests/players, as a user would type it."""

    def command(name, *arguments):
        return shlex.join([str(PROGRAMS / name), *map(str, arguments)])

    return command


@pytest.fixture(scope="session")
def runner():
    """The helper process that runs the players of tests."""
    with Runner() as running:
        # The helper process starts with its first player, so that it is no new child in the first test.
        running.launch(Launch(("true",), directory="/")).close()
        yield running


@pytest.fixture
def launches_without_pauses(monkeypatch):
    """Launches that fail are tried again as often as always, but at once; the 30 tries take 3 seconds otherwise."""
    monkeypatch.setattr("referee.runner.client._MAX_PAUSE", 0)


@pytest.fixture(scope="session")
def no_sandbox(runner):
    """The value for games without a sandbox."""
    return Sandbox(runner)


@pytest.fixture
def five_letter_games(wordlist):
    """The word game of five letters, by its length."""
    return read_word_games([5], GameOptions(wordlist))


@pytest.fixture
def pool(five_letter_games, no_sandbox):
    """A pool of games with words of five letters, the usual limits and no sandbox."""
    with GamePool(five_letter_games, Limits(), no_sandbox) as games:
        yield games


@pytest.fixture
def working_directory(pool):
    """The working directory that the next game of `pool` takes: the only one that the pool has."""
    with pool.working_directory() as directory:
        pass
    return directory


@pytest.fixture
def play_for_dozes(pool, five_letter_games, player_command, no_sandbox):
    """play_for_dozes(name, *arguments, sandbox, **limits): the record of a game of that program in tests/players.

    limits: fields of Limits. With a sandbox or limits the game has a pool of its own, for a pool has one of each. Other
    games are played by `pool`, so that a test can look at their working directory.
    """

    def game(name, *arguments, sandbox=no_sandbox, **limits):
        command = player_command(name, *arguments)
        # No test looks at the command as its author typed it.
        player = Program(name=str(name), command="", arguments=tuple(shlex.split(command)))
        fixture = Fixture(player, index=0, word="dozes")
        if sandbox is no_sandbox and not limits:
            return pool.play(fixture)
        with GamePool(five_letter_games, Limits(**limits), sandbox) as games:
            return games.play(fixture)

    return game


@pytest.fixture
def referee(tmp_path):
    """referee(*arguments, **options): a finished run of the referee, in the directory `room` of tmp_path.

    options: those of subprocess.run, with which the referee is a process of its own.
    """
    directory = tmp_path / "room"
    directory.mkdir()

    def run(*arguments, input=None, env=None, **options):
        return run_program("referee", arguments, directory, env, input, **options)

    return run


@pytest.fixture
def referee_run(referee, wordlist):
    """referee_run(*arguments): the finished `referee run` on the small word list with words of 4 and 5 letters."""

    def run(*arguments, **options):
        return referee("run", "--wordlist", wordlist, "--lengths", "4-5", *arguments, **options)

    return run


@pytest.fixture
def nothing_left_behind(runner):
    """Asserts that a test leaves no more file descriptors than it found, and no new child, dead or alive.

    There may be fewer: what an earlier test left to the garbage collector is closed at any time.
    """
    descriptors = os.listdir("/proc/self/fd")
    processes = children(os.getpid())

    yield

    assert len(os.listdir("/proc/self/fd")) <= len(descriptors)
    assert set(children(os.getpid())) <= set(processes)


@pytest.fixture
def is_alive():
    """is_alive(pid): whether the process runs; a zombie that waits for its parent does not."""

    def check(pid):
        entry = process(pid)
        return entry is not None and entry.state not in DEAD

    return check


@pytest.fixture(scope="session")
def steady_player(player_command):
    """The player `steady`, as a value of --players: it guesses able, crane, dozes, seat and tough in this order."""
    return "steady=" + player_command("guesses.sh", "able", "crane", "dozes", "seat", "tough")


@pytest.fixture(scope="session")
def _run_of_16_games(steady_player, player_command, tmp_path_factory):
    """The directory of a finished run.

    Numbers 1 to 8 are the games of `steady`, which solves words, and 9 to 16 those of `none`, whose program fails at
    once. Of each player's games the first four are for words of four letters, the others for words of five.
    """
    directory = tmp_path_factory.mktemp("played")
    words = directory / "words.txt"
    words.write_text(LISTED)
    players = [steady_player, "none=" + player_command("fails_at_once.sh")]
    # The time for a move is not the default, so that tests of --resume see that a run keeps its own.
    options = ["--wordlist", words, "--lengths", "4-5", "--rounds", 4, "--seed", 1, "--move-timeout", 7]
    out = directory / "out"

    done = run_program("referee", ["run", "--players", *players, *options, "--sandbox", "off", "--out", out])

    assert done.returncode == 0, done.stderr

    return out


@pytest.fixture
def run_of_16_games(_run_of_16_games, tmp_path):
    """The directory of a finished run of 16 games, which the test may change: 8 of `steady`, then 8 of `none`."""
    return shutil.copytree(_run_of_16_games, tmp_path / "out")


@pytest.fixture
def referee_json(referee):
    """referee_json(*arguments): what that command of the referee prints with --format json."""
    return lambda *arguments: json.loads(referee(*arguments, "--format", "json").stdout)


@pytest.fixture
def standing(referee_json):
    """standing(directory, name): that player's line of the leaderboard, without the mean time of its games."""

    def line(directory, name):
        players = referee_json("leaderboard", directory)["players"]
        [player] = [player for player in players if player["name"] == name]
        del player["mean_seconds"]
        return player

    return line


@pytest.fixture
def referee_run_json(referee_run):
    """referee_run_json(*arguments): the leaderboard that `referee_run` prints with --format json."""
    return lambda *arguments: json.loads(referee_run(*arguments, "--format", "json").stdout)


@pytest.fixture(scope="session")
def sandbox_or_skip(runner):
    """sandbox_or_skip(*hidden, **request): a sandbox that was seen to be in force; else the test is skipped.

    hidden: paths that no player may see; request: other fields of IsolationRequest. Tests start players that kill what
    they can, so a spy plays first: it must see none of the machine's processes, and be unable to signal this one.
    """
    if sys.platform != "linux":
        pytest.skip("bubblewrap needs Linux")

    # A sandbox that was in force stays so. `pytest.skip` raises an exception, and `cache` keeps no exceptions.
    @cache
    def probe(*hidden, **request):
        """Find a sandbox, and play a game of the spy, which says on standard error what it sees."""
        try:
            isolation = IsolationRequest("require", exposed=(str(PROGRAMS),), hidden=hidden, **request)
            sandbox = find_sandbox(isolation, runner)
        except DataError as error:
            pytest.skip(str(error))

        script = f"(ls -d /proc/[0-9]*; kill -0 {os.getpid()} && echo danger; cat /proc/1/comm) >&2"
        spy = Program("spy", "spy", ("/bin/sh", "-c", script))
        word_games = {4: WordGame(WordList(4, ["able"], "one word"))}
        with GamePool(word_games, Limits(), sandbox) as games:
            lines = games.play(Fixture(spy, index=0, word="able")).stderr_head.splitlines()

        # In a PID namespace of its own the spy sees bubblewrap as process 1, and the few processes of its own script.
        # A machine has more than eight.
        can_signal_us = "danger" in lines
        most_lines = 8
        has_own_processes = lines[-1:] == ["bwrap"] and len(lines) <= most_lines
        if can_signal_us or not has_own_processes:
            pytest.skip("no PID namespace is in force")

        return sandbox

    return probe


@pytest.fixture
def play_for_crane(sandbox_or_skip, tmp_path):
    """play_for_crane(command, **request): the record of a game for crane in a sandbox.

    Paths in the command are relative to tmp_path. request: what players see, as fields of IsolationRequest that take
    the place of those of the usual sandbox.
    """

    def play(command, **request):
        usual = sandbox_or_skip()
        isolation = dataclasses.replace(usual.isolation, **request)
        sandbox = Sandbox(usual.runner, usual.box, isolation)
        player = player_of(command, str(tmp_path))
        packaged_games = read_word_games([5], GameOptions())
        with GamePool(packaged_games, Limits(), sandbox) as pool:
            return pool.play(Fixture(player, index=0, word="crane"))

    return play
