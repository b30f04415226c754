"""BookAdvice: a book's guess after the steps of a game, and the worth of the rest of its tree."""

from collections.abc import Sequence

import numpy as np

from codebreaker.payoff import Payoff
from codebreaker.replies import Array, alphabet_of, letters_of, reply_pairs
from codebreaker.reply import code_of
from lingo_bot.assistant.steps import WordStep
from lingo_bot.book import BookTree
from lingo_bot.launch import book_for
from wordlists.word_game import WordGame


class BookAdvice:
    """The tree of a book for one word list."""

    def __init__(self, words: Sequence[str], tree: BookTree, whole: bool = True) -> None:
        """whole: whether the tree plays whole games; otherwise it is a first guess alone."""
        self._words, self._tree, self.whole = words, tree, whole
        self._letters = letters_of(words, alphabet_of(words))
        self._codes = 3 ** self._letters.shape[1]
        parents = np.repeat(np.arange(len(tree.children)), np.array(tree.children))
        # Nodes stand breadth first and replies ascend among the children of one: the keys ascend.
        self._keys = parents * self._codes + np.array(tree.replies, dtype=np.int64)[1:]
        self._guesses = np.array(tree.guesses, dtype=np.int64)

    def node(self, steps: Sequence[WordStep]) -> int | None:
        """The node that the steps lead to, None if they leave the tree."""
        node: int | None = 0
        for guess, reply in steps:
            if node is None or guess != self.guess(node):
                return None
            node = self._tree.child_of(node, code_of(reply))
        return node

    def guess(self, node: int) -> str:
        """The word guessed at a node."""
        return self._words[self._tree.guesses[node]]

    def worth(self, node: int, candidates: Array, attempt: int, payoff: Payoff) -> int:
        """The total worth of a node's subtree over the candidates (indices of words); attempt counts from 0."""
        total, nodes, secrets = 0, np.full(len(candidates), node), candidates
        for solved in payoff.solved[attempt:]:
            guesses = self._guesses[nodes]
            total += solved * int(np.count_nonzero(guesses == secrets))
            codes = reply_pairs(self._letters[guesses], self._letters[secrets])
            keys = nodes * self._codes + codes
            places = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
            going_on = (self._keys[places] == keys) & (guesses != secrets) if len(self._keys) else guesses < 0
            nodes, secrets = places[going_on] + 1, secrets[going_on]
        return total + payoff.missed * len(secrets)


def book_advice(game: WordGame, strategy: str, book: str | None) -> BookAdvice | None:
    """The tree for a game from the book that `book` names (see launch.book_for); None if there is none.

    Raises DataError if the book at path has no tree for the game, or if a book is damaged.
    """
    book_entry = book_for(game, strategy, book)
    if book_entry is None:
        return None
    trees, entry = book_entry
    words = game.words.words
    return BookAdvice(words, trees.tree_over(len(words), entry), entry.depth > 1)
