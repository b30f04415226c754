"""The rule that ends a run once the leader is clear: by hand, by seeded simulation, and `run --until-decided`."""

import functools
import itertools
import json
import math
import shlex
from pathlib import Path

import numpy as np
import pytest
from made_runs import game_record
from word_games import words_of_few_letters

from referee.contest.contest import BLOCK, Contest
from referee.contest.player import Program
from referee.results.stopping_rule import BETS, ERROR, START, StoppingRule, after_word, e_value


def evidence(differences):
    """The e-value of these differences, from -1 to 1."""
    return e_value(functools.reduce(after_word, differences, START))


class TestEValue:
    def test_is_1_before_the_first_word(self):
        assert evidence([]) == pytest.approx(1)

    def test_grows_by_the_mean_bet_with_the_largest_difference(self):
        """The bets 0.9, 0.636, 0.45, … are a geometric series: its sum is 0.9 (1 - 1/64) / (1 - 0.7071) = 3.0247.

        There are twelve of them, and each is paid in full: the mean capital grows by a twelfth of the sum.
        """
        assert evidence([1.0]) == pytest.approx(1 + 3.0247 / 12, abs=0.0001)

    def test_falls_with_the_words_that_the_other_wins(self):
        assert evidence([-1.0] * 50) < 0.5

    def test_of_a_fair_game_is_1_on_average(self):
        """Over all sequences of ten fair differences, exactly."""
        games = itertools.product((-0.6, 0.6), repeat=10)
        assert sum(map(evidence, games)) / 2**10 == pytest.approx(1)

    def test_of_a_round_that_is_fair_as_a_whole_is_less(self):
        """Better at one length, worse at the other: the bets must not win by that."""
        assert evidence([0.5, -0.5]) < 1


def rule_after(void=(), **points):
    """The stopping rule after these points of each player at one length; void: (player, index) of each void game."""
    words = [f"{number:04}" for number in range(1000)]
    players = tuple(Program(name, name, (name,)) for name in points)
    rule = StoppingRule(Contest(players, {4: words}, 1000, 1, "made up", until_decided=True))
    for name, won in points.items():
        for index, each in enumerate(won):
            why = "a power cut" if (name, index) in void else None
            # The rule asks for the length of a word and its place in the draw, not for the word.
            rule.add(game_record(name, "able", index, points=each, void=why))

    return rule


class TestStoppingRule:
    def test_who_leads_all_others_clearly_is_the_leader(self):
        rule = rule_after(a=[400] * 40, b=[0] * 40, c=[200] * 40)
        assert (rule.rounds, rule.leader) == (40, "a")

    def test_of_equal_players_none_is_the_leader(self):
        rule = rule_after(a=[300, 0] * 500, b=[300, 0] * 500)
        assert (rule.rounds, rule.leader) == (1000, None)

    def test_who_is_ahead_of_one_but_not_of_the_other_is_no_leader(self):
        rule = rule_after(a=[400] * 40, b=[0] * 40, c=[400] * 40)
        assert (rule.rounds, rule.leader) == (40, None)

    def test_three_words_are_too_few(self):
        rule = rule_after(a=[400] * 3, b=[300] * 3)
        assert (rule.rounds, rule.leader) == (3, None)

    def test_only_complete_rounds_count(self):
        rule = rule_after(a=[400] * 40, b=[0] * 2)
        assert (rule.rounds, rule.leader) == (2, None)

    def test_the_word_of_a_void_game_does_not_count(self):
        """All thirty words that a wins are void for b; the other ten are drawn."""
        void = {("b", index) for index in range(10, 40)}
        rule = rule_after(void, a=[300] * 10 + [500] * 30, b=[300] * 10 + [0] * 30)
        assert (rule.rounds, rule.leader) == (40, None)


RUNS, ROUNDS = 500, 300
POINTS = (0, 100, 200, 300, 400)
MIDDLING = (0.1, 0.15, 0.35, 0.3, 0.1)
BETTER = (0.05, 0.15, 0.35, 0.3, 0.15)
WORSE = (0.15, 0.15, 0.35, 0.3, 0.05)
"""Chances of POINTS; 20 points a word lie between two of them."""


def simulated(ours, theirs):
    """Differences in many runs, array [run, round, length]; the chances of both players for each length."""
    points = []
    for seed, chances in enumerate((ours, theirs), 1):
        rng = np.random.default_rng(seed)
        points.append(np.stack([rng.choice(POINTS, p=p, size=(RUNS, ROUNDS)) for p in chances], axis=2))
    return points[0] - points[1]


def without_replacement():
    """Differences of two equal players for words drawn from twice as many."""
    rng = np.random.default_rng(4)
    # Seldom much better, often a little worse: the mean is near 0.
    population = rng.choice([-200, -100, 0, 300], p=[0.2, 0.3, 0.3, 0.2], size=2 * ROUNDS)
    # As many words as needed are changed by 100 points, until the sum of all differences is 0.
    excess = population.sum()
    population[: abs(excess) // 100] -= 100 * np.sign(excess)

    lengths = []
    for _ in range(3):
        lengths.append([rng.permutation(population)[:ROUNDS] for _ in range(RUNS)])
    return np.stack(lengths, axis=2)


def decided(differences):
    """In which runs the e-value for the first player ever sufficed, at the end of a block."""
    # Array [bet, run, round]: the logarithm of each gambler's capital after the round.
    logs = np.stack([np.log1p(bet * differences / 500).sum(axis=2).cumsum(axis=1) for bet in BETS])
    capital = np.exp(logs).mean(axis=0)

    # The product of many words at once is that of the rule, which takes them one by one.
    assert capital[0, -1] == pytest.approx(evidence((differences[0] / 500).ravel()))

    # Either of two players may be called better by mistake, so each has half of the error.
    needed = 1 / (ERROR / 2)
    return (capital[:, BLOCK - 1 :: BLOCK] >= needed).any(axis=1)


PAIRS_OF_EQUALS = [((MIDDLING,) * 3, (MIDDLING,) * 3), ((BETTER, MIDDLING, WORSE), (WORSE, MIDDLING, BETTER))]


@pytest.mark.parametrize("differences", [*(simulated(*chances) for chances in PAIRS_OF_EQUALS), without_replacement()])
def test_one_of_two_equals_is_seldom_called_better(differences):
    assert (decided(differences) | decided(-differences)).mean() <= ERROR


def test_a_rule_for_one_look_fails_in_the_same_simulation():
    """A 95 % interval asked again and again is wrong in far more than 5 % of the runs."""
    differences = simulated(*PAIRS_OF_EQUALS[0])
    wrong = np.zeros(RUNS, dtype=bool)
    for rounds in range(BLOCK, ROUNDS + 1, BLOCK):
        words = differences[:, :rounds].reshape(RUNS, -1)
        wrong |= abs(words.mean(axis=1)) > 1.96 * words.std(axis=1) / math.sqrt(words.shape[1])
    assert wrong.mean() > 0.15


def test_real_differences_are_found():
    differences = simulated((BETTER,) * 3, (MIDDLING,) * 3)
    assert decided(differences).mean() > 0.7 and decided(-differences).mean() < ERROR


EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "candidates.awk"


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
