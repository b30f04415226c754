"""Trees as text, one game a line, which people can read and any program can check.

    # lingo-tree 1 length=5 attempts=5 words=14847 fingerprint=<sha256 of the sorted words>
    aahed: tares ?XX?X ideal ?X??X aahed OOOOO
    …

A line is the secret, a colon, and the game: guess, reply, guess, reply, …, to the win or the last attempt. There is a
line for every word of the list, in alphabetical order. A file can hold several sections, each a header and its lines.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from codebreaker.reply import reply_for, reply_of, winning_reply
from codebreaker.tree import Tree
from lingo_common.errors import DataError

FORMAT = "# lingo-tree 1"


class Checked(NamedTuple):
    """The figures of a valid section of a tree file."""

    length: int
    words: int
    first_guess: str
    points: int
    """The sum of points over all words."""


def lines_of(tree: Tree, words: list[str], attempts: int, fingerprint: str) -> Iterator[str]:
    """The lines of a section, without line ends."""
    length = len(words[0])
    yield f"{FORMAT} length={length} attempts={attempts} words={len(words)} fingerprint={fingerprint}"
    children: dict[int, dict[str, Tree]] = {}
    for word in words:
        node: Tree | None = tree
        game = []
        while node is not None:
            guess = words[node.guess]
            reply = reply_for(guess, word)
            game.append(f"{guess} {reply}")
            below = children.get(id(node))
            if below is None:
                below = children[id(node)] = {reply_of(code, length): child for code, child in node.branches}
            node = below.get(reply)
        yield f"{word}: {' '.join(game)}"


def check(lines: Iterable[str], name: str) -> list[Checked]:
    """The figures of every section of a tree file, verified with the slow oracle; DataError for the first error.

    Verified are: every reply; that games with the same past make the same next guess; that no game goes on after a
    win, ends early, or is longer than the attempts; that every guess is a word of the list; that the words are those
    of the fingerprint. name: how messages call the file.
    """
    sections: list[_Section] = []
    for number, line in enumerate(lines, 1):
        try:
            if line.startswith("#"):
                sections.append(_Section(line))
            elif line.strip():
                if not sections:
                    raise DataError(f"no header {FORMAT!r} before the first game")
                sections[-1].game(line)
        except DataError as error:
            raise DataError(f"{name}: line {number}: {error}") from None
    if not sections:
        raise DataError(f"{name}: not a tree file: no header {FORMAT!r}")
    try:
        return [section.finished() for section in sections]
    except DataError as error:
        raise DataError(f"{name}: {error}") from None


class _Section:
    """A header and its games, as far as the file is read."""

    def __init__(self, header: str) -> None:
        fields = dict(re.findall(r"(\w+)=(\w+)", header))
        if not header.startswith(FORMAT) or not {"length", "attempts", "words", "fingerprint"} <= fields.keys():
            raise DataError(f"not a header of this format: {header.strip()[:80]!r}")
        if not all(re.fullmatch(r"[1-9]\d{0,8}", fields[key]) for key in ("length", "attempts", "words")):
            raise DataError(f"length, attempts and words must be numbers of 1 to 9 digits: {header.strip()[:80]!r}")
        self.length, self.attempts, self.count = (int(fields[key]) for key in ("length", "attempts", "words"))
        self.fingerprint = fields["fingerprint"]
        self.words: list[str] = []
        self.guesses: dict[str, str] = {}
        self.points = 0

    def game(self, line: str) -> None:
        """Verify and add one game."""
        word, _, game = line.partition(":")
        moves = game.split()
        guesses, replies = moves[::2], moves[1::2]
        if not re.fullmatch(f"[a-z]{{{self.length}}}", word) or not replies or len(guesses) != len(replies):
            raise DataError(f"not a game: {line.strip()[:80]!r}")
        past = ""
        for guess, reply in zip(guesses, replies, strict=True):
            if len(guess) != self.length or reply_for(guess, word) != reply:
                raise DataError(f"the reply to {guess} for {word} is not {reply}")
            if self.guesses.setdefault(past, guess) != guess:
                raise DataError(f"{guess} is guessed where an earlier game with the same past guesses otherwise")
            past += f"{guess} {reply} "
        won = replies[-1] == winning_reply(self.length)
        if winning_reply(self.length) in replies[:-1] or len(replies) > self.attempts:
            raise DataError(f"the game of {word} goes on after its end")
        if not won and len(replies) < self.attempts:
            raise DataError(f"the game of {word} ends before its end")
        self.words.append(word)
        self.points += 100 * (self.attempts + 1 - len(replies)) * won

    def finished(self) -> Checked:
        """The figures of the whole section, after the last checks."""
        listed = hashlib.sha256("".join(f"{word}\n" for word in sorted(self.words)).encode()).hexdigest()
        if len(self.words) != self.count or listed != self.fingerprint:
            raise DataError(f"the {self.length}-letter words of the games are not the list that the header names")
        unknown = sorted(set(self.guesses.values()) - set(self.words))
        if unknown:
            raise DataError(f"{unknown[0]} is guessed and not in the list")
        return Checked(self.length, self.count, self.guesses[""], self.points)
