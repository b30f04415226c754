"""The rule that ends a run once the leader is clear: by hand, by seeded simulation, and `run --until-decided`."""

import functools
import itertools
import math
import shlex
import shutil
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
from made_runs import edit_record, game_record
from word_games import words_of_few_letters

from referee.contest.contest import BLOCK, Contest
from referee.contest.player import Program
from referee.results.stopping_rule import BETS, ERROR, START, StoppingRule, after_word, e_value
from referee.storage.run import open_run

MOST_POINTS = 500
"""The largest difference in points with a word. The rule divides by it, so that its differences are from -1 to 1."""


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
    players = tuple(Program(name, command=name, arguments=(name,)) for name in points)
    contest = Contest(players, {4: words}, rounds=len(words), seed=1, wordlist="made up", until_decided=True)
    rule = StoppingRule(contest)
    for name, won in points.items():
        for index, each in enumerate(won):
            why = "a power cut" if (name, index) in void else None
            # The rule asks for the length of a word and its place in the draw, not for the word.
            rule.add(game_record(name, "able", index, points=each, void=why))

    return rule


class TestStoppingRule:
    """A run ends at the end of a block; a block has ten rounds."""

    def test_who_leads_all_others_clearly_is_the_leader(self):
        rule = rule_after(a=[400] * 40, b=[0] * 40, c=[200] * 40)
        assert (rule.rounds, rule.leader) == (40, "a")

    def test_of_equal_players_none_is_the_leader(self):
        rule = rule_after(a=[300, 0] * 500, b=[300, 0] * 500)
        assert (rule.rounds, rule.leader) == (1000, None)

    def test_who_is_ahead_of_one_but_not_of_the_other_is_no_leader(self):
        rule = rule_after(a=[400] * 40, b=[0] * 40, c=[400] * 40)
        assert (rule.rounds, rule.leader) == (40, None)

    def test_the_run_ends_at_the_end_of_a_block(self):
        assert rule_after(a=[400] * 40, b=[0] * 40).ends_the_run

    def test_the_run_does_not_end_within_a_block(self):
        rule = rule_after(a=[400] * 39, b=[0] * 39)
        assert (rule.leader, rule.ends_the_run) == ("a", False)

    def test_the_run_does_not_end_before_a_new_player_has_caught_up(self):
        # Forty rounds are complete, which would end the run; player a has begun the next one.
        assert not rule_after(a=[400] * 41, b=[0] * 40).ends_the_run

    def test_without_players_there_is_no_leader(self):
        assert rule_after().leader is None

    def test_pairs_of_players_take_no_memory_before_the_first_round(self):
        """Two hundred players are 39,800 pairs. A made-up record with a hundred times as many filled the memory."""
        points = {f"p{number}": [] for number in range(200)}

        tracemalloc.start()
        rule_after(**points)
        _, most_bytes = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert most_bytes < 1_000_000

    def test_three_words_are_too_few(self):
        rule = rule_after(a=[400] * 3, b=[300] * 3)
        assert (rule.rounds, rule.leader) == (3, None)

    def test_only_complete_rounds_count(self):
        rule = rule_after(a=[400] * 40, b=[0] * 2)
        assert (rule.rounds, rule.leader) == (2, None)

    def test_the_word_of_a_void_game_does_not_count(self):
        """All thirty words that a wins are void for b; with each of the other ten both win 300 points."""
        void = {("b", index) for index in range(10, 40)}
        rule = rule_after(void, a=[300] * 10 + [500] * 30, b=[300] * 10 + [0] * 30)
        assert (rule.rounds, rule.leader) == (40, None)


RUNS = 500
ROUNDS = 300
POINTS = (0, 100, 200, 300, 400)
BETTER = (0.05, 0.15, 0.35, 0.3, 0.15)
MIDDLING = (0.1, 0.15, 0.35, 0.3, 0.1)
WORSE = (0.15, 0.15, 0.35, 0.3, 0.05)
"""The chances of each of POINTS. They win 235, 215 and 195 points a word on average."""


def simulate(ours, theirs):
    """The differences of two players in many runs, array [run, round, length].

    ours, theirs: for each length the chances of the first and of the second player, such as MIDDLING.
    """
    points = []
    for seed, chances in enumerate((ours, theirs), 1):
        rng = np.random.default_rng(seed)
        points.append(np.stack([rng.choice(POINTS, p=p, size=(RUNS, ROUNDS)) for p in chances], axis=2))
    return points[0] - points[1]


def without_replacement():
    """Differences of two players that are equal over all words of a list, for runs that draw half of the list.

    Array [run, round, length]. The first player is seldom much better and often a little worse, with a mean of 0:
    0.2 x 300 = 0.1 x 200 + 0.4 x 100.
    """
    list_of_600_words = np.repeat([300, 0, -100, -200], [120, 180, 240, 60])
    assert (len(list_of_600_words), list_of_600_words.sum()) == (2 * ROUNDS, 0)

    rng = np.random.default_rng(4)
    lengths = []
    for _ in range(3):
        lengths.append([rng.permutation(list_of_600_words)[:ROUNDS] for _ in range(RUNS)])
    return np.stack(lengths, axis=2)


def is_first_called_better(differences):
    """Whether the e-value for the first player ever sufficed at the end of a block, for each run: bool (runs,).

    differences: array [run, round, length].
    """
    # Array [bet, run, round]: the logarithm of each gambler's capital after the round.
    logs = np.stack([np.log1p(bet * differences / MOST_POINTS).sum(axis=2).cumsum(axis=1) for bet in BETS])
    capital = np.exp(logs).mean(axis=0)

    # The product of many words at once is that of the rule, which takes them one by one.
    assert capital[0, -1] == pytest.approx(evidence((differences[0] / MOST_POINTS).ravel()))

    # Either of two players may be called better by mistake, so each has half of the error.
    needed = 1 / (ERROR / 2)
    return (capital[:, BLOCK - 1 :: BLOCK] >= needed).any(axis=1)


def alike_at_each_length():
    """The differences of two players with the same chances."""
    return simulate((MIDDLING,) * 3, (MIDDLING,) * 3)


def alike_as_a_whole():
    """The differences of two players each of which is the better one at one of three lengths."""
    return simulate((BETTER, MIDDLING, WORSE), (WORSE, MIDDLING, BETTER))


@pytest.mark.parametrize("simulation", [alike_at_each_length, alike_as_a_whole, without_replacement])
def test_one_of_two_equals_is_seldom_called_better(simulation):
    differences = simulation()

    is_some_called_better = is_first_called_better(differences) | is_first_called_better(-differences)

    assert is_some_called_better.mean() <= ERROR


def test_a_rule_for_one_look_fails_in_the_same_simulation():
    """A 95 % interval asked again and again is wrong in far more than 5 % of the runs."""
    differences = alike_at_each_length()
    is_wrong = np.zeros(RUNS, dtype=bool)
    for rounds in range(BLOCK, ROUNDS + 1, BLOCK):
        words = differences[:, :rounds].reshape(RUNS, -1)
        half_interval = 1.96 * words.std(axis=1) / math.sqrt(words.shape[1])
        is_wrong |= abs(words.mean(axis=1)) > half_interval

    # It is wrong in 32 % of these runs.
    assert is_wrong.mean() > 0.15


def test_real_differences_are_found():
    differences = simulate((BETTER,) * 3, (MIDDLING,) * 3)
    # The better player is found in 78 % of these runs.
    assert is_first_called_better(differences).mean() > 0.7
    assert is_first_called_better(-differences).mean() < ERROR


EXAMPLE = Path(__file__).parents[2] / "examples" / "players" / "candidates.awk"


@pytest.fixture(scope="module")
def decided(run, tmp_path_factory):
    """The directory of a run of sixty words with an example player and one that never guesses."""
    directory = tmp_path_factory.mktemp("decided")
    (directory / "list.txt").write_text("\n".join(words_of_few_letters(seed=7, length=5, count=60)) + "\n")
    options = ["--wordlist", directory / "list.txt", "--lengths", "5", "--seed", 1]
    players = [f"plays=awk -f {shlex.quote(str(EXAMPLE))}", "never=true"]

    done = run("referee", "run", "--players", *players, *options, "--until-decided", "--out", directory / "out")

    assert done.returncode == 0, done.stderr
    return directory / "out"


class TestUntilDecided:
    """The run of the fixture `decided`, which ended after ROUNDS_PLAYED of its sixty rounds."""

    ROUNDS_PLAYED = 20
    """Two blocks of ten. The example player is the same on every machine, and so are its points."""

    @pytest.fixture
    def out(self, decided, tmp_path):
        """The directory of a copy of the run."""
        return shutil.copytree(decided, tmp_path / "out")

    def test_a_run_stops_at_the_end_of_a_block_where_one_leads_clearly(self, out, referee_json):
        board = referee_json("leaderboard", out)

        assert board["until_decided"] == {"rounds": self.ROUNDS_PLAYED, "leader": "plays"}
        assert (board["rounds"], board["games"]) == (60, 2 * 60)
        assert board["played"] == 2 * self.ROUNDS_PLAYED

    def test_the_table_says_after_how_many_words(self, out, referee):
        sentence = f"words of each length: {self.ROUNDS_PLAYED} of at most 60 (plays leads clearly)"
        assert sentence in referee("leaderboard", out).stdout

    def test_a_decided_run_has_no_game_left_to_play(self, out, referee_json):
        before = referee_json("leaderboard", out)

        assert referee_json("run", "--resume", out) == before

    def test_a_new_player_catches_up_first(self, out, referee_json):
        board = referee_json("run", "--resume", out, "--players", "new=true")

        assert board["until_decided"]["rounds"] == self.ROUNDS_PLAYED
        assert [player["games"] for player in board["players"]] == [self.ROUNDS_PLAYED] * 3

    @pytest.fixture
    def committed(self, out, referee):
        """The directory of the run as if it had been played with --commit. Then the games of `plays` were made void."""
        edit_record(out, "UPDATE run SET nonce = ?, commitment = ?", "0" * 32, "0" * 64)
        referee("void", out, "--player", "plays", "--why", "a reason")
        return out

    def test_no_game_is_begun_after_the_words_were_shown(self, committed, referee_json):
        board = referee_json("run", "--resume", committed)

        assert board["until_decided"]["leader"] is None
        assert board["played"] == 2 * self.ROUNDS_PLAYED

    def test_words_that_were_shown_do_not_become_secret_again(self, committed):
        with open_run(committed) as run:
            assert run.secret_words() == frozenset()

    def test_void_games_are_played_again_although_the_words_were_shown(self, committed, referee_json):
        board = referee_json("rerun", committed, "--void")

        assert board["until_decided"] == {"rounds": self.ROUNDS_PLAYED, "leader": "plays"}

    @pytest.mark.parametrize(("arguments", "message"), [
        (["--until-decided", "--rounds", 2], "takes --max-rounds"),
        (["--until-decided", "--words", "x"], "leave --words away"),
        (["--until-decided"], "two players"),
        (["--max-rounds", 2], "is for --until-decided"),
    ])  # fmt: skip
    def test_options_that_do_not_go_together_are_refused(self, referee_run, steady_player, arguments, message):
        done = referee_run("--players", steady_player, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
