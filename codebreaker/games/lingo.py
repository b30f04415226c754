"""Lingo as a game: any word of the list may be guessed, any word (or any of the answers) hidden."""

from collections.abc import Sequence

import numpy as np

from codebreaker.game import Game, equal_secrets
from codebreaker.notation import Notation
from codebreaker.replies import LetterGroups, alphabet_of, letters_of
from lingo_common.errors import DataError, UsageError
from lingo_common.option import instance
from wordlists.reply import code_of, reply_of


def lingo(wordlist: Sequence[str], answers: Sequence[str] | None = None) -> Game:
    """Return the game over a list of words of one length.

    With answers, which must be among the words, only those can be the secret.
    """
    words = wordlist
    _check_words("wordlist", words)
    alphabet = alphabet_of(words)
    letters = letters_of(words, alphabet)
    if answers is None:
        secrets = words
        hidden = letters
        own = np.arange(len(words), dtype=np.int32)
    else:
        _check_words("answers", answers)
        if not set(answers) <= set(words):
            raise DataError("an answer is not among the words")
        secrets = answers
        hidden = letters_of(answers, alphabet)
        own = equal_secrets(words, answers)

    groups = LetterGroups(letters)
    length = letters.shape[1]
    return Game(
        name=f"lingo {length}",
        guesses=words,
        secrets=secrets,
        own=own,
        winning=3**length - 1,
        codes=3**length,
        features=groups.features,
        terms=lambda some: groups.terms(hidden[some]),
        replies=lambda guesses, some: groups.replies(guesses, hidden[some]),
        notation=_notation(length),
    )


def _check_words(name: str, words: Sequence[str]) -> None:
    """UsageError if these are not words of one length."""
    instance(name, words, Sequence)
    are_texts = not isinstance(words, str) and all(isinstance(word, str) for word in words)
    if not are_texts or len(set(map(len, words))) != 1 or not words[0]:
        raise UsageError(f"{name} must be words of one length, one at least")


def _notation(length: int) -> Notation:
    """Words as they are, replies as marks."""

    def parse(text: str) -> str:
        marks = text.strip().upper()
        if len(marks) != length:
            raise ValueError(f"{text!r} has not {length} marks")
        code_of(marks)
        return marks

    return Notation(lambda code: reply_of(code, length), code_of, parse, f"{length} marks O, ? or X")
