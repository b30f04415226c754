"""The rules that all games of a contest share."""

from dataclasses import dataclass

from codebreaker.rules import POINTS


@dataclass(frozen=True)
class GameRules:
    """The rules that all games of a contest share; the defaults are those of the original pit."""

    attempts: int = 5
    """Guesses in a game."""
    first_letter: bool = False
    """Whether the player is told the word's first letter before its first guess."""
    hard: bool = False
    """Whether every guess must use what the replies have shown (see codebreaker.rules.breaks_hard_mode)."""
    objective: str = POINTS
    """What is played for, one of codebreaker.rules.OBJECTIVES."""
    letters: str | None = None
    """The letters of the words, separated by commas; None for a to z."""

    def points_for(self, attempt: int) -> int:
        """Points for a hit at that attempt (1, 2, …): 100 × (attempts + 1 − attempt)."""
        return 100 * (self.attempts + 1 - attempt)


PIT_RULES = GameRules()
"""The rules of the original pit."""
