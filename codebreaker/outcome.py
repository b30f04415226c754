"""How the games of a tree end: the secrets solved at each attempt, and those missed."""

from dataclasses import dataclass

POINTS_A_GUESS = 100
"""Points that a game wins for each guess that is left, the one that solves it included."""


@dataclass(frozen=True)
class Outcome:
    """How the games of a tree end, over all its secrets, each with its weight."""

    solved: tuple[int, ...]
    """The weight of the secrets that are solved at attempt 1, 2, …; its length is the number of attempts."""
    missed: int = 0
    """The weight of the secrets that are not solved."""

    @property
    def attempts(self) -> int:
        """The attempts in a game."""
        return len(self.solved)

    @property
    def weight(self) -> int:
        """The weight of all secrets: their number, if they have no weights."""
        return sum(self.solved) + self.missed

    @property
    def distribution(self) -> dict[int, int]:
        """The weight of the secrets solved at each attempt at which some are, attempts ascending."""
        return {attempt: count for attempt, count in enumerate(self.solved, 1) if count}

    @property
    def guesses(self) -> int:
        """The guesses of all games; a missed game has as many as there are attempts."""
        solved = sum(attempt * count for attempt, count in enumerate(self.solved, 1))
        return solved + self.attempts * self.missed

    @property
    def points(self) -> int:
        """The points of all games: POINTS_A_GUESS for each guess left, the one that solves the game included."""
        guesses_left = sum((self.attempts + 1 - attempt) * count for attempt, count in enumerate(self.solved, 1))
        return POINTS_A_GUESS * guesses_left

    @property
    def mean_guesses(self) -> float:
        """Guesses a game; a missed game has as many as there are attempts."""
        return self.guesses / self.weight

    @property
    def mean_points(self) -> float:
        """Points a game."""
        return self.points / self.weight

    @property
    def mean_attempts(self) -> float:
        """The mean attempt at which games are solved; 0 if none is."""
        solved_guesses = self.guesses - self.attempts * self.missed
        # If no game is solved, this is 0 / 1.
        return solved_guesses / max(1, sum(self.solved))

    @property
    def worst(self) -> int | None:
        """The most guesses of a game; None if a secret is missed."""
        return None if self.missed else max(self.distribution)

    def __add__(self, other: "Outcome") -> "Outcome":
        """The outcome of the games of both trees, which have the same number of attempts."""
        solved = tuple(mine + theirs for mine, theirs in zip(self.solved, other.solved, strict=True))
        return Outcome(solved, self.missed + other.missed)
