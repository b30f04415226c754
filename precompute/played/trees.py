"""The decision tree that a player plays on a list, computed from its live rule or read from a book."""

from collections.abc import Callable
from typing import Any

import numpy as np

from codebreaker.game import Game, partition
from codebreaker.replies import Array
from codebreaker.tree import Tree
from lingo_bot.book import Book, Entry
from lingo_common.errors import DataError

Past = tuple[tuple[int, int], ...]
"""The guesses so far and the codes of their replies."""
Guesser = Callable[[Array, Past], int]
"""guesser(candidates, past): the index of the next guess."""

Packed = list[Any]
"""A tree in JSON: [guess, hit, missed, [[code, packed], …]]."""


def grow(game: Game, guesser: Guesser, secrets: Array, past: Past, attempts: int) -> Tree:
    """The tree of a guesser over these candidates."""
    guess = guesser(secrets, past)

    def below(code: int, rest: Array) -> Tree:
        return grow(game, guesser, rest, (*past, (guess, code)), attempts)

    return _node(game, guess, secrets, len(past), attempts, below)


def from_book(game: Game, book: Book, entry: Entry, attempts: int) -> Tree:
    """The tree of a book's entry, with every branch checked against the list; DataError if they do not fit."""
    tree = book.tree_over(len(game.guesses), entry)

    def at(node: int, secrets: Array, attempt: int) -> Tree:
        children = {tree.replies[child]: child for child in tree.branches(node)}

        def below(code: int, rest: Array) -> Tree:
            if code not in children:
                raise DataError("the book's tree has no branch for a reply that a word of the list gives")
            return at(children[code], rest, attempt + 1)

        return _node(game, tree.guesses[node], secrets, attempt, attempts, below)

    return at(0, np.arange(len(game.secrets), dtype=np.int32), 0)


def _node(
    game: Game, guess: int, secrets: Array, attempt: int, attempts: int, below: Callable[[int, Array], Tree]
) -> Tree:
    """The node of a guess; below(reply code, candidates) makes its branches."""
    if len(secrets) == 1 and game.own[guess] == secrets[0]:
        return Tree(guess, True, 0, ())
    bins = partition(game, guess, secrets)
    hit = bins[-1][0] == game.winning
    rest = bins[:-1] if hit else bins
    if attempt == attempts - 1:
        return Tree(guess, hit, len(secrets) - hit, ())
    return Tree(guess, hit, 0, tuple((code, below(code, members)) for code, members in rest))


def packed(tree: Tree) -> Packed:
    """The JSON form of a tree."""
    return [tree.guess, int(tree.hit), tree.missed, [[code, packed(child)] for code, child in tree.branches]]


def unpacked(tree: Packed) -> Tree:
    """The tree in its JSON form."""
    guess, hit, missed, branches = tree
    return Tree(guess, bool(hit), missed, tuple((code, unpacked(child)) for code, child in branches))


def joined(game: Game, first_guess: int, branches: list[tuple[int, Packed]], attempts: int) -> Tree:
    """The whole tree, from its first guess and the packed trees of its bins."""
    subtrees = {code: unpacked(tree) for code, tree in branches}
    secrets = np.arange(len(game.secrets), dtype=np.int32)
    return _node(game, first_guess, secrets, 0, attempts, lambda code, _: subtrees[code])
