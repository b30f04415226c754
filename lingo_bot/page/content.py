"""The content of the page for its program: rules, spelling, best first guesses, and its words as compressed JSON."""

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from codebreaker.replies import Array
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.word_tree import WordTree
from lingo_bot.book_player import book_for
from lingo_bot.expected_costs import expected_costs, kind_of, played_objective
from lingo_common.errors import DataError
from wordlists.spelling import LANGUAGES, PLAIN, Spelling
from wordlists.word_game import OWN_LETTER, POINTS, WordGame
from wordlists.word_list import person_secrets

OPENERS = 8
"""Best first guesses whose values are in the file, as many as the page shows of any advice (work.js)."""
WORDLE_ATTEMPTS = 6
"""The attempts of a game by the rules of Wordle."""
_MARKED_LETTERS = range(0x80, 0x2000)
"""Code points among which letters with marks are sought: all after ASCII up to the last block of Greek letters."""
_AIMS = {"points": "for points", "guesses": "for the fewest guesses", "worst": "for the best worst case"}
"""What a game is played for, in the page's sentence of rules."""


def content_of(word_game: WordGame, strategy: str, book: str | None) -> dict[str, Any]:
    """The object that the page reads; lingo_bot/page/program/types.d.ts describes it.

    Where a game shows the first letter of its own secret (OWN_LETTER), the page asks for it. book: see
    lingo_bot.book_player.book_for.
    """
    spelling = word_game.spelling
    objective = played_objective(word_game.objective, word_game.attempts)
    data = json.dumps(_data_of(word_game, strategy, book), separators=(",", ":"))
    asks_for_letter = word_game.letter == OWN_LETTER
    return {
        "title": title_of(word_game),
        "length": word_game.length,
        "attempts": word_game.attempts,
        "objective": word_game.objective,
        "charge": objective.charge,
        "miss": objective.miss,
        "hard": word_game.hard,
        "shown": word_game.letter is not None,
        "letter": None if asks_for_letter else word_game.letter,
        "folded": _folded_letters(spelling),
        "tileLanguage": spelling.language or "en",
        "languageLetters": list(LANGUAGES.get(spelling.language, {}).items()),
        "groups": spelling.group_letters(),
        "data": base64.b64encode(zlib.compress(data.encode(), 9)).decode(),
        "openers": [] if asks_for_letter else _openers(word_game, strategy, book),
        "key": _key_of(word_game),
        "alphabet": "".join(sorted(letters_of_words(word_game))),
    }


def letters_of_words(word_game: WordGame) -> set[str]:
    """All letters of the game's words."""
    return set("".join(word_game.words.words))


def letters_to_choose(word_game: WordGame) -> list[str]:
    """The first letters to choose from where the page asks for the one that is shown, else none."""
    if word_game.letter != OWN_LETTER:
        return []
    return sorted({word[0] for word in word_game.words.words})


def _data_of(word_game: WordGame, strategy: str, book: str | None) -> dict[str, Any]:
    """The words, answers, book and tables of the page: `Data` in types.d.ts."""
    words = word_game.words.words
    indices = {word: index for index, word in enumerate(words)}
    answers = word_game.answers.words if word_game.answers else None
    return {
        "words": words,
        "answers": [indices[word] for word in answers] if answers else None,
        "secretsOfPlay": [indices[word] for word in _secrets_of_play(word_game)],
        "book": _book_guesses(word_game, strategy, book, indices),
        "differences": _second_differences(word_game),
    }


def _key_of(word_game: WordGame) -> str:
    """Eight hexadecimal digits that change with the words of the page."""
    return word_game.words.fingerprint[:8]


def _secrets_of_play(word_game: WordGame) -> Sequence[str]:
    """The words that Play hides, in the order of days: the answers, else the common words of a packaged list.

    They are sorted by a checksum, so that nobody can tell tomorrow's word from today's.
    """
    answers = word_game.answers.words if word_game.answers else None
    words = answers or person_secrets(word_game.words) or word_game.words.words
    key = _key_of(word_game)
    return sorted(words, key=lambda word: zlib.crc32(f"{key}:{word}".encode()))


def title_of(word_game: WordGame) -> str:
    """The name of the game in the page's title and in shared texts: `Lingo, 5 letters`.

    Six attempts for the fewest guesses without a letter shown are the rules of Wordle, whose name is a trade mark.
    """
    has_rules_of_wordle = word_game.attempts == WORDLE_ATTEMPTS and word_game.objective != POINTS
    is_like_wordle = has_rules_of_wordle and word_game.letter is None
    name = "Wordle-like" if is_like_wordle else "Lingo"
    return f"{name}, {word_game.length} letters"


def rules_sentence(word_game: WordGame) -> str:
    """The rules of the page in a sentence."""
    words = f"{len(word_game.words):,} words"
    if word_game.answers:
        words = f"{len(word_game.answers):,} answers among {words}"
    first = "" if word_game.letter is None else "the first letter is shown, "
    hard = "hard mode, " if word_game.hard else ""
    return f"This file: {words}, {word_game.attempts} attempts, {first}{hard}played {_AIMS[word_game.objective]}."


def _folded_letters(spelling: Spelling) -> list[tuple[str, str]]:
    """(letter with a mark, the letter without it) for all letters whose marks the spelling drops: ("é", "e").

    There are none without --fold. Capitals are left out, because the page lowers them before it folds.
    """
    folding = Spelling(fold=spelling.fold)
    pairs = []
    for code_point in _MARKED_LETTERS:
        letter = chr(code_point)
        folded = folding.read(letter)
        is_lower = PLAIN.read(letter) == letter
        if is_lower and folded != letter:
            pairs.append((letter, folded))
    return pairs


def _second_differences(word_game: WordGame) -> list[list[int]]:
    """For 0, 1, … guesses left the second differences of the expected costs of bins of 0, 1, … words.

    The costs are in 1/SCALE of a point (codebreaker.search.beam). There are none for 0 guesses left. Second differences
    are small numbers, which compress better: costs of 0, 0, 100, 300 are stored as 0, 0, 100, 100.
    """
    words = word_game.words.words
    if word_game.letter is None:
        kind = kind_of(words, word_game.secrets.words, word_game.hard)
    else:
        # All words of one game begin with one letter, though the page may have words for many games: a list of one
        # word has the same kind.
        kind = kind_of(words[:1], words[:1], word_game.hard)

    objective = played_objective(word_game.objective, word_game.attempts)
    expected = expected_costs(word_game.length, objective, kind)

    tables: list[list[int]] = [[]]
    for guesses_left in range(1, word_game.attempts):
        costs = expected(guesses_left, len(words))
        after_two_zeros = np.pad(costs, (2, 0))
        tables.append(np.diff(after_two_zeros, 2).tolist())
    return tables


def _book_guesses(
    word_game: WordGame, strategy: str, book: str | None, indices: dict[str, int]
) -> list[list[int]] | None:
    """The book's guesses by attempt, and by secret as an index of words; None without a book.

    A guess is its index + 1, -1 for the secret itself, 0 where the tree has none. indices: the index of each word.
    """
    # Where the page asks for the first letter, the trees of all letters are in one array, because their secrets differ.
    guesses = np.zeros((word_game.attempts, len(indices)), dtype=int)
    if word_game.letter != OWN_LETTER:
        _add_guesses_of_tree(word_game, strategy, book, indices, guesses)

    for letter in letters_to_choose(word_game):
        try:
            _add_guesses_of_tree(word_game.with_rules(letter=letter), strategy, book, indices, guesses)
        except DataError:
            # A book may lack one of the letters.
            continue

    return guesses.tolist() if guesses.any() else None


def _add_guesses_of_tree(
    word_game: WordGame, strategy: str, book: str | None, indices: dict[str, int], guesses: Array
) -> None:
    """Write the guesses of the book's tree for a game into `guesses`, the array of _book_guesses.

    word_game: that of the page, or of one of its first letters. Nothing is written where the book has no tree for it,
    or only a first guess.
    """
    book_tree = book_for(word_game, strategy, book)
    if book_tree is None or not book_tree.plays_whole_games:
        return

    tree = WordTree(word_game.words.words, book_tree)

    # The tree counts the words of its game from 0. On the page, which may have words of other first letters too, they
    # are a block of the sorted list that begins at this index.
    first = indices[word_game.words.words[0]]
    secrets = np.array([indices[word] for word in word_game.secrets.words]) - first
    attempts = tree.play(node=0, secrets=secrets)

    # The longest game of the tree may have fewer guesses than the game has attempts.
    for row, (open_secrets, tree_guesses) in zip(guesses, attempts, strict=False):
        is_hit = tree_guesses == open_secrets
        row[open_secrets + first] = np.where(is_hit, -1, tree_guesses + first + 1)


def _openers(word_game: WordGame, strategy: str, book: str | None) -> list[dict[str, Any]]:
    """The best first guesses, the book's first; `Proposal` in types.d.ts describes one."""
    player = Player.of_game(word_game, strategy, book)
    book_guess = player.guess() if player.has_book else None
    proposals = sorted(player.best(OPENERS), key=lambda proposal: proposal.word != book_guess)

    openers = []
    for proposal in proposals:
        sizes, _ = player.bin_sizes(proposal.word)
        opener = {
            "word": word_game.spelling.read(proposal.word),
            "points": proposal.points,
            "guesses": proposal.guesses,
            "exact": proposal.exact,
            "left": proposal.remaining,
            "candidate": proposal.candidate,
            "chance": proposal.chance,
            "bins": len(sizes),
            "largest": max(sizes),
            "book": proposal.word == book_guess,
        }
        openers.append(opener)

    return openers
