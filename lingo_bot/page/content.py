"""The content of the page for its program: rules, spelling, best first guesses, and what is in word_data.py."""

import base64
import json
import zlib
from typing import Any

from lingo_bot.assistant.player import Player
from lingo_bot.expected_costs import played_objective
from lingo_bot.page.word_data import data_of, key_of
from lingo_common.errors import count_text
from wordlists.spelling import LANGUAGES, PLAIN, Spelling
from wordlists.word_game import AIMS, OWN_LETTER, POINTS, WordGame

OPENERS = 8
"""Best first guesses whose values are in the file. The page shows as many in any advice (work.js)."""
WORDLE_ATTEMPTS = 6
"""The attempts of a game by the rules of Wordle."""
_MARKED_LETTERS = range(0x80, 0x2000)
"""Code points among which letters with marks are sought: all after ASCII up to the last block of Greek letters."""


def content_of(word_game: WordGame, strategy: str, book: str | None) -> dict[str, Any]:
    """The object that the page reads; lingo_bot/page/program/types.d.ts describes it.

    Where a game shows the first letter of its own secret (OWN_LETTER), the page asks for it. book: see
    lingo_bot.book_player.book_for.
    """
    spelling = word_game.spelling
    objective = played_objective(word_game.objective, word_game.attempts)
    data = json.dumps(data_of(word_game, strategy, book), separators=(",", ":"))
    asks_for_letter = word_game.letter == OWN_LETTER
    return {
        "title": title_of(word_game),
        "length": word_game.length,
        "attempts": word_game.attempts,
        "objective": word_game.objective,
        "charge": objective.charge,
        "miss": objective.miss,
        "hard": word_game.hard,
        "showsLetter": word_game.letter is not None,
        "letter": None if asks_for_letter else word_game.letter,
        "folded": _folded_letters(spelling),
        "tileLanguage": language_of_capitals(word_game),
        "languageLetters": list(LANGUAGES.get(spelling.language, {}).items()),
        "groups": spelling.group_letters(),
        "data": base64.b64encode(zlib.compress(data.encode(), 9)).decode(),
        "openers": [] if asks_for_letter else _openers(word_game, strategy, book),
        "key": key_of(word_game),
        "alphabet": "".join(sorted(letters_of_words(word_game))),
    }


def language_of_capitals(word_game: WordGame) -> str:
    """The language by whose rules a browser writes letters as capitals: in Turkish those of ı and i are I and İ.

    A list with ı has these capitals also if it was not read as Turkish, because by other rules both letters are an I.
    """
    if "ı" in letters_of_words(word_game):
        return "tr"
    return word_game.spelling.language or "en"


def letters_of_words(word_game: WordGame) -> set[str]:
    """All letters of the game's words."""
    return set("".join(word_game.words.words))


def title_of(word_game: WordGame) -> str:
    """The name of the game in the page's title and in shared texts: `Lingo, 5 letters`.

    Six attempts for the fewest guesses without a letter shown are the rules of Wordle, whose name is a trade mark.
    """
    counts_guesses = word_game.objective != POINTS
    is_like_wordle = word_game.attempts == WORDLE_ATTEMPTS and counts_guesses and word_game.letter is None
    name = "Wordle-like" if is_like_wordle else "Lingo"
    return f"{name}, {count_text(word_game.length, 'letter')}"


def rules_sentence(word_game: WordGame) -> str:
    """The rules of the page in a sentence."""
    words = count_text(len(word_game.words), "word")
    if word_game.answers:
        words = f"{count_text(len(word_game.answers), 'answer')} among {words}"
    attempts = count_text(word_game.attempts, "attempt")
    first = "" if word_game.letter is None else "the first letter is shown, "
    hard = "hard mode, " if word_game.hard else ""
    return f"This file: {words}, {attempts}, {first}{hard}played {AIMS[word_game.objective]}."


def _folded_letters(spelling: Spelling) -> list[tuple[str, str]]:
    """(letter with a mark, the letter without it) for all letters whose marks the spelling drops: ("é", "e").

    There are none without --fold. Capitals are left out, because the page lowers them before it folds.
    """
    if not spelling.fold:
        return []

    # The page replaces groups and letters of the language itself.
    folding = Spelling(fold=True)
    pairs = []
    for code_point in _MARKED_LETTERS:
        letter = chr(code_point)
        folded = folding.read(letter)
        # A plain spelling lowers capitals, and does nothing else to a letter.
        is_capital = PLAIN.read(letter) != letter
        if folded != letter and not is_capital:
            pairs.append((letter, folded))

    return pairs


def _openers(word_game: WordGame, strategy: str, book: str | None) -> list[dict[str, Any]]:
    """The best first guesses, the player's own first; `Proposal` in types.d.ts describes one."""
    player = Player.of_game(word_game, strategy, book)
    book_guess = player.guess() if player.has_book else None

    openers = []
    for proposal in player.best(OPENERS):
        sizes, _ = player.bin_sizes(proposal.word)
        opener = {
            "word": word_game.spelling.read(proposal.word),
            "bins": len(sizes),
            "largest": max(sizes),
            "book": proposal.word == book_guess,
        }
        openers.append(proposal.to_json() | opener)

    return openers
