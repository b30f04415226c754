"""A starter player in Python: it guesses the middle one of the words that fit all replies so far."""

import sys
from pathlib import Path


def reply(guess, secret):
    """Return the marks: O in its place, ? elsewhere in the word, X not in the word, or not once more."""
    unmatched = [b for a, b in zip(guess, secret, strict=True) if a != b]
    marks = ""
    for a, b in zip(guess, secret, strict=True):
        if a == b:
            marks += "O"
        elif a in unmatched:
            marks += "?"
            unmatched.remove(a)
        else:
            marks += "X"
    return marks


words = Path(f"wordlist{sys.argv[-1]}.txt").read_text(encoding="utf-8").split()
while words:
    guess = words[len(words) // 2]
    print(guess, flush=True)
    answer = sys.stdin.readline().strip()
    if not answer or set(answer) == {"O"}:
        break
    words = [word for word in words if word != guess and reply(guess, word) == answer]
