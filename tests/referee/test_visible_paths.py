"""Which files a player in a sandbox sees, and which programs it can run."""

import os

import pytest

from referee.contest.view import named_paths, script_directory, toolchains

NEIGHBOURS = {"list.txt": "crane\n", "player.sh": 'cat "$(dirname "$0")"/list.txt\n'}
"""The files of a player that guesses the word in the file beside its script."""


class TestDirectoryOfAScript:
    @pytest.mark.parametrize("command", ["sh player.sh", "sh inner/../player.sh", "sh ../HERE/player.sh", "./wrapper"])
    def test_is_visible(self, play_for_crane, write_executables, tmp_path, command):
        wrapper = "#!/bin/sh\nexec sh DIR/player.sh\n"
        # HERE in a command is the name of the directory; write_executables puts its path in the place of DIR. The file
        # x makes the directory `inner`.
        write_executables(NEIGHBOURS | {"inner/x": "", "wrapper": wrapper})

        assert play_for_crane(command.replace("HERE", tmp_path.name)).points == 500

    # With --careful, for programs of strangers, players see only what their commands name.
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
        # Python looks TMPDIR up once and stores the directory here; with None it looks again.
        monkeypatch.setattr("tempfile.tempdir", None)

        assert script_directory(["/bin/sh", str(script)]) is None

    def test_is_none_for_a_command_without_a_script(self):
        assert script_directory(["/bin/echo", "crane"]) is None


class TestNamedPaths:
    @pytest.fixture
    def folder(self, tmp_path):
        """A directory with a file `a` and a directory `b`."""
        (tmp_path / "a").write_text("")
        (tmp_path / "b").mkdir()
        return tmp_path

    @pytest.mark.parametrize(
        ("word", "names"),
        [
            ("DIR/a", ["a"]),
            ("--list=DIR/a", ["a"]),
            ("DIR/b:/usr/share", ["b"]),
            ("DIR/a,DIR/b", ["a", "b"]),
            ("relative", []),
            ("/", []),
            ("/proc", []),
            ("/none", []),
        ],
    )
    def test_are_the_absolute_paths_in_a_word_that_exist_without_those_of_the_system(self, folder, word, names):
        paths = named_paths(["/bin/sh", word.replace("DIR", str(folder))])

        assert paths == {f"{folder}/{name}" for name in names}

    # "\\0" is a binary: it has no first line that names an interpreter of its own.
    @pytest.mark.parametrize(("first_lines", "of_interpreter"), [
        ("#!/usr/bin/env -S NAME=value DIR/b\n", "\0"),
        ("#!DIR/b\n", "#!DIR/a\n"),  # two scripts that name each other
        ("#!DIR/b\0c\n", "\0"),  # for the kernel the line ends with the NUL byte
        ("""#!/bin/sh\n'''exec' "DIR/b" "$0" "$@"\n' '''\n""", "\0"),  # pip's, where the path has blanks or is long
    ])  # fmt: skip
    def test_include_the_interpreter_of_a_script(self, write_executables, tmp_path, first_lines, of_interpreter):
        write_executables({"a": first_lines, "b": of_interpreter})

        assert named_paths([f"{tmp_path}/a"]) == {f"{tmp_path}/a", f"{tmp_path}/b"}


class TestEditablePackage:
    """A package whose directory lies outside the virtual environment that imports it (PEP 610)."""

    @pytest.fixture
    def toolchains_for(self, tmp_path):
        """toolchains_for(origin): what `toolchains` returns for a program in an environment with a package.

        origin: the text of the package's file direct_url.json, in which pip notes where it found the package.
        """
        environment = tmp_path / "env"
        packages = environment / "lib" / "python3" / "site-packages"
        note = packages / "mine-1.0.dist-info" / "direct_url.json"
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

    def test_a_file_of_the_environment_may_be_larger_than_memory(self, toolchains_for, tmp_path):
        os.truncate(tmp_path / "env" / "pyvenv.cfg", 1 << 40)

        assert toolchains_for("") == {f"{tmp_path}/env"}

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
