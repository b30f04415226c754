"""Which files a player in a sandbox sees, and which programs it can run."""

import dataclasses
import json
import os
import shlex
import shutil

import pytest

from referee.contest.contest import Fixture
from referee.contest.limits import Limits
from referee.contest.lists import read_word_games
from referee.contest.players import player_of
from referee.contest.visible_paths import named_paths, script_directory, toolchains
from referee.game.game_pool import GamePool

NEIGHBOURS = {"list.txt": "crane\n", "player.sh": 'cat "$(dirname "$0")"/list.txt\n'}
"""A player of two files."""


@pytest.fixture
def play_for_crane(sandbox_or_skip, tmp_path):
    """play_for_crane(command, **request): the record of a game of that command, typed in tmp_path, in a sandbox.

    The word is crane. request: changes of what players see, by the fields of IsolationRequest.
    """

    def play(command, **request):
        sandbox = sandbox_or_skip()
        sandbox = dataclasses.replace(sandbox, isolation=dataclasses.replace(sandbox.isolation, **request))
        player = player_of(command, str(tmp_path))
        with GamePool(read_word_games([5], None), Limits(), sandbox) as pool:
            return pool.play(Fixture(player, 0, "crane"))

    return play


@pytest.mark.skipif(os.geteuid() != 0, reason="only players of root's runs are another user")
class TestPrivateFiles:
    """What only root may read of an exposed directory is shown as copies, because the player is another user."""

    @pytest.fixture
    def said(self, play_for_crane, tmp_path):
        """said(directory): the private files that a player reads below it, and the mounts there, beside that of all."""
        exposed = tmp_path / "exposed"

        def play(directory):
            """The lines that a player writes about three private files in that directory of the exposed one."""
            for number in range(3):
                path = exposed / directory / str(number)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"private {number}\n")
                path.chmod(0o600)

            look = f"(cat {exposed}/{directory}/?; grep -c {exposed}/ /proc/self/mountinfo) >&2"
            return play_for_crane(shlex.join(["sh", "-c", look]), exposed=(str(exposed),)).stderr_head.splitlines()

        return play

    @pytest.fixture
    def public_file(self, tmp_path):
        """A file in the exposed directory that everybody may read."""
        (tmp_path / "exposed").mkdir()
        (tmp_path / "exposed" / "public").write_text("")

    @pytest.mark.usefixtures("public_file")
    def test_beside_a_public_one_are_mounted_each(self, said):
        assert said(".") == ["private 0", "private 1", "private 2", "3"]

    @pytest.mark.usefixtures("public_file")
    @pytest.mark.parametrize("directory", ["inner", "inner/inmost"])
    def test_in_a_directory_that_has_nothing_else_are_mounted_together(self, said, directory):
        assert said(directory) == ["private 0", "private 1", "private 2", "1"]

    def test_may_be_all_that_is_exposed(self, said):
        assert said(".") == ["private 0", "private 1", "private 2", "0"]


class TestDirectoryOfAScript:
    @pytest.mark.parametrize("command", ["sh player.sh", "sh inner/../player.sh", "sh ../HERE/player.sh", "./wrapper"])
    def test_is_visible(self, play_for_crane, write_executables, tmp_path, command):
        write_executables(NEIGHBOURS | {"inner/x": "", "wrapper": "#!/bin/sh\nexec sh DIR/player.sh\n"})

        assert play_for_crane(command.replace("HERE", tmp_path.name)).points == 500

    def test_is_not_visible_in_a_careful_run(self, play_for_crane, write_executables):
        write_executables(NEIGHBOURS)

        assert play_for_crane("sh player.sh", careful=True).points == 0

    def test_shows_a_careful_run_the_files_that_the_command_names(self, play_for_crane, write_executables, tmp_path):
        write_executables(NEIGHBOURS)

        assert play_for_crane(f"sh player.sh --list={tmp_path}/list.txt", careful=True).points == 500

    @pytest.fixture
    def script(self, tmp_path):
        path = tmp_path / "player.sh"
        path.write_text("")
        return path

    def test_is_that_of_the_first_file_that_an_interpreter_gets(self, script, tmp_path):
        assert script_directory(["/bin/sh", str(script)]) == str(tmp_path)

    @pytest.mark.parametrize("variable", ["HOME", "TMPDIR"])
    def test_does_not_count_if_it_is_a_home_or_for_temporary_files(self, script, tmp_path, monkeypatch, variable):
        monkeypatch.setenv(variable, str(tmp_path))
        monkeypatch.setattr("tempfile.tempdir", None)

        assert script_directory(["/bin/sh", str(script)]) is None

    def test_is_none_for_a_command_without_a_script(self):
        assert script_directory(["/bin/sh", "0"]) is None


class TestSecrets:
    """What is hidden in the directories that a player sees."""

    @pytest.fixture
    def said(self, play_for_crane, write_executables, tmp_path):
        """What a player says that reads all that lies beside its script: two runs, a contest, a rival, its own files.

        Every secret holds the word crane.
        """
        write_executables({
            "old/run.sqlite": "crane\n",
            "old/leaderboard.txt": "crane\n",
            "a/b/run.sqlite": "crane\n",
            "pit.toml": 'words = "chosen.txt"\nplayers = ["crane"]\n',
            "chosen.txt": "crane\n",
            "rival.sh": "crane\n",
            "setup.toml": "seen = true\n",
            "player.sh": "cd DIR; cat rival.sh *.toml chosen.txt */*/* */* >&2; ls >&2\n",
        })  # fmt: skip
        return play_for_crane("sh player.sh", programs=(str(tmp_path / "rival.sh"),)).stderr_head

    def test_runs_contest_files_and_programs_of_others_are_not_copied(self, said):
        assert "crane" not in said
        assert not {"pit.toml", "chosen.txt"} & set(said.split())

    def test_files_of_the_player_are_copied(self, said):
        assert {"player.sh", "setup.toml", "seen"} <= set(said.split())

    def test_runs_in_a_named_or_exposed_directory_are_covered(self, play_for_crane, write_executables, tmp_path):
        for name in ("named", "exposed", "alone"):
            write_executables({f"{name}/old/run.sqlite": "crane in a run\n", f"{name}/seen.txt": "seen\n"})
        (tmp_path / "link").symlink_to("alone/old/run.sqlite")
        look = f"cat {tmp_path}/*/seen.txt {tmp_path}/*/old/* {tmp_path}/link >&2"
        command = shlex.join(["sh", "-c", look, "./named", "./link"])

        said = play_for_crane(command, exposed=(str(tmp_path / "exposed"),), careful=True).stderr_head

        assert "crane" not in said
        assert said.count("seen\n") == 2  # of `named` and of `exposed`

    def test_a_link_of_the_author_shows_no_home_and_not_the_machine(self, play_for_crane, write_executables, tmp_path):
        (tmp_path / "root").symlink_to("/")
        (tmp_path / "home").symlink_to(os.path.expanduser("~"))
        write_executables({"own/words": "crane\n"})
        (tmp_path / "link").symlink_to("own")
        look = 'ls "$1" "$2" "$3" >&2; cat "$4/words"'

        record = play_for_crane(shlex.join(["sh", "-c", look, "sh", "./root", "./home", "./root/", "./link"]))

        # The root and the home are not there for the player; `own`, which lies in its directory, is.
        assert record.stderr_head.count("cannot access") == 3
        assert record.points == 500

    def test_a_pipe_beside_the_script_is_not_shown(self, play_for_crane, tmp_path):
        """Two players in one directory could talk through it."""
        (tmp_path / "node_modules").mkdir()
        os.mkfifo(tmp_path / "node_modules" / "pipe")
        (tmp_path / "player.sh").write_text(f"test ! -p {tmp_path}/node_modules/pipe && echo crane\n")

        assert play_for_crane("sh player.sh").points == 500

    def test_what_only_looks_like_a_contest_file_does_not_stop_the_referee(self, play_for_crane, tmp_path):
        """To read a pipe would block, and the parser of TOML calls itself for each bracket."""
        os.mkfifo(tmp_path / "pipe.toml")
        (tmp_path / "nested.toml").write_text("a = " + "[" * 100_000)
        (tmp_path / "player.sh").write_text(f"test ! -p {tmp_path}/pipe.toml && echo crane\n")

        assert play_for_crane("sh player.sh").points == 500


class TestDirectoryOfRuns:
    """Players that lie in `pit`, the directory in which `referee run` makes new runs."""

    @pytest.fixture
    def folder(self, sandbox_or_skip, referee, tmp_path):
        """The directory `pit` in the one where `referee` runs, with a player."""
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
        line = error_line(referee(*command, "--out", "pit"), 1)

        assert f"player 'a': {folder}/player.sh: no player sees the directory of a run" in line
        assert os.listdir(folder) == ["player.sh"]


class TestRivals:
    """Players that share an interpreter, a toolchain or a program of their own."""

    @pytest.fixture
    def points(self, referee, write_executables, sandbox_or_skip, tmp_path):
        """points(players, files, *options): the points of each player in a run for one word, by name.

        files: texts by path, which are written first. DIR in a player or an option is the directory of the test.
        """
        sandbox_or_skip()
        (tmp_path / "words.txt").write_text("crane\n")

        def in_directory(texts):
            return [text.replace("DIR", str(tmp_path)) for text in texts]

        def play(players, files, *options):
            """Play one game with each of the players."""
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
        """Player a names it in its command, b starts it from a script. Its installation is exposed to both."""
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
        """Player b looks for a script, of a, and for a binary, of c, which is no real program and wins nothing."""
        spy = "#!/bin/sh\ncat DIR/a/main.py DIR/a/tool > /dev/null && echo crane"
        files = {"a/main.py": "print('crane')", "a/tool": "\0", "b/b.sh": spy}
        players = ["a=python3 DIR/a/main.py", "c=DIR/a/tool", "b=DIR/b/b.sh"]

        played = points(players, files, "--expose", "DIR/a", "--keep-going")

        assert played == {"a": 500, "b": 0, "c": 0}


class TestNamedPaths:
    @pytest.fixture
    def folder(self, tmp_path):
        """A directory with a file `a` and a directory `b`."""
        (tmp_path / "a").write_text("")
        (tmp_path / "b").mkdir()
        return tmp_path

    @pytest.mark.parametrize(("word", "names"), [
        ("DIR/a", ["a"]), ("--list=DIR/a", ["a"]), ("DIR/b:/usr/share", ["b"]), ("DIR/a,DIR/b", ["a", "b"]),
        ("relative", []), ("/", []), ("/proc", []), ("/none", []),
    ])  # fmt: skip
    def test_are_the_absolute_paths_in_a_word_that_exist_without_those_of_the_system(self, folder, word, names):
        paths = named_paths(["/bin/sh", word.replace("DIR", str(folder))])

        assert paths == {f"{folder}/{name}" for name in names}

    @pytest.mark.parametrize(("first_lines", "of_interpreter"), [
        ("#!/usr/bin/env -S NAME=value DIR/b\n", "\0"),
        ("#!DIR/b\n", "#!DIR/a\n"),  # two scripts that name each other
        ("""#!/bin/sh\n'''exec' "DIR/b" "$0" "$@"\n' '''\n""", "\0"),  # pip's, where the path has blanks or is long
    ])  # fmt: skip
    def test_include_the_interpreter_of_a_script(self, write_executables, tmp_path, first_lines, of_interpreter):
        write_executables({"a": first_lines, "b": of_interpreter})

        assert named_paths([f"{tmp_path}/a"]) == {f"{tmp_path}/a", f"{tmp_path}/b"}


class TestEditablePackage:
    """A package whose directory lies outside the virtual environment that imports it (PEP 610)."""

    @pytest.fixture
    def toolchains_for(self, tmp_path):
        """toolchains_for(origin): the toolchains of a program whose environment has a package with this note."""
        environment = tmp_path / "env"
        note = environment / "lib" / "python3" / "site-packages" / "mine-1.0.dist-info" / "direct_url.json"
        for path in (environment / "bin", note.parent, tmp_path / "my source"):
            path.mkdir(parents=True)
        (environment / "pyvenv.cfg").write_text("")
        (environment / "bin" / "tool").write_text("\0")

        def look(origin):
            note.write_text(origin)
            return toolchains([f"{environment}/bin/tool"])

        return look

    def test_is_part_of_the_environment(self, toolchains_for, tmp_path):
        origin = f'{{"url": "file://{tmp_path}/my%20source", "dir_info": {{"editable": true}}}}'

        assert toolchains_for(origin) == {f"{tmp_path}/env", f"{tmp_path}/my source"}

    @pytest.mark.parametrize("origin", [
        '{"url": "file://DIR/my%20source", "dir_info": {}}',  # it was copied into the environment
        '{"url": "file://DIR/none", "dir_info": {"editable": true}}',
        '{"url": "file://HOME", "dir_info": {"editable": true}}',
        "[",
    ])  # fmt: skip
    def test_is_not_shown_if_it_is_copied_missing_or_a_home_or_the_note_is_damaged(
        self, toolchains_for, tmp_path, origin
    ):
        origin = origin.replace("DIR", str(tmp_path)).replace("HOME", os.path.expanduser("~"))

        assert toolchains_for(origin) == {f"{tmp_path}/env"}
