"""Reading and writing whole books, in the format of lingo_bot.book."""

import base64
import os
import zlib
from collections import deque
from dataclasses import dataclass

from codebreaker.outcome import Outcome
from codebreaker.tree import Tree
from lingo_bot.book import FORMAT, WORDS_AN_OFFSET, Book, pack
from lingo_bot.book_player import strategy_key
from lingo_bot.launch import DEFAULT_STRATEGY
from lingo_common.files import only_writer, write_whole
from precompute.figures import outcome_in, quality
from precompute.played_tree import tree_in
from wordlists.word_game import WordGame
from wordlists.word_list import WordList

Files = dict[str, tuple[str, ...]]
"""The `file` lines of a book: (fingerprint, word offset, word offset, …) by `SHA256:LENGTH`.

SHA256 is the digest of a file of words, LENGTH a length of words in it. By this line a player finds the tree for these
words, and single words in the file, without parsing it; see lingo_bot.book.
"""
Key = tuple[int, str, str, int]
"""What a book has one tree for: length, fingerprint, strategy and attempts, as in lingo_bot.book.BookTree."""
Section = tuple[int, int, bytes]
"""A tree in a book: its depth, how many nodes it has, and its compressed section; see lingo_bot.book."""


@dataclass(frozen=True)
class PackedTree:
    """A tree as a book holds it, and how its games end. It is small, because a search and its checkpoint keep many."""

    outcome: Outcome
    first_guess: int
    """The index of the word."""
    section: Section

    def order(self, word_game: WordGame) -> tuple[tuple[int, ...], int, bytes]:
        """The key that trees of a game are compared by; the best tree has the largest one.

        Of trees that are as good, one is always the best, so that the same search always makes the same book. It is the
        one whose first guess comes first in the alphabet, as in live play. Of trees with the same first guess their
        sections in base64 are compared, because the packaged books were made so.
        """
        _, _, data = self.section
        return quality(word_game, self.outcome), -self.first_guess, base64.b64encode(data)


def pack_tree(tree: Tree, word_game: WordGame) -> PackedTree:
    """The tree of a game, packed for a book."""
    # Breadth first, as lingo_bot.book has it: (guess, reply that leads to it, number of children).
    nodes: list[tuple[int, int, int]] = []
    depth = 0
    queue = deque([(1, 0, tree)])
    while queue:
        depth, reply, node = queue.popleft()
        nodes.append((node.guess, reply, len(node.branches)))
        queue.extend((depth + 1, code, child) for code, child in node.branches)

    # The last node is one of the deepest, so `depth` is that of the tree.
    section = (depth, len(nodes), pack(word_game.length, nodes))
    return PackedTree(outcome_in(word_game, tree), tree.guess, section)


def write_book(path: str | os.PathLike[str], sections: dict[Key, Section], files: Files) -> None:
    """Write a book, whole or not at all; DataError if it cannot be written.

    The entries are sorted, so that a book with the same trees is always the same file.
    """
    header = [FORMAT]
    body = b""
    for key, (depth, nodes, data) in sorted(sections.items()):
        length, fingerprint, strategy, attempts = key
        header.append(
            f"entry {length} {fingerprint} {strategy} {attempts} {depth} {nodes} "
            f"{len(body)} {len(data)} {zlib.crc32(data)}"
        )
        body += data

    for digest, fields in sorted(files.items()):
        header.append(" ".join(("file", digest, *fields)))

    # An empty line ends the header.
    write_whole(path, "\n".join([*header, "", ""]).encode("ascii") + body)


def read_book(path: str | os.PathLike[str]) -> tuple[dict[Key, Section], Files]:
    """The trees and file lines of a book, none if there is no such file; DataError if it is damaged."""
    if not os.path.exists(path):
        return {}, {}

    book = Book(path)
    sections: dict[Key, Section] = {}
    for tree in book.trees:
        key = (tree.length, tree.fingerprint, tree.strategy, tree.attempts)
        sections[key] = (tree.depth, tree.node_count, tree.section())

    return sections, book.files


def file_line(word_game: WordGame) -> Files:
    """The `file` line for the words of a game, as a dict of one.

    Empty unless exactly the words of a file may be guessed and hidden in the game (WordGame.file_digest).
    """
    digest = word_game.file_digest
    if digest is None:
        return {}

    words = word_game.words
    offsets = [str(offset) for offset in word_offsets(words)]
    return {f"{digest}:{word_game.length}": (words.fingerprint, *offsets)}


def word_offsets(words: WordList) -> list[int]:
    """The byte offsets of every WORDS_AN_OFFSET-th word in the list's file, repetitions not counted.

    Empty if the lines of this length are not the sorted words. The length of a line is counted in bytes, so a list with
    letters beyond ASCII has no offsets.
    """
    # Where each line of that length begins for the first time. A list that is not read from a file has no data.
    starts: dict[bytes, int] = {}
    position = 0
    for line in (words.data or b"").split(b"\n"):
        if len(line) == words.length:
            starts.setdefault(line, position)
        position += len(line) + 1

    has_sorted_words = list(starts) == [word.encode() for word in words.words]
    if not has_sorted_words:
        return []
    return list(starts.values())[::WORDS_AN_OFFSET]


def add_tree(
    path: str, word_game: WordGame, strategy: str, tree: PackedTree, any_attempts: bool = False
) -> Outcome | None:
    """Add a tree of the game to the book, in the place of the one for the same list, strategy and attempts.

    A searched tree, one of DEFAULT_STRATEGY, is added only if it is better than the book's. If the book's tree stays,
    the outcome of that tree is returned, otherwise None. The tree of any other strategy is always added, even if it is
    worse: it is what the strategy plays.

    any_attempts: the tree serves any number of attempts, which a book writes as 0, and not only that of the game.
    """
    attempts = 0 if any_attempts else word_game.attempts
    name = strategy_key(strategy, word_game.objective, word_game.hard)

    with only_writer(path):
        tree_in_book = tree_in(path, word_game) if strategy == DEFAULT_STRATEGY else None
        if tree_in_book is not None:
            outcome = outcome_in(word_game, tree_in_book)
            if quality(word_game, outcome) >= quality(word_game, tree.outcome):
                return outcome

        sections, files = read_book(path)
        sections[word_game.length, word_game.fingerprint, name, attempts] = tree.section
        write_book(path, sections, files | file_line(word_game))

    return None
