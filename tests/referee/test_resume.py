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
from referee.storage.resume import _what_differs, resumable
from referee.storage.run_directory import LOCK, is_being_played, lock_on
from wordlists.word_game import read_game

GAMES = 40
"""The games of the run of the fixture `arguments`: two players and twenty words."""
TRIALS = 2
"""Each player plays a trial before a new run, which is not recorded."""
JOBS = 2
"""Games that are played at a time."""
UNHANDLED_ERROR = 99
"""The exit status of a child whose referee raised an error; no command of the referee has it."""


@pytest.fixture
def arguments(tmp_path):
    """`referee run` for two quick players and 20 words of five letters.

    Each player makes the same five guesses in every game. It notes every start in a file, which a sandbox would refuse.
    """
    # Any words will do, if some of the guesses are among them.
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
    """The pid of a child that runs the referee's command line, silently.

    It is a fork of this process, because a new interpreter starts slowly.
    """
    pid = os.fork()
    if pid:
        return pid

    sys.stdout = sys.stderr = open(os.devnull, "w")  # noqa: SIM115 (it ends with the process)
    sys.argv = ["referee", *map(str, arguments)]
    # All forks share the lock of tqdm, and a run that was killed may hold it.
    tqdm.set_lock(threading.RLock())
    try:
        run_program(command_line, "referee")
    except SystemExit as end:
        os._exit(int(end.code or 0))
    finally:
        os._exit(UNHANDLED_ERROR)


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


def games_in(directory):
    """The games in the record, in the order of their numbers."""
    with open_run(str(directory)) as run:
        return list(run.games())


def has_games(directory):
    """Whether a game is recorded; a file without tables is no run yet."""
    with contextlib.suppress(DataError):
        return len(games_in(directory)) > 0


class TestKilled:
    @pytest.fixture
    def kill_and_go_on(self, arguments, starts):
        """kill_and_go_on(out, seconds): kill a run, let it go on to its end, and return how many games were left."""

        def go_on(out, seconds):
            """Assert that only the games that were left are played."""
            kill_once_begun([*arguments, "--out", out], out, seconds)
            starts()

            try:
                games_left = GAMES - len(games_in(out))
                again = ["run", "--resume", out, "--sandbox", "off"]
            except DataError as error:
                # It was killed before the run itself was recorded, so it is begun anew.
                assert "ended before its first game" in str(error)
                games_left = GAMES + TRIALS
                again = [*arguments, "--out", out]

            assert ended(launch(again)) == 0
            # A player that was being started when the run was killed may note it late.
            assert games_left <= starts() <= games_left + JOBS
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
        command = [sys.executable, "-m", "referee", *arguments, "--players", slow, "--out", str(out)]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        # Before SQLite's log is there the run still sets up its record, and a reader could get in its way.
        wait_until(lambda: (out / "run.sqlite-wal").exists() and has_games(out))

        process.send_signal(number)
        *_, last_line = process.communicate(timeout=20)[1].splitlines()
        count = len(games_in(out))

        how = f"to go on: referee run --resume '{out}'"
        assert process.returncode == code
        assert last_line == f"referee: {why}; {count} of {games} games are recorded; {how}"

        done = referee("run", "--resume", out, "--sandbox", "off")

        assert done.returncode == 0
        assert f"games: {games} ({count} of them recorded)" in done.stderr
        assert len(games_in(out)) == games


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

    def test_what_is_recorded_stays_and_the_run_goes_on_once_there_is_room(self, arguments, on_small_disk, tmp_path):
        # What the filler leaves, 200 KiB, is enough for the empty record and for some of its games.
        done = on_small_disk(
            "head -c 824k /dev/zero > $DISK/filler\n"
            f'"$PYTHON" -m referee {shlex.join(arguments)} --out $DISK/out; echo exit $?\n'
            '"$PYTHON" -m referee verify $DISK/out\n'
            "rm $DISK/filler\n"
            '"$PYTHON" -m referee run --resume $DISK/out --format json | grep total\n'
        )

        complaint = next(line for line in done.stderr.splitlines() if line.startswith("referee: /"))
        assert "run.sqlite: cannot be written: database or disk is full; " in complaint
        assert complaint.endswith(f"referee run --resume {tmp_path}/disk/out")

        # The third line is the hash of the record; after it stands the total of each player.
        code, verified, _, *totals = done.stdout.splitlines()
        assert code == "exit 1"

        # The complaint says "7 of 40 games are recorded".
        count = int(complaint.split("; ")[1].split()[0])
        assert 0 < count < GAMES
        assert verified == f"{count} of {GAMES} games: no discrepancies"
        assert len(totals) == 2


class TestGoingOn:
    """The run of 16 games has eight of `steady`, which makes guesses, and then eight of `none`."""

    def test_a_new_player_plays_the_words_of_the_others_and_these_play_no_more(
        self, referee, run_of_16_games, tmp_path
    ):
        notes = tmp_path / "notes"
        new = f"new=sh -c 'echo $$ >> {notes}; echo able; read reply'"
        before = games_in(run_of_16_games)

        done = referee("run", "--resume", run_of_16_games, "--players", new, "--format", "csv", "--sandbox", "off")

        names = [line.split(",")[1] for line in done.stdout.splitlines()]
        assert names == ["name", "steady", "new", "none"]
        assert (run_of_16_games / "leaderboard.csv").read_text() == done.stdout

        games = games_in(run_of_16_games)
        assert games[:16] == before
        assert [game.word for game in games[16:]] == [game.word for game in before[:8]]
        assert len(notes.read_text().splitlines()) == 8 + 1  # the trial before the run
        assert referee("verify", run_of_16_games).returncode == 0

    @pytest.fixture
    def without_program(self, referee_run, tmp_path):
        """The directory of a finished run of two games, whose player `gone` has lost its program since."""
        script = tmp_path / "script"
        script.write_text("#!/bin/sh\nexit\n")  # it makes no guess
        script.chmod(0o755)
        referee_run("--players", f"gone={script}", "--rounds", 1, "--out", tmp_path / "out")
        script.unlink()
        return tmp_path / "out"

    def test_a_program_that_is_gone_is_not_missed_if_its_games_are_played(
        self, referee, without_program, steady_player
    ):
        assert referee("run", "--resume", without_program, "--players", steady_player).returncode == 0

    def test_a_program_that_is_gone_is_missed_before_a_game_if_it_has_games_left(self, referee, without_program):
        edit_record(without_program, "DELETE FROM games WHERE number = 1")

        done = referee("run", "--resume", without_program)

        assert (done.returncode, done.stdout) == (1, "")
        assert "player 'gone': " in done.stderr
        assert "there is no such program; 1 of 2 games are recorded" in done.stderr

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
    def test_options_of_another_run_are_refused_in_one_line_and_the_record_stays(
        self, referee, error_line, run_of_16_games, changed, difference
    ):
        before = (run_of_16_games / "run.sqlite").read_bytes()

        done = referee("run", "--resume", run_of_16_games, *changed)

        assert difference in error_line(done, 1)
        assert done.stdout == ""
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
        done = referee("run", "--resume", out, *rules)

        assert (done.returncode, done.stdout) == (1, "")
        assert f"cannot go on: its answers of 4 letters are not those of {answers}" in done.stderr

    def test_a_list_that_has_changed_is_refused(self, referee, run_of_16_games, wordlist, tmp_path):
        (tmp_path / "other").write_text(f"{Path(wordlist).read_text()}extra\n")
        edit_record(run_of_16_games, "UPDATE lists SET path = ?", str(tmp_path / "other"))

        complaint = referee("run", "--resume", run_of_16_games).stderr

        list_with_extra = f"the list of 5 letters: {tmp_path}/other"
        assert f"cannot go on without {list_with_extra}: is not the run's: its fingerprint begins with" in complaint

    def test_where_words_have_changed_and_answers_have_not_the_words_are_named(self, tmp_path):
        (tmp_path / "before").write_text("crane\ntough\nslate\n")
        (tmp_path / "now").write_text("crane\ntough\n")
        (tmp_path / "answers").write_text("crane\n")
        recorded_game = read_game(5, tmp_path / "before", tmp_path / "answers")
        word_game = read_game(5, tmp_path / "now", tmp_path / "answers")

        assert _what_differs(word_game, recorded_game).startswith(f"{tmp_path}/now: is not the run's")

    def test_words_given_again_must_be_those_of_the_run_in_their_order(
        self, referee_run, referee, steady_player, tmp_path
    ):
        chosen = tmp_path / "chosen"
        out = tmp_path / "out"
        chosen.write_text("tough\nable\ncrane\n")
        referee_run("--players", steady_player, "--words", chosen, "--rounds", 1, "--out", out)

        assert referee("run", "--resume", out, "--words", chosen).returncode == 0

        chosen.write_text("crane\nable\ntough\n")
        assert "its words are not those of" in referee("run", "--resume", out, "--words", chosen).stderr

    def test_a_directory_that_does_not_exist_holds_no_run(self, referee, error_line, tmp_path):
        line = error_line(referee("run", "--resume", tmp_path / "nowhere"), 1)

        assert f"{tmp_path}/nowhere: holds no run" in line

    def test_nothing_is_written_into_a_directory_without_a_run(self, referee, tmp_path):
        (tmp_path / "empty").mkdir()

        assert "holds no run" in referee("run", "--resume", tmp_path / "empty").stderr
        assert list((tmp_path / "empty").iterdir()) == []


class TestLock:
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

    def test_a_second_run_in_a_directory_is_refused_while_the_first_one_is_played(
        self, referee, error_line, run_of_16_games
    ):
        with lock_on(str(run_of_16_games)):
            line = error_line(referee("run", "--resume", run_of_16_games), 1)

        assert f"another run is writing there (process {os.getpid()})" in line
        assert referee("run", "--resume", run_of_16_games).returncode == 0

    def test_a_run_that_is_played_can_be_read(self, referee, run_of_16_games):
        with lock_on(str(run_of_16_games)):
            assert referee("leaderboard", run_of_16_games).returncode == 0


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

        assert len(games_in(tmp_path / "new place")) == 15

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
