"""The table of what bins of each size are worth, by which lingo-bot ranks guesses without a book.

usage: python -m tools.worth [PATH]      the word list that the bins are from; the packaged lists by default

Trees are searched for each length and each kind of game (see lingo_bot.expected_costs). What a bin is worth is the
mean of the points that its secrets win in those trees; it is smoothed over the logarithm of the bin size.

The tables of the kind WORDS, games where every word can be the secret, are computed for hard mode only. Those without
hard mode were made from greedy trees over the list of the contest, and stay as they are.
"""

import json
import math
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random

import numpy as np

from codebreaker.candidates import partition
from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.games.lingo import lingo
from codebreaker.objective import INFINITY, Objective
from codebreaker.outcome import POINTS_A_GUESS
from codebreaker.replies import Array
from codebreaker.search.beam import BeamSearch
from codebreaker.search.fastest import with_fastest_totals
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from lingo_bot.expected_costs import ANSWERS, HARD, LETTER, TABLE_ATTEMPTS, TABLES, WORDS
from lingo_common.errors import ProgramError, say
from lingo_common.files import write_whole
from lingo_common.pieces import run_pieces, workers
from wordlists.reader import LONGEST_PACKAGED, SHORTEST_PACKAGED
from wordlists.word_list import read_list

KEEP = [1, 4, 2, 1, 1]
"""How many guesses the search tries at each of TABLE_ATTEMPTS attempts.

The first guess is given (FIRST_GUESSES). Most are tried at the second attempt, where trees differ most.
"""
FIRST_GUESSES = ("entropy", "parts")
"""Criteria whose best first guesses the trees begin with."""
BINS_AN_OCTAVE = 8
"""Bins of a first guess that are searched at most in each octave of sizes, such as 4 to 7 secrets."""
WORDS_AN_ANSWER = 6
"""In a game with answers one word in this many is an answer, about as in Wordle."""
FIRST_LETTERS = 3
"""How many first letters are measured, the most frequent ones."""
SIZES = (3, 8, 24, 72, 216, 648, 1 << 16)
"""Bin sizes in the table; between them the mean points are linear in the logarithm of the size.

Bins of one and two secrets need no table, because their costs are exact (learned_values.cost_table). The last size is
above that of every list, so that each bin is between two of them.
"""
SMOOTHNESS = 2.0
"""How much a squared change of slope at one of SIZES weighs in the fit, where the squared error of a bin weighs 1."""

Sample = tuple[int, int, float]
"""A bin of a searched tree: guesses left, number of secrets, mean points of a secret."""


def measured_games(words: Sequence[str]) -> Iterator[tuple[str, Game]]:
    """(kind, game): the games over a list that are measured."""
    yield WORDS, lingo(words)

    # The seed is fixed, so that the same list always makes the same tables.
    answers = Random(1).sample(words, len(words) // WORDS_AN_ANSWER)
    yield ANSWERS, lingo(words, sorted(answers))

    words_with = Counter(word[0] for word in words)
    by_frequency = sorted(words_with, key=lambda letter: (-words_with[letter], letter))
    for letter in by_frequency[:FIRST_LETTERS]:
        yield LETTER, lingo([word for word in words if word[0] == letter])


def measure(game: Game, hard: bool) -> list[Sample]:
    """The bins of searched trees of the game; one that the search has solved several times is there as often."""
    game = with_fastest_totals(game)
    # The values by which a search ranks guesses are learned from a greedy search, whose bins are no samples.
    values = LearnedValues(Objective.points(TABLE_ATTEMPTS))
    greedy = [1] * TABLE_ATTEMPTS
    _search_trees(game, values, greedy, hard)
    values.learn()

    return _search_trees(game, values, KEEP, hard)


def _search_trees(game: Game, values: LearnedValues, keep: list[int], hard: bool) -> list[Sample]:
    """Search trees that begin with the best first guesses by FIRST_GUESSES.

    Every solved bin is added to those that `values` can learn from; those of three secrets or more are returned. keep:
    how many guesses the search tries at each attempt.
    """
    objective = Objective.points(TABLE_ATTEMPTS)
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    samples: list[Sample] = []

    def note(guesses_left: int, size: int, cost: int) -> None:
        """Note a bin that the search has solved."""
        values.see(guesses_left, size, cost)
        # The costs of one and two secrets are exact. As samples they would bend the line of the larger bins.
        if size > 2:
            mean_points = objective.points_of(cost, size, guesses_left) / size
            samples.append((guesses_left, size, mean_points))

    search = BeamSearch(game, objective, expected=values, keep=keep, seen=note, hard=hard)
    for criterion in FIRST_GUESSES:
        first = int(CRITERIA[criterion].costs(game, secrets).argmin())
        for code, members in _chosen_bins(partition(game, first, secrets)):
            # The tree that it returns is not needed: `note` has the cost of the bin and of all bins below it.
            search.after(first, code, members, TABLE_ATTEMPTS - 1, limit=INFINITY)

    return samples


def _chosen_bins(bins: list[tuple[int, Array]]) -> Iterator[tuple[int, Array]]:
    """At most BINS_AN_OCTAVE bins of each octave of sizes, evenly spaced by size; bins of one or two are left out."""
    # Sizes of the same bit length are of one octave: 4 to 7, 8 to 15.
    octaves: dict[int, list[tuple[int, Array]]] = defaultdict(list)
    for code, members in sorted(bins, key=lambda code_and_members: len(code_and_members[1])):
        if len(members) > 2:
            octaves[len(members).bit_length()].append((code, members))

    for bins_of_octave in octaves.values():
        step = math.ceil(len(bins_of_octave) / BINS_AN_OCTAVE)
        yield from bins_of_octave[::step]


def smooth(samples: Sequence[Sample], guesses_left: int) -> Breakpoints:
    """The mean points at each of SIZES, with that many guesses left, fitted to the bins by least squares.

    The means are joined by straight lines over the logarithm of the size. There are two kinds of equations: the points
    of each bin are those of the line at its size; and at each of SIZES, with the weight SMOOTHNESS, the slopes of the
    line before and behind are equal. So the line goes on straight beyond the largest bin.

    For larger bins the means may be too low: for some they are lower with two guesses left than with one. That does
    not change the guesses of lingo-bot without a book over Wordle's lists, in 3, 4 or 6 attempts.
    """
    of_attempt = [(size, points) for guesses, size, points in samples if guesses == guesses_left]
    sizes, points = np.array(of_attempt).T
    log_sizes = np.log(SIZES)

    # An equation is a row of factors: the means at SIZES, each times its factor, add up to the equation's target.
    # In row n of this matrix mean n has the factor 1, and the others 0.
    one_mean_a_row = np.eye(len(SIZES))

    # The line at the size of a bin is a sum of the means too. The factor of a mean is the height of the line there if
    # this mean is 1 and the others are 0.
    factors_by_mean = [np.interp(np.log(sizes), log_sizes, means) for means in one_mean_a_row]
    bin_rows = np.array(factors_by_mean).T

    # A slope is the difference of two neighbouring means, divided by that of the logarithms of their sizes.
    slope_rows = np.diff(one_mean_a_row, axis=0) / np.diff(log_sizes)[:, None]
    change_rows = np.sqrt(SMOOTHNESS) * np.diff(slope_rows, axis=0)

    rows = np.vstack([bin_rows, change_rows])
    targets = np.concatenate([points, np.zeros(len(change_rows))])
    means = np.linalg.lstsq(rows, targets, rcond=None)[0]

    # The fit may break two rules: the mean of a larger bin is not higher, and no mean is below 0.
    falling = np.minimum.accumulate(np.maximum(means, 0.0))
    return [(size, round(mean, 1)) for size, mean in zip(SIZES, falling.tolist(), strict=True)]


def table_of(samples: Sequence[Sample]) -> dict[str, Breakpoints]:
    """The mean points at each of SIZES, by the number of guesses left, from TABLE_ATTEMPTS - 1 down to 2.

    Where the bins have fewer than two different sizes, no line can be fitted; the means are those with one guess more,
    less the points of a guess. With TABLE_ATTEMPTS - 1 there must be two sizes.
    """
    table: dict[str, Breakpoints] = {}
    for guesses_left in range(TABLE_ATTEMPTS - 1, 1, -1):
        sizes = {size for guesses, size, _ in samples if guesses == guesses_left}
        if len(sizes) > 1:
            table[str(guesses_left)] = smooth(samples, guesses_left)
            continue

        with_one_more = table[str(guesses_left + 1)]
        means = []
        for size, mean in with_one_more:
            means.append((size, max(0.0, round(mean - POINTS_A_GUESS, 1))))
        table[str(guesses_left)] = means

    return table


Tables = dict[str, dict[str, Breakpoints]]
"""{length and kind of game, such as `5 letter`: {guesses left: breakpoints}}, as in the player's file."""


def tables_of(piece: tuple[int, str | None]) -> Tables:
    """The tables for words of a length from a list: (length, path of the list or None for the packaged one)."""
    length, path = piece
    samples: dict[str, list[Sample]] = defaultdict(list)
    for kind, game in measured_games(read_list(length, path).words):
        # HARD is the ending of the name of a kind.
        samples[kind + HARD] += measure(game, hard=True)
        # The table of WORDS without hard mode stays as it is; see the docstring of the module.
        if kind != WORDS:
            samples[kind] += measure(game, hard=False)

    return {f"{length} {kind}": table_of(samples_of_kind) for kind, samples_of_kind in samples.items()}


def file_of(tables: Tables) -> str:
    """The file of the player's tables, JSON: a line for each name, the names in order."""
    lines = []
    for name, table in tables.items():
        table_as_json = json.dumps(table, separators=(",", ":"))
        lines.append(f'"{name}": {table_as_json}')
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


def main(source: str | None) -> None:
    """Put the new tables into the player's file in the place of the old ones; those that are not computed stay."""
    with open(TABLES, encoding="ascii") as file:
        tables: Tables = json.load(file)

    pieces = [(length, source) for length in range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1)]
    with workers(os.cpu_count() or 1) as executor:
        for (length, _), tables_of_length in run_pieces(tables_of, pieces, executor):
            tables |= tables_of_length
            print(f"{length} letters")

    write_whole(TABLES, file_of(tables))


if __name__ == "__main__":
    try:
        main(sys.argv[1] if sys.argv[1:] else None)
    except ProgramError as error:
        say("tools.worth", str(error))
        sys.exit(error.exit_code)
