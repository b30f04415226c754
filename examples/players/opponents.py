"""Five Lingo players in one file: python3 opponents.py NAME LENGTH, or factory(NAME) for referee.run in Python.

random     guesses a random candidate (a word that fits every reply so far)
first-fit  guesses the first candidate of the alphabet
frequency  guesses the candidate whose letters split the candidates most evenly
expected   guesses the candidate that leaves the fewest candidates on average
entropy    guesses the candidate whose replies carry the most information
"""

import random
import sys
from collections import Counter
from math import log2
from pathlib import Path

# Plain Python is slow, so `expected` and `entropy` rate at most this many guesses against at most this many secrets.
GUESSES = 40
SECRETS = 400


def reply(guess, secret):
    """The referee's answer: O in the right place, ? elsewhere in the word, X not in it (or not once more)."""
    pairs = list(zip(guess, secret, strict=True))
    unplaced = [theirs for ours, theirs in pairs if ours != theirs]
    marks = ""
    for ours, theirs in pairs:
        if ours == theirs:
            marks += "O"
        elif ours in unplaced:
            # Each letter of the secret is marked once.
            unplaced.remove(ours)
            marks += "?"
        else:
            marks += "X"
    return marks


def frequency(candidates):
    """The candidate whose letters are each in as close to half of the candidates as possible."""
    words_with = Counter()
    for word in candidates:
        words_with.update(set(word))

    def separates(word):
        """For each letter of the word, how many pairs of candidates it tells apart."""
        return sum(words_with[letter] * (len(candidates) - words_with[letter]) for letter in set(word))

    return max(candidates, key=separates)


def spread(words, count):
    """At most that many of the words, evenly spaced."""
    return words[:: max(1, len(words) // count)][:count]


def bins(guess, candidates):
    """The number of candidates for each reply to the guess."""
    return Counter(reply(guess, secret) for secret in spread(candidates, SECRETS)).values()


def expected(candidates):
    """The candidate with the smallest sum of squared bins: the fewest candidates left on average."""

    def squares(word):
        return sum(size * size for size in bins(word, candidates))

    return min(spread(candidates, GUESSES), key=squares)


def entropy(candidates):
    """The candidate whose reply carries the most bits."""

    def missing_bits(word):
        return sum(size * log2(size) for size in bins(word, candidates))

    return min(spread(candidates, GUESSES), key=missing_bits)


STRATEGIES = {
    # The number of candidates is the seed, so that a game can be repeated.
    "random": lambda candidates: random.Random(len(candidates)).choice(candidates),
    "first-fit": min,
    "frequency": frequency,
    "expected": expected,
    "entropy": entropy,
}


class Opponent:
    """One game of a player that keeps the words that fit every reply, and chooses one of them."""

    def __init__(self, name, words):
        self.choose = STRATEGIES[name]
        self.candidates = list(words)

    def guess(self):
        """The next guess."""
        self.word = self.choose(self.candidates)
        return self.word

    def hear(self, answer):
        """Take in the reply to the last guess."""
        fitting = [word for word in self.candidates if reply(self.word, word) == answer]
        # A referee can answer that a guess is no word of its list: it is not made again.
        self.candidates = [word for word in fitting if word != self.word]


def factory(name):
    """What referee.run takes for this player: referee.run({"entropy": factory("entropy")})."""
    return lambda length, words: Opponent(name, words)


def main(name, length):
    """Play one game: print guesses, read replies."""
    player = Opponent(name, Path(f"wordlist{length}.txt").read_text().split())
    # Until the word is found, or the referee ends the program.
    while player.candidates:
        # Without flush the referee would never see the guess.
        print(player.guess(), flush=True)
        player.hear(sys.stdin.readline().strip())


if __name__ == "__main__":
    main(*sys.argv[1:])
