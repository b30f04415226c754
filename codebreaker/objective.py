"""The cost of a tree, by how its games end (codebreaker.outcome). The least cost is best.

Every guess charges each candidate that it leaves open, and a candidate that is open after the last guess pays for a
miss. With three numbers this covers all that trees are searched for:

    objective                            charge  miss
    most points, 100 for each guess left    100  0
    fewest misses, then fewest guesses        1  more than all guesses of all secrets
    nothing but misses: the worst case        0  1

The least cost of the candidates S with k guesses left is therefore

    V(S, k) = min over guesses of the sum over the bins B that stay open of  charge * |B| + V(B, k - 1),
    V(S, 0) = miss * |S|,

where |S| is the number of secrets in S or, if they have weights, the sum of these. Points and numbers of guesses are
computed from a cost only where they are shown to people or written to files.
"""

from dataclasses import dataclass

from codebreaker.outcome import POINTS_A_GUESS, Outcome

INFINITY = 1 << 60
"""More than any cost. It also stands for no limit on the work of a search."""
PLAYED_MISS = 10**9
"""What a miss costs where misses come first and each guess costs POINTS_A_GUESS, as in lingo-bot.

100,000 games of 100 attempts are charged no more than this, so a miss costs more than all guesses.
"""


@dataclass(frozen=True)
class Objective:
    """The cost of a tree by how its games end, as the module says; the class methods make the usual ones."""

    attempts: int
    """The guesses in a game, at least 1."""
    charge: int
    """What a guess charges each candidate that it leaves open."""
    miss: int
    """What a candidate pays, beside all these charges, if it is still open after the last guess."""

    @classmethod
    def points(cls, attempts: int = 5) -> "Objective":
        """The most points: 500, 400, … for a hit at attempt 1, 2, … of five, and 0 for a miss."""
        return cls(attempts, POINTS_A_GUESS, 0)

    @classmethod
    def misses_first(cls, attempts: int, weight: int) -> "Objective":
        """The fewest misses, and of trees with as few the fewest guesses; weight: that of all secrets."""
        return cls(attempts, 1, attempts * weight)

    @classmethod
    def misses_first_in_points(cls, attempts: int) -> "Objective":
        """The fewest misses, and of trees with as few the fewest guesses, each of which costs POINTS_A_GUESS.

        lingo-bot plays for it, because what it has measured of bins (lingo_bot.expected_costs) are points.
        """
        return cls(attempts, POINTS_A_GUESS, PLAYED_MISS)

    @classmethod
    def misses_only(cls, attempts: int) -> "Objective":
        """The fewest misses: a tree of cost 0 solves every secret within that many guesses."""
        return cls(attempts, 0, 1)

    @property
    def cost_of_miss(self) -> int:
        """The cost of a missed secret: the charges of all guesses, and the miss."""
        return self.charge * self.attempts + self.miss

    def with_attempts(self, attempts: int) -> "Objective":
        """An objective with these charges and another number of attempts."""
        return Objective(attempts, self.charge, self.miss)

    def cost(self, outcome: Outcome) -> int:
        """The cost of a tree whose games end so. A solved secret pays the charges of all guesses but its last one.

        >>> Objective.points().cost(Outcome((1, 2, 0, 0, 0), 1))
        700
        """
        charged = sum(self.charge * before * count for before, count in enumerate(outcome.solved))
        return charged + self.cost_of_miss * outcome.missed

    def open_charge(self, guesses_left: int) -> int:
        """The charge of a guess for each candidate that it leaves open: after the last guess that of a miss too.

        guesses_left: with this guess.
        """
        return self.charge if guesses_left > 1 else self.charge + self.miss

    def least(self, weight: int, won: int, guesses_left: int) -> int:
        """The least that a set of secrets can cost with `guesses_left` guesses left, whatever the replies are.

        weight: that of the whole set. won: the most weight that one guess can win. At best the next guess solves that
        much, and the guess after it all other secrets, which are charged once.
        """
        return self.open_charge(guesses_left) * (weight - won)

    def points_of(self, cost: int, weight: int, guesses_left: int | None = None) -> int:
        """The points that secrets of that weight win: what the cost leaves of the charges of all guesses.

        guesses_left: the guesses that were left at the beginning, by default all of a game. If misses come first the
        number is negative as soon as one secret is missed, because a miss costs more than all points together.
        """
        guesses = self.attempts if guesses_left is None else guesses_left
        return self.charge * guesses * weight - cost

    def cost_of(self, points: int, weight: int) -> int:
        """The cost of a whole tree that wins those points; the inverse of points_of."""
        return self.charge * self.attempts * weight - points

    def figures_of(self, cost: int, weight: int) -> tuple[int, int]:
        """(missed, guesses) of a whole tree where misses come first, and (0, points) where points are counted.

        weight: that of all secrets. Where points are counted, the cost does not tell how many secrets are missed, and
        the points are rounded down to a multiple of POINTS_A_GUESS. An objective that charges nothing for a guess has
        no such figures.

        In six attempts, where a miss costs 60, two secrets are missed and eight are solved at the second attempt:

        >>> Objective.misses_first(6, 10).figures_of(2 * (6 + 60) + 8 * 1, 10)
        (2, 28)
        >>> Objective.points().figures_of(700, 4)
        (0, 1300)
        """
        counts_points = self.miss == 0
        if counts_points:
            # The cost may be a bound, which need not be the cost of any tree. Points are whole hundreds.
            return 0, self.points_of(cost, weight) // POINTS_A_GUESS * POINTS_A_GUESS

        # A secret that is solved at attempt a has paid a - 1 charges, and a missed one the charges of all its guesses
        # and a miss. With one charge more for each secret, the cost is a charge for each guess, and for each missed
        # secret a miss and a charge. All guesses together cost no more than one miss, so division finds both numbers.
        cost_and_one_charge_more = cost + self.charge * weight
        missed, charged = divmod(cost_and_one_charge_more, self.miss + self.charge)
        return missed, charged // self.charge
