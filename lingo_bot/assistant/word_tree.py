"""WordTree, a book's tree with the words of its list, which plays the games for many secrets at once."""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from codebreaker.letters import letters_of, reply_codes
from codebreaker.objective import Objective
from codebreaker.outcome import Outcome
from codebreaker.replies import Array
from lingo_bot.book import BookTree
from lingo_bot.book_player import book_for
from wordlists.reply import code_of
from wordlists.step import WordStep
from wordlists.word_game import WordGame


def word_tree_for(word_game: WordGame, strategy: str, book: str | None) -> "WordTree | None":
    """The tree of a book for a game, as lingo_bot.book_player.book_for finds it; None if there is none."""
    book_tree = book_for(word_game, strategy, book)
    return WordTree(word_game.words.words, book_tree) if book_tree else None


class WordTree:
    """A book's tree with the words of its list: where a game is in it, how it goes on, and what that costs."""

    def __init__(self, words: Sequence[str], tree: BookTree) -> None:
        """words: the list that the tree is for. Raises DataError if the book is damaged."""
        tree.check_words(len(words))
        self.plays_whole_games = tree.plays_whole_games
        self._words = words
        self._tree = tree
        self._letters = letters_of(words)
        self._reply_count = 3 ** self._letters.shape[1]
        self._guesses = np.array(tree.guesses, dtype=np.int64)

        # `play` looks up the node that a reply to its parent's guess leads to. Its key is parent * number of replies +
        # reply. Keys ascend, because nodes are stored breadth first and the replies to one node ascend. The root has no
        # parent and so no key.
        parents = np.repeat(np.arange(len(tree.children)), np.array(tree.children))
        replies = np.array(tree.replies, dtype=np.int64)[1:]
        self._keys = parents * self._reply_count + replies

    def node(self, steps: Sequence[WordStep]) -> int | None:
        """The node that the steps lead to, None if they leave the tree."""
        if steps and not self.plays_whole_games:
            return None
        node: int | None = 0
        for guess, reply in steps:
            if node is None or guess != self.guess(node):
                return None
            node = self._tree.child_of(node, code_of(reply))
        return node

    def guess(self, node: int) -> str:
        """The word guessed at a node."""
        return self._words[self._tree.guesses[node]]

    def play(self, node: int, secrets: Array) -> Iterator[tuple[Array, Array]]:
        """Yield, for each attempt from a node on, the secrets that are open (indices of words) and a guess for each.

        A game ends when its secret is guessed, or when the tree has no guess for it.
        """
        nodes = np.full(len(secrets), node)
        while len(secrets):
            guesses = self._guesses[nodes]
            yield secrets, guesses
            if not len(self._keys):
                return  # the tree is one guess

            replies = reply_codes(self._letters[guesses], self._letters[secrets])
            keys = nodes * self._reply_count + replies
            indices = np.searchsorted(self._keys, keys)
            # A key above all others would have an index beyond the end.
            indices = np.minimum(indices, len(self._keys) - 1)

            is_in_tree = self._keys[indices] == keys
            # A tree has no branch after a hit, unless its book is damaged.
            goes_on = is_in_tree & (guesses != secrets)
            nodes = indices[goes_on] + 1  # the first key is that of node 1
            secrets = secrets[goes_on]

    def cost(self, node: int, candidates: Array, guesses_left: int, objective: Objective) -> int:
        """The cost of the tree from a node on, over the candidates (indices of words) with that many guesses left."""
        solved = [0] * guesses_left  # by attempt, counted from the node on
        attempts = islice(self.play(node, candidates), guesses_left)
        for attempt, (secrets, guesses) in enumerate(attempts):
            solved[attempt] = int(np.count_nonzero(guesses == secrets))

        missed = len(candidates) - sum(solved)
        # The cost of a game that begins here: it has as many attempts as there are guesses left.
        return objective.with_attempts(guesses_left).cost(Outcome(tuple(solved), missed))
