"""Leaderboards and their formats, from records made by hand; `referee compare` and `run --until-decided`."""

import csv
import io
import json
import shlex
from dataclasses import replace
from pathlib import Path

import pytest
from made_runs import game_record

from referee.contest.contest import Contest
from referee.contest.player import Program
from referee.contest.players import player_of
from referee.contest.termination import Termination
from referee.results.comparison import compare_all
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


RECORDS = [
    record(player, word, place % 2, end)
    for player, ends in ENDS.items()
    for place, (word, end) in enumerate(zip([*WORDS[4], *WORDS[5]], ends, strict=True))
]

TEXT = """\
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

first: 1 of 4 games failed: 1 crashed
third|one: 1 of 4 games failed: 1 startup-timeout
last: 4 of 4 games failed: 2 crashed, 1 move-timeout, 1 not-started
95 % intervals of the totals: none, too few words
words of each length: 2, word list: packaged, seed: 7
"""

MARKDOWN = """\
|  | 4 | 5 | Total |
| --- | ---: | ---: | ---: |
| first | 400 | 200 | 600 |
| second | 600 | 700 | 1300 |
| third\\|one | 100 | 500 | 600 |
| last | 0 | 0 | 0 |
"""


@pytest.fixture
def board():
    return leaderboard(CONTEST, RECORDS)


class TestLeaderboard:
    def test_equal_totals_share_a_rank(self, board):
        assert [standing.rank for standing in board.standings] == [2, 1, 2, 4]
        assert [standing.name for standing in board.ranking()] == ["second", "first", "third|one", "last"]

    def test_order_of_the_records_is_of_no_influence(self, board):
        assert leaderboard(CONTEST, reversed(RECORDS)) == board


class TestFormats:
    def test_interval(self):
        words = {4: [f"{number:04}" for number in range(8)]}
        records = [record("first", word, index, index % 2 + 1) for index, word in enumerate(words[4])]
        board = leaderboard(Contest(PLAYERS[:1], words, 8, 7, "packaged"), records)
        low, high = json.loads(render(board, "json"))["players"][0]["interval"]
        assert low < 3600 < high <= 4000
        assert f"95 % intervals of the totals: first {low} to {high}\n" in render(board, "text")

    def test_illegal_guesses_are_a_column_where_there_are_any(self):
        records = [replace(RECORDS[0], illegal=3), *RECORDS[1:]]
        board = leaderboard(CONTEST, records)
        assert [line.split()[-1] for line in render(board, "text").splitlines()[:3]] == ["Illegal", "3", "0"]
        assert [line.rsplit(",", 1)[-1] for line in render(board, "csv").splitlines()[:3]] == ["illegal", "3", "0"]
        assert "| Illegal |" in render(board, "markdown")
        without = leaderboard(CONTEST, RECORDS)
        assert "llegal" not in render(without, "text") + render(without, "csv")

    def test_the_last_lines_are_folded_to_the_width(self, board):
        def named(line, number):
            return replace(line, name=f"player {number}", estimate=replace(line.estimate, interval=(100.0, 200.0)))

        standings = tuple(named(line, number) for number, line in enumerate(board.standings * 3))
        text, whole = (render(replace(board, standings=standings), "text", width) for width in (40, None))
        lines = text[text.index("95 % intervals") :].splitlines()
        assert len(lines) > 5 and max(map(len, lines)) <= 40
        assert " ".join(line.strip() for line in lines) in " ".join(whole.splitlines())

    def test_void_games_and_suspect_time_outs_are_told(self):
        void = replace(RECORDS[0], void="a power cut")
        late = replace(RECORDS[11], pressure=0.9)
        board = leaderboard(CONTEST, [void, *RECORDS[1:11], late, *RECORDS[12:]])
        text = render(board, "text")
        assert "void games, not counted: first 1\n" in text
        assert "time-outs while the machine was busy: third|one 1; " in text
        players = json.loads(render(board, "json"))["players"]
        assert [(one["void"], one["suspect"]) for one in players] == [(1, 0), (0, 0), (0, 1), (0, 0)]
        assert (players[0]["total"], players[0]["games"]) == (200, 3)

    def test_text(self, board):
        assert render(board, "text") == TEXT
        assert render(board, "markdown").startswith(MARKDOWN)

    def test_csv(self, board):
        rows = list(csv.reader(io.StringIO(render(board, "csv"))))
        assert rows[0] == ["rank", "name", "command", "4", "5", "total", "games", "solved", "failures", "low", "high"]
        assert rows[3] == ["2", "third|one", "./third|one", "100", "500", "600", "4", "2", "1", "", ""]

    def test_json(self, board):
        value = json.loads(render(board, "json"))
        assert list(value) == ["seed", "wordlist", "lengths", "rounds", "played", "games", "until_decided", "players"]
        assert [*value.values()][:4] == [7, "packaged", [4, 5], 2]
        nothing = {"points": 0, "games": 2, "solved": 0}
        assert value["players"][3] == {
            "name": "last", "command": "./last", "total": 0, "rank": 4,
            "interval": None, "interval_reason": "too few words: 4, of 6 that are needed",
            "by_length": {"4": nothing, "5": nothing}, "games": 4, "solved": 0,
            "failures": {"crashed": 2, "move-timeout": 1, "not-started": 1}, "illegal": 0, "void": 0, "suspect": 0,
        }  # fmt: skip


EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "candidates.awk"


@pytest.fixture
def directory(contest, steady, program, tmp_path):
    """Two players for all words: the other guesses 'seat' first, then 'dents'."""
    other = "other=" + program("guesses.sh", "seat", "dents")
    contest("--players", steady, other, "none=false", "--rounds", 4, "--seed", 1, "--out", tmp_path / "out")
    return tmp_path / "out"


class TestCompare:
    def test_json(self, directory, in_json):
        """By hand. steady: able 500, seat 200, crane 400, dozes 300, tough 100; other: seat 500, dents 400."""
        value = in_json("compare", directory, "steady", "other")
        assert set(value) == {"a", "b", "total", "by_length", "words"}
        four = value["by_length"]["4"]
        assert (four["words"], four["a"], four["b"], four["difference"]) == (4, 700, 500, 200)
        assert (four["won"], four["drawn"], four["lost"]) == (1, 2, 1)
        nothing = (None, None, "too few words: 4, of 6 that are needed")
        assert (four["interval"], four["a_better"], four["reason"]) == nothing
        total = value["total"]
        low, high = total["interval"]
        assert low < total["difference"] < high and 0 < total["a_better"] < 1
        assert total["words"] == total["won"] + total["drawn"] + total["lost"] == 8
        assert total["difference"] == sum(one["difference"] for one in value["by_length"].values())
        sizes = [abs(word["difference"]) for word in value["words"]]
        assert sizes == sorted(sizes, reverse=True)
        assert value["words"][0] == {"length": 4, "word": "able", "a": 500, "b": 0, "difference": 500}

    def test_text(self, referee, directory):
        lines = referee("compare", directory, "steady", "other", "--top", 1).stdout.splitlines()
        assert lines[1].split()[:5] == ["4", "4", "700", "500", "+200"]
        assert lines[3].split()[0] == "Total"
        assert lines[-2:] == ["words where they differ most (steady, other):", "  able  500    0  +500"]

    @pytest.mark.parametrize(
        ("names", "message"), [(("steady", "x"), "no player 'x'"), (("steady", "steady"), "two different players")]
    )
    def test_unknown_player(self, referee, directory, names, message):
        result = referee("compare", directory, *names)
        assert (result.returncode, result.stdout) == (2, "")
        assert message in result.stderr


def test_only_players_with_a_word_in_common_are_set_side_by_side():
    points = {("a", 0): 500, ("b", 0): 300, ("c", 1): 400}
    results = [game_record(name, "able", index, points=won) for (name, index), won in points.items()]
    contest = Contest(tuple(player_of(f"{name}=sh") for name in "abc"), {4: ["able", "seat"]}, 2, 1, "made up")
    found = compare_all(contest, results, ["b", "a", "c"])
    assert [(names, one.words, one.difference) for names, one in found] == [(("b", "a"), 1, -200)]


class TestUntilDecided:
    @pytest.fixture
    def decided(self, referee, tmp_path, some_words):
        """The directory and the result of a run of an example player against one that never guesses."""
        (tmp_path / "list.txt").write_text("\n".join(some_words(7, 5, 60)) + "\n")
        options = ["--wordlist", tmp_path / "list.txt", "--lengths", "5", "--seed", 1, "--format", "json"]
        players = [f"plays=awk -f {shlex.quote(str(EXAMPLE))}", "never=true"]
        out = tmp_path / "out"
        return out, json.loads(referee("run", "--players", *players, *options, "--until-decided", "--out", out).stdout)

    def test_stops_where_one_leads_clearly(self, referee, decided, in_json):
        out, value = decided
        rounds = value["until_decided"]["rounds"]
        assert value["until_decided"]["leader"] == "plays"
        assert rounds in (10, 20, 30)
        assert (value["rounds"], value["played"], value["games"]) == (60, 2 * rounds, 120)
        assert (
            f"words of each length: {rounds} of at most 60 (plays leads clearly)" in referee("leaderboard", out).stdout
        )
        assert in_json("run", "--resume", out) == value

    def test_new_player_catches_up_first(self, decided, in_json):
        out, before = decided
        again = in_json("run", "--resume", out, "--players", "new=true")
        assert again["until_decided"] == before["until_decided"]
        assert [player["games"] for player in again["players"]] == [before["until_decided"]["rounds"]] * 3

    @pytest.mark.parametrize(("arguments", "message"), [
        (["--until-decided", "--rounds", 2], "takes --max-rounds"),
        (["--until-decided", "--words", "x"], "leave --words away"),
        (["--until-decided"], "two players"),
        (["--max-rounds", 2], "is for --until-decided"),
    ])  # fmt: skip
    def test_mistakes(self, contest, steady, arguments, message):
        result = contest("--players", steady, *arguments)
        assert (result.returncode, result.stdout) == (2, "")
        assert message in result.stderr
