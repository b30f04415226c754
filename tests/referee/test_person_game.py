"""The rules of a person's game, and the adversary."""

from collections import Counter

import pytest
from word_games import game_of, words_of_few_letters

from referee.commands.person_game import PersonGame
from wordlists.reply import reply_for
from wordlists.word_game import OWN_LETTER

WORDS = ["bands", "bends", "bonds", "colin", "dares", "dents", "dunes", "tares", "tents"]


def replies_to(game, *guesses):
    """The reply to each guess; None for a guess that is refused."""
    return [None if game.problem(guess) else game.guess(guess).reply for guess in guesses]


class TestRules:
    """A person's game for dents."""

    def test_a_guess_of_the_list_is_answered(self):
        game = PersonGame(["dents"], game_of(WORDS))

        assert replies_to(game, "tares", "dents") == ["?XX?O", "OOOOO"]
        assert game.first_letter is None

    def test_what_is_no_word_is_refused_and_costs_nothing(self):
        game = PersonGame(["dents"], game_of(WORDS))

        assert replies_to(game, "doors", "ten") == [None, None]
        assert game.steps == []

    def test_in_hard_mode_a_guess_must_use_what_is_known(self):
        game = PersonGame(["dents"], game_of(WORDS, hard=True))

        # The reply to tares is ?XX?O: bands lacks the t.
        assert replies_to(game, "tares", "bands", "tents") == ["?XX?O", None, "XOOOO"]

    def test_where_the_first_letter_is_shown_a_guess_must_begin_with_it(self):
        game = PersonGame(["dents"], game_of(WORDS, letter=OWN_LETTER))

        assert game.first_letter == "d"
        assert replies_to(game, "tares", "dares") == [None, "OXX?O"]

    @pytest.mark.parametrize(("guess", "problem"), [
        ("ten", "'ten' has 3 letters; the word has 5."),
        ("bands", "'bands' is not allowed: it must hold t."),
    ])  # fmt: skip
    def test_a_refusal_says_why(self, guess, problem):
        game = PersonGame(["dents"], game_of(WORDS, hard=True))
        game.guess("tares")

        assert game.problem(guess) == problem

    def test_a_game_is_over_with_the_word(self):
        game = PersonGame(["dents"], game_of(WORDS))

        replies_to(game, "tares", "dents")

        assert (game.solved, game.over, game.points) == (True, True, 400)

    def test_a_game_is_over_after_the_last_attempt(self):
        game = PersonGame(["dents"], game_of(WORDS, attempts=2))

        replies_to(game, "tares", "tents")

        assert (game.solved, game.over, game.points) == (False, True, 0)


class TestAdversary:
    """A game whose word is left undecided: each reply leaves as many words as possible."""

    def test_every_reply_leaves_a_largest_bin(self):
        words = words_of_few_letters(3, 5, 200)
        game = PersonGame(words, game_of(words, attempts=100))

        candidates = words
        for guess in words[:6]:
            sizes_of_bins = Counter(reply_for(guess, word) for word in candidates)

            reply = game.guess(guess).reply

            assert sizes_of_bins[reply] == max(sizes_of_bins.values())
            candidates = [word for word in candidates if reply_for(guess, word) == reply]
            assert game.secret in candidates

    def test_it_gives_a_word_up_only_if_no_other_is_possible(self):
        game = PersonGame(["bands", "bends"], game_of(WORDS))

        assert replies_to(game, "bands", "bends") == ["OXOOO", "OOOOO"]
