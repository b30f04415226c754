"""The book format against bytes packed by hand, and the player's use of books."""

import hashlib
import struct
import zlib
from itertools import product

import pytest
from word_games import game_of, guesses_of

from lingo_bot.assistant.player import Player
from lingo_bot.book import Book, pack, packaged_books, word_getter
from lingo_bot.book_player import AUTO_BOOK, NO_BOOK, BookPlayer
from lingo_bot.launch import player_for
from lingo_bot.live_player import LivePlayer
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from precompute.books import word_offsets
from precompute.played_tree import played_tree
from wordlists.reader import open_list, read_list
from wordlists.reply import code_of
from wordlists.word_game import read_game

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
    """The columns of the nodes by hand; kinds: the struct codes of guesses, replies and children."""
    guesses, replies, children = zip(*nodes, strict=True)
    count = len(nodes)
    return (
        struct.pack(f"<{count}{kinds[0]}", *guesses)
        + struct.pack(f"<{count}{kinds[1]}", *replies)
        + struct.pack(f"<{count}{kinds[2]}", *children)
    )


def book_file(path, words, section, strategy="score", attempts=5, depth=3, nodes=5, head="lingo-book 1", crc=None):
    """A book of one tree, written by hand."""
    fingerprint = hashlib.sha256("".join(f"{word}\n" for word in words).encode()).hexdigest()
    crc = zlib.crc32(section) if crc is None else crc
    entry = f"entry {len(words[0])} {fingerprint} {strategy} {attempts} {depth} {nodes} 0 {len(section)} {crc}"
    path.write_bytes(f"{head}\n{entry}\n\n".encode() + section)
    return path


@pytest.fixture
def book(tmp_path):
    return book_file(tmp_path / "mine.book", WORDS, zlib.compress(columns("HBH", NODES)))


@pytest.fixture
def source(tmp_path):
    (tmp_path / "words").write_text("\n".join(WORDS))
    return str(tmp_path / "words")


@pytest.mark.parametrize(
    ("length", "kinds"), [(4, "HBH"), (5, "HBH"), (6, "HHH"), (10, "HHH"), (11, "HIH"), (13, "HIH")]
)
def test_a_section_is_three_columns_in_the_narrowest_types(length, kinds):
    last = 3**length - 2
    nodes = [(7, 0, 2), (65_535, 5, 0), (0, last, 0)]
    assert zlib.decompress(pack(length, nodes)) == columns(kinds, nodes)


@pytest.mark.parametrize(("length", "kinds"), [(4, "IBI"), (8, "IHI"), (12, "III")])
@pytest.mark.parametrize("wide", [(65_536, 3, 0), (9_000_000, 3, 0), (2, 3, 65_536)])
def test_more_than_65536_words_need_wide_columns(length, kinds, wide):
    nodes = [(1, 0, 1), wide]
    assert zlib.decompress(pack(length, nodes)) == columns(kinds, nodes)


@pytest.mark.parametrize("kinds", ["HBH", "IBI"])
def test_a_tree_is_read_from_either_width(kinds, tmp_path):
    opened = Book(book_file(tmp_path / "book", WORDS, zlib.compress(columns(kinds, NODES))))
    tree = opened.entries[0].tree()
    assert list(zip(tree.guesses, tree.replies, tree.children, strict=True)) == NODES


def test_children_follow_one_another(book):
    opened = Book(book)
    tree = opened.entries[0].tree()
    assert [list(tree.branches(node)) for node in range(5)] == [[1, 2, 3], [4], [], [], []]


@pytest.mark.parametrize(("node", "reply", "child"), [(0, "XOOO", 1), (0, "?O?X", 2), (0, "O??X", 3), (1, "XOOO", 4)])
def test_a_reply_leads_to_its_child(node, reply, child, book):
    tree = Book(book).entries[0].tree()
    assert tree.child_of(node, code_of(reply)) == child


@pytest.mark.parametrize(
    ("node", "reply"),
    [(0, "XXXX"), (0, "OOOO"), (0, "OOO?"), (1, "XXXX"), (1, "?O?X"), (2, "XOOO"), (4, "XOOO")],
)
def test_a_reply_that_no_word_gives_leads_nowhere(node, reply, book):
    tree = Book(book).entries[0].tree()
    assert tree.child_of(node, code_of(reply)) is None


@pytest.mark.parametrize("secret", WORDS)
def test_a_whole_tree_is_played_by_look_up(secret, book, source):
    player = player_for(read_game(4, source), book=str(book))
    assert isinstance(player, BookPlayer)
    before = {"cats": [], "rats": ["cats", "bats"]}.get(secret, ["cats"])
    assert guesses_of(player, secret) == [*before, secret]


def test_a_reply_without_a_branch_contradicts_all_words(book, source):
    player = player_for(read_game(4, source), book=str(book))
    assert player.guess() == "cats"
    with pytest.raises(DataError, match="no word of the list fits the reply XXXX to cats"):
        player.hear("XXXX")


def test_a_table_gives_the_first_guess_and_the_rule_goes_on(tmp_path, source):
    table = book_file(tmp_path / "table", WORDS, pack(4, [(3, 0, 0)]), "expected", attempts=0, depth=1, nodes=1)
    for secret in WORDS:
        player = player_for(read_game(4, source, attempts=4), "expected", book=str(table))
        live = LivePlayer(game_of(WORDS, attempts=4), "expected", "rats")

        guesses = guesses_of(player, secret, 4)

        assert guesses[0] == "rats"
        assert guesses == guesses_of(live, secret, 4)


FIRST_LINE = "its first line must be 'lingo-book 1'"
HEADERS = {
    "not a book": (b"bats\ncats\n", f"not a book: {FIRST_LINE}"),
    "empty": (b"", f"not a book: {FIRST_LINE}"),
    "another version": (b"lingo-book 2\n\n", f"a book of another version: {FIRST_LINE}"),
    **{name: (b"lingo-book 1\n" + header, "the header of this book is damaged") for name, header in {
        "cut": b"entry 4 abc",
        "no end": b"entry 4 abc score 5 3 5 0 9 9\n",
        "a word for a number": b"entry four abc score 5 3 5 0 9 9\n\n",
        "a number too few": b"entry 4 abc score 5 3 5 0 9\n\n",
        "a number too many": b"entry 4 abc score 5 3 5 0 9 9 9\n\n",
        "half a file line": b"file abc\n\n",
        "binary": b"\xff\xfe\n\n",
    }.items()},
}  # fmt: skip


@pytest.mark.parametrize(("content", "why"), HEADERS.values(), ids=HEADERS)
def test_a_file_that_is_no_book_of_this_version_is_refused(content, why, tmp_path, source):
    (tmp_path / "book").write_bytes(content)
    with pytest.raises(DataError) as caught:
        player_for(read_game(4, source), book=str(tmp_path / "book"))
    assert str(caught.value) == f"{tmp_path / 'book'}: {why}"


def other_field(place, text):
    """A change of a book: that field of its entry's line becomes the text."""

    def change(content):
        header, _, sections = content.partition(b"\n\n")
        lines = [line.split() for line in header.split(b"\n")]
        lines[1][place] = text
        return b"\n".join(map(b" ".join, lines)) + b"\n\n" + sections

    return change


def other_byte(place):
    """A change of a book: a bit of that byte, counted from the end, is another one."""
    return lambda content: bytes(byte ^ (index == len(content) - place) for index, byte in enumerate(content))


DAMAGES = {
    "offset": other_field(7, b"9" * 30),
    "size": other_field(8, b"9" * 30),
    **{f"{count} nodes": other_field(6, b"%d" % count) for count in (0, 1, 4, 6, 1_000_000)},
    **{f"byte {place}": other_byte(place) for place in (1, 10, 20)},
    "cut": lambda content: content[:-1],
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_tree_is_refused(damage, book, source):
    book.write_bytes(damage(book.read_bytes()))
    with pytest.raises(DataError, match=r"mine\.book: the tree for 4 letters is damaged$"):
        player_for(read_game(4, source), book=str(book))


def test_a_book_for_another_list_is_refused(tmp_path, book):
    other = tmp_path / "other"
    other.write_text("bats\ncats\ncoat\nrats\n")
    with pytest.raises(DataError) as caught:
        player_for(read_game(4, str(other)), book=str(book))
    assert str(caught.value) == f"{book}: this book is not for the 4-letter words of {other}"


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
    with pytest.raises(DataError, match=r"mine\.book: the header of this book is damaged$"):
        player_for(read_game(4, source), book=str(book))


class TestTheUsersOwnBook:
    @pytest.fixture(autouse=True)
    def cache(self, tmp_path, monkeypatch):
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
        for entry in book.entries:
            tree = entry.tree()
            assert sum(tree.children) == entry.nodes - 1


def test_the_packaged_books_know_the_contests_list(pit_list):
    digest = hashlib.sha256(pit_list.read_bytes()).hexdigest()
    for length in range(4, 14):
        entries = [book.find(digest, length, "score", 5) for book in packaged_books()]
        assert any(entries), length


class TestWordAt:
    def test_a_file_of_just_the_words_is_not_parsed(self, tmp_path):
        (tmp_path / "words").write_text("".join(f"{word}\n" for word in WORDS))
        words = open_list(4, tmp_path / "words")
        word = word_getter(words, words.digest, ())
        assert [word(index) for index in range(5)] == WORDS
        assert words._words is None

    def test_a_file_with_other_words_between_is_not_parsed_where_word_offsets_are_known(self, tmp_path):
        of_five = ["".join(letters) for letters in product("abcdef", repeat=5)]  # 7,776 words, ascending
        entries = sorted([*of_five, *WORDS, "zebras", "a", "fffff"])  # "fffff" twice: lists do repeat words
        (tmp_path / "words").write_text("".join(f"{word}\n" for word in entries))

        offsets = word_offsets(open_list(5, tmp_path / "words"))
        assert len(offsets) == 8  # one for each 1,024 words

        words = open_list(5, tmp_path / "words")
        word = word_getter(words, "of the list", offsets)
        assert [word(index) for index in range(7_776)] == of_five
        assert words._words is None

    def test_any_other_file_is(self, tmp_path):
        (tmp_path / "words").write_text("taco\r\nCOAT\nrats\nbats\ncats\n")
        words = open_list(4, tmp_path / "words")
        assert word_offsets(words) == []
        word = word_getter(words, words.fingerprint, ())
        assert [word(index) for index in range(5)] == WORDS
        assert words.fingerprint != words.digest


@pytest.mark.parametrize("source_form", ["\n".join(WORDS) + "\n", "\n".join(reversed(WORDS))], ids=["as is", "parsed"])
@pytest.mark.parametrize("wild", [(60_000, 0, 0), (0, 0, 60_000)], ids=["word", "children"])
def test_a_tree_that_names_words_beyond_the_list_is_an_error_of_one_line(wild, source_form, tmp_path):
    """Its checksum is right: somebody has made it so."""
    (tmp_path / "words").write_text(source_form)
    path = book_file(tmp_path / "book", WORDS, zlib.compress(columns("HBH", [wild, (1, 5, 0)])), nodes=2)
    with pytest.raises(DataError, match=r"a book names word 60000|the tree for 4 letters is damaged"):
        player = player_for(read_game(4, tmp_path / "words"), book=str(path))
        player.guess()
        player.hear("XXXX")


@pytest.mark.parametrize(
    "nodes",
    [[(60_000, 0, 0)], [(0, 0, 1), (5, 5, 0)], [(0, 0, 60_000), (1, 5, 0)], [(0, 0, 0), (1, 5, 0)]],
    ids=["first guess", "second guess", "too many children", "too few"],
)
@pytest.mark.parametrize(
    "use",
    [
        lambda source, book: Player(4, source, book=book),
        lambda source, book: played_tree(read_game(4, source), "score", book, None, Progress(0)),
    ],
    ids=["advice", "evaluation"],
)
def test_a_tree_of_wrong_nodes_gives_no_advice_and_is_not_evaluated(nodes, use, tmp_path, source):
    book = book_file(tmp_path / "book", WORDS, zlib.compress(columns("HBH", nodes)), nodes=len(nodes))
    with pytest.raises(DataError, match=r"book: the tree for 4 letters is damaged$"):
        use(source, str(book))
