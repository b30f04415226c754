"""The assistant as a screen (Textual): the board of a game played elsewhere, and the best guesses beside it."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widgets import DataTable, Footer, Static

from codebreaker.rules import POINTS
from lingo_bot.assistant.advice import Proposal
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.steps import WordStep
from lingo_bot.assistant.tables import candidates_of, in_words
from lingo_common.errors import DataError
from lingo_common.screen.app import BoardScreen
from lingo_common.screen.board import Keyboard, Tile, TileBoard, tiles_of
from lingo_common.screen.letters import alphabet, keys_for, known_letters, squares
from lingo_common.screen.row import Row
from wordlists.spelling import PLAIN

PROPOSED = 9
"""Guesses that are proposed: as many as there are digits to choose them by."""
_NAMED = 200
"""Columns of candidates that are named."""
_HELP = (
    "Type your guess or choose 1-9; Space or a click changes a mark: X no, ? elsewhere, O in place; Enter takes it in."
)


class AssistScreen(BoardScreen[str]):
    """Advises on one game; its result is the text to share, empty if nothing was played."""

    CSS = (
        BoardScreen.CSS
        + """
        #middle { height: 1fr; max-height: 17; }
        #left { width: auto; padding: 0 1; }
        #right { height: auto; } #proposals { height: auto; max-height: 11; }
        #candidates { height: auto; max-height: 5; padding: 0 1; }
        """
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "turn", "Change mark"),
        Binding("ctrl+z", "undo", "Undo"),
        Binding("ctrl+s", "share", "Share"),
        *(Binding(str(number), f"choose({number})", show=False) for number in range(1, PROPOSED + 1)),
    ]

    def __init__(self, player: Player) -> None:
        super().__init__()
        self._player = player
        self._proposals: Sequence[Proposal] = ()
        self._spelling = player.spelling or PLAIN
        self.row = Row(player.length, spelling=self._spelling)

    def compose(self) -> ComposeResult:
        """The status, the board beside the proposals, the keyboard, a line for messages."""
        yield Static(id="status")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left"):
                yield TileBoard(self._player.length, self._player.attempts, id="board")
            with Vertical(id="right"):
                table: DataTable[Text] = DataTable(id="proposals", cursor_type="none", cell_padding=1)
                table.can_focus = False
                yield table
                yield Static(id="candidates")
        yield Keyboard(keys_for(alphabet(map(self._spelling.read, self._player.words))), self._spelling)
        yield Static(_HELP, id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Show the game as it stands."""
        self.query_one("#left").can_focus = False
        value = ("points",) if self._player.objective == POINTS else ("guesses", "solved")
        self._table.add_columns("", "guess", *value, "left", "fits")
        self._advance()

    # What a person does.

    def on_tile_board_pressed(self, event: TileBoard.Pressed) -> None:
        """Change the mark of a tile of the row that is typed."""
        if event.row == len(self._player.steps) and not self._player.over:
            self.row.turn(event.place)
            self.changed()

    def on_click(self, event: events.Click) -> None:
        """Choose the proposal that was clicked."""
        if event.widget is self._table and event.style.meta.get("row", -1) >= 0:
            self.action_choose(event.style.meta["row"] + 1)

    def action_turn(self) -> None:
        """Change the mark under the cursor."""
        self.row.turn(self.row.cursor)
        self.changed()

    def action_choose(self, number: int) -> None:
        """Put a proposal in the row."""
        if number <= len(self._proposals):
            self._fill(self._proposals[number - 1].word)
            self.row.cursor = 0
            self.changed()

    def action_enter(self) -> None:
        """Take the row in as a guess with its reply."""
        if self._player.over:
            return
        if not self.row.complete:
            self.say(f"Type a guess of {self._player.length} letters first.")
            return
        why = self._player.illegal(self.row.word)
        try:
            self._player.hear(self.row.reply, self.row.word)
        except DataError as error:
            self.say(f"{error}.")
            return
        self._advance()
        if why:
            self.say(f"{self._player.steps[-1].guess} is not a guess of this game ({why}); taken all the same.")

    def action_undo(self) -> None:
        """Take the last reply back; its guess is there to be changed."""
        step = self._player.undo()
        self._advance()
        if step:
            self._fill(step.guess)
            self.changed()
        self.say(f"Taken back: {step.guess} {step.reply}." if step else "There is nothing to undo.")

    def action_share(self) -> None:
        """Show the replies as squares, and copy them."""
        self.copy_to_clipboard(self.shared)
        self.say(self.shared or "Nothing is played yet.")

    async def action_quit(self) -> None:
        """Leave; the caller gets the text to share."""
        self.exit(self.shared)

    # What is shown.

    @property
    def shared(self) -> str:
        """The game as squares; empty if nothing is played."""
        steps = self._player.steps
        outcome = len(steps) if self._player.solved else "X"
        rows = squares([step.reply for step in steps])
        return "\n".join([f"Lingo {outcome}/{self._player.attempts}", *rows]) if steps else ""

    def changed(self) -> None:
        """Show the row that is typed, and what its word is worth."""
        rows = [self._tiles(*step) for step in self._player.steps]
        cursor = None
        if not self._player.over:
            rows.append(self._tiles(self.row.word, self.row.reply) if self.row.word.strip() else [])
            cursor = (len(rows) - 1, self.row.cursor)
        self.board.show(rows, cursor)
        if self.row.complete and not self._player.over:
            self.say(f"{in_words(self._player.valued(self.row.word))}. Space changes a mark, Enter takes it in.")

    def _fill(self, word: str) -> None:
        """Put the letters of a word in the row."""
        self.row.fill(self._spelling.read(word))

    def _tiles(self, guess: str, reply: str) -> list[Tile]:
        return tiles_of(self._player.letters_of(guess), reply)

    def _advance(self) -> None:
        """Show the game after a step: an empty row, what is known, new proposals."""
        player = self._player
        self._fill(player.first_letter or "")
        steps = ((self._spelling.read(guess), reply) for guess, reply in player.steps)
        self.query_one(Keyboard).show(known_letters(steps))
        self.query_one("#status", Static).update(self._status())
        self._proposals = player.best(PROPOSED)
        self._table.clear()
        for number, each in enumerate(self._proposals, 1):
            fits = "yes" if each.candidate else "no"
            value = (each.value_text,) if each.guesses is None else (each.value_text, each.chance_text)
            cells = (str(number), each.word, *value, f"{each.remaining:,.1f}", fits)
            self._table.add_row(*(Text(cell, justify="left" if cell.isalpha() else "right") for cell in cells))
        self.query_one("#candidates", Static).update(self._candidates())
        self.say(self.shared if player.over else _HELP)
        self.changed()

    def _status(self) -> str:
        player = self._player
        if player.solved:
            return f"Solved at attempt {len(player.steps)} of {player.attempts}: {player.points} points."
        if player.over:
            return "The attempts are used up."
        return f"Attempt {len(player.steps) + 1} of {player.attempts}: {candidates_of(player.remaining)}"

    def _candidates(self) -> str:
        if not self._player.steps:
            return ""
        named = _NAMED // (self._player.length + 1)
        shown = " ".join(self._player.candidates[:named])
        more = self._player.remaining - named
        return f"{shown} and {more:,} more" if more > 0 else shown

    @property
    def _table(self) -> "DataTable[Text]":
        return self.query_one("#proposals", DataTable)


def assist_on_screen(player: Player, steps: Iterable[WordStep] = ()) -> str:
    """Advise on a screen until the user leaves; returns the text to share. DataError if the steps cannot be."""
    for step in steps:
        player.hear(step.reply, step.guess)
    return AssistScreen(player).run() or ""
