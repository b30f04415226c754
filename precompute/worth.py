"""The table of what bins of each size are worth, by which lingo-bot ranks guesses without a book.

usage: python -m precompute.worth [PATH]      the word list that the bins are from; the packaged lists by default

Trees are searched for each length and each kind of game (see lingo_bot.strategy). The mean points of a secret in
the bins of those trees are smoothed over the logarithm of the bin size. The means of games where every word can be the
secret stay as they are: they are those of greedy trees over the original contest's list.
"""

import json
import math
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, partition
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.beam import BeamSearch
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from lingo_bot.strategy import ANSWERS, HARD, LETTER, TABLE_ATTEMPTS, TABLES, WORDS
from lingo_common.files import write_whole
from lingo_common.pieces import run_pieces, workers
from wordlists.reader import LONGEST, SHORTEST, read_list

KEEP = [1, 4, 2, 1, 1]
"""Guesses kept at each attempt."""
FIRST_GUESSES = ("entropy", "parts")
"""Criteria whose best first guesses the trees begin with."""
BINS = 8
"""Bins of a first guess that are searched in each octave of sizes, at most."""
SHARE = 6
"""In a game with answers one word in SHARE is an answer."""
LETTERS = 3
"""First letters, the most frequent ones, that are measured."""
SIZES = (3, 8, 24, 72, 216, 648, 1 << 16)
"""Bin sizes in the table; between them the mean points are linear in the logarithm of the size."""
SMOOTHNESS = 2.0
"""The weight of the squared changes of slope between SIZES, where each bin weighs 1."""

Worth = tuple[int, int, float]
"""Guesses left, bin size, mean points of a secret in a bin."""


def measured_games(words: Sequence[str]) -> Iterator[tuple[str, Game]]:
    """(kind, game): the games over a list that are measured."""
    yield WORDS, lingo(words)
    yield ANSWERS, lingo(words, sorted(Random(1).sample(words, len(words) // SHARE)))

    words_with = Counter(word[0] for word in words)
    by_frequency = sorted(words_with, key=lambda letter: (-words_with[letter], letter))
    for letter in by_frequency[:LETTERS]:
        yield LETTER, lingo([word for word in words if word[0] == letter])


def bins_of(game: Game, hard: bool) -> list[Worth]:
    """The worth of every bin in searched trees of the game; a greedy search teaches the ranking first."""
    objective = Objective.points(TABLE_ATTEMPTS)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    values = LearnedValues(objective)
    worth: list[Worth] = []

    def see(guesses_left: int, size: int, cost: int) -> None:
        """Take note of a solved bin: for the ranking, and as a measured worth."""
        values.see(guesses_left, size, cost)
        mean_points = objective.points_of(cost, size, guesses_left) / size
        worth.append((guesses_left, size, mean_points))

    greedy = [1] * TABLE_ATTEMPTS
    for keep in (greedy, KEEP):
        # Of the two searches the last one counts; the first one has taught `values`.
        worth.clear()

        search = BeamSearch(game, objective, values, keep, fastest_totals(), see, hard)
        for criterion in FIRST_GUESSES:
            first = int(CRITERIA[criterion].costs(game, secrets, None, search.totals).argmin())
            for code, members in _spread(partition(game, first, secrets)):
                search.after(first, code, members, TABLE_ATTEMPTS - 1, INFINITY)
        values.learn()

    return worth


def _spread(bins: list[tuple[int, Array]]) -> Iterator[tuple[int, Array]]:
    """At most BINS bins of each octave of sizes, evenly spaced by size; bins of one or two are left out."""

    def size(code_and_members: tuple[int, Array]) -> int:
        return len(code_and_members[1])

    large = [code_and_members for code_and_members in bins if size(code_and_members) > 2]
    large.sort(key=size)

    # Sizes of the same bit length are of one octave: 4 to 7, 8 to 15.
    for _, octave in groupby(large, key=lambda code_and_members: size(code_and_members).bit_length()):
        bins_of_octave = list(octave)
        step = math.ceil(len(bins_of_octave) / BINS)
        yield from bins_of_octave[::step]


def smooth(worth: Sequence[Worth], guesses_left: int) -> Breakpoints:
    """The mean points at each of SIZES, with that many guesses left.

    The fit has the least squared error plus SMOOTHNESS times the squared changes of slope, so that the line goes on
    straight beyond the largest bin.
    """
    of_attempt = [(size, points) for guesses, size, points in worth if guesses == guesses_left]
    sizes, points = np.array(of_attempt).T
    knots = np.log(SIZES)
    each_knot = np.eye(len(SIZES))

    # A row for each bin: how much the value at each knot counts for its size.
    hats = np.array([np.interp(np.log(sizes), knots, values) for values in each_knot]).T
    # A row for each change of slope: how much the value at each knot counts for it.
    slopes = np.diff(each_knot, axis=0) / np.diff(knots)[:, None]
    bends = np.sqrt(SMOOTHNESS) * np.diff(slopes, axis=0)

    rows = np.vstack([hats, bends])
    targets = np.concatenate([points, np.zeros(len(bends))])
    means = np.linalg.lstsq(rows, targets, rcond=None)[0]

    # A larger bin is never worth more a secret, and none is worth less than nothing.
    falling = np.minimum.accumulate(np.maximum(means, 0.0))
    return [(size, round(mean, 1)) for size, mean in zip(SIZES, falling.tolist(), strict=True)]


def table_of_bins(worth: Sequence[Worth]) -> dict[str, Breakpoints]:
    """The mean points at each of SIZES by the guesses left; fewer than two sizes give those of one guess more."""
    means: dict[str, Breakpoints] = {}
    for guesses_left in range(TABLE_ATTEMPTS - 1, 1, -1):
        sizes = {size for guesses, size, _ in worth if guesses == guesses_left}
        if len(sizes) > 1:
            means[str(guesses_left)] = smooth(worth, guesses_left)
        else:
            with_one_more = means[str(guesses_left + 1)]
            # A guess less is worth 100 points.
            means[str(guesses_left)] = [(size, max(0.0, round(mean - 100, 1))) for size, mean in with_one_more]

    return means


Tables = dict[str, dict[str, Breakpoints]]
"""{kind of game: {guesses left: breakpoints}}."""


def tables_of(piece: tuple[int, str | None]) -> Tables:
    """The tables for words of a length from a list: (length, path of the list or None for the packaged one)."""
    length, path = piece
    worth: dict[str, list[Worth]] = {}
    for kind, game in measured_games(read_list(length, path).words):
        worth.setdefault(kind + HARD, []).extend(bins_of(game, hard=True))
        # The means of WORDS stay as they are; see the docstring of the module.
        if kind != WORDS:
            worth.setdefault(kind, []).extend(bins_of(game, hard=False))

    return {kind: table_of_bins(bins) for kind, bins in worth.items()}


def merge_tables(old: Tables, tables: dict[int, Tables]) -> str:
    """The old tables as JSON with those by length put in their places, one line for each length and kind of game."""
    merged = dict(old)
    for length, by_kind in tables.items():
        for kind, by_guesses_left in by_kind.items():
            merged[f"{length} {kind}"] = by_guesses_left

    lines = []
    for name, by_guesses_left in merged.items():
        table = json.dumps(by_guesses_left, separators=(",", ":"))
        lines.append(f'"{name}": {table}')
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def main(source: str | None) -> None:
    """Write the tables of the player."""
    pieces = [(length, source) for length in range(SHORTEST, LONGEST + 1)]
    tables: dict[int, Tables] = {}
    with workers(os.cpu_count() or 1) as executor:
        for (length, _), result in run_pieces(tables_of, pieces, executor):
            tables[length] = result
            print(f"{length} letters")

    with open(TABLES, encoding="ascii") as file:
        write_whole(TABLES, merge_tables(json.load(file), tables))


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else None)
