"""Adviser proposes guesses: the best of a list, or any word that a person asks about, each with its value."""

from collections.abc import Sequence

import numpy as np

from codebreaker.letters import alphabet_of, letters_of, reply_codes
from codebreaker.outcome import POINTS_A_GUESS
from codebreaker.replies import Array
from lingo_bot.assistant import guess_values
from lingo_bot.assistant.proposal import Proposal
from lingo_bot.assistant.steps import WordStep
from lingo_bot.assistant.word_tree import WordTree
from lingo_bot.book_player import book_for
from lingo_bot.lookahead import Lookahead
from lingo_bot.strategy import Strategy, criterion_rank, game_of_lists, ranking_criterion
from wordlists.reply import code_of
from wordlists.word_game import POINTS, WordGame


def _by_value(proposal: Proposal) -> tuple[float, bool, bool, str]:
    """A key that sorts proposals, the best first; of equal ones an exact one, then a candidate comes first."""
    return -proposal.points_less_misses, not proposal.exact, not proposal.candidate, proposal.word


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
        self.game = game_of_lists(word_game)
        self._word_game = word_game
        self._attempts = word_game.attempts
        self._alphabet = alphabet_of(self.game.guesses)
        self._secret_letters = letters_of(self.game.secrets, self._alphabet)
        """The letters of each answer, as numbers of the alphabet: uint8 (answers, length)."""

        # What guesses are worth is computed as for the default strategy, even where a criterion ranks them.
        self.lookahead = Lookahead(word_game, self.game)
        self._default_strategy = Strategy(word_game, self.game, self.lookahead.rank)
        self._strategy = self._default_strategy
        """Ranks the guesses, and makes the player's own where no book does."""
        # None if the strategy ranks guesses by their expected costs, as the default strategy does.
        criterion = ranking_criterion(strategy, word_game)
        if criterion is not None:
            self._strategy = Strategy(word_game, self.game, criterion_rank(criterion, word_game))

        self._scales: dict[tuple[WordStep, ...], tuple[float, float, float]] = {}
        """The results of `_scale_of` by the steps before a guess."""

        book_tree = book_for(word_game, strategy, book)
        self.tree = WordTree(self.game.guesses, book_tree) if book_tree else None

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
        return guess_values.bins_of(self._codes(word, secrets), self.game.winning)

    def _codes(self, word: str, secrets: Array) -> Array:
        """The code of the reply to a word, which the list need not hold, for each of the secrets."""
        return reply_codes(letters_of([word], self._alphabet)[0], self._secret_letters[secrets])

    def choice(self, secrets: Array, steps: Sequence[WordStep]) -> str:
        """The guess that the player makes: from the book where it has the position, else the strategy's."""
        node = self.tree.node(steps) if self.tree else None
        if self.tree and node is not None:
            return self.tree.guess(node)
        guess = self._strategy.choice(secrets, steps)
        return str(self.game.guesses[guess])

    def best(self, secrets: Array, steps: Sequence[WordStep], count: int, also: Sequence[str] = ()) -> list[Proposal]:
        """At most `count` proposals, best first, and those for the words in `also`; in hard mode only legal guesses.

        The player's own guess comes first. The others have the order of their values, or that of the criterion by
        which the player guesses.
        """
        own = self._own_proposal(secrets, steps)
        ranked = [self.game.guesses[guess] for guess in self._strategy.best(secrets, steps, count)]
        words = dict.fromkeys([*ranked, *also])  # each once
        words.pop(own.word, None)

        proposals = [self._proposal_of(word, secrets, steps) for word in words]
        if self._strategy is self._default_strategy:
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

        candidates = self.game.guess_of[secrets]  # as indices of words, which the tree takes
        cost = self.tree.cost(node, candidates, self._attempts - len(steps), self.lookahead.objective)
        return self._proposal_by_cost(word, cost, secrets, steps)

    def _book_node(self, steps: Sequence[WordStep]) -> int | None:
        """The node that the steps lead to in a book's tree of whole games; None if there is none.

        A book of first guesses alone has no node, because its tree does not say what a game is worth.
        """
        if self.tree is None or not self.tree.plays_whole_games:
            return None
        return self.tree.node(steps)

    def _proposal_of(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word, by the trees that the player's search finds after it or else by an estimate."""
        # The game of the guesses that the rules allow now; their indices in the list are not needed.
        allowed_game, _ = self._strategy.game_after(steps)
        codes = self._codes(word, secrets)
        cost = guess_values.exact_cost(self.lookahead, allowed_game, secrets, self._attempts - len(steps), codes)
        return self._proposal_by_cost(word, cost, secrets, steps)

    def _proposal_by_cost(self, word: str, cost: int | None, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word; cost: that of its tree over the candidates, None for an estimate from its bins."""
        guesses_left = self._attempts - len(steps)
        sizes, hit = self.bin_sizes(word, secrets)

        chance = None
        if cost is not None:
            objective = self.lookahead.objective
            points, chance = guess_values.points_and_chance(objective, cost, len(secrets), guesses_left)
        else:
            promise = guess_values.points_by_bins(self.lookahead, sizes, hit, guesses_left) * len(sizes)
            points = guess_values.estimated_points(promise, *self._scale_of(secrets, steps))

        guesses = None
        if self._word_game.objective != POINTS:
            # Each attempt that is left wins POINTS_A_GUESS, the one that solves the game included.
            guesses = self._attempts + 1 - points / POINTS_A_GUESS

        return Proposal(
            word,
            points,
            exact=cost is not None,
            remaining=guess_values.expected_remaining(sizes),
            candidate=hit,
            guesses=guesses,
            chance=chance,
        )

    def _scale_of(self, secrets: Array, steps: Sequence[WordStep]) -> tuple[float, float, float]:
        """(the largest promise, the most points, the least points) for guess_values.estimated_points.

        The guess that the default strategy chooses has the largest promise, and so the largest estimate. At least two
        guesses are left: with one left every value is exact. The result is kept, because computing it takes as long as
        a move.
        """
        key = tuple(steps)
        if key in self._scales:
            return self._scales[key]

        guess = self._default_strategy.choice(secrets, steps)
        sizes, hit = self.bin_sizes(self.game.guesses[guess], secrets)
        most = guess_values.points_by_bins(self.lookahead, sizes, hit, self._attempts - len(steps))
        largest_promise = most * len(sizes)
        if self._book_node(steps) is not None:
            # No guess is known to be better than the book's, so no estimate is above its value.
            most = self._own_proposal(secrets, steps).points

        self._scales[key] = (largest_promise, most, self._estimate_without_information(secrets, steps))
        return self._scales[key]

    def _estimate_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """The estimated points of a guess that leaves all candidates in one bin; at least two guesses are left."""
        guesses_left = self._attempts - len(steps)
        one_bin = np.array([len(secrets)])
        points = guess_values.points_by_bins(self.lookahead, one_bin, False, guesses_left)
        if self._book_node(steps) is None:
            return points

        # Points by bin sizes are means over many lists. On this list they are off by about as much as for the guess of
        # the book, whose value is exact.
        own = self._own_proposal(secrets, steps)
        own_sizes, own_hit = self.bin_sizes(own.word, secrets)
        own_points_by_bins = guess_values.points_by_bins(self.lookahead, own_sizes, own_hit, guesses_left)
        correction = own.points - own_points_by_bins
        return points + correction

    def points_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer.

        Every word may be guessed next, even in hard mode: a guess without information can be any word, so what it would
        require is not known.
        """
        later_guesses = self._attempts - len(steps) - 1
        if later_guesses == 0:
            return 0.0

        cost = guess_values.exact_cost_of_best(self.lookahead, self.game, secrets, later_guesses)
        if cost is None:
            return self._estimate_without_information(secrets, steps)
        points, _ = guess_values.points_and_chance(self.lookahead.objective, cost, len(secrets), later_guesses)
        return points
