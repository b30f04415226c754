"""Leaderboards and their formats, from records made by hand; `referee compare` and `run --until-decided`."""

import csv
import io
import itertools
import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from made_runs import game_record
from programs import run_program
from word_games import words_of_few_letters

from referee.contest.contest import Contest
from referee.contest.player import Program
from referee.contest.players import player_of
from referee.contest.termination import Silence, Termination
from referee.results.comparison import compare_all, compare_players, points_of, verdict
from referee.results.formats import render
from referee.results.leaderboard import leaderboard
from wordlists.rules import PIT

PLAYERS = tuple(Program(name, f"./{name}", (name,)) for name in ("first", "second", "third|one", "last"))
WORDS = {4: ["able", "zest"], 5: ["crane", "dents"]}
CONTEST = Contest(PLAYERS, WORDS, rounds=2, seed=7, wordlist="packaged")


ENDS = {
    "first": (2, Termination.EXHAUSTED, 4, Termination.CRASHED),
    "second": (1, 5, 2, 3),
    "third|one": (5, Termination.EXHAUSTED, 1, Termination.STARTUP_TIMEOUT),
    "last": (Termination.CRASHED, Termination.MOVE_TIMEOUT, Termination.CRASHED, Termination.NOT_STARTED),
}
"""At which attempt each player found able, zest, crane and dents, or how the game ended."""


def record(player, word, index, end):
    """A record with no more than what leaderboards look at."""
    if isinstance(end, int):
        return game_record(player, word, index, attempts=end, points=PIT.points_for(end))
    return game_record(player, word, index, termination=end)


def records_of(player, ends):
    """The records of a player's four games, two words of each length, which ended so."""
    words = [*WORDS[4], *WORDS[5]]
    indices = [0, 1, 0, 1]
    return [record(player, word, index, end) for word, index, end in zip(words, indices, ends, strict=True)]


RECORDS = list(itertools.chain.from_iterable(itertools.starmap(records_of, ENDS.items())))

TEXT = """\
second leads first by 700 points; whether that is more than chance cannot be said: too few words: 4,
of 6 that are needed.

rank  player     total  95 % interval   solved  failures  mean time
   1  second     1,300              -  100.0 %         0    0.100 s
   2  first        600              -   50.0 %         1    0.100 s
   2  third|one    600              -   50.0 %         1    0.100 s
   4  last           0              -    0.0 %         4    0.100 s

letters      4    5
second     600  700
first      400  200
third|one  100  500
last         0    0

first: 1 of 4 games failed: 1 crashed
third|one: 1 of 4 games failed: 1 startup-timeout
last: 4 of 4 games failed: 2 crashed, 1 move-timeout, 1 not-started
no intervals: too few words
words of each length: 2, word list: packaged, seed: 7
"""

CLASSIC = """\
             4    5  Total
first      400  200    600
second     600  700   1300
third|one  100  500    600
last         0    0      0

** Rankings **
1: second (1300)
2: first (600)
2: third|one (600)
4: last (0)
"""
"""As the engine of the original pit prints its table."""

MARKDOWN = """
| rank | player | total | 95 % interval | solved | failures | mean time |
| ---: | --- | ---: | ---: | ---: | ---: | ---: |
| 1 | second | 1,300 | - | 100.0 % | 0 | 0.100 s |
| 2 | first | 600 | - | 50.0 % | 1 | 0.100 s |
| 2 | third\\|one | 600 | - | 50.0 % | 1 | 0.100 s |
| 4 | last | 0 | - | 0.0 % | 4 | 0.100 s |

| letters | 4 | 5 |
| --- | ---: | ---: |
| second | 600 | 700 |
"""


@pytest.fixture
def board():
    return leaderboard(CONTEST, RECORDS)


class TestLeaderboard:
    def test_equal_totals_share_a_rank(self, board):
        assert [standing.rank for standing in board.standings] == [2, 1, 2, 4]

    def test_among_equals_the_ranking_has_the_given_order(self, board):
        assert [standing.name for standing in board.ranking()] == ["second", "first", "third|one", "last"]

    def test_order_of_the_records_is_of_no_influence(self, board):
        assert leaderboard(CONTEST, reversed(RECORDS)) == board


class TestFormats:
    def test_text_has_the_standings_by_rank_and_the_lengths_below(self, board):
        assert render(board, "text") == TEXT

    def test_the_lengths_stand_beside_the_standings_where_there_is_room(self, board):
        header, first = render(board, "text", 90).splitlines()[3:5]
        assert header == "rank  player     total  95 % interval   solved  failures  mean time    4    5"
        assert first == "   1  second     1,300              -  100.0 %         0    0.100 s  600  700"

    def test_markdown_has_the_same(self, board):
        assert render(board, "markdown").partition(".\n")[2].startswith(MARKDOWN)

    def test_the_classic_table_is_that_of_the_original_pit(self, board):
        assert render(board, "classic") == CLASSIC

    def test_csv_has_the_columns_in_the_same_order(self, board):
        rows = list(csv.reader(io.StringIO(render(board, "csv"))))
        assert rows[0] == [
            "rank", "name", "total", "low", "high", "solved", "failures", "mean_seconds", "games", "4", "5", "command",
        ]  # fmt: skip
        assert [row[1] for row in rows[1:]] == ["second", "first", "third|one", "last"]
        assert rows[3] == ["2", "third|one", "600", "", "", "2", "1", "0.1", "4", "100", "500", "./third|one"]

    def test_json_keeps_the_order_in_which_players_were_given(self, board):
        value = json.loads(render(board, "json"))
        assert list(value) == [
            "verdict", "seed", "wordlist", "lengths", "rounds", "played", "games", "until_decided", "players",
        ]  # fmt: skip
        assert [*value.values()][1:5] == [7, "packaged", [4, 5], 2]

        nothing = {"points": 0, "games": 2, "solved": 0}
        assert value["players"][3] == {
            "name": "last", "command": "./last", "total": 0, "rank": 4,
            "interval": None, "interval_reason": "too few words: 4, of 6 that are needed",
            "by_length": {"4": nothing, "5": nothing}, "games": 4, "solved": 0,
            "failures": {"crashed": 2, "move-timeout": 1, "not-started": 1}, "mean_seconds": 0.1,
            "illegal": 0, "void": 0, "suspect": 0,
        }  # fmt: skip

    def test_interval(self):
        words = {4: [f"{number:04}" for number in range(8)]}
        records = [record("first", word, index, index % 2 + 1) for index, word in enumerate(words[4])]
        board = leaderboard(Contest(PLAYERS[:1], words, 8, 7, "packaged"), records)
        low, high = json.loads(render(board, "json"))["players"][0]["interval"]
        assert low < 3600 < high <= 4000
        assert f"  3,600  {low:,} to {high:,}  " in render(board, "text")

    def test_illegal_guesses_are_a_column_where_there_are_any(self):
        board = leaderboard(CONTEST, [replace(RECORDS[0], illegal=3), *RECORDS[1:]])
        assert [line.split()[-1] for line in render(board, "text").splitlines()[3:6]] == ["illegal", "0", "3"]
        assert [line.split(",")[9] for line in render(board, "csv").splitlines()[:3]] == ["illegal", "0", "3"]
        assert "| illegal |" in render(board, "markdown")

    def test_without_illegal_guesses_there_is_no_such_column(self, board):
        assert "llegal" not in render(board, "text") + render(board, "csv")

    def test_twelve_players_with_long_names_fit_100_columns(self):
        names = [f"python3 players/number{number}.py --fast" for number in range(12)]
        players = tuple(Program(name, name, (name,)) for name in names)
        words = {}
        for length in range(4, 14):
            words[length] = [f"{number:0{length}}" for number in range(100)]

        records = []
        for name, length in itertools.product(names, words):
            for index, word in enumerate(words[length]):
                records.append(replace(record(name, word, index, 1), illegal=1))

        text = render(leaderboard(Contest(players, words, 100, 7, "packaged"), records), "text")
        assert max(map(len, text.splitlines())) <= 100
        assert len(text.splitlines()) == 31  # the verdict, two tables of thirteen lines, the last line, blank lines

    def test_every_line_is_folded_to_a_narrow_terminal(self, board):
        assert max(map(len, render(board, "text", 40).splitlines())) <= 40

    def test_forfeited_games_have_no_part_in_the_mean_time(self):
        forfeited = [replace(record, termination=Termination.FORFEITED, seconds=0.0) for record in RECORDS[1:4]]
        board = leaderboard(CONTEST, [RECORDS[0], *forfeited, *RECORDS[4:]])
        assert board.standings[0].overall.mean_seconds == 0.1


class TestGamesSetApart:
    """The first game of `first`, worth 400 points, is void; the last one of `third|one` is a suspect time-out."""

    @pytest.fixture
    def board(self):
        void = replace(RECORDS[0], void="a power cut")
        late = replace(RECORDS[11], pressure=0.9)
        return leaderboard(CONTEST, [void, *RECORDS[1:11], late, *RECORDS[12:]])

    def test_the_text_tells_of_void_games(self, board):
        assert "void games, not counted: first 1\n" in render(board, "text")

    def test_the_text_tells_of_suspect_time_outs(self, board):
        assert "time-outs while the machine was busy: third|one 1; " in render(board, "text")

    def test_the_json_counts_both_by_player(self, board):
        players = json.loads(render(board, "json"))["players"]
        assert [player["void"] for player in players] == [1, 0, 0, 0]
        assert [player["suspect"] for player in players] == [0, 0, 1, 0]

    def test_a_void_game_counts_neither_as_points_nor_as_a_game(self, board):
        first = board.standings[0].overall
        assert (first.points, first.games) == (200, 3)


@pytest.mark.parametrize(("silence", "suspect"), [
    (None, 1), (Silence.COMPUTES, 1), (Silence.SLEEPS, 0), (Silence.WAITS, 0),
])  # fmt: skip
def test_a_player_that_wanted_no_processor_was_not_late_because_the_machine_was_busy(silence, suspect):
    late = replace(RECORDS[11], pressure=0.9, silence=silence)
    board = leaderboard(CONTEST, [*RECORDS[:11], late, *RECORDS[12:]])
    assert board.standings[2].overall.suspect == suspect
    assert ("while the machine was busy" in render(board, "text")) == bool(suspect)


def compared(differences, equal=0):
    """Two players over words of one length that the first wins by these points, and that many words without any."""
    points_by_word = {}
    for number, difference in enumerate([*differences, *[0] * equal]):
        points_by_word[f"{number:04}"] = (500, 500 - difference)
    return compare_players("ann", "bob", points_by_word, most=500)


class TestVerdict:
    """Who leads, by how much, and whether that is certain."""

    def test_a_lead_that_is_certain(self):
        comparison = compared([300] * 20, equal=20)
        assert verdict(comparison, 1) == "ann leads bob by 6,000 points; that is certain (over 99.9 %)."

    def test_the_second_may_lead(self):
        assert verdict(compared([-300] * 20, equal=20), 1).startswith("bob leads ann by 6,000 points; ")

    def test_small_differences_are_certain_over_many_words(self):
        """Differences of 200 and -100 in turn: mean 50, and n s^2 = 100/99 x 100 x 150^2 over a hundred words.

        With the two unseen words the error is sqrt(2,272,727 + 2 x 400^2) = 1,610 for a lead of 5,000: a t of 3.1.
        """
        assert verdict(compared([200, -100] * 50), 1) == "ann leads bob by 5,000 points; that is certain (99.9 %)."

    def test_a_lead_that_is_not_certain_says_how_many_rounds_would_decide(self):
        """The same differences over ten words: a lead of 500 with an error of sqrt(250,000 + 320,000) = 755.

        Student's t of 0.662 with 9 degrees of freedom has 0.738 below it. k words decide where
        50 k = 2.01 x sqrt(25,000 k + 320,000): at 51, which is 41 more.
        """
        sentence = verdict(compared([200, -100] * 5), 1)
        assert sentence == "ann leads bob by 500 points; that is not certain (74 %): about 41 more rounds would decide."

    def test_a_lead_that_hardly_any_contest_would_decide(self):
        sentence = verdict(compared([500, -500] * 50 + [100]), 1)
        assert sentence.endswith("that is not certain (51 %): more than 10,000 more rounds would decide.")

    def test_too_few_words(self):
        assert verdict(compared([100] * 3), 1) == (
            "ann leads bob by 300 points; whether that is more than chance cannot be said: "
            "too few words: 3, of 6 that are needed."
        )

    def test_equal_totals(self):
        assert verdict(compared([100, -100] * 5), 1) == "ann and bob are level at 5,000 points."

    def test_one_player_has_no_verdict(self):
        contest = Contest(PLAYERS[:1], WORDS, rounds=2, seed=7, wordlist="packaged")
        assert leaderboard(contest, RECORDS[:4]).verdict == ""


EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "candidates.awk"


@pytest.fixture(scope="module")
def directory(steady_player, player_command, tmp_path_factory):
    """A run of all words, which tests only read; `none` makes no guess, and `other` guesses 'seat', then 'dents'.

    Of the words drawn steady wins able 500, seat 200, crane 400 and dozes 300 points, and other seat 500 and dents 400.
    """
    place = tmp_path_factory.mktemp("compared")
    words = ["able", "seat", "teas", "zest", "blimp", "cozen", "crane", "dents", "dozes", "tough"]
    (place / "words.txt").write_text("".join(f"{word}\n" for word in words))

    other = "other=" + player_command("guesses.sh", "seat", "dents")
    options = ["--wordlist", place / "words.txt", "--lengths", "4-5", "--rounds", 4, "--seed", 1]
    run_program(
        "referee", ["run", "--players", steady_player, other, "none=false", *options, "--out", place / "out"], place
    )
    return place / "out"


class TestCompare:
    def test_keys_of_json(self, directory, referee_json):
        value = referee_json("compare", directory, "steady", "other")
        assert set(value) == {"verdict", "a", "b", "total", "by_length", "words"}

    def test_figures_of_a_length(self, directory, referee_json):
        four = referee_json("compare", directory, "steady", "other")["by_length"]["4"]
        assert (four["words"], four["a"], four["b"], four["difference"]) == (4, 700, 500, 200)
        assert (four["won"], four["drawn"], four["lost"]) == (1, 2, 1)
        assert (four["interval"], four["a_better"]) == (None, None)
        assert four["reason"] == "too few words: 4, of 6 that are needed"

    def test_figures_of_all_words(self, directory, referee_json):
        """steady has more points for able, crane and dozes, other for seat and dents; three words nobody finds."""
        total = referee_json("compare", directory, "steady", "other")["total"]
        low, high = total["interval"]
        assert (total["words"], total["a"], total["b"], total["difference"]) == (8, 1400, 900, 500)
        assert (total["won"], total["drawn"], total["lost"]) == (3, 3, 2)
        assert low < 500 < high
        assert 0.5 < total["a_better"] < 0.975

    def test_the_words_where_they_differ_most_come_first(self, directory, referee_json):
        words = referee_json("compare", directory, "steady", "other")["words"]
        assert words[0] == {"length": 4, "word": "able", "a": 500, "b": 0, "difference": 500}
        assert [word["difference"] for word in words] == [500, 400, -400, -300, 300]

    @pytest.fixture
    def lines(self, referee, directory):
        """The lines of the comparison as text, with one word where the players differ."""
        return referee("compare", directory, "steady", "other", "--top", 1).stdout.splitlines()

    def test_text_begins_with_the_verdict(self, lines):
        assert lines[0].startswith("steady leads other by 500 points; that is not certain (")

    def test_text_has_a_row_for_each_length_and_one_for_all(self, lines):
        assert lines[2].split()[-2:] == ["better", "(one-sided)"]
        assert lines[3].split()[:5] == ["4", "4", "700", "500", "+200"]
        assert lines[5].split()[0] == "total"

    def test_text_ends_with_the_words_where_they_differ_most(self, lines):
        assert lines[-2:] == ["words where they differ most (steady, other):", "  able  500    0  +500"]

    @pytest.mark.parametrize(
        ("names", "message"),
        [
            (("steady", "x"), "no player 'x'"),
            (("steady", "steady"), "two different players"),
            (("steady",), "give two players, or none"),
        ],
    )
    def test_other_names_are_refused(self, referee, directory, names, message):
        result = referee("compare", directory, *names)
        assert (result.returncode, result.stdout) == (2, "")
        assert message in result.stderr


class TestCompareAll:
    """Without names all pairs are compared, by rank."""

    @pytest.fixture
    def value(self, directory, referee_json):
        return referee_json("compare", directory)

    def test_each_player_is_compared_with_every_later_one(self, value):
        assert [(pair["a"], pair["b"]) for pair in value["pairs"]] == [
            ("steady", "other"), ("steady", "none"), ("other", "none"),
        ]  # fmt: skip

    def test_the_figures_are_those_of_the_two(self, value, directory, referee_json):
        assert value["pairs"][0]["total"] == referee_json("compare", directory, "steady", "other")["total"]

    def test_the_verdict_is_on_the_first_two(self, value):
        assert value["verdict"] == value["pairs"][0]["verdict"]

    def test_text_has_the_verdict_and_a_row_for_each_pair(self, referee, directory):
        lines = referee("compare", directory).stdout.splitlines()
        assert lines[0].startswith("steady leads other by 500 points; ")
        assert [line.split()[:3] for line in lines[3:6]] == [
            ["steady", "other", "+500"], ["steady", "none", "+1,400"], ["other", "none", "+900"],
        ]  # fmt: skip


def test_only_players_with_a_word_in_common_are_set_side_by_side():
    points = {("a", 0): 500, ("b", 0): 300, ("c", 1): 400}
    results = [game_record(name, "able", index, points=won) for (name, index), won in points.items()]
    contest = Contest(tuple(player_of(f"{name}=sh") for name in "abc"), {4: ["able", "seat"]}, 2, 1, "made up")
    [comparison] = compare_all(contest, points_of(results), ["b", "a", "c"])
    assert (comparison.first, comparison.second) == ("b", "a")
    assert (comparison.words, comparison.difference) == (1, -200)


class TestUntilDecided:
    @pytest.fixture
    def decided(self, referee, tmp_path):
        """The directory and the leaderboard of a run of an example player against one that never guesses."""
        (tmp_path / "list.txt").write_text("\n".join(words_of_few_letters(7, 5, 60)) + "\n")
        options = ["--wordlist", tmp_path / "list.txt", "--lengths", "5", "--seed", 1, "--format", "json"]
        players = [f"plays=awk -f {shlex.quote(str(EXAMPLE))}", "never=true"]
        out = tmp_path / "out"
        return out, json.loads(referee("run", "--players", *players, *options, "--until-decided", "--out", out).stdout)

    def test_stops_where_one_leads_clearly(self, referee, decided, referee_json):
        out, value = decided
        rounds = value["until_decided"]["rounds"]
        assert value["until_decided"]["leader"] == "plays"
        assert rounds in (10, 20, 30)
        assert (value["rounds"], value["played"], value["games"]) == (60, 2 * rounds, 120)

        sentence = f"words of each length: {rounds} of at most 60 (plays leads clearly)"
        assert sentence in referee("leaderboard", out).stdout

        # A decided run has no game left to play.
        assert referee_json("run", "--resume", out) == value

    def test_new_player_catches_up_first(self, decided, referee_json):
        out, before = decided
        again = referee_json("run", "--resume", out, "--players", "new=true")
        assert again["until_decided"] == before["until_decided"]
        assert [player["games"] for player in again["players"]] == [before["until_decided"]["rounds"]] * 3

    @pytest.mark.parametrize(("arguments", "message"), [
        (["--until-decided", "--rounds", 2], "takes --max-rounds"),
        (["--until-decided", "--words", "x"], "leave --words away"),
        (["--until-decided"], "two players"),
        (["--max-rounds", 2], "is for --until-decided"),
    ])  # fmt: skip
    def test_mistakes(self, referee_run, steady_player, arguments, message):
        result = referee_run("--players", steady_player, *arguments)
        assert (result.returncode, result.stdout) == (2, "")
        assert message in result.stderr
