"""Preparations of players, such as compiling a source: when they are run, and what games see of them.

These are from tests/prepared_players.py: the fixture `preparations`, a directory for what is prepared, which each test
has of its own; the script LEARN, which writes a line "run" into a log and copies the word list; and `runs`, the number
of such lines. The fixture `handed_in` takes files by keyword: a_up is the text of the file a.up.
"""

import dataclasses
import os
import platform
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from made_runs import plan_of, task_of
from prepared_players import LEARN, WORD_GAMES, guesses_for_crane
from waiting import wait_until

from lingo_common.errors import DataError, notes_of
from referee.contest.contest import Contest, Fixture
from referee.contest.limits import NO_ISOLATION
from referee.contest.player import command_for_game
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.game.preparation import prepare_player
from referee.game.sandbox import Sandbox
from referee.runner.client import Runner
from referee.runner.held_directory import remove
from referee.schedule.cluster_scheduler import close_games, open_games, play_piece
from referee.schedule.local_scheduler import LocalScheduler

pytestmark = pytest.mark.usefixtures("preparations")

NEST = """top=$PWD/prepared; cd prepared
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    # A hundred directories, each in the one before.
    path=$(printf 'a/%.0s' 1 2 3 4 5 6 7 8 9 10)
    path=$path$path$path$path$path$path$path$path$path$path
    mkdir -p $path; cd $path
done"""
"""A part of a preparation's script: it nests 1,200 directories in `prepared`, more than Python's stack is deep."""
LANGUAGE = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'
"""The part of a players file for sources such as a.up: a script that compiles itself by writing guesses into `out`."""


@pytest.fixture(params=["open", "sandbox"])
def any_sandbox(request, sandbox_or_skip, no_sandbox):
    """The value for games without a sandbox, then a sandbox; the test is skipped where none is in force."""
    return no_sandbox if request.param == "open" else sandbox_or_skip()


def in_memory_or_skip():
    """A directory on another file system than that of temporary files, which is to be removed."""
    if not os.path.isdir("/dev/shm") or os.stat("/dev/shm").st_dev == os.stat(tempfile.gettempdir()).st_dev:
        pytest.skip("all directories are on one file system")
    return tempfile.mkdtemp(dir="/dev/shm")


def contest_of(*players):
    """A contest of these players for all words of WORD_GAMES."""
    words = {length: word_game.words.words for length, word_game in WORD_GAMES.items()}
    return Contest(players, words, rounds="all", seed=None, wordlist="", word_games=WORD_GAMES)


def prepared_file(player, length):
    """The path of the file `known` that a preparation has made, in the player's command `cat prepared/known`."""
    _, path, _ = command_for_game(player, length)
    return Path(path)


def test_a_player_without_preparation_stays_as_it_is(no_sandbox):
    player = player_of("good=true")

    assert prepare_player(player, WORD_GAMES, no_sandbox) is player


class TestWhenAPreparationIsRun:
    def test_twice_the_same_is_run_once(self, player_with_script, no_sandbox, runs):
        for _ in range(2):
            prepare_player(player_with_script(LEARN), WORD_GAMES, no_sandbox)

        assert runs() == 1

    def test_a_changed_script_is_run_again(self, player_with_script, no_sandbox, runs):
        prepare_player(player_with_script(LEARN), WORD_GAMES, no_sandbox)
        prepare_player(player_with_script(f"{LEARN} # changed"), WORD_GAMES, no_sandbox)

        assert runs() == 2

    @pytest.mark.parametrize("argument", ["{folder}", "--from={folder}/openers.txt"])
    def test_a_change_of_what_the_command_names_is_noticed(
        self, player_with_script, no_sandbox, runs, tmp_path_factory, argument
    ):
        folder = tmp_path_factory.mktemp("data")
        prepare = f"./learn.sh {argument.format(folder=folder)}"

        for openers in ("crane", "dozes", "crane"):
            (folder / "openers.txt").write_text(openers)
            prepare_player(player_with_script(LEARN, prepare=prepare), WORD_GAMES, no_sandbox)

        assert runs() == 2

    def test_for_other_words_it_is_run_again(self, player_with_script, no_sandbox, runs):
        prepare_player(player_with_script(LEARN), WORD_GAMES, no_sandbox)
        prepare_player(player_with_script(LEARN), {5: WORD_GAMES[5]}, no_sandbox)

        assert runs() == 2

    def test_what_was_prepared_before_a_change_is_used_when_it_is_undone(self, player_with_script, no_sandbox, runs):
        for script in (LEARN, f"{LEARN} # changed", LEARN):
            prepare_player(player_with_script(script), WORD_GAMES, no_sandbox)

        assert runs() == 2

    def test_a_source_is_compiled_again_where_a_file_beside_it_has_changed(self, handed_in, any_sandbox, tmp_path):
        """A source may include it."""

        def guesses(included):
            """The guesses of a player whose source a.up copies the file included.txt, which has this text."""
            source = f"cp {tmp_path}/included.txt prepared/out\n"
            unprepared = handed_in('source = "a.up"', LANGUAGE, a_up=source, included_txt=included)
            # A runner copies a file once, because in a run players' files stay as they are.
            with Runner() as runner:
                sandbox = Sandbox(runner, any_sandbox.box, any_sandbox.isolation)
                player = prepare_player(unprepared, WORD_GAMES, sandbox)
                return guesses_for_crane(player, sandbox)

        assert guesses("crane\n") == ["crane"]
        assert guesses("dozes\ncrane\n") == ["dozes", "crane"]

    def test_a_source_is_compiled_again_where_a_file_that_all_players_see_has_changed(
        self, handed_in, no_sandbox, monkeypatch, tmp_path_factory
    ):
        # The cache of other tests lies beside the source, where it is a change by itself.
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        exposed = tmp_path_factory.mktemp("exposed")
        sandbox = Sandbox(no_sandbox.runner, None, dataclasses.replace(NO_ISOLATION, exposed=(str(exposed),)))
        player = handed_in('source = "a.up"', LANGUAGE, a_up=f"cp {exposed}/included.txt prepared/out\n")

        guesses = []
        for included in ("crane\n", "dozes\ncrane\n"):
            (exposed / "included.txt").write_text(included)
            guesses.append(guesses_for_crane(prepare_player(player, WORD_GAMES, sandbox), sandbox))

        assert guesses == [["crane"], ["dozes", "crane"]]

    def test_a_folder_that_is_too_large_does_not_hide_a_change_in_another(
        self, handed_in, no_sandbox, monkeypatch, tmp_path
    ):
        """A change in a folder that is too large goes unnoticed, because nothing looks into it. Others are noticed."""
        monkeypatch.setattr("referee.contest.folders.MAX_ENTRIES", 5)
        # The large folder comes before the small one, also in the order of their names.
        large = tmp_path / "a large one"
        large.mkdir()
        for number in range(6):
            (large / str(number)).touch()
        small = tmp_path / "b small one"
        small.mkdir()
        table = f'source = "a.up"\nexpose = ["{large}", "{small}"]'

        def guesses(included):
            """The guesses of a player whose source a.up copies a file of the small folder, which has this text."""
            (small / "included.txt").write_text(included)
            unprepared = handed_in(table, LANGUAGE, a_up=f"cp '{small}/included.txt' prepared/out\n")
            return guesses_for_crane(prepare_player(unprepared, WORD_GAMES, no_sandbox), no_sandbox)

        assert guesses("crane\n") == ["crane"]
        assert guesses("dozes\ncrane\n") == ["dozes", "crane"]

    def test_a_failed_preparation_is_not_tried_again(self, player_with_script, no_sandbox, runs):
        """A run asks for its players twice: before the trial games and before the first game."""
        player = player_with_script('echo run >> "$LOG"; exit 3')
        scheduler = LocalScheduler(1, no_sandbox)
        plan = plan_of(contest_of(player), keep_going=True)

        [first] = scheduler.prepare(plan, [player])
        [second] = scheduler.prepare(plan, [player])

        assert first == second
        assert runs() == 1


class TestOnAWorker:
    """A run brings its task to a worker before the trial games, and again before each block of rounds."""

    @pytest.fixture
    def play(self, player_with_script):
        """play(run): the record of a game in the run of that name. The player's preparation fails."""
        player = player_with_script('echo run >> "$LOG"; exit 3')
        plan = plan_of(contest_of(player), keep_going=True)
        runs = set()

        def game(run):
            runs.add(run)
            open_games(task_of(plan, run))
            [record], _ = play_piece((run, [Fixture(player, 0, "seat")]))
            return record

        yield game
        for run in runs:
            close_games(run)

    def test_a_failed_preparation_is_tried_once_a_run(self, play, runs):
        play("first")
        play("first")
        assert runs() == 1

        play("second")
        assert runs() == 2

    def test_a_player_whose_preparation_failed_is_not_started(self, play):
        assert play("first").termination is Termination.NOT_STARTED

    @pytest.fixture
    def piece_of(self):
        """piece_of(player): a game of this player as a piece for play_piece, in a run of its own that is open.

        The task of the run is called after the player.
        """
        names = []

        def open_piece(player):
            names.append(player.name)
            open_games(task_of(plan_of(contest_of(player)), player.name))
            return player.name, [Fixture(player, 0, "seat")]

        yield open_piece
        for name in names:
            close_games(name)

    def test_the_machine_where_a_preparation_failed_is_named(self, player_with_script, piece_of):
        """The reason may be the disk or a compiler of that machine alone. Without --keep-going the run stops there."""
        piece = piece_of(player_with_script("exit 3"))

        with pytest.raises(DataError, match=f"the worker on {platform.node()}: player 'one': .*exit status 3"):
            play_piece(piece)

    def test_the_lines_of_a_failed_preparation_come_with_its_error(self, player_with_script, piece_of):
        piece = piece_of(player_with_script("echo first; echo second; exit 3"))

        with pytest.raises(DataError) as failure:
            play_piece(piece)

        assert notes_of(failure.value) == ["first", "second"]

    def test_a_long_preparation_holds_up_no_other_run(self, player_with_script, piece_of, tmp_path):
        begun = tmp_path / "log"
        end = tmp_path / "end"
        waits = f'echo run >> "$LOG"; until test -e {end}; do sleep 0.05; done; touch prepared/known'
        slow = piece_of(player_with_script(waits))
        quick = piece_of(player_of("quick=sh -c 'echo seat'"))

        with ThreadPoolExecutor() as threads:
            game_of_slow = threads.submit(play_piece, slow)
            wait_until(begun.exists)
            try:
                [record], _ = threads.submit(play_piece, quick).result(timeout=30)
                assert not game_of_slow.done()
            finally:
                end.touch()

        assert record.termination is Termination.SOLVED


def test_the_limit_on_disk_holds_for_what_is_prepared(player_with_script, any_sandbox):
    # Each of the files is smaller than the limit, which the kernel enforces for a single file.
    script = "for i in 1 2 3 4; do head -c 900000 /dev/zero > prepared/$i; done"
    # These keys stand in the place of the usual ones, which are the command alone.
    player = player_with_script(script, keys='command = "cat prepared/known"\nprepare-disk = "1M"')

    # The name of the termination.
    with pytest.raises(DataError, match="disk-limit"):
        prepare_player(player, WORD_GAMES, any_sandbox)


def test_a_preparation_that_asks_a_question_reads_the_end_of_its_input(player_with_script, any_sandbox):
    # `read` fails at the end of the input. While the input is open, it waits.
    script = "read answer || echo crane > prepared/known"
    player = player_with_script(script, keys='command = "cat prepared/known"\nprepare-timeout = 10')

    prepared = prepare_player(player, WORD_GAMES, any_sandbox)

    assert prepared_file(prepared, 5).read_text() == "crane\n"


class TestWhatGamesSee:
    def test_what_was_learned_once_a_length_is_shown_to_the_games_of_that_length(self, player_with_script, any_sandbox):
        unprepared = player_with_script("cp wordlist$1.txt prepared/known", prepare="./learn.sh {length}")

        player = prepare_player(unprepared, WORD_GAMES, any_sandbox)

        words_by_length = {length: prepared_file(player, length).read_text().split() for length in WORD_GAMES}
        assert words_by_length == {4: ["able", "seat"], 5: ["crane", "dozes"]}

    def test_directories_may_be_nested_deeply(self, player_with_script, sandbox_or_skip, preparations):
        """Games without a sandbox find such directories in the test of another file system."""
        sandbox = sandbox_or_skip()
        try:
            player = prepare_player(player_with_script(f"{NEST}\necho crane > $top/known"), WORD_GAMES, sandbox)

            assert guesses_for_crane(player, sandbox) == ["crane"]
        finally:
            remove(str(preparations))  # pytest removes directories by recursion

    def test_the_output_of_a_preparation_is_kept_beside_its_files(self, player_with_script, any_sandbox):
        unprepared = player_with_script("echo learning > prepared/known; echo well")

        player = prepare_player(unprepared, WORD_GAMES, any_sandbox)

        directory = prepared_file(player, 4).parent
        assert (directory.parent / "output.txt").read_text() == "well\n"

    def test_of_long_output_the_beginning_and_the_end_are_kept(self, player_with_script, no_sandbox):
        script = "echo begun >&2; head -c 40M /dev/zero >&2; echo ended >&2; echo crane > prepared/known"
        player = prepare_player(player_with_script(script), WORD_GAMES, no_sandbox)

        output = (prepared_file(player, 4).parent.parent / "output.txt").read_text()
        assert output.startswith("begun\n")
        assert output.endswith("ended\n")
        # 16 KiB are kept, and a line says how much is left out.
        assert len(output) < 17 * 1024

    def test_the_cache_may_be_on_another_file_system(self, player_with_script, no_sandbox, monkeypatch):
        """So a result cannot get its name there by renaming alone. It has a pipe and is nested deeply."""
        cache = in_memory_or_skip()
        monkeypatch.setenv("XDG_CACHE_HOME", cache)
        try:
            script = f"mkfifo prepared/pipe\n{NEST}\necho crane > $top/known"
            player = prepare_player(player_with_script(script), WORD_GAMES, no_sandbox)

            assert guesses_for_crane(player, no_sandbox) == ["crane"]
        finally:
            remove(cache)

    def test_what_a_killed_referee_left_in_the_cache_is_removed(self, player_with_script, preparations, no_sandbox):
        """Nobody holds the directory of a killed referee."""
        (preparations / "lingo-job-dead" / "result").mkdir(parents=True)

        prepare_player(player_with_script(LEARN), WORD_GAMES, no_sandbox)

        [result] = preparations.iterdir()
        assert (result / "files" / "known").exists()

    def test_what_a_failed_preparation_has_nested_is_removed(self, player_with_script, no_sandbox):
        with pytest.raises(DataError, match="crashed with exit status 3"):
            prepare_player(player_with_script(f"{NEST}\nexit 3"), WORD_GAMES, no_sandbox)

        # The command worked below this directory, in one with a name of Python's `tempfile`.
        directory = Path(no_sandbox.runner.directory)
        assert not list(directory.glob("tmp*"))

    def test_the_path_of_what_was_prepared_may_have_a_backslash(self):
        player = dataclasses.replace(player_of("cat prepared/known"), prepared={5: r"/home/ann\1/files"})

        assert command_for_game(player, 5)[1:] == (r"/home/ann\1/files/known", "5")

    def test_a_game_cannot_write_into_what_was_prepared(self, player_with_script, write_executables, sandbox_or_skip):
        write_executables({"bot.sh": "#!/bin/sh\necho more > prepared/known && echo written\ncat prepared/known\n"})
        sandbox = sandbox_or_skip()
        unprepared = player_with_script("echo crane > prepared/known", 'command = "./bot.sh"')

        player = prepare_player(unprepared, WORD_GAMES, sandbox)

        # A game that could write there would guess "written" first.
        assert guesses_for_crane(player, sandbox) == ["crane"]
