"""The options that several commands share, and the games that they name."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import click

from codebreaker.loading import provide, text_of
from lingo_common.cli.command import Command, Decorator
from lingo_common.cli.options import PATH, cluster, jobs, whole_number
from lingo_common.cli.rules_options import lengths_of, rules_options
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError, UsageError
from precompute.board import criterion_digest
from wordlists.reader import LONGEST_PACKAGED, SHORTEST_PACKAGED
from wordlists.rules import GameOptions
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

_log = logging.getLogger(__name__)


def of_games(command: Command) -> Command:
    """Add the rules and lists, --lengths, --jobs and --cluster."""
    all_lengths = of_lengths(f"{SHORTEST_PACKAGED}-{LONGEST_PACKAGED}")
    # The decorator that is applied last comes first in the help.
    return rules_options()(all_lengths(parallel(command)))


def of_lengths(default: str) -> Decorator:
    """Return the option --lengths with that default."""
    return click.option(
        "--lengths",
        type=lengths_of,
        metavar="LENGTHS",
        default=default,
        show_default=True,
        help="Lengths to work on, such as 5 or 4,7-9.",
    )


def parallel(command: Command) -> Command:
    """Add --jobs and --cluster."""
    # Each text becomes a part of the option's help.
    command = cluster(", instead of --jobs processes on this machine")(command)
    return jobs("Processes")(command)


def number(*flags: str, default: int, least: int = 1, help: str) -> Decorator:
    """Return the option of those flags that takes a whole number."""
    return click.option(*flags, type=whole_number(least), metavar="N", default=default, show_default=True, help=help)


tree_file = click.option(
    "--tree", "tree_file", metavar="FILE", type=PATH, help="Write every game of the tree (see precompute check-tree)."
)


def games_for_workers(
    game_options: GameOptions,
    lengths: tuple[int, ...],
    executor: Executor | None,
    first: str | None = None,
    criterion: str = "",
) -> Iterator[WordGame]:
    """The games of games_of. When one is asked for, remarks on its lists are logged, and workers are sent its files.

    The workers of a cluster get the lists of the game, and the file that defines the criterion, if one does. first: as
    for games_of. criterion: the criterion or strategy of the work; empty if it has none.
    """
    for word_game in games_of(game_options, lengths, first):
        for word_list in _lists_of(word_game):
            count = len(word_list)
            _log.debug("%s: %d words of %d letters, %s", word_list.path, count, word_list.length, word_list.fingerprint)
        for remark in word_game.remarks:
            _log.info(remark)

        if isinstance(executor, Cluster):
            _send_files(executor, word_game, criterion)
        yield word_game


def _lists_of(word_game: WordGame) -> list[WordList]:
    """The words, and the answers where they are fewer."""
    if word_game.answers is None:
        return [word_game.words]
    return [word_game.words, word_game.answers]


def _send_files(executor: Cluster, word_game: WordGame, criterion: str) -> None:
    """Send what a game and a criterion read from files to the workers, which may not have the files."""
    # A worker looks for lists and weights by their fingerprints, and for the text of a criterion by its path.
    contents: dict[str, Any] = {word_list.fingerprint: word_list.words for word_list in _lists_of(word_game)}
    if word_game.weights is not None:
        fingerprint_of_weights = word_game.to_json()["weights"]
        contents[fingerprint_of_weights] = word_game.weights

    # MODULE:NAME is not sent: a worker imports the module that is installed on its machine.
    if criterion.endswith(".py"):
        contents[criterion] = text_of(criterion)

    # Each worker calls provide(contents) before its next piece of work. The name is for people: the scheduler shows it.
    name = "-".join(["lingo-words", word_game.fingerprint, criterion_digest(criterion)])
    executor.bring(name, provide, contents)


def games_of(game_options: GameOptions, lengths: tuple[int, ...], first: str | None) -> Iterator[WordGame]:
    """The game of each length, or of each first letter where it is shown.

    first: the guess of --first, None if it was not given. Where first letters are shown, it chooses the game of its own
    letter. DataError if a list was read from something that several processes cannot read again, or has no words of
    one of the lengths.
    """
    # All lists are read before the work on the first one: hours of it would be lost if the list of the last failed.
    whole_games = [game_options.word_game(length) for length in lengths]
    for whole in whole_games:
        for word_list in _lists_of(whole):
            if not os.path.isfile(word_list.path):
                raise DataError(f"{word_list.path}: several processes read the list: give a file, not a pipe")
            # The words are parsed when they are first asked for.
            _ = word_list.words

    for whole in whole_games:
        if first is None or not game_options.first_letter:
            # Where no first letter is shown, this is the whole game alone.
            yield from whole.games_by_first_letter()
            continue

        # `read` makes one character of a letter that is written as a group.
        letter = game_options.spelling.read(first)[:1]
        if not any(word.startswith(letter) for word in whole.secrets.words):
            raise DataError(f"no word that can be the secret has the first letter of {first!r}")
        yield whole.with_rules(letter=letter)


def check_attempts(game_options: GameOptions, what: str) -> None:
    """UsageError if the game has one attempt only, because searches look at what the first guess leaves for the next.

    what: the thing that needs two attempts, for the message.
    """
    if game_options.attempts < 2:
        raise UsageError(f"{what} needs at least 2 attempts")


def opener_of(word_game: WordGame, first: str | None) -> int | None:
    """The index of the guess of --first, None if it was not given; DataError if the game does not allow it."""
    return None if first is None else word_game.index_of(first)


def add_result(results: dict[str, Any], word_game: WordGame, result: Any) -> None:
    """Add the result of a game by its length; with a shown first letter by its length and letter."""
    if word_game.letter is None:
        results[str(word_game.length)] = result
    else:
        results.setdefault(str(word_game.length), {})[word_game.written_letter] = result
