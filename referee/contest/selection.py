"""The selection of words: from options to a contest."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from lingo_common.errors import DataError, UsageError
from lingo_common.option import OptionGroup, flag_option, number_reader, option, path_option
from referee.contest.contest import MAX_ROUNDS, Contest
from referee.contest.draw import (
    ALL,
    Rounds,
    draw_words,
    first,
    new_seed,
    read_rounds,
    read_seed,
    words_of_file,
)
from referee.contest.lists import WordGames, read_word_games, source_name
from referee.contest.player import Player
from wordlists.reader import LONGEST, SHORTEST, lengths_of
from wordlists.rules import GameOptions

CONTEST_LENGTHS = tuple(range(SHORTEST, LONGEST + 1))
CONTEST_ROUNDS = 100
"""The default number of words of each length."""


@dataclass(frozen=True)
class Selection(OptionGroup):
    """The options that select the words; None if an option was not given."""

    lengths: tuple[int, ...] | None = option("Lengths to play, such as 5 or 4,7-9.", lengths_of, metavar="LENGTHS")
    rounds: Rounds | None = option(f"Words of each length; {CONTEST_ROUNDS} by default.", read_rounds, metavar="N|all")
    seed: int | None = option(
        "The seed of the draw; by default a random one, with --commit of 128 bits.", read_seed, metavar="N"
    )
    words: str | None = path_option("Play these words, one a line, instead of drawing any.", "FILE")
    commit: bool = flag_option("Print a hash of the words and of a random number before the first game.")
    until_decided: bool = flag_option("Play on until the leader is clear.")
    max_rounds: int | None = option(
        f"With --until-decided, words of each length at most; {MAX_ROUNDS} by default.", number_reader(1), metavar="N"
    )
    game: GameOptions = GameOptions()  # noqa: RUF009 (immutable)
    """The rules of every game, and the sources of the lists."""

    @property
    def most_rounds(self) -> Rounds | None:
        """The number of words of each length that is asked for, whether all are played or not."""
        return self.max_rounds or self.rounds

    def check(self, players: int) -> None:
        """UsageError if options exclude each other; players: how many there are."""
        if not self.until_decided and self.max_rounds:
            raise UsageError("--max-rounds is for --until-decided; use --rounds")
        if self.until_decided and self.words is not None:
            raise UsageError("--until-decided draws its words; leave --words away")
        if self.until_decided and self.rounds is not None:
            raise UsageError("--until-decided takes --max-rounds in place of --rounds")
        if self.until_decided and players < 2:
            raise UsageError("--until-decided needs two players or more")

    def contest(self, players: Sequence[Player]) -> tuple[Contest, WordGames]:
        """The contest of these players for the selected words, and its games; DataError if words are missing."""
        rounds, seed = self.most_rounds or ALL, None
        if self.words is None:
            games = read_word_games(self.lengths or CONTEST_LENGTHS, self.game)
            seed = new_seed(is_secret=self.commit) if self.seed is None else self.seed
            if self.most_rounds is None:
                fewest = min(len(game.secrets) for game in games.values())
                rounds = min(MAX_ROUNDS, fewest) if self.until_decided else CONTEST_ROUNDS
            words = draw_words(games, rounds, seed)
        else:
            words = self.words_given(self.words)
            games = read_word_games(words, self.game)
            for length, chosen in words.items():
                if unlisted := [word for word in chosen if word not in games[length].words]:
                    path = games[length].words.path
                    raise DataError(f"{self.words}: '{unlisted[0]}' is not in the word list {path}")
        wordlist, order = source_name(games, self.game.wordlist), secrets.token_hex(16)
        return Contest(tuple(players), words, rounds, seed, wordlist, games, self.until_decided, order), games

    def words_given(self, path: str) -> dict[int, list[str]]:
        """The selected words of the file at path, by length."""
        words = words_of_file(path, self.game.spelling)
        for length in self.lengths or ():
            if length not in words:
                raise DataError(f"{path}: no words of {length} letters")
        return first({length: words[length] for length in self.lengths or words}, self.most_rounds or ALL)
