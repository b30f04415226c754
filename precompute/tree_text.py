"""Trees as text, one game a line, which people can read and any program can check.

    # lingo-tree 1 length=5 attempts=5 words=14847 fingerprint=<sha256 of the sorted secrets>
    aahed: tares ?XX?X ideal ?X??X aahed OOOOO
    …

A line is the secret, a colon, and the game: guess, reply, guess, reply, …, to the win or the last attempt. There is a
line for every secret, in alphabetical order. A file can hold several sections, each a header and its lines. The header
also has hard=1 for hard mode and first_letter=D where every guess begins with that letter.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from codebreaker.reply import reply_for, reply_of, winning_reply
from codebreaker.rules import GameRules
from codebreaker.step import Step
from codebreaker.tree import Tree
from lingo_common.errors import DataError
from wordlists.reader import fingerprint
from wordlists.spelling import PLAIN, Spelling
from wordlists.word_game import WordGame

FORMAT = "# lingo-tree 1"


class Checked(NamedTuple):
    """The figures of a valid section of a tree file."""

    length: int
    words: int
    """Words that can be the secret."""
    first_guess: str
    points: int
    """The sum of points over all secrets."""
    guesses: int
    """The sum of guesses over all secrets, those of missed games included."""
    worst: int
    """The most guesses of a game."""
    missed: int
    """Secrets that are not solved."""


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


def check(lines: Iterable[str], name: str, lists: Lists | None = None, spelling: Spelling = PLAIN) -> list[Checked]:
    """The figures of every section of a tree file, verified with the slow oracle; DataError for the first error.

    Verified are: every reply; that games with the same past make the same next guess; that no game goes on after a
    win, ends early, or is longer than the attempts; that guesses keep hard mode and the first letter where the header
    names them; that the secrets are those of the fingerprint, and of the lists. Every guess must be a word of the
    lists, or one of the secrets where there are none. name: how messages call the file.
    """
    sections: list[_Section] = []
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("#"):
                sections.append(_Section(line, spelling))
            elif line.strip():
                if not sections:
                    raise DataError(f"no header {FORMAT!r} before the first game")
                sections[-1].game(line)
        except DataError as error:
            raise DataError(f"{name}: line {number}: {error}") from None
    if not sections:
        raise DataError(f"{name}: not a tree file: no header {FORMAT!r}")
    try:
        return [section.result(lists) for section in sections]
    except DataError as error:
        raise DataError(f"{name}: {error}") from None


class _Section:
    """A header and its games, as far as the file is read."""

    def __init__(self, header: str, spelling: Spelling) -> None:
        fields = dict(re.findall(r"(\w+)=(\w+)", header))
        if not header.startswith(FORMAT) or not {"length", "attempts", "words", "fingerprint"} <= fields.keys():
            raise DataError(f"not a header of this format: {header.strip()[:80]!r}")
        if not all(re.fullmatch(r"[1-9]\d{0,8}", fields[key]) for key in ("length", "attempts", "words")):
            raise DataError(f"length, attempts and words must be numbers of 1 to 9 digits: {header.strip()[:80]!r}")
        self.length, self.count = int(fields["length"]), int(fields["words"])
        letter = spelling.read(fields["first_letter"]) if "first_letter" in fields else None
        self.letter, self.fingerprint, self.spelling = letter, fields["fingerprint"], spelling
        self.rules = GameRules(int(fields["attempts"]), letter is not None, "hard" in fields)
        self.guesses: dict[str, str] = {}
        self.lengths: dict[str, int] = {}
        self.missed: set[str] = set()
        self.games = 0

    def game(self, line: str) -> None:
        """Verify and add one game."""
        secret, _, game = line.partition(":")
        moves = game.split()
        if not secret.islower():
            raise DataError(f"not a game: {line.strip()[:80]!r}")
        self._check(self.spelling.read(secret), [self.spelling.read(guess) for guess in moves[::2]], moves[1::2], line)

    def _check(self, secret: str, guesses: list[str], replies: list[str], line: str) -> None:
        is_secret = len(secret) == self.length and self.spelling.is_word(secret)
        if not is_secret or not replies or len(guesses) != len(replies):
            raise DataError(f"not a game: {line.strip()[:80]!r}")
        past = ""
        steps: list[Step[str, str]] = []
        for guess, reply in zip(guesses, replies, strict=True):
            if len(guess) != self.length or reply_for(guess, secret) != reply:
                raise DataError(f"the reply to {guess} for {secret} is not {reply}")
            if why := self.rules.why_illegal(guess, steps, self.letter):
                raise DataError(f"{guess} is not allowed in the game of {secret}: {why}")
            if self.guesses.setdefault(past, guess) != guess:
                raise DataError(f"{guess} is guessed where an earlier game with the same past guesses otherwise")
            past += f"{guess} {reply} "
            steps.append(Step(guess, reply))
        self._end(secret, replies)

    def _end(self, secret: str, replies: list[str]) -> None:
        """Verify that a game ends where it must, and add it."""
        won = replies[-1] == winning_reply(self.length)
        if winning_reply(self.length) in replies[:-1] or len(replies) > self.rules.attempts:
            raise DataError(f"the game of {secret} goes on after its end")
        if not won and len(replies) < self.rules.attempts:
            raise DataError(f"the game of {secret} ends before its end")
        self.games += 1
        self.lengths[secret] = len(replies)
        if not won:
            self.missed.add(secret)

    def result(self, lists: Lists | None) -> Checked:
        """The figures of the whole section, after the last checks."""
        written = map(self.spelling.write, self.lengths)
        if not len(self.lengths) == self.games == self.count or fingerprint(sorted(written)) != self.fingerprint:
            raise DataError(f"the {self.length}-letter words of the games are not the list that the header names")
        words: Iterable[str] = self.lengths
        if lists is not None:
            words, secrets = self._cut(lists(self.length))
            if set(secrets) != self.lengths.keys():
                raise DataError(f"the secrets of {self.length} letters are not those of the lists given")
        unknown = sorted(set(self.guesses.values()) - set(words))
        if unknown:
            raise DataError(f"{unknown[0]} is guessed and not in the list")
        points = sum(self.rules.points_for(n) for secret, n in self.lengths.items() if secret not in self.missed)
        guesses, worst = sum(self.lengths.values()), max(self.lengths.values())
        first = self.spelling.write(self.guesses[""])
        return Checked(self.length, self.count, first, points, guesses, worst, len(self.missed))

    def _cut(self, lists: tuple[Sequence[str], Sequence[str]]) -> tuple[list[str], list[str]]:
        """The words of both lists that begin with the shown letter, all of them without one."""
        words, secrets = ([word for word in listed if word.startswith(self.letter or "")] for listed in lists)
        return words, secrets
