"""Upper bounds on what any player can reach, for any game and payoff; the proofs are in docs/proofs.md.

A player's total over a bin of n secrets is missed * n plus, for each guess j, (payoff of the j-th guess less that of
the next) * (secrets solved within j guesses). A bound on the number solved within j guesses bounds the total.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.game import Game, hit_counts, hit_weights, separating_candidate, split_by_code
from codebreaker.replies import Array
from codebreaker.tree import INFINITY, Payoff

AT_A_TIME = 1024
"""Guesses whose bins are counted at a time where a limit may exclude the next ones."""


class Branching(NamedTuple):
    """How a tree over some secrets can branch at most; a tree over a part of them branches no more."""

    others: int
    """The most bins of any guess that do not win."""
    after_hit: int
    """The same of any guess that can win."""
    hits: int = 1
    """The most secrets that one guess wins against; 0 where a secret is solved when it is alone in its bin."""

    def solved_within(self) -> Iterator[int]:
        """The most secrets that any tree solves within 1, 2, … guesses."""
        within = self.hits or self.others
        while True:
            yield within
            within = max(self.hits + self.after_hit * within, self.others * within)


def at_most(parts: int) -> Branching:
    """The branching where all that is known is the most bins of any guess: 1, parts, parts squared, … are solved."""
    return Branching(parts, parts - 1)


def most_by_size(payoff: Payoff, attempt: int, size: int, branching: Branching, most: Array | None = None) -> Array:
    """int64 (size + 1,): the most that a bin of 0 … size secrets totals with that attempt (from 0) next.

    most[n]: the largest weight of n of the secrets, for a payoff that gives 0 for a miss; None if each counts once.
    """
    sizes = np.arange(size + 1, dtype=np.int64)
    weights = sizes if most is None else most[: size + 1]
    total = payoff.missed * sizes
    steps = pairwise((*payoff.solved[attempt:], payoff.missed))
    for (now, later), within in zip(steps, branching.solved_within(), strict=False):
        total = total + (now - later) * weights[np.minimum(sizes, within)]
        if within >= size:
            # Everything is solved: the later steps add the same to each secret.
            total = total + (later - payoff.missed) * weights
            break
    if not branching.hits and attempt:
        total[1:2] = payoff.solved[attempt - 1] * weights[1:2]  # the guess before left it alone
    return np.asarray(total)


LEVELS = 12
"""Guesses that most_by_splitting looks ahead."""
FEW_REPLIES = 6
"""In games with at most this many replies most_by_splitting is used: with more it costs more than it saves."""


def most_by_splitting(payoff: Payoff, attempt: int, size: int, branching: Branching) -> Array:
    """A bound like most_by_size, never larger, where each secret counts once: int64 (size + 1,).

    A guess divides n secrets into bins whose totals are bounded in the same way: the bound of n is the larger one of a
    guess that wins and one that does not, each with bins as equal as they can be. With few replies it is much lower.
    """
    last = attempt if branching.others > FEW_REPLIES else min(attempt + LEVELS, payoff.attempts)
    table, sizes = most_by_size(payoff, last, size, branching), np.arange(size + 1)
    hits = np.minimum(sizes, branching.hits)
    for guess in range(last - 1, attempt - 1, -1):
        by_size, concave = most_by_size(payoff, guess, size, branching), _concave(table)
        table = np.minimum(by_size, _evenly(concave, sizes, max(1, branching.others)))
        if branching.hits:
            with_hit = payoff.solved[guess] * hits + _evenly(concave, sizes - hits, max(1, branching.after_hit))
            table = np.minimum(by_size, np.maximum(table, with_hit))
        else:
            table[1:2] = by_size[1:2]
    return table


def _evenly(concave: Array, sizes: Array, parts: Array | int) -> Array:
    """The total of those numbers of secrets in that many parts that are as equal as they can be."""
    quotient, larger = np.divmod(sizes, parts)
    return np.asarray(
        larger * concave[np.minimum(quotient + 1, len(concave) - 1)] + (parts - larger) * concave[quotient]
    )


def _concave(table: Array) -> Array:
    """The least concave numbers that are nowhere below those of the table, which begins with 0; rounded up."""
    if (np.diff(table, 2) <= 0).all():
        return table
    corners: list[int] = []
    for size in range(len(table)):
        while len(corners) > 1:
            first, middle = corners[-2:]
            rise, whole = int(table[middle] - table[first]), int(table[size] - table[first])
            if rise * (size - first) > whole * (middle - first):
                break  # the middle one is above the line between the others
            corners.pop()
        corners.append(size)
    between: Array = np.ceil(np.interp(np.arange(len(table)), corners, table[corners]) - 1e-9).astype(np.int64)
    return between


def most_at_once(game: Game, payoff: Payoff, secrets: Array, attempt: int) -> int:
    """An upper bound on the total over those secrets with that attempt (from 0) next, for any game.

    One guess wins now, against the secrets that count most; every other secret is solved at the next attempt.
    """
    if game.identify and len(secrets) == 1 and attempt:
        return payoff.solved[attempt - 1] * game.weight(secrets)  # the guess before left it alone
    hits, weights = min(game.most_hits or len(secrets), len(secrets)), heaviest(game, secrets)
    now, all_weights = (hits, len(secrets)) if weights is None else (int(weights[hits]), int(weights[-1]))
    later = payoff.solved[attempt + 1] if attempt + 1 < payoff.attempts else payoff.missed
    return payoff.solved[attempt] * now + later * (all_weights - now)


def heaviest(game: Game, secrets: Array) -> Array | None:
    """most[n], the largest weight of n of the secrets: int64 (secrets + 1,); None if each counts once."""
    if game.weights is None:
        return None
    return np.concatenate(([0], np.cumsum(np.sort(game.weights[secrets])[::-1])))


def most_total(table: Array) -> Array:
    """int64 (n + 1,): the largest total over 0, 1, … n parts of n secrets, for a concave table of bin totals (n + 1,).

    Parts of sizes as equal as possible have the largest total.
    """
    parts = np.arange(len(table))
    return _evenly(table, parts[-1:], np.maximum(parts, 1)) * (parts > 0)


def guess_bounds(
    game: Game,
    payoff: Payoff,
    secrets: Array,
    attempt: int,
    branching: Branching,
    totals: BinTotals = bin_totals,
    guesses: Array | None = None,
    table: Array | None = None,
) -> Array:
    """For each guess (all, or those indices) an upper bound on its total at that attempt: int64 (guesses,).

    The sum of the table, by default that of most_by_size, over its bins, where what it wins against is solved now
    instead of at the next attempt.
    """
    features = game.features if guesses is None else game.features[guesses]
    if table is None:
        table = most_by_size(payoff, attempt + 1, len(secrets), branching, heaviest(game, secrets))
    bounds = totals(game.terms(secrets), features, table, game.codes)
    hits = hit_counts(game, secrets, guesses)
    weights = hits if game.weights is None else hit_weights(game, secrets, guesses)
    return np.asarray(bounds + payoff.solved[attempt] * weights - table[hits])


def bin_counts(terms: Array, features: Array, codes: int, totals: BinTotals = bin_totals) -> Array:
    """How many bins each guess has; the arguments are those of bin_totals: int64 (guesses,)."""
    ones = np.ones(terms.shape[1] + 1, dtype=np.int64)
    ones[0] = 0
    return totals(terms, features, ones, codes)


def most_parts(game: Game, secrets: Array, totals: BinTotals = bin_totals) -> int:
    """The most bins that any guess splits the secrets into; no part of them is split into more."""
    return int(bin_counts(game.terms(secrets), game.features, game.codes, totals).max())


def part_limits(game: Game, terms: Array, totals: BinTotals = bin_totals) -> Array:
    """For each guess a number of bins that it cannot exceed over secrets of those terms (features + 1, n): int64.

    Lemma 2 of docs/proofs.md: a feature multiplies the bins by its different terms at most, and where all but m secrets
    have the same term it adds m bins at most.
    """
    size, features = terms.shape[1], np.arange(len(terms))[:, None]
    different = bin_counts(terms, features, game.codes, totals)
    remaining = size - totals(terms, features, np.arange(size + 1), game.codes, largest=True)
    many = remaining > 0.2 * size**0.75  # about where v p = p + m for the p that half the secrets come to
    factors, added = np.where(many, different, 1), np.where(many, 0, remaining)
    products, sums = np.ones(len(game.features)), np.zeros(len(game.features))
    for column in game.features.T:
        products *= factors[column]
        sums += added[column]
    return np.minimum(products + sums, size).astype(np.int64)


def bin_bound(game: Game, payoff: Payoff, secrets: Array, attempt: int, totals: BinTotals = bin_totals) -> int:
    """An upper bound on the total over a bin of a plain game: the largest of guess_bounds."""
    size = len(secrets)
    if size <= 2 or attempt == payoff.attempts - 1 or separating_candidate(game, secrets) is not None:
        return payoff.most(size, attempt)
    terms, features = game.terms(secrets), game.features
    limits = part_limits(game, terms, totals)
    parts = _largest(limits, lambda guesses: bin_counts(terms, features[guesses], game.codes, totals))
    table = most_by_size(payoff, attempt + 1, size, at_most(parts))
    gains = (payoff.solved[attempt] - table[1]) * hit_counts(game, secrets)
    bounds = most_total(table)[limits] + gains
    return _largest(bounds, lambda guesses: totals(terms, features[guesses], table, game.codes) + gains[guesses])


def _largest(bounds: Array, evaluate: Callable[[Array], Array]) -> int:
    """The largest value of any guess; bounds are upper bounds on the values, and become the values that are needed."""
    best, order = -INFINITY, np.argsort(-bounds)
    for start in range(0, len(order), AT_A_TIME):
        guesses = order[start : start + AT_A_TIME]
        guesses = guesses[bounds[guesses] > best]
        if not len(guesses):
            break
        bounds[guesses] = evaluate(guesses)
        best = max(best, int(bounds[guesses].max()))
    return best


def refine(
    game: Game,
    payoff: Payoff,
    replies: Array,
    parts: int,
    bound: int,
    done: int,
    stop: int,
    totals: BinTotals = bin_totals,
) -> tuple[int, int, int]:
    """The second-level bound of a first guess: bin_bound over its bins, the largest first, until it is at most stop.

    replies: the codes of the guess's replies to all secrets. bound and done say where an earlier call stopped; at first
    done is 0 and bound the guess's of guess_bounds with the same parts (most_parts of all secrets). Returns the bound,
    how many bins are done, and the secrets in the bins that this call looked at; each cost a reply or two for every
    guess.
    """
    by_code = split_by_code(replies, np.arange(len(replies), dtype=np.int32))
    bins = sorted((members for code, members in by_code if code != game.winning), key=len, reverse=True)
    table, work = most_by_size(payoff, 1, len(replies), at_most(parts)), 0
    while bound > stop and done < len(bins):
        size = len(bins[done])
        bound += min(0, bin_bound(game, payoff, bins[done], 1, totals) - int(table[size]))
        work += size
        done += 1
    return bound, done, work
