"""The contents of the page's file: words, answers, tree, values by bin size and rules, as JSON, compressed."""

import base64
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lingo_bot.assistant.advice import Proposal
from lingo_bot.assistant.player import Player
from lingo_bot.book import Entry
from lingo_bot.book_player import NO_BOOK, book_for
from lingo_bot.expected_points import expected_points, kind_of
from lingo_bot.strategy import payoff_of
from lingo_common.errors import DataError
from wordlists.reader import WordList, person_secrets
from wordlists.spelling import JOINED, LANGUAGES
from wordlists.word_game import WordGame

OPENERS = 8
"""First guesses whose values are in the file."""


@dataclass(frozen=True)
class PageGame:
    """The game of a page, as the command line gives it."""

    word_game: WordGame
    strategy: str
    book: str | None
    """The path of a book, "" for none, None for the packaged books."""
    shown: bool
    """Whether the first letter is shown; the page asks for it where the rules do not name it."""

    @cached_property
    def letters(self) -> list[str]:
        """The first letters that games are for, "" where the page asks for none."""
        if not self.shown or self.word_game.letter:
            return [""]
        return sorted({word[0] for word in self.word_game.words.words})

    def player(self) -> Player:
        """The lingo_bot.Player of this game."""
        return Player.of_game(self.word_game, self.strategy, self.book)


def content_of(game: PageGame) -> dict[str, Any]:
    """The object that the page reads; lingo_bot/page/program/types.d.ts describes it."""
    rules = game.word_game
    words, length, attempts, spelling = rules.words.words, rules.length, rules.attempts, rules.spelling
    payoff = payoff_of(rules.objective, attempts)
    # Where the first letter is shown, the words of a game begin with it as the first word does.
    lists = (words[:1], words[:1]) if game.shown else (words, rules.secrets.words)
    expected = expected_points(length, payoff, kind_of(*lists, rules.hard))
    return {
        "title": f"Lingo, {length} letters",
        "length": length,
        "attempts": attempts,
        "objective": rules.objective,
        "hard": rules.hard,
        "shown": game.shown,
        "letter": rules.letter,
        "fold": spelling.fold,
        "joined": list(JOINED.items()) if spelling.fold else [],
        "groups": spelling.pairs(),
        "language": list(LANGUAGES.get(spelling.language, {}).items()),
        "words": _text("".join(words).encode()),
        "answers": None if rules.answers is None else _bits(words, rules.answers.words),
        "common": _common(rules.words, rules.answers),
        "trees": {letter: tree for letter in game.letters if (tree := _tree(game, letter))},
        "solved": list(payoff.solved),
        "missed": payoff.missed,
        "breakpoints": expected.breakpoints,
        "openers": [] if len(game.letters) > 1 else _openers(game),
        "key": rules.words.fingerprint[:8],
    }


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


def _text(data: bytes) -> str:
    """The data deflated, as base64."""
    return base64.b64encode(zlib.compress(data, 9)).decode()


def _bits(words: Sequence[str], subset: Iterable[str]) -> str:
    """A bit for each word: whether it is in the subset; the first word is the lowest bit."""
    chosen = set(subset)
    number = sum(1 << index for index, word in enumerate(words) if word in chosen)
    return _text(number.to_bytes(-(-len(words) // 8), "little"))


def _common(words: WordList, answers: WordList | None) -> str | None:
    """The bits of the words that Play hides: common ones of a packaged list; None for all answers."""
    if answers is not None or (secrets := person_secrets(words)) is words.words:
        return None
    return _bits(words.words, secrets)


def _tree(game: PageGame, letter: str) -> list[Any] | None:
    """The deflated tree for a first letter as base64, with the bytes of a guess and of a reply; None without a book."""
    if game.book == NO_BOOK:
        return None
    entry = _entry(game, letter)
    if entry is None or entry.depth == 1:
        return None
    section = entry.section()
    reply = 1 if entry.length <= 5 else 2 if entry.length <= 10 else 4
    guess = (len(zlib.decompress(section)) // entry.nodes - reply) // 2
    return [base64.b64encode(section).decode(), guess, reply]


def _entry(game: PageGame, letter: str) -> Entry | None:
    try:
        word_game = game.word_game.with_rules(letter=letter) if letter else game.word_game
        return book_for(word_game, game.strategy, game.book)
    except DataError:
        if letter:  # the book may lack a letter
            return None
        raise


def _openers(game: PageGame) -> list[dict[str, Any]]:
    """The best first guesses, the book's first; `Proposal` in types.d.ts describes one."""
    player = game.player()
    best = player.best(OPENERS)
    booked = player.guess() if player.has_book else None
    return [_opener(game, player, proposal, booked) for proposal in sorted(best, key=lambda best: best.word != booked)]


def _opener(game: PageGame, player: Player, proposal: Proposal, booked: str | None) -> dict[str, Any]:
    sizes, _ = player.bin_sizes(proposal.word)
    return {
        "word": game.word_game.spelling.read(proposal.word),
        "points": proposal.points,
        "exact": proposal.exact,
        "left": proposal.remaining,
        "candidate": proposal.candidate,
        "chance": proposal.chance,
        "bins": len(sizes),
        "largest": max(sizes),
        "book": proposal.word == booked,
    }
