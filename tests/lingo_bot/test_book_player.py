"""The player and books: which tree it plays, the book in the user's cache, and how it finds the words of a tree.

The fixtures `book` and `source` are the paths of a book with the tree of made_books, and of its list of five words.
"""

import hashlib
import zlib
from itertools import product

import pytest
from made_books import WORDS, book_file, columns, refusal
from word_games import game_of, guesses_of

from lingo_bot.book import pack, packaged_books
from lingo_bot.book_player import AUTO_BOOK, NO_BOOK, BookPlayer, book_word
from lingo_bot.launch import player_for
from lingo_bot.live_player import LivePlayer
from lingo_common.errors import DataError
from precompute.books import word_offsets
from wordlists.reader import LONGEST_PACKAGED, PACKAGED, SHORTEST_PACKAGED
from wordlists.word_game import read_game
from wordlists.word_list import open_list, read_list


@pytest.mark.parametrize(("secret", "guesses"), [
    ("cats", ["cats"]),
    ("bats", ["cats", "bats"]),
    ("rats", ["cats", "bats", "rats"]),
    ("taco", ["cats", "taco"]),
    ("coat", ["cats", "coat"]),
])  # fmt: skip
def test_a_whole_tree_is_played_by_look_up(secret, guesses, book, source):
    """The tree begins with cats. Each of the other words follows it at once, but rats, which follows bats."""
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
    """The book has one node without children, for the guess rats. Its tree is for a game of any number of attempts."""
    # A node is (index of the guess in WORDS, code of the reply that leads to it, number of children).
    section = pack(4, [(WORDS.index("rats"), 0, 0)])
    any_attempts = 0
    first_guess_book = book_file(tmp_path / "book", section, "expected", any_attempts, depth=1, nodes=1)
    player = player_for(read_game(4, source, attempts=4), "expected", book=str(first_guess_book))
    live = LivePlayer(game_of(WORDS, attempts=4), "expected", "rats")

    guesses = guesses_of(player, secret, 4)

    assert guesses[0] == "rats"
    assert guesses == guesses_of(live, secret, 4)


def test_a_book_for_another_list_is_refused(tmp_path, book):
    without_taco = tmp_path / "without taco"
    without_taco.write_text("bats\ncats\ncoat\nrats\n")
    why = f"this book has no tree of score with 5 attempts for the 4-letter words of {without_taco}"
    assert refusal(book, str(without_taco)) == why


@pytest.mark.parametrize(("strategy", "attempts"), [("score", 4), ("expected", 5)])
def test_a_book_for_other_rules_is_refused(strategy, attempts, book, source):
    with pytest.raises(DataError) as caught:
        player_for(read_game(4, source, attempts=attempts), strategy, book=str(book))
    assert str(caught.value) == (
        f"{book}: this book has no tree of {strategy} with {attempts} attempts for the 4-letter words of {source}"
    )


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


def test_the_packaged_books_know_the_contests_list(pit_list):
    # A book lists the sha256 of some whole files, so that their trees are found before the words are parsed.
    digest = hashlib.sha256(pit_list.read_bytes()).hexdigest()
    for length in range(SHORTEST_PACKAGED, LONGEST_PACKAGED + 1):
        trees = [book.find(digest, length, "score", 5) for book in packaged_books()]
        assert any(trees), length


# Words of a sorted list are found in the file by their index. A list in another order is parsed first.
@pytest.mark.parametrize("words", [WORDS, WORDS[::-1]], ids=["sorted", "backwards"])
def test_a_tree_whose_words_are_beyond_the_list_is_refused(words, tmp_path):
    """The checksum is right: only the index of the first guess, 60,000, shows that the book is not for the list."""
    (tmp_path / "words").write_text("".join(f"{word}\n" for word in words))
    # (index of the guess, reply that leads to it, children), as in made_books.TREE; 60,000 needs the two bytes of H.
    section = zlib.compress(columns("HBH", [(60_000, 0, 1), (1, 5, 0)]))
    path = book_file(tmp_path / "book", section, nodes=2)
    with pytest.raises(DataError, match="a book names word 60000 of this list, which it does not have"):
        player_for(read_game(4, tmp_path / "words"), book=str(path))


class TestWordGetter:
    """How the word of an index is found: without parsing the list where that is possible.

    A list that has not been parsed has no words in its attribute `_words`.
    """

    def test_a_packaged_list_is_not_parsed(self):
        word_game = read_game(4, PACKAGED)
        player = player_for(word_game)
        assert player.guess() == "tare"
        assert word_game.words._words is None

    def test_a_file_with_other_words_between_is_not_parsed_where_word_offsets_are_known(self, tmp_path):
        # A few lines of other lengths stand among 7,776 sorted words of five letters, aaaaa to fffff.
        of_five = ["".join(letters) for letters in product("abcdef", repeat=5)]
        entries = sorted([*of_five, *WORDS, "zebras", "a", "fffff"])  # "fffff" twice: lists do repeat words
        (tmp_path / "words").write_text("".join(f"{word}\n" for word in entries))

        offsets = word_offsets(open_list(5, tmp_path / "words"))
        assert len(offsets) == 8  # one for each 1,024 words

        words = open_list(5, tmp_path / "words")
        assert [book_word(words, offsets, index) for index in range(7_776)] == of_five
        assert words._words is None

    def test_any_other_file_is_parsed(self, tmp_path):
        (tmp_path / "words").write_text("taco\r\nCOAT\nrats\nbats\ncats\n")
        words = open_list(4, tmp_path / "words")
        assert word_offsets(words) == []
        assert [book_word(words, [], index) for index in range(5)] == WORDS
        # The fingerprint is that of the sorted words, and so not the hash of this file, by which books know it.
        assert words.fingerprint != words.digest
