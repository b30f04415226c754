"""A player that misses a file is told what its sandbox shows, and how it shows more."""

import pytest
from made_runs import game_record

from referee import play_game
from referee.check.findings import remarks_on_sandbox
from referee.contest.limits import IsolationRequest
from referee.contest.players import player_of
from referee.contest.termination import Termination


class TestRemarks:
    """What is remarked on a failed game, by what its player wrote on standard error."""

    @pytest.fixture
    def player(self, tmp_path):
        """A player whose folder has another player's program, a contest file, and a file that is hidden."""
        for name in ("mine.sh", "other.sh", "secret"):
            (tmp_path / name).write_text("")
        (tmp_path / "pit.toml").write_text('[players]\na = "other.sh"\n')

        return player_of(f"sh {tmp_path}/mine.sh")

    @pytest.fixture
    def remarks_on(self, tmp_path):
        """remarks_on(player, text): the remarks on a game of the player in a sandbox that hides the file `secret`."""
        isolation = IsolationRequest(hidden=(f"{tmp_path}/secret",), programs=(f"{tmp_path}/other.sh",))

        def remarks(player, text):
            record = game_record(
                "p", "dozes", termination=Termination.CRASHED, attempts=1, exit_status=1, stderr_head=f"{text}\n"
            )
            return remarks_on_sandbox(record, player, isolation)

        return remarks

    @pytest.mark.parametrize("text", [
        "cat: /home/ann/words: No such file or directory",
        "No module named 'helper'",
        "Cannot find module './helper.js'",
        "cannot load such file -- /home/ann/helper",
    ])  # fmt: skip
    def test_if_it_missed_a_file_or_a_module_what_it_sees_is_listed(self, remarks_on, player, tmp_path, text):
        """The list names what is hidden of its folder, without the file `secret`, whose name is a secret too."""
        [remark] = remarks_on(player, text)

        assert remark.says == (
            f"in its sandbox it sees the system and {tmp_path}, without {tmp_path}/other.sh, {tmp_path}/pit.toml"
        )
        assert remark.advice.endswith("give --expose FILE or --expose DIR.")
        assert not remark.breach

    def test_a_text_that_misses_no_file_has_no_remark(self, remarks_on, player, tmp_path):
        # It has paths, and says of none that it is missing.
        assert remarks_on(player, f"{tmp_path}/mine.c:3: main: Assertion 'count == 3' failed. / /root /tmp") == []

    def test_a_player_without_files_sees_the_system_alone(self, remarks_on):
        [remark] = remarks_on(player_of("sh -c 'cat none'"), "No such file or directory")

        assert remark.says == "in its sandbox it sees the system"

    def test_a_player_that_is_compiled_has_the_remark_too(self, remarks_on, tmp_path):
        """`referee game` and a cluster compile players elsewhere. So the player here is still one to be compiled."""
        (tmp_path / "mine.c").write_text("")
        player = player_of(f"{tmp_path}/mine.c")

        [remark] = remarks_on(player, "words: No such file or directory")

        assert player.compile
        assert remark.kind == "not-visible"


class TestCommandsSayIt:
    @pytest.fixture
    def player(self, sandbox_or_skip, player_command, tmp_path):
        """A value of --players: a player that reads a file which its sandbox does not show, and fails without it."""
        sandbox_or_skip()
        (tmp_path / "words").write_text("")
        return "p=" + player_command("tells.sh", f"cat {tmp_path}/words")

    def test_check_has_a_remark(self, referee, player, wordlist):
        checked = referee("check", "--players", player, "--wordlist", wordlist, "--lengths", 5)

        assert "remark: not-visible: in its sandbox it sees the system" in checked.stdout

    def test_game_gives_the_advice(self, referee, player, wordlist):
        played = referee("game", player, "--wordlist", wordlist, "--word", "dozes")

        assert "or give --expose FILE or --expose DIR.\n" in played.stderr

    def test_without_a_sandbox_there_is_no_remark(self, referee, player, wordlist):
        played = referee("game", player, "--wordlist", wordlist, "--word", "dozes", "--sandbox", "off")

        assert "not-visible" not in played.stderr


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
