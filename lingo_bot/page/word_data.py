"""The words in the page's file: the lists, the words that Play hides, the book's guesses, expected costs."""

import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from codebreaker.replies import Array
from lingo_bot.assistant.word_tree import word_tree_for
from lingo_bot.expected_costs import LETTER, expected_costs, kind_of, played_objective
from lingo_common.errors import DataError
from wordlists.word_game import OWN_LETTER, WordGame
from wordlists.word_list import person_secrets


def data_of(word_game: WordGame, strategy: str, book: str | None) -> dict[str, Any]:
    """The object of the type `Data` in types.d.ts."""
    words = word_game.words.words
    indices = {word: index for index, word in enumerate(words)}
    answers = word_game.answers.words if word_game.answers else None
    kind = _kind(word_game, word_game.secrets.words)
    # If no answer fits the replies, the page widens the secrets from the answers to all words.
    widened_kind = _kind(word_game, words)
    return {
        "words": words,
        "answers": [indices[word] for word in answers] if answers else None,
        "secretsOfPlay": [indices[word] for word in _secrets_of_play(word_game)],
        "book": _book_guesses(word_game, strategy, book, indices),
        "differences": _second_differences(word_game, kind),
        "widenedDifferences": None if widened_kind == kind else _second_differences(word_game, widened_kind),
    }


def key_of(word_game: WordGame) -> str:
    """Eight hexadecimal digits that change with the words of the page.

    They are a part of the names under which a browser keeps its games.
    """
    return word_game.words.fingerprint[:8]


def letters_to_choose(word_game: WordGame) -> list[str]:
    """The first letters to choose from where the page asks for the one that is shown, else none."""
    # With OWN_LETTER each secret's own first letter is shown, so the page has the words of all letters.
    if word_game.letter != OWN_LETTER:
        return []
    return sorted({word[0] for word in word_game.words.words})


def _secrets_of_play(word_game: WordGame) -> Sequence[str]:
    """The words that Play hides, in the order of days: the answers, else the common words of a packaged list.

    They are sorted by a checksum, so that nobody can tell tomorrow's word from today's.
    """
    answers = word_game.answers.words if word_game.answers else None
    # A packaged list may have no common word of this length and letter.
    words = answers or person_secrets(word_game.words) or word_game.words.words
    key = key_of(word_game)
    return sorted(words, key=lambda word: zlib.crc32(f"{key}:{word}".encode()))


def _kind(word_game: WordGame, secrets: Sequence[str]) -> str:
    """The kind of the page's games if these words can be the secret, as in lingo_bot.expected_costs."""
    # A page for all letters has words of all, but in each of its games they begin with the same letter.
    return kind_of(word_game.words.words, secrets) if word_game.letter is None else LETTER


def _second_differences(word_game: WordGame, kind: str) -> list[list[int]]:
    """For 0, 1, … guesses left the second differences of the expected costs of bins of 0, 1, … words.

    The costs are in 1/SCALE of a point (codebreaker.search.beam), and the list for 0 guesses left is empty. Second
    differences are small numbers, which compress better: costs of 0, 0, 100, 300 are stored as 0, 0, 100, 100.
    """
    objective = played_objective(word_game.objective, word_game.attempts)
    expected = expected_costs(word_game.length, objective, kind, word_game.hard)

    # Costs are looked up after a guess, so that at least one attempt fewer is left.
    tables: list[list[int]] = [[]]
    for guesses_left in range(1, word_game.attempts):
        costs = expected(guesses_left, len(word_game.words))
        after_two_zeros = np.pad(costs, (2, 0))
        tables.append(np.diff(after_two_zeros, 2).tolist())
    return tables


def _book_guesses(
    word_game: WordGame, strategy: str, book: str | None, indices: dict[str, int]
) -> list[list[int]] | None:
    """The book's guesses by attempt, and by secret as an index of words; None without a book.

    A guess is its index + 1, -1 for the secret itself, 0 where the tree has none. indices: the index of each word.
    """
    # Where the page asks for the first letter, there is a tree for each letter. One array holds the guesses of all of
    # them, because a secret has one first letter and so is in one tree.
    guesses = np.zeros((word_game.attempts, len(indices)), dtype=int)
    if word_game.letter != OWN_LETTER:
        _add_guesses_of_tree(word_game, strategy, book, indices, guesses)

    for letter in letters_to_choose(word_game):
        try:
            game_of_letter = word_game.with_rules(letter=letter)
            _add_guesses_of_tree(game_of_letter, strategy, book, indices, guesses)
        except DataError:
            # No secret begins with this letter, or the book that the user named has no tree for it.
            continue

    return guesses.tolist() if guesses.any() else None


def _add_guesses_of_tree(
    word_game: WordGame, strategy: str, book: str | None, indices: dict[str, int], guesses: Array
) -> None:
    """Write the guesses of the book's tree for a game into `guesses`, the array of _book_guesses.

    word_game: that of the page, or of one of its first letters. Nothing is written where the book has no tree for it,
    or only a first guess.
    """
    tree = word_tree_for(word_game, strategy, book)
    if tree is None or not tree.plays_whole_games:
        return

    # The tree has indices of its game's words. Words with one first letter are a block of the page's sorted list, so an
    # index of the page is larger by that of the block's first word.
    offset = indices[word_game.words.words[0]]
    secrets = np.array([indices[word] for word in word_game.secrets.words]) - offset

    # For each attempt: the secrets that are still open, and the tree's guess against each of them. The longest game of
    # the tree may have fewer guesses than the game has attempts.
    attempts = tree.play(node=0, secrets=secrets)
    for row, (open_secrets, tree_guesses) in zip(guesses, attempts, strict=False):
        is_hit = tree_guesses == open_secrets
        row[open_secrets + offset] = np.where(is_hit, -1, tree_guesses + offset + 1)
