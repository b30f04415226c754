"""A person's game: its rules, the codemaker that will not decide, and the game on a screen."""

from collections import Counter

import pytest

from codebreaker.reply import reply_for
from codebreaker.rules import GameRules
from referee.game.person_game import PersonGame

WORDS = ["bands", "bends", "bonds", "colin", "dares", "dents", "dunes", "tares", "tents"]


def played(game, *guesses):
    """What each guess came to: its reply, or None where it was refused."""
    return [step and step.reply for step in map(game.guess, guesses)]


@pytest.mark.parametrize(("rules", "strict", "guesses", "replies"), [
    (GameRules(), False, "tares dents", ["?XX?O", "OOOOO"]),
    (GameRules(), False, "doors ten", [None, None]),  # what is no word costs nothing
    (GameRules(), True, "doors ten", ["XXXXX", "XXXXX"]),
    (GameRules(hard=True), False, "tares bands tents", ["?XX?O", None, "XOOOO"]),
    (GameRules(first_letter=True), False, "tares dares", [None, "OXX?O"]),
])  # fmt: skip
def test_what_is_taken_in_and_answered(rules, strict, guesses, replies):
    game = PersonGame(["dents"], WORDS, rules, strict=strict)
    assert played(game, *guesses.split()) == replies
    assert game.first_letter == ("d" if rules.first_letter else None)
    assert len(game.steps) == len([*filter(None, replies)]) and (not strict or game.legal_steps == [])


@pytest.mark.parametrize(("guesses", "end"), [("tares dents", (True, True, 400)), ("tares tents", (False, True, 0))])
def test_the_end(guesses, end):
    game = PersonGame(["dents"], WORDS, GameRules(attempts=5 if end[0] else 2))
    played(game, *guesses.split())
    assert (game.solved, game.over, game.points) == end


def test_why_a_guess_is_refused():
    game = PersonGame(["dents"], WORDS, GameRules(hard=True))
    played(game, "tares")
    assert game.problem("ten") == "'ten' has 3 letters; the word has 5."
    assert game.problem("bands") == "'bands' is not allowed: it must hold t."


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
