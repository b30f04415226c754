"""The live table of a run (Textual): standings with intervals, speed, time left, failures, the last games as tiles."""

import datetime
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import DataTable, Footer, Static

from lingo_common.errors import DataError, printable
from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard, Standing
from referee.storage.reader import open_run
from wordlists.reply import ABSENT, PLACED, PRESENT
from wordlists.spelling import Spelling

LATEST = 6
"""Games that are shown."""
_WINDOW = 30.0
"""Seconds over which the speed is measured."""
_COLUMNS = ("rank", "player", "points", "95 % interval", "games", "solved", "failures")
_STYLES = {PLACED: "black on green", PRESENT: "black on yellow", ABSENT: "white on grey37"}
_PERIOD = 0.5
"""Seconds between two looks at least."""
_SHARE = 10
"""At most this part of the time, 1/_SHARE, is spent on looking."""


@dataclass(frozen=True)
class Snapshot:
    """A run at one moment."""

    board: Leaderboard
    games: Sequence[GameRecord]
    """All games, the newest first."""
    speed: float
    """Games a second over the last half minute; 0 where nothing is known of it."""

    @property
    def seconds_left(self) -> float | None:
        """Seconds until all games are played at this speed; None if that is not known."""
        return (self.board.games - self.board.games_played) / self.speed if self.speed else None

    @property
    def is_finished(self) -> bool:
        """Whether the last game is played."""
        decided = self.board.decision is not None and self.board.decision.leader is not None
        return decided or self.board.games_played == self.board.games


class WatchedRun:
    """A run that is looked at again and again; the record is open only meanwhile."""

    def __init__(self, directory: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._directory, self._clock = directory, clock
        self._counts: deque[tuple[float, int]] = deque()

    def look(self) -> Snapshot | None:
        """The run as it is now; None if no game was added since the last look. DataError if there is no run."""
        with open_run(self._directory) as run:
            played = len(run.finished_numbers())
            if self._counts and played == self._counts[-1][1]:
                return None
            games = sorted(run.games(), key=lambda game: (game.started or 0, game.index, game.length), reverse=True)
            board = run.leaderboard(games)
        now = self._clock()
        self._counts.append((now, played))
        while len(self._counts) > 2 and self._counts[1][0] <= now - _WINDOW:
            self._counts.popleft()
        begun, before = self._counts[0]
        return Snapshot(board, games, (played - before) / (now - begun) if now > begun else 0.0)


class WatchScreen(App[None]):
    """Shows a run until the user leaves; nothing is drawn that has not changed."""

    CSS = """
    #status, #message { height: auto; padding: 0 1; }
    #standings { height: 1fr; }
    #games Static { width: auto; padding: 0 1; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,ctrl+c", "quit", "Quit", priority=True),
        Binding("q", "quit", "Quit", show=False),
    ]

    def __init__(self, directory: str) -> None:
        super().__init__()
        self._directory = directory
        self._watched = WatchedRun(directory)
        self._chosen: str | None = None
        self._last: Snapshot | None = None

    def compose(self) -> ComposeResult:
        """Progress, standings, the last games."""
        yield Static("Waiting for the first game.", id="status")
        yield DataTable(id="standings", cursor_type="row", zebra_stripes=True)
        with Horizontal(id="games"):
            for number in range(LATEST):
                yield Static(id=f"game{number}")
        yield Static(f"{self._directory}; Enter or a click on a player: its games alone", id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to look."""
        for name in _COLUMNS:
            self._table.add_column(name, key=name)
        self._look()

    def _look(self) -> None:
        """Read the record in a thread of its own, and again after a while, as long as there is a terminal."""
        if not self.is_headless and not os.isatty(0):
            self.exit()
        self.run_worker(self._read, thread=True, exclusive=True)

    def _read(self) -> None:
        begun = time.monotonic()
        try:
            if snapshot := self._watched.look():
                self.call_from_thread(self.show, snapshot)
        except DataError as error:
            if self._table.row_count:
                self.call_from_thread(self.query_one("#message", Static).update, str(error))
        self.call_from_thread(self.set_timer, max(_PERIOD, _SHARE * (time.monotonic() - begun)), self._look)

    def show(self, snapshot: Snapshot) -> None:
        """Bring every cell up to date."""
        self.query_one("#status", Static).update(_progress(snapshot))
        for standing in snapshot.board.standings:
            texts = [Text(text, justify="right" if text[:1].isdigit() else "left") for text in _texts(standing)]
            cells = dict(zip(_COLUMNS, texts, strict=True))
            if standing.name not in self._table.rows:
                self._table.add_row(*cells.values(), key=standing.name)
            for column, cell in cells.items():
                if self._table.get_cell(standing.name, column) != cell:
                    self._table.update_cell(standing.name, column, cell, update_width=True)
        self._table.sort("rank", key=lambda cell: int(str(cell)))
        self._last = snapshot
        self._show_games()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        """Show the games of the chosen player alone; chosen again, those of all players."""
        name = event.row_key.value
        self._chosen = None if name == self._chosen else name
        self._show_games()

    def _show_games(self) -> None:
        if self._last is None:
            return
        rules = self._last.board.contest.rules
        self.query_one("#games").styles.height = rules.attempts + 2  # the player, the guesses, the end
        games = [game for game in self._last.games if self._chosen in (None, game.player)][:LATEST]
        games = [*map(self._last.board.secrets.shown, games)]
        for number in range(LATEST):
            text = _tiles(games[number], rules.spelling) if number < len(games) else ""
            self.query_one(f"#game{number}", Static).update(text)

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one("#standings", DataTable)


def _texts(standing: Standing) -> tuple[str, ...]:
    """The texts of a player's row, by _COLUMNS."""
    overall = standing.overall
    interval = f"{standing.interval[0]:,.0f} to {standing.interval[1]:,.0f}" if standing.interval else ""
    failures = ", ".join(f"{count} {kind}" for kind, count in sorted(overall.failures.items()))
    numbers = (f"{overall.points:,}", interval, f"{overall.games:,}", f"{overall.solved:,}")
    return (str(standing.rank), standing.name, *numbers, failures or "-")


def _progress(snapshot: Snapshot) -> str:
    """How far the run is, in one line."""
    board = snapshot.board
    most = "at most " * (board.decision is not None)
    done = f"{board.games_played:,} of {most}{board.games:,} games"
    if snapshot.is_finished:
        return f"{done}: finished"
    seconds = snapshot.seconds_left
    if seconds is None:
        return done
    return f"{done}, {snapshot.speed:,.1f} a second, {datetime.timedelta(seconds=round(seconds))} left"


def _tiles(game: GameRecord, spelling: Spelling) -> Text:
    """A game as a column of tiles under its player's name; a guess of a wrong length is cut or filled up."""
    width = 4 * game.length + 1
    lines = [Text(game.player[:width], "bold")]
    for guess, reply in zip(game.guesses, game.replies, strict=True):
        letters = [printable(spelling.write(letter)) for letter in guess[: game.length].ljust(game.length)]
        tiles = [(f"{letter:^3}", _STYLES[mark]) for letter, mark in zip(letters, reply, strict=True)]
        lines.append(Text.assemble(*tiles, f" {reply}"))
    lines.append(Text(f"{game.points} points" if game.points else str(game.termination)))
    return Text("\n").join(lines)
