"""The true values of guesses, by which benchmarks/estimates.py judges what lingo-bot shows and advises.

The true value of a guess is that of its tree: of the best tree if at most EXACT candidates are left, else of one that a
wide beam search finds.
"""

import numpy as np

from codebreaker.games.lingo import lingo
from codebreaker.replies import Array
from codebreaker.search.beam import BeamSearch
from codebreaker.search.exact import ExactSearch
from codebreaker.search.fastest import fastest_search_of_few, with_fastest_totals
from codebreaker.search.recursion import CostAndTree
from lingo_bot import Player
from lingo_bot.expected_costs import expected_costs, played_objective

EXACT = 60
"""Up to this many candidates the best tree is searched."""
WIDTH = 12
"""With more candidates a tree tries this many guesses at each of the first two attempts of a game."""
LATER_WIDTH = 4
"""How many it tries at each later attempt."""


class TrueValues(BeamSearch):
    """The search for the true values of guesses in a player's game.

    It is a beam search, whose bins of up to EXACT candidates are searched exactly.
    """

    def __init__(self, player: Player) -> None:
        """player: one at the beginning of the game."""
        game = with_fastest_totals(lingo(player.words, player.answers))
        objective = played_objective(player.objective, player.attempts)
        # These costs only choose the guesses whose trees are searched. So those of the usual game serve also for games
        # with answers, in hard mode or with a letter that is shown.
        expected = expected_costs(player.length, objective)
        keep = [WIDTH, WIDTH] + [LATER_WIDTH] * (player.attempts - 2)
        super().__init__(game, objective, expected, keep)

        # Sets of few candidates are searched by compiled code, where numba is installed.
        search_of_few = fastest_search_of_few(game, objective)
        self._exact = ExactSearch(game, objective, search_of_few=search_of_few)
        self._guess_indices = {word: index for index, word in enumerate(player.words)}
        self._secret_indices = {word: index for index, word in enumerate(player.answers)}

    def better(self, secrets: Array, guesses_left: int, limit: int) -> CostAndTree | None:
        """Return the least cost found and its tree; None if no tree is found that costs less than the limit.

        The beam search calls this method for each bin.
        """
        if len(secrets) <= EXACT:
            return self._exact.better(secrets, guesses_left, limit)
        return super().better(secrets, guesses_left, limit)

    def points(self, player: Player, guess: str | None = None) -> float:
        """Return the expected points of the guess in the player's position, or those of the best guess for None."""
        secrets = np.array([self._secret_indices[word] for word in player.candidates], dtype=np.int32)
        guesses_left = self.objective.attempts - len(player.steps)
        if guess is None:
            result: CostAndTree | None = self.best(secrets, guesses_left)
        else:
            result = self.evaluate(self._guess_indices[guess], secrets, guesses_left)

        assert result is not None
        cost, _ = result
        if self.objective.miss:
            # Where guesses count, each miss costs `miss` on top, more than all guesses of all games cost together. In
            # the player's values a miss has 0 points, without any cost on top: these costs are left out.
            cost %= self.objective.miss
        return self.objective.points_of(cost, len(secrets), guesses_left) / len(secrets)
