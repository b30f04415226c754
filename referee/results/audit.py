"""Looks in the games of a run for signs that a player knew the words.

Words are drawn with equal chances, so what an honest player can know of a word follows from its own guesses: of n
words that fit its replies, a guess hits each with a probability of 1/n, however the guess was chosen. Three tests
follow, one-sided, with p-values that hold for every honest way to play:

- *first guess*: hits at the first guess against the sum of binomial distributions, one for each length;
- *later guesses*: hits of all further guesses against 1/n, as an e-value (the likelihood of a player that knows some
  of the words, divided by that of one that knows none), whose inverse is a p-value (Ville 1939);
- *order*: whether a player does better on the words that another player has played before it, against the
  hypergeometric distributions of each length: who comes first is drawn by lot.

The p-values are multiplied by the number of tests (Bonferroni). `python -m benchmarks audit` shows how often honest
runs are flagged.
"""

import functools
import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.game.record import GameRecord
from wordlists.reply import ABSENT, PLACED

FLAGGED = 0.01
"""A run is flagged if a corrected p-value is below this: at most 1 honest run in 100."""
FIRST_GUESS = "first-guess"
LATER_GUESSES = "later-guesses"
ORDER = "order"

Letters = npt.NDArray[np.uint32]
"""The code points of words: shape (words, letters)."""
Indices = npt.NDArray[np.intp]
"""Words of a list, as indices into it: shape (words,)."""
Steps = tuple[tuple[str, str], ...]
"""Guesses with their replies, the first one first."""

_KNOWN_SHARES = (0.02, 0.1, 0.4)
"""Shares of the words that a cheat may know: a word now and then, every tenth, nearly half of them.

The e-value is the mean over them, so that none has to be chosen after a look at the games.
"""
_MAX_STEPS_CACHED = 2
"""The candidates after this many guesses are cached, because many games begin alike; later positions seldom recur."""


@dataclass(frozen=True)
class Test:
    """One test of one player."""

    kind: str
    """FIRST_GUESS, LATER_GUESSES or ORDER."""
    player: str
    other: str | None
    """The rival that may have passed its words on to the player; None unless the kind is ORDER."""
    observed: int
    """How many words the player hit.

    For ORDER: how many of its good games, those with more points than its median of the length, were on words that the
    rival had played before.
    """
    expected: float
    """The mean of that number for an honest player."""
    p: float
    """At most the probability that an honest player has as many or more."""
    corrected: float = 1.0
    """p times the number of tests, at most 1; known when all tests are."""

    @property
    def is_flagged(self) -> bool:
        """Whether an honest player is unlikely to reach this count."""
        return self.corrected < FLAGGED

    @property
    def sentence(self) -> str:
        """The count, and the count that is expected of an honest player."""
        if self.kind == ORDER:
            counted = f"games above its median, on words that {self.other} played before it"
        elif self.kind == FIRST_GUESS:
            counted = "words found at the first guess"
        else:
            counted = "words found at a later guess"
        return f"{counted}: {self.observed}, expected {self.expected:.3g}"


@dataclass(frozen=True)
class SameGuesses:
    """Two players that made the same guesses; they may share a program or a book, which is no offence."""

    a: str
    b: str
    words: int
    """Words that both have played."""
    same: int
    """Words for which all guesses were the same."""


@dataclass(frozen=True)
class Audit:
    """The tests of whether the players of a run knew its words."""

    tests: tuple[Test, ...]
    """Those with the smallest p-values first."""
    shared: tuple[SameGuesses, ...]
    """Every pair of players that made the same guesses for some word."""
    left_out: tuple[str, ...]
    """Why tests were left out."""

    @property
    def verdict(self) -> str:
        """Whether anybody is suspected, as a sentence."""
        if not self.tests:
            return "Nothing was tested."

        count = len(self.flagged_tests)
        if not count:
            return f"Nobody is suspected: none of {len(self.tests)} tests is flagged."

        names = ", ".join(dict.fromkeys(test.player for test in self.flagged_tests))
        are = "is" if count == 1 else "are"
        return (
            f"Suspected to have known words before playing them: {names}; "
            f"{count} of {len(self.tests)} tests {are} flagged."
        )

    @property
    def flagged_tests(self) -> tuple[Test, ...]:
        """The tests that are flagged."""
        return tuple(test for test in self.tests if test.is_flagged)


class Candidates:
    """The words that can be the secret before the first guess, and which of them are left after some steps."""

    def __init__(self, words: Sequence[str], legal: Iterable[str]) -> None:
        """words: all of one length; legal: the words that may be guessed, which can be more."""
        letters = [list(map(ord, word)) for word in words]
        self._letters: Letters = np.array(letters, dtype=np.uint32)
        self._index_of = {word: index for index, word in enumerate(words)}
        self._after: dict[Steps, Indices] = {(): np.arange(len(words))}
        """The words that are left after these steps, where they are cached."""
        self._legal = frozenset(legal)
        self.count = len(words)

    def chances(self, game: GameRecord) -> Iterator[tuple[float, bool]]:
        """Yield (chance, whether it hit) for each later guess of a game that could hit and could miss.

        Of n words that fit the replies so far each is equally likely, so the chance is 1 / n. A guess that does not fit
        cannot hit, and the only word that fits cannot miss.
        """
        steps: Steps = ()
        for guess, reply in zip(game.guesses, game.replies, strict=True):
            # The reply to an illegal guess tells nothing: every letter is marked X.
            if guess not in self._legal:
                continue

            if steps and guess in self._index_of:
                fitting = self._fitting(steps)
                if len(fitting) > 1 and self._index_of[guess] in fitting:
                    yield 1 / len(fitting), guess == game.word

            steps = (*steps, (guess, reply))

    def _fitting(self, steps: Steps) -> Indices:
        """Return the words that fit the replies of these steps, as indices."""
        if steps in self._after:
            return self._after[steps]

        *earlier_steps, (guess, reply) = steps
        before = self._fitting(tuple(earlier_steps))
        fitting = before[fitting_words(self._letters[before], guess, reply)]
        if len(steps) <= _MAX_STEPS_CACHED:
            self._after[steps] = fitting
        return fitting


def audit(
    games: Iterable[GameRecord],
    lists: Mapping[int, Sequence[str]],
    drawn: bool = True,
    first_letter: bool = False,
    legal: Mapping[int, Sequence[str]] | None = None,
) -> Audit:
    """Return the audit of some games; void ones are left out.

    lists: the words of each length that may be drawn. drawn: whether the words were drawn from them. first_letter:
    whether players see the first letter. legal: the words of each length that may be guessed; None if they are those
    that may be drawn.
    """
    by_player: dict[str, list[GameRecord]] = defaultdict(list)
    lengths: set[int] = set()
    for game in games:
        if game.void is None:
            by_player[game.player].append(game)
            lengths.add(game.length)

    tests: list[Test] = []
    left_out: list[str] = []
    if drawn:
        tests += _guesses_against_chance(by_player, lists, legal or lists, first_letter)
        missing = sorted(lengths - lists.keys())
        if missing:
            letters = ", ".join(map(str, missing))
            left_out.append(f"guesses against chance at {letters} letters: the word list is missing")
    else:
        left_out.append("guesses against chance: the words were given, not drawn")

    orders = list(_tests_of_order(by_player))
    tests += orders
    if len(by_player) > 1 and not orders:
        left_out.append("order: no player had an order of words of its own, or the times of the games are not recorded")

    tests.sort(key=lambda test: test.p)
    corrected = tuple(replace(test, corrected=min(1.0, test.p * len(tests))) for test in tests)
    return Audit(corrected, tuple(_pairs_that_played_alike(by_player)), tuple(left_out))


def _guesses_against_chance(
    by_player: Mapping[str, Sequence[GameRecord]],
    lists: Mapping[int, Sequence[str]],
    legal: Mapping[int, Sequence[str]],
    first_letter: bool,
) -> Iterator[Test]:
    """Yield the tests of first and of later guesses of each player, over the games of a length that has a list."""

    @functools.cache
    def candidates_of(length: int, letter: str) -> Candidates:
        """Return the words of that length that begin with the letter; all of them for the letter ""."""
        words = [word for word in lists[length] if word.startswith(letter)]
        return Candidates(words, (word for word in legal[length] if word.startswith(letter)))

    for player, games in by_player.items():
        games_and_candidates = []
        for game in games:
            if game.length in lists:
                letter = game.word[:1] if first_letter else ""
                games_and_candidates.append((game, candidates_of(game.length, letter)))

        yield _test_of_first_guesses(player, games_and_candidates)
        yield _test_of_later_guesses(player, games_and_candidates)


def _test_of_first_guesses(player: str, games: Iterable[tuple[GameRecord, Candidates]]) -> Test:
    """Return the test of the first guesses of games, each given with the words that could be its secret."""
    hits = 0
    expected = 0.0
    distributions = []
    for game, candidates in games:
        # A game without a guess could not hit, nor one of a list without words.
        if not game.guesses or not candidates.count:
            continue

        if game.guesses[0] == game.word:
            hits += 1
        chance = 1 / candidates.count
        expected += chance
        distributions.append((1 - chance, chance))  # of no hit and of one

    return Test(FIRST_GUESS, player, None, hits, expected, _at_least(hits, distributions))


def _at_least(observed: int, distributions: Iterable[Sequence[float]]) -> float:
    """Return the probability that the sum of independent counts with these distributions is at least that much.

    A distribution has the probabilities of 0, 1, 2, … . The distribution of the sum is their convolution. For example
    at least two heads of three coins have `_at_least(2, [(0.5, 0.5)] * 3)`, which is 0.5.
    """
    if not observed:
        return 1.0
    of_the_sum = functools.reduce(np.convolve, distributions, np.ones(1))
    return min(1.0, float(of_the_sum[observed:].sum()))


def _test_of_later_guesses(player: str, games: Iterable[tuple[GameRecord, Candidates]]) -> Test:
    """Return the test of all guesses but the first, of games that are given with the words that could be the secret.

    A cheat that knows a share of the words hits with the probability share + (1 − share) · chance. The e-value is the
    likelihood of such a cheat divided by that of an honest player, averaged over some shares. For example one hit with
    a chance of 1/100 is 2.98, 10.9 and 40.6 times as likely for cheats that know 2, 10 and 40 % of the words: the
    e-value is 18.2, and the p-value 1/18.2 = 0.055.
    """
    hits = 0
    expected = 0.0
    log_ratios = [0.0] * len(_KNOWN_SHARES)
    for game, candidates in games:
        for chance, is_hit in candidates.chances(game):
            hits += is_hit
            expected += chance
            for index, share in enumerate(_KNOWN_SHARES):
                chance_of_cheat = share + (1 - share) * chance
                ratio = chance_of_cheat / chance if is_hit else (1 - chance_of_cheat) / (1 - chance)
                log_ratios[index] += math.log(ratio)

    # The largest is taken out of the sum, so that no exponential is too large for a float.
    largest = max(log_ratios)
    mean = sum(math.exp(log_ratio - largest) for log_ratio in log_ratios) / len(log_ratios)
    log_e_value = largest + math.log(mean)

    # By Ville's inequality the inverse of an e-value is a p-value.
    p = math.exp(-max(0.0, log_e_value))
    return Test(LATER_GUESSES, player, None, hits, expected, p)


def _tests_of_order(by_player: Mapping[str, Sequence[GameRecord]]) -> Iterator[Test]:
    """Yield the test of order for each player and each rival: the good games on words that the rival had played.

    A game is good if it has more points than the player's median of the length. A length tells nothing where the
    rival was first with all words or with none, or where no game was good.
    """
    for player, rival in itertools.permutations(by_player, 2):
        observed = 0
        expected = 0.0
        distributions = []
        for games in _points_and_order(by_player[player], by_player[rival]):
            words = len(games)
            words_after = sum(is_after for _, is_after in games)

            # Of an even number of games it is the lower of the two in the middle.
            median = sorted(points for points, _ in games)[(words - 1) // 2]
            order_of_good_games = [is_after for points, is_after in games if points > median]
            good = len(order_of_good_games)

            if good and 0 < words_after < words:
                observed += sum(order_of_good_games)
                expected += words_after * good / words
                distributions.append(_hypergeometric(good, words_after, words))

        if distributions:
            yield Test(ORDER, player, rival, observed, expected, _at_least(observed, distributions))


def _points_and_order(own: Iterable[GameRecord], of_rival: Iterable[GameRecord]) -> list[list[tuple[int, bool]]]:
    """Return a list for each length, with an item for each word that both have played.

    An item is (points of the own game, whether the rival played the word before). Games without a recorded time are
    left out.
    """
    rival_started = {game.word: game.started for game in of_rival}
    by_length: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for game in own:
        started_by_rival = rival_started.get(game.word)
        if game.started is not None and started_by_rival is not None:
            is_after = started_by_rival < game.started
            by_length[game.length].append((game.points, is_after))

    return list(by_length.values())


def _hypergeometric(good: int, after: int, words: int) -> list[float]:
    """Return the probability of 0, 1, … good games after the rival's, if who came first is drawn by lot.

    good: the good games; after: the words that the rival played before; words: all words of the length. For one good
    game of four, with two words after the rival's, it is [0.5, 0.5].
    """
    ways = math.comb(words, after)
    probabilities = []
    for count in range(min(good, after) + 1):
        favourable = math.comb(good, count) * math.comb(words - good, after - count)
        probabilities.append(favourable / ways)
    return probabilities


def _pairs_that_played_alike(by_player: Mapping[str, Sequence[GameRecord]]) -> Iterator[SameGuesses]:
    """Yield every pair of players that made the same guesses for some word."""
    guesses = {}
    for name, games in by_player.items():
        guesses[name] = {game.word: game.guesses for game in games}

    for a, b in itertools.combinations(by_player, 2):
        words = guesses[a].keys() & guesses[b].keys()
        same = sum(guesses[a][word] == guesses[b][word] for word in words)
        if same:
            yield SameGuesses(a, b, len(words), same)


def fitting_words(letters: Letters, guess: str, reply: str) -> npt.NDArray[np.bool_]:
    """Return which words would get that reply to the guess from `wordlists.reply.reply_for`: bool, shape (words,).

    A word gets it if it has the guess's letter at each position that is marked O and at no other position, and each
    letter as often as it is marked O or ?: at least so often, or exactly so often if it is also marked X.
    """
    fitting = np.ones(len(letters), dtype=np.bool_)
    present = Counter[str]()
    absent = set()

    for position, (letter, mark) in enumerate(zip(guess, reply, strict=True)):
        has_it_here = letters[:, position] == ord(letter)
        fitting &= has_it_here if mark == PLACED else ~has_it_here
        if mark == ABSENT:
            absent.add(letter)
        else:
            present[letter] += 1

    for letter in set(guess):
        counts = (letters == ord(letter)).sum(axis=1)
        if letter in absent:
            # An X says that the word has the letter no more often than it is marked O or ?.
            fitting &= counts == present[letter]
        else:
            fitting &= counts >= present[letter]

    return fitting
