"""Reading and writing whole books, in the format of lingo_bot.book."""

import base64
import os
import zlib
from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from codebreaker.objective import Outcome
from codebreaker.tree import Tree
from lingo_bot.book import FORMAT, WORDS_AN_OFFSET, Book, pack
from lingo_bot.book_player import strategy_key
from lingo_common.files import write_whole
from precompute.figures import objective_of, outcome_in
from wordlists.reader import WordList
from wordlists.word_game import WordGame

Files = dict[str, tuple[str, ...]]
"""The file lines of a book: (fingerprint, word offset, word offset, …) by SHA256:LENGTH; see lingo_bot.book."""


class BookEntry(NamedTuple):
    """A tree, and the list and rules it is made for; the fields are those of lingo_bot.book.TreeEntry."""

    length: int
    fingerprint: str
    strategy: str
    attempts: int
    depth: int
    nodes: int
    section: bytes


@dataclass(frozen=True)
class PackedTree:
    """A tree of a game as a book holds it, with how its games end. Checkpoints hold it as JSON."""

    outcome: Outcome
    first_guess: int
    section: bytes
    """The entry's section (see lingo_bot.book)."""
    depth: int
    nodes: int

    def entry(self, word_game: WordGame, strategy: str) -> BookEntry:
        """The book entry that holds the tree under that strategy."""
        name = strategy_key(strategy, word_game.objective, word_game.hard)
        return BookEntry(
            word_game.length, word_game.fingerprint, name, word_game.attempts, self.depth, self.nodes, self.section
        )

    def order(self, word_game: WordGame) -> tuple[int, int, bytes]:
        """The key that trees of a game are compared by; the best tree has the largest one.

        Of trees that cost the same the packaged books have the one that is last in this order.
        """
        return -objective_of(word_game).cost(self.outcome), self.first_guess, base64.b64encode(self.section)


def packed(tree: Tree, word_game: WordGame) -> PackedTree:
    """The tree of a game, packed for a book."""
    nodes: list[tuple[int, int, int]] = []
    depth = 0
    queue = deque([(1, 0, tree)])
    while queue:  # breadth first, as lingo_bot.book has it
        depth, reply, node = queue.popleft()
        nodes.append((node.guess, reply, len(node.branches)))
        queue.extend((depth + 1, code, child) for code, child in node.branches)
    return PackedTree(outcome_in(word_game, tree), tree.guess, pack(word_game.length, nodes), depth, len(nodes))


def write_book(path: str | os.PathLike[str], entries: list[BookEntry], files: Files) -> None:
    """Write a book, whole or not at all, whatever the order of the entries; DataError if it cannot be written."""
    header = [FORMAT]
    body = b""
    for entry in sorted(entries):
        numbers = (entry.attempts, entry.depth, entry.nodes, len(body), len(entry.section), zlib.crc32(entry.section))
        header.append(f"entry {entry.length} {entry.fingerprint} {entry.strategy} {' '.join(map(str, numbers))}")
        body += entry.section
    header += [" ".join(("file", digest, *fields)) for digest, fields in sorted(files.items())]
    write_whole(path, "\n".join([*header, "", ""]).encode("ascii") + body)


def read_entries(path: str | os.PathLike[str]) -> tuple[list[BookEntry], Files]:
    """The entries and file lines of a book, none if there is no such file; DataError if it is damaged."""
    if not os.path.exists(path):
        return [], {}
    book = Book(path)
    entries = []
    for entry in book.entries:
        of_list = (entry.length, entry.fingerprint, entry.strategy, entry.attempts)
        entries.append(BookEntry(*of_list, entry.depth, entry.nodes, entry.section()))
    return entries, book.files


def file_line(word_game: WordGame) -> Files:
    """The file line for the words of a game, by which lingo-bot knows the file; none where not all words play."""
    digest = word_game.file_digest
    words = word_game.words
    return {f"{digest}:{word_game.length}": (words.fingerprint, *map(str, word_offsets(words)))} if digest else {}


def word_offsets(words: WordList) -> list[int]:
    """The byte offsets of every WORDS_AN_OFFSET-th word in the list's file, repetitions not counted.

    Empty if the lines of this length are not the sorted words.
    """
    starts: dict[bytes, int] = {}
    position = 0
    for line in (words.data or b"").split(b"\n"):
        if len(line) == words.length:
            starts.setdefault(line, position)
        position += len(line) + 1
    in_order = list(starts) == [word.encode() for word in words.words]
    return list(starts.values())[::WORDS_AN_OFFSET] if in_order else []


def add_entry(path: str | os.PathLike[str], word_game: WordGame, new: BookEntry) -> None:
    """Add the entry to the book in the place of that for the same list, strategy and attempts."""
    entries, files = read_entries(path)
    entries = [entry for entry in entries if entry[:4] != new[:4]]
    write_book(path, [*entries, new], files | file_line(word_game))
