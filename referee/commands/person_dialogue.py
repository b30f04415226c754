"""The game of a person for `referee play`: its rules, how a terminal shows it, the dialogue, and lines to share."""

import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

import click

from lingo_common.cli.tiles import keys_for, known_letters, paint, squares, tiles
from lingo_common.errors import DataError, count_text, printable
from referee.check.findings import last_words
from referee.contest.termination import PLAYED_OUT
from referee.game import game_text
from referee.game.record import GameRecord
from wordlists.reply import ABSENT, PLACED, PRESENT, reply_for, winning_reply
from wordlists.rules import why_illegal
from wordlists.spelling import PLAIN, Spelling
from wordlists.step import Step, WordStep
from wordlists.word_game import WordGame


class PersonGame:
    """A game as a person plays it, for one word or for one that is left undecided as long as possible."""

    def __init__(self, candidates: Sequence[str], word_game: WordGame) -> None:
        """candidates: the words that the secret can be; where the first letter is shown, all begin with it.

        If there are several, no secret is chosen: each reply is the one that fits the most candidates.
        """
        self._candidates = list(candidates)
        """The candidates that fit all replies."""
        self.word_game = word_game
        self.length = len(self.secret)
        self.first_letter = word_game.letter_of(self.secret)
        self.steps: list[WordStep] = []
        """All guesses with their replies."""

    @property
    def secret(self) -> str:
        """Return the secret; while it is undecided, the first candidate."""
        return self._candidates[0]

    def problem(self, guess: str) -> str | None:
        """Return why the guess is illegal, as a sentence that quotes it; None if it is legal."""
        if len(guess) != self.length:
            return f"'{guess}' has {count_text(len(guess), 'letter')}; the word has {self.length}."
        if guess not in self.word_game.words:
            return f"'{guess}' is not in the word list."

        why = why_illegal(self.word_game, guess, self.steps, self.first_letter)
        return f"'{guess}' is not allowed: {why}." if why else None

    def guess(self, guess: str) -> WordStep:
        """Take in a legal guess; returns it with its reply."""
        step = WordStep(guess, self._reply(guess))
        self.steps.append(step)
        return step

    def _reply(self, guess: str) -> str:
        """Return the reply that fits the most candidates, and drop the other candidates.

        Among replies that fit equally many, one that does not end the game is preferred. Between two of these it is the
        one that comes last in the alphabet, so that a game can be repeated.
        """
        bins: dict[str, list[str]] = {}
        for word in self._candidates:
            bins.setdefault(reply_for(guess, word), []).append(word)

        winning = winning_reply(len(guess))
        reply = max(bins, key=lambda reply: (len(bins[reply]), reply != winning, reply))
        self._candidates = bins[reply]
        return reply

    @property
    def solved(self) -> bool:
        """Return whether the word is found."""
        return bool(self.steps) and self.steps[-1].reply == winning_reply(self.length)

    @property
    def over(self) -> bool:
        """Return whether there is nothing left to guess."""
        return self.solved or len(self.steps) >= self.word_game.attempts

    @property
    def points(self) -> int:
        """Return the points that the game has won."""
        return self.word_game.points_for(len(self.steps)) if self.solved else 0


_WIDE_TILE = 3
"""The columns of a letter's tile that has a blank on each side of the letter."""
_LEAST_COLUMNS = 20
"""Text is never wrapped to fewer columns: the words of packaged lists, of up to 13 letters, stay whole."""
_SPOKEN = {PLACED: "in place", PRESENT: "elsewhere", ABSENT: "no"}
"""The marks in words."""


@dataclass(frozen=True)
class GameView:
    """Renders a game as text."""

    is_coloured: bool
    """Whether letters are coloured tiles and keys; else there are sentences, which a screen reader can read too."""
    columns: int
    """The width of the terminal."""
    alphabet: str = ascii_lowercase
    """The letters of the word list."""
    spelling: Spelling = PLAIN

    def text(self, text: str) -> str:
        """Return a text with words in it, letters such as ij written out, wrapped to the width of the terminal."""
        return textwrap.fill(self.spelling.write(text), max(_LEAST_COLUMNS, self.columns))

    def line(self, attempt: int, step: WordStep) -> str:
        """Return the line of one guess with its reply: "1  c  r  a   O?X", or "Guess 1, cra: c in place, ...".

        In colour the letters are tiles.
        """
        if self.is_coloured:
            return f"{attempt} {self._tiles(step)}  {step.reply}"
        return self.text(f"Guess {attempt}, {step.guess}: {_spoken_marks(step)}.")

    def letters(self, steps: Iterable[WordStep]) -> str:
        """Return what the steps tell about each letter: a coloured keyboard, or lists."""
        marks = known_letters(steps)
        if self.is_coloured:
            return self.spelling.write(self._keyboard(marks))

        names = {**_SPOKEN, ABSENT: "not in the word", "": "not tried"}
        lines = []
        for mark, name in names.items():
            letters = [letter for letter in sorted({*marks, *self.alphabet}) if marks.get(letter, "") == mark]
            if letters:
                lines.append(f"{name}: {' '.join(letters)}")

        return "\n".join(map(self.text, lines))

    def _keyboard(self, marks: Mapping[str, str]) -> str:
        """Return the keys of a typewriter in rows; a letter that has a mark is painted, with the mark beside it."""
        rows = []
        for row_number, letters in enumerate(keys_for(self.alphabet)):
            keys = []
            for letter in letters:
                mark = marks.get(letter)
                # A key is two columns wide, and a blank separates it from the next.
                key = f"{letter} " if mark is None else paint(f"{letter}{mark}", mark)
                keys.append(f"{key} ")

            # Each row begins one column further right than the row above.
            rows.append(" " * row_number + "".join(keys))

        return "\n".join(rows)

    def share(self, title: str, replies: Sequence[str], encoding: str) -> str:
        """Return a title and the replies of a game, one a line, for people who must not see the words.

        Where letters are coloured and the encoding has them, marks are coloured squares of Unicode, else O, ? and X.
        """
        has_squares = self.is_coloured and "utf" in encoding.lower()
        rows = squares(replies) if has_squares else replies
        return "\n".join([self.text(title), *rows])

    def _tiles(self, step: WordStep) -> str:
        """Return a coloured tile for every letter, three columns wide if the line has room for that."""
        # An illegal guess of the opponent may have more letters than its reply has marks, or fewer.
        if len(step.guess) != len(step.reply):
            return self.spelling.write(step.guess)

        letters = self.spelling.write_letters(step.guess)
        # The line has the attempt, the tiles and the marks, such as "1  c  r  a   O?X".
        columns_of_wide_line = len("1 ") + _WIDE_TILE * len(step.reply) + len("  ") + len(step.reply)
        return tiles(letters, step.reply, wide=columns_of_wide_line <= self.columns)


def _spoken_marks(step: WordStep) -> str:
    """Return the letters of a guess with their marks in words: "a in place, b elsewhere, b no more".

    A letter is "no more" in the word, and not "no", if the same letter has another mark too.
    """
    best_marks = known_letters([step])
    spoken = []
    # An illegal guess may have more letters than its reply has marks, or fewer.
    for letter, mark in zip(step.guess, step.reply, strict=False):
        is_used_up = mark == ABSENT and best_marks[letter] != ABSENT
        spoken.append(f"{letter} no more" if is_used_up else f"{letter} {_SPOKEN[mark]}")
    return ", ".join(spoken)


_QUIT = "quit"
"""What a person types to give up, unless it is a legal guess, which it may be in a game of four letters."""
_HELP = """\
Type a word of {letters} and press Enter. O: the letter is in its place. ?: the word has it elsewhere. \
X: no, or no more of it. quit gives up{unless}; ? shows this."""


def play_at_terminal(game: PersonGame, view: GameView, rival_game: GameRecord | None, title: str) -> None:
    """Let a person play a game, and print how it ended.

    rival_game: the finished game of the opponent; None without one. title: the game, its seed and its rules.
    """
    _play(game, view, rival_game)
    lines = [*_result_lines(game, view, rival_game), "", *_lines_to_share(game, view, rival_game, title)]
    # In these lines a group of letters such as ij is still the one character that stands for it in a game.
    click.echo(view.spelling.write("\n".join(lines)))


def _play(game: PersonGame, view: GameView, rival_game: GameRecord | None) -> None:
    """Let a person play a game line by line, until it is over or given up.

    rival_game: the finished game of the opponent; None without one. It stays hidden while the person plays.
    """
    spelling = view.spelling
    attempts = game.word_game.attempts
    _say(view, _introduction(game, rival_game))
    while not game.over:
        typed = _ask(f"Guess {len(game.steps) + 1} of {attempts}: ")
        if typed is None:
            return

        # Messages quote the guess, so it must be printable.
        guess = spelling.read(printable(typed.strip()))
        # The spelling may join letters of a word to groups. It did so to the guess, so it must to this word.
        asks_to_quit = guess == spelling.read(_QUIT)
        if asks_to_quit and game.problem(guess):
            return

        _take(guess, game, view)


def _introduction(game: PersonGame, rival_game: GameRecord | None) -> str:
    """Return the sentences that begin a game: what is to be guessed, by which rules, and against whom."""
    letters = count_text(game.length, "letter")
    guesses = count_text(game.word_game.attempts, "guess")
    sentences = [f"A word of {letters}, {guesses}."]
    if game.first_letter:
        sentences.append(f"It begins with {game.first_letter}.")
    if game.word_game.hard:
        sentences.append("Every guess must use what is known.")
    if rival_game is not None:
        sentences.append(f"You race {rival_game.player}.")
    return " ".join(sentences)


def _take(guess: str, game: PersonGame, view: GameView) -> None:
    """Show the help for a "?"; else take the guess in and show its line, or why it is refused."""
    letters = count_text(game.length, "letter")
    if guess == "?":
        quit_may_be_a_guess = game.length == len(_QUIT)
        unless = ", where it is no word of the list" if quit_may_be_a_guess else ""
        _say(view, _HELP.format(letters=letters, unless=unless))
        return

    if not guess:
        _say(view, f"Type a word of {letters} and press Enter.")
        return

    problem = game.problem(guess)
    if problem is not None:
        # The problem of a guess of another length says already what to type.
        if len(guess) == game.length:
            problem = f"{problem.removesuffix('.')}: guess again."
        _say(view, problem)
        return

    step = game.guess(guess)
    click.echo(view.line(len(game.steps), step))
    if not game.over:
        click.echo(view.letters(game.steps))


def _say(view: GameView, text: str) -> None:
    """Print a text, wrapped to the terminal's width."""
    click.echo(view.text(text))


def _ask(prompt: str) -> str | None:
    """Return a typed line; None at the end of input."""
    if sys.stdin is None:
        raise DataError("standard input must be open")
    click.echo(prompt, nl=False)
    # Bytes, because a line that is not valid in the terminal's encoding would raise an error as text.
    line = sys.stdin.buffer.readline()
    if not line:
        click.echo()
        return None

    if not sys.stdin.isatty():
        click.echo()  # on a terminal the Enter of the person ends the line
    return line.decode(errors="replace")


def _result_lines(game: PersonGame, view: GameView, rival_game: GameRecord | None) -> Iterator[str]:
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
        # Such as "; its standard error ends with 'KeyError: 7'".
        quotation = last_words(rival_game)
        yield view.text(f"{rival_game.player} failed: {game_text.end_line(rival_game)}{quotation}")

    difference = game.points - rival_game.points
    if difference > 0:
        yield f"You win by {difference} points."
    elif difference < 0:
        yield f"{rival_game.player} wins by {-difference} points."
    else:
        yield f"A tie: {rival_game.points} points each."


def _lines_to_share(game: PersonGame, view: GameView, rival_game: GameRecord | None, title: str) -> Iterator[str]:
    """Yield the replies of the game, and then of the opponent's, without the words, as players of Wordle share theirs.

    title: the game, its seed and its rules, to which the outcome is added: "3/5", or "X/5" if the word was not found.
    """
    attempts = len(game.steps) if game.solved else "X"
    outcome = f"{attempts}/{game.word_game.attempts}, {game.points} points"
    replies = [step.reply for step in game.steps]

    encoding = sys.stdout.encoding
    yield view.share(f"{title}: {outcome}", replies, encoding)
    if rival_game is not None:
        yield view.share(f"{rival_game.player}: {rival_game.points} points", rival_game.replies, encoding)
