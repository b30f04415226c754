#!/usr/bin/env python3
"""A small Lingo player: always guess a word that agrees with every reply so far."""

import sys
from collections import Counter
from pathlib import Path


def reply(guess, secret):
    """What the referee answers: O in place, ? elsewhere in the word, X not in it, or not once more."""
    left = Counter(theirs for ours, theirs in zip(guess, secret, strict=True) if ours != theirs)
    marks = ""
    for ours, theirs in zip(guess, secret, strict=True):
        marks += "O" if ours == theirs else "?" if left[ours] > 0 else "X"
        left[ours] -= ours != theirs
    return marks


def best(words):
    """The word whose letters split the words most evenly."""
    found = Counter(letter for word in words for letter in set(word))
    worth = {letter: count * (len(words) - count) for letter, count in found.items()}
    return max(words, key=lambda word: sum(map(worth.get, set(word))))


candidates = Path(f"wordlist{sys.argv[1]}.txt").read_text().split()  # the referee appends the length
while candidates:  # until solved, or the referee ends the program after five guesses
    print(guess := best(candidates), flush=True)  # unflushed, the guess would never be seen
    answer = sys.stdin.readline().strip()
    candidates = [word for word in candidates if word != guess and reply(guess, word) == answer]
