"""The format of books against bytes packed by hand: what is read from them, and which damage is noticed.

A node is (index of its guess, code of the reply that leads to it, number of children). A section has a column for each
of the three; the types of the columns are letters of struct, as in HBH: B has 1 byte, H 2, I 4. The fixture `book` has
the tree made_books.TREE, whose five nodes are NODES: after cats the reply XOOO leads to bats, ?O?X to taco, and O??X to
coat; after bats XOOO leads to rats. The fixture `source` is the path of the list of these words. `refusal` is the
message of a player that refuses a book.
"""

import zlib

import pytest
from made_books import NODES, book_file, columns, refusal

from lingo_bot.assistant.player import Player
from lingo_bot.book import Book, pack, packaged_books
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from precompute.played_tree import played_tree
from wordlists.reply import code_of
from wordlists.word_game import read_game
from wordlists.word_list import open_list


@pytest.mark.parametrize(
    ("length", "kinds"), [(4, "HBH"), (5, "HBH"), (6, "HHH"), (10, "HHH"), (11, "HIH"), (13, "HIH")]
)
def test_a_section_is_three_columns_in_the_narrowest_types(length, kinds):
    # The largest code of a reply to a node. The code of the winning reply, after which nothing follows, is one more.
    largest_code = 3**length - 2
    nodes = [(7, 0, 2), (65_535, 5, 0), (0, largest_code, 0)]
    assert zlib.decompress(pack(length, nodes)) == columns(kinds, nodes)


@pytest.mark.parametrize(("length", "kinds"), [(4, "IBI"), (8, "IHI"), (12, "III")])
@pytest.mark.parametrize("wide", [(65_536, 3, 0), (9_000_000, 3, 0), (2, 3, 65_536)])
def test_an_index_or_a_number_of_children_above_65535_needs_wide_columns(length, kinds, wide):
    nodes = [(1, 0, 1), wide]
    assert zlib.decompress(pack(length, nodes)) == columns(kinds, nodes)


@pytest.mark.parametrize("kinds", ["HBH", "IBI"])
def test_a_tree_is_read_from_either_width(kinds, tmp_path):
    book = Book(book_file(tmp_path / "book", zlib.compress(columns(kinds, NODES))))
    tree = book.trees[0]
    assert list(zip(tree.guesses, tree.replies, tree.children, strict=True)) == NODES


def test_children_follow_one_another(book):
    """The root has three children. The first of them has one."""
    tree = Book(book).trees[0]
    assert [list(tree.branches(node)) for node in range(5)] == [[1, 2, 3], [4], [], [], []]


@pytest.mark.parametrize(("node", "reply", "child"), [(0, "XOOO", 1), (0, "?O?X", 2), (0, "O??X", 3), (1, "XOOO", 4)])
def test_a_reply_leads_to_its_child(node, reply, child, book):
    tree = Book(book).trees[0]
    assert tree.child_of(node, code_of(reply)) == child


@pytest.mark.parametrize(
    ("node", "reply"),
    [(0, "XXXX"), (0, "OOOO"), (0, "OOO?"), (1, "XXXX"), (1, "?O?X"), (2, "XOOO"), (4, "XOOO")],
)
def test_a_reply_that_no_word_gives_leads_nowhere(node, reply, book):
    tree = Book(book).trees[0]
    assert tree.child_of(node, code_of(reply)) is None


@pytest.mark.parametrize(("content", "problem"), [
    (b"bats\ncats\n", "not a book"), (b"", "not a book"), (b"lingo-book 2\n\n", "a book of another version"),
])  # fmt: skip
def test_a_file_that_is_no_book_of_this_version_is_refused(content, problem, tmp_path, source):
    (tmp_path / "book").write_bytes(content)
    assert refusal(tmp_path / "book", source) == f"{problem}: its first line must be 'lingo-book 1'"


@pytest.mark.parametrize(
    "lines",
    [
        b"entry 4 abc",
        b"entry 4 abc score 5 3 5 0 9 9\n",
        b"entry four abc score 5 3 5 0 9 9\n\n",
        b"entry 4 abc score 5 3 5 0 9\n\n",
        b"entry 4 abc score 5 3 5 0 9 9 9\n\n",
        b"file abc\n\n",
        b"\xff\xfe\n\n",
    ],
    ids=["cut", "no empty line", "a word for a number", "a number too few", "one too many", "half a line", "binary"],
)
def test_a_damaged_header_is_refused(lines, tmp_path, source):
    (tmp_path / "book").write_bytes(b"lingo-book 1\n" + lines)
    assert refusal(tmp_path / "book", source) == "the header of this book is damaged"


DAMAGED_TREE = "the tree for 4 letters is damaged"


@pytest.mark.parametrize(
    ("field", "number"),
    [
        ("offset", "9" * 30),
        ("size", "9" * 30),
        *(("nodes", count) for count in ("0", "1", "4", "6", "1000000")),
    ],
)
def test_a_wrong_number_in_an_entry_is_damage_to_its_tree(field, number, book, source):
    fields = ("entry", "length", "fingerprint", "strategy", "attempts", "depth", "nodes", "offset", "size", "checksum")
    first_line, entry, rest_of_book = book.read_bytes().split(b"\n", 2)
    values = entry.split()
    values[fields.index(field)] = number.encode()
    book.write_bytes(b"\n".join([first_line, b" ".join(values), rest_of_book]))

    assert refusal(book, source) == DAMAGED_TREE


@pytest.mark.parametrize("from_end", [1, 10, 20])
def test_a_wrong_bit_in_its_section_is_damage_to_a_tree(from_end, book, source):
    content = bytearray(book.read_bytes())
    content[-from_end] ^= 1
    book.write_bytes(content)
    assert refusal(book, source) == DAMAGED_TREE


def test_a_section_that_is_cut_is_damage_to_a_tree(book, source):
    book.write_bytes(book.read_bytes()[:-1])
    assert refusal(book, source) == DAMAGED_TREE


TOO_MANY_CHILDREN = [(0, 0, 60_000), (1, 5, 0)]
"""Two nodes, of which the root has 60,000 children."""


@pytest.fixture
def book_of_many_children(tmp_path):
    """The path of a book whose tree has the nodes TOO_MANY_CHILDREN."""
    section = zlib.compress(columns("HBH", TOO_MANY_CHILDREN))
    return book_file(tmp_path / "many children", section, nodes=2)


def test_a_damaged_tree_is_refused_the_second_time_too(book_of_many_children):
    """A tree is read when it is first asked for, and kept."""
    tree = Book(book_of_many_children).trees[0]
    for _ in range(2):
        with pytest.raises(DataError, match=DAMAGED_TREE):
            _ = tree.guesses


def test_a_tree_with_more_children_than_nodes_is_not_played(book_of_many_children, source):
    assert refusal(book_of_many_children, source) == DAMAGED_TREE


@pytest.mark.parametrize(
    "nodes",
    [[(60_000, 0, 0)], [(0, 0, 1), (5, 5, 0)], TOO_MANY_CHILDREN, [(0, 0, 0), (1, 5, 0)]],
    ids=["first guess", "second guess", "too many children", "too few"],
)
class TestWrongNodes:
    """A tree with a right checksum and wrong nodes: indices beyond the list, or numbers of children that do not fit."""

    @pytest.fixture
    def book_of_wrong_nodes(self, nodes, tmp_path):
        """The path of a book of these nodes."""
        return str(book_file(tmp_path / "book", zlib.compress(columns("HBH", nodes)), nodes=len(nodes)))

    def test_it_gives_no_advice(self, book_of_wrong_nodes, source):
        with pytest.raises(DataError, match=rf"book: {DAMAGED_TREE}$"):
            Player(4, source, book=book_of_wrong_nodes)

    def test_it_is_not_evaluated(self, book_of_wrong_nodes, source):
        with pytest.raises(DataError, match=rf"book: {DAMAGED_TREE}$"):
            played_tree(read_game(4, source), "score", book_of_wrong_nodes, executor=None, progress=Progress(0))


def test_a_word_offset_that_is_no_number_is_damage(book, source):
    words = open_list(4, source)
    # The digest of the file with the length, the fingerprint, and where a word begins in the file.
    line = f"\nfile {words.digest}:4 {words.fingerprint} 12a".encode()
    book.write_bytes(book.read_bytes().replace(b"\n\n", line + b"\n\n", 1))
    assert refusal(book, source) == "the header of this book is damaged"


def test_the_packaged_books_are_whole():
    books = packaged_books()
    assert books
    for book in books:
        for tree in book.trees:
            assert sum(tree.children) == tree.node_count - 1
