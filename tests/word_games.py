"""Word games made of words that a test has, and games that players play for a secret."""

import os
import random
from pathlib import Path

from lingo_bot.dialogue import play_over_streams
from wordlists.reply import reply_for
from wordlists.spelling import PLAIN
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

WORDLE = Path(os.environ.get("LINGO_WORDLE") or Path(__file__).resolve().parents[2] / "shared" / "wordle")
"""The directory of Wordle's lists, allowed.txt and answers.txt: by default beside the project's own directory.

They are not part of the project. Where they are missing, games with them are not tested.
"""
WORST_CASE_WORDS = ["alga", "brio", "faff", "folk", "gout", "kyle", "moed", "null", "pats", "tuff", "vada", "zari"]
"""Words for a game in four attempts, played for the best worst case: there lingo-bot begins with `alga`.

By tests/brute_force.py (misses_and_guesses) the twelve words take 30 guesses after `alga`, 28 after `gout` and 27 after
`folk`.
"""


def game_of(words, answers=None, **rules):
    """The game over those words, sorted; answers: the words that may be hidden, sorted; None for all."""
    length = len(words[0])
    word_list = WordList(length, list(words), "the words", PLAIN)
    answer_list = None if answers is None else WordList(length, list(answers), "the words", PLAIN)
    return WordGame(word_list, answer_list, **rules)


class Codemaker:
    """Both streams of a game for a secret, for play_over_streams: guesses come in, the oracle's replies go out."""

    def __init__(self, secret, spelling=PLAIN):
        self.secret = spelling.read(secret)
        self.spelling = spelling
        self.guesses = []

    def write(self, line):
        assert line.endswith(b"\n")
        self.guesses.append(line.decode().rstrip("\n"))

    def flush(self):
        pass

    def readline(self):
        return f"{reply_for(self.spelling.read(self.guesses[-1]), self.secret)}\n".encode()


def guesses_of(player, secret, attempts=5, spelling=PLAIN):
    """The guesses of the player's game for that secret."""
    codemaker = Codemaker(secret, spelling)
    play_over_streams(player, len(codemaker.secret), attempts, codemaker, codemaker)
    return codemaker.guesses


def words_of_few_letters(seed, length, count, letters="abcdef"):
    """Return that many different random words, sorted. They have few letters, so that letters repeat."""
    dice = random.Random(seed)
    words = set()
    while len(words) < count:
        words.add("".join(dice.choice(letters) for _ in range(length)))
    return sorted(words)
