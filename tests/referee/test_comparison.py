"""Two players compared over the words that both have played: the verdict, and what `referee compare` prints."""

import pytest
from made_runs import game_record
from programs import run_program

from referee.contest.contest import Conditions, Contest
from referee.contest.limits import Limits
from referee.contest.players import player_of
from referee.results.comparison import compare_players, verdict
from referee.results.leaderboard import leaderboard


def verdict_of(differences, equal=0):
    """The verdict on ann and bob over words of one length.

    differences: the points by which ann wins words. equal: how many words both win by the same points.
    """
    points_by_word = {}
    for number, difference in enumerate([*differences, *[0] * equal]):
        points_by_word[f"{number:04}"] = (500, 500 - difference)
    return verdict(compare_players("ann", "bob", points_by_word, most=500), lengths=1)


class TestVerdict:
    """Who leads, by how much, and whether that is certain.

    The variance of a lead is computed as if two more words had been played, one with a difference of 0.8 x 500 = 400
    points and one with -400 (see results/estimates.py). They add 2 x 400^2 = 320,000.
    """

    def test_a_lead_that_is_certain(self):
        assert verdict_of([300] * 20, equal=20) == "ann leads bob by 6,000 points; that is certain (over 99.9 %)."

    def test_the_second_may_lead(self):
        assert verdict_of([-300] * 20, equal=20).startswith("bob leads ann by 6,000 points; ")

    def test_small_differences_are_certain_over_many_words(self):
        """Differences of 200 and -100 in turn: mean 50, and n s^2 = 100/99 x 100 x 150^2 over a hundred words.

        With the two unseen words the error is sqrt(2,272,727 + 2 x 400^2) = 1,610 for a lead of 5,000: a t of 3.1.
        """
        assert verdict_of([200, -100] * 50) == "ann leads bob by 5,000 points; that is certain (99.9 %)."

    def test_a_lead_that_is_not_certain_says_how_many_rounds_would_decide(self):
        """The same differences over ten words: a lead of 500 with an error of sqrt(250,000 + 320,000) = 755.

        Student's t of 0.662 with 9 degrees of freedom has 0.738 below it. k words decide where
        50 k = 2.01 x sqrt(25,000 k + 320,000): at 51, which is 41 more. 2.01 is the t that has 0.975 below it, with 50
        degrees of freedom.
        """
        sentence = verdict_of([200, -100] * 5)
        assert sentence == "ann leads bob by 500 points; that is not certain (74 %): about 41 more rounds would decide."

    def test_a_lead_that_hardly_any_contest_would_decide(self):
        """A lead of 100 over 101 words, with an error of about sqrt(100 x 500^2) = 5,000: a t of 0.02.

        k words decide where the lead of k, about 1 point a word, exceeds 1.96 x 500 x sqrt(k): at a million.
        """
        sentence = verdict_of([500, -500] * 50 + [100])
        assert sentence.endswith("that is not certain (51 %): more than 10,000 more rounds would decide.")

    def test_too_few_words(self):
        assert verdict_of([100] * 3) == (
            "ann leads bob by 300 points; whether that is more than chance cannot be said: "
            "too few words: 3, of 6 that are needed."
        )

    def test_equal_totals(self):
        assert verdict_of([100, -100] * 5) == "ann and bob are level at 5,000 points."


@pytest.fixture(scope="module")
def directory(steady_player, player_command, tmp_path_factory):
    """The directory of a run that tests only read; `none` makes no guess, and `other` guesses 'seat', then 'dents'.

    All four words of four letters are drawn, and four of the six of five letters. Of these steady wins able 500,
    seat 200, crane 400 and dozes 300 points, and other seat 500 and dents 400.
    """
    directory = tmp_path_factory.mktemp("compared")
    words = ["able", "seat", "teas", "zest", "blimp", "cozen", "crane", "dents", "dozes", "tough"]
    (directory / "words.txt").write_text("".join(f"{word}\n" for word in words))

    other = "other=" + player_command("guesses.sh", "seat", "dents")
    players = [steady_player, other, "none=false"]
    options = ["--wordlist", directory / "words.txt", "--lengths", "4-5", "--rounds", 4, "--seed", 1]
    run_program("referee", ["run", "--players", *players, *options, "--out", directory / "out"], cwd=directory)
    return directory / "out"


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
        # It would be certain from 0.975 on.
        assert 0.5 < total["a_better"] < 0.975

    def test_the_words_where_they_differ_most_come_first(self, directory, referee_json):
        words = referee_json("compare", directory, "steady", "other")["words"]
        assert words[0] == {"length": 4, "word": "able", "a": 500, "b": 0, "difference": 500}
        assert [word["difference"] for word in words] == [500, 400, -400, -300, 300]

    @pytest.fixture
    def lines(self, referee, directory):
        """The lines of the comparison as text."""
        return referee("compare", directory, "steady", "other").stdout.splitlines()

    def test_text_begins_with_the_verdict(self, lines):
        assert lines[0].startswith("steady leads other by 500 points; that is not certain (")

    def test_text_has_a_row_for_each_length_and_one_for_all(self, lines):
        _verdict, _empty_line, header, four_letters, _five_letters, total, *_ = lines

        assert header.split()[-2:] == ["better", "(one-sided)"]
        assert four_letters.split()[:5] == ["4", "4", "700", "500", "+200"]
        assert total.split()[0] == "total"

    def test_text_ends_with_the_words_where_they_differ_most(self, lines):
        # A heading, and the five words for which they differ.
        heading, first_word, *_ = lines[-6:]

        assert heading == "words where they differ most (steady, other):"
        assert first_word == "  able   500    0  +500"

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


def test_a_group_that_counts_as_one_letter_is_spelled_out(tmp_path, referee_run, referee_json, player_command):
    words = tmp_path / "words.txt"
    words.write_text("chant\n")
    players = (f"a={player_command('guesses.sh', 'chant')}", f"b={player_command('guesses.sh', 'none')}")
    options = ("--wordlist", words, "--letters", "ch", "--lengths", 4, "--rounds", "all", "--out", tmp_path / "out")
    assert referee_run("--players", *players, *options).returncode == 0

    [word] = referee_json("compare", tmp_path / "out", "a", "b")["words"]

    assert (word["word"], word["length"]) == ("chant", 4)


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
    results = [
        game_record("a", "able", index=0, points=500),
        game_record("b", "able", index=0, points=300),
        game_record("c", "seat", index=1, points=400),
    ]
    players = tuple(player_of(f"{name}=sh") for name in "abc")
    contest = Contest(players, {4: ["able", "seat"]}, rounds=2, seed=1, wordlist="made up")
    board = leaderboard(contest, results, Conditions(Limits()), secret_words=frozenset())
    a, b, c = board.standings

    [comparison] = board.comparisons([b, a, c])

    assert (comparison.first, comparison.second) == ("b", "a")
    assert (comparison.words, comparison.difference) == (1, -200)
