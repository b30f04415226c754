"""Adviser values guesses: the best of a list, or any word that a person asks about."""

from collections.abc import Sequence
from math import log2

import numpy as np

from codebreaker.game import split_by_code
from codebreaker.objective import POINTS_A_GUESS
from codebreaker.replies import Array, alphabet_of, letters_of, reply_codes
from codebreaker.search.beam import SCALE
from lingo_bot.assistant.proposal import Proposal
from lingo_bot.assistant.steps import WordStep
from lingo_bot.assistant.word_tree import WordTree
from lingo_bot.book_player import book_for
from lingo_bot.strategy import Lookahead, strategy_of
from wordlists.reply import code_of
from wordlists.word_game import WordGame

POINTS_A_HALVING = 20
"""Expected points that a guess loses each time its promise halves (`python -m benchmarks estimates`)."""


def estimated_points(promise: float, largest_promise: float, most: float, least: float) -> float:
    """The estimate of a guess with that promise, in expected points.

    It depends on the promise alone, so that the order of the estimates is that of the live player, which makes the
    guess with the largest promise. That guess has the estimate `most`; each halving of the promise loses points, down
    to `least`, the value of a guess that gives no information. With a largest promise of 36,000, most 215 and least 90
    it is 215 for 36,000, 195 for 18,000 and 175 for 9,000.
    """
    halvings = log2(largest_promise / promise)
    # A word that a person asks about may be outside the list and promise more than the best guess of the list.
    return min(most, max(least, most - POINTS_A_HALVING * halvings))


def _by_value(proposal: Proposal) -> tuple[float, bool, bool, str]:
    """A key that sorts proposals by value; of equal ones an exact one, then a candidate comes first."""
    return -proposal.rank, not proposal.exact, not proposal.candidate, proposal.word


class Adviser:
    """Values guesses in a word game: those that the player's strategy ranks, or any word that a person asks about.

    A value comes from the book's tree for the guess that the book makes; from trees that the player's search finds, if
    few candidates are left; else it is an estimate from the guess's bins. Methods take the position as `secrets`, the
    candidates (ascending indices of answers), and `steps`, the guesses and replies so far.
    """

    def __init__(self, word_game: WordGame, strategy: str = "score", book: str | None = None) -> None:
        """strategy: the name of a strategy, or a file that defines a criterion, as --strategy takes them.

        book: the path of a book, or another value that lingo_bot.book_player.book_for takes; it may raise DataError.
        """
        self.strategy = strategy_of(strategy, word_game)
        """Ranks the guesses, and makes the player's own where no book does."""
        if isinstance(self.strategy, Lookahead):
            self._lookahead = self.strategy
        else:
            # A criterion ranks guesses. What they are worth is computed as for the default strategy.
            self._lookahead = Lookahead(word_game, self.strategy.game, self.strategy.totals)

        self.game = self._lookahead.game
        self.objective = self._lookahead.objective
        self._attempts = word_game.attempts
        self._alphabet = alphabet_of(self.game.guesses)
        self._secret_letters = letters_of(self.game.secrets, self._alphabet)
        self._scales: dict[tuple[WordStep, ...], tuple[float, float, float]] = {}
        """The results of `_scale_of` by the steps before a guess."""

        entry = book_for(word_game, strategy, book)
        self.tree = WordTree(self.game.guesses, entry) if entry else None

    @property
    def all_secrets(self) -> Array:
        """The indices of all answers: the candidates before the first guess."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    def secrets_after(self, step: WordStep, secrets: Array) -> Array:
        """The candidates that give the step's reply to its guess; the list need not hold the guess."""
        is_candidate = self._codes(step.guess, secrets) == code_of(step.reply)
        return secrets[is_candidate]  # type: ignore[no-any-return]

    def bin_sizes(self, word: str, secrets: Array) -> tuple[Array, bool]:
        """The sizes of the candidates' bins by their replies to a word, and whether the last bin is the word itself."""
        codes, sizes = np.unique(self._codes(word, secrets), return_counts=True)
        # The codes ascend, and the winning one is the largest there is.
        hit = bool(codes[-1] == self.game.winning)
        return sizes, hit

    def _codes(self, word: str, secrets: Array) -> Array:
        """The code of the reply to a word, which the list need not hold, for each of the secrets."""
        return reply_codes(letters_of([word], self._alphabet)[0], self._secret_letters[secrets])

    def choice(self, secrets: Array, steps: Sequence[WordStep]) -> str:
        """The guess that the player makes: from the book where it has the position, else the strategy's."""
        node = self.tree.node(steps) if self.tree else None
        if self.tree and node is not None:
            return self.tree.guess(node)
        guess = self.strategy.choice(secrets, steps)
        return str(self.game.guesses[guess])

    def best(self, secrets: Array, steps: Sequence[WordStep], count: int, also: Sequence[str] = ()) -> list[Proposal]:
        """At most `count` proposals, best first, and those for the words in `also`; in hard mode only legal guesses.

        The player's own guess comes first. The others have the order of their values, or that of the criterion by
        which the player guesses.
        """
        own = self._own_proposal(secrets, steps)
        ranked = [self.game.guesses[guess] for guess in self.strategy.best(secrets, steps, count)]
        words = dict.fromkeys([*ranked, *also])  # each once
        words.pop(own.word, None)

        proposals = [self._proposal_of(word, secrets, steps) for word in words]
        if isinstance(self.strategy, Lookahead):
            proposals.sort(key=_by_value)
        proposals.insert(0, own)

        asked_about = [proposal for proposal in proposals[count:] if proposal.word in also]
        return proposals[:count] + asked_about

    def evaluate(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word, which the list need not hold."""
        own = self._own_proposal(secrets, steps)
        return own if own.word == word else self._proposal_of(word, secrets, steps)

    def _own_proposal(self, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for the player's own guess; its value is that of the book's tree where the book plays on."""
        word = self.choice(secrets, steps)
        node = self._book_node(steps)
        if self.tree is None or node is None:
            return self._proposal_of(word, secrets, steps)

        guesses_left = self._attempts - len(steps)
        words = self.game.guess_of[secrets]
        cost = self.tree.cost(node, words, guesses_left, self.objective)
        return self._exact_proposal(word, cost, secrets, guesses_left)

    def _book_node(self, steps: Sequence[WordStep]) -> int | None:
        """The node that the steps lead to in a book's tree of whole games; None if there is none.

        A book of first guesses alone has no node, because its tree does not say what a game is worth.
        """
        if self.tree is None or not self.tree.plays_whole_games:
            return None
        return self.tree.node(steps)

    def _proposal_of(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word, by the trees that the player's search finds after it or else by an estimate."""
        guesses_left = self._attempts - len(steps)
        cost = self._exact_cost(word, secrets, steps)
        if cost is not None:
            return self._exact_proposal(word, cost, secrets, guesses_left)

        sizes, hit = self.bin_sizes(word, secrets)
        promise = self.points_by_bins(sizes, hit, guesses_left) * len(sizes)
        points = estimated_points(promise, *self._scale_of(secrets, steps))
        return Proposal(word, points, False, _expected_remaining(sizes), hit, self._guesses_for(points))

    def _exact_proposal(self, word: str, cost: int, secrets: Array, guesses_left: int) -> Proposal:
        """The proposal for a word whose tree over the candidates has that cost."""
        sizes, hit = self.bin_sizes(word, secrets)
        points, chance = self._points_and_chance(cost, len(secrets), guesses_left)
        return Proposal(word, points, True, _expected_remaining(sizes), hit, self._guesses_for(points), chance)

    def _guesses_for(self, points: float) -> float | None:
        """The expected guesses of a game that wins so many points on average; None if it is played for points."""
        # A miss costs nothing besides its guesses only where the game is played for points.
        if self.objective.miss == 0:
            return None
        return self._attempts + 1 - points / POINTS_A_GUESS

    def _exact_cost(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> int | None:
        """The cost of a word with the trees that the player's search finds after it; None for too many candidates."""
        attempt = len(steps)
        guesses_left = self._attempts - attempt
        if guesses_left <= 2:
            return self._cost_at_the_end(word, secrets, guesses_left)

        game, _ = self._lookahead.game_after(steps)
        tree_search = self._lookahead.tree_search(game, secrets, attempt)
        if tree_search is None:
            return None

        search, _ = tree_search
        charge = self.objective.open_charge(guesses_left)
        cost = 0
        numbers = np.arange(len(secrets), dtype=np.int32)  # the search numbers the candidates from 0
        for code, members in split_by_code(self._codes(word, secrets), numbers):
            if code != self.game.winning:
                bin_cost, _ = search.best(members, guesses_left - 1)
                cost += charge * len(members) + bin_cost

        return cost

    def _cost_at_the_end(self, word: str, secrets: Array, guesses_left: int) -> int:
        """The cost of a word that is the last guess or the last but one, which its bins give exactly."""
        sizes, hit = self.bin_sizes(word, secrets)
        open_sizes = sizes[:-1] if hit else sizes
        open_candidates = int(open_sizes.sum())
        cost = self.objective.open_charge(guesses_left) * open_candidates

        if guesses_left == 2:
            # The next guess is the last one, which wins against one candidate of each bin.
            missed = open_candidates - len(open_sizes)
            cost += self.objective.open_charge(1) * missed

        return cost

    def _scale_of(self, secrets: Array, steps: Sequence[WordStep]) -> tuple[float, float, float]:
        """The largest promise, the most and the least points of an estimate, as estimated_points takes them.

        The guess that the live player makes has the largest promise, and so the largest estimate. The result is kept,
        because computing it takes as long as a move.
        """
        key = tuple(steps)
        if key in self._scales:
            return self._scales[key]

        guess = self._lookahead.choice(secrets, steps)
        sizes, hit = self.bin_sizes(self.game.guesses[guess], secrets)
        most = self.points_by_bins(sizes, hit, self._attempts - len(steps))
        largest_promise = most * len(sizes)
        if self._book_node(steps) is not None:
            # No guess is known to be better than the book's, so no estimate is above its value.
            most = self._own_proposal(secrets, steps).points

        self._scales[key] = (largest_promise, most, self._estimate_without_information(secrets, steps))
        return self._scales[key]

    def _estimate_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """The estimate of a guess that leaves all candidates in one bin; at least two guesses are left."""
        guesses_left = self._attempts - len(steps)
        one_bin = np.array([len(secrets)])
        points = self.points_by_bins(one_bin, False, guesses_left)
        if self._book_node(steps) is None:
            return points

        # Points by bin sizes are means over many lists. On this list they are off by about as much as for the guess of
        # the book, whose value is exact.
        own = self._own_proposal(secrets, steps)
        own_sizes, own_hit = self.bin_sizes(own.word, secrets)
        return points + (own.points - self.points_by_bins(own_sizes, own_hit, guesses_left))

    def points_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer."""
        later_guesses = self._attempts - len(steps) - 1
        if later_guesses == 0:
            return 0.0

        cost = self._cost_with_any_guess(secrets, later_guesses)
        if cost is None:
            return self._estimate_without_information(secrets, steps)
        points, _ = self._points_and_chance(cost, len(secrets), later_guesses)
        return points

    def _cost_with_any_guess(self, secrets: Array, guesses_left: int) -> int | None:
        """The cost of the best tree over the candidates that the player's search finds; None for too many candidates.

        Every word may be guessed next, even in hard mode: a guess without information can be any word, so what it
        would require is not known.
        """
        size = len(secrets)
        if guesses_left == 1 or size == 1:
            return self.objective.least(size, won=1, guesses_left=guesses_left)

        game, _ = self._lookahead.game_after(())
        tree_search = self._lookahead.tree_search(game, secrets, self._attempts - guesses_left)
        if tree_search is None:
            return None

        search, _ = tree_search
        cost, _ = search.best(np.arange(size, dtype=np.int32), guesses_left)
        return cost

    def points_by_bins(self, sizes: Array, hit: bool, guesses_left: int) -> float:
        """The expected points of a guess with those bin sizes; see lingo_bot.expected_costs.

        hit: whether the guess is a candidate. guesses_left: this guess included, at least 2.
        """
        size = int(sizes.sum())
        still_open = size - 1 if hit else size
        charged = self.objective.open_charge(guesses_left) * still_open * SCALE
        expected = self._lookahead.expected(guesses_left - 1, size)

        # Costs are whole numbers of 1/SCALE until here, so that their sum does not depend on the order of the bins.
        cost = charged + int(expected[sizes].sum())
        points = self.objective.points_of(0, size, guesses_left) * SCALE - cost
        return points / SCALE / size

    def _points_and_chance(self, cost: int, size: int, guesses_left: int) -> tuple[float, float | None]:
        """(mean points, 0 for a miss; chance to solve) of that many candidates whose tree has that cost.

        The chance is None where points count. Where a miss costs 1,000,000, a cost of 2,000,500 for ten candidates
        means two misses, and charges of 500 for all guesses: the chance is 0.8.
        """
        if self.objective.miss == 0:
            return self.objective.points_of(cost, size, guesses_left) / size, None

        # All charges together are less than one miss.
        missed, charged = divmod(cost, self.objective.miss)
        points = self.objective.points_of(charged, size, guesses_left)
        return points / size, 1 - missed / size


def _expected_remaining(sizes: Array) -> float:
    """The mean size of the bin that the secret is in."""
    return int((sizes**2).sum()) / int(sizes.sum())
