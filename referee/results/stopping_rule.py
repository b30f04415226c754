"""The stopping rule: is the leader clear? Although it is asked after every block of words, it errs seldom.

For a leader A and another player B, let x = (points of A − points of B) / 500 for a word, so −1 ≤ x ≤ 1. The e-value
is the capital of a gambler who starts with 1 and bets the part λ of it on A at every word: the product of all 1 + λx.

Let B be as good as A or better. A round has one word of each of n lengths, and they are drawn independently. So the
factor by which a round is expected to multiply the capital is the product of 1 + λμ, where μ is the mean of x for each
length. By the inequality of arithmetic and geometric means it is at most the n-th power of 1 + λ · (mean of the n μ).
That mean is at most 0, because A is no better, and so the factor is at most 1. The capital is a supermartingale, and so
is the mean of the capitals for several λ. By Ville's inequality it *ever* reaches 1/ε with a probability of at most ε.

Ville, Étude critique de la notion de collectif (1939); Waudby-Smith, Ramdas, Estimating means of bounded random
variables by betting, Journal of the Royal Statistical Society B 86 (2024), sections 3 and 4.
"""

import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.contest.contest import BLOCK, Contest
from referee.game.record import GameRecord

ERROR = 0.05
"""The largest probability with which a player is ever called the leader that is not better than all others."""
BETS = tuple(0.9 * 2 ** (-k / 2) for k in range(12))
"""The λ of the gamblers, from 0.9 to 0.02.

With 1 a single word could take the whole capital. The smallest is a good bet where the difference is so small that it
takes a thousand words of each length to show it.
"""
START = (1.0,) * len(BETS)
"""The capitals of the gamblers before the first word."""


class StoppingRule:
    """Says whether the leader is clear. It is given one result after the other, in any order."""

    def __init__(self, contest: Contest, results: Iterable[GameRecord] = ()) -> None:
        """Begin with these results of games of the contest."""
        self.rounds = 0
        """The number of complete rounds. A round is complete if every player has played its word of each length."""
        self.begun = 0
        """The number of rounds up to the last one of which a player has played a word."""

        self._names = tuple(player.name for player in contest.competing)
        self._lengths = contest.lengths
        self._most_points = contest.rules.points_for(1)
        self._round_count = contest.round_count

        # Results of rounds that are not complete: by round and length, then by player.
        self._waiting: dict[tuple[int, int], dict[str, GameRecord]] = defaultdict(dict)

        # Over the complete rounds: points by player.
        self._totals = dict.fromkeys(self._names, 0)
        # Over the complete rounds: capitals of the gamblers who bet on a leader, by (leader, rival). A pair that is not
        # there has those of START: somebody may have edited the record, so that all pairs of its players would fill the
        # memory.
        self._capitals: dict[tuple[str, str], tuple[float, ...]] = {}

        for result in results:
            self.add(result)

    def add(self, result: GameRecord) -> None:
        """Add the result of one more game; that of a disqualified player does not count."""
        if result.player not in self._names:
            return
        self._waiting[result.index, result.length][result.player] = result
        self.begun = max(self.begun, result.index + 1)

        while self._is_complete(self.rounds):
            for length in self._lengths:
                self._count_word(self._waiting.pop((self.rounds, length)))
            self.rounds += 1

    def _is_complete(self, round_number: int) -> bool:
        """Return whether every player has played its word of each length in this round."""
        players = len(self._names)
        return all(len(self._waiting[round_number, length]) == players for length in self._lengths)

    def _count_word(self, results: Mapping[str, GameRecord]) -> None:
        """Add the results of one word, by player, to totals and capitals; a word with a void game is left out."""
        if any(result.void for result in results.values()):
            return

        for name, result in results.items():
            self._totals[name] += result.points

        for leader, rival in itertools.permutations(self._names, 2):
            difference = (results[leader].points - results[rival].points) / self._most_points
            capitals = self._capitals.get((leader, rival), START)
            self._capitals[leader, rival] = after_word(capitals, difference)

    @property
    def end_of_block(self) -> int:
        """How many rounds are played before the rule is asked: all of the blocks that were begun, at least one block.

        So a player that joins a run plays all blocks that the others have begun, and only then the rule is asked.
        """
        blocks_begun = math.ceil(self.begun / BLOCK)
        return min(max(1, blocks_begun) * BLOCK, self._round_count)

    @property
    def ends_the_run(self) -> bool:
        """Whether no further round is played. Within a block the run goes on, also where the leader is clear."""
        return self.rounds >= self.end_of_block and self.leader is not None

    @property
    def leader(self) -> str | None:
        """The player that is clearly the best over the complete rounds; None if nobody is.

        The rule errs if it calls one of the k players the leader although another one is as good. For each player the
        probability of that is ERROR / k at most, so all of them add up to ERROR at most.
        """
        if not self._names:
            return None  # somebody edited the record, so that no player is left

        leader = max(self._names, key=lambda name: self._totals[name])
        needed = len(self._names) / ERROR
        rivals = [name for name in self._names if name != leader]
        is_clear = all(e_value(self._capitals.get((leader, rival), START)) >= needed for rival in rivals)
        return leader if is_clear else None


def after_word(capitals: Sequence[float], difference: float) -> tuple[float, ...]:
    """Return the capitals of the gamblers after one more word; difference: that of the points, from −1 to 1."""
    return tuple(capital * (1 + bet * difference) for capital, bet in zip(capitals, BETS, strict=True))


def e_value(capitals: Sequence[float]) -> float:
    """Return the evidence that one player is better than another: the mean capital of the gamblers."""
    return sum(capitals) / len(capitals)


def blocks(contest: Contest, rule: StoppingRule) -> Iterator[range]:
    """Yield the rounds to play next, block after block, until the leader is clear or all are played.

    The caller gives the rule every finished game before it asks for the next block. The rule depends on results alone,
    so a resumed run ends as one that was never interrupted.
    """
    if not contest.until_decided:
        yield range(contest.round_count)
        return

    start = 0
    end = rule.end_of_block
    while start < contest.round_count:
        yield range(start, end)
        if rule.leader is not None:
            return
        start = end
        end = min(end + BLOCK, contest.round_count)
