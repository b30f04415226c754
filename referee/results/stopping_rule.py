"""Playing until the leader is clear: a rule that may be asked after every block of words and still errs seldom.

For a leader A and another player B, let x = (points of A − points of B) / 500 for a word, so −1 ≤ x ≤ 1. A gambler
who bets the part λ of a wealth of 1 on A at every word has the product of all 1 + λx. If B is as good as A or better,
the wealth of a round (one word of each length, drawn independently) is on average at most 1: the mean of the product
is the product of the means 1 + λμ, by the inequality of arithmetic and geometric means at most the n-th power of
1 + λ · (mean of the n μ). So the wealth is a supermartingale, and with it the mean of the wealths for many λ.
By Ville's inequality it *ever* reaches 1/ε with a probability of at most ε.

Ville, Étude critique de la notion de collectif (1939); Waudby-Smith, Ramdas, Estimating means of bounded random
variables by betting, Journal of the Royal Statistical Society B 86 (2024), sections 3 and 4.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.contest.contest import Contest
from referee.game.record import Played, points_for
from referee.storage.reader import Run

BLOCK = 10
"""Words of each length that are played between two looks at the rule."""
ERROR = 0.05
"""The probability, at most, with which a player is ever called the leader that is not better than all others."""
MAX_ROUNDS = 1000
"""Words of each length that are played at most where no other number is given."""

_MOST = points_for(1)
_BETS = [0.9 * 2 ** (-k / 2) for k in range(12)]
"""The λ of the gamblers: from far ahead down to where a thousand words of each length just tell players apart."""


@dataclass(frozen=True)
class Decision:
    """How far a run that goes on until the leader is clear has come."""

    rounds: int
    """Words of each length that every player has played."""
    leader: str | None
    """The player that is clearly the best; None where nobody is."""


def portions(run: Run) -> Iterator[range]:
    """The rounds to play next, again and again until the leader is clear or all are played.

    The rule looks at nothing but the record, so that a resumed run decides as an undisturbed one does.
    """
    contest = run.contest
    if not contest.until_decided:
        yield range(contest.longest)
        return
    begun = max((result.index + 1 for result in run.results()), default=0)
    start, end = 0, max(BLOCK, -(-begun // BLOCK) * BLOCK)
    while start < contest.longest:
        yield range(start, min(end, contest.longest))
        if decision(contest, run.results()).leader is not None:
            return
        start, end = end, end + BLOCK


def decision(contest: Contest, results: Iterable[Played]) -> Decision:
    """The decision over the rounds that are complete."""
    points: dict[tuple[int, int], dict[str, int]] = {}
    for result in results:
        points.setdefault((result.index, result.length), {})[result.player] = result.points
    rounds = 0
    while all(len(points.get((rounds, length), ())) == len(contest.players) for length in contest.lengths):
        rounds += 1
    words = [points[index, length] for index in range(rounds) for length in contest.lengths]
    return Decision(rounds, clear_leader({name: [word[name] for word in words] for name in contest.names}))


def clear_leader(points: Mapping[str, list[int]]) -> str | None:
    """The player that is better than every other; None where that is not clear. The lists go word by word.

    With k players there are k ways to err (for each, being called better than one that is no worse), so each
    may err with ERROR / k.
    """
    leader = max(points, key=lambda name: sum(points[name]))
    enough = len(points) / ERROR
    clear = all(
        wealth([(ours - theirs) / _MOST for ours, theirs in zip(points[leader], points[other], strict=True)]) >= enough
        for other in points
        if other != leader
    )
    return leader if clear else None


def wealth(differences: Iterable[float]) -> float:
    """What the gamblers have on average after these differences (from −1 to 1), having begun with 1."""
    wealths = [1.0] * len(_BETS)
    for difference in differences:
        if difference:
            wealths = [wealth * (1 + bet * difference) for wealth, bet in zip(wealths, _BETS, strict=True)]
    return sum(wealths) / len(wealths)
