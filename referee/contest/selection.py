"""The selection of words: from options to a contest."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from codebreaker.rules import GameRules
from lingo_common.errors import DataError
from referee.contest.contest import MAX_ROUNDS, Contest
from referee.contest.draw import ALL, Rounds, check_listed, draw, first, new_seed, words_of_file
from referee.contest.lists import ContestLists, called, read_lists
from referee.contest.player import Player
from wordlists.reader import LONGEST, SHORTEST, WordList
from wordlists.spelling import Spelling

CONTEST_LENGTHS = tuple(range(SHORTEST, LONGEST + 1))
"""The default lengths."""
CONTEST_ROUNDS = 100
"""The default number of words of each length."""
_SECRET = 16
"""Bytes of the secret that the order of play depends on."""


@dataclass(frozen=True)
class Selection:
    """The options that select the words; None if an option was not given."""

    words: str | None
    """A file of words to play instead of a draw."""
    lengths: tuple[int, ...] | None
    """The lengths to play."""
    rounds: Rounds | None
    """The number of words of each length; with until_decided, the most."""
    seed: int | None
    """The seed of the draw."""
    wordlist: str | None
    """The source of the word list (see wordlists.reader.locate)."""
    until_decided: bool = False
    """See Contest."""
    commit: bool = False
    """Whether a commitment to the words is made before the first game."""
    rules: GameRules = GameRules()  # noqa: RUF009 (immutable)
    """The rules of every game."""
    answers: str | None = None
    """The source of the words that may be drawn; None for all words."""
    fold: bool = False
    """Whether marks are dropped when the lists are read (see wordlists.spelling)."""

    def contest(self, players: Sequence[Player]) -> tuple[Contest, ContestLists]:
        """The contest of these players for the selected words, and the word lists; DataError if words are missing."""
        contest, lists = self._drawn(players) if self.words is None else self._given(players, self.words)
        return replace(contest, order_secret=secrets.token_hex(_SECRET)), lists

    def _lists(self, lengths: Iterable[int]) -> ContestLists:
        return read_lists(lengths, self.wordlist, self.rules, self.answers, self.fold)

    def words_given(self, path: str) -> dict[int, list[str]]:
        """The selected words of the file at path, by length."""
        words = words_of_file(path, Spelling(self.fold, self.rules.letters))
        for length in self.lengths or ():
            if length not in words:
                raise DataError(f"{path}: no words of {length} letters")
        return first({length: words[length] for length in self.lengths or words}, self.rounds or ALL)

    def _given(self, players: Sequence[Player], path: str) -> tuple[Contest, ContestLists]:
        words = self.words_given(path)
        lists = self._lists(words)
        check_listed(words, lists, path)
        wordlist = called(lists, self.wordlist)
        return Contest(tuple(players), words, self.rounds or ALL, None, wordlist, rules=self.rules), lists

    def _drawn(self, players: Sequence[Player]) -> tuple[Contest, ContestLists]:
        lists = self._lists(self.lengths or CONTEST_LENGTHS)
        seed = new_seed() if self.seed is None else self.seed
        rounds = self.rounds or (_most_rounds(lists.secrets) if self.until_decided else CONTEST_ROUNDS)
        words = draw(lists.secrets, rounds, seed)
        wordlist = called(lists, self.wordlist)
        return Contest(tuple(players), words, rounds, seed, wordlist, self.until_decided, self.rules), lists


def _most_rounds(lists: dict[int, WordList]) -> int:
    """The default of --max-rounds for these lists."""
    return min(MAX_ROUNDS, *map(len, lists.values()))
