"""Players whose files change between the beginning of a run and its resumption, or differ on a cluster's worker."""

import os
from pathlib import Path

import pytest

from referee.contest.limits import NO_ISOLATION
from referee.contest.own_files import with_files
from referee.contest.players import player_of
from referee.schedule.cluster_scheduler import problems_here


@pytest.fixture
def mine(tmp_path):
    """The folder of players, apart from the lists and runs that a test writes into tmp_path."""
    folder = tmp_path / "mine"
    folder.mkdir()
    return folder


@pytest.fixture
def finished(referee, tmp_path):
    """finished(*players): the directory of a finished run of these players for the word able."""

    def play(*players):
        words = tmp_path / "words"
        words.write_text("able\n")
        out = tmp_path / "out"
        options = ("--wordlist", words, "--lengths", "4", "--rounds", 1, "--sandbox", "off", "--out", out)

        assert referee("run", "--players", *players, *options).returncode == 0

        return out

    return play


@pytest.fixture
def resume(referee):
    """resume(directory): what the resumption of that finished run says on standard error."""
    return lambda directory: referee("run", "--resume", directory).stderr


class TestPreparedPlayer:
    @pytest.fixture
    def out(self, finished, mine, tmp_path):
        """The directory of a finished run of a script with a preparation."""
        (mine / "player.sh").write_text("echo able\n")
        (tmp_path / "players.toml").write_text(f'[players]\np = {{command = "sh {mine}/player.sh", prepare = "true"}}')
        return finished(f"@{tmp_path}/players.toml")

    def test_a_cache_of_python_has_not_changed_it(self, resume, out, mine):
        (mine / "__pycache__").mkdir()

        assert "changed" not in resume(out)

    def test_a_script_with_other_permissions_has_changed(self, resume, out, mine):
        (mine / "player.sh").chmod(0o600)

        assert f"'p': its files have changed since the run began: {mine}/player.sh\n" in resume(out)

    def test_a_script_that_is_gone_is_named(self, resume, out, mine):
        (mine / "player.sh").unlink()

        assert f"'p': its files have changed since the run began: {mine}/player.sh\n" in resume(out)


class TestTwoPlayersInAFolder:
    @pytest.fixture
    def out(self, finished, mine):
        """The directory of a finished run of `one` and `two`, two scripts in the folder."""
        for name in ("one", "two"):
            (mine / f"{name}.sh").write_text("echo able\n")
        return finished(f"one=sh {mine}/one.sh", f"two=sh {mine}/two.sh")

    def test_other_files_of_the_folder_are_listed_at_most_three(self, resume, out, mine):
        for name in ("log", "notes", "a", "b", "c"):
            (mine / name).write_text("text")

        said = resume(out)

        changed = f"other files in its folder changed since the run began: {mine}/a, {mine}/b, {mine}/c and 2 more\n"
        assert f"player 'one': {changed}" in said
        assert f"player 'two': {changed}" in said
        assert "its files have changed" not in said

    def test_a_file_that_is_touched_has_not_changed(self, resume, out, mine):
        os.utime(mine / "one.sh", (1, 1))

        assert "changed" not in resume(out)

    def test_a_run_that_the_referee_writes_into_the_folder_has_not_changed_it(self, resume, out, mine, referee_run):
        (mine / "pit").mkdir()
        referee_run("--players", "p=true", "--rounds", 1, "--out", mine / "pit" / "another")

        assert "changed" not in resume(out)

    def test_a_page_that_is_written_beside_the_players_has_not_changed_them(self, resume, out, mine):
        (mine / "interim.html").write_text("<!doctype html>")

        assert "changed" not in resume(out)

    def test_a_changed_script_is_told_of_its_own_player_alone(self, resume, out, mine):
        (mine / "one.sh").write_text("echo zest\n")

        said = resume(out)

        assert f"player 'one': its files have changed since the run began: {mine}/one.sh\n" in said
        assert "player 'two': its files" not in said


def test_a_changed_file_whose_name_is_not_utf_8_is_named_with_an_escape(finished, resume, mine):
    (mine / "player.sh").write_text("echo able\n")
    beside = Path(os.fsdecode(os.fsencode(mine) + b"/caf\xe9"))
    beside.write_text("one")
    out = finished(f"sh {mine}/player.sh")

    beside.write_text("another")

    assert f"changed since the run began: {mine}/caf\\udce9\n" in resume(out)


class TestDirectoryThatACommandNames:
    @pytest.fixture
    def out(self, finished, mine):
        """The directory of a finished run of `ls`, which lists the folder; the name of its file is the legal guess."""
        (mine / "able").write_text("")
        return finished(f"p=ls {mine}")

    def test_a_new_file_in_it_is_no_file_of_the_player(self, resume, out, mine):
        (mine / "log").write_text("")

        said = resume(out)

        assert f"player 'p': other files in its folder changed since the run began: {mine}/log\n" in said
        assert "its files have changed" not in said

    def test_a_changed_file_in_it_is_a_file_of_the_player(self, resume, out, mine):
        (mine / "able").write_text("another")

        assert f"player 'p': its files have changed since the run began: {mine}/able\n" in resume(out)


class TestWorker:
    """A worker of a cluster, which is this machine: it has the player's files until a test changes them."""

    @pytest.fixture
    def player(self, mine):
        """A script with the digests of its files."""
        (mine / "player.sh").write_text("echo able\n")
        return with_files(player_of(f"p=sh {mine}/player.sh"), NO_ISOLATION)

    def test_another_file_beside_the_player_is_no_problem(self, player, mine):
        (mine / "other").symlink_to("player.sh")

        assert problems_here([player], NO_ISOLATION) == []

    def test_a_worker_with_another_script_is_refused(self, player, mine):
        (mine / "player.sh").write_text("echo zest\n")

        problems = problems_here([player], NO_ISOLATION)

        assert problems == ["player 'p': its files differ from those of the referee's machine"]

    def test_a_worker_that_lacks_the_script_is_refused(self, player, mine):
        (mine / "player.sh").unlink()

        problems = problems_here([player], NO_ISOLATION)

        assert problems == [f"player 'p': {mine}/player.sh: there is no such file"]


def test_of_a_game_that_cannot_be_played_again_only_the_error_is_said(finished, referee, mine, error_line):
    (mine / "player.sh").write_text("echo able\n")
    out = finished(f"sh {mine}/player.sh")
    (mine / "player.sh").write_text("echo seat\n")

    assert error_line(referee("rerun", out, 99), exit_code=1) == f"{out}: there is no game 99"
