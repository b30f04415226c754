"""The mean size of the bin that the secret lies in, times the information that is still missing after the reply."""

import numpy as np


def criterion(sizes, hit):
    """Both factors are least for many small bins of equal size."""
    shares = sizes / sizes.sum()
    mean_size = (shares * sizes).sum()
    missing_bits = (shares * np.log2(sizes)).sum()
    return float(mean_size * (missing_bits + 1))
