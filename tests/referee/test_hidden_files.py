"""What a sandbox hides of the directories that a player sees, and how it shows files that only root may read."""

import os
import shlex

import pytest
from made_runs import recorded_games


@pytest.mark.skipif(os.geteuid() != 0, reason="only players of root's runs are another user")
class TestPrivateFiles:
    """Files of an exposed directory that only root may read are shown as copies, because the player is another user.

    Each mount costs time, so a whole directory of such files is one mount.
    """

    @pytest.fixture
    def lines_and_mounts(self, play_for_crane, tmp_path):
        """lines_and_mounts(directory): the lines of three private files that a player reads, then the number of mounts.

        directory: where the files are, as a path in the exposed directory. Mounts below the exposed directory count.
        """
        exposed = tmp_path / "exposed"

        def play(directory):
            for number in range(3):
                path = exposed / directory / str(number)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f"private {number}\n")
                path.chmod(0o600)

            look = f"(cat {exposed}/{directory}/?; grep -c {exposed}/ /proc/self/mountinfo) >&2"
            record = play_for_crane(shlex.join(["sh", "-c", look]), exposed=(str(exposed),))
            return record.stderr_head.splitlines()

        return play

    @pytest.fixture
    def public_file(self, tmp_path):
        """A file in the exposed directory that everybody may read."""
        (tmp_path / "exposed").mkdir()
        (tmp_path / "exposed" / "public").write_text("")

    @pytest.mark.usefixtures("public_file")
    def test_private_files_beside_a_public_one_are_a_mount_each(self, lines_and_mounts):
        assert lines_and_mounts(".") == ["private 0", "private 1", "private 2", "3"]

    @pytest.mark.usefixtures("public_file")
    @pytest.mark.parametrize("directory", ["inner", "inner/inmost"])
    def test_a_directory_of_private_files_alone_is_one_mount(self, lines_and_mounts, directory):
        assert lines_and_mounts(directory) == ["private 0", "private 1", "private 2", "1"]

    def test_an_exposed_directory_of_private_files_alone_needs_no_mount_but_its_own(self, lines_and_mounts):
        assert lines_and_mounts(".") == ["private 0", "private 1", "private 2", "0"]


class TestFileOfWords:
    def test_beside_a_player_is_hidden_when_the_run_goes_on(self, sandbox_or_skip, referee, tmp_path):
        sandbox_or_skip()
        mine = tmp_path / "mine"
        mine.mkdir()
        (mine / "words.txt").write_text("able\n")
        (mine / "spy.sh").write_text('ls "$(dirname "$0")" >&2\n')
        out = tmp_path / "out"
        (tmp_path / "list").write_text("able\n")
        lists = ("--wordlist", tmp_path / "list", "--words", mine / "words.txt")
        referee("run", "--players", f"spy=sh {mine}/spy.sh", *lists, "--out", out)

        again = referee("rerun", out, 1)
        joined = referee("run", "--resume", out, "--players", f"another=sh {mine}/spy.sh")

        assert (again.returncode, joined.returncode) == (0, 0)
        assert [game.stderr_head for game in recorded_games(out)] == ["spy.sh\n", "spy.sh\n"]

    @pytest.mark.parametrize("option", ["--words", "--wordlist", "--answers"])
    def test_is_named_where_the_record_cannot_keep_its_path(
        self, referee_run, steady_player, tmp_path, error_line, option
    ):
        words = os.fsencode(tmp_path / "words") + b"\xff"
        with open(words, "w") as file:
            file.write("able\ncrane\n")

        options = [option, os.fsdecode(words), "--rounds", 1, "--out", tmp_path / "out"]
        done = referee_run("--players", steady_player, *options)

        # Nothing is played before, and nothing stays behind.
        message = f"'{tmp_path}/words\\udcff': the path of a list must be text in UTF-8"
        assert error_line(done, exit_code=1) == message
        assert not (tmp_path / "out").exists()


class TestSecrets:
    """What is hidden in the directories that a player sees. Every secret holds the word crane."""

    @pytest.fixture
    def printed(self, play_for_crane, write_executables, tmp_path):
        """What a player prints: the texts of files beside its script and in folders there, and the names of the files.

        There are two runs, the file of a contest with its words, the program of a rival in the same contest, and the
        player's own files. DIR stands for their directory.
        """
        files_in_folders = "*/* */*/*"
        write_executables({
            "old/run.sqlite": "crane\n",
            "old/leaderboard.txt": "crane\n",
            "a/b/run.sqlite": "crane\n",
            "pit.toml": 'words = "chosen.txt"\nplayers = ["crane"]\n',
            "chosen.txt": "crane\n",
            "rival.sh": "crane\n",
            "setup.toml": "seen = true\n",
            "player.sh": f"cd DIR; cat rival.sh *.toml chosen.txt {files_in_folders} >&2; ls >&2\n",
        })  # fmt: skip
        return play_for_crane("sh player.sh", programs=(str(tmp_path / "rival.sh"),)).stderr_head

    def test_runs_contest_files_and_programs_of_others_are_not_copied(self, printed):
        assert "crane" not in printed
        assert not {"pit.toml", "chosen.txt"} & set(printed.split())

    def test_files_of_the_player_are_copied(self, printed):
        assert {"player.sh", "setup.toml", "seen"} <= set(printed.split())

    def test_runs_in_a_named_or_exposed_directory_are_covered(self, play_for_crane, write_executables, tmp_path):
        """A careful run shows what a command names: here the directory `named`, and a link to the file of a run."""
        for name in ("named", "exposed", "alone"):
            write_executables({f"{name}/old/run.sqlite": "crane in a run\n", f"{name}/seen.txt": "seen\n"})
        (tmp_path / "link").symlink_to("alone/old/run.sqlite")
        look = f"cat {tmp_path}/*/seen.txt {tmp_path}/*/old/* {tmp_path}/link >&2"
        command = shlex.join(["sh", "-c", look, "./named", "./link"])

        printed = play_for_crane(command, exposed=(str(tmp_path / "exposed"),), careful=True).stderr_head

        assert "crane" not in printed
        # In `named` and in `exposed`, but not in `alone`.
        assert printed.count("seen\n") == 2

    def test_links_to_the_root_and_to_a_home_show_nothing_of_them(self, play_for_crane, write_executables, tmp_path):
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
        """Two players in one directory could talk through it. Folders in which a tool keeps files are searched too."""
        (tmp_path / "node_modules").mkdir()
        os.mkfifo(tmp_path / "node_modules" / "pipe")
        (tmp_path / "player.sh").write_text(f"test ! -p {tmp_path}/node_modules/pipe && echo crane\n")

        assert play_for_crane("sh player.sh").points == 500

    def test_what_only_looks_like_a_contest_file_does_not_stop_the_referee(self, play_for_crane, tmp_path):
        """Each of these files would stop a referee that just reads it.

        A pipe blocks. The parser of TOML calls itself once for each bracket, Python refuses to read a number of 5,000
        digits, and the parser would take minutes for a key of 100,000 parts.
        """
        os.mkfifo(tmp_path / "pipe.toml")
        (tmp_path / "nested.toml").write_text("a = " + "[" * 100_000)
        (tmp_path / "number.toml").write_text("a = " + "9" * 5000)
        (tmp_path / "key.toml").write_text("a" + ". 'b'" * 100_000 + " = 1")
        (tmp_path / "player.sh").write_text(f"test ! -p {tmp_path}/pipe.toml && echo crane\n")

        assert play_for_crane("sh player.sh").points == 500
