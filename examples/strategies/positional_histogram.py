"""The word whose letters stand most often where the candidates have them; words that can win before all others."""

from collections import Counter

import numpy as np

from codebreaker.candidates import can_win


class PositionalHistogram:
    """A criterion that looks at the candidates' letters instead of bins."""

    name = "positional histogram"

    def costs(self, game, secrets, guesses=None):
        """Minus how often each letter of the guess is in its place among the candidates; int64 (guesses,)."""
        hidden = [game.secrets[secret] for secret in secrets]
        length = len(hidden[0])
        histograms = [Counter(word[place] for word in hidden) for place in range(length)]

        words = game.guesses if guesses is None else [game.guesses[guess] for guess in guesses]
        matches = []
        for word in words:
            matches.append(sum(histograms[place][letter] for place, letter in enumerate(word)))

        # No word has more matches than this, so every word that can win comes before all others.
        most_matches = len(hidden) * length
        penalty = np.where(can_win(game, secrets, guesses), 0, most_matches + 1)
        return penalty - np.array(matches)


criterion = PositionalHistogram()
