"""Files of books: they are read as they were written, and lingo-bot plays the trees of the packaged ones."""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from lingo_bot.book import BookTree, packaged_books
from precompute.books import read_book, write_book
from wordlists.reply import code_of, reply_for
from wordlists.word_list import read_list

FINGERPRINT = "ab" * 32
"""A sha256 in hex."""
# (depth, nodes, data) of each tree by (length, fingerprint of the list, strategy, attempts). A first guess is
# for any number of attempts, written 0.
SECTIONS = {
    (4, FINGERPRINT, "score", 5): (2, 3, b"data of a tree for 4 letters"),
    (4, FINGERPRINT, "parts", 5): (2, 3, b"data of another tree"),
    (11, FINGERPRINT, "score", 0): (1, 1, b"data of a first guess"),
}
"""Trees of two lengths and two strategies; no test here decompresses their data."""


def test_a_book_is_read_as_it_was_written(tmp_path):
    # By the digest of a word list and the length: the fingerprint of its words, and offsets of words in the file.
    files = {"cd:4": (FINGERPRINT,), "ef:11": (FINGERPRINT, "0", "77")}
    write_book(tmp_path / "book", SECTIONS, files)
    assert read_book(tmp_path / "book") == (SECTIONS, files)


def test_entries_in_another_order_make_the_same_file(tmp_path):
    backwards = dict(reversed(SECTIONS.items()))
    write_book(tmp_path / "one", SECTIONS, {"cd:4": (FINGERPRINT,), "ef:11": (FINGERPRINT,)})
    write_book(tmp_path / "two", backwards, {"ef:11": (FINGERPRINT,), "cd:4": (FINGERPRINT,)})
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_book_that_does_not_exist_has_no_trees(tmp_path):
    assert read_book(tmp_path / "none") == ({}, {})


GAMES = [4, pytest.param(30, marks=pytest.mark.soak)]
"""Games of each length, as processes: four, and thirty in the soak tests."""


def game_in(tree: BookTree, words: list[str], secret: str) -> list[str]:
    """The guesses of the game that the tree plays for this secret.

    A tree has columns with a value for each node: its guess, the reply that leads to it, and how many children it has.
    Nodes come in the order of their attempts, so the children of all earlier nodes stand before those of a node.
    """
    node = 0
    guesses = []
    while True:
        guesses.append(words[tree.guesses[node]])
        code = code_of(reply_for(guesses[-1], secret))
        first_child = 1 + sum(tree.children[:node])
        children = range(first_child, first_child + tree.children[node])
        next_nodes = [child for child in children if tree.replies[child] == code]
        if not next_nodes:
            return guesses

        [node] = next_nodes


@cache
def list_and_tree(length: int, path: Path) -> tuple[list[str], BookTree]:
    """The words, and the tree that the package has for them."""
    word_list = read_list(length, path)
    for book in packaged_books():
        tree = book.find(word_list.fingerprint, length, "score", 5)
        if tree:
            return word_list.words, tree
    raise AssertionError(f"no packaged book for the contest's {length}-letter words")


@pytest.mark.parametrize("count", GAMES)
@pytest.mark.parametrize("length", range(4, 14))
def test_the_player_plays_the_tree_of_the_packaged_book(length, count, pit_list, tmp_path, play_lingo_bot):
    words, tree = list_and_tree(length, pit_list)
    just_the_words = tmp_path / f"wordlist{length}.txt"
    just_the_words.write_text("".join(f"{word}\n" for word in words))
    secrets = random.Random(length).sample(words, count)

    # Every tenth game has the contest's own file, which takes twice the time.
    sources = [tmp_path if number % 10 else pit_list for number in range(count)]
    with ThreadPoolExecutor(2) as executor:
        games = list(
            executor.map(lambda secret, source: play_lingo_bot(secret, "--wordlist", source), secrets, sources)
        )

    # No game fails or writes to standard error.
    assert games == [(game_in(tree, words, secret), 0, "") for secret in secrets]
