"""`referee compare` and `referee run --until-decided`, as a user starts them."""

import json
import shlex
from pathlib import Path

import pytest
from made_runs import game_record

from referee.contest.contest import Contest
from referee.contest.players import player_of
from referee.results.comparison import compare_all

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
