"""Looks in the games of a run for signs that a player knew the words.

The p-values of all tests (see audit_tests) are multiplied by the number of tests (Bonferroni).
`python -m benchmarks audit` shows how often honest runs are flagged.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lingo_common.errors import count_text
from referee.game.record import GameRecord
from referee.results.audit_tests import Test, tests_against_chance, tests_of_order
from wordlists.word_game import WordGame


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
        tests += tests_against_chance(by_player, word_games)
        missing = sorted(lengths - word_games.keys())
        if missing:
            letters = ", ".join(map(str, missing))
            left_out.append(f"guesses against chance at {letters} letters: the word list is missing")
    else:
        left_out.append("guesses against chance: the words were given, not drawn")

    # If a player passes its words on, the other one does better on those that it plays later.
    order_tests = list(tests_of_order(by_player))
    tests += order_tests
    # A player alone has nobody to learn words from, so nothing is left out.
    if len(by_player) > 1 and not order_tests:
        left_out.append("order: no player had an order of words of its own, or the times of the games are not recorded")

    tests.sort(key=lambda test: test.p)
    corrected = tuple(replace(test, corrected=min(1.0, test.p * len(tests))) for test in tests)
    return Audit(corrected, tuple(_pairs_that_played_alike(by_player)), tuple(left_out))


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
