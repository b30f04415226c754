"""Adviser values guesses: the best of a list, or any word that a person asks about."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from typing import NamedTuple

import numpy as np

from codebreaker.game import split_by_code
from codebreaker.objective import POINTS_A_GUESS, Objective, Outcome
from codebreaker.replies import Array, alphabet_of, letters_of, reply_codes
from codebreaker.search.beam import SCALE
from lingo_bot.assistant.steps import WordStep
from lingo_bot.book import Entry
from lingo_bot.book_player import book_for
from lingo_bot.strategy import Lookahead, strategy_of
from wordlists.reply import code_of
from wordlists.word_game import WordGame

_MISS = 10_000
"""Points that a miss costs in the order of proposals, where misses count before guesses."""
POINTS_A_HALVING = 20
"""Expected points that a guess loses each time its promise halves (`python -m benchmarks estimates`)."""


@dataclass(frozen=True)
class Proposal:
    """A guess and what it brings on average over the candidates."""

    word: str
    points: float
    """Expected points of the game."""
    exact: bool
    """Whether the points are the average of a whole tree; otherwise they are an estimate from bin sizes."""
    remaining: float
    """Expected remaining candidates."""
    candidate: bool
    """Whether the word can be the secret."""
    guesses: float | None = None
    """Expected guesses, a miss counted as one more than the attempts; None if the game is played for points."""
    chance: float | None = None
    """The chance to solve within the attempts, from 0 to 1; None for points, and where the points are an estimate."""

    @property
    def value_text(self) -> str:
        """The expected points, or the expected guesses where these count, with `~` before an estimate."""
        value = f"{self.points:.1f}" if self.guesses is None else f"{self.guesses:.3f}"
        return f"{'' if self.exact else '~'}{value}"

    @property
    def chance_text(self) -> str:
        """The chance to solve in per cent, empty if it is not known."""
        return "" if self.chance is None else f"{100 * self.chance:.1f} %"

    @property
    def in_words(self) -> str:
        """The value as a phrase: `176.0 points`, or `3.421 guesses (100.0 %)`."""
        unit = "points" if self.guesses is None else "guesses"
        chance = "" if self.chance is None else f" ({self.chance_text})"
        return f"{self.value_text} {unit}{chance}"

    @property
    def rank(self) -> float:
        """The points less those that its misses cost: what a proposal is ordered by."""
        missed = 0.0 if self.chance is None else 1 - self.chance
        return self.points - _MISS * missed


class Proposals(tuple[Proposal, ...]):
    """Proposals, best first; a notebook shows them as a table."""

    def _repr_html_(self) -> str:
        """The proposals as an HTML table, for a notebook."""
        counts_guesses = bool(self) and self[0].guesses is not None
        value_heads = ["guesses", "solved"] if counts_guesses else ["points"]
        rows = [_html_row("th", ["guess", *value_heads, "left", "can be it"])]

        for proposal in self:
            value = [proposal.value_text]
            if counts_guesses:
                value.append(proposal.chance_text)
            fits = "yes" if proposal.candidate else "no"
            rows.append(_html_row("td", [proposal.word, *value, f"{proposal.remaining:,.1f}", fits]))

        return f"<table>{''.join(rows)}</table>"


def _html_row(tag: str, texts: Sequence[str]) -> str:
    """A row of a table, with the texts in cells of that tag."""
    cells = "".join(f"<{tag}>{text}</{tag}>" for text in texts)
    return f"<tr>{cells}</tr>"


class Scale(NamedTuple):
    """What the estimates at one position are measured from.

    The live player makes the guess with the largest promise: expected points by bin sizes, times the number of bins.
    The estimate of any guess depends on its promise alone, so that the order of the estimates is the player's.
    """

    promise: float
    """The largest promise, that of the live player's guess."""
    most: float
    """The value of that guess, which no estimate exceeds."""
    least: float
    """The value of a guess that gives no information, below which no estimate falls."""

    def estimate(self, promise: float) -> float:
        """Return the expected points of a guess with that promise.

        With a promise of 36,000, most 215 and least 90: 215.0 for 36,000, 195.0 for 18,000 and 175.0 for 9,000.
        """
        halvings = log2(self.promise / promise)
        return min(self.most, max(self.least, self.most - POINTS_A_HALVING * halvings))


class BookAdvice:
    """The tree of a book's entry over its list of words."""

    def __init__(self, words: Sequence[str], entry: Entry) -> None:
        """DataError if the book is damaged."""
        tree = entry.tree(len(words))
        self._words = words
        self._tree = tree
        self.whole = entry.depth > 1
        """Whether the tree plays whole games; otherwise it is a first guess alone."""
        self._letters = letters_of(words, alphabet_of(words))
        self._codes = 3 ** self._letters.shape[1]

        # The key of a node is parent * codes + reply, for every node but the root. Nodes stand breadth first, and
        # replies ascend among the children of one: the keys ascend.
        parents = np.repeat(np.arange(len(tree.children)), np.array(tree.children))
        self._keys = parents * self._codes + np.array(tree.replies, dtype=np.int64)[1:]
        self._guesses = np.array(tree.guesses, dtype=np.int64)

    def node(self, steps: Sequence[WordStep]) -> int | None:
        """The node that the steps lead to, None if they leave the tree."""
        if steps and not self.whole:
            return None
        node: int | None = 0
        for guess, reply in steps:
            if node is None or guess != self.guess(node):
                return None
            node = self._tree.child_of(node, code_of(reply))
        return node

    def guess(self, node: int) -> str:
        """The word guessed at a node."""
        return self._words[self._tree.guesses[node]]

    def play(self, node: int, secrets: Array) -> Iterator[tuple[Array, Array]]:
        """At each attempt from a node on, the secrets left (indices of words), and the tree's guess for each."""
        nodes = np.full(len(secrets), node)
        while len(secrets):
            guesses = self._guesses[nodes]
            yield secrets, guesses
            if not len(self._keys):
                return  # the tree is one guess

            keys = nodes * self._codes + reply_codes(self._letters[guesses], self._letters[secrets])
            places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            is_open = (self._keys[places] == keys) & (guesses != secrets)
            nodes = places[is_open] + 1  # the root has no key
            secrets = secrets[is_open]

    def cost(self, node: int, candidates: Array, guesses_left: int, objective: Objective) -> int:
        """The cost of a node's subtree over the candidates (indices of words) with that many guesses left."""
        solved = [0] * guesses_left
        for attempt, (secrets, guesses) in zip(range(guesses_left), self.play(node, candidates), strict=False):
            solved[attempt] = int(np.count_nonzero(guesses == secrets))
        outcome = Outcome(tuple(solved), len(candidates) - sum(solved))
        return objective.with_attempts(guesses_left).cost(outcome)


class Adviser:
    """Values guesses in a word game: those that the player's strategy ranks, or any word that a person asks about."""

    def __init__(self, word_game: WordGame, strategy: str = "score", book: str | None = None) -> None:
        """book: see lingo_bot.book_player.book_for, which may raise DataError."""
        self.strategy = strategy_of(strategy, word_game)
        if isinstance(self.strategy, Lookahead):
            self._values = self.strategy
        else:
            # A criterion ranks guesses; what they are worth is searched all the same.
            self._values = Lookahead(word_game, self.strategy.game, self.strategy.totals)

        self.game = self._values.game
        self.objective = self._values.objective
        self._attempts = word_game.attempts
        self._alphabet = alphabet_of(self.game.guesses)
        self._hidden = letters_of(self.game.secrets, self._alphabet)
        self._last_scale: tuple[tuple[WordStep, ...], Scale] | None = None
        entry = book_for(word_game, strategy, book)
        self.tree = BookAdvice(self.game.guesses, entry) if entry else None

    @property
    def everything(self) -> Array:
        """The indices of all answers: the candidates before the first guess."""
        return np.arange(len(self.game.secrets), dtype=np.int32)

    def fitting(self, step: WordStep, secrets: Array) -> Array:
        """The candidates (indices of answers) that give this reply; the list need not hold the guess."""
        fits: Array = secrets[self._codes(step.guess, secrets) == code_of(step.reply)]
        return fits

    def best(self, secrets: Array, steps: Sequence[WordStep], count: int, also: Sequence[str] = ()) -> list[Proposal]:
        """The best guesses after the steps, best first, with those in `also`; in hard mode only legal ones.

        The player's own guess comes first.
        """
        own, _ = self.move(secrets, steps)
        ranked = self.strategy.best(secrets, steps, max(count, 1))
        words = dict.fromkeys([*(self.game.guesses[guess] for guess in ranked), *also])
        words.pop(own.word, None)
        others = [self._proposal_of(word, secrets, steps) for word in words]
        if isinstance(self.strategy, Lookahead):
            # A criterion has its own order, which is not that of the values.
            others.sort(
                key=lambda proposal: (-proposal.rank, not proposal.exact, not proposal.candidate, proposal.word)
            )

        proposals = [own, *others]
        beyond = [proposal for proposal in proposals[count:] if proposal.word in also]
        return proposals[:count] + beyond

    def choice(self, secrets: Array, steps: Sequence[WordStep]) -> str:
        """The guess that the player makes after the steps: from the book where it has the game, else the strategy's."""
        node = self.tree.node(steps) if self.tree else None
        if self.tree and node is not None:
            return self.tree.guess(node)
        return str(self.game.guesses[self.strategy.choice(secrets, steps)])

    def move(self, secrets: Array, steps: Sequence[WordStep]) -> tuple[Proposal, float]:
        """The player's next guess, with the figures of the book's tree where the book plays on, and a correction.

        The correction is the book's value of that guess minus the expected points by its bin sizes, 0 without a book.
        """
        word = self.choice(secrets, steps)
        node = self.tree.node(steps) if self.tree else None
        if self.tree is None or node is None or not self.tree.whole:
            return self._proposal_of(word, secrets, steps), 0.0

        sizes, hit = self.sizes(word, secrets)
        places = self.game.guess_of[secrets]
        guesses_left = self._attempts - len(steps)
        points, chance = self._figures(
            self.tree.cost(node, places, guesses_left, self.objective), len(secrets), guesses_left
        )
        correction = 0.0 if guesses_left == 1 else points - self.points_by_bins(sizes, hit, guesses_left)

        return self._proposal(word, points, chance, True, sizes, hit), correction

    def evaluate(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word, which the list need not hold."""
        own, _ = self.move(secrets, steps)
        return own if own.word == word else self._proposal_of(word, secrets, steps)

    def _proposal_of(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word from whole trees where there are few candidates, else estimated from its bins."""
        sizes, hit = self.sizes(word, secrets)
        guesses_left = self._attempts - len(steps)
        cost = self._played_out(word, secrets, steps)
        if cost is None:
            promise = self.points_by_bins(sizes, hit, guesses_left) * len(sizes)
            points = self._scale(secrets, steps).estimate(promise)
            return self._proposal(word, points, None, False, sizes, hit)
        return self._proposal(word, *self._figures(cost, len(secrets), guesses_left), True, sizes, hit)

    def _scale(self, secrets: Array, steps: Sequence[WordStep]) -> Scale:
        """The scale of the estimates after those steps; the last one is kept, as it takes as long as a move."""
        key = tuple(steps)
        if self._last_scale is None or self._last_scale[0] != key:
            guess = self._values.choice(secrets, steps)
            sizes, hit = self.sizes(self.game.guesses[guess], secrets)
            guesses_left = self._attempts - len(steps)
            most = self.points_by_bins(sizes, hit, guesses_left)
            promise = most * len(sizes)
            least = self.points_by_bins(np.array([len(secrets)]), False, guesses_left)

            # Where a book plays on, its exact value sets the level: no guess is known to be better.
            node = self.tree.node(steps) if self.tree else None
            if self.tree and self.tree.whole and node is not None:
                own, correction = self.move(secrets, steps)
                most = own.points
                least += correction
            self._last_scale = key, Scale(promise, most, least)

        return self._last_scale[1]

    def points_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer."""
        guesses_left = self._attempts - len(steps) - 1
        size = len(secrets)
        if guesses_left == 0:
            return 0.0
        if guesses_left == 1 or size == 1:
            points, _ = self._figures(self.objective.least(size, 1, guesses_left), size, guesses_left)
            return points

        game, _ = self._values.game_after(())
        tree_search = self._values.search(game, secrets, self._attempts - guesses_left)
        if tree_search is not None:
            search, _ = tree_search
            cost, _ = search.best(np.arange(size, dtype=np.int32), guesses_left)
            points, _ = self._figures(cost, size, guesses_left)
            return points

        expected_cost = int(self._values.expected(guesses_left, size)[-1])
        estimate = (self.objective.points_of(0, size, guesses_left) * SCALE - expected_cost) / SCALE / size
        _, correction = self.move(secrets, steps)
        return estimate + correction

    def sizes(self, word: str, secrets: Array) -> tuple[Array, bool]:
        """The sizes of the candidates' bins by their replies to a word, and whether the last bin is the word itself."""
        codes, sizes = np.unique(self._codes(word, secrets), return_counts=True)
        return sizes, bool(codes[-1] == self.game.winning)

    def _codes(self, word: str, secrets: Array) -> Array:
        """The code of the reply to a word, which the list need not hold, for each of the secrets."""
        return reply_codes(letters_of([word], self._alphabet)[0], self._hidden[secrets])

    def points_by_bins(self, sizes: Array, hit: bool, guesses_left: int) -> float:
        """The mean of what bins of those sizes are worth, in points; see lingo_bot.strategy.expected_points.

        guesses_left: guesses left before the guess that makes the bins, at least 2.
        """
        size = int(sizes.sum())
        still_open = size - 1 if hit else size
        charged = self.objective.open_charge(guesses_left) * still_open * SCALE
        expected_cost = charged + int(self._values.expected(guesses_left - 1, size)[sizes].sum())
        return (self.objective.points_of(0, size, guesses_left) * SCALE - expected_cost) / SCALE / size

    def _played_out(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> int | None:
        """The cost if the player's search goes on after the word; None for too many candidates."""
        attempt = len(steps)
        guesses_left = self._attempts - attempt
        game, _ = self._values.game_after(steps)
        tree_search = self._values.search(game, secrets, attempt)
        if tree_search is None and guesses_left > 2:
            return None

        cost = 0
        numbers = np.arange(len(secrets), dtype=np.int32)  # the search numbers the candidates from 0
        for code, members in split_by_code(self._codes(word, secrets), numbers):
            if code == self.game.winning:
                continue
            cost += self.objective.open_charge(guesses_left) * len(members)
            if tree_search is not None:
                bin_cost, _ = tree_search[0].best(members, guesses_left - 1)
                cost += bin_cost
            elif guesses_left == 2:
                # The next guess is the last one, which wins against one candidate.
                cost += self.objective.least(len(members), 1, 1)

        return cost

    def _figures(self, cost: int, size: int, guesses_left: int) -> tuple[float, float | None]:
        """The mean points, 0 for a miss, and the chance to solve, of a cost of that many candidates.

        guesses_left: the guesses left. The chance is None where points count.
        """
        if self.objective.miss == 0:
            return self.objective.points_of(cost, size, guesses_left) / size, None
        # All charges together are less than one miss.
        missed, charged = divmod(cost, self.objective.miss)
        return self.objective.points_of(charged, size, guesses_left) / size, 1 - missed / size

    def _proposal(
        self, word: str, points: float, chance: float | None, exact: bool, sizes: Array, hit: bool
    ) -> Proposal:
        """The proposal for a word with those bin sizes; hit: whether it is a candidate."""
        remaining = int((sizes**2).sum()) / int(sizes.sum())
        guesses = None if self.objective.miss == 0 else self._attempts + 1 - points / POINTS_A_GUESS
        return Proposal(word, points, exact, remaining, hit, guesses, chance)
