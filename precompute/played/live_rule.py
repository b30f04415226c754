"""The rule by which lingo-bot plays a game without a book."""

from codebreaker.replies import Array
from codebreaker.reply import reply_of
from codebreaker.search.fastest import fastest_totals
from lingo_bot.hard_mode import required_by
from lingo_bot.strategy import strategy_of
from precompute.board import Board
from precompute.played.trees import Guesser, Past


def live_rule(board: Board, name: str) -> Guesser:
    """The guesser of that strategy, or of the criterion that the file of that name defines."""
    game, length = board.word_game, board.word_game.length
    strategy = strategy_of(name, board.plain_game, game.attempts, game.objective, game.hard, fastest_totals())

    def guess(secrets: Array, past: Past) -> int:
        steps = ((board.game.guesses[guess], reply_of(code, length)) for guess, code in past)
        return strategy.choice(secrets, len(past), required_by(steps) if game.hard else None)

    return guess
