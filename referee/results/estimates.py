"""How much of a result is chance: 95 % intervals and probabilities, from points or differences of points by length.

What is random is the choice of the words. A total is the sum over the lengths of (number of words) × (mean of the
length). Its variance is therefore the sum of n · s² over the lengths. Satterthwaite (An approximate distribution of
estimates of variance components, Biometrics Bulletin 2, 1946) gives the degrees of freedom of such a sum, and Student's
t the interval.

A few words often happen to have no variance at all, and an interval without width would claim a certainty that nobody
has. So the variance is computed as if two words were added that nobody played, one far above and one far below the
mean (see `unseen`). `python -m benchmarks intervals` measures how often the intervals contain the truth.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

CERTAIN = 0.975
"""From this probability of being better on, the 95 % interval of the difference does not contain 0."""
ENOUGH_WORDS = 6
"""Fewer words cannot make anything certain: one of two equal players wins all of five words with the probability
2 · (1/2)⁵ = 1/16, which is more than 5 %."""
_PIECES = 64
"""The number of pieces of Simpson's rule for Student's t.

The probabilities are right to 0.00004 for 1 to 13,000 degrees of freedom; percentages are printed with one digit.
"""
_TAIL = 12
"""The density is integrated up to the angle _TAIL / √ν at most. There it is about e^(−_TAIL²/2) = 5e-32."""
_STEPS_OF_GROWTH = 3
"""Steps of the iteration for the growth. So few are enough, because the quantile of t depends little on the growth."""
_QUANTILE_ERROR = 1e-6
"""The relative error of a quantile of t."""

Counts = Mapping[int, int]
"""The number of words of one length by their points, or by their difference in points."""


@dataclass(frozen=True)
class Estimate:
    """The estimate of a total: what is known of it for other words than those that were played."""

    interval: tuple[float, float] | None = None
    """The 95 % interval of the total over as many other words, in points; None if there are too few words."""
    positive: float | None = None
    """The probability that the mean of a word is above 0; None if there are too few words."""
    reason: str | None = None
    """Why there are too few words; None if there are enough."""
    total: int = 0
    """The points of the words that were played. This and the values that follow are 0 if there are too few words."""
    variance: float = 0.0
    """The variance of the total, in square points."""
    variance_unseen: float = 0.0
    """What the two added words add to the variance, in square points."""
    freedom: float = 0.0
    """The degrees of freedom of Student's t."""

    @property
    def growth_to_decide(self) -> float | None:
        """How many times as many words would put 0 just outside the 95 % interval; None for a total of 0.

        The mean and the variance of a word are assumed to stay what they are. With k times as many words the total is
        k · total and its variance k · variance + variance_unseen, so that k is the positive solution of

            (k · total)² = q² · (k · variance + variance_unseen)

        where q is the quantile of Student's t. For example a total of 20 with a variance of 400 and a q of 2 needs four
        times as many words: 80 is 2 · √1600. A result below 1 says that 0 is outside already.
        """
        if self.total == 0 or self.interval is None:
            return None

        growth = 1.0
        for _ in range(_STEPS_OF_GROWTH):
            # More words have more degrees of freedom. A growth below 1 asks for no further word.
            q = t_quantile(CERTAIN, self.freedom * max(1.0, growth))
            # The equation is a · k² − b · k − c = 0.
            a = self.total**2
            b = q**2 * self.variance
            c = q**2 * self.variance_unseen
            growth = (b + math.sqrt(b**2 + 4 * a * c)) / (2 * a)

        return growth


def estimate(strata: Iterable[Counts], unseen: float, within: tuple[float, float]) -> Estimate:
    """Return the estimate of a total from the words of each length.

    unseen: how far the two added words are from the mean, in points, one above it and one below. within: the least and
    the largest possible points of a word.
    """
    played = [stratum for stratum in strata if stratum]
    words_of_each = [sum(stratum.values()) for stratum in played]
    words = sum(words_of_each)
    if words < ENOUGH_WORDS:
        return Estimate(reason=f"too few words: {words}, of {ENOUGH_WORDS} that are needed")
    if 1 in words_of_each:
        return Estimate(reason="too few words: one alone of some length")

    total = sum(map(_total, played))
    variances = [_variance(stratum) for stratum in played]
    variance = sum(variances)

    if variance > 0:
        # Satterthwaite's formula.
        terms = [part**2 / (count - 1) for part, count in zip(variances, words_of_each, strict=True)]
        freedom = variance**2 / sum(terms)
    else:
        # The formula would be 0 / 0. Each length has one degree of freedom less than it has words.
        freedom = words - len(played)

    variance_unseen = 2 * unseen**2
    error = math.sqrt(variance + variance_unseen)
    half = error * t_quantile(CERTAIN, freedom)
    least, most = within
    return Estimate(
        interval=(max(words * least, total - half), min(words * most, total + half)),
        positive=t_distribution(total / error, freedom),
        total=total,
        variance=variance,
        variance_unseen=variance_unseen,
        freedom=freedom,
    )


def _total(stratum: Counts) -> int:
    """Return the points of all words of a length: 700 for {500: 1, 100: 2}."""
    return sum(points * count for points, count in stratum.items())


def _variance(stratum: Counts) -> float:
    """Return the variance of the total of a length: n · s²."""
    words = sum(stratum.values())
    mean = _total(stratum) / words
    squares = sum(count * (points - mean) ** 2 for points, count in stratum.items())
    return words / (words - 1) * squares


def t_distribution(t: float, freedom: float) -> float:
    """Return the probability that Student's t with these degrees of freedom ν is at most t.

    With t = √ν · tan θ the density is cos^(ν−1) θ up to a constant. It is integrated from 0 to |t| by Simpson's rule;
    for example t = 2.228 with 10 degrees of freedom gives 0.975.
    """
    # Beyond the tail there is nothing to integrate, so all pieces are used for the angles before it.
    angle = math.atan(abs(t) / math.sqrt(freedom))
    step = min(angle, _TAIL / math.sqrt(freedom)) / _PIECES

    values = [math.cos(number * step) ** (freedom - 1) for number in range(_PIECES + 1)]
    integral = step / 3 * (values[0] + 4 * sum(values[1:-1:2]) + 2 * sum(values[2:-1:2]) + values[-1])
    # The integral over all angles from −π/2 to π/2.
    whole = math.sqrt(math.pi) * math.exp(math.lgamma(freedom / 2) - math.lgamma((freedom + 1) / 2))
    return 0.5 + math.copysign(min(0.5, integral / whole), t)


def t_quantile(probability: float, freedom: float) -> float:
    """Return the t that has this probability, 1/2 or more, below it: for 0.975 and 10 degrees of freedom 2.228."""
    # Double the upper end until the quantile is below it: for few degrees of freedom it is large.
    low = 0.0
    high = 1.0
    while t_distribution(high, freedom) < probability:
        low = high
        high = 2 * high

    # Then bisect.
    while high - low > _QUANTILE_ERROR * high:
        middle = (low + high) / 2
        if t_distribution(middle, freedom) < probability:
            low = middle
        else:
            high = middle

    return high
