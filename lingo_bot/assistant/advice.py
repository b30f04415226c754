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
    """A key that sorts proposals by value, the best first.

    Of proposals of equal value an exact one comes first, then a candidate, then the first word of the alphabet.
    """
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
        """The results of `_scale_of` by the steps of the position."""

        self.tree = word_tree_for(word_game, strategy, book)

    def position_after(self, position: GamePosition, step: WordStep) -> GamePosition:
        """The position after a step, which may have no candidates. The list need not hold the guess."""
        stays = self._codes(step.guess, position) == code_of(step.reply)
        return position.after(step, position.secrets[stays])

    def bin_sizes(self, word: str, position: GamePosition) -> tuple[Array, bool]:
        """(the sizes of a word's bins over the candidates, whether the word is a candidate).

        If the word is a candidate, the last bin is that of the winning reply and holds it alone. The list need not hold
        the word.
        """
        codes_of_bins, sizes = np.unique(self._codes(word, position), return_counts=True)
        # The codes ascend, and the winning one is the largest there is.
        hit = bool(codes_of_bins[-1] == self.game.winning)
        return sizes, hit

    def _codes(self, word: str, position: GamePosition) -> Array:
        """The code of the reply to a word, for each candidate as the secret. The list need not hold the word."""
        return reply_codes(letters_of([word], self._alphabet)[0], self._secret_letters[position.secrets])

    def choice(self, position: GamePosition) -> str:
        """The guess that the player makes: from the book where it has the position, else the strategy's."""
        if self.tree:
            node = self.tree.node(position.steps)
            if node is not None:
                return self.tree.guess(node)

        guess = self.strategy.choice(position)
        return str(self.game.guesses[guess])

    def best(self, position: GamePosition, count: int, also: Sequence[str] = ()) -> list[Proposal]:
        """The best `count` proposals, best first, then those for the words in `also` that are not among them.

        The player's own guess comes first. The others are sorted by their values; if the player guesses by a criterion,
        they have the order of that criterion. In hard mode only words in `also` can be illegal guesses.
        """
        own = self._own_proposal(position)
        ranked = [self.game.guesses[guess] for guess in self.strategy.best(position, count)]
        words = dict.fromkeys([*ranked, *also])  # each once
        words.pop(own.word, None)

        proposals = [self._proposal_of(word, position) for word in words]
        if not isinstance(self.strategy, CriterionStrategy):
            proposals.sort(key=_by_value)
        proposals.insert(0, own)

        not_among_best = [proposal for proposal in proposals[count:] if proposal.word in also]
        return proposals[:count] + not_among_best

    def evaluate(self, word: str, position: GamePosition) -> Proposal:
        """The proposal for a word, which the list need not hold."""
        own = self._own_proposal(position)
        return own if own.word == word else self._proposal_of(word, position)

    def _own_proposal(self, position: GamePosition) -> Proposal:
        """The proposal for the player's own guess."""
        return self._book_proposal(position) or self._proposal_of(self.choice(position), position)

    def _book_proposal(self, position: GamePosition) -> Proposal | None:
        """The proposal for the book's guess, with the value of the book's tree; None if the tree lacks the position.

        None also for a book of first guesses alone, which does not say what a game is worth.
        """
        tree = self.tree
        if tree is None or not tree.plays_whole_games:
            return None

        node = tree.node(position.steps)
        if node is None:
            return None

        # The tree takes secrets as indices of words: each is the guess that wins against it.
        candidates = self.game.guess_of[position.secrets]
        cost = tree.cost(node, candidates, position.guesses_left, self.strategy.objective)
        return self._proposal_by_cost(tree.guess(node), cost, position)

    def _proposal_of(self, word: str, position: GamePosition) -> Proposal:
        """The proposal for a word, by the trees that the player's search finds after it or else by an estimate."""
        # The game of the guesses that the rules allow now; their indices in the list are not needed.
        allowed_game, _ = self.strategy.game_at(position)
        codes = self._codes(word, position)
        cost = guess_values.exact_cost(self.strategy, allowed_game, position.secrets, position.guesses_left, codes)
        return self._proposal_by_cost(word, cost, position)

    def _proposal_by_cost(self, word: str, cost: int | None, position: GamePosition) -> Proposal:
        """The proposal for a word.

        cost: that of the tree which begins with the word, over the candidates; None for an estimate from its bins.
        """
        guesses_left = position.guesses_left
        sizes, hit = self.bin_sizes(word, position)

        chance = None
        if cost is not None:
            objective = self.strategy.objective
            points, chance = guess_values.points_and_chance(objective, cost, len(position.secrets), guesses_left)
        else:
            promise = guess_values.points_by_bins(self.strategy, sizes, hit, guesses_left) * len(sizes)
            largest_promise, most, least = self._scale_of(position)
            points = guess_values.estimated_points(promise, largest_promise, most, least)

        guesses = None
        if self._word_game.objective != POINTS:
            # Of 5 attempts the first wins 500 points, which is 1 guess, and the last wins 100, which is 5. A miss has 0
            # points and counts as 6 guesses.
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
        """(the largest promise, the most points, the least points) of guesses, for guess_values.estimated_points.

        At least two guesses are left: with one left every value is exact. The result is kept, because computing it
        takes as long as a move.
        """
        key = position.steps
        if key in self._scales:
            return self._scales[key]

        # Values are estimated where no trees are searched. There `rank_by_cost` puts the guess with the largest promise
        # first; `rank` may rank by a criterion instead.
        allowed_game, allowed = self.strategy.game_at(position)
        best = self.strategy.rank_by_cost(allowed_game, position.secrets, position.guesses_left, 1)[0]
        guess = int(allowed[best])
        sizes, hit = self.bin_sizes(self.game.guesses[guess], position)
        most = guess_values.points_by_bins(self.strategy, sizes, hit, position.guesses_left)
        largest_promise = most * len(sizes)

        book_proposal = self._book_proposal(position)
        if book_proposal is not None:
            # No guess is known to be better than the book's, so no estimate is above its value.
            most = book_proposal.points

        self._scales[key] = (largest_promise, most, self._estimate_without_information(position))
        return self._scales[key]

    def _estimate_without_information(self, position: GamePosition) -> float:
        """The estimated points of a guess that leaves all candidates in one bin; at least two guesses are left."""
        guesses_left = position.guesses_left
        one_bin = np.array([len(position.secrets)])
        points = guess_values.points_by_bins(self.strategy, one_bin, False, guesses_left)
        book_proposal = self._book_proposal(position)
        if book_proposal is None:
            return points

        # Points by bin sizes are means over many lists. On this list they are off by about as much as for the guess of
        # the book, whose value is exact.
        sizes, hit = self.bin_sizes(book_proposal.word, position)
        book_points_by_bins = guess_values.points_by_bins(self.strategy, sizes, hit, guesses_left)
        correction = book_proposal.points - book_points_by_bins
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
