"""The rules of a word game: what may be guessed, what may be hidden, and what is played for. Standard library only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from codebreaker.reply import ABSENT, PLACED
from codebreaker.step import Step

POINTS, GUESSES, WORST = OBJECTIVES = ("points", "guesses", "worst")
"""Most points; fewest missed, then fewest guesses; fewest missed, then the least worst case, then fewest guesses."""


@dataclass(frozen=True)
class Rules:
    """The rules of a word game; the defaults are those of the contest's pit."""

    length: int
    """Letters of every word."""
    words: Sequence[str] = ()
    """The words that may be guessed, sorted, every answer included."""
    answers: Sequence[str] | None = None
    """The words that may be the secret, sorted; None for all words."""
    attempts: int = 5
    """Guesses in a game."""
    first_letter: bool = False
    """Whether the player is told the secret's first letter before the first guess."""
    hard: bool = False
    """Whether every guess must use what the replies have shown (see breaks_hard_mode)."""
    objective: str = POINTS
    """What is played for, one of OBJECTIVES."""

    @property
    def secrets(self) -> Sequence[str]:
        """The words that may be the secret."""
        return self.words if self.answers is None else self.answers

    def points_for(self, attempt: int) -> int:
        """Points for a hit at that attempt (1, 2, …): 100 × (attempts + 1 − attempt)."""
        return 100 * (self.attempts + 1 - attempt)


PRESETS: dict[str, dict[str, int | bool | str]] = {
    "lingo": {"attempts": 5, "first_letter": False, "hard": False, "objective": POINTS},
    "wordle": {"attempts": 6, "first_letter": False, "hard": False, "objective": GUESSES},
    "television": {"attempts": 5, "first_letter": True, "hard": False, "objective": GUESSES},
}
"""The values of --rules by name."""


def breaks_hard_mode(guess: str, steps: Iterable[Step[str, str]]) -> str | None:
    """Why the guess is not allowed in hard mode after these steps; None where it is allowed.

    A letter shown in place stays there; a letter shown elsewhere is used, as often as it was shown.
    Letters known to be absent may be used (the rule of Wordle's hard mode).
    """
    for earlier, reply in steps:
        shown: dict[str, int] = {}
        for place, (letter, mark) in enumerate(zip(earlier, reply, strict=True)):
            if mark == PLACED and guess[place] != letter:
                return f"letter {place + 1} must be {letter}"
            if mark != ABSENT:
                shown[letter] = shown.get(letter, 0) + 1
        for letter, times in shown.items():
            if guess.count(letter) < times:
                return f"must use {letter}" + (f" {times} times" if times > 1 else "")
    return None
