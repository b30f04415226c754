"""A game that a person plays on a screen (Textual): the board, the keyboard, and the opponent's replies beside."""

from collections.abc import Callable, Sequence
from string import ascii_lowercase

from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from lingo_common.screen.app import BoardScreen
from lingo_common.screen.board import Keyboard, Tile, TileBoard, lines_of, tiles_of
from lingo_common.screen.letters import keys_for, known_letters
from lingo_common.screen.row import Row
from referee.game.person_game import PersonGame
from wordlists.spelling import PLAIN, Spelling

_HIGHEST = 17
"""Lines of a board that is not scrolled."""


class PlayScreen(BoardScreen[None]):
    """A person's game; an opponent's guesses are hidden until it is over."""

    CSS = (
        BoardScreen.CSS
        + """
        #middle { height: 1fr; }
        #left, #right { width: auto; padding: 0 2; }
        """
    )

    def __init__(
        self,
        game: PersonGame,
        status: str,
        result: Callable[[], Sequence[str]],
        opponent: Sequence[tuple[str, str]] = (),
        alphabet: str = ascii_lowercase,
        spelling: Spelling = PLAIN,
    ) -> None:
        """result: lines for the end of the game; opponent: the guesses of the opponent with their replies.

        alphabet: the letters of the word list; spelling: how they are written.
        """
        super().__init__()
        self._game, self._status, self._result, self._opponent = game, status, result, opponent
        self._keys, self._spelling = keys_for(alphabet), spelling
        self.row = Row(game.length, game.first_letter or "", spelling)

    def compose(self) -> ComposeResult:
        """What is played, the boards, the keyboard, a line for messages."""
        yield Static(self._spelling.write(self._status), id="status")
        with Horizontal(id="middle"):
            with VerticalScroll(id="left", can_focus=False):
                yield TileBoard(self._game.length, self._game.rules.attempts, id="board")
            if self._opponent:
                with VerticalScroll(id="right", can_focus=False):
                    yield TileBoard(self._game.length, len(self._opponent), id="opponent")
        yield Keyboard(self._keys, self._spelling)
        yield Static("Type a word and press Enter.", id="message")
        yield Footer()

    def on_mount(self) -> None:
        """Show the empty board."""
        rows = max(self._game.rules.attempts, len(self._opponent))
        self.query_one("#middle").styles.max_height = min(_HIGHEST, lines_of(rows))
        self.changed()

    def action_enter(self) -> None:
        """Guess the word in the row."""
        game = self._game
        if game.over:
            return
        if not self.row.complete:
            self.say(f"Type a word of {game.length} letters.")
            return
        word = self.row.word
        problem = game.problem(word)
        if game.guess(word):
            self.row.fill(game.first_letter or "")
        self.say(self._spelling.write(problem or ""))
        if game.over:
            self.say(self._spelling.write("\n".join(self._result())))
        self.changed()

    def changed(self) -> None:
        """Show the guesses, the row that is typed and what is known."""
        game = self._game
        rows: list[list[Tile]] = [self._tiles(*step) for step in game.steps]
        cursor = None
        if not game.over:
            rows.append([Tile(self._spelling.write(letter)) for letter in self.row.word])
            cursor = (len(game.steps), self.row.cursor)
        self.board.show(rows, cursor)
        self.query_one(Keyboard).show(known_letters(game.legal_steps))
        if self._opponent:
            shown = self._opponent if game.over else self._opponent[: len(game.steps)]
            hidden = [(guess if game.over else " " * game.length, reply) for guess, reply in shown]
            self.query_one("#opponent", TileBoard).show([self._tiles(*step) for step in hidden])

    def _tiles(self, guess: str, reply: str) -> list[Tile]:
        return tiles_of([self._spelling.write(letter) for letter in guess], reply)
