"""Files of proved bounds: JSON, the Bound of each game by its bound_name."""

import os

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import only_writer, read_file, write_whole
from wordlists.word_game import POINTS, WordGame

PACKAGED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bounds.json")
"""The file that comes with the package."""


class Bound(msgspec.Struct, frozen=True):
    """The proved bounds of a game: points, summed over all words that can be the secret.

    For a game that is played for the fewest guesses they are costs, written as points by Objective.points_of. Files of
    earlier versions have one field more, which is left out when they are read.
    """

    words: int
    """Words that can be the secret."""
    first_level: int
    """The largest first-level bound of any first guess."""
    lemma_1: int
    """The same with Lemma 1: no guess splits a bin into more parts than any guess splits the whole list."""
    bound: int
    """The proved bound: no player reaches more."""
    first_guess: str
    """The first guess that has the largest bound."""
    not_ruled_out: int
    """First guesses whose own bound is above the best known tree: only they could begin a better tree."""
    refined: int
    """First guesses with at least one refined bin."""


def add_bound(path: str, name: str, bound: Bound) -> None:
    """Store the bound in the file, new or not, unless the file has a smaller bound of that name."""
    with only_writer(path):
        bounds = bounds_to_add_to(path)
        if name not in bounds or bound.bound <= bounds[name].bound:
            content = msgspec.json.encode(bounds | {name: bound}, order="sorted")
            write_whole(path, msgspec.json.format(content, indent=1) + b"\n")


def bound_name(word_game: WordGame) -> str:
    """The name of a game's bound, which holds in hard mode too, where fewer guesses are allowed."""
    objective = "" if word_game.objective == POINTS else f":{word_game.objective}"
    return f"{word_game.fingerprint}:{word_game.attempts}{objective}"


def bounds_to_add_to(path: str) -> dict[str, Bound]:
    """The bounds of a file that others are added to: none if it is new or empty. DataError as bounds_in.

    A device or a pipe is not read, because reading it might not end: it has none either.
    """
    has_bounds = os.path.isfile(path) and os.path.getsize(path) > 0
    return bounds_in(path) if has_bounds else {}


def bounds_in(path: str = PACKAGED) -> dict[str, Bound]:
    """The bounds of a file by name (see bound_name); DataError if it cannot be read."""
    try:
        return msgspec.json.decode(read_file(path), type=dict[str, Bound])
    except msgspec.DecodeError:
        remedy = "write a new one with precompute bound --out FILE"
        raise DataError(f"{path}: not a file of bounds of this version: {remedy}") from None
