"""The mean size of the bin that the secret lies in, times the information that is still missing after the reply."""

import numpy as np


def criterion(sizes, hit):
    """Both factors are least for many small bins of equal size."""
    shares = sizes / sizes.sum()
    return float((shares * sizes).sum() * ((shares * np.log2(sizes)).sum() + 1))
