"""StrategyTree: the whole tree that a strategy plays, for a book; it continues from its checkpoint."""

from concurrent.futures import Executor

from lingo_bot.launch import NO_BOOK
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli.progress import Progress
from precompute.board import digest_of
from precompute.book_search import FoundTree, as_found
from precompute.played.played_tree import played_tree
from wordlists.word_game import WordGame


class StrategyTree:
    """The tree of one game; finished pieces are kept in a checkpoint until `done`."""

    def __init__(self, game: WordGame, strategy: str, executor: Executor | None, progress: Progress) -> None:
        """strategy: a name, or the path of a file that defines a criterion."""
        self.game, self.strategy = game, strategy
        self._executor, self._progress = executor, progress
        self._checkpoint = Checkpoint(["strategy", 2, game, strategy, digest_of(strategy)])

    @property
    def kept(self) -> int:
        """How many results an earlier run has left in the checkpoint, and this one has added."""
        return len(self._checkpoint.results)

    def found(self) -> FoundTree:
        """The tree, as lingo-bot plays it without a book."""
        tree = played_tree(self.game, self.strategy, NO_BOOK, self._executor, self._progress, self._checkpoint)
        return as_found(self.game, tree)

    def done(self) -> None:
        """Forget the checkpoint."""
        self._checkpoint.done()
