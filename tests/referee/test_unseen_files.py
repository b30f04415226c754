"""A file that a player asks for and that its sandbox does not show is named, with the way to show it."""

import shlex
from functools import partial

import pytest

from referee import play_game
from referee.check.trial_games import remarks_on_sandbox
from referee.contest.players import player_of
from referee.game.unseen_paths import unseen_paths


class TestRemarks:
    """What is remarked on a game whose player named files on standard error."""

    @pytest.fixture
    def secret(self, tmp_path):
        """A file that no player may see."""
        path = tmp_path / "secret"
        path.write_text("dozes\n")
        return path

    @pytest.fixture
    def remarks_on(self, play_for_dozes, player_command, sandbox_or_skip, secret):
        """remarks_on(script): the remarks on a game in a sandbox that hides the secret.

        Its player tells.sh runs the script in a shell, with all its output on standard error.
        """
        sandbox = sandbox_or_skip(str(secret))

        def play(script):
            record = play_for_dozes("tells.sh", script, sandbox=sandbox)
            player = player_of(player_command("tells.sh", script))
            return remarks_on_sandbox(record, player, partial(unseen_paths, sandbox=sandbox))

        return play

    @pytest.fixture
    def folder(self, tmp_path):
        folder = tmp_path / "a folder"
        folder.mkdir()
        return folder

    def test_a_file_elsewhere_is_named_with_the_option_that_shows_its_folder(self, remarks_on, folder):
        path = folder / "words"
        path.write_text("dozes\n")

        [remark] = remarks_on(f"cat '{path}'")

        assert remark.says == f"{path} exists, but the sandbox does not show it"
        assert remark.advice.endswith(f"give --expose '{folder}'.")
        assert not remark.breach

    def test_a_long_name_with_blanks_is_not_cut(self, remarks_on, folder):
        path = folder / f"words: {'x' * 100}"
        path.write_text("dozes\n")

        [remark] = remarks_on(f"cat '{path}'")

        assert remark.says == f"{path} exists, but the sandbox does not show it"

    def test_a_folder_elsewhere_is_to_be_shown_itself(self, remarks_on, folder):
        [remark] = remarks_on(f"ls '{folder}'")

        assert remark.advice.endswith(f"give --expose '{folder}'.")

    def test_a_file_that_does_not_exist_is_not_named(self, remarks_on):
        assert remarks_on("cat /there/is/none") == []

    def test_a_file_that_no_player_may_see_is_not_named(self, remarks_on, secret):
        assert remarks_on(f"cat {secret}") == []

    def test_a_place_in_a_source_that_a_crash_names_is_not_named(self, remarks_on, folder):
        """As in a failed assertion in C, or a panic in Go."""
        path = folder / "mine.c"
        path.write_text("")

        assert remarks_on(f"echo \"mine: {path}:3: main: Assertion 'count == 3' failed.\"") == []
        assert remarks_on(f"echo 'main.main() {path}:12 +0x1d'") == []

    def test_files_that_the_player_sees_are_not_named(self, remarks_on, player_command):
        """They are its own program, a program of the system and a device."""
        [own_program] = shlex.split(player_command("tells.sh"))

        assert remarks_on(f"echo {own_program} /usr/bin/env /dev/full") == []


@pytest.mark.parametrize(
    "text", ["No module named 'helper'", "Cannot find module './helper.js'", "cannot load such file -- FOLDER/helper"]
)
def test_a_missing_module_beside_a_script_is_named_although_the_interpreter_does_not_name_its_file(
    sandbox_or_skip, tmp_path, text
):
    # Any file with the module's name and an ending is taken for it. Another one beside the script is not named.
    for name in ("main.py", "other.py", "helper.js"):
        (tmp_path / name).write_text("")

    # With --careful a player sees no file that its command does not name.
    sandbox = sandbox_or_skip(careful=True)
    player = player_of("python3 main.py", str(tmp_path))
    unseen = unseen_paths(text.replace("FOLDER", str(tmp_path)), player, sandbox)

    assert unseen == [f"{tmp_path}/helper.js"]


class TestCommandsSayIt:
    @pytest.fixture
    def player(self, sandbox_or_skip, player_command, tmp_path):
        """A value of --players: a player that reads a file which its sandbox does not show."""
        sandbox_or_skip()
        (tmp_path / "words").write_text("")
        return "p=" + player_command("tells.sh", f"cat {tmp_path}/words")

    def test_check_has_a_remark(self, referee, player, wordlist, tmp_path):
        checked = referee("check", "--players", player, "--wordlist", wordlist, "--lengths", 5)

        assert f"remark: not-visible: {tmp_path}/words exists, " in checked.stdout

    def test_game_gives_the_advice(self, referee, player, wordlist, tmp_path):
        played = referee("game", player, "--wordlist", wordlist, "--word", "dozes")

        assert f"give --expose {tmp_path}.\n" in played.stderr


class TestAdvice:
    """Which files the advice says to expose.

    Only files that the command names: a script could name any file of the machine, in the hope that somebody exposes
    it.
    """

    @pytest.fixture
    def remarks_of_check(self, referee, sandbox_or_skip):
        """remarks_of_check(command): what `check` says of files that this player does not see, with its advice."""
        sandbox_or_skip()

        def check(command):
            checked = referee("check", "--players", f"p={command}", "--lengths", 5, "--sandbox", "require")
            lines = checked.stdout.splitlines()
            return [lines[number] + lines[number + 1] for number, line in enumerate(lines) if "not-visible" in line]

        return check

    @pytest.fixture
    def key(self, tmp_path_factory):
        """A file that has nothing to do with any player."""
        path = tmp_path_factory.mktemp("another") / "key"
        path.write_text("")
        return path

    @pytest.fixture
    def script_that_names_the_key(self, key, tmp_path):
        path = tmp_path / "player.sh"
        path.write_text(f"echo {key} is missing >&2\n")
        return path

    def test_a_file_that_only_the_script_names_is_not_to_be_exposed(
        self, remarks_of_check, script_that_names_the_key, key
    ):
        [remark] = remarks_of_check(f"sh {script_that_names_the_key}")

        assert f"{key} exists" in remark
        assert "--expose" not in remark

    def test_a_file_that_the_command_names_through_a_folder_that_is_not_there_is_not_to_be_exposed(
        self, remarks_of_check, script_that_names_the_key, key
    ):
        # No program can open this path, although it is the key's as soon as `none/..` is left out.
        [remark] = remarks_of_check(f"sh {script_that_names_the_key} {key.parent}/none/../key")

        assert "--expose" not in remark

    def test_of_a_file_in_a_home_only_the_file_is_to_be_exposed(self, remarks_of_check, tmp_path, monkeypatch):
        home = tmp_path / "home"
        home.mkdir()
        (home / "words").write_text("")
        monkeypatch.setenv("HOME", str(home))

        [remark] = remarks_of_check(f"sh -c 'cat {home}/words; ls {home} / /home /tmp >&2'")

        assert remark.endswith(f"give --expose {home}/words.")

    def test_homes_the_root_and_directories_of_the_system_are_not_to_be_exposed(self, remarks_of_check):
        assert remarks_of_check("sh -c 'echo / /root /home /tmp /proc/1 >&2'") == []


class TestWritingBesideItself:
    @pytest.fixture
    def game(self, referee, sandbox_or_skip, tmp_path):
        """game(sandbox): a finished `referee game` of a player that writes a file beside its script, then guesses."""
        sandbox_or_skip()
        script = tmp_path / "player.sh"
        script.write_text('echo x > "$(dirname "$0")/note" || exit 1; echo crane\n')

        return lambda sandbox: referee("game", f"sh {script}", "--word", "crane", "--sandbox", sandbox)

    def test_a_player_may_without_a_sandbox(self, game):
        assert game("off").returncode == 0

    def test_a_player_in_a_sandbox_is_told_where_it_may_write(self, game):
        played = game("require")

        assert played.returncode == 1
        assert "in a sandbox a player can write to its working directory alone" in played.stderr


class TestLinks:
    def test_a_link_to_a_directory_that_a_sandbox_has_of_its_own_cannot_be_exposed(self, referee, error_line, tmp_path):
        (tmp_path / "link").symlink_to("/")

        line = error_line(referee("game", "true", "--word", "crane", "--expose", tmp_path / "link"), exit_code=2)

        assert "is a link to /, of which a sandbox has its own" in line

    def test_a_link_is_exposed_with_what_it_leads_to(self, wordlist, sandbox_or_skip, tmp_path, monkeypatch):
        sandbox_or_skip()
        (tmp_path / "data").mkdir()
        (tmp_path / "data" / "word").write_text("dozes\n")
        (tmp_path / "link").symlink_to("data")
        monkeypatch.chdir(tmp_path)
        player = f"sh -c 'cat {tmp_path}/link/word'"

        game = play_game(player, "dozes", wordlist=wordlist, sandbox="require", expose=["link"])

        assert game.points == 500
