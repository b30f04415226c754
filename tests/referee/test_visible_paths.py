"""Which files a player in a sandbox sees, and which programs it can run."""

import dataclasses
import json
import os
import shlex
import shutil

import pytest

from referee.contest.conditions import Limits
from referee.contest.contest import Fixture
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.contest.visible_paths import named_paths, script_directory, toolchains
from referee.game.game_pool import GamePool


def with_request(sandbox, **changes):
    """The sandbox with changes of what players see."""
    request = dataclasses.replace(sandbox.request, **changes)
    return dataclasses.replace(sandbox, request=request)


NEIGHBOURS = {"list.txt": "crane\n", "player.sh": 'cat "$(dirname "$0")"/list.txt\n'}
"""A player of two files."""


class TestCommands:
    @pytest.fixture
    def solves(self, sandbox_or_skip, tmp_path):
        """Whether the command, typed in tmp_path, plays a game by the rules in a sandbox."""

        def plays(command, request=None, **limits):
            lists = read_word_games([5], None)
            player = player_of(command, str(tmp_path))
            found = with_request(sandbox_or_skip(), **request or {})
            with GamePool(lists, Limits(**limits), found) as pool:
                return pool.play(Fixture(player, 0, "crane"))

        return plays

    def test_the_directory_of_a_script_is_visible(self, solves, write_executables, tmp_path):
        write_executables(NEIGHBOURS | {"inner/x": "", "wrapper": "#!/bin/sh\nexec sh DIR/player.sh\n"})
        for script in ("sh player.sh", "sh inner/../player.sh", f"sh ../{tmp_path.name}/player.sh", "./wrapper"):
            assert solves(script).points == 500

    def test_careful_shows_only_what_is_named(self, solves, write_executables, tmp_path):
        write_executables(NEIGHBOURS)
        careful = {"careful": True}
        assert solves("sh player.sh", careful).points == 0
        assert solves("sh player.sh --list=" + str(tmp_path / "list.txt"), careful).points == 500

    def test_a_script_in_a_shared_directory_stays_alone(self, tmp_path, monkeypatch):
        script = tmp_path / "player.sh"
        script.write_text("")
        assert script_directory(["/bin/sh", str(script)]) == str(tmp_path)

        for name in ("HOME", "TMPDIR"):
            with monkeypatch.context() as patch:
                patch.setenv(name, str(tmp_path))
                patch.setattr("tempfile.tempdir", None)
                assert script_directory(["/bin/sh", str(script)]) is None

        assert script_directory(["/bin/sh", "0"]) is None

    def test_secrets_beside_a_script_are_not_copied(self, solves, write_executables, tmp_path):
        """Players, runs and contest files in one directory, as in the tutorial."""
        for run in ("old", "a/b"):
            write_executables({f"{run}/run.sqlite": "crane\n", f"{run}/leaderboard.txt": "crane\n"})

        write_executables(
            {"chosen.txt": "crane\n", "pit.toml": 'words = "chosen.txt"\nplayers = ["crane"]\n', "rival.sh": "crane\n"}
        )
        write_executables({"setup.toml": "seen = true\n"})
        write_executables({"player.sh": "cd DIR; cat rival.sh *.toml chosen.txt */*/* */* >&2; ls >&2\n"})
        said = solves("sh player.sh", {"programs": (str(tmp_path / "rival.sh"),)}).stderr_head

        assert "crane" not in said
        assert {"player.sh", "setup.toml", "seen"} <= set(said.split())
        assert not {"pit.toml", "chosen.txt"} & set(said.split())

    def test_secrets_in_a_named_or_exposed_directory_are_covered(self, solves, write_executables, tmp_path):
        for name in ("named", "exposed", "alone"):
            write_executables({f"{name}/old/run.sqlite": "crane in a run\n", f"{name}/seen.txt": "seen\n"})
        (tmp_path / "link").symlink_to("alone/old/run.sqlite")
        look = f"cat {tmp_path}/*/seen.txt {tmp_path}/*/old/* {tmp_path}/link >&2"
        command = shlex.join(["sh", "-c", look, "./named", "./link"])
        said = solves(command, {"exposed": (str(tmp_path / "exposed"),), "careful": True}).stderr_head
        assert ("crane" in said, said.count("seen\n")) == (False, 2)

    def test_a_link_of_the_author_shows_no_home_and_not_the_machine(self, solves, write_executables, tmp_path):
        (tmp_path / "root").symlink_to("/")
        (tmp_path / "home").symlink_to(os.path.expanduser("~"))
        write_executables({"own/words": "crane\n"})
        (tmp_path / "link").symlink_to("own")
        look = 'ls "$1" "$2" "$3" >&2; cat "$4/words"'
        record = solves(shlex.join(["sh", "-c", look, "sh", "./root", "./home", "./root/", "./link"]))
        assert (record.points, record.stderr_head.count("cannot access")) == (500, 3)

    def test_a_pipe_in_the_directory_cannot_be_used(self, solves, tmp_path):
        """Two players in one directory could talk through it; nor does a pipe called *.toml stop the referee."""
        (tmp_path / "node_modules").mkdir()
        for name in ("deep.toml", "node_modules/pipe"):
            os.mkfifo(tmp_path / name)
        (tmp_path / "nested.toml").write_text("a = " + "[" * 100_000)
        (tmp_path / "player.sh").write_text(
            f"for pipe in {tmp_path}/*.toml {tmp_path}/*/pipe; do test ! -p $pipe || exit 3; done; echo crane\n"
        )

        assert solves("sh player.sh").points == 500

    def test_players_in_the_directory_of_new_runs(self, referee, sandbox_or_skip, tmp_path):
        """They are played, and a player within the run's own directory is told what is wrong."""
        sandbox_or_skip()
        folder = tmp_path / "room" / "pit"
        folder.mkdir()
        (folder / "player.sh").write_text("echo crane\n")
        (tmp_path / "words.txt").write_text("crane\n")
        run = ("run", "--players", "a=sh pit/player.sh", "--words", tmp_path / "words.txt", "--format", "csv")
        played = referee(*run)

        assert "\n1,a,500," in played.stdout, played.stderr

        refused = referee(*run, "--out", "pit")
        assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)
        assert f"player 'a': {folder}/player.sh: no player sees the directory of a run" in refused.stderr
        assert len(list(folder.iterdir())) == 2


class TestRivals:
    """Players that share an interpreter, a toolchain or a program of their own."""

    @pytest.fixture
    def points(self, referee, write_executables, sandbox_or_skip, tmp_path):
        """The points that each of these players wins for one word, by name; files are made with their contents."""
        sandbox_or_skip()
        (tmp_path / "words.txt").write_text("crane\n")

        def play(players, files, *options):
            """Make the files and play; DIR in a player or an option is the directory of the test."""
            write_executables(files)
            words = ("--words", tmp_path / "words.txt", "--sandbox", "require", "--format", "json")
            named = [text.replace("DIR", str(tmp_path)) for text in (*players, *options)]
            done = referee("run", "--players", *named[: len(players)], *words, *named[len(players) :])
            assert done.returncode == 0, done.stderr
            return {player["name"]: player["total"] for player in json.loads(done.stdout)["players"]}

        return play

    @pytest.mark.parametrize("place", ["versions/3.11/bin/python3", "tools/interpreter"])
    def test_an_interpreter_of_two_players(self, points, tmp_path, place):
        """A names it in its command, B starts it from a script."""
        top = place.rpartition("/bin/")[0] or place.partition("/")[0]
        (tmp_path / top / "lib").mkdir(parents=True)
        (tmp_path / place).parent.mkdir(exist_ok=True)
        shutil.copy("/bin/sh", tmp_path / place)
        files = {"a/a.sh": "echo crane", "b/b.sh": f"#!/bin/sh\nexec DIR/{place} DIR/b/play", "b/play": "echo crane"}
        players = [f"a=DIR/{place} DIR/a/a.sh", "b=DIR/b/b.sh"]
        assert points(players, files, "--expose", f"DIR/{top}") == {"a": 500, "b": 500}

    def test_a_program_of_several_players(self, points):
        others = ["b=sh -c 'python3 DIR/main.py once more'", "c=env PYTHONPATH=DIR python3 -m main"]
        played = points(["a=python3 DIR/main.py", *others], {"main.py": "print('crane')"}, "--expose", "DIR")
        assert played == dict.fromkeys("abc", 500)

    def test_a_program_of_two_players_that_is_exposed(self, points):
        """Only one of the commands names it; without --expose the other would be a rival that reads it."""
        files = {"main.py": "print('crane')", "b.sh": "#!/bin/sh\nexec python3 DIR/main.py", "a.sh": "echo cr"}
        players = ["a=python3 DIR/main.py", "b=DIR/b.sh"]
        assert points(players, files) == {"a": 500, "b": 0}
        assert points(players, files, "--expose", "DIR/main.py") == {"a": 500, "b": 500}

    def test_a_program_of_one_player_stays_covered(self, points):
        """Its script and its binary, whatever the other is shown."""
        spy = "#!/bin/sh\ncat DIR/a/main.py DIR/a/tool > /dev/null && echo crane"
        files = {"a/main.py": "print('crane')", "a/tool": "\0", "b/b.sh": spy}
        players = ["a=python3 DIR/a/main.py", "c=DIR/a/tool", "b=DIR/b/b.sh"]
        played = points(players, files, "--expose", "DIR/a", "--keep-going")
        assert played == {"a": 500, "b": 0, "c": 0}


class TestNeeded:
    def test_named(self, tmp_path):
        (tmp_path / "a").write_text("")
        (tmp_path / "b").mkdir()
        words = ["/bin/sh", f"--list={tmp_path}/a", f"{tmp_path}/b:/usr/share", "relative", "/", "/proc", "/none"]
        assert named_paths(words) == {f"{tmp_path}/a", f"{tmp_path}/b"}

    @pytest.mark.parametrize(("origin", "shown"), [
        ('{"url": "file://PLACE/my%20source", "dir_info": {"editable": true}}', True),
        ('{"url": "file://PLACE/my%20source", "dir_info": {}}', False),
        ('{"url": "file://PLACE/none", "dir_info": {"editable": true}}', False),
        (f'{{"url": "file://{os.path.expanduser("~")}", "dir_info": {{"editable": true}}}}', False),
        ("[", False),
    ])  # fmt: skip
    def test_editable_package_found_by_its_origin(self, tmp_path, origin, shown):
        env = tmp_path / "env"
        source = tmp_path / "my source"
        record = env / "lib" / "python3" / "site-packages" / "mine-1.0.dist-info" / "direct_url.json"
        for path in (env / "bin", record.parent, source):
            path.mkdir(parents=True)
        (env / "pyvenv.cfg").write_text("")
        (env / "bin" / "tool").write_text("\0")
        record.write_text(origin.replace("PLACE", str(tmp_path)))

        assert toolchains([f"{env}/bin/tool"]) == {f"{env}", *[str(source)] * shown}

    @pytest.mark.parametrize(("a", "b"), [
        ("#!/usr/bin/env -S NAME=value DIR/b\n", "\0"), ("#!DIR/b\n", "#!DIR/a\n"),
        ("""#!/bin/sh\n'''exec' "DIR/b" "$0" "$@"\n' '''\n""", "\0"),  # pip's, where the path has blanks or is long
    ])  # fmt: skip
    def test_the_interpreter_of_a_script(self, write_executables, tmp_path, a, b):
        write_executables({"a": a, "b": b})
        assert named_paths([f"{tmp_path}/a"]) == {f"{tmp_path}/a", f"{tmp_path}/b"}
