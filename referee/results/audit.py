"""Looks in the games of a run for signs that a player knew the words.

The question is whether a player hit words, or did well on them, more often than an honest player does. All words are
drawn with the same probability, so an honest player knows of a word only what its replies tell: if n words fit them, a
guess that is one of these hits with a probability of 1/n, however it was chosen. From this follow three one-sided
tests, whose p-values hold for every honest way to play:

- *first guess*: hits at the first guess against the sum of binomial distributions, one for each length;
- *later guesses*: hits of all further guesses against 1/n, as an e-value (the likelihood of a player that knows some
  of the words, divided by that of one that knows none), whose inverse is a p-value (Ville 1939);
- *order*: good games on words that another player has played before, against the sum of hypergeometric
  distributions, one for each length, because it is drawn by lot which of the two plays a word first.

The p-values of all tests are multiplied by the number of tests (Bonferroni).
`python -m benchmarks audit` shows how often honest runs are flagged.
"""

import functools
import itertools
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from lingo_common.errors import count_text
from referee.game.record import GameRecord
from wordlists.reply import ABSENT, PLACED
from wordlists.rules import why_illegal
from wordlists.step import Step
from wordlists.word_game import WordGame

FLAGGED_BELOW = 0.01
"""A test is flagged if its corrected p-value is below this. So at most 1 honest run in 100 has a flagged test."""
FIRST_GUESS = "first-guess"
LATER_GUESSES = "later-guesses"
ORDER = "order"

_NEGLIGIBLE = 1e-300
"""A smaller probability at the end of a distribution is left out, because it changes no p-value that is printed."""
_KNOWN_SHARES = np.array((0.02, 0.1, 0.4))
"""Shares of the words that a cheat may know: a word now and then, every tenth, nearly half of them.

The e-value is the mean over these shares. To choose one of them after a look at the games would not be fair.
"""

Distribution = npt.NDArray[np.float64]
"""The probabilities of the counts 0, 1, 2 and so on: shape (counts,)."""


@dataclass(frozen=True)
class Test:
    """One of the three tests, of one player: a count, and how likely an honest player reaches it.

    For ORDER, a game is good if it has more points than the median of the player's games of that length. The names of
    the fields are keys of JSON, and so part of the interface.
    """

    kind: str
    """FIRST_GUESS, LATER_GUESSES or ORDER."""
    player: str
    other: str | None
    """The rival that may have passed its words on to the player; None unless the kind is ORDER."""
    observed: int
    """How many words the player hit; for ORDER, how many of its good games were on words that the rival had played."""
    expected: float
    """The mean of that number for an honest player."""
    p: float
    """The p-value: an honest player has as many or more with this probability, or a smaller one."""
    corrected: float = 1.0
    """p times the number of tests, at most 1. It is set when all tests of the run are made."""

    @property
    def is_flagged(self) -> bool:
        """Whether an honest player is unlikely to reach this count."""
        return self.corrected < FLAGGED_BELOW

    @property
    def sentence(self) -> str:
        """The count, and the count that is expected of an honest player."""
        if self.kind == ORDER:
            counted = f"games above its median, on words that {self.other} played before it"
        elif self.kind == FIRST_GUESS:
            counted = "words found at the first guess"
        else:
            counted = "words found at a later guess, of several that fitted"
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
            return f"Nobody is suspected: none of {count_text(len(self.tests), 'test')} is flagged."

        names = ", ".join(dict.fromkeys(test.player for test in self.flagged_tests))
        are = "is" if count == 1 else "are"
        return (
            f"Suspected to have known words before playing them: {names}; "
            f"{count} of {count_text(len(self.tests), 'test')} {are} flagged."
        )

    @property
    def flagged_tests(self) -> tuple[Test, ...]:
        """The tests that are flagged."""
        return tuple(test for test in self.tests if test.is_flagged)


_POSITIONS_CACHED = 1000
"""Positions whose candidates are kept, because many games begin with the same steps."""

Letters = npt.NDArray[np.uint32]
"""The code points of words: shape (words, letters)."""
Indices = npt.NDArray[np.intp]
"""Some of the words, as their indices: shape (words,)."""
Steps = tuple[Step[str, str], ...]
"""Legal guesses with their replies, in the order of play. The reply to an illegal guess says nothing about the word."""


class Candidates:
    """The words that fit the replies of a game. Those after some steps are kept for games with the same first steps."""

    def __init__(self, word_game: WordGame, first_letter: str | None) -> None:
        """first_letter: the letter that the game shows, with which all candidates begin; None if it shows none."""
        words = [word for word in word_game.secrets.words if word.startswith(first_letter or "")]
        self.word_game = word_game
        self.first_letter = first_letter
        self.count = len(words)
        """The number of candidates before the first guess."""

        self._letters: Letters = np.array([list(map(ord, word)) for word in words], dtype=np.uint32)
        self._index_of = {word: index for index, word in enumerate(words)}
        self._fitting = functools.lru_cache(_POSITIONS_CACHED)(self._filter)

    def chance(self, guess: str, steps: Steps) -> float:
        """Return the probability that the guess hits after these steps: 1/n for one of n candidates, else 0."""
        if guess not in self._index_of:
            return 0.0

        fitting = self._fitting(steps)
        is_candidate = self._index_of[guess] in fitting
        return 1 / len(fitting) if is_candidate else 0.0

    def _filter(self, steps: Steps) -> Indices:
        """Return the words that fit the replies of these steps, as indices."""
        if not steps:
            return np.arange(self.count)

        *earlier_steps, (guess, reply) = steps
        before = self._fitting(tuple(earlier_steps))
        return before[fitting_words(self._letters[before], guess, reply)]


def fitting_words(letters: Letters, guess: str, reply: str) -> npt.NDArray[np.bool_]:
    """Return which words would get that reply to the guess from `wordlists.reply.reply_for`: bool, shape (words,)."""
    fitting = np.ones(len(letters), dtype=np.bool_)
    # How often each letter is marked O or ?, and which letters are marked X.
    present = Counter[str]()
    absent = set()

    # The word has the letter of the guess at each position that is marked O, and at no other.
    for position, (letter, mark) in enumerate(zip(guess, reply, strict=True)):
        has_it_here = letters[:, position] == ord(letter)
        fitting &= has_it_here if mark == PLACED else ~has_it_here
        if mark == ABSENT:
            absent.add(letter)
        else:
            present[letter] += 1

    # The word has a letter as often as that letter is marked O or ?. It may have it more often, unless a mark is X.
    for letter in set(guess):
        counts = (letters == ord(letter)).sum(axis=1)
        if letter in absent:
            fitting &= counts == present[letter]
        else:
            fitting &= counts >= present[letter]

    return fitting


def audit(games: Iterable[GameRecord], word_games: Mapping[int, WordGame], is_drawn: bool = True) -> Audit:
    """Return the audit of some games; void ones are left out.

    word_games: the word game of each length whose list is at hand. is_drawn: whether the words were drawn from these
    lists.
    """
    by_player: dict[str, list[GameRecord]] = defaultdict(list)
    lengths: set[int] = set()
    for game in games:
        if game.void is None:
            by_player[game.player].append(game)
            lengths.add(game.length)

    tests: list[Test] = []
    left_out: list[str] = []
    if is_drawn:
        tests += _tests_against_chance(by_player, word_games)
        missing = sorted(lengths - word_games.keys())
        if missing:
            letters = ", ".join(map(str, missing))
            left_out.append(f"guesses against chance at {letters} letters: the word list is missing")
    else:
        left_out.append("guesses against chance: the words were given, not drawn")

    order_tests = list(_tests_of_order(by_player))
    tests += order_tests
    # A player alone cannot learn words from another one, so for it no test is left out.
    if len(by_player) > 1 and not order_tests:
        left_out.append("order: no player had an order of words of its own, or the times of the games are not recorded")

    tests.sort(key=lambda test: test.p)
    corrected = tuple(replace(test, corrected=min(1.0, test.p * len(tests))) for test in tests)
    return Audit(corrected, tuple(_pairs_that_played_alike(by_player)), tuple(left_out))


def _tests_against_chance(
    by_player: Mapping[str, Sequence[GameRecord]], word_games: Mapping[int, WordGame]
) -> Iterator[Test]:
    """Yield the tests of first and of later guesses of each player, over the games of a length that has a list."""

    @functools.cache
    def candidates_of(length: int, first_letter: str | None) -> Candidates:
        """Return the candidates of a game of that length, given the first letter that it shows; None for none."""
        return Candidates(word_games[length], first_letter)

    for player, games in by_player.items():
        games_and_candidates = []
        for game in games:
            if game.length in word_games:
                first_letter = word_games[game.length].letter_of(game.word)
                games_and_candidates.append((game, candidates_of(game.length, first_letter)))

        yield _test_of_first_guesses(player, games_and_candidates)
        yield _test_of_later_guesses(player, games_and_candidates)


def _test_of_first_guesses(player: str, games: Iterable[tuple[GameRecord, Candidates]]) -> Test:
    """Return the test of the first guesses of games, each with its candidates."""
    hits = 0
    expected = 0.0
    distributions = []
    for game, candidates in games:
        # A game without a guess could not hit. A game without candidates is in an edited record: no word of the list
        # begins with the first letter of its word.
        if not game.guesses or not candidates.count:
            continue

        if game.guesses[0] == game.word:
            hits += 1
        chance = 1 / candidates.count
        expected += chance
        chance_of_no_hit = 1 - chance
        distributions.append((chance_of_no_hit, chance))

    p = _at_least(hits, distributions)
    return Test(FIRST_GUESS, player, other=None, observed=hits, expected=expected, p=p)


def _at_least(observed: int, distributions: Iterable[Sequence[float]]) -> float:
    """Return the probability that the sum of independent counts with these distributions is `observed` or more.

    A distribution has the probabilities of 0, 1, 2 and so on. For example three coins show two heads or more with the
    probability `_at_least(2, [(0.5, 0.5)] * 3)`, which is 0.5.
    """
    if not observed:
        return 1.0

    distribution_of_sum = functools.reduce(_distribution_of_sum, distributions, np.ones(1))
    return min(1.0, float(distribution_of_sum[observed:].sum()))


def _distribution_of_sum(first: Distribution, second: Sequence[float]) -> Distribution:
    """Return the distribution of the sum of two independent counts: their convolution.

    The last probability is left out if it is negligible. Otherwise the distribution of the hits among a hundred
    thousand first guesses would have a hundred thousand probabilities, although only one or two hits are likely.
    """
    distribution = np.convolve(first, second)
    return distribution if distribution[-1] > _NEGLIGIBLE else distribution[:-1]


def _test_of_later_guesses(player: str, games: Iterable[tuple[GameRecord, Candidates]]) -> Test:
    """Return the test of the later guesses of games, each with its candidates.

    A cheat that knows a share of the words hits with the probability share + (1 − share) · chance. The e-value is the
    likelihood of such a cheat divided by that of an honest player, averaged over some shares. For example one hit with
    a chance of 1/100 is 2.98, 10.9 and 40.6 times as likely for cheats that know 2, 10 and 40 % of the words: the
    e-value is 18.2, and the p-value 1/18.2 = 0.055.
    """
    hits = 0
    expected = 0.0
    # The logarithm of the ratio of likelihoods, for each share.
    log_ratios = np.zeros(len(_KNOWN_SHARES))
    for game, candidates in games:
        for chance, is_hit in _chances_of_later_guesses(game, candidates):
            hits += is_hit
            expected += chance
            chances_of_cheats = _KNOWN_SHARES + (1 - _KNOWN_SHARES) * chance
            if is_hit:
                log_ratios += np.log(chances_of_cheats / chance)
            else:
                log_ratios += np.log((1 - chances_of_cheats) / (1 - chance))

    # The sum of the ratios may be too large for a float; its logarithm is not.
    log_e_value = float(np.logaddexp.reduce(log_ratios)) - math.log(len(log_ratios))

    # By Ville's inequality the inverse of an e-value is a p-value.
    p = math.exp(-max(0.0, log_e_value))
    return Test(LATER_GUESSES, player, other=None, observed=hits, expected=expected, p=p)


def _chances_of_later_guesses(game: GameRecord, candidates: Candidates) -> Iterator[tuple[float, bool]]:
    """Yield (chance, whether it hit) for each guess but the first that could hit and could miss.

    Each of the n candidates is equally likely, so the chance is 1/n. A guess that is no candidate cannot hit, and the
    only candidate cannot miss.

    If the first guess was illegal, the second one has the chance of a first guess. It is tested here, because the test
    of first guesses would not notice a cheat that makes an illegal guess first in every game.
    """
    word_game = candidates.word_game
    steps: Steps = ()
    for attempt, (guess, reply) in enumerate(zip(game.guesses, game.replies, strict=True), 1):
        # The reply to an illegal guess, X for every letter, tells nothing, so it is no step.
        is_listed = guess in word_game.words
        breaks_a_rule = why_illegal(word_game, guess, steps, candidates.first_letter)
        if not is_listed or breaks_a_rule:
            continue

        if attempt > 1:
            chance = candidates.chance(guess, steps)
            if 0 < chance < 1:
                yield chance, guess == game.word

        steps = (*steps, Step(guess, reply))


def _tests_of_order(by_player: Mapping[str, Sequence[GameRecord]]) -> Iterator[Test]:
    """Yield the test of order for each player and each rival: its good games on words that the rival had played.

    If a rival passes its words on, the player does better on the words that it plays after the rival. A length tells
    nothing if the rival was first with all words or with none, or if no game was good.
    """
    for player, rival in itertools.permutations(by_player, 2):
        observed = 0
        expected = 0.0
        distributions = []
        for games in _points_and_order(by_player[player], by_player[rival]).values():
            words = len(games)
            words_after = sum(is_after for _, is_after in games)

            # For an even number of games it is the lower of the two in the middle: a value that some game has.
            median = statistics.median_low(points for points, _ in games)
            order_of_good_games = [is_after for points, is_after in games if points > median]
            good = len(order_of_good_games)

            if good and 0 < words_after < words:
                observed += sum(order_of_good_games)
                expected += words_after * good / words
                distributions.append(_hypergeometric(good, words_after, words))

        if distributions:
            p = _at_least(observed, distributions)
            yield Test(ORDER, player, other=rival, observed=observed, expected=expected, p=p)


def _points_and_order(
    games: Iterable[GameRecord], games_of_rival: Iterable[GameRecord]
) -> dict[int, list[tuple[int, bool]]]:
    """Return by length (points of the player, whether the rival had played the word) for each word of both players.

    Words that were played at an unknown time are left out.
    """
    rival_started = {game.word: game.started for game in games_of_rival}
    by_length: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for game in games:
        started_by_rival = rival_started.get(game.word)
        if game.started is not None and started_by_rival is not None:
            is_after = started_by_rival < game.started
            by_length[game.length].append((game.points, is_after))

    return by_length


def _hypergeometric(good: int, words_after: int, words: int) -> list[float]:
    """Return the probabilities of 0, 1 and so on good games on words that the rival had played.

    It is drawn by lot which words these are. good: how many games are good; words_after: how many words the rival had
    played; words: how many words of the length both played. With one good game of four, and two words that the rival
    had played, they are [0.5, 0.5].
    """
    not_good = words - good
    ways = math.comb(words, words_after)

    # If there are fewer games that are not good than words after the rival, some of these must be good.
    fewest = max(0, words_after - not_good)
    probabilities = [0.0] * fewest

    # The ways in which `count` games are good follow from those for one game less, by a division without a remainder.
    # To compute each number anew takes minutes for ten thousand words.
    favourable = math.comb(good, fewest) * math.comb(not_good, words_after - fewest)
    for count in range(fewest, min(good, words_after) + 1):
        probabilities.append(favourable / ways)
        favourable *= (good - count) * (words_after - count)
        favourable //= (count + 1) * (not_good - words_after + count + 1)

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
