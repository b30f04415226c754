"""The data of a report, from which the page's own program lists the games; templates/game_data.js reads it."""

from collections.abc import Iterable
from typing import Any

from referee.contest.contest import Contest
from referee.contest.termination import Termination
from referee.game.game_text import exit_text
from referee.game.record import GameRecord, moves

_MAX_ERROR_TEXT = 400
"""Characters of a game's standard error. Of a longer text the page has the end."""
_MAX_ERROR_TEXT_OF_PAGE = 500_000
"""Characters of standard error in the whole page. Texts beyond that are "…" there; `referee show` prints them."""
_TERMINATIONS = list(Termination)
"""The row of a game has the index of its termination in this list, which is in the page too."""
_BLANK_IN_GUESS = "\N{NO-BREAK SPACE}"
"""Stands for a blank within a guess, because guesses are separated by blanks."""


def page_data(contest: Contest, games: Iterable[GameRecord]) -> dict[str, Any]:
    """Return the data of a page with these games of a contest, as an object of JSON: names, and a row for each game."""
    names = [player.name for player in contest.competing]
    rows = []
    characters_left = _MAX_ERROR_TEXT_OF_PAGE
    for game in games:
        # Of a game that won nothing the page has the end of what the player wrote on standard error.
        error_text = "" if game.points > 0 else game.stderr.rstrip()[-_MAX_ERROR_TEXT:]
        if len(error_text) > characters_left:
            error_text = "…"

        characters_left -= len(error_text)
        number = contest.number(game.player, game.length, game.index)
        rows.append(_row_of(game, number, names, error_text))

    spelling = contest.spelling
    return {
        "players": names,
        "terminations": _TERMINATIONS,
        "attempts": attempt_names(contest.rules.attempts),
        # For each character that stands for a group of letters, the group.
        "letters": {spelling.read(group): group for group in spelling.groups},
        "games": rows,
    }


def attempt_names(attempts: int) -> list[str]:
    """Return the names of that many attempts: guess 1, guess 2 and so on."""
    return [f"guess {number}" for number in range(1, attempts + 1)]


def _row_of(game: GameRecord, number: int, names: list[str], error_text: str) -> list[Any]:
    """Return the values of a game in the order in which game_data.js reads them, without names to keep the page small.

    The last two values are left out for a game that ended well and without an error text, as most games do. number: the
    game's number in the run. names: those of all players.
    """
    guesses = " ".join(guess.replace(" ", _BLANK_IN_GUESS) for guess in game.guesses)
    replies = " ".join(game.replies)
    # Which guesses are legal: 101 if the second of three is not.
    legal = "".join("1" if move.legal else "0" for move in moves(game))
    # Three digits of each time, of guess after guess.
    milliseconds = [float(f"{1000 * seconds:.3g}") for seconds in game.move_seconds]

    player_index = names.index(game.player)
    termination_index = _TERMINATIONS.index(game.termination)
    row = [number, player_index, game.word, guesses, replies, legal, game.points, termination_index, milliseconds]

    ended_well = game.signal is None and not game.exit_status
    if error_text or not ended_well:
        ending = "" if ended_well else exit_text(game.exit_status, game.signal)
        row += [ending, error_text]

    return row
