"""Adviser values guesses: the best of a list, or any word that a person asks about."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import log2

import numpy as np

from codebreaker.game import split_by_code
from codebreaker.objective import POINTS_A_GUESS
from codebreaker.replies import Array, alphabet_of, letters_of, reply_codes
from codebreaker.search.beam import SCALE
from lingo_bot.assistant.steps import WordStep
from lingo_bot.assistant.word_tree import WordTree
from lingo_bot.book_player import book_for
from lingo_bot.strategy import Lookahead, strategy_of
from wordlists.reply import code_of
from wordlists.word_game import WordGame

_POINTS_A_MISS = 10_000
"""Points that a miss costs in the order of proposals, where misses count before guesses; more than a game can win."""
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
        chance_to_miss = 0.0 if self.chance is None else 1 - self.chance
        return self.points - _POINTS_A_MISS * chance_to_miss


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


def estimated_points(promise: float, largest: float, most: float, least: float) -> float:
    """The estimate of a guess with that promise, in expected points.

    It depends on the promise alone, so that the order of the estimates is that of the live player, which makes the
    guess with the largest promise. That guess has the estimate `most`; each halving of the promise loses points, down
    to `least`, the value of a guess that gives no information. With a largest promise of 36,000, most 215 and least 90
    it is 215 for 36,000, 195 for 18,000 and 175 for 9,000.
    """
    halvings = log2(largest / promise)
    return min(most, max(least, most - POINTS_A_HALVING * halvings))


def _by_value(proposal: Proposal) -> tuple[float, bool, bool, str]:
    """A key that sorts proposals by value; of equal ones an exact one, then a candidate comes first."""
    return -proposal.rank, not proposal.exact, not proposal.candidate, proposal.word


class Adviser:
    """Values guesses in a word game: those that the player's strategy ranks, or any word that a person asks about."""

    def __init__(self, word_game: WordGame, strategy: str = "score", book: str | None = None) -> None:
        """book: see lingo_bot.book_player.book_for, which may raise DataError."""
        self.strategy = strategy_of(strategy, word_game)
        if isinstance(self.strategy, Lookahead):
            self._lookahead = self.strategy
        else:
            # A criterion ranks guesses; what they are worth is searched all the same.
            self._lookahead = Lookahead(word_game, self.strategy.game, self.strategy.totals)

        self.game = self._lookahead.game
        self.objective = self._lookahead.objective
        self._attempts = word_game.attempts
        self._alphabet = alphabet_of(self.game.guesses)
        self._secret_letters = letters_of(self.game.secrets, self._alphabet)
        self._estimate_steps: tuple[WordStep, ...] | None = None
        """The steps after which `_estimate` holds; None before it is set."""
        self._estimate: Callable[[float], float]
        """The estimate of a guess by its promise; see estimated_points."""
        entry = book_for(word_game, strategy, book)
        self.tree = WordTree(self.game.guesses, entry) if entry else None

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

        The player's own guess comes first. The others have the order of their values, or that of the criterion by
        which the player guesses.
        """
        own, _ = self.move(secrets, steps)
        ranked = [self.game.guesses[guess] for guess in self.strategy.best(secrets, steps, max(count, 1))]
        words = dict.fromkeys([*ranked, *also])
        words.pop(own.word, None)

        proposals = [self._proposal_of(word, secrets, steps) for word in words]
        if isinstance(self.strategy, Lookahead):
            proposals.sort(key=_by_value)
        proposals.insert(0, own)

        beyond = [proposal for proposal in proposals[count:] if proposal.word in also]
        return proposals[:count] + beyond

    def choice(self, secrets: Array, steps: Sequence[WordStep]) -> str:
        """The guess that the player makes after the steps: from the book where it has the game, else the strategy's."""
        node = self.tree.node(steps) if self.tree else None
        if self.tree and node is not None:
            return self.tree.guess(node)
        guess = self.strategy.choice(secrets, steps)
        return str(self.game.guesses[guess])

    def move(self, secrets: Array, steps: Sequence[WordStep]) -> tuple[Proposal, float]:
        """(the proposal of the player's next guess, correction); its figures are the book's where the book plays on.

        The correction is the book's value of that guess minus the expected points by its bin sizes, 0 without a book.
        """
        word = self.choice(secrets, steps)
        node = self._playing_node(steps)
        if self.tree is None or node is None:
            return self._proposal_of(word, secrets, steps), 0.0

        sizes, hit = self.sizes(word, secrets)
        guesses_left = self._attempts - len(steps)
        words = self.game.guess_of[secrets]
        cost = self.tree.cost(node, words, guesses_left, self.objective)
        points, chance = self._points_and_chance(cost, len(secrets), guesses_left)
        correction = 0.0 if guesses_left == 1 else points - self.points_by_bins(sizes, hit, guesses_left)

        return self._proposal(word, points, chance, True, sizes, hit), correction

    def _playing_node(self, steps: Sequence[WordStep]) -> int | None:
        """The node that the steps lead to in a book's tree of whole games; None if there is none."""
        if self.tree is None or not self.tree.plays_whole_games:
            return None
        return self.tree.node(steps)

    def evaluate(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word, which the list need not hold."""
        own, _ = self.move(secrets, steps)
        return own if own.word == word else self._proposal_of(word, secrets, steps)

    def _proposal_of(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> Proposal:
        """The proposal for a word from whole trees where there are few candidates, else estimated from its bins."""
        sizes, hit = self.sizes(word, secrets)
        guesses_left = self._attempts - len(steps)
        cost = self._searched_cost(word, secrets, steps)
        if cost is None:
            promise = self.points_by_bins(sizes, hit, guesses_left) * len(sizes)
            points = self._estimate_after(secrets, steps)(promise)
            return self._proposal(word, points, None, False, sizes, hit)

        points, chance = self._points_and_chance(cost, len(secrets), guesses_left)
        return self._proposal(word, points, chance, True, sizes, hit)

    def _estimate_after(self, secrets: Array, steps: Sequence[WordStep]) -> Callable[[float], float]:
        """The function from a guess's promise to its estimate after those steps.

        It is kept until other steps are asked about, because making it takes as long as a move.
        """
        if self._estimate_steps != tuple(steps):
            self._estimate = self._new_estimate(secrets, steps)
            self._estimate_steps = tuple(steps)
        return self._estimate

    def _new_estimate(self, secrets: Array, steps: Sequence[WordStep]) -> Callable[[float], float]:
        """The result of `_estimate_after`, from the live player's guess."""
        guess = self._lookahead.choice(secrets, steps)
        sizes, hit = self.sizes(self.game.guesses[guess], secrets)
        guesses_left = self._attempts - len(steps)
        most = self.points_by_bins(sizes, hit, guesses_left)
        promise = most * len(sizes)
        one_bin = np.array([len(secrets)])
        least = self.points_by_bins(one_bin, False, guesses_left)

        # Where a book plays on, its exact value sets the level: no guess is known to be better.
        if self._playing_node(steps) is not None:
            own, correction = self.move(secrets, steps)
            most = own.points
            least += correction

        return partial(estimated_points, largest=promise, most=most, least=least)

    def points_without_information(self, secrets: Array, steps: Sequence[WordStep]) -> float:
        """Expected points after a guess that gives no information: the same candidates, one attempt fewer."""
        guesses_left = self._attempts - len(steps) - 1
        size = len(secrets)
        if guesses_left == 0:
            return 0.0

        cost = None
        if guesses_left == 1 or size == 1:
            cost = self.objective.least(size, 1, guesses_left)
        else:
            # Such a guess can be any, so the next one is searched among all.
            game, _ = self._lookahead.game_after(())
            tree_search = self._lookahead.search(game, secrets, self._attempts - guesses_left)
            if tree_search is not None:
                search, _ = tree_search
                cost, _ = search.best(np.arange(size, dtype=np.int32), guesses_left)

        if cost is not None:
            points, _ = self._points_and_chance(cost, size, guesses_left)
            return points

        expected_cost = int(self._lookahead.expected(guesses_left, size)[-1])
        _, correction = self.move(secrets, steps)
        return self._expected_points(expected_cost, size, guesses_left) + correction

    def sizes(self, word: str, secrets: Array) -> tuple[Array, bool]:
        """The sizes of the candidates' bins by their replies to a word, and whether the last bin is the word itself."""
        codes, sizes = np.unique(self._codes(word, secrets), return_counts=True)
        return sizes, bool(codes[-1] == self.game.winning)

    def _codes(self, word: str, secrets: Array) -> Array:
        """The code of the reply to a word, which the list need not hold, for each of the secrets."""
        return reply_codes(letters_of([word], self._alphabet)[0], self._secret_letters[secrets])

    def points_by_bins(self, sizes: Array, hit: bool, guesses_left: int) -> float:
        """The mean of what bins of those sizes are worth, in points; see lingo_bot.strategy.expected_points.

        guesses_left: guesses left before the guess that makes the bins, at least 2.
        """
        size = int(sizes.sum())
        still_open = size - 1 if hit else size
        charged = self.objective.open_charge(guesses_left) * still_open * SCALE
        expected = self._lookahead.expected(guesses_left - 1, size)
        return self._expected_points(charged + int(expected[sizes].sum()), size, guesses_left)

    def _expected_points(self, expected_cost: int, size: int, guesses_left: int) -> float:
        """The mean points of that many candidates; expected_cost: of all of them, in 1/SCALE."""
        points = self.objective.points_of(0, size, guesses_left) * SCALE - expected_cost
        return points / SCALE / size

    def _searched_cost(self, word: str, secrets: Array, steps: Sequence[WordStep]) -> int | None:
        """The cost of the word and of what the player's search finds after it; None for too many candidates."""
        attempt = len(steps)
        guesses_left = self._attempts - attempt
        game, _ = self._lookahead.game_after(steps)
        tree_search = self._lookahead.search(game, secrets, attempt)
        if tree_search is None and guesses_left > 2:
            return None

        cost = 0
        numbers = np.arange(len(secrets), dtype=np.int32)  # the search numbers the candidates from 0
        for code, members in split_by_code(self._codes(word, secrets), numbers):
            if code == self.game.winning:
                continue

            cost += self.objective.open_charge(guesses_left) * len(members)
            if tree_search is not None:
                search, _ = tree_search
                bin_cost, _ = search.best(members, guesses_left - 1)
                cost += bin_cost
            elif guesses_left == 2:
                # The next guess is the last one, which wins against one candidate.
                cost += self.objective.least(len(members), 1, 1)

        return cost

    def _points_and_chance(self, cost: int, size: int, guesses_left: int) -> tuple[float, float | None]:
        """(mean points, 0 for a miss; chance to solve) of that many candidates that cost as much together.

        The chance is None where points count. With a miss of 1,000,000, a cost of 2,000,500 of ten candidates is two
        misses and charges of 500.
        """
        if self.objective.miss == 0:
            return self.objective.points_of(cost, size, guesses_left) / size, None

        # All charges together are less than one miss.
        missed, charged = divmod(cost, self.objective.miss)
        points = self.objective.points_of(charged, size, guesses_left)
        return points / size, 1 - missed / size

    def _proposal(
        self, word: str, points: float, chance: float | None, exact: bool, sizes: Array, hit: bool
    ) -> Proposal:
        """The proposal for a word with those bin sizes; hit: whether it is a candidate."""
        remaining = int((sizes**2).sum()) / int(sizes.sum())
        guesses = None if self.objective.miss == 0 else self._attempts + 1 - points / POINTS_A_GUESS
        return Proposal(word, points, exact, remaining, hit, guesses, chance)
