"""Leaderboards and their formats, from records made by hand."""

import csv
import io
import itertools
import json
from dataclasses import replace

import pytest
from made_runs import game_record

from referee.contest.contest import Conditions, Contest
from referee.contest.limits import BUBBLEWRAP, Limits
from referee.contest.player import Program
from referee.contest.termination import Silence, Termination
from referee.results.formats import render
from referee.results.leaderboard import leaderboard
from wordlists.rules import PIT

CONDITIONS = Conditions(Limits(), BUBBLEWRAP)
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
    """The record of a game that was solved at the attempt `end`, or else ended with that termination.

    A game of `game_record` takes 0.1 seconds.
    """
    if isinstance(end, int):
        return game_record(player, word, index, attempts=end, points=PIT.points_for(end))
    return game_record(player, word, index, termination=end)


def records_of(player, ends):
    """The records of a player's four games with these ends: two words of four letters and two of five."""
    words = [*WORDS[4], *WORDS[5]]
    indices = [0, 1, 0, 1]
    return [record(player, word, index, end) for word, index, end in zip(words, indices, ends, strict=True)]


RECORDS = list(itertools.chain.from_iterable(itertools.starmap(records_of, ENDS.items())))
"""Four games of each player: 0 to 3 are those of `first`, 8 to 11 those of `third|one`."""
LAST_OF_THIRD = 11
"""The game of `third|one` that ended with a time-out."""


def board_of(contest, records):
    """The leaderboard of these records, in a run without a commitment."""
    return leaderboard(contest, records, CONDITIONS, secret_words=frozenset())


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
words of each length: 2, word list: packaged, seed: 7, isolation: bubblewrap
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
"""As pit.rb prints its table, the script of the original contest."""

MARKDOWN = """
| rank | player | total | 95 % interval | solved | failures | mean time |
| --- | --- | --- | --- | --- | --- | --- |
| 1 | second | 1,300 | - | 100.0 % | 0 | 0.100 s |
| 2 | first | 600 | - | 50.0 % | 1 | 0.100 s |
| 2 | third\\|one | 600 | - | 50.0 % | 1 | 0.100 s |
| 4 | last | 0 | - | 0.0 % | 4 | 0.100 s |

| letters | 4 | 5 |
| --- | --- | --- |
| second | 600 | 700 |
"""
"""The tables in Markdown, as far as the first line of the second one."""


@pytest.fixture
def board():
    return board_of(CONTEST, RECORDS)


class TestLeaderboard:
    def test_equal_totals_share_a_rank(self, board):
        assert [standing.rank for standing in board.standings] == [2, 1, 2, 4]

    def test_among_equals_the_ranking_has_the_given_order(self, board):
        assert [standing.name for standing in board.ranking()] == ["second", "first", "third|one", "last"]

    def test_order_of_the_records_is_of_no_influence(self, board):
        assert board_of(CONTEST, reversed(RECORDS)) == board

    def test_one_player_has_no_verdict(self):
        contest = Contest(PLAYERS[:1], WORDS, rounds=2, seed=7, wordlist="packaged")
        assert board_of(contest, RECORDS[:4]).verdict == ""


class TestFormats:
    def test_text_has_the_standings_by_rank_and_the_lengths_below(self, board):
        assert render(board, "text") == TEXT

    def test_the_lengths_stand_beside_the_standings_where_there_is_room(self, board):
        columns = 90
        # After the two lines of the verdict and a blank one.
        header, first = render(board, "text", columns).splitlines()[3:5]
        assert header == "rank  player     total  95 % interval   solved  failures  mean time    4    5"
        assert first == "   1  second     1,300              -  100.0 %         0    0.100 s  600  700"

    def test_markdown_has_the_same(self, board):
        verdict, tables = render(board, "markdown").split("\n", 1)
        assert verdict.startswith("second leads first")
        assert tables.startswith(MARKDOWN)

    def test_markdown_has_whole_names_in_both_tables(self):
        name = "python3 players/entropy.py --fast"
        player = Program(name, command=name, arguments=(name,))
        contest = Contest((player,), WORDS, rounds=2, seed=7, wordlist="packaged")

        markdown = render(board_of(contest, records_of(name, ENDS["first"])), "markdown")

        assert f"| 1 | {name} | 600 |" in markdown
        assert f"| {name} | 400 | 200 |" in markdown

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
            "verdict", "seed", "wordlist", "lengths", "rounds", "played", "games", "until_decided", "isolation",
            "players",
        ]  # fmt: skip
        assert (value["seed"], value["wordlist"], value["lengths"], value["rounds"]) == (7, "packaged", [4, 5], 2)

        nothing = {"points": 0, "games": 2, "solved": 0}
        assert value["players"][3] == {
            "name": "last", "command": "./last", "total": 0, "rank": 4,
            "interval": None, "interval_reason": "too few words: 4, of 6 that are needed",
            "by_length": {"4": nothing, "5": nothing}, "games": 4, "solved": 0,
            "failures": {"crashed": 2, "move-timeout": 1, "not-started": 1}, "mean_seconds": 0.1,
            "illegal": 0, "void": 0, "suspect": 0,
        }  # fmt: skip

    def test_the_interval_of_eight_words_is_around_the_total(self):
        """Four words are solved at the first attempt and four at the second: 4 x 500 + 4 x 400 = 3,600 points."""
        words = {4: [f"{number:04}" for number in range(8)]}
        records = [record("first", word, index, index % 2 + 1) for index, word in enumerate(words[4])]
        board = board_of(Contest(PLAYERS[:1], words, rounds=8, seed=7, wordlist="packaged"), records)

        low, high = json.loads(render(board, "json"))["players"][0]["interval"]

        most = 8 * 500
        assert low < 3600 < high <= most
        assert f"  3,600  {low:,} to {high:,}  " in render(board, "text")

    def test_illegal_guesses_are_a_column_where_there_are_any(self):
        board = board_of(CONTEST, [replace(RECORDS[0], illegal=3), *RECORDS[1:]])
        # After the two lines of the verdict and a blank one. `second` leads, and `first` comes next.
        text_table = render(board, "text").splitlines()[3:6]
        csv_table = csv.DictReader(io.StringIO(render(board, "csv")))
        assert [line.split()[-1] for line in text_table] == ["illegal", "0", "3"]
        assert [row["illegal"] for row in csv_table] == ["0", "3", "0", "0"]
        assert "| illegal |" in render(board, "markdown")

    def test_without_illegal_guesses_there_is_no_such_column(self, board):
        assert "llegal" not in render(board, "text") + render(board, "csv")

    def test_twelve_players_with_long_names_fit_100_columns(self):
        names = [f"python3 players/number{number}.py --fast" for number in range(12)]
        players = tuple(Program(name, command=name, arguments=(name,)) for name in names)
        words = {}
        for length in range(4, 14):
            words[length] = [f"{number:0{length}}" for number in range(100)]

        records = []
        for name, length in itertools.product(names, words):
            for index, word in enumerate(words[length]):
                # With illegal guesses the table has a column for them, and is at its widest.
                records.append(replace(record(name, word, index, 1), illegal=1))

        contest = Contest(players, words, rounds=100, seed=7, wordlist="packaged")

        text = render(board_of(contest, records), "text")
        assert max(map(len, text.splitlines())) <= 100
        # The verdict takes two lines, each of two tables thirteen, the conditions one, with blank lines after the
        # verdict and between the tables.
        assert len(text.splitlines()) == 2 + 1 + 13 + 1 + 13 + 1

    def test_one_game_is_told_in_the_singular(self):
        contest = Contest(PLAYERS[:1], {4: ["able"]}, rounds=1, seed=7, wordlist="packaged")
        text = render(board_of(contest, [record("first", "able", 0, Termination.CRASHED)]), "text")
        assert "first: 1 of 1 game failed: 1 crashed" in text

    def test_every_line_is_folded_to_a_narrow_terminal(self, board):
        assert max(map(len, render(board, "text", 40).splitlines())) <= 40

    def test_forfeited_games_have_no_part_in_the_mean_time(self):
        forfeited = [replace(record, termination=Termination.FORFEITED, seconds=0.0) for record in RECORDS[1:4]]
        board = board_of(CONTEST, [RECORDS[0], *forfeited, *RECORDS[4:]])
        assert board.standings[0].overall.mean_seconds == 0.1


class TestGamesSetApart:
    """The first game of `first`, worth 400 points, is void; the last one of `third|one` is a suspect time-out."""

    @pytest.fixture
    def board(self):
        void = replace(RECORDS[0], void="a power cut")
        late = replace(RECORDS[LAST_OF_THIRD], pressure=0.9)
        return board_of(CONTEST, [void, *RECORDS[1:LAST_OF_THIRD], late, *RECORDS[LAST_OF_THIRD + 1 :]])

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
    late = replace(RECORDS[LAST_OF_THIRD], pressure=0.9, silence=silence)
    board = board_of(CONTEST, [*RECORDS[:LAST_OF_THIRD], late, *RECORDS[LAST_OF_THIRD + 1 :]])
    assert board.standings[2].overall.suspect == suspect
    assert ("while the machine was busy" in render(board, "text")) == bool(suspect)
