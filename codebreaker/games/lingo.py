"""Lingo as a game: any word of the list may be guessed, and any word, or any of the answers, may be the secret."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from codebreaker.derived_games import equal_secrets
from codebreaker.game import Game
from codebreaker.letters import alphabet_of, letters_of
from codebreaker.notation import Notation
from codebreaker.replies import Groups, letter_replies, letter_terms
from lingo_common.errors import DataError, UsageError, count_text
from lingo_common.option import check_instance
from wordlists.reply import code_of, reply_of


def lingo(wordlist: Sequence[str], answers: Sequence[str] | None = None) -> Game:
    """The game over a list of words of one length. With answers, which must be words, only those can be the secret."""
    _check_words("wordlist", wordlist)
    alphabet = alphabet_of(wordlist)
    letters = letters_of(wordlist, alphabet)

    # secret_of has the index of each guess among the secrets, or -1 for a guess that cannot be the secret.
    if answers is None:
        secrets = wordlist
        secret_letters = letters
        secret_of = np.arange(len(wordlist), dtype=np.int32)
    else:
        _check_words("answers", answers)
        if not set(answers) <= set(wordlist):
            raise DataError("an answer is not among the words")
        secrets = answers
        secret_letters = letters_of(answers, alphabet)
        secret_of = equal_secrets(wordlist, answers)

    # A reply code is a sum of one term for each letter group of the guess: these are its features (see Game).
    groups = Groups(letters)
    length = letters.shape[1]
    return Game(
        name=f"lingo {length}",
        guesses=wordlist,
        secrets=secrets,
        secret_of=secret_of,
        winning=3**length - 1,
        codes=3**length,
        features=groups.features,
        terms=lambda indices: letter_terms(groups, secret_letters[indices]),
        replies=lambda guesses, indices: letter_replies(groups, guesses, secret_letters[indices]),
        notation=_notation(length),
    )


def _check_words(name: str, words: Sequence[str]) -> None:
    """UsageError if these are not words of one length, DataError if one is there twice."""
    check_instance(name, words, Sequence)
    # There are few types, and many words.
    are_texts = not isinstance(words, str) and all(issubclass(kind, str) for kind in set(map(type, words)))
    if not are_texts or len(set(map(len, words))) != 1 or not words[0]:
        raise UsageError(f"{name} must be words of one length, one at least")

    # Searches take each guess to win against one secret at most.
    if len(set(words)) < len(words):
        [(repeated, _)] = Counter(words).most_common(1)
        raise DataError(f"{name}: the word {repeated!r} is listed twice")


def _notation(length: int) -> Notation:
    """The notation of words, which are written as they are, and of replies, which are marks such as `OX?XX`."""

    def parse(text: str) -> str:
        """The marks in upper case; ValueError if there is not one for each letter, or a character is no mark."""
        marks = text.strip().upper()
        if len(marks) != length:
            raise ValueError(f"{text!r} has not {count_text(length, 'mark')}")
        # ValueError for a character that is no mark.
        code_of(marks)
        return marks

    return Notation(
        reply_of=lambda code: reply_of(code, length),
        code_of=code_of,
        parse_reply=parse,
        reply_form=f"{count_text(length, 'mark')} O, ? or X",
    )
