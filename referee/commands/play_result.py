"""What `referee play` prints when a game is over: the result, the opponent's game, and lines to share."""

import sys
from collections.abc import Iterator

from referee.check.error_text import last_words
from referee.contest.termination import PLAYED_OUT
from referee.game import game_text
from referee.game.game_view import GameView
from referee.game.person_game import PersonGame
from referee.game.record import GameRecord
from wordlists.step import Step


def result_lines(game: PersonGame, view: GameView, rival_game: GameRecord | None) -> Iterator[str]:
    """Yield the lines for the end: the word, the points, and the opponent's game."""
    yield ""
    if not game.over:
        yield f"You gave up; the word was {game.secret}."
    elif game.solved:
        yield f"{game.secret} at guess {len(game.steps)}: {game.points} points."
    else:
        yield f"No points; the word was {game.secret}."

    if rival_game is not None:
        yield from _opponents_game(game, view, rival_game)


def _opponents_game(game: PersonGame, view: GameView, rival_game: GameRecord) -> Iterator[str]:
    """Yield the lines of the opponent's game, and who won."""
    yield ""
    steps = map(Step, rival_game.guesses, rival_game.replies)
    for attempt, step in enumerate(steps, 1):
        yield view.line(attempt, step)

    if rival_game.termination not in PLAYED_OUT:
        # After a semicolon, the last line of standard error.
        quotation = last_words(rival_game)
        yield view.text(f"{rival_game.player} failed: {game_text.end_line(rival_game)}{quotation}")

    difference = game.points - rival_game.points
    if difference > 0:
        yield f"You win by {difference} points."
    elif difference < 0:
        yield f"{rival_game.player} wins by {-difference} points."
    else:
        yield f"A tie: {rival_game.points} points each."


def lines_to_share(game: PersonGame, view: GameView, rival_game: GameRecord | None, title: str) -> Iterator[str]:
    """Yield the replies of the game, and then of the opponent's, without the words, as players of Wordle share theirs.

    title: the game, its seed and its rules, to which the outcome is added: "3/5", or "X/5" if the word was not found.
    """
    attempts = len(game.steps) if game.solved else "X"
    outcome = f"{attempts}/{game.word_game.attempts}, {game.points} points"
    replies = [step.reply for step in game.steps]

    # A reply is a row of squares if the encoding has them, else of marks.
    encoding = sys.stdout.encoding
    yield view.share(f"{title}: {outcome}", replies, encoding)
    if rival_game is not None:
        yield view.share(f"{rival_game.player}: {rival_game.points} points", rival_game.replies, encoding)
