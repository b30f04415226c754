"""The table of what bins of each size are worth, by which lingo-bot ranks guesses without a book.

usage: python -m precompute.worth [PATH]      the word list that the bins are from; the packaged lists by default

Trees are searched for each length and each kind of game (see lingo_bot.strategy). The mean points of a secret in
the bins of those trees are smoothed over the logarithm of the bin size. The means of games where every word can be the
secret stay as they are: they are those of greedy trees over the original contest's list.
"""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import groupby
from random import Random

import numpy as np

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, partition
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.replies import Array
from codebreaker.search.beam import HardSearch, Search
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
    first = [word[0] for word in words]
    for letter in sorted(set(first), key=lambda letter: (-first.count(letter), letter))[:LETTERS]:
        yield LETTER, lingo([word for word in words if word[0] == letter])


def bins_of(game: Game, hard: bool) -> list[Worth]:
    """The worth of every bin in searched trees of the game; a greedy search teaches the ranking first."""
    objective = Objective.points(TABLE_ATTEMPTS)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    values = LearnedValues(objective)
    worth: list[Worth] = []

    def see(guesses_left: int, size: int, cost: int) -> None:
        values.see(guesses_left, size, cost)
        worth.append((guesses_left, size, objective.points_of(cost, size, guesses_left) / size))

    for keep in ([1] * TABLE_ATTEMPTS, KEEP):
        worth.clear()
        search = (HardSearch if hard else Search)(game, objective, values, keep, fastest_totals(), see)
        for criterion in FIRST_GUESSES:
            first = int(CRITERIA[criterion].costs(game, secrets, None, search.totals).argmin())
            for code, members in _spread(partition(game, first, secrets)):
                search.after(first, code, members, TABLE_ATTEMPTS - 1, INFINITY)
        values.learn()
    return worth


def _spread(bins: list[tuple[int, Array]]) -> Iterator[tuple[int, Array]]:
    """At most BINS bins of each octave of sizes, evenly spaced by size; bins of one or two are left out."""
    by_size = sorted((bin for bin in bins if len(bin[1]) > 2), key=lambda bin: len(bin[1]))
    for _, octave in groupby(by_size, key=lambda bin: len(bin[1]).bit_length()):
        several = list(octave)
        yield from several[:: -(-len(several) // BINS)]


def smooth(worth: Sequence[Worth], guesses_left: int) -> Breakpoints:
    """The mean points at each of SIZES, with that many guesses left.

    The fit has the least squared error plus SMOOTHNESS times the squared changes of slope, so that the line goes on
    straight beyond the largest bin.
    """
    sizes, points = np.array([(size, points) for guesses, size, points in worth if guesses == guesses_left]).T
    knots = np.log(SIZES)
    rows = np.eye(len(SIZES))
    hats = np.array([np.interp(np.log(sizes), knots, row) for row in rows]).T
    bends = np.sqrt(SMOOTHNESS) * np.diff(np.diff(rows, axis=0) / np.diff(knots)[:, None], axis=0)
    means = np.linalg.lstsq(np.vstack([hats, bends]), np.concatenate([points, np.zeros(len(bends))]), rcond=None)[0]
    falling = np.minimum.accumulate(np.maximum(means, 0.0))
    return [(size, round(mean, 1)) for size, mean in zip(SIZES, falling.tolist(), strict=True)]


def table_of_bins(worth: Sequence[Worth]) -> dict[str, Breakpoints]:
    """The mean points at each of SIZES by the guesses left; fewer than two sizes give those of one guess more."""
    means: dict[str, Breakpoints] = {}
    for guesses_left in range(TABLE_ATTEMPTS - 1, 1, -1):
        if len({size for guesses, size, _ in worth if guesses == guesses_left}) > 1:
            means[str(guesses_left)] = smooth(worth, guesses_left)
        else:
            with_one_more = means[str(guesses_left + 1)]
            means[str(guesses_left)] = [(size, max(0.0, round(mean - 100, 1))) for size, mean in with_one_more]
    return means


Tables = dict[str, dict[str, Breakpoints]]
"""{kind of game: {guesses left: breakpoints}}."""


def tables_of(piece: tuple[int, str | None]) -> Tables:
    """The tables for words of a length from a list: (length, path of the list or None for the packaged one)."""
    worth: dict[str, list[Worth]] = {}
    for kind, game in measured_games(read_list(*piece).words):
        for ending in ("", HARD):
            if kind + ending != WORDS:
                worth.setdefault(kind + ending, []).extend(bins_of(game, ending == HARD))
    return {kind: table_of_bins(bins) for kind, bins in worth.items()}


def with_tables(old: Tables, tables: dict[int, Tables]) -> str:
    """The old tables as JSON with those by length put in their places, one line for each length and kind of game."""
    new = {f"{length} {kind}": by_left for length, by_kind in tables.items() for kind, by_left in by_kind.items()}
    tables_as_json = {name: json.dumps(by_left, separators=(",", ":")) for name, by_left in (old | new).items()}
    return "{\n" + ",\n".join(sorted(f'"{name}": {table}' for name, table in tables_as_json.items())) + "\n}\n"


def main(source: str | None) -> None:
    """Write the tables of the player."""
    pieces = [(length, source) for length in range(SHORTEST, LONGEST + 1)]
    tables: dict[int, Tables] = {}
    with workers(os.cpu_count() or 1) as executor:
        for (length, _), result in run_pieces(tables_of, pieces, executor):
            tables[length] = result
            print(f"{length} letters")
    with open(TABLES, encoding="ascii") as file:
        write_whole(TABLES, with_tables(json.load(file), tables))


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else None)
