"""The guesses that the search that keeps a few guesses tries in hard mode."""

from collections.abc import Callable, Sequence

import numpy as np

from codebreaker.replies import Array, alphabet_of, letters_of


def hard_pool(words: Sequence[str], secrets: Sequence[str]) -> Callable[[Array], tuple[Array, Array]]:
    """The function pool(candidates) for codebreaker.search.beam.Search: the words that use all that the candidates
    share, and the candidates.

    Replies never show more than all candidates share, so these words are legal whatever led to the candidates.
    """
    alphabet = alphabet_of(words)
    letters, hidden = letters_of(words, alphabet), letters_of(secrets, alphabet)

    def pool(candidates: Array) -> tuple[Array, Array]:
        some = hidden[candidates]
        same = (some == some[0]).all(axis=0)
        allowed = (letters[:, same] == some[0, same]).all(axis=1)
        for letter in np.unique(some[0]):
            least = np.count_nonzero(some == letter, axis=1).min()
            if least:
                allowed &= np.count_nonzero(letters == letter, axis=1) >= least
        return np.flatnonzero(allowed), candidates

    return pool
