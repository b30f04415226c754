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

GUESSES, SECRETS = 40, 400
"""`expected` and `entropy` rate at most this many guesses against this many secrets, because plain Python is slow."""


def reply(guess, secret):
    """The referee's answer: O in the right place, ? elsewhere in the word, X not in it (or not once more)."""
    left = [theirs for ours, theirs in zip(guess, secret, strict=True) if ours != theirs]
    marks = ""
    for ours, theirs in zip(guess, secret, strict=True):
        marks += "O" if ours == theirs else "?" if ours in left else "X"
        if marks[-1] == "?":
            left.remove(ours)
    return marks


def frequency(candidates):
    """The candidate whose letters are each in as close to half of the candidates as possible."""
    found = Counter(letter for word in candidates for letter in set(word))
    return max(candidates, key=lambda word: sum(found[x] * (len(candidates) - found[x]) for x in set(word)))


def spread(words, count):
    """At most that many of the words, evenly spaced."""
    return words[:: max(1, len(words) // count)][:count]


def bins(guess, candidates):
    """The number of candidates for each reply to the guess."""
    return Counter(reply(guess, secret) for secret in spread(candidates, SECRETS)).values()


def expected(candidates):
    """The candidate with the smallest sum of squared bins: the fewest candidates left on average."""
    return min(spread(candidates, GUESSES), key=lambda word: sum(size * size for size in bins(word, candidates)))


def entropy(candidates):
    """The candidate whose reply carries the most bits."""
    return min(spread(candidates, GUESSES), key=lambda word: sum(size * log2(size) for size in bins(word, candidates)))


STRATEGIES = {
    "random": lambda candidates: random.Random(len(candidates)).choice(candidates),  # a game can be repeated
    "first-fit": min,
    "frequency": frequency,
    "expected": expected,
    "entropy": entropy,
}


class Opponent:
    """One game of a player that keeps the words that fit every reply, and chooses one of them."""

    def __init__(self, name, words):
        self.choose, self.candidates = STRATEGIES[name], list(words)

    def guess(self):
        """The next guess."""
        self.word = self.choose(self.candidates)
        return self.word

    def hear(self, answer):
        """Take in the reply to the last guess."""
        self.candidates = [word for word in self.candidates if word != self.word and reply(self.word, word) == answer]


def factory(name):
    """What referee.run takes for this player: referee.run({"entropy": factory("entropy")})."""
    return lambda length, words: Opponent(name, words)


def main(name, length):
    """Play one game: print guesses, read replies."""
    player = Opponent(name, Path(f"wordlist{length}.txt").read_text().split())
    while player.candidates:  # until the word is found, or the referee ends the program
        print(player.guess(), flush=True)  # without flush the referee would never see the guess
        player.hear(sys.stdin.readline().strip())


if __name__ == "__main__":
    main(*sys.argv[1:])
