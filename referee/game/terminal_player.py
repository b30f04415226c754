"""A person at the terminal as a transport."""

from collections.abc import Callable, Container

from referee.contest.termination import Termination
from referee.game.record import ATTEMPTS
from referee.process.ending import GameEnded


class TerminalPlayer:
    """A transport that asks a person for guesses.

    Unless strict, the person is asked again after a guess that is no word of the list, and it costs no attempt.
    """

    def __init__(
        self,
        ask: Callable[[str], str | None],
        tell: Callable[[str], object],
        words: Container[str],
        length: int,
        strict: bool,
    ) -> None:
        """ask(prompt) returns a typed line, or None at the end of input; tell(text) shows a line."""
        self._ask, self._tell, self._words, self._length, self._strict = ask, tell, words, length, strict
        self._attempt = 1

    def receive(self, until: float) -> bytes:
        """The next guess in lower case, without a time limit; GameEnded at the end of input."""
        while True:
            typed = self._ask(f"Guess {self._attempt} of {ATTEMPTS}: ")
            if typed is None:
                raise GameEnded(Termination.EXITED)
            guess = typed.strip().lower()
            problem = self._problem(guess)
            if guess and (self._strict or not problem):
                return guess.encode()
            self._tell(problem or f"Type a word of {self._length} letters and press Enter.")

    def send(self, line: bytes) -> None:
        """Count a reply; on_move shows it."""
        self._attempt += 1

    def _problem(self, guess: str) -> str:
        """Why the guess is illegal; empty if it is legal."""
        if not guess or (guess in self._words and len(guess) == self._length):
            return ""
        if len(guess) != self._length:
            return f"{guess!a} has {len(guess)} letters; the word has {self._length}."
        return f"{guess!a} is not in the word list: guess again."
