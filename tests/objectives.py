"""An objective that only tests have."""

from codebreaker.objective import Objective


def guesses_only(attempts: int) -> Objective:
    """The fewest guesses, where a missed secret costs what one solved at attempt `attempts` + 1 would.

    With as many attempts as any tree needs no secret is missed, and the best tree has the fewest guesses of all.
    """
    return Objective(attempts, charge=1, miss=0)
