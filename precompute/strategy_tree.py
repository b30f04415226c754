"""StrategyTree: the whole tree that a strategy plays, for a book; it continues from its checkpoint."""

from concurrent.futures import Executor

from lingo_bot.launch import NO_BOOK
from lingo_common.checkpoint import Checkpoint
from lingo_common.cli.progress import Progress
from precompute.book_search import FoundTree, as_found
from precompute.game_key import GameKey
from precompute.lists import digest_of, fingerprint_of, words_of
from precompute.played.played_tree import played_tree


class StrategyTree:
    """The tree of one game; finished pieces are kept in a checkpoint until `done`."""

    def __init__(self, game: GameKey, strategy: str, executor: Executor | None, progress: Progress) -> None:
        """strategy: a name, or the path of a file that defines a criterion."""
        self.game, self.strategy = game, strategy
        self.words = words_of(game.lists)[0]
        self._executor, self._progress = executor, progress
        rules = (game.attempts, game.objective, game.hard)
        identity = ["strategy", 1, fingerprint_of(game.lists), *rules, strategy, digest_of(strategy)]
        self._checkpoint = Checkpoint(identity)

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
