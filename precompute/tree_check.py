"""The check of tree files with the slow oracle, wordlists.reply; precompute.tree_text says what they look like.

A header is `# lingo-tree 1 length=4 attempts=5 words=2 fingerprint=…`, and a game `catt: batt XOOO catt OOOO`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from codebreaker.outcome import Outcome
from codebreaker.tree import Tree
from lingo_common.errors import DataError, count_text
from lingo_common.files import read_file
from precompute.tree_text import FORMAT, lines_of
from wordlists.reply import reply_for, winning_reply
from wordlists.rules import why_illegal
from wordlists.spelling import Spelling
from wordlists.step import Step
from wordlists.word_game import WordGame
from wordlists.word_list import fingerprint

MOST_DIGITS = 9
"""Digits of a number in a header, at most: Python refuses to read a number of thousands of digits."""
MOST_QUOTED = 80
"""Characters of a wrong line that an error message repeats."""
_NUMBERS = ("length", "attempts", "words")
"""The fields of a header that are whole numbers, and that every header has; `words` is the number of secrets."""
_FIELDS = (*_NUMBERS, "fingerprint", "first_letter", "hard")

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
        header = _read_header(line)
        word_game = game_of(int(header["length"]))
        sections.append(CheckedSection(header, word_game))
    elif line.strip():
        if not sections:
            raise DataError(f"no header {FORMAT!r} before the first game")
        sections[-1].add(line)


def outcome_by_oracle(tree: Tree, word_game: WordGame) -> Outcome:
    """How the games of a tree end, each verified as in a tree file; DataError if it is no tree of the word game."""
    header, *games = lines_of(tree, word_game)
    section = CheckedSection(_read_header(header), word_game)
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


def _read_header(line: str) -> dict[str, str]:
    """The fields of a header by name, as text; DataError for a line of another form.

    Every field is one of _FIELDS and stands once; those of _NUMBERS may not be missing.
    """
    is_header = line == FORMAT or line.startswith(f"{FORMAT} ")
    if not is_header:
        raise DataError(f"not a header of this format: {line.strip()[:MOST_QUOTED]!r}")

    fields: dict[str, str] = {}
    for field in line.removeprefix(FORMAT).split():
        name, _, value = field.partition("=")
        if name not in _FIELDS:
            raise DataError(f"the header has an unknown field: {field[:MOST_QUOTED]!r}")
        if name in fields:
            raise DataError(f"the header has the field {name} twice")
        fields[name] = value

    _check_values(fields)
    return fields


def _check_values(fields: dict[str, str]) -> None:
    """DataError unless the header's numbers are numbers, and `hard`, if it is there, is 1."""
    for name in _NUMBERS:
        value = fields.get(name, "")
        is_number = value.isascii() and value.isdigit() and len(value) <= MOST_DIGITS
        if not is_number or int(value) < 1:
            raise DataError(f"the header's {name} is {value[:MOST_QUOTED]!r}, not a whole number from 1")

    if "hard" in fields and fields["hard"] != "1":
        raise DataError(f"the header's hard is {fields['hard'][:MOST_QUOTED]!r}; in hard mode it is hard=1")


def _game_of_header(header: dict[str, str], word_game: WordGame) -> WordGame:
    """The game of the first letter that the header names, or the game itself; DataError if their rules differ."""
    attempts = int(header["attempts"])
    if attempts != word_game.attempts:
        stated = count_text(attempts, "attempt")
        raise DataError(f"the header says {stated}, and the rules given have {word_game.attempts}")

    is_hard = "hard" in header
    if is_hard and not word_game.hard:
        raise DataError("the header says hard mode, and the rules given have none: --hard checks it")
    if word_game.hard and not is_hard:
        raise DataError("the rules given are hard mode, and the header does not say hard=1")

    letter = header.get("first_letter", "")
    # The letter of a game is None if it shows none.
    if word_game.letter is None:
        if letter:
            stated = f"the header says first_letter={letter}"
            raise DataError(f"{stated}, and the rules given show no letter: --show-first-letter checks it")
        return word_game

    if not letter:
        raise DataError("the rules given show the first letter, and the header names none")
    for game_of_letter in word_game.games_by_first_letter():
        if game_of_letter.written_letter == letter:
            return game_of_letter
    raise DataError(f"no secret of the lists given begins with the header's first_letter={letter}")


class CheckedSection:
    """A section of a tree file: its games are added line by line, and each is verified and counted."""

    def __init__(self, header: dict[str, str], word_game: WordGame) -> None:
        """header: the fields of the section's first line; DataError if they state other rules than the game's.

        word_game: the game that the user names, which has the sections of all first letters.
        """
        self._header = header
        self.word_game = _game_of_header(header, word_game)
        """The game that the section is checked against, with one first letter where letters are shown."""

        secrets = self.word_game.secrets
        # Without weights each secret counts once.
        weights = self.word_game.weights or [1] * len(secrets)
        self._words = set(self.word_game.words.words)
        self._weight_of = dict(zip(secrets.words, weights, strict=True))
        self._next_guess: dict[str, str] = {}
        """The guess after the steps so far, a text such as `tares ?XX?X ideal ?X??X `; without steps the first guess.

        Games that begin with the same steps must go on with the same guess, or they are not those of one tree.
        """

        self.games = 0
        """The number of games that were added."""
        self._secrets: set[str] = set()
        """The secrets of the games that were added."""
        self._solved = [0] * self.word_game.attempts
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

        self.games += 1
        self._secrets.add(secret)
        # A secret that is not in the list counts nothing; `finish` refuses it.
        weight = self._weight_of.get(secret, 0)
        if is_won:
            self._solved[len(replies) - 1] += weight
        else:
            self._missed += weight

    def finish(self) -> None:
        """Verify that there is one game for each secret of the header, and that these are the secrets of the list."""
        length = self.word_game.length
        written_secrets = sorted(map(self.word_game.spelling.write, self._secrets))
        has_each_once = len(written_secrets) == self.games == int(self._header["words"])
        if not has_each_once or fingerprint(written_secrets) != self._header.get("fingerprint"):
            raise DataError(f"the {length}-letter words of the games are not the list that the header names")
        if self._secrets != set(self.word_game.secrets.words):
            raise DataError(f"the secrets of {count_text(length, 'letter')} are not those of the lists given")


def _is_written_so(spelling: Spelling, word: str, written: str) -> bool:
    """Whether `written` is how a tree file writes the word: False for `Tares`, where the word is `tares`."""
    return spelling.write(word) == written
