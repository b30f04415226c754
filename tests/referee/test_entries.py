"""Players as their authors hand them in: sources, preparation, own limits, variables, files to read."""

import dataclasses
import shutil
from pathlib import Path

import pytest
from made_runs import plan_of

from lingo_common.errors import DataError, notes_of
from referee.contest.conditions import MIB, NO_ISOLATION, Limits
from referee.contest.contest import Contest, Fixture
from referee.contest.languages import LANGUAGES
from referee.contest.player import PREPARED, command_for_game, own_limits
from referee.contest.player_files import players_of
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.game.play_game import game_setup, play_fixture
from referee.game.preparation import prepare_player
from referee.runner.client import Runner
from referee.schedule.scheduler import LocalScheduler
from referee.schedule.worker import WorkerTask, close_games, open_games, play_piece
from referee.storage.tables import player_of_row, row_of_player
from wordlists.reader import WordList
from wordlists.word_game import WordGame

SOURCES = {
    "c": """#include <stdio.h>
int main(void) { puts("crane"); fflush(stdout); getchar(); return 0; }""",
    "cpp": """#include <iostream>
int main() { std::string reply; std::cout << "crane" << std::endl; std::cin >> reply; }""",
    "go": """package main
import "fmt"
func main() { fmt.Println("crane"); var reply string; fmt.Scanln(&reply) }""",
    "java": """public class Entry {
    public static void main(String[] length) throws Exception { System.out.println("crane"); System.in.read(); }
}""",
    "js": 'console.log("crane"); process.stdin.once("data", () => process.exit());',
    "pl": '$| = 1; print "crane\\n"; <STDIN>;',
    "py": 'print("crane", flush=True); input()',
    "rb": '$stdout.sync = true; puts "crane"; gets',
    "rs": 'fn main() { println!("crane"); let mut reply = String::new(); std::io::stdin().read_line(&mut reply); }',
    "awk": 'BEGIN { print "crane"; fflush(); getline reply < "-" }',
}
LISTS = {
    4: WordGame(WordList(4, ["able", "seat"], "")),
    5: WordGame(WordList(5, ["crane", "dozes"], "")),
}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The cache of this test alone."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "lingo-bot" / "prepared"


@pytest.fixture
def handed_in(make, tmp_path):
    """handed_in(table, **files): the player of a table of a players file with these files beside it."""

    def player(table, top="", **files):
        make({name.replace("_", "."): text for name, text in files.items()})
        (tmp_path / "pit.toml").write_text(f"{top}\n[players.one]\n{table}\n")
        [found] = players_of([f"@{tmp_path}/pit.toml"])
        return found

    return player


@pytest.fixture
def learning(handed_in, tmp_path):
    """learning(script, more, prepare): the player that this script prepares; LOG in the script names a file."""

    def player(script, more='command = "cat prepared/known"', prepare="./learn.sh"):
        table = f'prepare = "{prepare}"\nenv = {{LOG = "{tmp_path}/log"}}\n{more}'
        return handed_in(table, learn_sh=f"#!/bin/sh\n{script}\n")

    return player


class TestTables:
    def test_everything(self, handed_in, tmp_path):
        player = handed_in(
            'command = "cat"\nprepare = "./learn.sh {length}"\nenv = {A = "b", N = 1}\nexpose = ["learn.sh"]\n'
            'memory = "512M"\nmove-timeout = 2\nprepare-timeout = 5\n',
            learn_sh="#!/bin/sh\n",
        )
        assert (player.name, player.command) == ("one", "cat")
        assert player.prepare == (f"{tmp_path}/learn.sh", "{length}")
        assert (player.environment, player.expose) == ({"A": "b", "N": "1"}, (f"{tmp_path}/learn.sh",))
        assert own_limits(player, Limits(startup=3.0)) == Limits(startup=3.0, memory=512 * MIB, move=2.0)
        row = row_of_player(player, 0)
        assert player_of_row(row) == player

    @pytest.mark.parametrize(("table", "said"), [
        ('comand = "cat"', "unknown key 'comand'; there are command, source"),
        ('command = "cat"\nsource = "x.py"', "give either command or source"),
        ("", "give either command or source"),
        ('source = "none.py"', "none.py: there is no such file"),
        ('source = "pit.toml"', "no language has this ending; there are awk, c, "),
        ('command = "cat"\nmemory = "lots"', "memory: 'lots' is no size"),
        ('command = "cat"\nenv = "A=b"', "env must be a table, not text"),
        ('command = "cat"\nexpose = ["nowhere"]', "there is no such file or directory"),
        ('command = ""', "command must not be empty"),
        ('command = "cat"\nexpose = [3]', "expose[0] must be text, not a whole number"),
        ('command = "cat"\nmove-timeout = true', "move-timeout must be"),
        ("command = 3", "command must be text, not a whole number"),
    ])  # fmt: skip
    def test_what_is_wrong_is_said(self, table, said, handed_in, tmp_path):
        with pytest.raises(DataError) as refused:
            handed_in(table)
        assert str(refused.value).startswith(f"{tmp_path}/pit.toml: players: one: ")
        assert said in str(refused.value)

    def test_a_file_has_languages_of_its_own(self, handed_in):
        player = handed_in(
            'source = "x.py"', '[languages]\npy = "sh {source}"\nzig = {run = "cat", compile = "cc"}', x_py=""
        )
        assert player.arguments[0].endswith("/sh")
        with pytest.raises(DataError, match="languages: py: the key 'run' is missing"):
            handed_in('source = "x.py"', '[languages]\npy = {compile = "cc"}', x_py="")

    def test_a_script_that_starts_itself_is_started_as_it_is(self, handed_in, tmp_path):
        assert handed_in('source = "x.py"', x_py="#!/bin/sh\n").arguments == (f"{tmp_path}/x.py",)

    def test_one_file_is_a_player(self, tmp_path):
        (tmp_path / "ann.cpp").write_text(SOURCES["cpp"])
        for text, name in ((f"{tmp_path}/ann.cpp", f"{tmp_path}/ann.cpp"), (f"ann={tmp_path}/ann.cpp", "ann")):
            [player] = players_of([text])
            assert (player.name, player.arguments) == (name, (f"{PREPARED}/ann",))
            assert player.compile[-1] == f"{tmp_path}/ann.cpp"


class TestPreparation:
    @pytest.fixture(params=["open", "sandbox"])
    def anywhere(self, request, sandbox, unboxed):
        return unboxed if request.param == "open" else sandbox()

    def test_it_is_run_once_and_again_only_where_something_changed(self, learning, unboxed, tmp_path):
        learn = 'echo run >> "$LOG"\ncp wordlist.txt prepared/known'

        def runs(text=learn, lists=LISTS):
            prepare_player(learning(text), lists, unboxed)
            return (tmp_path / "log").read_text().count("run")

        assert [runs(), runs()] == [1, 1]
        assert runs(f"{learn} # changed") == 2
        assert runs(lists={5: LISTS[5]}) == 3
        assert runs() == 3

    def test_a_source_is_compiled_again_where_a_file_beside_it_has_changed(self, handed_in, anywhere, tmp_path):
        """A source may include it."""
        language = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'

        def compiled(included):
            """The guesses of the player whose compiler copies a file of this text."""
            compiler = f"cp {tmp_path}/included.txt prepared/out\n"
            source = handed_in('source = "a.up"', language, a_up=compiler, included_txt=included)
            with Runner() as runner:  # in a run, players' files stay as they are
                there = dataclasses.replace(anywhere, runner=runner)
                player = prepare_player(source, LISTS, there)
                return _guesses(player, there)

        assert [compiled("crane\n"), compiled("dozes\ncrane\n")] == [["crane"], ["dozes", "crane"]]

    def test_once_a_length_and_shown_to_the_games_of_that_length(self, learning, anywhere):
        player = learning("echo learning $1; cp wordlist$1.txt prepared/known", prepare="./learn.sh {length}")
        player = prepare_player(player, LISTS, anywhere)
        for length, game in LISTS.items():
            program, known, _ = command_for_game(player, length)
            assert program.endswith("/cat")
            assert Path(known).read_text().split() == game.words.words
            assert Path(known.replace("files/known", "output.txt")).read_text() == f"learning {length}\n"

    @pytest.mark.parametrize(("script", "said"), [
        ("echo so far; echo bad luck >&2; exit 3", r"crashed with exit status 3: bad luck"),
        ("kill -9 $$", "crashed by SIGKILL"),
        ("sleep 60", "game-timeout"),
    ])  # fmt: skip
    def test_a_failure_is_told_as_for_a_game(self, script, said, learning, cache, unboxed):
        player = learning(script, 'command = "cat"\nprepare-timeout = 0.5')
        with pytest.raises(DataError, match=rf"player 'one': preparation \(.*learn\.sh\) {said}"):
            prepare_player(player, LISTS, unboxed)
        assert list(cache.iterdir()) == []

    def test_a_failure_shows_all_that_a_compiler_wrote(self, handed_in, unboxed):
        compiler = "echo entry.up:1: a first mistake; echo '    x = ;' >&2; echo entry.up:9: an error >&2; exit 1\n"
        language = '[languages]\nup = {compile = "sh {source}", run = "cat prepared/out"}'
        source = handed_in('source = "one.up"', language, one_up=compiler)
        with pytest.raises(DataError, match=r"crashed with exit status 1: entry\.up:9: an error\n") as failure:
            prepare_player(source, LISTS, unboxed)
        assert sorted(notes_of(failure.value)) == ["    x = ;", "entry.up:1: a first mistake", "entry.up:9: an error"]

    def test_a_long_output_is_shown_from_its_beginning_and_to_its_end(self, learning, unboxed):
        player = learning("echo first; yes error | head -20000; echo last; exit 1", 'command = "cat"')
        with pytest.raises(DataError) as failure:
            prepare_player(player, LISTS, unboxed)
        lines = notes_of(failure.value)
        assert (lines[0], lines[-1]) == ("first", "last")
        assert any("bytes left out" in line for line in lines)
        assert sum(map(len, lines)) < 20_000

    def test_without_it_a_player_is_started_in_no_game_if_the_others_are_to_go_on(self, learning, unboxed):
        players = [learning("echo bad luck >&2; exit 3"), player_of("good=true")]
        bad, good = (prepare_player(player, LISTS, unboxed, keep_going=True) for player in players)
        record = _played(bad, unboxed)
        assert (record.termination, record.guesses) == (Termination.NOT_STARTED, ())
        assert record.stderr_head.endswith("crashed with exit status 3: bad luck\n")
        assert good == players[1]

    def test_a_failed_preparation_is_not_tried_again(self, learning, unboxed, tmp_path):
        """A run asks for its players twice: before the trial games and before the first game."""
        player = learning('echo run >> "$LOG"; exit 3')
        scheduler = LocalScheduler(1, unboxed, "", NO_ISOLATION)
        plan = plan_of(contest_of(player), keep_going=True)
        [first] = scheduler.prepare(plan, [player])
        [second] = scheduler.prepare(plan, [player])
        assert first == second
        assert (tmp_path / "log").read_text() == "run\n"

    def test_a_worker_of_a_cluster_tries_a_failed_preparation_once_a_run(self, learning, tmp_path):
        """The games of a run come to it in several calls: the trial games, and each block."""
        player = learning('echo run >> "$LOG"; exit 3')
        for run, tried in (("first", 1), ("first", 1), ("second", 2)):
            [record] = _on_a_worker(run, Fixture(player, 0, "seat"))
            assert record.termination is Termination.NOT_STARTED
            assert (tmp_path / "log").read_text().count("run") == tried

    def test_a_game_cannot_write_there(self, learning, make, sandbox):
        make({"bot.sh": "#!/bin/sh\necho more > prepared/known && echo written\ncat prepared/known\n"})
        found = sandbox()
        player = prepare_player(learning("echo crane > prepared/known", 'command = "./bot.sh"'), LISTS, found)
        assert _guesses(player, found) == ["crane"]


def contest_of(*players):
    """A contest of these players for all words of LISTS."""
    return Contest(players, {length: game.words.words for length, game in LISTS.items()}, "all", None, "", LISTS)


def _played(player, sandbox):
    """The record of a game for crane."""
    with game_setup(LISTS, Limits(), sandbox) as setup:
        return play_fixture(Fixture(player, 0, "crane"), setup)


def _on_a_worker(run, *fixtures):
    """The records of games that a cluster's worker plays in one call."""
    players = (fixture.player for fixture in fixtures)
    plan = plan_of(contest_of(*players), keep_going=True)
    open_games(WorkerTask("call", run, plan, lists={}))
    try:
        return play_piece(("call", list(fixtures)))
    finally:
        close_games("call")


def _guesses(player, sandbox):
    """The guesses of a game for crane."""
    return list(_played(player, sandbox).guesses)


@pytest.mark.parametrize("ending", SOURCES)
def test_every_language(ending, handed_in, sandbox, tmp_path):
    language = LANGUAGES[ending]
    for program in (language.compile.split()[:1] or []) + [
        word for word in language.run.split()[:1] if "/" not in word
    ]:
        if not shutil.which(program):
            pytest.skip(f"there is no {program}")

    found = sandbox()
    (tmp_path / f"Entry.{ending}").write_text(SOURCES[ending] + "\n")
    player = prepare_player(handed_in(f'source = "Entry.{ending}"'), LISTS, found)
    assert _guesses(player, found) == ["crane"]
