"""`referee run --resume` with options: a new player joins, and what belongs to another run is refused."""

import shutil
from pathlib import Path

import pytest
from made_runs import edit_record, recorded_games

from referee.contest.limits import IsolationRequest
from referee.contest.run_request import RunRequest, Selection
from wordlists.rules import GameOptions


class TestPlayers:
    """The run of 16 games has eight of `steady`, which makes guesses, and then eight of `none`."""

    def test_a_new_player_plays_the_words_of_the_others_and_these_play_no_more(
        self, referee, run_of_16_games, tmp_path
    ):
        notes = tmp_path / "notes"
        new = f"new=sh -c 'echo $$ >> {notes}; echo able; read reply'"
        before = recorded_games(run_of_16_games)

        done = referee("run", "--resume", run_of_16_games, "--players", new, "--format", "csv", "--sandbox", "off")

        names = [line.split(",")[1] for line in done.stdout.splitlines()]
        assert names == ["name", "steady", "new", "none"]
        assert (run_of_16_games / "leaderboard.csv").read_text() == done.stdout

        games = recorded_games(run_of_16_games)
        assert games[:16] == before
        assert [game.word for game in games[16:]] == [game.word for game in before[:8]]
        # The new player was started for eight games and for a trial before them.
        assert len(notes.read_text().splitlines()) == 8 + 1
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

    def test_a_source_that_is_gone_is_not_missed_if_its_games_are_played(
        self, referee, referee_run, steady_player, preparations, tmp_path
    ):
        """What was compiled may be gone too: without its source the player could not be compiled again."""
        source = tmp_path / "entry.sh"
        source.write_text("exit\n")
        (tmp_path / "players.toml").write_text(f'[players]\nentry = {{command = "true", prepare = "sh {source}"}}')
        referee_run("--players", f"@{tmp_path}/players.toml", "--rounds", 1, "--out", tmp_path / "out")
        source.unlink()
        shutil.rmtree(preparations)

        assert referee("run", "--resume", tmp_path / "out", "--players", steady_player).returncode == 0

    def test_a_program_that_is_gone_is_missed_before_a_game_if_it_has_games_left(self, referee, without_program):
        edit_record(without_program, "DELETE FROM games WHERE number = 1")

        done = referee("run", "--resume", without_program)

        assert (done.returncode, done.stdout) == (1, "")
        assert "player 'gone': " in done.stderr
        assert "there is no such program; 1 of 2 games are recorded" in done.stderr

    @pytest.mark.parametrize("goes", ["the script", "the folder"])
    def test_a_script_or_its_folder_that_is_gone_is_missed_too(self, referee, referee_run, tmp_path, goes):
        folder = tmp_path / "folder"
        folder.mkdir()
        (folder / "player.sh").write_text("exit\n")
        # The command names both the script and the folder.
        referee_run("--players", f"gone=sh {folder}/player.sh {folder}", "--rounds", 1, "--out", tmp_path / "out")
        edit_record(tmp_path / "out", "DELETE FROM games WHERE number = 1")
        before = recorded_games(tmp_path / "out")

        (folder / "player.sh").unlink()
        if goes == "the folder":
            folder.rmdir()
        done = referee("run", "--resume", tmp_path / "out")

        assert (done.returncode, done.stdout) == (1, "")
        problem = "player.sh: there is no such file; 1 of 2 games are recorded; to go on: referee run --resume"
        assert f"referee: player 'gone': {folder}/{problem}" in done.stderr
        assert recorded_games(tmp_path / "out") == before


class TestOptions:
    """The run of 16 games has the seed 1, four words of each of the lengths 4 and 5, and 7 seconds for a move."""

    @pytest.mark.parametrize(("options", "difference"), [
        (["--seed", 2], "seed: 1, not 2"),
        (["--rounds", 3], "rounds is 4 there, not 3"),
        (["--lengths", "5"], "lengths is (4, 5) there, not (5,)"),
        (["--move-timeout", 3], "move is 7.0 there, not 3.0"),
        # Without an option the rules are those of the pit.
        (["--attempts", 4], "attempts is 5 there, not 4"),
        (["--hard", "--fold"], "hard is False there, not True; fold is False there, not True"),
        (["--rules", "wordle"], "attempts is 5 there, not 6; objective is 'points' there, not 'guesses'"),
        (["--language", "de"], "language is '' there, not 'de'"),
        (["--answers", "missing"], "missing: cannot be read"),
        (["--commit"], "commit is False there, not True"),
        (["--players", "steady=true"], "not 'true'; give a new player a name of its own"),
        (["--seed", 2, "--rounds", 3], "seed: 1, not 2; rounds is 4 there, not 3"),
        (["--players", "x=nobody"], "nobody: there is no such program"),
    ])  # fmt: skip
    def test_options_of_another_run_are_refused_in_one_line_and_the_record_stays(
        self, referee, error_line, run_of_16_games, options, difference
    ):
        before = (run_of_16_games / "run.sqlite").read_bytes()

        done = referee("run", "--resume", run_of_16_games, *options)

        assert difference in error_line(done, exit_code=1)
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


class TestWords:
    def test_a_list_that_has_changed_is_refused(self, referee, run_of_16_games, wordlist, tmp_path):
        (tmp_path / "other").write_text(f"{Path(wordlist).read_text()}extra\n")
        edit_record(run_of_16_games, "UPDATE lists SET path = ?", str(tmp_path / "other"))

        complaint = referee("run", "--resume", run_of_16_games).stderr

        # The word that was added, `extra`, has five letters.
        changed_list = f"the list of 5 letters: {tmp_path}/other"
        assert f"cannot go on without {changed_list}: is not the run's: it has another fingerprint" in complaint

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

    def test_words_given_again_are_read_by_the_rules_of_the_run(self, referee_run, referee, steady_player, tmp_path):
        chosen = tmp_path / "chosen"
        chosen.write_text("áble\ncrane\n")
        out = tmp_path / "out"
        referee_run("--players", steady_player, "--words", chosen, "--fold", "--out", out)

        assert referee("run", "--resume", out, "--words", chosen).returncode == 0


class TestOptionsToRepeat:
    """What the command that goes on with an interrupted run needs beside the directory of its record."""

    def test_options_that_were_not_given_are_not_repeated(self):
        assert RunRequest(out="results").options_to_repeat() == []

    def test_options_that_the_record_does_not_keep_are_repeated_as_they_are_typed(self):
        isolation = IsolationRequest(exposed=("/usr", "/etc"), user_ids="2000000000-2000000999")
        request = RunRequest(keep_going=True, forfeit_after=3, isolation=isolation)
        assert request.options_to_repeat() == [
            "--keep-going", "--forfeit-after", "3", "--expose", "/usr", "--expose", "/etc",
            "--user-ids", "2000000000-2000000999",
        ]  # fmt: skip

    def test_a_list_that_was_moved_is_named_again(self):
        selection = Selection(game=GameOptions(wordlist="/new/list.txt"))
        resumed = RunRequest(resume="results", selection=selection)
        assert resumed.options_to_repeat() == ["--wordlist", "/new/list.txt"]

    def test_the_list_of_a_new_run_is_in_its_record(self):
        selection = Selection(game=GameOptions(wordlist="/new/list.txt"))
        assert RunRequest(selection=selection).options_to_repeat() == []

    def test_no_range_of_user_ids_is_off(self):
        assert RunRequest(isolation=IsolationRequest(user_ids="off")).options_to_repeat() == ["--user-ids", "off"]
