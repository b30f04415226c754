"""The check of tree files with the slow oracle, wordlists.reply; precompute.tree_text says what they look like.

A header is `# lingo-tree 1 length=4 attempts=5 words=2 fingerprint=…`, and a game `catt: batt XOOO catt OOOO`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from codebreaker.outcome import Outcome
from codebreaker.tree import Tree
from lingo_common.errors import DataError
from lingo_common.files import read_file
from precompute.tree_text import FORMAT, header_fields, lines_of
from wordlists.reply import reply_for, winning_reply
from wordlists.rules import why_illegal
from wordlists.spelling import Spelling
from wordlists.step import Step
from wordlists.word_game import WordGame

MOST_QUOTED = 200
"""Characters of a wrong line that an error message repeats."""
_LENGTH = re.compile(r" length=([0-9]{1,2})(?!\S)")
"""The field of a header that tells how long words are."""

GameOf = Callable[[int], WordGame]
"""game_of(length): the game whose rules and lists a section of words of that length is checked against."""


def check(path: str, game_of: GameOf) -> list["CheckedSection"]:
    """The sections of a tree file, verified with the slow oracle, wordlists.reply; DataError for the first error.

    The rules and the lists are those of `game_of` and never those that the file states; a header that states others is
    an error. Verified are: every reply; that every guess is a word of the list and keeps the rules; that games with the
    same past make the same next guess; that no game goes on after a win, ends early, or is longer than the attempts;
    that there is one game for every secret. Where the first letter is shown, there is a section for every letter with
    which a secret begins.
    """
    sections: list[CheckedSection] = []
    for number, data in enumerate(read_file(path).splitlines(), 1):
        # Some editors write a byte-order mark at the beginning of a file.
        line = data.decode("utf-8-sig", "replace")
        with _errors_at(f"{path}: line {number}"):
            _add_line(sections, line, game_of)

    with _errors_at(path):
        if not sections:
            raise DataError(f"not a tree file: no header {FORMAT!r}")
        for section in sections:
            section.finish()
        _check_complete(sections, game_of)

    return sections


@contextmanager
def _errors_at(source: str) -> Iterator[None]:
    """Put the source, a file or a line of it, before the message of a DataError."""
    try:
        yield
    except DataError as error:
        raise DataError(f"{source}: {error}") from None


def _add_line(sections: list["CheckedSection"], line: str, game_of: GameOf) -> None:
    """Begin another section if the line is a header, else add its game to the last section; skip an empty line."""
    if line.startswith("#"):
        sections.append(CheckedSection(_game_of_header(line, game_of)))
    elif line.strip():
        if not sections:
            raise DataError(f"no header {FORMAT!r} before the first game")
        sections[-1].add(line)


def outcome_by_oracle(tree: Tree, word_game: WordGame) -> Outcome:
    """How the games of a tree end, each verified as in a tree file; DataError if it is no tree of the word game."""
    _header, *games = lines_of(tree, word_game)
    section = CheckedSection(word_game)
    for game in games:
        section.add(game)

    section.finish()
    return section.outcome


def _check_complete(sections: list["CheckedSection"], game_of: GameOf) -> None:
    """DataError if a game has two sections, or if the section of a first letter is missing."""
    # A name such as `5 letters, d` has the first letter that is shown.
    names = [section.word_game.name for section in sections]
    for name in names:
        if names.count(name) > 1:
            raise DataError(f"there are two sections of {name}")

    for length in sorted({section.word_game.length for section in sections}):
        for word_game in game_of(length).games_by_first_letter():
            if word_game.name not in names:
                raise DataError(f"there is no section of {word_game.name}")


def _game_of_header(line: str, game_of: GameOf) -> WordGame:
    """The user's game whose header this is; DataError if it is the header of no such game.

    Fields may have any order. Where the first letter is shown, the game is that of the letter in the header.
    """
    is_header = line == FORMAT or line.startswith(f"{FORMAT} ")
    if not is_header:
        raise DataError(f"not a header of this format: {line.strip()[:MOST_QUOTED]!r}")

    length = _LENGTH.search(line)
    if length is None:
        raise DataError("the header has no length of words, such as length=5")

    fields = line.removeprefix(FORMAT).split()
    # If no game has the header's first letter, any of them will do: its fields are not those of the header, and the
    # message below says so. Where no letter is shown there is one game.
    for word_game in game_of(int(length[1])).games_by_first_letter():
        if f"first_letter={word_game.written_letter}" in fields:
            break

    # Counters, because a field that stands twice is one too many.
    stated = Counter(fields)
    expected = Counter(header_fields(word_game))
    if stated != expected:
        wrong = _fields_text(stated - expected)
        right = _fields_text(expected - stated)
        raise DataError(f"the header has {wrong} in the place of {right}: the options say which rules and lists count")
    return word_game


def _fields_text(fields: Counter[str]) -> str:
    """Fields as a message quotes them, `nothing` if there are none."""
    return repr(" ".join(fields)[:MOST_QUOTED]) if fields else "nothing"


class CheckedSection:
    """A section of a tree file: its games are added line by line, and each is verified and counted."""

    def __init__(self, word_game: WordGame) -> None:
        """word_game: what the section is checked against, with one first letter where letters are shown."""
        self.word_game = word_game
        secrets = word_game.secrets
        # Without weights each secret counts once.
        weights = word_game.weights or [1] * len(secrets)
        self._words = set(word_game.words.words)
        self._weight_of = dict(zip(secrets.words, weights, strict=True))
        """The weight of each secret whose game was not added yet."""
        self._next_guess: dict[str, str] = {}
        """The guess after the steps so far, a text such as `tares ?XX?X ideal ?X??X `; without steps the first guess.

        Games that begin with the same steps must go on with the same guess, or they are not those of one tree.
        """

        self._solved = [0] * word_game.attempts
        """The weight of the secrets that are solved at attempt 1, 2, …."""
        self._missed = 0
        """The weight of the secrets that are missed."""

    @property
    def outcome(self) -> Outcome:
        """How the games end, each secret with its weight."""
        return Outcome(tuple(self._solved), self._missed)

    @property
    def first_guess(self) -> str:
        """The first guess of all games."""
        return self.word_game.spelling.write(self._next_guess[""])

    def add(self, line: str) -> None:
        """Verify and add the game of a line; DataError if there is none, or it breaks what `check` verifies."""
        spelling = self.word_game.spelling
        written_secret, _, moves = line.partition(":")
        secret = spelling.read(written_secret)
        # Guesses and replies alternate.
        fields = moves.split()
        written_guesses = fields[::2]
        replies = fields[1::2]

        is_word = len(secret) == self.word_game.length and spelling.is_word(secret)
        is_secret = is_word and _is_written_so(spelling, secret, written_secret)
        has_steps = bool(replies) and len(written_guesses) == len(replies)
        if not is_secret or not has_steps:
            raise DataError(f"not a game: {line.strip()[:MOST_QUOTED]!r}")

        steps_text = ""
        steps: list[Step[str, str]] = []
        for written_guess, reply in zip(written_guesses, replies, strict=True):
            guess = spelling.read(written_guess)
            self._check_guess(secret, guess, written_guess, steps)
            if reply_for(guess, secret) != reply:
                raise DataError(f"the reply to {guess} for {secret} is not {reply}")
            if self._next_guess.setdefault(steps_text, guess) != guess:
                raise DataError(f"{guess} is guessed where an earlier game with the same past guesses otherwise")

            steps_text += f"{guess} {reply} "
            steps.append(Step(guess, reply))

        self._count(secret, replies)

    def _check_guess(self, secret: str, guess: str, written: str, steps: list[Step[str, str]]) -> None:
        """DataError if the guess is not a word of the list, is not written as words are, or breaks a rule."""
        word_game = self.word_game
        if guess not in self._words:
            raise DataError(f"{guess} is guessed and not in the list")
        if not _is_written_so(word_game.spelling, guess, written):
            raise DataError(f"{written!r} is not written as in the list: {word_game.spelling.write(guess)}")
        why = why_illegal(word_game, guess, steps, word_game.letter)
        if why:
            raise DataError(f"{guess} is not allowed in the game of {secret}: {why}")

    def _count(self, secret: str, replies: list[str]) -> None:
        """Count the game in the outcome; DataError if it does not end with its win or its last attempt."""
        win = winning_reply(len(secret))
        is_won = replies[-1] == win
        if win in replies[:-1] or len(replies) > self.word_game.attempts:
            raise DataError(f"the game of {secret} goes on after its end")
        if not is_won and len(replies) < self.word_game.attempts:
            raise DataError(f"the game of {secret} ends before its end")

        weight = self._weight_of.pop(secret, None)
        if weight is None:
            raise DataError(f"{secret} is no secret of the lists given, or has a game already")
        if is_won:
            self._solved[len(replies) - 1] += weight
        else:
            self._missed += weight

    def finish(self) -> None:
        """Verify that each secret has a game."""
        if self._weight_of:
            raise DataError(f"there is no game of {min(self._weight_of)}")


def _is_written_so(spelling: Spelling, word: str, written: str) -> bool:
    """Whether `written` is how a tree file writes the word: False for `Tares`, where the word is `tares`."""
    return spelling.write(word) == written
