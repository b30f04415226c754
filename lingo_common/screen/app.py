"""What all screens share (Textual): the keys to quit, how a person types a row, and the line for messages."""

from typing import ClassVar, Generic, TypeVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.widgets import Static

from lingo_common.screen.board import Keyboard, TileBoard
from lingo_common.screen.row import Row

R = TypeVar("R")


class Screen(App[R]):
    """A screen of one of the programs."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", "Quit", priority=True)]

    def say(self, text: str) -> None:
        """Show a message in its line."""
        self.query_one("#message", Static).update(text)


class BoardScreen(Screen[R], Generic[R]):
    """A screen on which a person types guesses into a board."""

    CSS = "#status, #message { height: auto; padding: 0 1; } #middle { height: auto; } Keyboard { margin: 1 0 0 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Enter"),
        Binding("left", "move(-1)", "Left", show=False),
        Binding("right", "move(1)", "Right", show=False),
        Binding("backspace", "erase", "Erase", show=False),
    ]
    row: Row
    """The row that is typed."""

    def on_key(self, event: events.Key) -> None:
        """Type a letter."""
        if event.character and event.character.isalpha():
            self.row.type(event.character.lower())
            self.changed()

    def on_keyboard_pressed(self, event: Keyboard.Pressed) -> None:
        """Type the letter of a key that was clicked."""
        self.row.type(event.letter)
        self.changed()

    def action_move(self, places: int) -> None:
        """Move the cursor."""
        self.row.move(places)
        self.changed()

    def action_erase(self) -> None:
        """Take a letter away."""
        self.row.erase()
        self.changed()

    def action_enter(self) -> None:
        """Take the row in; the screens of the programs say how."""

    def changed(self) -> None:
        """Show the row after a change; the screens of the programs say how."""

    @property
    def board(self) -> TileBoard:
        """The board that is typed into."""
        return self.query_one("#board", TileBoard)
