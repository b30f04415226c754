"""Preparations of players, such as compiling a source: when they are run, and what games see of them."""

import dataclasses
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from local_cluster import wait_until
from made_runs import plan_of
from prepared_players import LEARN, WORD_GAMES, guesses_for_crane

from referee.contest.contest import Contest, Fixture
from referee.contest.isolation import NO_ISOLATION
from referee.contest.player import command_for_game
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.game.preparation import prepare_player
from referee.runner.client import Runner
from referee.schedule.local_scheduler import LocalScheduler
from referee.schedule.worker import WorkerTask, close_games, open_games, play_piece

pytestmark = pytest.mark.usefixtures("preparations")


@pytest.fixture(params=["open", "sandbox"])
def anywhere(request, sandbox_or_skip, no_sandbox):
    """No sandbox, then one; the test is skipped where none is in force."""
    return no_sandbox if request.param == "open" else sandbox_or_skip()


def contest_of(*players):
    """A contest of these players for all words of WORD_GAMES."""
    words = {length: word_game.words.words for length, word_game in WORD_GAMES.items()}
    return Contest(players, words, rounds="all", seed=None, wordlist="", word_games=WORD_GAMES)


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

    def test_its_path_may_have_a_backslash(self):
        player = dataclasses.replace(player_of("cat prepared/known"), prepared={5: r"/home/ann\1/files"})

        assert command_for_game(player, 5)[1:] == (r"/home/ann\1/files/known", "5")

    def test_a_game_cannot_write_there(self, learning, write_executables, sandbox_or_skip):
        write_executables({"bot.sh": "#!/bin/sh\necho more > prepared/known && echo written\ncat prepared/known\n"})
        sandbox = sandbox_or_skip()
        learner = learning("echo crane > prepared/known", 'command = "./bot.sh"')

        player = prepare_player(learner, WORD_GAMES, sandbox)

        # A game that could write there would guess "written" first.
        assert guesses_for_crane(player, sandbox) == ["crane"]
