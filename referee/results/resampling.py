"""How much of a result is chance: resampling of words, length by length. The words are what is random in a pit."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np
import numpy.typing as npt

RESAMPLES = 20_000
"""How often the words are drawn again; the limits of a 95 % interval then stand within a few tenths of a percent."""
CONFIDENCE = 0.95

_SEED = 2009
"""All resampling starts from it, so that the same games give the same figures."""

Floats = npt.NDArray[np.float64]
Counts = Mapping[int, int]
"""How many words (of one length) were worth so many points, or made a difference of so many."""
Totals = Floats
"""Totals over all lengths, one a resample: shape (RESAMPLES,), in points."""


def resampled(strata: Iterable[Counts]) -> Totals:
    """Totals of as many words again, drawn with replacement within each length: the bootstrap, stratified by length.

    How often each number of points is drawn is multinomial, so the words themselves need not be.
    Efron, Tibshirani, An Introduction to the Bootstrap (1993), chapters 8 and 13.
    """

    def draws(random: np.random.Generator, counts: Floats) -> Floats:
        return random.multinomial(int(counts.sum()), counts / counts.sum(), RESAMPLES).astype(np.float64)

    return _summed(strata, draws)


def weighted(strata: Iterable[Counts]) -> Totals:
    """Totals that the words seen make plausible: each word of a length is given a random weight.

    The Bayesian bootstrap (Rubin, Annals of Statistics 9, 1981): weights are Dirichlet(1, …, 1) over the
    words, hence Dirichlet(counts) over the points.
    """
    return _summed(strata, lambda random, counts: counts.sum() * random.dirichlet(counts, RESAMPLES))


def interval(totals: Totals) -> tuple[float, float]:
    """The limits between which 95 % of the totals lie, as many below as above."""
    outside = (1 - CONFIDENCE) / 2
    low, high = np.quantile(totals, [outside, 1 - outside], method="inverted_cdf")
    return float(low), float(high)


def interval_of_total(strata: Iterable[Counts]) -> tuple[float, float] | None:
    """The 95 % interval of a total, by the bootstrap; None where the words are too few to tell."""
    strata = list(strata)
    return interval(resampled(strata)) if enough(strata) else None


def enough(strata: Iterable[Counts]) -> bool:
    """Whether words can be drawn again: there are some, and no length has a single one.

    Drawn again, that word would always be itself, and what is uncertain would look certain.
    """
    words = [sum(stratum.values()) for stratum in strata if stratum]
    return bool(words) and min(words) > 1


def probability_positive(totals: Totals) -> float:
    """The part of the totals above 0, those of exactly 0 counted half."""
    return float(np.mean(totals > 0) + np.mean(totals == 0) / 2)


def _summed(strata: Iterable[Counts], draws: Callable[[np.random.Generator, Floats], Floats]) -> Totals:
    """The sum over the lengths of the points drawn; each length has random numbers of its own."""
    totals = np.zeros(RESAMPLES)
    for number, stratum in enumerate(strata):
        if stratum:
            points, counts = np.array(sorted(stratum.items()), dtype=np.float64).T
            totals += draws(np.random.default_rng([_SEED, number]), counts) @ points
    return np.round(totals, 6)  # so that a sum of nothing but zeros is 0
