"""Bulls and cows on the 3,876 four-letter words without a repeated letter."""

import numpy as np

from codebreaker import own_game
from wordlists.reader import read_list

words = [word for word in read_list(4, None).words if len(set(word)) == 4]


def reply(guess: str, secrets: np.ndarray) -> np.ndarray:
    """Ten times the bulls and the cows, for all secrets at once."""
    hidden, letters = secrets[:, None].view(np.uint32), np.array([guess]).view(np.uint32)  # a number for each letter
    bulls = np.count_nonzero(hidden == letters, axis=1)
    common = np.count_nonzero(hidden[:, :, None] == letters, axis=(1, 2))
    return 10 * bulls + (common - bulls)


game = own_game("isograms", words, words, reply, vectorised=True, reply_text=lambda both: f"{both // 10}b{both % 10}c")
