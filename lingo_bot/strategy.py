"""Strategy, which chooses the next guess of a word game from the candidates and the attempts left.

The default strategy ranks guesses by what they are expected to cost, others by a criterion, which sees the sizes of
their bins (lingo_bot.criterion_strategy). Tables say what a bin of each size is expected to cost, so a guess has an
expected cost by its bins. Where few candidates are left, the trees of the most promising guesses are searched too: the
guess, and what is then guessed after each reply.

`python -m benchmarks estimates` measures how long a move takes within the limits below, and what it loses.

Every strategy is deterministic and never reads the clock. Its work is bounded by the number of replies computed, so
that a slow machine plays the same game as a fast one.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from codebreaker.candidates import separating_candidate
from codebreaker.derived_games import part_of, restrict
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.letters import alphabet_of, letters_of
from codebreaker.replies import Array
from codebreaker.search.compiled.hard_mode import allowed_after
from lingo_bot.expected_costs import expected_costs, kind_of, played_objective
from lingo_bot.shortlist import LiveSearch, put_first, shortlist
from wordlists.reply import code_of
from wordlists.step import WordStep
from wordlists.word_game import WordGame

MAX_TREE_WORK = 10_000
"""The most work of a move's trees: candidates × guesses with a searched tree × guesses that each tree tries next."""
MAX_FIRST_TREE_WORK = 1_000
"""The most candidates × guesses with a searched tree in the first move, which must be fast."""
MIN_TREES = 4
"""Where the limit allows fewer trees than this, bins alone rank the guesses."""
MAX_LIVE_TREES = 24
"""The most guesses whose trees are searched in one move."""
MAX_LATER_TREES = 8
"""The most guesses that such a tree tries at the next attempt; at later ones it tries one."""
MAX_LATER_REPLIES = 400_000
"""The most replies (guesses × candidates) computed at each later attempt of such a tree: this bounds its guesses."""


class GamePosition(NamedTuple):
    """Where a game is before a guess."""

    secrets: Array
    """The candidates, as ascending indices of secrets."""
    steps: tuple[WordStep, ...]
    """The guesses and replies so far."""
    guesses_left: int

    def after(self, step: WordStep, secrets: Array) -> "GamePosition":
        """The position after that step, which leaves those candidates."""
        return GamePosition(secrets, (*self.steps, step), self.guesses_left - 1)


class Strategy:
    """Ranks the guesses of a word game: the player makes the first, and the assistant shows the first few.

    It plays for the least cost. A subclass may rank by something else, and still has the expected costs and the search
    for trees, with which the assistant values guesses.
    """

    def __init__(self, word_game: WordGame, game: Game | None = None) -> None:
        """game: game_of_lists(word_game), if it is made already."""
        self.game = game or game_of_lists(word_game)
        self.objective = played_objective(word_game.objective, word_game.attempts)
        kind = kind_of(self.game.guesses, self.game.secrets)
        self.expected = expected_costs(word_game.length, self.objective, kind, word_game.hard)
        """expected(guesses_left, n): int64 (n + 1,), the expected costs of bins of 0 … n candidates.

        They are in 1/SCALE of a cost, 1/1024 (codebreaker.search.beam).
        """
        self._attempts = word_game.attempts
        self._hard = word_game.hard
        self._kept_search: tuple[tuple[int, bytes, Sequence[str]], LiveSearch] | None = None
        """((guesses left, bytes of the secrets, allowed guesses), the search for these): the last that was made.

        The allowed guesses differ in hard mode for the same secrets. Key and search are one value, because the threads
        of a cluster's worker share the strategy: no thread may get the search for the position of another one.
        """

    @property
    def start(self) -> GamePosition:
        """The position before the first guess."""
        secrets = np.arange(len(self.game.secrets), dtype=np.int32)
        return GamePosition(secrets, (), self._attempts)

    def choice(self, position: GamePosition) -> int:
        """The next guess, as the index of a word."""
        return self.best(position, 1)[0]

    def best(self, position: GamePosition, count: int) -> list[int]:
        """At most `count` guesses, best first, as indices of words."""
        secrets = position.secrets
        if position.guesses_left == 1 or len(secrets) <= 2:
            # Only a candidate can win with the last guess. Two candidates are guessed one after the other.
            guesses = self.game.guess_of[secrets[:count]]
        else:
            game, allowed = self.game_at(position)
            best = self.rank(game, secrets, position.guesses_left, count)
            guesses = allowed[best]

        return guesses.tolist()  # type: ignore[no-any-return]

    def game_at(self, position: GamePosition) -> tuple[Game, Array]:
        """(the game of the guesses that the rules allow now, the indices of these guesses)."""
        if not self._hard:
            return self.game, np.arange(len(self.game.guesses))
        allowed = legal_guesses(self.game, position.steps)
        return restrict(self.game, allowed), allowed

    def rank(self, game: Game, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses of the game, best first, as indices.

        game: that of the guesses which the rules allow. secrets: the candidates, at least three, as ascending indices.
        guesses_left: at least two.
        """
        return self.rank_by_cost(game, secrets, guesses_left, count)

    def rank_by_cost(self, game: Game, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses, best first: by their trees where these can be searched, else by their bins.

        A candidate that separates all others comes first, because no guess costs less. The arguments are those of
        `rank`.
        """
        separating = separating_candidate(game, secrets)
        if separating is not None and count == 1:
            return np.array([separating])

        search = self.tree_search(game, secrets, guesses_left)
        if search is None:
            best = self._rank_by_bins(game, secrets, guesses_left, count)
        else:
            # The search has guesses of the game, which it numbers from 0.
            best = search.indices[self._rank_by_trees(search, guesses_left, count)]

        if separating is not None:
            # As many guesses as before: if the separating one is new, the last one is dropped.
            best = put_first(separating, best)[: len(best)]
        return best

    def _rank_by_bins(self, game: Game, secrets: Array, guesses_left: int, count: int) -> Array:
        """At most `count` guesses, those whose bins promise most first."""
        # If there are too many guesses and secrets to compute all replies, `part` is a smaller game.
        guesses, part, sample = shortlist(game, secrets)
        search = LiveSearch(part, self.expected)
        best = search.most_promising(sample, guesses_left, count)
        return guesses[best]

    def tree_search(self, game: Game, secrets: Array, guesses_left: int) -> LiveSearch | None:
        """The search for trees over those secrets, which it numbers from 0.

        None if bins alone rank the guesses: if there are too many secrets for trees, or at most two guesses left, for
        which the bins give the exact costs. The search is kept with its results until another one is asked for, because
        the assistant asks for the same one many times.
        """
        is_first_move = guesses_left == self._attempts
        work = MAX_FIRST_TREE_WORK if is_first_move else MAX_TREE_WORK
        trees = min(MAX_LIVE_TREES, work // len(secrets))
        bins_are_exact = guesses_left <= 2
        if bins_are_exact or trees < MIN_TREES:
            return None

        key = (guesses_left, secrets.tobytes(), game.guesses)
        kept = self._kept_search
        if kept is None or kept[0] != key:
            kept = (key, self._new_tree_search(game, secrets, guesses_left, trees))
            self._kept_search = kept

        _, search = kept
        return search

    def _new_tree_search(self, game: Game, secrets: Array, guesses_left: int, trees: int) -> LiveSearch:
        """A search over those secrets that tries that many guesses now, and fewer later."""
        # How many guesses are tried at each attempt, counted from 0. At the next attempt it is as many as MAX_TREE_WORK
        # allows, also in the first move: MAX_FIRST_TREE_WORK limits only the number of trees.
        keep = [1] * self._attempts
        attempt = self._attempts - guesses_left
        keep[attempt] = trees
        later_trees = MAX_TREE_WORK // (trees * len(secrets))
        keep[attempt + 1] = max(1, min(MAX_LATER_TREES, later_trees))

        guesses = self._guesses_to_search(game, secrets, guesses_left)
        # A game of these guesses and secrets alone, whose replies fit into a table.
        part = part_of(game, guesses, secrets)
        # In hard mode the later guesses are candidates, which are legal whatever has been guessed before.
        candidates_below = guesses_left if self._hard else 0
        return LiveSearch(part, self.expected, keep, candidates_below, guesses)

    def _guesses_to_search(self, game: Game, secrets: Array, guesses_left: int) -> Array:
        """The guesses that a tree search tries, ascending: all, or the candidates and the most promising ones."""
        count = MAX_LATER_REPLIES // len(secrets)
        if count >= len(game.guesses):
            return np.arange(len(game.guesses))

        promising = self._rank_by_bins(game, secrets, guesses_left, count)
        return np.union1d(game.guess_of[secrets], promising)

    def _rank_by_trees(self, search: LiveSearch, guesses_left: int, count: int) -> Array:
        """The guesses with the best trees, as the search numbers them; of equal ones the more promising comes first."""
        secrets = np.arange(len(search.game.secrets), dtype=np.int32)
        if count == 1:
            # The search stops earlier where only the best tree is asked for.
            _, tree = search.best(secrets, guesses_left)
            return np.array([tree.guess])

        guesses = search.shortlist(secrets, guesses_left)
        costs = []
        for guess in guesses:
            cost_and_tree = search.evaluate(int(guess), secrets, guesses_left)
            assert cost_and_tree is not None  # without a limit every guess has a tree
            cost, _ = cost_and_tree
            costs.append(cost)

        by_cost = np.argsort(costs, kind="stable")
        return guesses[by_cost][:count]


def game_of_lists(word_game: WordGame) -> Game:
    """The game over the lists of a word game, in which each secret counts once."""
    answers = word_game.answers.words if word_game.answers else None
    return lingo(word_game.words.words, answers)


def legal_guesses(game: Game, steps: Sequence[tuple[str, str]]) -> Array:
    """The guesses of a game of words that hard mode allows after these steps, as ascending indices.

    The rule is that of wordlists.rules.why_illegal_in_hard_mode; `allowed_after`, which needs no numba, applies it to a
    whole list.
    """
    alphabet = alphabet_of(game.guesses)
    letters = letters_of(game.guesses, alphabet)
    allowed = np.arange(len(letters))

    for guess, reply in steps:
        # allowed_after takes the guess as the index of a row. The list need not hold a guess of a person, so the guess
        # gets a row of its own behind those of the list.
        with_guess = np.concatenate((letters, letters_of([guess], alphabet)))
        allowed = allowed_after(with_guess, allowed, len(letters), code_of(reply))

    return allowed
