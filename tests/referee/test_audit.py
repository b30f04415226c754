"""`referee audit`: its tests against hand counts and reply_for, and seeded honest and dishonest runs."""

import functools
import math
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import word_games
from made_runs import edit_record, make_run
from programs import program_path
from terminals import Terminal

from benchmarks.audit import LENGTH, ROUNDS, game_of, games_of, share_flagged, words_of
from referee.results.audit import (
    FIRST_GUESS,
    LATER_GUESSES,
    ORDER,
    _distribution_of_sum,
    _hypergeometric,
    audit,
    fitting_words,
)
from referee.storage.importer import read_games
from wordlists.reply import reply_for
from wordlists.word_game import OWN_LETTER

COLLUDERS = Path(__file__).parent / "colluders"
"""A directory with the words and the games of a contest in which two programs colluded."""
WORDS = ["able", "bale", "lead", "seat", "teas", "zest"]
LISTS = {4: word_games.game_of(WORDS)}
"""The word games of an audit in which these words may be drawn."""


def the_test(audited, kind, player):
    """The one test of that kind that an audit made of a player."""
    [test] = [test for test in audited.tests if (test.kind, test.player) == (kind, player)]
    return test


def test_fitting_words_are_those_of_reply_for():
    words = word_games.words_of_few_letters(seed=3, length=4, count=60, letters="abcd")
    letters = np.array([[*map(ord, word)] for word in words])
    # 9 guesses and 7 secrets, from all of the list.
    for guess, secret in product(words[::7], words[::9]):
        reply = reply_for(guess, secret)
        fitting = [word for word in words if reply_for(guess, word) == reply]
        is_fitting = fitting_words(letters, guess, reply)
        assert [word for word, fits in zip(words, is_fitting, strict=True) if fits] == fitting


class TestByHand:
    """A small audit of each kind. In the test of the order a game is good if it has more points than the
    median of its player's games.
    """

    def test_words_found_at_the_first_guess_have_the_chance_of_the_lists(self):
        """Two hits in three words of six each: 3 x (1/6)^2 x 5/6 + (1/6)^3 = 16/216."""
        firsts = [WORDS[0], WORDS[1], "xxxx"]
        games = [game_of("p", index, WORDS[index], [first], started=index) for index, first in enumerate(firsts)]
        test = the_test(audit(games, LISTS), FIRST_GUESS, "p")
        assert (test.observed, test.expected) == (2, pytest.approx(0.5))
        assert test.p == pytest.approx(16 / 216)

    def test_a_later_guess_has_the_chance_of_the_words_that_are_left(self):
        """The reply ?XX? to `able` leaves seat and teas, so that the chance of the second guess is 1/2."""
        test = the_test(audit([game_of("p", 0, "teas", ["able", "teas"], started=0)], LISTS), LATER_GUESSES, "p")
        assert (test.observed, test.expected) == (1, 0.5)

    def test_a_legal_guess_that_cannot_be_the_word_leaves_fewer_words(self):
        """The reply to `able`, which may be guessed but is never drawn, leaves the same two words."""
        drawn = ["lead", "seat", "teas", "zest"]
        game = game_of("p", 0, "teas", ["able", "teas"], started=0)
        test = the_test(audit([game], {4: word_games.game_of(WORDS, drawn)}), LATER_GUESSES, "p")
        assert (test.observed, test.expected) == (1, 0.5)

    def test_the_guess_after_an_illegal_first_guess_has_the_chance_of_a_first_guess(self):
        """The reply to `xxxx`, which is no word of the list, leaves all six words."""
        game = game_of("p", 0, "teas", ["xxxx", "teas"], started=0)
        test = the_test(audit([game], LISTS), LATER_GUESSES, "p")
        assert (test.observed, test.expected) == (1, pytest.approx(1 / 6))

    def test_the_reply_to_a_guess_that_breaks_hard_mode_tells_nothing(self):
        """`able` leaves seat and teas. `zest` lacks the a that a guess must now have, and gets X for every letter."""
        replies = {"able": "?XX?", "zest": "XXXX", "teas": "OOOO"}
        game = replace(game_of("p", 0, "teas", [*replies], started=0), replies=tuple(replies.values()))
        hard = {4: word_games.game_of(WORDS, hard=True)}
        test = the_test(audit([game], hard), LATER_GUESSES, "p")
        assert (test.observed, test.expected) == (1, 0.5)

    def test_words_found_by_those_who_played_later_have_the_chance_of_any_order(self):
        """b is good on both words that a played before, and on no other: 1 of 6 ways to choose two of four."""
        lost = ["xxxx"] * 5
        # a plays the first two words from second 0 on, b all four from second 50 on, a the last two from 100 on.
        games = [
            game_of("a", 0, "able", lost, started=0),
            game_of("a", 1, "bale", lost, started=1),
            game_of("b", 0, "able", ["able"], started=50),
            game_of("b", 1, "bale", ["bale"], started=51),
            game_of("b", 2, "lead", lost, started=52),
            game_of("b", 3, "seat", lost, started=53),
            game_of("a", 2, "lead", lost, started=102),
            game_of("a", 3, "seat", lost, started=103),
        ]

        test = the_test(audit(games, LISTS), ORDER, "b")
        assert (test.other, test.observed, test.expected) == ("a", 2, 1)
        assert test.p == pytest.approx(1 / 6)

    def test_first_letter_makes_hits_less_of_a_surprise(self):
        game = game_of("p", 0, "teas", ["teas"], started=0)
        assert the_test(audit([game], LISTS), FIRST_GUESS, "p").p == pytest.approx(1 / 6)
        # No other word begins with t.
        assert the_test(audit([game], {4: word_games.game_of(WORDS, letter=OWN_LETTER)}), FIRST_GUESS, "p").p == 1


class TestDistributions:
    def test_of_good_games_by_hand(self):
        """Three of four games are good. Of the two that come later one or two are good, in 3 of 6 ways each."""
        assert _hypergeometric(good=3, words_after=2, words=4) == [0.0, 0.5, 0.5]

    def test_of_good_games_among_all_words_of_a_long_list(self):
        probabilities = _hypergeometric(good=15_000, words_after=15_000, words=30_000)

        assert sum(probabilities) == pytest.approx(1)
        # By Stirling's formula the middle is 4 / sqrt(2 pi n), that of a normal distribution with the variance n / 16.
        assert max(probabilities) == pytest.approx(4 / math.sqrt(2 * math.pi * 30_000), rel=1e-4)

    def test_of_hits_have_no_negligible_probabilities_at_their_end(self):
        """One hit in 5,000 is expected: by Poisson the probability of k is 1 / (e k!), and 1 / (e 170!) is 1e-307."""
        hits = functools.reduce(_distribution_of_sum, [(0.9998, 0.0002)] * 5000, np.ones(1))

        assert len(hits) <= 170
        assert hits[:3] == pytest.approx([math.exp(-1), math.exp(-1), math.exp(-1) / 2], rel=1e-3)


def test_words_that_were_given_are_not_tested():
    audited = audit([game_of("p", 0, "able", ["able"], started=0)], LISTS, is_drawn=False)
    assert audited.tests == ()
    assert "the words were given" in audited.left_out[0]


class TestRuns:
    """Seeded runs of five players; `python -m benchmarks audit` plays a thousand.

    One program enters twice, as `twice` and `again`. What the fifth player knows depends on the kind of run: nothing
    (`honest`), the first guesses of another (`book`), every tenth word (`told`), the words that another has played
    (`passed`), or which words are played, but not when (`list`).
    """

    @pytest.mark.parametrize("kind", ["honest", "book"])
    def test_of_15_honest_runs_none_is_flagged(self, kind):
        assert share_flagged(kind, runs=15) == 0

    @pytest.mark.parametrize("kind", ["told", "passed", "list"])
    def test_a_run_whose_player_knows_words_is_always_flagged(self, kind):
        assert share_flagged(kind, runs=5) == 1

    def test_a_player_that_enters_twice_is_named_as_alike(self):
        dice = random.Random(5)
        words = words_of(dice)
        audited = audit(games_of(dice, words, "honest"), {LENGTH: word_games.game_of(words)})
        shared = {(pair.a, pair.b): pair for pair in audited.shared}
        assert shared["twice", "again"].same == shared["twice", "again"].words == ROUNDS


class TestCommand:
    """The run of 16 games has eight games of `steady`, and eight of `none`, which makes no guess.

    Each player has a test of first and one of later guesses. As all games of `none` are alike, only `steady` has a test
    of order.
    """

    @pytest.fixture
    def with_first_guesses(self, run_of_16_games):
        """The same run, but steady has found each of its words at the first guess."""
        solved = "guesses = json_array(word), replies = json_array(substr('OOOOO', 1, length)), attempts = 1"
        edit_record(run_of_16_games, f"UPDATE games SET {solved}, move_seconds = '[1]' WHERE player = 'steady'")
        return run_of_16_games

    def test_nobody_is_suspected(self, referee, run_of_16_games):
        done = referee("audit", run_of_16_games)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[0] == "Nobody is suspected: none of 5 tests is flagged."

    def test_with_a_list_of_answers_every_legal_guess_tells_something(
        self, referee_run, referee_json, player_command, tmp_path
    ):
        """The player guesses crane and then tough. The game for able, which has another length, has no legal guess.

        In the games for tough and blimp the reply to crane, which is no answer, leaves these two words. So the player
        has two chances of 1/2, and one of them is a hit.
        """
        (tmp_path / "answers").write_text("able\ntough\nblimp\n")
        player = player_command("guesses.sh", "crane", "tough")
        referee_run(
            "--players", f"p={player}", "--answers", tmp_path / "answers", "--rounds", "all", "--out", tmp_path / "out"
        )

        tests = referee_json("audit", tmp_path / "out")["tests"]

        [later] = [test for test in tests if test["kind"] == LATER_GUESSES]
        assert (later["observed"], later["expected"]) == (1, 1.0)

    def test_a_suspected_player_is_named(self, referee, with_first_guesses):
        done = referee("audit", with_first_guesses)
        verdict, _, first, *_ = done.stdout.splitlines()
        assert (done.returncode, done.stdout.count("FLAGGED")) == (1, 1)
        assert verdict == "Suspected to have known words before playing them: steady; 1 of 5 tests is flagged."
        assert first.startswith("FLAGGED steady: words found at the first guess: 8")

    def test_no_line_is_wider_than_the_terminal(self, with_first_guesses):
        lines = Terminal((program_path("referee"), "audit", with_first_guesses), columns=40).read().splitlines()

        assert max(map(len, lines)) <= 40
        assert "" in lines  # between the verdict and the tests

    def test_of_many_pairs_that_played_alike_ten_are_named(self, referee, tmp_path):
        """Six players are 15 pairs, and all of them guess the word at once."""
        run = make_run(tmp_path / "run", ["one", "two", "three", "four", "five", "six"], {4: ["able", "seat"]})
        edit_record(
            tmp_path / "run", "UPDATE games SET guesses = json_array(word), replies = '[\"OOOO\"]', attempts = 1"
        )

        lines = referee("audit", run).stdout.splitlines()

        assert len([line for line in lines if line.endswith(": 2 of 2 words")]) == 10

    def test_the_json_has_the_flagged_tests(self, referee_json, with_first_guesses):
        value = referee_json("audit", with_first_guesses)
        flagged = [(test["kind"], test["player"]) for test in value["tests"] if test["flagged"]]
        assert value["flagged"] == 1
        assert flagged == [("first-guess", "steady")]


def test_recorded_colluders_are_flagged():
    """Of three players without a sandbox one hears from another which words that one has played.

    The games were recorded from two programs that pass words on: 30 words of 200, by way of a file that both can write.
    """
    words = (COLLUDERS / "words.txt").read_text().split()
    games = [record for record, _ in read_games(str(COLLUDERS / "games.jsonl"))]
    assert len(games) == 90
    word_games_of_run = {4: word_games.game_of(words)}

    audited = audit(games, word_games_of_run)
    assert {(test.kind, test.player) for test in audited.tests if test.is_flagged} == {(FIRST_GUESS, "listener")}
    # In the file of games the listener has found four words at the first guess.
    assert the_test(audited, FIRST_GUESS, "listener").observed == 4

    honest = [game for game in games if game.player != "listener"]
    assert not audit(honest, word_games_of_run).flagged_tests
