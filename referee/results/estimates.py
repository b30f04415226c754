"""How much of a result is chance: 95 % intervals and probabilities, from points or differences of points by length.

The words are what is random. A total is the sum over the lengths of (number of words) × (mean of the length), so that
its variance is the sum of n · s² over the lengths, with Satterthwaite's degrees of freedom (Biometrics Bulletin 2,
1946), and Student's t gives the interval. Few words often show no variance at all, which would make a false certainty:
the variance is therefore raised by that of two words that were not played (see `unseen`). `python -m benchmarks
intervals` shows how often the intervals hold what they should.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
ENOUGH_WORDS = 6
"""Below this no result is unlikely enough: of two equal players one wins all of five words in 1 of 16 contests."""

Counts = Mapping[int, int]
"""The number of words of one length by their points, or by their difference in points."""


@dataclass(frozen=True)
class Estimate:
    """The estimate of a total beyond the words that were played."""

    interval: tuple[float, float] | None = None
    """The 95 % interval of the total over as many other words, in points; None if there are too few words."""
    positive: float | None = None
    """The probability that the mean is above 0; None as above."""
    reason: str | None = None
    """Why the others are None."""


def estimate(strata: Iterable[Counts], unseen: float, within: tuple[float, float]) -> Estimate:
    """The estimate of a total from the words of each length.

    unseen: the deviation from the mean, in points, of two further words, one above and one below.
    within: the least and the largest possible points of a word.
    """
    strata = [stratum for stratum in strata if stratum]
    counts = [sum(stratum.values()) for stratum in strata]
    words = sum(counts)
    if words < ENOUGH_WORDS:
        return Estimate(reason=f"too few words: {words}, of {ENOUGH_WORDS} that are needed")
    if 1 in counts:
        return Estimate(reason="too few words: one alone of some length")
    total = sum(points * count for stratum in strata for points, count in stratum.items())
    variances = [_variance(stratum) for stratum in strata]
    error = math.sqrt(sum(variances) + 2 * unseen**2)
    freedom: float = words - len(counts)
    if any(variances):
        parts = zip(variances, counts, strict=True)
        freedom = sum(variances) ** 2 / sum(variance**2 / (count - 1) for variance, count in parts)
    half = error * t_quantile((1 + CONFIDENCE) / 2, freedom)
    least, most = (words * limit for limit in within)
    return Estimate((max(least, total - half), min(most, total + half)), t_distribution(total / error, freedom))


def _variance(stratum: Counts) -> float:
    """The variance of the total of a length: n · s²."""
    words = sum(stratum.values())
    mean = sum(points * count for points, count in stratum.items()) / words
    return words / (words - 1) * sum(count * (points - mean) ** 2 for points, count in stratum.items())


def t_distribution(t: float, freedom: float) -> float:
    """The probability that Student's t is at most t.

    With t = √ν · tan θ its density is cos^(ν−1) θ, up to a constant; the integral is Simpson's, in 64 pieces.
    """
    angle = math.atan(abs(t) / math.sqrt(freedom))
    step = min(angle, 12 / math.sqrt(freedom)) / 64  # beyond it there is nothing
    values = [math.cos(number * step) ** (freedom - 1) for number in range(65)]
    part = step / 3 * (values[0] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2]) + values[-1])
    whole = math.sqrt(math.pi) * math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom + 1) / 2))
    return 0.5 + math.copysign(min(0.5, part / whole), t)


def t_quantile(probability: float, freedom: float) -> float:
    """The t with that probability (at least 1/2) below it, by bisection."""
    low, high = 0.0, 2 * NormalDist().inv_cdf(probability)
    while t_distribution(high, freedom) < probability:
        low, high = high, 2 * high
    while high - low > 1e-6 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if t_distribution(middle, freedom) < probability else (low, middle)
    return high
