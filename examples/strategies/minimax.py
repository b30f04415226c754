"""The least largest bin: Knuth's rule, as a function of bin sizes."""


def criterion(sizes, hit):
    """sizes: those of the bins, a numpy array. hit: whether the guess can be the secret. The least cost is best."""
    return int(sizes.max())
