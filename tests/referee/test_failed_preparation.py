"""What a preparation that fails says, and what becomes of its player."""

import dataclasses

import pytest
from prepared_players import LEARN, WORD_GAMES, game_for_crane

from lingo_common.errors import DataError, notes_of
from referee.contest.termination import Termination
from referee.game.preparation import failed_command, prepare_player

# Preparations are kept in a directory of the test's own. `player_with_script(script)` is a player whose preparation
# runs that script.
pytestmark = pytest.mark.usefixtures("preparations")


class TestFailedPreparation:
    @pytest.mark.parametrize(("script", "end"), [
        ("echo so far; echo bad luck >&2; exit 3", r"crashed with exit status 3: bad luck"),
        ("kill -9 $$", "crashed by SIGKILL"),
        ("sleep 60", "game-timeout"),
    ])  # fmt: skip
    def test_its_message_says_how_it_ended_as_for_a_game(self, script, end, player_with_script, no_sandbox):
        # The second argument has the player's other settings. Its command is never run.
        player = player_with_script(script, 'command = "cat"\nprepare-timeout = 0.5')

        with pytest.raises(DataError, match=rf"player 'one': preparation \(.*learn\.sh\) {end}"):
            prepare_player(player, WORD_GAMES, no_sandbox)

    def test_a_cache_directory_that_cannot_be_made_is_an_error_with_a_remedy(
        self, player_with_script, tmp_path, monkeypatch, no_sandbox
    ):
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))

        with pytest.raises(DataError, match=r"cannot be written: .*; set XDG_CACHE_HOME to a directory that can be"):
            prepare_player(player_with_script("echo known > prepared/known"), WORD_GAMES, no_sandbox)

    def test_nothing_of_it_stays_in_the_cache(self, player_with_script, preparations, no_sandbox):
        with pytest.raises(DataError):
            prepare_player(player_with_script("echo half > prepared/known; exit 3"), WORD_GAMES, no_sandbox)

        assert list(preparations.iterdir()) == []

    def test_what_it_wrote_cannot_steer_a_terminal(self, player_with_script, no_sandbox):
        with pytest.raises(DataError) as failure:
            prepare_player(player_with_script(r"printf 'a\033[2J\n\tb\n'; exit 3"), WORD_GAMES, no_sandbox)

        assert notes_of(failure.value) == [r"a\x1b[2J", "\tb"]

    @pytest.fixture
    def compiler_fails(self, handed_in, no_sandbox):
        """The error of a compiler that writes a line on its output and two on standard error.

        The compiler is a shell, and the source one.up is the script that it runs.
        """
        compiler = "echo entry.up:1: a first mistake; echo '    x = ;' >&2; echo entry.up:9: an error >&2; exit 1\n"
        language = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'
        player = handed_in('source = "one.up"', language, one_up=compiler)

        with pytest.raises(DataError) as failure:
            prepare_player(player, WORD_GAMES, no_sandbox)
        return failure.value

    def test_its_message_ends_with_the_first_line_that_says_error(self, compiler_fails):
        assert str(compiler_fails).endswith("crashed with exit status 1: entry.up:9: an error")

    def test_all_that_a_compiler_wrote_comes_as_notes(self, compiler_fails):
        notes = ["    x = ;", "entry.up:1: a first mistake", "entry.up:9: an error"]

        assert sorted(notes_of(compiler_fails)) == notes

    def test_a_long_output_is_shown_from_its_beginning_and_to_its_end(self, player_with_script, no_sandbox):
        player = player_with_script("echo first; yes error | head -20000; echo last; exit 1", 'command = "cat"')

        with pytest.raises(DataError) as failure:
            prepare_player(player, WORD_GAMES, no_sandbox)

        lines = notes_of(failure.value)
        assert (lines[0], lines[-1]) == ("first", "last")
        assert any("bytes left out" in line for line in lines)
        # Of 20,000 lines, which are 120,000 bytes.
        assert sum(map(len, lines)) < 20_000

    def test_the_command_that_failed_is_known_though_its_message_has_escapes(self, player_with_script, no_sandbox):
        """`referee shell` begins with that command. The message writes a control character as an escape, \\x07."""
        compile = ("false", "with a bell \x07")
        player = dataclasses.replace(player_with_script(LEARN), compile=compile)

        failed = prepare_player(player, WORD_GAMES, no_sandbox, keep_going=True)

        # The length does not matter: it stands for `{length}` in a preparation, and a compiler has none.
        assert failed_command(failed, length=5) == compile

    def test_with_keep_going_its_player_is_started_in_no_game(self, player_with_script, no_sandbox):
        unprepared = player_with_script("echo bad luck >&2; exit 3")
        player = prepare_player(unprepared, WORD_GAMES, no_sandbox, keep_going=True)

        record = game_for_crane(player, no_sandbox)

        assert (record.termination, record.guesses) == (Termination.NOT_STARTED, ())
        assert record.stderr_head.endswith("crashed with exit status 3: bad luck\n")
