"""The packaged book of the contest's list: the program plays the tree that is in it, and that was evaluated."""

import random
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

from codebreaker.reply import code_of, reply_for
from lingo_bot.book import BookTree, packaged_books
from wordlists import reader

GAMES = 30
"""Games of each length, as processes."""


def game_in(tree: BookTree, words: list[str], secret: str) -> list[str]:
    """The guesses of the tree's game, its columns read by position alone: children follow one another."""
    node, guesses = 0, []
    while True:
        guesses.append(words[tree.guesses[node]])
        code = code_of(reply_for(guesses[-1], secret))
        first = 1 + sum(tree.children[:node])
        below = [child for child in range(first, first + tree.children[node]) if tree.replies[child] == code]
        if not below:
            return guesses
        [node] = below


@cache
def list_and_tree(length: int, path: Path) -> tuple[list[str], BookTree]:
    """The words, and the tree that the package has for them."""
    found = reader.read_list(length, path)
    for book in packaged_books():
        entry = book.find(found.fingerprint, length, "score", 5)
        if entry:
            return found.words, entry.tree()
    raise AssertionError(f"no packaged book for the contest's {length}-letter words")


@pytest.mark.parametrize("length", range(4, 14))
def test_the_plays_the_tree(length, pit_list, tmp_path, against):
    words, tree = list_and_tree(length, pit_list)
    just_the_words = tmp_path / f"wordlist{length}.txt"
    just_the_words.write_text("".join(f"{word}\n" for word in words))
    secrets = random.Random(length).sample(words, GAMES)
    # The contest's own file now and then; it takes twice the time.
    sources = [tmp_path if number % 10 else pit_list for number in range(GAMES)]
    with ThreadPoolExecutor(2) as executor:
        games = list(executor.map(lambda secret, source: against(secret, "--wordlist", source), secrets, sources))
    assert games == [(game_in(tree, words, secret), 0, "") for secret in secrets]
