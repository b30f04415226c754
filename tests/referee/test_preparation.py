"""Preparations of players, such as compiling a source: when they are run, what games see of them, how they fail."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from local_cluster import wait_until
from made_runs import plan_of

from lingo_common.errors import DataError, notes_of
from referee.contest.contest import Contest, Fixture
from referee.contest.isolation import NO_ISOLATION
from referee.contest.limits import Limits
from referee.contest.player import command_for_game
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.game.game_pool import GamePool
from referee.game.preparation import failed_command, prepare_player
from referee.runner.client import Runner
from referee.schedule.local_scheduler import LocalScheduler
from referee.schedule.worker import WorkerTask, close_games, open_games, play_piece
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

WORD_GAMES = {
    4: WordGame(WordList(4, ["able", "seat"], "")),
    5: WordGame(WordList(5, ["crane", "dozes"], "")),
}
"""The word games of two lengths, with two words each."""
LEARN = 'echo run >> "$LOG"\ncp wordlist.txt prepared/known'
"""A script that notes its run and learns the word list by heart."""


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The directory of this test alone in which preparations are kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lingo-bot" / "prepared"


@pytest.fixture
def learning(handed_in, tmp_path):
    """learning(script, keys, prepare): a player with a preparation that runs this script, called learn.sh.

    The variable LOG names a file for the script. keys: the other keys of the player's table. By default the player
    guesses the words that the preparation has written into `known`. prepare: the command that runs the script.
    """

    def player(script, keys='command = "cat prepared/known"', prepare="./learn.sh"):
        table = f'prepare = "{prepare}"\nenv = {{LOG = "{tmp_path}/log"}}\n{keys}'
        return handed_in(table, learn_sh=f"#!/bin/sh\n{script}\n")

    return player


@pytest.fixture
def runs(tmp_path):
    """runs(): how often the scripts of this test have written a line "run" into LOG."""

    def count():
        return (tmp_path / "log").read_text().count("run\n")

    return count


@pytest.fixture(params=["open", "sandbox"])
def anywhere(request, sandbox_or_skip, no_sandbox):
    """No sandbox, then one; the test is skipped where none is in force."""
    return no_sandbox if request.param == "open" else sandbox_or_skip()


def contest_of(*players):
    """A contest of these players for all words of WORD_GAMES."""
    words = {length: word_game.words.words for length, word_game in WORD_GAMES.items()}
    return Contest(players, words, rounds="all", seed=None, wordlist="", word_games=WORD_GAMES)


def game_for_crane(player, sandbox):
    """The record of a game for crane."""
    with GamePool(WORD_GAMES, Limits(), sandbox) as pool:
        return pool.play(Fixture(player, 0, "crane"))


def guesses_for_crane(player, sandbox):
    """The guesses of a game for crane."""
    return list(game_for_crane(player, sandbox).guesses)


def test_a_player_without_preparation_stays_as_it_is(no_sandbox):
    player = player_of("good=true")

    assert prepare_player(player, WORD_GAMES, no_sandbox) is player


class TestWhenAPreparationIsRun:
    def test_twice_the_same_is_run_once(self, learning, no_sandbox, runs):
        for _ in range(2):
            prepare_player(learning(LEARN), WORD_GAMES, no_sandbox)

        assert runs() == 1

    def test_a_changed_script_is_run_again(self, learning, no_sandbox, runs):
        prepare_player(learning(LEARN), WORD_GAMES, no_sandbox)
        prepare_player(learning(f"{LEARN} # changed"), WORD_GAMES, no_sandbox)

        assert runs() == 2

    def test_for_other_words_it_is_run_again(self, learning, no_sandbox, runs):
        prepare_player(learning(LEARN), WORD_GAMES, no_sandbox)
        prepare_player(learning(LEARN), {5: WORD_GAMES[5]}, no_sandbox)

        assert runs() == 2

    def test_what_was_prepared_before_a_change_is_used_when_it_is_undone(self, learning, no_sandbox, runs):
        for script in (LEARN, f"{LEARN} # changed", LEARN):
            prepare_player(learning(script), WORD_GAMES, no_sandbox)

        assert runs() == 2

    def test_a_source_is_compiled_again_where_a_file_beside_it_has_changed(self, handed_in, anywhere, tmp_path):
        """A source may include it."""
        language = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'

        def guesses(included):
            """The guesses of the player whose compiler copies a file of this text."""
            compiler = f"cp {tmp_path}/included.txt prepared/out\n"
            source = handed_in('source = "a.up"', language, a_up=compiler, included_txt=included)
            # A runner copies a file once, because in a run players' files stay as they are.
            with Runner() as runner:
                sandbox = dataclasses.replace(anywhere, runner=runner)
                player = prepare_player(source, WORD_GAMES, sandbox)
                return guesses_for_crane(player, sandbox)

        assert guesses("crane\n") == ["crane"]
        assert guesses("dozes\ncrane\n") == ["dozes", "crane"]

    def test_a_folder_that_is_too_large_does_not_hide_a_change_in_another(
        self, handed_in, no_sandbox, monkeypatch, tmp_path
    ):
        """Nobody looks through a folder that is too large: it may change unnoticed. The other folders count as ever."""
        monkeypatch.setattr("referee.contest.folders.MAX_ENTRIES", 5)
        large = tmp_path / "a large one"
        large.mkdir()
        for number in range(6):
            (large / str(number)).touch()
        exposed = tmp_path / "b small one"
        exposed.mkdir()
        language = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'
        table = f'source = "a.up"\nexpose = ["{large}", "{exposed}"]'

        def guesses(included):
            """The guesses of the player whose compiler copies an exposed file of this text."""
            (exposed / "included.txt").write_text(included)
            source = handed_in(table, language, a_up=f"cp '{exposed}/included.txt' prepared/out\n")
            return guesses_for_crane(prepare_player(source, WORD_GAMES, no_sandbox), no_sandbox)

        assert guesses("crane\n") == ["crane"]
        assert guesses("dozes\ncrane\n") == ["dozes", "crane"]

    def test_a_failed_preparation_is_not_tried_again(self, learning, no_sandbox, runs):
        """A run asks for its players twice: before the trial games and before the first game."""
        player = learning('echo run >> "$LOG"; exit 3')
        scheduler = LocalScheduler(1, no_sandbox, "", NO_ISOLATION)
        plan = plan_of(contest_of(player), keep_going=True)

        [first] = scheduler.prepare(plan, [player])
        [second] = scheduler.prepare(plan, [player])

        assert first == second
        assert runs() == 1


class TestOnAWorker:
    """A run sends its games to a worker in several calls: the trial games, and then each block of rounds."""

    @pytest.fixture
    def play(self, learning):
        """play(run): the record of a game in a new call of the run of that name. The player's preparation fails."""
        player = learning('echo run >> "$LOG"; exit 3')
        plan = plan_of(contest_of(player), keep_going=True)

        def game(run):
            open_games(WorkerTask("call", run, plan, lists={}))
            try:
                [record] = play_piece(("call", [Fixture(player, 0, "seat")]))
            finally:
                close_games("call")
            return record

        return game

    def test_a_failed_preparation_is_tried_once_a_run(self, play, runs):
        play("first")
        play("first")
        assert runs() == 1

        play("second")
        assert runs() == 2

    def test_a_player_whose_preparation_failed_is_not_started(self, play):
        assert play("first").termination is Termination.NOT_STARTED

    @pytest.fixture
    def open_run(self):
        """open_run(player): the piece of a game of this player, in a run of its own that the worker has open."""
        pieces = []

        def piece(player):
            pieces.append((player.name, [Fixture(player, 0, "seat")]))
            open_games(WorkerTask(player.name, player.name, plan_of(contest_of(player)), lists={}))
            return pieces[-1]

        yield piece
        for name, _ in pieces:
            close_games(name)

    def test_a_long_preparation_holds_up_no_other_run(self, learning, open_run, tmp_path):
        begun = tmp_path / "log"
        end = tmp_path / "end"
        waits = f'echo run >> "$LOG"; until test -e {end}; do sleep 0.05; done; touch prepared/known'
        slow = open_run(learning(waits))
        quick = open_run(player_of("quick=sh -c 'echo seat'"))

        with ThreadPoolExecutor() as threads:
            game_of_slow = threads.submit(play_piece, slow)
            wait_until(begun.exists)
            try:
                [record] = threads.submit(play_piece, quick).result(timeout=30)
                assert not game_of_slow.done()
            finally:
                end.touch()

        assert record.termination is Termination.SOLVED


class TestWhatGamesSee:
    def test_what_was_learned_once_a_length_is_shown_to_the_games_of_that_length(self, learning, anywhere):
        learner = learning("cp wordlist$1.txt prepared/known", prepare="./learn.sh {length}")

        player = prepare_player(learner, WORD_GAMES, anywhere)

        known = {length: Path(command_for_game(player, length)[1]).read_text().split() for length in WORD_GAMES}
        assert known == {4: ["able", "seat"], 5: ["crane", "dozes"]}

    def test_the_output_of_a_preparation_is_kept_beside_its_files(self, learning, anywhere):
        player = prepare_player(learning("echo learning > prepared/known; echo well"), WORD_GAMES, anywhere)

        known = Path(command_for_game(player, 4)[1])
        assert (known.parent.parent / "output.txt").read_text() == "well\n"

    def test_a_game_cannot_write_there(self, learning, write_executables, sandbox_or_skip):
        write_executables({"bot.sh": "#!/bin/sh\necho more > prepared/known && echo written\ncat prepared/known\n"})
        sandbox = sandbox_or_skip()
        learner = learning("echo crane > prepared/known", 'command = "./bot.sh"')

        player = prepare_player(learner, WORD_GAMES, sandbox)

        # A game that could write there would guess "written" first.
        assert guesses_for_crane(player, sandbox) == ["crane"]


class TestFailedPreparation:
    @pytest.mark.parametrize(("script", "end"), [
        ("echo so far; echo bad luck >&2; exit 3", r"crashed with exit status 3: bad luck"),
        ("kill -9 $$", "crashed by SIGKILL"),
        ("sleep 60", "game-timeout"),
    ])  # fmt: skip
    def test_its_message_says_how_it_ended_as_for_a_game(self, script, end, learning, no_sandbox):
        player = learning(script, 'command = "cat"\nprepare-timeout = 0.5')

        with pytest.raises(DataError, match=rf"player 'one': preparation \(.*learn\.sh\) {end}"):
            prepare_player(player, WORD_GAMES, no_sandbox)

    def test_nothing_of_it_stays_in_the_cache(self, learning, cache, no_sandbox):
        with pytest.raises(DataError):
            prepare_player(learning("echo half > prepared/known; exit 3"), WORD_GAMES, no_sandbox)

        assert list(cache.iterdir()) == []

    @pytest.fixture
    def compiler_fails(self, handed_in, no_sandbox):
        """The error of a compiler that writes two lines on its output and one on standard error."""
        compiler = "echo entry.up:1: a first mistake; echo '    x = ;' >&2; echo entry.up:9: an error >&2; exit 1\n"
        language = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'
        source = handed_in('source = "one.up"', language, one_up=compiler)

        with pytest.raises(DataError) as failure:
            prepare_player(source, WORD_GAMES, no_sandbox)
        return failure.value

    def test_its_message_ends_with_the_first_line_that_says_error(self, compiler_fails):
        assert str(compiler_fails).endswith("crashed with exit status 1: entry.up:9: an error")

    def test_all_that_a_compiler_wrote_comes_as_notes(self, compiler_fails):
        notes = ["    x = ;", "entry.up:1: a first mistake", "entry.up:9: an error"]

        assert sorted(notes_of(compiler_fails)) == notes

    def test_a_long_output_is_shown_from_its_beginning_and_to_its_end(self, learning, no_sandbox):
        player = learning("echo first; yes error | head -20000; echo last; exit 1", 'command = "cat"')

        with pytest.raises(DataError) as failure:
            prepare_player(player, WORD_GAMES, no_sandbox)

        lines = notes_of(failure.value)
        assert (lines[0], lines[-1]) == ("first", "last")
        assert any("bytes left out" in line for line in lines)
        assert sum(map(len, lines)) < 20_000

    def test_the_command_that_failed_is_known_though_its_message_has_escapes(self, learning, no_sandbox):
        """`referee shell` begins with that command. The message has no control character: it writes \\x07."""
        compile = ("false", "with a bell \x07")
        player = dataclasses.replace(learning(LEARN), compile=compile)

        failed = prepare_player(player, WORD_GAMES, no_sandbox, keep_going=True)

        assert failed_command(failed, 5) == compile

    def test_with_keep_going_its_player_is_started_in_no_game(self, learning, no_sandbox):
        player = prepare_player(learning("echo bad luck >&2; exit 3"), WORD_GAMES, no_sandbox, keep_going=True)

        record = game_for_crane(player, no_sandbox)

        assert (record.termination, record.guesses) == (Termination.NOT_STARTED, ())
        assert record.stderr_head.endswith("crashed with exit status 3: bad luck\n")
