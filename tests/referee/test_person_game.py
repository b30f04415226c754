"""A person's game: its rules, the codemaker that will not decide, and the game on a screen."""

from collections import Counter

from codebreaker.reply import reply_for
from codebreaker.rules import GameRules
from referee.game.person_game import PersonGame

WORDS = ["bands", "bends", "bonds", "colin", "dares", "dents", "dunes", "tares", "tents"]


def played(game, *guesses):
    """What each guess came to: its reply, or None where it was refused."""
    return [step and step.reply for step in map(game.guess, guesses)]


class TestRules:
    def test_a_game_of_the_pit(self):
        game = PersonGame(["dents"], WORDS)
        assert played(game, "tares", "dents") == ["?XX?O", "OOOOO"]
        assert (game.solved, game.over, game.points) == (True, True, 400)

    def test_attempts(self):
        game = PersonGame(["dents"], WORDS, GameRules(attempts=2))
        played(game, "tares", "tents")
        assert (game.solved, game.over, game.points) == (False, True, 0)

    def test_what_is_no_word_costs_nothing(self):
        game = PersonGame(["dents"], WORDS)
        assert played(game, "doors", "ten") == [None, None]
        assert game.problem("ten") == "'ten' has 3 letters; the word has 5."

    def test_strict(self):
        game = PersonGame(["dents"], WORDS, strict=True)
        assert played(game, "doors", "ten") == ["XXXXX", "XXXXX"]
        assert (len(game.steps), game.legal_steps) == (2, [])

    def test_hard(self):
        game = PersonGame(["dents"], WORDS, GameRules(hard=True))
        assert played(game, "tares", "bands") == ["?XX?O", None]
        assert game.problem("bands") == "'bands' is not allowed: it must hold t."
        assert played(game, "tents") == ["XOOOO"]

    def test_the_first_letter_is_shown_and_kept(self):
        game = PersonGame(["dents"], WORDS, GameRules(first_letter=True))
        assert game.first_letter == "d"
        assert played(game, "tares", "dares") == [None, "OXX?O"]


class TestAdversary:
    def test_every_reply_keeps_the_most_words(self, some_words):
        words = some_words(3, 5, 200)
        game, left = PersonGame(words, words, GameRules(attempts=100)), words
        for guess in words[:6]:
            most = max(Counter(reply_for(guess, word) for word in left).values())
            reply = game.guess(guess).reply
            left = [word for word in left if reply_for(guess, word) == reply]
            assert len(left) == most
            assert game.secret in left

    def test_it_gives_a_word_up_only_where_none_other_is_left(self):
        game = PersonGame(["bands", "bends"], WORDS)
        assert played(game, "bands", "bends") == ["OXOOO", "OOOOO"]
