"""Books: decision trees worked out in advance, keyed by the word list they are for. Standard library only.

A book is a text header, an empty line, and one compressed section for each entry:

    lingo-book 1
    entry LENGTH FINGERPRINT STRATEGY ATTEMPTS DEPTH NODES OFFSET BYTES CRC32
    file SHA256:LENGTH FINGERPRINT WORD_OFFSET WORD_OFFSET ...

An `entry` line describes a tree over the words with that fingerprint, a hash of the sorted words and of the answers
(WordGame.fingerprint). ATTEMPTS is 0 where the tree does not depend on them; DEPTH 1 is a first guess alone. OFFSET
counts from the end of the header. A `file` line says that a raw file with that hash holds the words with that
fingerprint, so that the player recognises the file without parsing it. If the file has the words sorted, one a line,
the WORD_OFFSETs are the bytes at which every 1024th word begins.

A section holds the nodes breadth first, in three columns of little-endian integers, deflated:

    guesses    2 bytes each: indices into the sorted list
    replies    the reply code that leads to each node, 0 for the root; 1 byte each for words of up to 5 letters, 2 bytes
               for up to 10 letters, 4 bytes for more. They ascend among the children of one node.
    children   2 bytes each: the number of children of each node. The children of a node follow one another.

Guesses and children have 4 bytes each in a tree where one of these numbers is above 65,535.
"""

from __future__ import annotations

import os
import sys
import zlib
from bisect import bisect_left
from itertools import accumulate

from lingo_common.errors import DataError, count_text, reason
from wordlists.word_game import WEIGHTS_SEPARATOR

TYPE_CHECKING = False  # importing typing would double the launch time; type checkers take this name for true
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import BinaryIO

    Columns = tuple[Sequence[int], Sequence[int], Sequence[int]]
    """The guess of each node, the reply that leads to it, the number of its children."""

FORMAT = "lingo-book 1"
_BYTES = {"B": 1, "H": 2, "I": 4}
"""Bytes of an integer by its type code in struct."""
_LARGEST_NARROW = 0xFFFF
"""The largest number in a narrow column."""
_LONGEST_FIRST_LINE = 80
"""Bytes of the first line that are read: in a file that is no book it may be endless."""
WORDS_AN_OFFSET = 1024
"""A `file` line has the byte offset of every 1024th word."""
BOOKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "books")
"""The directory of the packaged books."""


class BookTree:
    """A tree of a book: the fields of its `entry` line, and its nodes, which are read when they are first asked for.

    A node is a position in the three columns; the root is 0. Whatever asks for nodes raises DataError if the section is
    damaged.
    """

    def __init__(self, book: Book, fields: Sequence[str]) -> None:
        """fields: those of an `entry` line, from LENGTH to CRC32; ValueError for others."""
        length, fingerprint, strategy, attempts, depth, node_count, offset, size, checksum = fields
        self.book = book
        self.length = int(length)
        self.fingerprint = fingerprint
        self.strategy = strategy
        self.attempts = int(attempts)
        """The attempts that the tree was made for, 0 for any number."""
        self.depth = int(depth)
        """Guesses on the longest path."""
        self.node_count = int(node_count)

        self._offset = int(offset)
        """Bytes from the end of the header to the compressed section."""
        self._size = int(size)
        """Bytes of the section."""
        self._checksum = int(checksum)
        """The CRC-32 of the section."""
        self._columns: Columns | None = None
        self._first_children: list[int] = []
        """The first child of each node; empty until `branches` is called. The root, node 0, is no child of any node."""

    @property
    def plays_whole_games(self) -> bool:
        """Whether the tree goes on after the first guess; otherwise it is a first guess alone."""
        return self.depth > 1

    @property
    def guesses(self) -> Sequence[int]:
        """The guess of each node, as an index into the sorted list."""
        return self._read_columns()[0]

    @property
    def replies(self) -> Sequence[int]:
        """The code of the reply that leads to each node, 0 for the root."""
        return self._read_columns()[1]

    @property
    def children(self) -> Sequence[int]:
        """The number of children of each node."""
        return self._read_columns()[2]

    def child_of(self, node: int, code: int) -> int | None:
        """The node that this reply code leads to, None if no word of the list gives it."""
        # The children of all nodes before this one stand before its own. A game asks for a few nodes, so adding up the
        # numbers of children each time is faster than making the list that `branches` uses.
        first = 1 + sum(self.children[:node])
        end = first + self.children[node]
        child = bisect_left(self.replies, code, first, end)
        if child == end or self.replies[child] != code:
            return None
        return child

    def branches(self, node: int) -> range:
        """The children of a node, by ascending reply code; fast for a caller that visits all nodes."""
        if not self._first_children:
            self._first_children = list(accumulate(self.children, initial=1))
        first = self._first_children[node]
        return range(first, first + self.children[node])

    def check_words(self, count: int) -> None:
        """Raise DataError unless every guess is the index of a word in a list of that many words.

        A player of one game does without, because it would have to parse the list: book_word checks each index that
        is played.
        """
        if max(self.guesses) >= count:
            raise self._damage_error()

    def section(self) -> bytes:
        """The compressed section; DataError if the file is damaged."""
        try:
            with open(self.book.path, "rb") as file:
                file.seek(self.book.body_start + self._offset)
                section = file.read(self._size)
        except OSError as error:
            raise DataError(f"{self.book.path}: cannot be read: {reason(error)}") from None
        except (OverflowError, ValueError):  # an impossible number in the header
            raise self._damage_error() from None

        if len(section) != self._size or zlib.crc32(section) != self._checksum:
            raise self._damage_error()
        return section

    def _read_columns(self) -> Columns:
        """The columns, from the file where they have not been read yet."""
        if self._columns is not None:
            return self._columns

        try:
            data = zlib.decompress(self.section())
        except zlib.error:
            raise self._damage_error() from None

        # The header does not say whether the columns are narrow or wide. A node takes more bytes in wide ones, so the
        # size of the data tells.
        for wide in (False, True):
            types = _column_types(self.length, wide)
            node_size = sum(_BYTES[code] for code in types)
            if data and len(data) == self.node_count * node_size:
                columns = _columns_in(data, self.node_count, types)
                _, _, children = columns
                # Every node but the root is a child.
                if sum(children) == self.node_count - 1:
                    self._columns = columns
                    return columns

        raise self._damage_error()

    def _damage_error(self) -> DataError:
        """The error for a section that cannot be used."""
        return DataError(f"{self.book.path}: the tree for {count_text(self.length, 'letter')} is damaged")


class Book:
    """A book file: its header, and its trees, whose nodes are read one tree at a time on demand."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Read the header; DataError if the file is not a book of this version."""
        self.path = os.fspath(path)
        self.trees: list[BookTree] = []
        self.files: dict[str, tuple[str, ...]] = {}
        """For each `file` line, by its SHA256:LENGTH, the fields after that: the fingerprint, then the word offsets."""
        self.body_start = 0
        """The byte after the header, from which the offsets of sections count."""

        if not os.path.isfile(self.path):
            # check_regular raises the error that says what is wrong. It is imported here, because a player with a good
            # book starts sooner without it.
            from lingo_common.files import check_regular

            check_regular(self.path)

        try:
            with open(self.path, "rb") as file:
                self._read_header(file)
                self.body_start = file.tell()
        except OSError as error:
            raise DataError(f"{self.path}: cannot be read: {reason(error)}") from None

    def _read_header(self, file: BinaryIO) -> None:
        """Read the header with the empty line that ends it; DataError if it is damaged."""
        first = file.readline(_LONGEST_FIRST_LINE).rstrip(b"\n")
        if first != FORMAT.encode():
            problem = "a book of another version" if first.startswith(b"lingo-book ") else "not a book"
            raise DataError(f"{self.path}: {problem}: its first line must be {FORMAT!r}")

        try:
            for line in file:
                words = line.decode("ascii").split()
                if not words:
                    return
                kind, *fields = words
                if kind == "entry":
                    self.trees.append(BookTree(self, fields))
                elif kind == "file":
                    name, fingerprint, *word_offsets = fields
                    self.files[name] = fingerprint, *word_offsets
        except ValueError:
            raise self._header_error() from None

        raise self._header_error()  # the file ended within it

    def find(
        self, list_hash: str, length: int, strategy: str, attempts: int, any_weights: bool = False
    ) -> BookTree | None:
        """The tree for a list, None if the book has none.

        list_hash: the fingerprint of the game (WordGame.fingerprint), or the sha256 of a file that has a `file` line.
        any_weights: whether a tree for other weights of the secrets counts too. Weights come from the frequencies of
        words; such a tree solves the same secrets, but it may not be the best for the weights of this game.
        """
        fingerprints = {list_hash}
        file_line = self.files.get(f"{list_hash}:{length}")
        if file_line:
            fingerprints.add(file_line[0])

        for tree in self.trees:
            fingerprint = tree.fingerprint
            if any_weights:
                fingerprint, _, _ = fingerprint.partition(WEIGHTS_SEPARATOR)

            is_same_list = tree.length == length and fingerprint in fingerprints
            serves_attempts = tree.attempts in (0, attempts)
            if is_same_list and serves_attempts and tree.strategy == strategy:
                return tree

        return None

    def word_offsets(self, digest: str | None, length: int) -> list[int]:
        """The word offsets of the file with that hash, empty if the book has none; DataError in a damaged book.

        digest: None for words that are not those of a file; no `file` line has the hash `None`.
        """
        file_line = self.files.get(f"{digest}:{length}")
        if file_line is None:
            return []

        _, *word_offsets = file_line
        try:
            return [int(offset) for offset in word_offsets]
        except ValueError:
            raise self._header_error() from None

    def _header_error(self) -> DataError:
        """The error for a header that cannot be used."""
        return DataError(f"{self.path}: the header of this book is damaged")


def _columns_in(data: bytes, node_count: int, types: tuple[str, str, str]) -> Columns:
    """The columns in the data of a section; types: the struct type code of each."""
    columns = []
    start = 0
    for code in types:
        end = start + node_count * _BYTES[code]
        columns.append(_integers(data[start:end], code))
        start = end

    guesses, replies, children = columns
    return guesses, replies, children


def _integers(data: bytes, code: str) -> Sequence[int]:
    """The little-endian integers in data; code: their type in struct.

    The player starts sooner without the modules `array`, which imports four others, and `struct`.
    """
    if sys.byteorder == "little":
        return memoryview(data).cast(code)  # type: ignore[call-overload, no-any-return]
    import struct

    return struct.unpack(f"<{len(data) // _BYTES[code]}{code}", data)


def _column_types(length: int, wide: bool) -> tuple[str, str, str]:
    """The struct type codes of guesses, replies and children; wide: 4 bytes for guesses and children."""
    if length <= 5:  # 3**5 codes fit into a byte, and 3**10 into two
        reply = "B"
    elif length <= 10:
        reply = "H"
    else:
        reply = "I"
    return ("I", reply, "I") if wide else ("H", reply, "H")


def pack(length: int, nodes: list[tuple[int, int, int]]) -> bytes:
    """The compressed section of a tree given as (guess, reply, children), breadth first."""
    import struct

    wide = any(guess > _LARGEST_NARROW or children > _LARGEST_NARROW for guess, _, children in nodes)
    columns = zip(*nodes, strict=True)
    data = b""
    for code, column in zip(_column_types(length, wide), columns, strict=True):
        data += struct.pack(f"<{len(nodes)}{code}", *column)
    return zlib.compress(data, 9)


def packaged_books() -> list[Book]:
    """The packaged books, ordered by file name."""
    return [Book(os.path.join(BOOKS, name)) for name in sorted(os.listdir(BOOKS)) if name.endswith(".book")]
