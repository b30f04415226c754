"""The request for a run, declared as options: players, words, limits, isolation, and where and how it is played.

The part of it that selects the words also makes the contest.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lingo_common.errors import DataError, UsageError, count_text
from lingo_common.option import address_of, flag_option, number_reader, option, options_of, path_option, read_options
from lingo_common.process import MAX_JOBS, processors
from referee.contest.contest import MAX_ROUNDS, Contest
from referee.contest.draw import ALL, Rounds, draw_words, first_words, new_seed, read_rounds, read_seed, words_of_file
from referee.contest.limits import IsolationRequest, Limits, id_range_text
from referee.contest.lists import WordGames, read_word_games, source_name
from referee.contest.player import Player
from wordlists.lengths import lengths_of
from wordlists.reader import LONGEST_PACKAGED, SHORTEST_PACKAGED
from wordlists.rules import GameOptions
from wordlists.spelling import Spelling

CONTEST_ROUNDS = 100
"""The default number of words of each length."""


@dataclass(frozen=True)
class Selection:
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

    def __post_init__(self) -> None:
        """Read the values of the options; UsageError for one that is refused."""
        read_options(self)

    @property
    def most_rounds(self) -> Rounds | None:
        """Return the most words of each length that --rounds or --max-rounds asks for; None if neither is given."""
        return self.max_rounds or self.rounds

    def check(self, players: int) -> None:
        """Raise UsageError if options exclude each other; players: how many there are."""
        if not self.until_decided and self.max_rounds:
            raise UsageError("--max-rounds is for --until-decided; use --rounds")
        if self.seed is not None and self.words is not None:
            raise UsageError("--words draws no words: leave --seed away")
        if self.until_decided and self.words is not None:
            raise UsageError("--until-decided draws its words; leave --words away")
        if self.until_decided and self.rounds is not None:
            raise UsageError("--until-decided takes --max-rounds in place of --rounds")
        if self.until_decided and players < 2:
            raise UsageError("--until-decided needs two players or more")

    def contest(self, players: Sequence[Player], is_committed: bool) -> Contest:
        """Return the contest of these players for the selected words, with the lists of its games.

        is_committed: whether the words are committed to. Then a seed that nobody chose has 128 random bits, because a
        short one could be found by trying. Raises DataError if words are missing.
        """
        if self.words is None:
            word_games = read_word_games(self.lengths or range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1), self.game)
            seed = new_seed(is_secret=is_committed) if self.seed is None else self.seed
            rounds = self._rounds_of(word_games)
            words = draw_words(word_games, rounds, seed)
        else:
            words = self.selected_words(self.game.spelling)
            word_games = read_word_games(words, self.game)
            seed = None
            rounds = self.most_rounds or ALL
            self._check_listed(words, word_games)

        return Contest(
            players=tuple(players),
            words=words,
            rounds=rounds,
            seed=seed,
            wordlist=source_name(word_games, self.game.wordlist),
            word_games=word_games,
            until_decided=self.until_decided,
            # At random, so that nobody can know in which order a player gets its words.
            order_secret=secrets.token_hex(16),
        )

    def _rounds_of(self, word_games: WordGames) -> Rounds:
        """Return the number of words of each length that are drawn."""
        if self.most_rounds is not None:
            return self.most_rounds
        if not self.until_decided:
            return CONTEST_ROUNDS

        # With more rounds than a list has secrets the words could not be drawn.
        fewest = min(len(game.secrets) for game in word_games.values())
        return min(MAX_ROUNDS, fewest)

    def _check_listed(self, words: Mapping[int, Sequence[str]], word_games: WordGames) -> None:
        """Raise DataError if one of the words that were given may not be guessed."""
        for length, words_of_length in words.items():
            word_list = word_games[length].words
            for word in words_of_length:
                if word not in word_list:
                    raise DataError(f"{self.words}: '{word}' is not in the word list {word_list.path}")

    def selected_words(self, spelling: Spelling) -> dict[int, list[str]]:
        """Return by length the words of the file that --words names which are played; DataError if there are too few.

        spelling: how the file is read; of a run that goes on its record has it, and the options need not give it again.
        """
        assert self.words is not None
        words = words_of_file(self.words, spelling)
        for length in self.lengths or ():
            if length not in words:
                raise DataError(f"{self.words}: no words of {count_text(length, 'letter')}")

        words_to_play = {length: words[length] for length in self.lengths or words}
        return first_words(words_to_play, self.most_rounds or ALL)


_FORFEIT_AFTER = 20
"""Failures in a row after which a player plays no more, where --forfeit-after is not given."""
_OF_THIS_COMMAND = ("out", "resume", "reinstate")
"""Fields whose options are not repeated when the run goes on."""


@dataclass(frozen=True)
class RunRequest:
    """A run as its holder asks for it, with `referee run`, with `referee rerun` or from Python."""

    out: str | None = path_option("The directory that keeps the run; by default a new one in pit/.", "DIR")
    resume: str | None = path_option("Go on with the run in this directory, on the same words.", "DIR")
    keep_going: bool = flag_option("Play on without a player that cannot be prepared or started.")
    forfeit_after: int = option(
        "After N failures in a row a player plays no more and forfeits the rest; 0: never.",
        number_reader(0),
        _FORFEIT_AFTER,
        metavar="N",
        shown_default=str(_FORFEIT_AFTER),
    )
    reinstate: tuple[str, ...] = option(
        "With --resume: play the games after all that this player forfeited.", str, (), metavar="NAME", many=True
    )
    jobs: int = option("Games at a time.", number_reader(1, MAX_JOBS), processors, metavar="N", shown_default="cores")
    cluster: str | None = option(
        "Play on the workers of the Dask scheduler at HOST:PORT, which must have the players, instead of here.",
        address_of,
        metavar="ADDRESS",
    )
    again: tuple[int, ...] = ()
    """With resume: the numbers of recorded games that are played again, and no others."""
    is_kept: bool = True
    """Whether the directory of the run stays on the disk; a caller from Python may have named none."""
    players: tuple[Player, ...] = ()
    """The players; for a resumed run, those that join it."""
    selection: Selection = Selection()
    limits: Limits = Limits()
    isolation: IsolationRequest = IsolationRequest()

    def __post_init__(self) -> None:
        """Read the values of the options; UsageError for one that is refused."""
        read_options(self)

    def options_to_repeat(self) -> list[str]:
        """Return what to type after `referee run --resume DIR` so that the rest is played as this request asks.

        These are the options that the record does not keep, where their values are not the defaults:
        `["--forfeit-after", "3", "--sandbox", "off"]`. With `resume` the word list is among them,
        because the record does not say where lists are that have been moved.
        """
        words: list[str] = []
        if self.resume is not None and self.selection.game.wordlist is not None:
            words += ["--wordlist", self.selection.game.wordlist]

        for holder in (self, self.isolation):
            for field, declared in options_of(type(holder)).items():
                value = getattr(holder, field)
                default = declared.default() if callable(declared.default) else declared.default
                if field in _OF_THIS_COMMAND or value == default:
                    continue

                if declared.is_flag:
                    words.append(f"--{declared.name}")
                    continue

                # An option that can be given many times is repeated for each of its values.
                values = value if declared.many else (value,)
                for single_value in values:
                    is_range = isinstance(single_value, range)
                    text = id_range_text(single_value) if is_range else str(single_value)
                    words += [f"--{declared.name}", text]

        return words

    def check(self) -> None:
        """Raise UsageError if options exclude each other."""
        is_new_run = self.resume is None
        # The command that sets `again` always resumes, so the message does not mention it.
        if is_new_run and (self.reinstate or self.again):
            raise UsageError("--reinstate goes with --resume")
        if not is_new_run and self.out is not None:
            raise UsageError("--resume goes on in its own directory: leave --out away")

        if is_new_run:
            self.selection.check(players=len(self.players))
        elif self.selection.until_decided:
            # Without this option --max-rounds alone is no mistake, because the record may have --until-decided. The
            # players of the record count too, and a run with --until-decided has two or more.
            self.selection.check(players=2)
