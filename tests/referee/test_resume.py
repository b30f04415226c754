"""Runs that end before their time, and go on."""

import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

import pytest
from made_runs import recorded_games, written_leaderboard
from programs import fork_program
from waiting import wait_until
from word_games import words_of_few_letters

from lingo_common.errors import DataError
from lingo_common.process import processors
from referee.storage.resume import resumable
from referee.storage.run import Recorder

GAMES = 40
"""The games of the run of the fixture `arguments`: two players and twenty words."""
TRIALS = 2
"""Each player plays a trial before a new run, which is not recorded."""
JOBS = 2
"""Games that are played at a time."""
OPTIONS_TO_REPEAT = " --sandbox off" if processors() == JOBS else f" --jobs {JOBS} --sandbox off"
"""The options of the fixture `arguments` that the record does not keep, with a blank before each.

As many jobs as the machine has processors are played without an option.
"""


@pytest.fixture
def arguments(tmp_path):
    """`referee run` for two quick players and 20 words of five letters.

    Each player makes the same five guesses in every game. It notes every start in a file, which a sandbox would refuse.
    """
    # Any words will do, if some of the guesses are among them.
    words = words_of_few_letters(seed=7, length=5, count=60)
    (tmp_path / "list.txt").write_text("\n".join(words) + "\n")

    note_start = f"echo started >> {tmp_path}/starts"
    # A player ends when the referee closes its input, after the word is found.
    guess_and_wait = "echo $word; read -r reply || exit 0"
    players = []
    for name, guesses in (("one", words[:5]), ("two", words[30:35])):
        players.append(f"{name}=sh -c '{note_start}; for word in {' '.join(guesses)}; do {guess_and_wait}; done'")

    draw = ["--wordlist", f"{tmp_path}/list.txt", "--lengths", "5", "--rounds", str(GAMES // 2), "--seed", "5"]
    return ["run", "--players", *players, *draw, "--jobs", str(JOBS), "--sandbox", "off"]


@pytest.fixture
def starts(tmp_path):
    """The file in which the players of `arguments` note each start, a line each."""
    return tmp_path / "starts"


def launch(arguments):
    """The process id of a referee that carries out these arguments in a fork of this process, silently."""
    with open(os.devnull, "r+") as silence:
        return fork_program("referee", arguments, (silence, silence, silence))


def ended(pid):
    """The exit code of the child, or minus the signal that ended it."""
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def kill_once_begun(arguments, out, seconds):
    """Run the referee, and kill it that many seconds after its record appears in the directory `out`."""
    pid = launch(arguments)
    wait_until((out / "run.sqlite").exists)
    time.sleep(seconds)
    os.kill(pid, signal.SIGKILL)
    ended(pid)


def has_games(directory):
    """Whether a game is recorded."""
    try:
        return len(recorded_games(directory)) > 0
    except DataError:
        # The file has no tables yet.
        return False


class TestKilled:
    @pytest.fixture
    def kill_and_go_on(self, arguments, starts):
        """kill_and_go_on(out, seconds): kill a run, let it go on to its end, and return how many games were left."""

        def go_on(out, seconds):
            """Assert that only the games that were left are played."""
            kill_once_begun([*arguments, "--out", out], out, seconds)
            # From here on only the starts of the second part count.
            starts.write_text("")

            try:
                games_left = GAMES - len(recorded_games(out))
                again = ["run", "--resume", out, "--sandbox", "off"]
            except DataError as error:
                # It was killed before the run itself was recorded, so it is begun anew.
                assert "ended before its first game" in str(error)
                games_left = GAMES + TRIALS
                again = [*arguments, "--out", out]

            assert ended(launch(again)) == 0
            started = len(starts.read_text().splitlines())
            # A player that was being started when the run was killed may note it late.
            assert games_left <= started <= games_left + JOBS
            return games_left

        return go_on

    @pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.soak)])
    def test_a_run_that_was_killed_plays_what_is_left_and_ends_as_an_undisturbed_one(
        self, arguments, kill_and_go_on, tmp_path, kills
    ):
        began = time.monotonic()
        assert ended(launch([*arguments, "--out", tmp_path / "whole"])) == 0
        duration = time.monotonic() - began
        whole = written_leaderboard(tmp_path / "whole")

        dice = random.Random(1)
        interrupted = 0
        for number in range(kills):
            out = tmp_path / f"out{number}"
            if kill_and_go_on(out, dice.uniform(0, duration)) > 0:
                interrupted += 1
            assert written_leaderboard(out) == whole

        # On a busy machine some runs end before they are killed.
        assert interrupted >= kills // 4

    @pytest.mark.parametrize(("number", "code", "why"), [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "ended by SIGTERM"),
    ])  # fmt: skip
    def test_a_run_that_a_signal_ends_says_how_to_go_on_and_goes_on(
        self, arguments, referee, tmp_path, number, code, why
    ):
        # Twenty games of a third player take long enough for a signal to come before the end.
        slow = "slow=sh -c 'sleep 0.1; echo x'"
        games = GAMES + 20
        out = tmp_path / "with space"
        options = [*arguments, "--players", slow, "--forfeit-after", "0", "--out", str(out)]
        command = [sys.executable, "-m", "referee", *options]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        # Before SQLite's log is there the run still sets up its record, and a reader could get in its way.
        wait_until(lambda: (out / "run.sqlite-wal").exists() and has_games(out))

        process.send_signal(number)
        _, errors = process.communicate(timeout=20)

        count = len(recorded_games(out))
        last_line = errors.splitlines()[-1]
        how = f"to go on: referee run --resume '{out}' --forfeit-after 0{OPTIONS_TO_REPEAT}"
        assert process.returncode == code
        assert last_line == f"referee: {why}; {count} of {games} games are recorded; {how}"

        # Without --forfeit-after 0 the player may forfeit games, which are recorded too.
        done = referee("run", "--resume", out, "--sandbox", "off")

        assert done.returncode == 0
        assert f"games: {games} ({count} of them recorded)" in done.stderr
        assert len(recorded_games(out)) == games


def test_an_interruption_updates_the_leaderboards_that_a_run_has(run_of_16_games, referee):
    """A finished run has leaderboards. When it goes on, games are recorded that these do not count."""
    with pytest.raises(DataError), Recorder(str(run_of_16_games)) as recorder, resumable(recorder):
        # As new games would, a void one changes the totals.
        recorder.set_void([1], "its points do not count")
        raise KeyboardInterrupt

    assert referee("verify", run_of_16_games).returncode == 0


def test_an_interruption_makes_no_leaderboards_for_a_run_without_them(run_of_16_games, referee):
    for file in run_of_16_games.glob("leaderboard.*"):
        file.unlink()

    with pytest.raises(DataError), Recorder(str(run_of_16_games)) as recorder, resumable(recorder):
        raise KeyboardInterrupt

    assert list(run_of_16_games.glob("leaderboard.*")) == []


@pytest.fixture
def on_small_disk(tmp_path):
    """on_small_disk(script): a finished shell script that finds a file system of 1 MiB at $DISK, and Python at $PYTHON.

    The file system is mounted in a mount namespace. The test is skipped where none can be made.
    """
    disk = tmp_path / "disk"
    disk.mkdir()

    # A user who is root in a user namespace may mount in a mount namespace. $1 is the script, and the last `sh` is $0.
    mount_and_run = f"mount -t tmpfs -o size=1m none '{disk}' && exec sh -c \"$1\""
    in_namespace = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount_and_run, "sh"]
    if not shutil.which("unshare") or subprocess.run([*in_namespace, "true"], capture_output=True).returncode:
        pytest.skip("no mount namespace to be had here")

    def run(script):
        environment = {**os.environ, "DISK": str(disk), "PYTHON": sys.executable}
        return subprocess.run([*in_namespace, script], env=environment, capture_output=True, text=True, timeout=60)

    return run


def test_on_a_full_disk_what_is_recorded_stays_and_the_run_goes_on_once_there_is_room(
    arguments, on_small_disk, tmp_path
):
    # The filler leaves 200 KiB: enough for the empty record and for some of its games.
    done = on_small_disk(
        "head -c 824k /dev/zero > $DISK/filler\n"
        f'"$PYTHON" -m referee {shlex.join(arguments)} --out $DISK/out; echo exit code $?\n'
        '"$PYTHON" -m referee verify $DISK/out\n'
        "rm $DISK/filler\n"
        '"$PYTHON" -m referee run --resume $DISK/out --sandbox off --format json | grep total\n'
    )

    complaint = next(line for line in done.stderr.splitlines() if line.startswith("referee: /"))
    assert "run.sqlite: cannot be written: database or disk is full; " in complaint
    assert complaint.endswith(f"referee run --resume {tmp_path}/disk/out{OPTIONS_TO_REPEAT}")

    recorded = int(re.search(rf"(\d+) of {GAMES} games are recorded", complaint)[1])
    assert 0 < recorded < GAMES

    exit_code, verified, missing, *totals = done.stdout.splitlines()
    assert exit_code == "exit code 1"
    assert verified == f"{recorded} of {GAMES} games: no discrepancies"
    assert missing == f"not verified: {GAMES - recorded} of {GAMES} games are missing"
    # The run that went on has printed its leaderboard, with a total for each of the two players.
    assert len(totals) == 2
