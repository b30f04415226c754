"""Books that are packed by hand: a tree for five words of four letters, and trees of two guesses."""

import hashlib
import struct
import zlib

import pytest

from lingo_bot.book import pack
from lingo_bot.launch import player_for
from lingo_common.errors import DataError
from precompute.books import write_book
from wordlists.reply import code_of, reply_for, winning_reply
from wordlists.word_game import read_game
from wordlists.word_list import fingerprint

WORDS = ["bats", "cats", "coat", "rats", "taco"]

# Replies to cats by hand: bats and rats lack the c alone; coat has c in its place, a and t elsewhere, no s;
# taco has a in its place, c and t elsewhere, no s.
TREE = [
    # (guess, reply that leads there, children), breadth first, replies ascending; the root has XXXX, the code 0
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
    offset = 0
    entry = f"entry 4 {fingerprint} {strategy} {attempts} {depth} {nodes} {offset} {len(section)} {crc}"
    path.write_bytes(f"lingo-book 1\n{entry}\n\n".encode() + section)
    return path


def refusal(book, source):
    """The message with which a player refuses the book, after its path."""
    with pytest.raises(DataError) as caught:
        player_for(read_game(4, source), book=str(book))
    return str(caught.value).removeprefix(f"{book}: ")


def book_of_two_guesses(path, words, guess):
    """The path of a book for the fewest guesses in three attempts: the guess, then the first candidate of each bin.

    It solves few of the words, because most bins have more of them.
    """
    first_candidates = {}
    for index, word in enumerate(words):
        code = code_of(reply_for(guess, word))
        first_candidates.setdefault(code, index)
    del first_candidates[code_of(winning_reply(len(guess)))]

    # The children of a node stand in the order of their replies.
    leaves = [(index, code, 0) for code, index in sorted(first_candidates.items())]
    nodes = [(words.index(guess), 0, len(leaves)), *leaves]
    key = (len(guess), fingerprint(words), "guesses", 3)
    depth = 2
    write_book(path, {key: (depth, len(nodes), pack(len(guess), nodes))}, {})
    return str(path)
