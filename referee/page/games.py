"""All games of a run in a form that a page holds thousands of: rows of a few values instead of objects."""

from collections.abc import Iterable
from typing import Any

from referee.contest.termination import Termination
from referee.game.live_text import exit_text
from referee.game.record import GameRecord
from referee.game.replay import moves
from referee.storage.reader import Run

_KEPT = 400
"""Characters of a failed game's standard error that go into the page."""
_KEPT_IN_ALL = 500_000
"""Characters of standard error in the whole page; games after that are sent to `referee show`."""
_TERMINATIONS = [termination.value for termination in Termination]


def as_data(run: Run, games: Iterable[GameRecord]) -> dict[str, Any]:
    """What the page's script reads; the places in a row are stated there, in `FIELDS`."""
    places = {player.name: number for number, player in enumerate(run.contest.competing)}
    complaints = _Complaints()
    rows = [[run.number(game), places[game.player], *_row(game), *complaints.of(game)] for game in games]
    rules, spelling = run.contest.rules, run.contest.spelling
    groups = {spelling.read(group): group for group in rules.letters}
    return {
        "players": list(places),
        "terminations": _TERMINATIONS,
        "attempts": rules.attempts,
        "letters": groups,
        "games": rows,
    }


def _row(game: GameRecord) -> list[Any]:
    return [
        game.word,
        " ".join(guess.replace(" ", "\N{NO-BREAK SPACE}") for guess in game.guesses),
        " ".join(game.replies),
        "".join("01"[move.legal] for move in moves(game)),
        game.points,
        _TERMINATIONS.index(game.termination.value),
        [float(f"{1000 * seconds:.3g}") for seconds in game.move_seconds],
    ]


class _Complaints:
    """The last words of failed games, while there is room."""

    def __init__(self) -> None:
        self._room = _KEPT_IN_ALL

    def of(self, game: GameRecord) -> list[str]:
        """How the process ended and the end of its standard error; nothing for a game without either."""
        ended = exit_text(game) if game.signal or game.exit_status else ""
        complaint = (game.stderr_head + game.stderr_tail).rstrip()[-_KEPT:] if game.points == 0 else ""
        if len(complaint) > self._room:
            complaint = "…"
        self._room -= len(complaint)
        return [ended, complaint] if ended or complaint else []
