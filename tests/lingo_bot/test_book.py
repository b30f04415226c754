"""The book format against bytes packed by hand, and the player's use of books."""

import hashlib
import struct
import zlib
from itertools import product

import pytest
from word_games import game_of, guesses_of

from lingo_bot.assistant.player import Player
from lingo_bot.book import Book, pack, packaged_books
from lingo_bot.book_player import AUTO_BOOK, NO_BOOK, BookPlayer
from lingo_bot.book_words import word_getter
from lingo_bot.launch import player_for
from lingo_bot.live_player import LivePlayer
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from precompute.books import word_offsets
from precompute.played_tree import played_tree
from wordlists.reader import LONGEST, SHORTEST
from wordlists.reply import code_of
from wordlists.word_game import read_game
from wordlists.word_list import open_list, read_list

WORDS = ["bats", "cats", "coat", "rats", "taco"]

# Replies to cats by hand: bats and rats lack the c alone; coat has c in its place, a and t elsewhere, no s;
# taco has a in its place, c and t elsewhere, no s.
TREE = [
    # (guess, reply that leads there, children), breadth first, replies ascending
    (1, "XXXX", 3),
    (0, "XOOO", 1),
    (4, "?O?X", 0),
    (2, "O??X", 0),
    (3, "XOOO", 0),
]
NODES = [(guess, code_of(reply), children) for guess, reply, children in TREE]


def columns(kinds: str, nodes) -> bytes:
    """The columns of the nodes by hand; kinds: struct's codes for guesses, replies and children, as in `HBH`.

    B is an integer of 1 byte, H of 2 and I of 4.
    """
    guesses, replies, children = zip(*nodes, strict=True)
    count = len(nodes)
    return (
        struct.pack(f"<{count}{kinds[0]}", *guesses)
        + struct.pack(f"<{count}{kinds[1]}", *replies)
        + struct.pack(f"<{count}{kinds[2]}", *children)
    )


def book_file(path, section, strategy="score", attempts=5, depth=3, nodes=5):
    """The path of a book of one tree for WORDS, written by hand."""
    fingerprint = hashlib.sha256("".join(f"{word}\n" for word in WORDS).encode()).hexdigest()
    crc = zlib.crc32(section)
    entry = f"entry 4 {fingerprint} {strategy} {attempts} {depth} {nodes} 0 {len(section)} {crc}"
    path.write_bytes(f"lingo-book 1\n{entry}\n\n".encode() + section)
    return path


@pytest.fixture
def book(tmp_path):
    """The path of a book with TREE."""
    return book_file(tmp_path / "mine.book", zlib.compress(columns("HBH", NODES)))


@pytest.fixture
def source(tmp_path):
    """The path of the list of WORDS."""
    (tmp_path / "words").write_text("\n".join(WORDS))
    return str(tmp_path / "words")


@pytest.mark.parametrize(
    ("length", "kinds"), [(4, "HBH"), (5, "HBH"), (6, "HHH"), (10, "HHH"), (11, "HIH"), (13, "HIH")]
)
def test_a_section_is_three_columns_in_the_narrowest_types(length, kinds):
    last = 3**length - 2  # the code before that of the winning reply, the largest one
    nodes = [(7, 0, 2), (65_535, 5, 0), (0, last, 0)]
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


@pytest.mark.parametrize(("secret", "guesses"), [
    ("cats", ["cats"]),
    ("bats", ["cats", "bats"]),
    ("rats", ["cats", "bats", "rats"]),
    ("taco", ["cats", "taco"]),
    ("coat", ["cats", "coat"]),
])  # fmt: skip
def test_a_whole_tree_is_played_by_look_up(secret, guesses, book, source):
    player = player_for(read_game(4, source), book=str(book))
    assert isinstance(player, BookPlayer)
    assert guesses_of(player, secret) == guesses


def test_a_reply_without_a_branch_contradicts_all_words(book, source):
    player = player_for(read_game(4, source), book=str(book))
    assert player.guess() == "cats"
    with pytest.raises(DataError, match="no word of the list fits the reply XXXX to cats"):
        player.hear("XXXX")


@pytest.mark.parametrize("secret", WORDS)
def test_after_a_first_guess_alone_the_strategy_plays_on(secret, tmp_path, source):
    """Attempts of 0 in a book are any number; here the game has four."""
    rats = pack(4, [(3, 0, 0)])
    first_guess_book = book_file(tmp_path / "book", rats, "expected", attempts=0, depth=1, nodes=1)
    player = player_for(read_game(4, source, attempts=4), "expected", book=str(first_guess_book))
    live = LivePlayer(game_of(WORDS, attempts=4), "expected", "rats")

    guesses = guesses_of(player, secret, 4)

    assert guesses[0] == "rats"
    assert guesses == guesses_of(live, secret, 4)


def refusal(book, source):
    """The message with which a player refuses the book, after its path."""
    with pytest.raises(DataError) as caught:
        player_for(read_game(4, source), book=str(book))
    return str(caught.value).removeprefix(f"{book}: ")


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


def test_a_damaged_tree_is_refused_whenever_it_is_asked_for(tmp_path):
    section = zlib.compress(columns("HBH", [(0, 0, 60_000), (1, 5, 0)]))
    tree = Book(book_file(tmp_path / "book", section, nodes=2)).trees[0]
    for _ in range(2):
        with pytest.raises(DataError, match=DAMAGED_TREE):
            _ = tree.guesses


def test_a_tree_with_more_children_than_nodes_is_refused(tmp_path, source):
    """The children of the root are counted; what guesses and replies the two nodes have does not matter."""
    section = zlib.compress(columns("HBH", [(0, 0, 60_000), (1, 5, 0)]))
    assert refusal(book_file(tmp_path / "book", section, nodes=2), source) == DAMAGED_TREE


@pytest.mark.parametrize("content", ["\n".join(WORDS) + "\n", "\n".join(reversed(WORDS))], ids=["as is", "parsed"])
def test_a_tree_whose_words_are_beyond_the_list_is_refused(content, tmp_path):
    """The checksum is right, so that only the indices tell."""
    (tmp_path / "words").write_text(content)
    section = zlib.compress(columns("HBH", [(60_000, 0, 1), (1, 5, 0)]))
    path = book_file(tmp_path / "book", section, nodes=2)
    with pytest.raises(DataError, match="a book names word 60000 of this list, which it does not have"):
        player_for(read_game(4, tmp_path / "words"), book=str(path))


@pytest.mark.parametrize(
    "nodes",
    [[(60_000, 0, 0)], [(0, 0, 1), (5, 5, 0)], [(0, 0, 60_000), (1, 5, 0)], [(0, 0, 0), (1, 5, 0)]],
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


def test_a_book_for_another_list_is_refused(tmp_path, book):
    without_taco = tmp_path / "without taco"
    without_taco.write_text("bats\ncats\ncoat\nrats\n")
    assert refusal(book, str(without_taco)) == f"this book is not for the 4-letter words of {without_taco}"


@pytest.mark.parametrize(("strategy", "attempts"), [("score", 4), ("expected", 5)])
def test_a_book_for_other_rules_says_what_it_is_for(strategy, attempts, book, source):
    with pytest.raises(DataError) as caught:
        player_for(read_game(4, source, attempts=attempts), strategy, book=str(book))
    assert str(caught.value) == (
        f"{book}: this book has score with 5 attempts for that list, not {strategy} with {attempts} attempts"
    )


def test_a_word_offset_that_is_no_number_is_damage(book, source):
    words = open_list(4, source)
    line = f"\nfile {words.digest}:4 {words.fingerprint} 12a".encode()
    book.write_bytes(book.read_bytes().replace(b"\n\n", line + b"\n\n", 1))
    assert refusal(book, source) == "the header of this book is damaged"


class TestTheUsersOwnBook:
    """The book in the user's cache directory, which `precompute book` makes."""

    @pytest.fixture(autouse=True)
    def cache(self, tmp_path, monkeypatch):
        """The cache directory of lingo-bot."""
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        (tmp_path / "cache" / "lingo-bot").mkdir(parents=True)
        return tmp_path / "cache" / "lingo-bot"

    @pytest.fixture
    def own_book(self, cache, book, source):
        """The user has a book for the list."""
        book.rename(cache / f"{read_list(4, source).fingerprint}.book")

    def test_is_played_where_it_is_asked_for(self, own_book, source):
        assert isinstance(player_for(read_game(4, source), book=AUTO_BOOK), BookPlayer)

    @pytest.mark.parametrize("asked_for", [None, NO_BOOK])
    def test_is_not_played_where_it_is_not_asked_for(self, own_book, source, asked_for):
        assert isinstance(player_for(read_game(4, source), book=asked_for), LivePlayer)

    @pytest.mark.parametrize("rules", [{"attempts": 6}, {"objective": "guesses"}])
    def test_is_not_played_under_other_rules(self, own_book, source, rules):
        assert isinstance(player_for(read_game(4, source, **rules), book=AUTO_BOOK), LivePlayer)


def test_the_packaged_books_are_whole():
    books = packaged_books()
    assert books
    for book in books:
        for tree in book.trees:
            assert sum(tree.children) == tree.node_count - 1


def test_the_packaged_books_know_the_contests_list(pit_list):
    digest = hashlib.sha256(pit_list.read_bytes()).hexdigest()
    for length in range(SHORTEST, LONGEST + 1):
        trees = [book.find(digest, length, "score", 5) for book in packaged_books()]
        assert any(trees), length


class TestWordGetter:
    """How the word of an index is found: without parsing the list where that is possible.

    A list that has not been parsed has no words in its attribute `_words`.
    """

    def test_a_file_of_just_the_words_is_not_parsed(self, tmp_path):
        (tmp_path / "words").write_text("".join(f"{word}\n" for word in WORDS))
        words = open_list(4, tmp_path / "words")
        word = word_getter(words, words.digest, ())
        assert [word(index) for index in range(5)] == WORDS
        assert words._words is None

    def test_a_file_with_other_words_between_is_not_parsed_where_word_offsets_are_known(self, tmp_path):
        # A few lines of other lengths stand among 7,776 sorted words of five letters, aaaaa to fffff.
        of_five = ["".join(letters) for letters in product("abcdef", repeat=5)]
        entries = sorted([*of_five, *WORDS, "zebras", "a", "fffff"])  # "fffff" twice: lists do repeat words
        (tmp_path / "words").write_text("".join(f"{word}\n" for word in entries))

        offsets = word_offsets(open_list(5, tmp_path / "words"))
        assert len(offsets) == 8  # one for each 1,024 words

        words = open_list(5, tmp_path / "words")
        word = word_getter(words, "another fingerprint than that of the file", offsets)
        assert [word(index) for index in range(7_776)] == of_five
        assert words._words is None

    def test_any_other_file_is_parsed(self, tmp_path):
        (tmp_path / "words").write_text("taco\r\nCOAT\nrats\nbats\ncats\n")
        words = open_list(4, tmp_path / "words")
        assert word_offsets(words) == []
        word = word_getter(words, words.fingerprint, ())
        assert [word(index) for index in range(5)] == WORDS
        assert words.fingerprint != words.digest
