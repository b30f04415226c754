"""The least largest bin: Knuth's rule, as a function of bin sizes."""


def criterion(sizes, hit):
    return int(sizes.max())
