"""`referee audit`: its tests against hand counts and the oracle, and seeded honest and dishonest runs."""

import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from made_runs import edit_record

from benchmarks.audit import LENGTH, flagged, game_of, games_of, words_of
from referee.results.audit import FIRST_GUESS, LATER_GUESSES, ORDER, audit, fitting_words
from referee.storage.importer import read_games as recorded_games
from wordlists.reply import reply_for

RECORDED = Path(__file__).parent / "colluders"
WORDS = ["able", "bale", "lead", "seat", "teas", "zest"]


def found(audited, kind, player):
    [test] = [test for test in audited.tests if (test.kind, test.player) == (kind, player)]
    return test


def test_fitting_words_are_the_oracles(some_words):
    words = some_words(3, 4, 60, "abcd")
    letters = np.array([[*map(ord, word)] for word in words])
    for guess, secret in product(words[::7], words[::9]):
        reply = reply_for(guess, secret)
        fitting = [word for word in words if reply_for(guess, word) == reply]
        assert [w for w, fit in zip(words, fitting_words(letters, guess, reply), strict=True) if fit] == fitting


class TestByHand:
    def test_first_guess(self):
        """Two hits in three words of six each: 3 x (1/6)^2 x 5/6 + (1/6)^3 = 16/216."""
        firsts = [WORDS[0], WORDS[1], "xxxx"]
        games = [game_of("p", n, WORDS[n], [first], n) for n, first in enumerate(firsts)]
        test = found(audit(games, {4: WORDS}), FIRST_GUESS, "p")
        assert (test.observed, test.expected) == (2, pytest.approx(0.5))
        assert test.p == pytest.approx(16 / 216)

    def test_later_guesses(self):
        """The oracle counts the words that the first reply leaves; the chance of the hit is 1 in that number."""
        reply = reply_for("able", "teas")
        left = [word for word in WORDS if reply_for("able", word) == reply]
        test = found(audit([game_of("p", 0, "teas", ["able", "teas"], 0)], {4: WORDS}), LATER_GUESSES, "p")
        assert len(left) > 1
        assert (test.observed, test.expected) == (1, pytest.approx(1 / len(left)))

    def test_order(self):
        """b is good on both words that a played before, and on no other: 1 of 6 ways to choose two of four."""
        games = []
        for n, word in enumerate(WORDS[:4]):
            games.append(game_of("a", n, word, ["xxxx"] * 5, n if n < 2 else 100 + n))
            games.append(game_of("b", n, word, [word] if n < 2 else ["xxxx"] * 5, 50 + n))
        test = found(audit(games, {4: WORDS}), ORDER, "b")
        assert (test.other, test.observed, test.expected) == ("a", 2, 1)
        assert test.p == pytest.approx(1 / 6)

    def test_first_letter_makes_hits_less_of_a_surprise(self):
        game = game_of("p", 0, "teas", ["teas"], 0)
        assert found(audit([game], {4: WORDS}), FIRST_GUESS, "p").p == pytest.approx(1 / 6)
        assert found(audit([game], {4: WORDS}, first_letter=True), FIRST_GUESS, "p").p == 1


class TestLeftOut:
    def test_words_that_were_given(self):
        audited = audit([game_of("p", 0, "able", ["able"], 0)], {4: WORDS}, drawn=False)
        assert audited.tests == ()
        assert "the words were given" in audited.left_out[0]


class TestRuns:
    """Seeded runs of five players; `python -m benchmarks audit` plays a thousand."""

    @pytest.mark.parametrize("kind", ["honest", "book"])
    def test_honest_runs_are_not_flagged(self, kind):
        assert flagged(kind, 15) == 0

    @pytest.mark.parametrize("kind", ["told", "passed", "list"])
    def test_players_that_know_words_are(self, kind):
        assert flagged(kind, 5) == 1

    def test_a_player_that_enters_twice_is_named_as_alike(self):
        dice = random.Random(5)
        words = words_of(dice)
        shared = {(pair.a, pair.b): pair for pair in audit(games_of(dice, words, "honest"), {LENGTH: words}).shared}
        assert shared["twice", "again"].same == shared["twice", "again"].words == 30


def test_the_command(referee, in_json, out):
    done = referee("audit", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == "Nobody is suspected: none of 5 tests is flagged."
    found = "guesses = json_array(word), replies = json_array(substr('OOOOO', 1, length)), attempts = 1"
    edit_record(out, f"UPDATE games SET {found}, move_seconds = '[1]' WHERE player = 'steady'")
    done = referee("audit", out)
    assert (done.returncode, done.stdout.count("FLAGGED")) == (1, 1)
    verdict, _, first, *_ = done.stdout.splitlines()
    assert verdict == "Suspected to have known words before playing them: steady; 1 of 5 tests is flagged."
    assert first.startswith("FLAGGED steady: words found at the first guess: 8")
    value = in_json("audit", out)
    assert value["flagged"] == 1
    assert (FIRST_GUESS, "steady") in [(test["kind"], test["player"]) for test in value["tests"]]


def test_recorded_colluders_are_flagged():
    """Of three players without a sandbox one hears from another which words that one has played.

    The games were recorded from two programs that pass words on: 30 words of 200, by way of a file that both can write.
    """
    words = (RECORDED / "words.txt").read_text().split()
    games = [record for record, _ in recorded_games(str(RECORDED / "games.jsonl"))]
    audited = audit(games, {4: words})
    assert {(test.kind, test.player) for test in audited.tests if test.is_flagged} == {(FIRST_GUESS, "listener")}
    assert (found(audited, FIRST_GUESS, "listener").observed, len(games)) == (4, 90)
    honest = [game for game in games if game.player != "listener"]
    assert not audit(honest, {4: words}).flagged_tests
