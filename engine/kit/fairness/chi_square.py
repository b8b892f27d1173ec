"""Pearson's chi-square test: how often fair chance differs from its expectation at least as much as it did.

>>> round(chi_square((8, 9, 19, 5, 8, 11), (10.0,) * 6), 4)  # 60 rolls of a d6: the statistic is 11.6, with 5 degrees
0.0407
>>> chi_square((10, 10), (10.0, 10.0))
1.0
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt


def chi_square(counts: Sequence[int], expected: Sequence[float], spread: float = 1.0) -> float:
    """Return the chance that fair results differ from their expectation at least as much as these.

    Args:
        counts: how often each result came.
        expected: how often it comes on average; each is above 0, and the sums are equal.
        spread: the variance of the counts as a share of that of independent results; below 1 for cards that are drawn
            from one pile.

    Returns:
        a probability from 0 to 1; 1 for a single kind of result.
    """
    statistic = sum((count - mean) ** 2 / mean for count, mean in zip(counts, expected, strict=True)) / spread
    return upper_tail(statistic, len(counts) - 1)


def upper_tail(statistic: float, degrees: int) -> float:
    """Return the chance of a chi-square value of at least `statistic`, for a whole number of degrees of freedom.

    The closed forms are exact: a finite sum, and for odd numbers the complementary error function besides.
    """
    if degrees <= 0 or statistic <= 0:
        return 1.0
    half = statistic / 2
    if degrees % 2:
        total, term, first = erfc(sqrt(half)), exp(-half) * sqrt(half / pi) * 2, 3
    else:
        total, term, first = exp(-half), exp(-half) * half, 4
    for below in range(first, degrees + 1, 2):
        total += term
        term *= half / (below / 2)
    return min(1.0, total)
