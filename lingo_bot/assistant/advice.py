"""Adviser proposes guesses: the best of a list, or any word that a person asks about, each with its value."""

from collections.abc import Sequence

import numpy as np

from codebreaker.letters import alphabet_of, letters_of, reply_codes
from codebreaker.outcome import POINTS_A_GUESS
from codebreaker.replies import Array
from lingo_bot.assistant import guess_values
from lingo_bot.assistant.proposal import Proposal
from lingo_bot.assistant.word_tree import word_tree_for
from lingo_bot.criterion_strategy import CriterionStrategy, strategy_of
from lingo_bot.strategy import GamePosition
from wordlists.reply import code_of
from wordlists.step import WordStep
from wordlists.word_game import POINTS, WordGame


def _by_value(proposal: Proposal) -> tuple[float, bool, bool, str]:
    """A key that sorts proposals, the best first; of equal ones an exact one, then a candidate comes first."""
    return -proposal.points_less_misses, not proposal.exact, not proposal.candidate, proposal.word


class Adviser:
    """Values guesses in a word game: those that the player's strategy ranks, or any word that a person asks about.

    A value comes from the book's tree for the guess that the book makes; from trees that the player's search finds, if
    few candidates are left; else it is an estimate from the guess's bins.
    """

    def __init__(self, word_game: WordGame, strategy: str = "score", book: str | None = None) -> None:
        """strategy: the name of a strategy, or a file that defines a criterion, as --strategy takes them.

        book: a path, NO_BOOK, AUTO_BOOK, or None for the packaged books (lingo_bot.book_player). DataError for a book
        that cannot be used.
        """
        self._word_game = word_game
        self.strategy = strategy_of(strategy, word_game)
        """Ranks the guesses, and makes the player's own where no book does."""
        self.game = self.strategy.game
        self._alphabet = alphabet_of(self.game.guesses)
        self._secret_letters = letters_of(self.game.secrets, self._alphabet)
        """The letters of each answer, as numbers of the alphabet: uint8 (answers, length)."""

        self._scales: dict[tuple[WordStep, ...], tuple[float, float, float]] = {}
        """The results of `_scale_of` by the steps before a guess."""

        self.tree = word_tree_for(word_game, strategy, book)

    @property
    def start(self) -> GamePosition:
        """The position before the first guess."""
        return self.strategy.start

    def position_after(self, position: GamePosition, step: WordStep) -> GamePosition:
        """The position after a step, whose guess the list need not hold; there may be no candidates left."""
        is_candidate = self._codes(step.guess, position) == code_of(step.reply)
        return position.after(step, position.secrets[is_candidate])

    def bin_sizes(self, word: str, position: GamePosition) -> tuple[Array, bool]:
        """The sizes of the candidates' bins by their replies to a word, and whether the last bin is the word itself."""
        codes_of_bins, sizes = np.unique(self._codes(word, position), return_counts=True)
        # The codes ascend, and the winning one is the largest there is.
        hit = bool(codes_of_bins[-1] == self.game.winning)
        return sizes, hit

    def _codes(self, word: str, position: GamePosition) -> Array:
        """The code of the reply to a word, which the list need not hold, for each of the candidates."""
        return reply_codes(letters_of([word], self._alphabet)[0], self._secret_letters[position.secrets])

    def choice(self, position: GamePosition) -> str:
        """The guess that the player makes: from the book where it has the position, else the strategy's."""
        node = self.tree.node(position.steps) if self.tree else None
        if self.tree and node is not None:
            return self.tree.guess(node)
        guess = self.strategy.choice(position)
        return str(self.game.guesses[guess])

    def best(self, position: GamePosition, count: int, also: Sequence[str] = ()) -> list[Proposal]:
        """At most `count` proposals, best first, and those for the words in `also`; in hard mode only legal guesses.

        The player's own guess comes first. The others have the order of their values, or that of the criterion by
        which the player guesses.
        """
        own = self._own_proposal(position)
        ranked = [self.game.guesses[guess] for guess in self.strategy.best(position, count)]
        words = dict.fromkeys([*ranked, *also])  # each once
        words.pop(own.word, None)

        proposals = [self._proposal_of(word, position) for word in words]
        if not isinstance(self.strategy, CriterionStrategy):
            proposals.sort(key=_by_value)
        proposals.insert(0, own)

        asked_about = [proposal for proposal in proposals[count:] if proposal.word in also]
        return proposals[:count] + asked_about

    def evaluate(self, word: str, position: GamePosition) -> Proposal:
        """The proposal for a word, which the list need not hold."""
        own = self._own_proposal(position)
        return own if own.word == word else self._proposal_of(word, position)

    def _own_proposal(self, position: GamePosition) -> Proposal:
        """The proposal for the player's own guess; its value is that of the book's tree where the book plays on."""
        word = self.choice(position)
        node = self._book_node(position)
        if self.tree is None or node is None:
            return self._proposal_of(word, position)

        candidates = self.game.guess_of[position.secrets]  # as indices of words, which the tree takes
        cost = self.tree.cost(node, candidates, position.guesses_left, self.strategy.objective)
        return self._proposal_by_cost(word, cost, position)

    def _book_node(self, position: GamePosition) -> int | None:
        """The node of the position in a book's tree of whole games; None if there is none.

        A book of first guesses alone has no node, because its tree does not say what a game is worth.
        """
        if self.tree is None or not self.tree.plays_whole_games:
            return None
        return self.tree.node(position.steps)

    def _proposal_of(self, word: str, position: GamePosition) -> Proposal:
        """The proposal for a word, by the trees that the player's search finds after it or else by an estimate."""
        # The game of the guesses that the rules allow now; their indices in the list are not needed.
        allowed_game, _ = self.strategy.game_at(position)
        codes = self._codes(word, position)
        cost = guess_values.exact_cost(self.strategy, allowed_game, position.secrets, position.guesses_left, codes)
        return self._proposal_by_cost(word, cost, position)

    def _proposal_by_cost(self, word: str, cost: int | None, position: GamePosition) -> Proposal:
        """The proposal for a word; cost: that of its tree over the candidates, None for an estimate from its bins."""
        guesses_left = position.guesses_left
        sizes, hit = self.bin_sizes(word, position)

        chance = None
        if cost is not None:
            objective = self.strategy.objective
            points, chance = guess_values.points_and_chance(objective, cost, len(position.secrets), guesses_left)
        else:
            promise = guess_values.points_by_bins(self.strategy, sizes, hit, guesses_left) * len(sizes)
            points = guess_values.estimated_points(promise, *self._scale_of(position))

        guesses = None
        if self._word_game.objective != POINTS:
            # Each attempt that is left wins POINTS_A_GUESS, the one that solves the game included.
            guesses = self._word_game.attempts + 1 - points / POINTS_A_GUESS

        return Proposal(
            word,
            points,
            exact=cost is not None,
            remaining=guess_values.expected_remaining(sizes),
            candidate=hit,
            guesses=guesses,
            chance=chance,
        )

    def _scale_of(self, position: GamePosition) -> tuple[float, float, float]:
        """(the largest promise, the most points, the least points) for guess_values.estimated_points.

        The guess that the default strategy chooses has the largest promise, and so the largest estimate. At least two
        guesses are left: with one left every value is exact. The result is kept, because computing it takes as long as
        a move.
        """
        key = position.steps
        if key in self._scales:
            return self._scales[key]

        allowed_game, allowed = self.strategy.game_at(position)
        best = self.strategy.rank_by_cost(allowed_game, position.secrets, position.guesses_left, 1)[0]
        guess = int(allowed[best])
        sizes, hit = self.bin_sizes(self.game.guesses[guess], position)
        most = guess_values.points_by_bins(self.strategy, sizes, hit, position.guesses_left)
        largest_promise = most * len(sizes)
        if self._book_node(position) is not None:
            # No guess is known to be better than the book's, so no estimate is above its value.
            most = self._own_proposal(position).points

        self._scales[key] = (largest_promise, most, self._estimate_without_information(position))
        return self._scales[key]

    def _estimate_without_information(self, position: GamePosition) -> float:
        """The estimated points of a guess that leaves all candidates in one bin; at least two guesses are left."""
        guesses_left = position.guesses_left
        one_bin = np.array([len(position.secrets)])
        points = guess_values.points_by_bins(self.strategy, one_bin, False, guesses_left)
        if self._book_node(position) is None:
            return points

        # Points by bin sizes are means over many lists. On this list they are off by about as much as for the guess of
        # the book, whose value is exact.
        own = self._own_proposal(position)
        own_sizes, own_hit = self.bin_sizes(own.word, position)
        own_points_by_bins = guess_values.points_by_bins(self.strategy, own_sizes, own_hit, guesses_left)
        correction = own.points - own_points_by_bins
        return points + correction

    def points_without_information(self, position: GamePosition) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer.

        Every word may be guessed next, even in hard mode: a guess without information can be any word, so what it would
        require is not known.
        """
        later_guesses = position.guesses_left - 1
        if later_guesses == 0:
            return 0.0

        secrets = position.secrets
        cost = guess_values.exact_cost_of_best(self.strategy, self.game, secrets, later_guesses)
        if cost is None:
            return self._estimate_without_information(position)
        points, _ = guess_values.points_and_chance(self.strategy.objective, cost, len(secrets), later_guesses)
        return points
