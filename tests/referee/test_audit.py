"""`referee audit`: its tests against hand counts and reply_for, and seeded honest and dishonest runs."""

import functools
import math
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from made_runs import edit_record, make_run
from programs import program_path
from terminals import Terminal
from word_games import game_of as word_game_of
from word_games import words_of_few_letters

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
WORD_GAMES = {4: word_game_of(WORDS)}
"""The word game of four letters, by its length: any of the six words may be drawn and guessed."""


def find_test(kind, player, games, word_games=WORD_GAMES):
    """The one test of that kind that the audit of the games makes of the player."""
    tests = audit(games, word_games).tests
    [test] = [test for test in tests if (test.kind, test.player) == (kind, player)]
    return test


def test_fitting_words_are_those_of_reply_for():
    words = words_of_few_letters(seed=3, length=4, count=60, letters="abcd")
    letters = np.array([[*map(ord, word)] for word in words])

    # 9 guesses and 7 secrets, from all of the list.
    for guess, secret in product(words[::7], words[::9]):
        reply = reply_for(guess, secret)
        is_fitting = fitting_words(letters, guess, reply)

        assert is_fitting.tolist() == [reply_for(guess, word) == reply for word in words]


class TestChances:
    """The tests of guesses: what an honest player hits, and how unlikely it is to hit as many words or more."""

    def test_words_found_at_the_first_guess_have_the_chance_of_the_lists(self):
        """Each of three first guesses hits one word of six. The second game is lost.

        Two hits or more have the probability 3 x (1/6)^2 x 5/6 + (1/6)^3 = 16/216.
        """
        games = [
            game_of("p", 0, "able", ["able"], started=0),
            game_of("p", 1, "bale", ["xxxx"], started=1),
            game_of("p", 2, "lead", ["lead"], started=2),
        ]

        test = find_test(FIRST_GUESS, "p", games)

        assert (test.observed, test.expected) == (2, pytest.approx(0.5))
        assert test.p == pytest.approx(16 / 216)

    def test_a_first_letter_that_is_shown_leaves_fewer_words(self):
        """No other word begins with the t of teas."""
        game = game_of("p", 0, "teas", ["teas"], started=0)
        shows_its_first_letter = {4: word_game_of(WORDS, letter=OWN_LETTER)}

        assert find_test(FIRST_GUESS, "p", [game], shows_its_first_letter).p == 1

    def test_a_later_guess_has_the_chance_of_the_words_that_are_left(self):
        """The reply ?XX? to `able` leaves seat and teas, so that the chance of the second guess is 1/2."""
        game = game_of("p", 0, "teas", ["able", "teas"], started=0)

        test = find_test(LATER_GUESSES, "p", [game])

        assert (test.observed, test.expected) == (1, 0.5)

    def test_a_legal_guess_that_cannot_be_the_word_leaves_fewer_words(self):
        """The reply to `able`, which may be guessed but is never drawn, leaves the same two words."""
        game = game_of("p", 0, "teas", ["able", "teas"], started=0)
        drawn = ["lead", "seat", "teas", "zest"]

        test = find_test(LATER_GUESSES, "p", [game], {4: word_game_of(WORDS, drawn)})

        assert (test.observed, test.expected) == (1, 0.5)

    def test_the_guess_after_an_illegal_first_guess_has_the_chance_of_a_first_guess(self):
        """The reply to `xxxx`, which is no word of the list, leaves all six words."""
        game = game_of("p", 0, "teas", ["xxxx", "teas"], started=0)

        test = find_test(LATER_GUESSES, "p", [game])

        assert (test.observed, test.expected) == (1, pytest.approx(1 / 6))

    def test_the_reply_to_a_guess_that_breaks_hard_mode_tells_nothing(self):
        """`able` leaves seat and teas. `zest` lacks the a that a guess must now have, and gets X for every letter."""
        game = game_of("p", 0, "teas", ["able", "zest", "teas"], started=0)
        game = replace(game, replies=("?XX?", "XXXX", "OOOO"))

        test = find_test(LATER_GUESSES, "p", [game], {4: word_game_of(WORDS, hard=True)})

        assert (test.observed, test.expected) == (1, 0.5)


def test_good_games_on_words_that_another_has_played_have_the_chance_of_any_order():
    """A game is good if it has more points than the median of its player's games.

    b is good on both words that a played before, and on no other: that is 1 of 6 ways to choose two of four.
    """
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

    test = find_test(ORDER, "b", games)

    assert (test.other, test.observed, test.expected) == ("a", 2, 1)
    assert test.p == pytest.approx(1 / 6)


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
        """5,000 games with a chance of 1/5,000 each: by Poisson the probability of k hits is 1 / (e k!).

        Probabilities below 1e-300 at the end are left out, and that of 170 hits is 1e-307.
        """
        hits = functools.reduce(_distribution_of_sum, [(0.9998, 0.0002)] * 5000, np.ones(1))

        assert len(hits) <= 170
        assert hits[:3] == pytest.approx([math.exp(-1), math.exp(-1), math.exp(-1) / 2], rel=1e-3)


def test_words_that_were_given_are_not_tested():
    audited = audit([game_of("p", 0, "able", ["able"], started=0)], WORD_GAMES, is_drawn=False)

    assert audited.tests == ()
    assert "the words were given" in audited.left_out[0]


class TestRuns:
    """Seeded runs of five players; `python -m benchmarks audit` plays a thousand.

    One program enters twice, as `twice` and `again`. What the fifth player knows depends on the kind of run: nothing
    (`honest`), the first guesses of another (`book`), every tenth word (`told`), the words that another has played
    (`passed`), or which words are played, but not when (`list`).
    """

    @pytest.mark.parametrize("kind", ["honest", "book"])
    def test_of_8_honest_runs_none_is_flagged(self, kind):
        assert share_flagged(kind, runs=8) == 0

    @pytest.mark.parametrize("kind", ["told", "passed", "list"])
    def test_a_run_whose_player_knows_words_is_always_flagged(self, kind):
        assert share_flagged(kind, runs=3) == 1

    def test_a_player_that_enters_twice_is_named_as_alike(self):
        dice = random.Random(5)
        words = words_of(dice)

        audited = audit(games_of(dice, words, "honest"), {LENGTH: word_game_of(words)})

        [alike] = [pair for pair in audited.shared if (pair.a, pair.b) == ("twice", "again")]
        assert (alike.same, alike.words) == (ROUNDS, ROUNDS)


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
        options = ("--answers", tmp_path / "answers", "--rounds", "all", "--out", tmp_path / "out")
        referee_run("--players", f"p={player}", *options)

        tests = referee_json("audit", tmp_path / "out")["tests"]

        [later] = [test for test in tests if test["kind"] == LATER_GUESSES]
        assert (later["observed"], later["expected"]) == (1, 1.0)

    def test_a_suspected_player_is_named(self, referee, with_first_guesses):
        done = referee("audit", with_first_guesses)

        verdict, _empty_line, first_test, *_ = done.stdout.splitlines()
        assert (done.returncode, done.stdout.count("FLAGGED")) == (1, 1)
        assert verdict == "Suspected to have known words before playing them: steady; 1 of 5 tests is flagged."
        assert first_test.startswith("FLAGGED steady: words found at the first guess: 8")

    def test_no_line_is_wider_than_the_terminal(self, with_first_guesses):
        lines = Terminal((program_path("referee"), "audit", with_first_guesses), columns=40).read().splitlines()

        assert max(map(len, lines)) <= 40
        assert "" in lines  # between the verdict and the tests

    def test_of_many_pairs_that_played_alike_ten_are_named(self, referee, tmp_path):
        """Six players are 15 pairs, and all of them guess the word at once."""
        run = make_run(tmp_path / "run", ["one", "two", "three", "four", "five", "six"], {4: ["able", "seat"]})
        solved = "guesses = json_array(word), replies = json_array('OOOO'), attempts = 1"
        edit_record(tmp_path / "run", f"UPDATE games SET {solved}")

        lines = referee("audit", run).stdout.splitlines()

        assert len([line for line in lines if line.endswith(": 2 of 2 words")]) == 10

    def test_the_json_has_the_flagged_tests(self, referee_json, with_first_guesses):
        value = referee_json("audit", with_first_guesses)

        flagged = [(test["kind"], test["player"]) for test in value["tests"] if test["flagged"]]
        assert value["flagged"] == 1
        assert flagged == [("first-guess", "steady")]


class TestRecordedColluders:
    """Of three players without a sandbox one, `listener`, hears from another which words that one has played.

    The games were recorded from two programs that pass words on: 30 words of 200, by way of a file that both can write.
    """

    @pytest.fixture
    def games(self):
        """The 90 games of the recorded run."""
        return [record for record, _ in read_games(str(COLLUDERS / "games.jsonl"))]

    @pytest.fixture
    def word_games(self):
        """The word game of the recorded run, by its length."""
        return {4: word_game_of((COLLUDERS / "words.txt").read_text().split())}

    def test_the_listener_is_flagged_for_four_words_found_at_the_first_guess(self, games, word_games):
        [flagged] = audit(games, word_games).flagged_tests

        assert (flagged.kind, flagged.player, flagged.observed) == (FIRST_GUESS, "listener", 4)

    def test_without_the_listener_nobody_is_flagged(self, games, word_games):
        others = [game for game in games if game.player != "listener"]

        assert len(others) == 60
        assert audit(others, word_games).flagged_tests == ()
