"""Five Lingo players in one file: python3 opponents.py NAME LENGTH

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
    "random": random.Random(1).choice,  # seeded, so that a game can be repeated
    "first-fit": min,
    "frequency": frequency,
    "expected": expected,
    "entropy": entropy,
}


def main(name, length):
    """Play one game: print guesses, read replies."""
    choose = STRATEGIES[name]
    candidates = Path(f"wordlist{length}.txt").read_text().split()
    while candidates:  # until the word is found, or the referee ends the program
        print(guess := choose(candidates), flush=True)  # without flush the referee would never see the guess
        answer = sys.stdin.readline().strip()
        candidates = [word for word in candidates if word != guess and reply(guess, word) == answer]


if __name__ == "__main__":
    main(*sys.argv[1:])
