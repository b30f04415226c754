"""The live table of a run (Textual): standings with intervals, speed, time left, failures, the last games as tiles."""

import os
import time
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import DataTable, Footer, Static

from codebreaker.reply import ABSENT, PLACED, PRESENT
from lingo_common.errors import DataError, printable
from referee.game.record import GameRecord
from referee.results.leaderboard import Standing
from referee.screens.watched_run import LATEST, Snapshot, WatchedRun
from wordlists.spelling import Spelling

_COLUMNS = ("rank", "player", "points", "95 % interval", "games", "solved", "failures")
_STYLES = {PLACED: "black on green", PRESENT: "black on yellow", ABSENT: "white on grey37"}
"""The colours of each mark."""
_PERIOD = 0.5
"""Seconds between two looks at least."""
_SHARE = 10
"""At most this part of the time, 1/_SHARE, is spent on looking."""


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
        self._cells: dict[tuple[str, str], str] = {}
        self._ranking: list[str] = []
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
            snapshot = self._watched.look()
            problem = ""
        except DataError as error:
            snapshot, problem = None, str(error)
        self.call_from_thread(self._show, snapshot, problem)
        self.call_from_thread(self.set_timer, max(_PERIOD, _SHARE * (time.monotonic() - begun)), self._look)

    def _show(self, snapshot: Snapshot | None, problem: str) -> None:
        """Show what was found, or what keeps the record from being read."""
        if snapshot:
            self.show(snapshot)
        elif problem and self._table.row_count:
            self.query_one("#message", Static).update(problem)

    # What is shown.

    def show(self, snapshot: Snapshot) -> None:
        """Bring every cell up to date."""
        self.query_one("#status", Static).update(_progress(snapshot))
        for standing in snapshot.board.standings:
            self._show_standing(standing)
        ranking = [standing.name for standing in snapshot.board.ranking()]
        if ranking != self._ranking:
            self._ranking = ranking
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
        rules = self._last.rules
        self.query_one("#games").styles.height = rules.attempts + 2  # the player, the guesses, the end
        games = [game for game in self._last.latest if self._chosen in (None, game.player)][:LATEST]
        for number in range(LATEST):
            text = _tiles(games[number], rules.spelling()) if number < len(games) else ""
            self.query_one(f"#game{number}", Static).update(text)

    def _show_standing(self, standing: Standing) -> None:
        cells = dict(zip(_COLUMNS, _cells(standing), strict=True))
        name = standing.name
        if (name, "rank") not in self._cells:
            self._table.add_row(*map(_right, cells.values()), key=name)
        for column, value in cells.items():
            if self._cells.get((name, column), value) != value:
                self._table.update_cell(name, column, _right(value), update_width=True)
            self._cells[name, column] = value

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one("#standings", DataTable)


def _right(value: str) -> Text:
    return Text(value, justify="right" if value[:1].isdigit() else "left")


def _cells(standing: Standing) -> tuple[str, ...]:
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
    return done + (f", {snapshot.speed:,.1f} a second, {_clock(seconds)} left" if seconds is not None else "")


def _clock(seconds: float) -> str:
    """Hours, minutes and seconds: '1:02:03'."""
    minutes, remainder = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{remainder:02}"


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
