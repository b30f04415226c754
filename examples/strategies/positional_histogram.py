"""The word whose letters stand most often where the candidates have them; words that can win before all others."""

from collections import Counter

import numpy as np

from codebreaker.game import candidates


class PositionalHistogram:
    """A criterion that looks at the candidates' letters instead of bins."""

    name = "positional histogram"
    separates = False

    def costs(self, game, secrets, guesses=None, totals=None):
        """Minus how often each letter of the guess is in its place among the candidates; int64 (guesses,)."""
        hidden = [game.secrets[secret] for secret in secrets]
        histograms = [Counter(word[place] for word in hidden) for place in range(len(hidden[0]))]
        words = game.guesses if guesses is None else [game.guesses[guess] for guess in guesses]
        matches = [sum(map(Counter.__getitem__, histograms, word)) for word in words]
        lost = np.where(candidates(game, secrets, guesses), 0, len(hidden) * len(histograms) + 1)
        return lost - np.array(matches)


criterion = PositionalHistogram()
