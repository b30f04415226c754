"""`--assist`: a person plays elsewhere, types guesses and replies, and sees candidates and proposals."""

import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from difflib import get_close_matches

from lingo_bot.assistant.player import Player
from lingo_bot.assistant.proposal import Proposals
from lingo_bot.assistant.steps import example_reply, reply_in, step_of
from lingo_bot.assistant.tables import candidate_lines, ending, proposal_lines, reason_for
from lingo_bot.dialogue import check_streams
from lingo_common.cli import terminal
from lingo_common.cli.tiles import guess_line
from lingo_common.errors import DataError, count_text, excerpt
from wordlists.step import WordStep

PROPOSED = 5
"""The number of proposals."""
_COMMANDS = ("help", "undo", "list", "best", "why", "quit")
_CLOSE = 0.7
"""The likeness (difflib's ratio) from which a mistyped command is recognised.

One wrong letter in a command of four letters leaves 0.75, two leave 0.5.
"""
_BEST = re.compile(r"(?:best|b)(?:\s+(\d{1,9}))?")
"""The command `best` or `b`, with or without a number of proposals. int() would refuse thousands of digits."""

_HELP = (
    "WORD REPLY: what you guessed and its reply, as in tares O?XX? or tares=gy..y",
    "REPLY: the same for the first proposal, or for the word you asked about",
    "NUMBER REPLY: the same for the proposal of that number",
    "WORD, NUMBER: what that guess would be worth",
    "In a reply O or g is a letter in its place, ? or y one that stands elsewhere, X or b or . one that is not there.",
    "list: all candidates. best, best 10: five proposals, or ten. why: the reason for the first proposal, or for the "
    "word you asked about. undo: take the last reply back. help. quit.",
    "~ before points: an estimate. left: expected remaining candidates.",
)
"""The paragraphs of the help."""


class Assistant:
    """A dialogue with a person about one game."""

    def __init__(self, player: Player, write: Callable[[str], object], in_colour: bool = False) -> None:
        """write is called with one line at a time, without its line end."""
        self._player = player
        self._write = write
        self._in_colour = in_colour
        self._proposals = Proposals()
        """The proposals on the screen; a person can type the number of one instead of its word."""
        self._player_of_answers: Player | None = None
        """The player before the step that no answer fitted, to which undo goes back; None as long as an answer fits.

        From that step on every word counts as possible, and `_player` plays that other game.
        """
        self._asked_word: str | None = None
        """The word that was asked about since the last reply."""

    @property
    def over(self) -> bool:
        """Whether the game is over. Ask here and not the player that was passed in, which may be replaced."""
        return self._player.over

    def greet(self, steps: Iterable[WordStep]) -> None:
        """Take in the steps played before, then print the rules, these steps and the state of the game.

        Raises DataError, with nothing printed, if no word fits the steps.
        """
        player = self._player
        remarks = [self._apply_step(step) for step in steps]

        letters = count_text(player.length, "letter")
        attempts = count_text(player.attempts, "attempt")
        hard = ", hard" if player.hard else ""
        self._print(f"{letters}, {attempts}{hard}, {_words_of(player)}.")
        example = example_reply(player.length)
        self._print(f"Type a guess and its reply, as in WORD {example}; or help, undo, list, quit.")

        for attempt, remark in enumerate(remarks, 1):
            self._print_step(attempt, remark)

        self._print_state()

    def answer(self, line: str) -> bool:
        """Carry out one line of input; False at the end of the dialogue."""
        text = line.strip()
        command = text.lower()
        best = _BEST.fullmatch(command)
        if command in ("quit", "q", "exit"):
            return False

        try:
            if command in ("help", "h", "?"):
                self._print(*_HELP)
            elif command in ("undo", "u"):
                self._undo()
            elif command in ("list", "l"):
                self._print_lines(candidate_lines(self._player, terminal.width(), whole=True))
            elif best:
                count = int(best[1] or PROPOSED)
                # `best 0` shows one too: a reply without a guess belongs to the first proposal.
                self._print_state(max(1, count))
            elif command in ("why", "w"):
                self._explain()
            elif text:
                self._take(text)
        except DataError as error:
            close = get_close_matches(command, _COMMANDS, 1, _CLOSE)
            self._print(f"{error}.", *(f"Did you mean {name}?" for name in close))

        return not self.over

    def _take(self, text: str) -> None:
        """Take in a step, or print the value of a guess; DataError if the line means neither.

        The guess may be the number of a proposal. A reply without a guess belongs to the word that was asked about; if
        there is none, to the first proposal.
        """
        parts = text.replace("=", " ").replace(",", " ").split()
        if len(parts) == 1 and self._is_reply(parts[0]):
            # There are proposals: `_print_state` has printed at least one, because the game is not over.
            parts.insert(0, self._asked_word or self._proposals[0].word)
        elif parts and parts[0].isdecimal():
            parts[0] = self._word_of_number(parts[0])

        if len(parts) == 1:
            self._print_value(parts[0])
            return

        # Again as one text, for which step_of has the errors, such as for a third part.
        step = step_of(" ".join(parts), self._player.length, self._player.spelling)
        remark = self._apply_step(step)
        self._print_step(len(self._player.steps), remark)
        self._print_state()

    def _is_reply(self, text: str) -> bool:
        """Whether a text that is typed alone is meant as a reply.

        Marks of the wrong length are meant so too: the error is then about the length, and not about the letters of a
        word. `00000` is a reply to a word of five letters, because 0 is typed for O. Other digits are the number of a
        proposal.
        """
        is_number = text.isdecimal() and len(text) != self._player.length
        return not is_number and reply_in(text, len(text)) is not None

    def _word_of_number(self, number: str) -> str:
        """The word of the proposal with that number on the screen; DataError if there is none."""
        for index, proposal in enumerate(self._proposals, 1):
            if number == str(index):
                return proposal.word
        raise DataError(f"there is no proposal {excerpt(number)}")

    def _print_value(self, word: str) -> None:
        """Print what a guess would be worth."""
        proposal = self._player.evaluate(word)
        self._asked_word = proposal.word
        fits = "can be the word" if proposal.candidate else "cannot be the word"
        value = f"{proposal.word}: {proposal.in_words}, {proposal.remaining:,.1f} expected left, {fits}"
        why_illegal = self._player.illegal(proposal.word)
        if why_illegal:
            value += f"; {why_illegal}"
        self._print(f"{value}. Its reply?")

    def _apply_step(self, step: WordStep) -> str | None:
        """Take in a step; return what there is to remark on its guess, or None. Raises DataError where no word fits.

        The remark goes on with a sentence that begins with the guess: `was your guess 1 already`.
        """
        guesses = [earlier.guess for earlier in self._player.steps]
        why_illegal = self._player.illegal(step.guess)
        remark = None
        if step.guess in guesses:
            remark = f"was your guess {guesses.index(step.guess) + 1} already"
        elif why_illegal:
            remark = f"is not a guess of this game ({why_illegal}); taken all the same"

        try:
            self._player.hear(step.reply, step.guess)
        except DataError:
            if not self._player.has_answers:
                raise
            self._hear_with_every_word(step)
            # `tares has a reply that fits no answer`, or `tares was your guess 1 already. Its reply fits no answer`.
            beginning = f"{remark}. Its reply" if remark else "has a reply that"
            remark = f"{beginning} fits no answer: every word of the list counts now"

        self._asked_word = None
        return remark

    def _hear_with_every_word(self, step: WordStep) -> None:
        """Take in a step that no answer fits, as if every word could be the secret; DataError if no word fits."""
        before = self._player
        player = before.with_every_word()
        for earlier in (*before.steps, step):
            player.hear(earlier.reply, earlier.guess)
        self._player = player
        self._player_of_answers = before

    def _print_step(self, attempt: int, remark: str | None) -> None:
        """Print the step of that attempt, after a remark where there is one."""
        guess, reply = self._player.steps[attempt - 1]
        if remark:
            self._print(f"{guess} {remark}.")
        letters = self._player.letters_of(guess)
        self._write(f"{attempt}  {guess_line(letters, reply, self._in_colour)}")

    def _undo(self) -> None:
        """Take the last step back."""
        step = self._player.undo()
        # If this was the step that no answer fitted, the answers count again.
        if self._player_of_answers and len(self._player.steps) == len(self._player_of_answers.steps):
            self._player = self._player_of_answers
            self._player_of_answers = None
        self._asked_word = None
        self._print(f"Taken back: {step.guess} {step.reply}." if step else "There is nothing to undo.")
        self._print_state()

    def _explain(self) -> None:
        """Print why the word that was asked about, or else the first proposal, is good or bad."""
        if self._player.over:
            return
        best = self._player.best(1)[0]
        proposal = self._player.evaluate(self._asked_word) if self._asked_word else best
        sizes, _ = self._player.bin_sizes(proposal.word)
        self._print(reason_for(proposal, best, sizes))

    def _print_state(self, count: int = PROPOSED) -> None:
        """Print candidates and `count` proposals, or how the game ended."""
        player = self._player
        if player.solved:
            self._print(f"{ending(player)}.")
            return

        columns = terminal.width()
        if player.over:
            self._print("The attempts are used up.")
            self._print_lines(candidate_lines(player, columns))
            return

        self._print(f"Attempt {len(player.steps) + 1} of {player.attempts}.")
        self._print_lines(candidate_lines(player, columns))
        self._proposals = player.best(count)
        self._print_lines(proposal_lines(self._proposals, columns))

    def _print(self, *paragraphs: str) -> None:
        """Write each text, as many lines as the terminal's width makes of it."""
        for paragraph in paragraphs:
            self._print_lines(terminal.wrap_text(paragraph, terminal.width()))

    def _print_lines(self, lines: Iterable[str]) -> None:
        """Write the lines as they are."""
        for line in lines:
            self._write(line)


def _words_of(player: Player) -> str:
    """The words of the game in a phrase, as in `2,315 possible among 12,972 words that begin with d`."""
    count = len(player.words)
    words = count_text(count, "word")
    if player.has_answers:
        words = f"{len(player.answers):,} possible among {words}"
    if player.first_letter:
        words += f" that {'begins' if count == 1 else 'begin'} with {player.first_letter}"
    return words


def assist(player: Player, steps: Iterable[WordStep]) -> None:
    """Run the dialogue on standard input and output until the game is over, the user quits or the input ends."""
    check_streams()
    assistant = Assistant(player, print, terminal.use_colours(sys.stdout))
    assistant.greet(steps)
    # input() fails where standard error is closed.
    in_terminal = terminal.interactive(sys.stdin, sys.stdout) and sys.stderr is not None
    if in_terminal:
        with suppress(ImportError):
            import readline  # gives input() editing and history

            # Bracketed paste writes escape sequences even to a terminal that does not know them.
            readline.parse_and_bind("set enable-bracketed-paste off")

    is_on = not assistant.over
    while is_on:
        sys.stdout.flush()
        line = _typed_line() if in_terminal else sys.stdin.readline()
        if not line:
            return
        is_on = assistant.answer(line)


def _typed_line() -> str:
    """A line that is typed on the terminal, with its line end; empty at the end of the input."""
    try:
        return f"{input('? ')}\n"
    except EOFError:
        print()  # the shell's prompt begins a line of its own
        return ""
