"""The rule by which lingo-bot plays a game without a book."""

from typing import Any

from codebreaker.replies import Array
from codebreaker.reply import reply_of
from codebreaker.search.fastest import fastest_totals
from lingo_bot.assistant.advice import Adviser
from lingo_bot.assistant.knowledge import clue_of, first_letter_clue, known_from
from lingo_bot.assistant.steps import WordStep
from lingo_bot.strategy import choice, strategy_for
from precompute.game_key import GameKey
from precompute.lists import game_of, words_of
from precompute.played.trees import Guesser, Past


def live_rule(game: GameKey, strategy: str) -> Guesser:
    """The guesser of that strategy, or of the criterion that the file of that name defines."""
    if game.hard:
        return HardRule(game, strategy)
    rule, board = choice(strategy, game.attempts, fastest_totals(), game.objective), game_of(game.lists)
    return lambda secrets, past: rule(board, secrets, len(past))


class HardRule:
    """The rule in hard mode: the first proposal of the assistant."""

    def __init__(self, game: GameKey, strategy: str) -> None:
        words, answers = words_of(game.lists)
        self._words, self._game = words, game
        self._index = {word: place for place, word in enumerate(words)}
        strategy = strategy_for(strategy, game.objective)
        self._adviser = Adviser(words, answers, strategy, game.attempts, hard=True, objective=game.objective)

    def __call__(self, secrets: Array, past: Past) -> int:
        letter, length = self._game.lists.first_letter, self._game.lists.length
        steps = [WordStep(self._words[guess], reply_of(code, length)) for guess, code in past]
        clues: list[Any] = [first_letter_clue(letter)] if letter else []
        known = known_from([*clues, *map(clue_of, steps)])
        return self._index[self._adviser.best(secrets, steps, 1, known)[0].word]
