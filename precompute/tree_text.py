"""Trees as text, one game a line, which people can read and any program can check.

    # lingo-tree 1 length=5 attempts=5 words=14847 fingerprint=<sha256 of the sorted secrets>
    aahed: tares ?XX?X ideal ?X??X aahed OOOOO
    …

A line is the secret, a colon, and the game: guess, reply, guess, reply, …, to the win or the last attempt. There is a
line for every secret, in alphabetical order. A file can hold several sections, each a header and its lines. The header
also has hard=1 for hard mode and first_letter=D where every guess begins with that letter.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated

import msgspec

from codebreaker.tree import Tree
from lingo_common.errors import DataError
from lingo_common.files import read_file
from wordlists.reader import fingerprint
from wordlists.reply import reply_for, reply_of, winning_reply
from wordlists.rules import why_illegal
from wordlists.spelling import PLAIN, Spelling
from wordlists.step import Step
from wordlists.word_game import WordGame

FORMAT = "# lingo-tree 1"


def lines_of(tree: Tree, game: WordGame) -> Iterator[str]:
    """The lines of a section, without line ends."""
    words, secrets, spelling = game.words.words, game.secrets.words, game.spelling
    fields = f"length={game.length} attempts={game.attempts} words={len(secrets)}"
    fields += f" fingerprint={fingerprint(sorted(game.secrets.written_words))}{' hard=1' if game.hard else ''}"
    yield f"{FORMAT} {fields}{f' first_letter={game.shown_letter}' if game.letter else ''}"
    children: dict[int, dict[str, Tree]] = {}
    for secret in secrets:
        node: Tree | None = tree
        steps = []
        while node is not None:
            guess = words[node.guess]
            reply = reply_for(guess, secret)
            steps.append(f"{spelling.write(guess)} {reply}")
            below = children.get(id(node))
            if below is None:
                below = children[id(node)] = {reply_of(code, game.length): child for code, child in node.branches}
            node = below.get(reply)
        yield f"{spelling.write(secret)}: {' '.join(steps)}"


Lists = Callable[[int], tuple[Sequence[str], Sequence[str]]]
"""lists(length): the words of that length that may be guessed, and those that can be the secret."""


def check(path: str, lists: Lists | None = None, spelling: Spelling = PLAIN) -> list["Section"]:
    """The sections of a tree file, verified with the slow oracle; DataError for the first error.

    Verified are: every reply; that games with the same past make the same next guess; that no game goes on after a
    win, ends early, or is longer than the attempts; that guesses keep hard mode and the first letter where the header
    names them; that the secrets are those of the fingerprint, and of the lists. Every guess must be a word of the
    lists, or one of the secrets where there are none.
    """
    sections: list[Section] = []
    lines = read_file(path).splitlines()
    where = path
    try:
        for number, data in enumerate(lines, 1):
            line = data.decode("utf-8-sig", "replace")
            where = f"{path}: line {number}"
            if line.startswith("#"):
                sections.append(Section(line, spelling))
            elif line.strip():
                if not sections:
                    raise DataError(f"no header {FORMAT!r} before the first game")
                sections[-1].add(line)
        where = path
        if not sections:
            raise DataError(f"not a tree file: no header {FORMAT!r}")
        for section in sections:
            section.finish(lists)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None
    return sections


_Number = Annotated[int, msgspec.Meta(ge=1, lt=10**9)]


class _Header(msgspec.Struct):
    """The fields of a header."""

    length: _Number
    attempts: _Number
    words: _Number
    fingerprint: str
    first_letter: str | None = None
    hard: str = ""


class Section:
    """A header and its games, with the figures of those that are added."""

    def __init__(self, line: str, spelling: Spelling) -> None:
        """Read the header; DataError if it is none."""
        read_as = {"letters": spelling.groups, "language": spelling.language, "fold": spelling.fold}
        try:
            if not line.startswith(FORMAT):
                raise msgspec.ValidationError
            self.header = msgspec.convert(dict(re.findall(r"(\w+)=(\w+)", line)), _Header, strict=False)
            self.rules = WordGame.from_json(msgspec.structs.asdict(self.header) | read_as)
        except ValueError as error:
            raise DataError(f"not a header of this format: {line.strip()[:80]!r} {error}".strip()) from None
        self.spelling = spelling
        self._guess_after: dict[str, str] = {}
        self._secrets: set[str] = set()
        self.games = self.points = self.guesses = self.worst = self.missed = 0
        """Games; the sums of points, and of guesses with those of missed games; the most guesses; secrets missed."""

    @property
    def first_guess(self) -> str:
        """The first guess of all games."""
        return self.spelling.write(self._guess_after[""])

    def add(self, line: str) -> None:
        """Verify and add one game."""
        written, _, game = line.partition(":")
        secret, moves = self.spelling.read(written), game.split()
        guesses, replies = [self.spelling.read(guess) for guess in moves[::2]], moves[1::2]
        is_secret = written == written.lower() and len(secret) == self.header.length and self.spelling.is_word(secret)
        if not is_secret or not replies or len(guesses) != len(replies):
            raise DataError(f"not a game: {line.strip()[:80]!r}")
        past = ""
        steps: list[Step[str, str]] = []
        for guess, reply in zip(guesses, replies, strict=True):
            if len(guess) != len(secret) or reply_for(guess, secret) != reply:
                raise DataError(f"the reply to {guess} for {secret} is not {reply}")
            if why := why_illegal(self.rules, guess, steps, self.rules.letter):
                raise DataError(f"{guess} is not allowed in the game of {secret}: {why}")
            if self._guess_after.setdefault(past, guess) != guess:
                raise DataError(f"{guess} is guessed where an earlier game with the same past guesses otherwise")
            past += f"{guess} {reply} "
            steps.append(Step(guess, reply))
        win, attempts = winning_reply(len(secret)), len(replies)
        if win in replies[:-1] or attempts > self.rules.attempts:
            raise DataError(f"the game of {secret} goes on after its end")
        if replies[-1] != win and attempts < self.rules.attempts:
            raise DataError(f"the game of {secret} ends before its end")
        self._secrets.add(secret)
        self.games += 1
        self.points += self.rules.points_for(attempts) * (replies[-1] == win)
        self.guesses += attempts
        self.worst = max(self.worst, attempts)
        self.missed += replies[-1] != win

    def finish(self, lists: Lists | None) -> None:
        """Verify that the secrets are those of the header and of the lists, and all guesses words."""
        header, words = self.header, self._secrets
        digest = fingerprint(sorted(map(self.spelling.write, words)))
        if not len(words) == self.games == header.words or digest != header.fingerprint:
            raise DataError(f"the {header.length}-letter words of the games are not the list that the header names")
        if lists is not None:
            letter = self.rules.letter or ""
            words, secrets = ({word for word in listed if word.startswith(letter)} for listed in lists(header.length))
            if secrets != self._secrets:
                raise DataError(f"the secrets of {header.length} letters are not those of the lists given")
        unknown = sorted(set(self._guess_after.values()) - words)
        if unknown:
            raise DataError(f"{unknown[0]} is guessed and not in the list")
