"""Payoffs of a secret solved at each attempt: points, minus the number of guesses, or minus the misses."""

from dataclasses import dataclass

INFINITY = 1 << 60
"""More than any total, any cost and any amount of work."""


@dataclass(frozen=True)
class Payoff:
    """The payoff of each attempt: integers, more is better."""

    solved: tuple[int, ...]
    """solved[a]: the payoff of solving at attempt a + 1; never increasing."""
    missed: int = 0
    """The payoff of a game whose attempts ran out; at most the last of solved."""

    @property
    def attempts(self) -> int:
        """How many guesses there are."""
        return len(self.solved)

    def most(self, size: int, attempt: int) -> int:
        """An upper bound on the total over a bin of that size, in a plain game, with the attempt (0, 1, …) next.

        One secret at most is solved now, every other one at the next attempt at best. Where secrets have weights, or a
        guess can win against several, a total can be larger: see search.bounds.most_at_once.
        """
        later = self.solved[attempt + 1] if attempt + 1 < self.attempts else self.missed
        return self.solved[attempt] + later * (size - 1) if size else 0


def pit_points(attempts: int = 5) -> Payoff:
    """The points of the contest's pit: 100 x (attempts + 1 - a) for a hit at attempt a, 0 for a miss."""
    return Payoff(tuple(100 * attempts_left for attempts_left in range(attempts, 0, -1)))


def never_missing(attempts: int) -> Payoff:
    """Minus the number of secrets missed: a tree with a total of 0 needs at most that many guesses."""
    return Payoff((0,) * attempts, -1)
