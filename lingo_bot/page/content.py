"""The contents of the page's file: words, answers, a book's games, expected points and rules, as JSON, compressed."""

import base64
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from codebreaker.replies import Array
from codebreaker.search.beam import SCALE
from lingo_bot.assistant.advice import BookAdvice, Proposal
from lingo_bot.assistant.player import Player
from lingo_bot.book_player import book_for
from lingo_bot.strategy import expected_points, kind_of, played_objective
from lingo_common.errors import DataError
from wordlists.reader import person_secrets
from wordlists.spelling import LANGUAGES, PLAIN, Spelling
from wordlists.word_game import POINTS, WordGame

OPENERS = 8
"""First guesses whose values are in the file."""
WORDLE_ATTEMPTS = 6
_MARKED_LETTERS = (0x80, 0x2000)
"""The characters that are tried for letters with marks: from behind ASCII to the end of Greek with its accents."""


@dataclass(frozen=True)
class PageGame:
    """The game of a page, as the command line gives it."""

    word_game: WordGame
    strategy: str
    book: str | None
    """The path of a book, "" for none, None for the packaged books."""
    shown: bool
    """Whether the first letter is shown; the page asks for it where the rules do not name it."""

    @property
    def letters(self) -> list[str]:
        """The first letters to choose from where the page asks for the one that is shown."""
        is_asked = self.shown and not self.word_game.letter
        return sorted({word[0] for word in self.word_game.words.words}) if is_asked else []

    def player(self) -> Player:
        """The lingo_bot.Player of this game."""
        return Player.of_game(self.word_game, self.strategy, self.book)


def content_of(game: PageGame) -> dict[str, Any]:
    """The object that the page reads; lingo_bot/page/program/types.d.ts describes it."""
    rules = game.word_game
    spelling = rules.spelling
    objective = played_objective(rules.objective, rules.attempts)
    data = json.dumps(_data_of(game), separators=(",", ":"))
    return {
        "title": title_of(game),
        "length": rules.length,
        "attempts": rules.attempts,
        "objective": rules.objective,
        "hard": rules.hard,
        "shown": game.shown,
        "letter": rules.letter,
        "folded": _fold_table(spelling),
        "lang": spelling.language or "en",
        "language": list(LANGUAGES.get(spelling.language, {}).items()),
        "groups": spelling.pairs(),
        "data": base64.b64encode(zlib.compress(data.encode(), 9)).decode(),
        "solved": [objective.points_of(0, 1, attempts_left) for attempts_left in range(rules.attempts, 0, -1)],
        "missed": -objective.miss,
        "openers": [] if game.letters else _openers(game),
        "key": _key_of(game),
        "alphabet": "".join(sorted(set("".join(rules.words.words)))),
    }


def _data_of(game: PageGame) -> dict[str, Any]:
    """The words, answers, book and tables of the page: `Data` in types.d.ts."""
    rules = game.word_game
    words = rules.words.words
    indices = {word: index for index, word in enumerate(words)}
    answers = rules.answers.words if rules.answers else None
    return {
        "words": words,
        "answers": [indices[word] for word in answers] if answers else None,
        "common": [indices[word] for word in _hidden_words(game)],
        "book": _games(game, indices),
        "differences": _second_differences(game),
    }


def _key_of(game: PageGame) -> str:
    """Eight digits that change with the words of the page."""
    return game.word_game.words.fingerprint[:8]


def _hidden_words(game: PageGame) -> Sequence[str]:
    """The words that Play hides, in the order of days: the answers, else the common words of a packaged list.

    Their order is that of a checksum, so that nobody reads tomorrow's word off today's.
    """
    rules = game.word_game
    answers = rules.answers.words if rules.answers else None
    words = answers or person_secrets(rules.words) or rules.words.words
    key = _key_of(game)
    return sorted(words, key=lambda word: zlib.crc32(f"{key}:{word}".encode()))


def title_of(game: PageGame) -> str:
    """The name of the game in the page's title and in shared texts: `Lingo, 5 letters`.

    Six attempts for the fewest guesses without a letter shown are the rules of Wordle, whose name is a trade mark.
    """
    rules = game.word_game
    is_like_wordle = rules.attempts == WORDLE_ATTEMPTS and rules.objective != POINTS and not game.shown
    name = "Wordle-like" if is_like_wordle else "Lingo"
    return f"{name}, {rules.length} letters"


def rules_sentence(game: PageGame) -> str:
    """The rules of the page in a sentence."""
    rules = game.word_game
    words = f"{len(rules.words):,} words"
    if rules.answers:
        words = f"{len(rules.answers):,} answers among {words}"
    aims = {"points": "for points", "guesses": "for the fewest guesses", "worst": "for the best worst case"}
    first = "the first letter is shown, " if game.shown else ""
    hard = "hard mode, " if rules.hard else ""
    return f"This file: {words}, {rules.attempts} attempts, {first}{hard}played {aims[rules.objective]}."


def _fold_table(spelling: Spelling) -> list[tuple[str, str]]:
    """The letters whose marks the spelling drops, each with what is left of it: ("é", "e") with --fold."""
    folding = Spelling(spelling.fold)
    pairs = []
    for number in range(*_MARKED_LETTERS):
        letter = chr(number)
        # A letter that even a plain spelling changes, such as a capital, is read before this table is used.
        is_plain = PLAIN.read(letter) == letter
        folded = folding.read(letter)
        if is_plain and folded != letter:
            pairs.append((letter, folded))
    return pairs


def _second_differences(game: PageGame) -> list[list[int]]:
    """Tables of the expected points of bins for each attempt but the first, none for it, as second differences.

    Second differences are small numbers, which compress better than the tables.
    """
    rules = game.word_game
    words = rules.words.words
    guesses = words
    secrets = rules.secrets.words
    if game.shown:
        # The words of a game begin with one letter, as the first word alone does.
        guesses = words[:1]
        secrets = words[:1]
    objective = played_objective(rules.objective, rules.attempts)
    expected = expected_points(rules.length, objective, kind_of(guesses, secrets, rules.hard))

    sizes = np.arange(len(words) + 1)
    differences: list[list[int]] = [[]]
    for attempts_left in range(rules.attempts - 1, 0, -1):
        solved = objective.points_of(0, 1, attempts_left) * sizes * SCALE
        points = solved - expected(attempts_left, len(words))
        padded = np.pad(points, (2, 0))
        differences.append(np.diff(padded, 2).astype(int).tolist())
    return differences


def _games(game: PageGame, indices: dict[str, int]) -> list[list[int]] | None:
    """The book's guesses, by attempt and secret: index + 1, -1 for the secret itself, 0 for none; None without a book.

    indices: the index of each word.
    """
    rules = game.word_game
    guesses = np.zeros((rules.attempts, len(indices)), dtype=int)
    letters: Sequence[str | None] = game.letters or [rules.letter]
    for letter in letters:
        _play_book(game, rules.with_rules(letter=letter), indices, guesses)
    return guesses.tolist() if guesses.any() else None


def _play_book(game: PageGame, rules: WordGame, indices: dict[str, int], guesses: Array) -> None:
    """Write the guesses of the book's tree for these rules into `guesses`, if there is a whole tree.

    rules: those of the page, with one first letter where the page asks for it.
    """
    try:
        entry = book_for(rules, game.strategy, game.book)
    except DataError:
        # A book may lack one of the letters that the page asks for.
        if game.letters:
            return
        raise
    if entry is None or entry.depth == 1:
        return

    tree = BookAdvice(rules.words.words, entry)
    # The words of one letter follow each other in the whole list; the tree counts them from 0.
    first = indices[rules.words.words[0]]
    secrets = np.array([indices[word] for word in rules.secrets.words]) - first
    for row, (unsolved, guessed) in zip(guesses, tree.play(0, secrets), strict=False):
        row[unsolved + first] = np.where(guessed == unsolved, -1, guessed + first + 1)


def _openers(game: PageGame) -> list[dict[str, Any]]:
    """The best first guesses, the book's first; `Proposal` in types.d.ts describes one."""
    player = game.player()
    booked = player.guess() if player.has_book else None
    best = sorted(player.best(OPENERS), key=lambda proposal: proposal.word != booked)
    return [_opener(game, player, proposal, proposal.word == booked) for proposal in best]


def _opener(game: PageGame, player: Player, proposal: Proposal, is_booked: bool) -> dict[str, Any]:
    sizes, _ = player.bin_sizes(proposal.word)
    return {
        "word": game.word_game.spelling.read(proposal.word),
        "points": proposal.points,
        "guesses": proposal.guesses,
        "exact": proposal.exact,
        "left": proposal.remaining,
        "candidate": proposal.candidate,
        "chance": proposal.chance,
        "bins": len(sizes),
        "largest": max(sizes),
        "book": is_booked,
    }
