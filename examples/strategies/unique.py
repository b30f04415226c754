"""The most bins of one: guesses after which most secrets are known for certain."""


def criterion(sizes, hit):
    """Minus the number of bins with one secret; among equals a guess that can win is first."""
    return -int((sizes == 1).sum())
