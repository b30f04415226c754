"""Bulls and cows on the 3,876 four-letter words of the packaged list without a repeated letter."""

import numpy as np

from codebreaker import own_game
from wordlists.reader import PACKAGED
from wordlists.word_list import read_list

# Without PACKAGED a list in the working directory would take the place of the packaged one.
words = [word for word in read_list(4, PACKAGED).words if len(set(word)) == 4]


def letters_of(texts: np.ndarray) -> np.ndarray:
    """The letters of words as numbers: uint32 (words, 4). numpy holds a text as one number for each character."""
    return texts[:, None].view(np.uint32)


def reply(guess: str, secrets: np.ndarray) -> np.ndarray:
    """Ten times the bulls and the cows, for all secrets at once."""
    hidden = letters_of(secrets)
    guessed = letters_of(np.array([guess]))

    bulls = np.count_nonzero(hidden == guessed, axis=1)
    # Every letter of a secret with every letter of the guess: (secrets, 4, 4).
    common = np.count_nonzero(hidden[:, :, None] == guessed, axis=(1, 2))
    cows = common - bulls
    return 10 * bulls + cows


def reply_text(both: int) -> str:
    """The reply as people write it: `1b2c`."""
    bulls, cows = divmod(both, 10)
    return f"{bulls}b{cows}c"


game = own_game("isograms", words, words, reply, vectorised=True, reply_text=reply_text)
