"""Runs that end before their time, and go on."""

import contextlib
import fcntl
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from local_cluster import wait_until
from made_runs import edit_record, written_leaderboard
from tqdm import tqdm
from word_games import words_of_few_letters

from lingo_common.cli.command import run_program
from lingo_common.errors import DataError
from referee.commands.program import referee as command_line
from referee.storage.reader import open_run
from referee.storage.recorder import Recorder
from referee.storage.resume import resumable
from referee.storage.run_directory import LOCK, is_being_played, lock_on

GAMES = 40
"""Two players and twenty words."""
TRIALS = 2
"""Each player plays a trial before a new run, which is not recorded."""
JOBS = 2
UNHANDLED_ERROR = 99
"""The exit status of a child whose referee raised an error; no command of the referee has it."""


@pytest.fixture
def arguments(tmp_path):
    """`referee run` for two quick players and 20 words of five letters.

    Each player makes the same five guesses in every game. It notes every start in a file, which a sandbox would refuse.
    """
    words = words_of_few_letters(seed=7, length=5, count=60)
    (tmp_path / "list.txt").write_text("\n".join(words) + "\n")

    players = []
    for name, guesses in (("one", words[:5]), ("two", words[30:35])):
        note_start = f"echo x >> {tmp_path}/starts"
        guess = "echo $word; read -r reply || exit 0"
        players.append(f"{name}=sh -c '{note_start}; for word in {' '.join(guesses)}; do {guess}; done'")

    draw = ["--wordlist", f"{tmp_path}/list.txt", "--lengths", "5", "--rounds", str(GAMES // 2), "--seed", "5"]
    return ["run", "--players", *players, *draw, "--jobs", str(JOBS), "--sandbox", "off"]


@pytest.fixture
def starts(tmp_path):
    """starts(): how often a player was started since it was asked last."""
    notes = tmp_path / "starts"

    def count():
        starts = notes.read_text().count("x") if notes.exists() else 0
        notes.unlink(missing_ok=True)
        return starts

    return count


def launch(arguments):
    """The pid of a child that runs the referee's command line, silently; a fork, for an interpreter starts slowly."""
    pid = os.fork()
    if pid == 0:
        sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (it ends with the process)
        sys.argv = ["referee", *map(str, arguments)]
        tqdm.set_lock(threading.RLock())  # its own lock is shared by all forks, and a run that is killed may hold it
        try:
            run_program(command_line, "referee")
        except SystemExit as end:
            os._exit(int(end.code or 0))
        finally:
            os._exit(UNHANDLED_ERROR)

    return pid


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


def recorded(directory):
    """The number of games in the record."""
    with open_run(str(directory)) as run:
        return len(run.finished_numbers())


def begun(directory):
    """Whether a game is recorded; a file without tables is no run yet."""
    with contextlib.suppress(DataError):
        return recorded(directory) > 0


class TestKilled:
    @pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.soak)])
    def test_at_random_moments(self, arguments, starts, tmp_path, kills):
        """kill -9: only what is not recorded is played again, and the result is the undisturbed run's."""
        began = time.monotonic()
        assert ended(launch([*arguments, "--out", tmp_path / "whole"])) == 0

        duration = time.monotonic() - began
        whole = written_leaderboard(tmp_path / "whole")

        dice = random.Random(1)
        interrupted = 0
        for number in range(kills):
            out = tmp_path / f"out{number}"
            kill_once_begun([*arguments, "--out", out], out, dice.uniform(0, duration))
            starts()

            try:
                games_left = GAMES - recorded(out)
                again = ["run", "--resume", out, "--sandbox", "off"]
            except DataError as error:
                # It was killed before the run itself was recorded, so it is begun anew.
                assert "ended before its first game" in str(error)
                games_left = GAMES + TRIALS
                again = [*arguments, "--out", out]

            if games_left > 0:
                interrupted += 1
            assert ended(launch(again)) == 0
            # A player that was being started when the run was killed may note it late.
            assert games_left <= starts() <= games_left + JOBS
            assert written_leaderboard(out) == whole

        # On a busy machine some runs end before they are killed.
        assert interrupted >= kills // 4

    @pytest.mark.parametrize(("number", "code", "why"), [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "ended by SIGTERM"),
    ])  # fmt: skip
    def test_interrupt_says_how_to_go_on(self, arguments, referee, tmp_path, number, code, why):
        # Twenty games of a third player take long enough for a signal to come before the end.
        out = tmp_path / "with space"
        slow = "slow=sh -c 'sleep 0.1; echo x'"
        games = GAMES + 20
        command = [sys.executable, "-m", "referee", *arguments, "--players", slow, "--out", str(out)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        # Before the log is there the run still sets up its record, and a reader could get in its way.
        wait_until(lambda: (out / "run.sqlite-wal").exists() and begun(out))

        process.send_signal(number)
        said = process.communicate(timeout=20)[1].splitlines()[-1]
        count = recorded(out)

        assert process.returncode == code
        assert said == f"referee: {why}; {count} of {games} games are recorded; to go on: referee run --resume '{out}'"

        result = referee("run", "--resume", out, "--sandbox", "off")
        assert result.returncode == 0
        assert f"games: {games} ({count} of them recorded)" in result.stderr
        assert recorded(out) == games


class TestFullDisk:
    """On a small file system of its own, in a mount namespace."""

    @pytest.fixture
    def on_small_disk(self, tmp_path):
        """Run a shell script in a namespace in which DISK is a file system of 1 MiB."""
        disk = tmp_path / "disk"
        disk.mkdir()

        # A user who maps root to itself may mount in its own namespace. The script is the argument that follows.
        mount_and_run = f"mount -t tmpfs -o size=1m none '{disk}' && exec sh -c \"$1\""
        in_namespace = ["unshare", "--map-root-user", "--mount", "sh", "-c", mount_and_run, "sh"]
        if not shutil.which("unshare") or subprocess.run([*in_namespace, "true"], capture_output=True).returncode:
            pytest.skip("no mount namespace to be had here")

        def run(script):
            environment = {**os.environ, "DISK": str(disk), "PYTHON": sys.executable}
            return subprocess.run([*in_namespace, script], env=environment, capture_output=True, text=True, timeout=60)

        return run

    def test_what_is_recorded_stays(self, arguments, on_small_disk, tmp_path):
        # What the filler leaves, 200 KiB, is enough for the empty record and for some of its games.
        result = on_small_disk(
            "head -c 824k /dev/zero > $DISK/filler\n"
            f'"$PYTHON" -m referee {shlex.join(arguments)} --out $DISK/out; echo exit $?\n'
            '"$PYTHON" -m referee verify $DISK/out\n'
            "rm $DISK/filler\n"
            '"$PYTHON" -m referee run --resume $DISK/out --format json | grep total\n'
        )

        complaint = next(line for line in result.stderr.splitlines() if line.startswith("referee: /"))
        assert "run.sqlite: cannot be written: database or disk is full; " in complaint
        assert complaint.endswith(f"referee run --resume {tmp_path}/disk/out")

        # The third line is the hash of the record; after it stands the total of each player.
        code, verified, _, *totals = result.stdout.splitlines()
        assert code == "exit 1"

        count = int(complaint.split("; ")[1].split()[0])
        assert 0 < count < GAMES
        assert verified == f"{count} of {GAMES} games: no discrepancies"
        assert len(totals) == 2


class TestGoingOn:
    """The run of 16 games has eight of `steady`, which makes guesses, and then eight of `none`."""

    def test_new_player_on_the_same_words(self, referee, run_of_16_games, tmp_path):
        notes = tmp_path / "notes"
        new = f"new=sh -c 'echo $$ >> {notes}; echo able; read reply'"
        before = _games(run_of_16_games)

        result = referee("run", "--resume", run_of_16_games, "--players", new, "--format", "csv", "--sandbox", "off")

        assert [line.split(",")[1] for line in result.stdout.splitlines()] == ["name", "steady", "new", "none"]

        games = _games(run_of_16_games)
        assert games[:16] == before
        assert [game.word for game in games[16:]] == [game.word for game in before[:8]]
        assert len(notes.read_text().splitlines()) == 8 + 1  # the trial before the run
        assert "new" in (run_of_16_games / "leaderboard.csv").read_text()
        assert referee("verify", run_of_16_games).returncode == 0

    def test_player_that_is_gone(self, referee_run, referee, steady_player, tmp_path):
        """A finished player is not missed; one that has games left is, before anything is played."""
        out = tmp_path / "out"
        script = tmp_path / "script"
        script.write_text("#!/bin/sh\nexit\n")  # it makes no guess
        script.chmod(0o755)
        referee_run("--players", f"gone={script}", "--rounds", 1, "--out", out)

        script.unlink()
        assert referee("run", "--resume", out, "--players", steady_player).returncode == 0

        edit_record(out, "DELETE FROM games WHERE number = 1")
        result = referee("run", "--resume", out)
        assert (result.returncode, result.stdout) == (1, "")
        assert "player 'gone': " in result.stderr
        assert "there is no such program; 3 of 4 games are recorded" in result.stderr

    @pytest.mark.parametrize(("changed", "difference"), [
        (["--seed", 2], "its seed is 1, not 2"),
        (["--rounds", 3], "its number of rounds is 4, not 3"),
        (["--lengths", "5"], "its lengths are 4,5, not 5"),
        (["--move-timeout", 3], "its limit 'move' is 7.0, not 3.0"),
        (["--attempts", 4], "its rule 'attempts' is 5, not 4"),
        (["--hard", "--fold"], "its rule 'hard' is False, not True; its rule 'fold' is False, not True"),
        (["--rules", "wordle"], "its rule 'attempts' is 5, not 6; its rule 'objective' is points, not guesses"),
        (["--answers", "missing"], "missing: cannot be read"),
        (["--commit"], "its words were not committed to before the first game"),
        (["--players", "steady=true"], "not 'true'; give a new player a name of its own"),
        (["--seed", 2, "--rounds", 3], "its seed is 1, not 2; its number of rounds is 4, not 3"),
        (["--players", "x=nobody"], "nobody: there is no such program"),
    ])  # fmt: skip
    def test_other_run_is_refused(self, referee, run_of_16_games, changed, difference):
        before = (run_of_16_games / "run.sqlite").read_bytes()
        result = referee("run", "--resume", run_of_16_games, *changed)
        assert (result.returncode, result.stdout) == (1, "")
        assert difference in result.stderr
        assert result.stderr.count("\n") == 1
        assert (run_of_16_games / "run.sqlite").read_bytes() == before

    def test_rules_that_are_left_out_agree_with_any_run(self, referee_run, referee, steady_player, tmp_path):
        out = tmp_path / "out"
        referee_run("--players", steady_player, "--attempts", 6, "--hard", "--rounds", 1, "--out", out)
        assert referee("run", "--resume", out, "--hard").returncode == 0

    def test_rules_and_answers_given_again_must_be_those_of_the_run(
        self, referee_run, referee, steady_player, tmp_path
    ):
        out = tmp_path / "out"
        answers = tmp_path / "answers"
        answers.write_text("tough\ncrane\nable\n")
        rules = ["--rules", "wordle", "--hard", "--answers", answers]
        referee_run("--players", steady_player, *rules, "--rounds", 1, "--out", out)

        assert referee("run", "--resume", out, *rules).returncode == 0

        answers.write_text("tough\ncrane\nable\nacid\n")
        result = referee("run", "--resume", out, *rules)
        assert (result.returncode, result.stdout) == (1, "")
        assert f"cannot go on: its answers of 4 letters are not those of {answers}" in result.stderr

    def test_changed_list_is_refused(self, referee, run_of_16_games, wordlist, tmp_path):
        (tmp_path / "other").write_text(f"{Path(wordlist).read_text()}extra\n")
        edit_record(run_of_16_games, "UPDATE lists SET path = ?", str(tmp_path / "other"))
        complaint = referee("run", "--resume", run_of_16_games).stderr
        assert f"cannot go on without the list of 5 letters: {tmp_path}/other: is not the run's" in complaint
        assert "is not the run's: its fingerprint begins with" in complaint

    def test_other_words_are_refused(self, referee_run, referee, steady_player, tmp_path):
        chosen = tmp_path / "chosen"
        out = tmp_path / "out"
        chosen.write_text("tough\nable\ncrane\n")
        referee_run("--players", steady_player, "--words", chosen, "--rounds", 1, "--out", out)

        assert referee("run", "--resume", out, "--words", chosen).returncode == 0

        chosen.write_text("crane\nable\ntough\n")
        assert "its words are not those of" in referee("run", "--resume", out, "--words", chosen).stderr

    def test_a_directory_that_does_not_exist(self, referee, tmp_path):
        result = referee("run", "--resume", tmp_path / "nowhere")
        assert (result.returncode, result.stderr.count("\n")) == (1, 1)

    def test_nothing_is_written_into_a_directory_without_a_run(self, referee, tmp_path):
        (tmp_path / "empty").mkdir()
        assert "holds no run" in referee("run", "--resume", tmp_path / "empty").stderr
        assert list((tmp_path / "empty").iterdir()) == []

    def test_a_look_at_the_lock_keeps_no_run_away(self, run_of_16_games):
        """A look holds the lock for a moment; here it is longer than any is."""
        with (run_of_16_games / LOCK).open() as file:
            fcntl.flock(file, fcntl.LOCK_SH)
            end_of_look = threading.Timer(0.05, fcntl.flock, [file, fcntl.LOCK_UN])
            end_of_look.start()
            with lock_on(str(run_of_16_games)):
                assert is_being_played(str(run_of_16_games))
            end_of_look.join()

        assert not is_being_played(str(run_of_16_games))

    def test_two_runs_in_a_directory(self, referee, run_of_16_games):
        with lock_on(str(run_of_16_games)):
            result = referee("run", "--resume", run_of_16_games)
            assert (result.returncode, result.stdout) == (1, "")
            assert f"another run is writing there (process {os.getpid()})" in result.stderr

            # What only reads is not held up.
            assert referee("leaderboard", run_of_16_games).returncode == 0

        assert referee("run", "--resume", run_of_16_games).returncode == 0


class TestDirectoryThatGoesAway:
    @pytest.fixture
    def going_on(self, run_of_16_games):
        """A run that lacks its last two games, and these games as two batches."""
        with open_run(run_of_16_games) as run:
            missing = [[run.game(15)], [run.game(16)]]
        edit_record(run_of_16_games, "DELETE FROM games WHERE number > 14")
        with Recorder(str(run_of_16_games)) as recorder:
            yield recorder, missing

    def test_a_move_is_noticed_at_the_next_record_and_no_game_is_lost(
        self, referee, going_on, run_of_16_games, tmp_path
    ):
        recorder, missing = going_on
        run_of_16_games.rename(tmp_path / "new place")
        with pytest.raises(DataError) as told, resumable(recorder):
            next(recorder.record(missing))

        again = f"to go on there: referee run --resume '{tmp_path}/new place'"
        assert str(told.value) == f"{run_of_16_games}: was moved to {tmp_path}/new place while the run went on; {again}"

        with open_run(tmp_path / "new place") as run:
            assert len(run.finished_numbers()) == 15

    def test_a_removal_is_noticed_at_the_next_record(self, going_on, run_of_16_games):
        recorder, missing = going_on
        shutil.rmtree(run_of_16_games)
        with pytest.raises(DataError) as told, resumable(recorder):
            next(recorder.record(missing))
        lost = "was moved away or deleted while the run went on: the record of 15 games is lost"
        assert str(told.value) == f"{run_of_16_games}: {lost}"

    def test_another_record_in_its_place_is_noticed(self, going_on, run_of_16_games, tmp_path):
        recorder, missing = going_on
        shutil.copy(run_of_16_games / "run.sqlite", tmp_path / "copy")
        (tmp_path / "copy").rename(run_of_16_games / "run.sqlite")
        with pytest.raises(DataError, match=r"run\.sqlite: was moved away or deleted while the run went on"):
            next(recorder.record(missing))

    def test_no_leaderboard_is_written_beside_another_record(self, going_on, run_of_16_games):
        recorder, _ = going_on
        (run_of_16_games / "run.sqlite").unlink()
        with pytest.raises(DataError, match="was moved away or deleted"):
            recorder.publish()


def _games(directory):
    with open_run(str(directory)) as run:
        return list(run.games())
