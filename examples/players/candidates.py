"""A small Lingo player: always guess a word that agrees with every reply so far."""

import sys
from collections import Counter
from pathlib import Path


def reply(guess, secret):
    """What the referee answers: O in place, ? elsewhere in the word, X not in it, or not once more."""
    left = [theirs for ours, theirs in zip(guess, secret, strict=True) if ours != theirs]
    marks = ""
    for ours, theirs in zip(guess, secret, strict=True):
        marks += "O" if ours == theirs else "?" if ours in left else "X"
        if marks[-1] == "?":
            left.remove(ours)
    return marks


def best(words):
    """The word whose letters split the words most evenly."""
    found = Counter(letter for word in words for letter in set(word))
    return max(words, key=lambda word: sum(found[x] * (len(words) - found[x]) for x in set(word)))


candidates = Path(f"wordlist{sys.argv[1]}.txt").read_text().split()  # the referee appends the length
while candidates:  # until solved, or the referee ends the program
    print(guess := best(candidates), flush=True)  # unflushed, the guess would never be seen
    answer = sys.stdin.readline().strip()
    candidates = [word for word in candidates if word != guess and reply(guess, word) == answer]
