"""The figures of a report, and all games in rows of a few values, because a page holds thousands of them."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from referee.contest.termination import PLAYED_OUT, Termination
from referee.game.live_text import exit_text
from referee.game.record import GameRecord
from referee.game.replay import moves
from referee.storage.reader import Run


@dataclass(frozen=True)
class HardWord:
    """A word and what all players made of it."""

    word: str
    solved: int
    games: int
    mean: float
    """Points a game."""


def means_by_length(games: Iterable[GameRecord]) -> dict[int, float]:
    """Per length, ascending, the points a game."""
    points_of_length: dict[int, list[int]] = defaultdict(list)
    for game in games:
        points_of_length[game.length].append(game.points)
    return {length: statistics.fmean(points) for length, points in sorted(points_of_length.items())}


def attempts(games: Iterable[GameRecord], most: int) -> list[int]:
    """How many games were solved at attempt 1, 2, …, and at last how many were not; most: the attempts of a game."""
    counts = Counter(game.attempts if game.solved else 0 for game in games)
    return [*(counts[attempt] for attempt in range(1, most + 1)), counts[0]]


def failures(games: Iterable[GameRecord]) -> Counter[str]:
    """How many games failed, by termination."""
    return Counter(game.termination.value for game in games if game.termination not in PLAYED_OUT)


def hardest(games: Iterable[GameRecord], count: int) -> list[HardWord]:
    """The words that brought the fewest points a game, hardest first, the alphabet deciding between equals."""
    by_word: dict[str, list[GameRecord]] = defaultdict(list)
    for game in games:
        by_word[game.word].append(game)
    words = [
        HardWord(word, sum(game.solved for game in own), len(own), statistics.fmean(game.points for game in own))
        for word, own in by_word.items()
    ]
    return sorted(words, key=lambda hard: (hard.mean, hard.word))[:count]


def times(seconds: Sequence[float]) -> tuple[float, float, float] | None:
    """Return the 5th, 50th and 95th of a hundred times, in seconds; None if there are none."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    low, middle, high = (ordered[min(len(ordered) - 1, len(ordered) * part // 100)] for part in (5, 50, 95))
    return low, middle, high


def three_digits(number: float) -> str:
    """A number that is not negative with three significant digits: 0.0123, 12.3, 1,230."""
    rounded = float(f"{number:.3g}")
    return f"{rounded:,.{max(0, 2 - math.floor(math.log10(rounded)))}f}" if rounded else "0"


_MAX_ERROR_TEXT = 400
"""Characters of a failed game's standard error that go into the page."""
_MAX_ERROR_TEXT_OF_PAGE = 500_000
"""Characters of standard error in the whole page; games after that are sent to `referee show`."""
_TERMINATIONS = [termination.value for termination in Termination]


def as_data(run: Run, games: Iterable[GameRecord]) -> dict[str, Any]:
    """Return the data of the page's script, which names the places in a row, in `FIELDS`."""
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
        self._room = _MAX_ERROR_TEXT_OF_PAGE

    def of(self, game: GameRecord) -> list[str]:
        """How the process ended and the end of its standard error; nothing for a game without either."""
        ended = exit_text(game) if game.signal or game.exit_status else ""
        complaint = (game.stderr_head + game.stderr_tail).rstrip()[-_MAX_ERROR_TEXT:] if game.points == 0 else ""
        if len(complaint) > self._room:
            complaint = "…"
        self._room -= len(complaint)
        return [ended, complaint] if ended or complaint else []
