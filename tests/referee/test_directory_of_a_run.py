"""The directory of a run: one run at a time writes there, and it may be moved or removed meanwhile."""

import datetime
import fcntl
import os
import shutil
import threading
from types import SimpleNamespace

import pytest
from made_runs import edit_record, recorded_games

from lingo_common.errors import DataError
from referee.storage.resume import resumable
from referee.storage.run import Recorder, open_run
from referee.storage.run_directory import LOCK, is_being_played, lock_on, new_directory


class TestLock:
    def test_a_look_at_the_lock_keeps_no_run_away(self, run_of_16_games):
        """Who asks whether a run is played holds a shared lock meanwhile, and a run waits up to 0.2 seconds for it."""
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
            line = error_line(referee("run", "--resume", run_of_16_games), exit_code=1)

        assert f"another run is writing there (process {os.getpid()})" in line
        assert referee("run", "--resume", run_of_16_games).returncode == 0

    def test_a_new_run_is_refused_where_another_one_has_ended(self, run_of_16_games):
        with open_run(run_of_16_games) as run:
            contest = run.contest
            conditions = run.conditions

        with pytest.raises(DataError, match="holds a run already; go on with --resume, or choose another --out"):
            Recorder(str(run_of_16_games), contest, conditions)

    def test_a_run_that_is_played_can_be_read(self, referee, run_of_16_games):
        with lock_on(str(run_of_16_games)):
            assert referee("leaderboard", run_of_16_games).returncode == 0


def test_runs_that_begin_in_one_second_have_directories_of_their_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    moment = datetime.datetime(2026, 11, 23, 17)
    clock = SimpleNamespace(datetime=SimpleNamespace(now=lambda: moment))
    monkeypatch.setattr("referee.storage.run_directory.datetime", clock)

    directories = [new_directory() for _ in range(3)]

    assert directories == ["pit/20261123-170000", "pit/20261123-170000-2", "pit/20261123-170000-3"]
    assert all(os.path.isdir(directory) for directory in directories)


class TestDirectoryThatGoesAway:
    """The recorder writes a game, and then looks whether its file is still where it was.

    Runs are played within `resumable`, which adds to an error how to go on, but not to one about a record that is gone.
    """

    @pytest.fixture
    def last_games(self, run_of_16_games):
        """The games 15 and 16, which are no longer in the record."""
        games = recorded_games(run_of_16_games)
        edit_record(run_of_16_games, "DELETE FROM games WHERE number > 14")
        return games[14:]

    @pytest.fixture
    def recorder(self, run_of_16_games, last_games):
        """The open record of the run that lacks these games."""
        with Recorder(str(run_of_16_games)) as recorder:
            yield recorder

    def test_a_move_is_noticed_at_the_next_record_and_no_game_is_lost(
        self, recorder, last_games, run_of_16_games, tmp_path
    ):
        run_of_16_games.rename(tmp_path / "new place")

        with pytest.raises(DataError) as error, resumable(recorder):
            recorder.record(last_games[:1])

        moved = "was moved or deleted while the run went on, with the record of 15 games"
        again = "if it was moved, go on there with --resume"
        assert str(error.value) == f"{run_of_16_games}/run.sqlite: {moved}; {again}"
        # Game 15 was written before the move was noticed.
        assert len(recorded_games(tmp_path / "new place")) == 15

    def test_a_removal_is_noticed_at_the_next_record(self, recorder, last_games, run_of_16_games):
        shutil.rmtree(run_of_16_games)

        lost = "was moved or deleted while the run went on, with the record of 15 games"
        with pytest.raises(DataError, match=lost), resumable(recorder):
            recorder.record(last_games[:1])

    def test_another_record_in_its_place_is_noticed(self, recorder, last_games, run_of_16_games, tmp_path):
        shutil.copy(run_of_16_games / "run.sqlite", tmp_path / "copy")
        (tmp_path / "copy").rename(run_of_16_games / "run.sqlite")

        with pytest.raises(DataError, match=r"run\.sqlite: was moved or deleted while the run went on"):
            recorder.record(last_games[:1])

    def test_no_leaderboard_is_written_where_the_record_is_gone(self, recorder, run_of_16_games):
        (run_of_16_games / "run.sqlite").unlink()

        with pytest.raises(DataError, match="was moved or deleted"):
            recorder.write_leaderboards()

    def test_a_record_that_was_gone_as_soon_as_it_was_open_is_noticed(self, run_of_16_games, monkeypatch):
        # None is the identity of a file that is not there. It does not change, so a comparison would notice nothing.
        monkeypatch.setattr("referee.storage.run.identity", lambda path: None)

        with Recorder(str(run_of_16_games)) as recorder, pytest.raises(DataError, match="was moved or deleted"):
            recorder.write_leaderboards()


class TestDirectoryWithoutARun:
    def test_a_directory_that_does_not_exist_holds_no_run(self, referee, error_line, tmp_path):
        line = error_line(referee("run", "--resume", tmp_path / "nowhere"), exit_code=1)

        assert f"{tmp_path}/nowhere: holds no run" in line

    def test_nothing_is_written_into_a_directory_without_a_run(self, referee, tmp_path):
        (tmp_path / "empty").mkdir()

        assert "holds no run" in referee("run", "--resume", tmp_path / "empty").stderr
        assert list((tmp_path / "empty").iterdir()) == []

    def test_a_run_that_is_refused_at_once_leaves_nothing(self, referee, error_line, tmp_path, wordlist):
        error_line(referee("run", "--players", "./nobody", "--wordlist", wordlist), exit_code=1)

        # The fixture `referee` runs it in this directory.
        assert os.listdir(tmp_path / "room") == []

    def test_a_run_that_is_refused_at_once_leaves_an_empty_directory_of_the_user(self, referee, tmp_path, wordlist):
        mine = tmp_path / "mine"
        mine.mkdir()

        referee("run", "--players", "./nobody", "--wordlist", wordlist, "--out", mine)

        assert mine.is_dir()

    def test_a_run_that_is_refused_leaves_no_directory(self, referee, error_line, tmp_path):
        program = tmp_path / "player"
        program.write_text("#!/nowhere/interpreter\n")
        program.chmod(0o755)

        error_line(referee("run", "--players", program, "--out", tmp_path / "run"), exit_code=1)
        assert not (tmp_path / "run").exists()
