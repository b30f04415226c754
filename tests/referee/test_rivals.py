"""Which files and programs of a rival a player sees, and players that lie where runs are made."""

import json
import os
import shutil

import pytest
from made_runs import recorded_games


class TestDirectoryOfRuns:
    """Players that lie in `pit`, the directory in which `referee run` makes new runs."""

    @pytest.fixture
    def folder(self, sandbox_or_skip, referee, tmp_path):
        """The directory `pit` with a player in it; it lies in the working directory of the fixture `referee`."""
        sandbox_or_skip()
        folder = tmp_path / "room" / "pit"
        folder.mkdir()
        (folder / "player.sh").write_text("echo crane\n")
        return folder

    @pytest.fixture
    def command(self, folder, tmp_path):
        """The arguments of the referee that run a contest of the player in that directory."""
        (tmp_path / "words.txt").write_text("crane\n")
        words = ("--words", tmp_path / "words.txt", "--format", "csv")
        return ("run", "--players", "a=sh pit/player.sh", *words)

    def test_are_played(self, referee, command):
        done = referee(*command)

        assert "\n1,a,500," in done.stdout, done.stderr

    def test_are_refused_in_the_directory_of_the_run_itself(self, referee, error_line, command, folder):
        line = error_line(referee(*command, "--out", "pit"), exit_code=1)

        assert f"player 'a': {folder}/player.sh: no player sees the directory of a run" in line
        assert os.listdir(folder) == ["player.sh"]

    @pytest.mark.parametrize("out", [(), ("--out", "pit/new")], ids=["without --out", "with --out"])
    def test_see_no_record_in_a_folder_that_is_exposed(self, referee, command, folder, out):
        (folder / "player.sh").write_text(f"find {folder} -name 'run.sqlite*' >&2\necho crane\n")

        assert referee(*command, "--expose", folder, *out).returncode == 0

        [directory] = [path for path in folder.iterdir() if path.is_dir()]
        [game] = recorded_games(directory)
        assert (game.termination, game.stderr) == ("solved", "")


class TestRivals:
    """Players that share an interpreter, a toolchain or a program of their own."""

    @pytest.fixture
    def points(self, referee, write_executables, sandbox_or_skip, tmp_path):
        """points(players, files, *options): the points of each player in a run for the word crane, by name.

        players: values of --players. files: the texts of executable files by path, which are written first. DIR in any
        text is the directory of the test.
        """
        sandbox_or_skip()
        (tmp_path / "words.txt").write_text("crane\n")

        def in_directory(texts):
            return [text.replace("DIR", str(tmp_path)) for text in texts]

        def play(players, files, *options):
            write_executables(files)
            run = ("run", "--players", *in_directory(players), "--words", tmp_path / "words.txt")
            done = referee(*run, "--sandbox", "require", "--format", "json", *in_directory(options))

            assert done.returncode == 0, done.stderr

            return {player["name"]: player["total"] for player in json.loads(done.stdout)["players"]}

        return play

    @pytest.mark.parametrize(("installation", "interpreter"), [
        ("versions/3.11", "versions/3.11/bin/python3"), ("tools", "tools/interpreter"),
    ])  # fmt: skip
    def test_an_interpreter_of_two_players_is_visible_to_both(self, points, tmp_path, installation, interpreter):
        """Player a names it in its command, b starts it from a script. Its installation is exposed to both.

        The interpreter is a copy of the shell. An installation as of pyenv has a directory `lib` beside `bin`; in the
        other one the program lies in the directory itself, beside `lib`.
        """
        (tmp_path / installation / "lib").mkdir(parents=True)
        (tmp_path / interpreter).parent.mkdir(exist_ok=True)
        shutil.copy("/bin/sh", tmp_path / interpreter)
        files = {
            "a/a.sh": "echo crane",
            "b/b.sh": f"#!/bin/sh\nexec DIR/{interpreter} DIR/b/play",
            "b/play": "echo crane",
        }

        played = points([f"a=DIR/{interpreter} DIR/a/a.sh", "b=DIR/b/b.sh"], files, "--expose", f"DIR/{installation}")

        assert played == {"a": 500, "b": 500}

    def test_a_program_that_several_commands_mention_is_visible_to_all_of_these(self, points):
        players = [
            "a=python3 DIR/main.py",
            "b=sh -c 'python3 DIR/main.py once more'",
            "c=env PYTHONPATH=DIR python3 -m main",
        ]

        played = points(players, {"main.py": "print('crane')"}, "--expose", "DIR")

        assert played == {"a": 500, "b": 500, "c": 500}

    @pytest.mark.parametrize(("options", "points_of_b"), [([], 0), (["--expose", "DIR/main.py"], 500)])
    def test_a_program_of_another_player_is_visible_only_if_it_is_exposed(self, points, options, points_of_b):
        """Player b starts the program of a from a script, so that its command does not name it."""
        files = {"main.py": "print('crane')", "b.sh": "#!/bin/sh\nexec python3 DIR/main.py"}

        played = points(["a=python3 DIR/main.py", "b=DIR/b.sh"], files, *options)

        assert played == {"a": 500, "b": points_of_b}

    def test_a_program_of_one_player_is_covered_in_a_directory_that_is_exposed(self, points):
        """Player b looks for the script of a and for the binary of c. This binary is no program, so c wins nothing."""
        spy = "#!/bin/sh\ncat DIR/a/main.py DIR/a/tool > /dev/null && echo crane"
        files = {"a/main.py": "print('crane')", "a/tool": "\0", "b/b.sh": spy}
        players = ["a=python3 DIR/a/main.py", "c=DIR/a/tool", "b=DIR/b/b.sh"]

        played = points(players, files, "--expose", "DIR/a", "--keep-going")

        assert played == {"a": 500, "b": 0, "c": 0}
