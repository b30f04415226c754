"""The optimal tree of a word game for its objective, its figures, and what is proved of it.

Every first guess gets its largest total or an upper bound: by WordProof, or by BinProof where secrets count
differently. The best tree so far limits every later search, so bounds rule out most first guesses.
"""

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from codebreaker.game import Game
from codebreaker.replies import code_dtype
from codebreaker.search.anytime import Anytime, Piece, Workplace, narrow
from codebreaker.search.bin_proof import BinProof
from codebreaker.search.compiled.search import CompiledSearch
from codebreaker.tree import INFINITY, Payoff, Tree, nest, tree_of, value
from lingo_bot.strategy import payoff_of
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from lingo_common.pieces import MAX_UNFINISHED
from precompute import tree_text
from precompute.board import Board, board_of, checkpoint_of, weighted_payoff
from precompute.book_search import best_tree, costs, learn
from precompute.figures import figures_of
from wordlists.word_game import POINTS, WORST, WordGame

GOOD_TREES = 16
"""First guesses that get a good tree, so that a high total is known before the proof begins."""
EFFORTS = [0, *(1 << bits for bits in range(8, 60, 4))]
"""Sets of candidates to search for a first guess: nothing but bounds at first, then ever more where that is too few."""
AT_A_TIME = 8
"""Unfinished pieces at a time on one machine: few, so that each begins with the largest total found so far."""
MOST_BYTES = 3 << 30
"""Bytes that all replies of a game may take in each process."""

TREE, COSTS = "tree", "costs"
"""Kinds of tasks: [TREE, first guess, guesses tried at the second attempt, the third, …]; [COSTS, first guess, most
sets of candidates to search]."""


def proof_payoff(game: WordGame) -> Payoff:
    """The payoff that is proved to be the largest: points; else fewer misses, then fewer guesses. A miss pays 0."""
    return weighted_payoff(payoff_of(game.objective, game.attempts), game.weight)


def search_of(board: Board) -> CompiledSearch:
    """The search of a board's game; call it with Board.once."""
    return CompiledSearch(board.game, proof_payoff(board.word_game), board.word_game.hard)


def search_piece(game: WordGame, piece: Piece) -> Any:
    """A good tree; or the total of a first guess or an upper bound, whether it is the total, the sets searched, and the
    tree if its total is above the best one. A total is of interest above the last of the largest totals known."""
    (kind, first, effort), totals = piece
    search = board_of(game).once(search_of)
    if kind == TREE:
        return nest(search.good_tree(first, effort))
    before = search.nodes
    at_most, exact = search.evaluate(first, totals[-1], effort)
    tree = nest(search.tree(first)) if exact and at_most > totals[0] else None
    return at_most, exact, search.nodes - before, tree


class WordProof(Anytime):
    """The proof of a word game; what it knows of the first guesses grows while `steps` is iterated."""

    def __init__(
        self,
        game: WordGame,
        work: Workplace,
        top: int = 1,
        first: int | None = None,
        above: int = -INFINITY,
        keep: Sequence[int] = (),
        known_tree: Tree | None = None,
    ) -> None:
        """top: how many first guesses are wanted with their largest totals. first: look at this first guess alone.

        above: only trees with a larger total are of interest. keep: guesses tried for good trees at the second attempt,
        the third, …. known_tree: a tree to begin with.
        """
        super().__init__(above, work, top)
        self.keep, self.engine, self.search = list(keep), board_of(game).once(search_of), partial(search_piece, game)
        self.engine.load()
        self.bounds = self.engine.bounds() if first is None else {first: self.engine.payoff.solved[0] * game.weight}
        self._learn_tree(self.engine.good_tree(next(iter(self.bounds))))
        if known_tree:
            self._learn_tree(known_tree)

    def batches(self, level: int) -> Iterator[Iterator[Piece]]:
        """Good trees of the most promising first guesses; then at each level the first guesses that are open."""
        if level == 0:
            yield (((TREE, guess, self.keep), None) for guess in list(self.bounds)[:GOOD_TREES])
        yield (((COSTS, guess, EFFORTS[level]), self.largest_totals) for guess in self.bounds if self.is_open(guess))

    def learn(self, task: Any, result: Any) -> None:
        """Take in a good tree, or what is known of a first guess."""
        kind, guess, _ = task
        if kind == TREE:
            self._learn_tree(tree_of(result))
        elif guess in self.bounds:
            at_most, exact, nodes, tree = result
            self.nodes += nodes
            self.bounds[guess] = min(at_most, self.bounds[guess])
            if exact:
                self.reached[guess] = at_most
                if at_most > self.best:  # there is no tree if one as good was known, in an earlier run
                    self._learn_tree(tree_of(tree) if tree else self.engine.tree(guess))

    def _learn_tree(self, tree: Tree) -> None:
        if tree.guess in self.bounds:
            self.offer(tree, value(tree, self.engine.payoff))


def weighted_proof(
    game: WordGame, work: Workplace, top: int, first: int | None, keep: Sequence[int], tree: Tree | None
) -> BinProof:
    """The proof of a game with weights, whose payoff pays nothing for a miss; the arguments are those of WordProof."""
    board = board_of(game)
    if tree is None or first not in (None, tree.guess):
        begin = int(board.once(costs, "entropy").argmin()) if first is None else first
        tree = best_tree(game, begin, [1, *keep, *[1] * game.attempts][: game.attempts], learn(game))
    work = work._replace(build=partial(_game_of, game))
    total = figures_of(tree, game).payoff(board.payoff)
    return BinProof(board.game, board.payoff, total, work, tree, first, top, game.hard)


def _game_of(game: WordGame) -> Game:
    return board_of(game).game


def solve_word_game(
    game: WordGame,
    first: str | None,
    top: int,
    keep: Sequence[int],
    executor: Executor | None,
    known_tree: Tree | None = None,
    until: float | None = None,
) -> tuple[Tree, dict[str, Any], type[BaseException] | None]:
    """The best tree found, the object that `precompute optimal --json` prints, and what stopped the search, if any.

    first: only trees that begin with it. until: when the search stops, on the clock of time.perf_counter; None for
    never. The others: see WordProof.
    """
    started = time.perf_counter()
    size = 2 * len(game.words) * len(game.secrets) * code_dtype(game.length).itemsize  # replies are held twice
    if size > MOST_BYTES:
        many = f"all replies of {game.length} letters would take {size / 2**30:.0f} GB"
        raise DataError(f"{many}: the lists are too long")
    opener, top = None if first is None else game.index_of(first), min(top, len(game.words))
    ahead = MAX_UNFINISHED if isinstance(executor, Cluster) else AT_A_TIME
    checkpoint = checkpoint_of("optimal", game)
    is_continued = bool(checkpoint.results)
    work = Workplace(executor=executor, ahead=ahead, checkpoint=checkpoint)
    nodes, stopped = 0, None
    fewer = range(2, game.attempts) if game.objective == WORST else ()  # the worst case: first with fewer attempts
    for attempts in (*fewer, game.attempts):
        limited = game.with_rules(attempts=attempts)
        # With fewer attempts only trees that miss no secret are of interest.
        above = proof_payoff(limited).solved[-1] * game.weight - 1 if attempts < game.attempts else -INFINITY
        work, begin_with = work._replace(goal=attempts), known_tree if attempts == game.attempts else None
        proof: Anytime
        with Progress(0, "first guesses") as progress:
            progress.begin(limited.name)
            if game.weights is None:
                proof = WordProof(limited, work, top, opener, above, keep, begin_with)
            else:
                proof = weighted_proof(limited, work, top, opener, keep, begin_with)
            progress.expect(len(proof.bounds))
            if not stopped:
                stopped = narrow(proof.steps(), partial(_show, limited, progress), until)
        nodes += proof.nodes
        tree = proof.tree
        if tree and proof.best > above:
            break
    assert tree is not None  # at last every tree is of interest
    if is_continued:
        _check_tree(tree, limited, proof.best, checkpoint.path)
    if not stopped:
        work.done()
    record = _record(limited, proof, tree, not stopped and proof.is_proved)
    return tree, record | {"seconds": round(time.perf_counter() - started, 2), "nodes": nodes}, stopped


def _check_tree(tree: Tree, game: WordGame, total: int, path: str) -> None:
    """DataError if the tree, played against every secret with the slow oracle, is not worth what the proof says.

    total: the payoff of the tree. path: the checkpoint that the tree may come from.
    """
    header, *games = tree_text.lines_of(tree, game)
    played = tree_text.Section(header, lambda length: game)
    try:
        for line in games:
            played.add(line)
        played.finish()
    except DataError as error:
        raise DataError(f"{path}: a tree that is kept there is none of the game; remove the file: {error}") from None

    # _figures gives no misses where points count.
    figures = (0, played.points) if game.objective == POINTS else (played.missed, played.guesses)
    if figures != _figures(game, total):
        raise DataError(f"{path}: a tree that is kept there is not worth what it says; remove the file")


def _show(game: WordGame, progress: Progress, proof: Anytime) -> None:
    """Show the bracket, and how many first guesses are ruled out or known exactly."""
    if progress.is_due:
        floor = proof.floor
        done = sum(bound <= floor for bound in proof.bounds.values())
        progress.reach(done, "[{:,}, {:,}]".format(*_bracket(game, proof)))


def _record(game: WordGame, proof: Anytime, tree: Tree, proved: bool) -> dict[str, Any]:
    """The figures of the best tree and of the proof."""
    figures, points = figures_of(tree, game), game.objective == POINTS
    total = figures.points if points else figures.guesses
    record = {
        "first_guess": game.write(tree.guess),
        "total": total,
        "mean": total / game.weight,
        "distribution": {str(attempt): count for attempt, count in enumerate(figures.solved, 1)},
        "worst": figures.worst,
        "missed": figures.missed,
        "proved": proved,
        "bound": _proved_figure(game, proof.at_most, 0 if points else figures.missed),
    }
    if proof.top > 1:
        openers = [(game.write(guess), _figures(game, total)[1]) for guess, total in proof.openers]
        record["openers"] = [{"first_guess": guess, "total": total} for guess, total in openers]
    if not proved:
        record["bracket"] = _bracket(game, proof)
    return record


def _bracket(game: WordGame, proof: Anytime) -> list[int]:
    """The figures between which the best one lies, the lower first: a bound on it, and the best that was found."""
    missed, reached = _figures(game, proof.best)
    return sorted((_proved_figure(game, proof.at_most, missed), reached))


def _figures(game: WordGame, total: int) -> tuple[int, int]:
    """The missed secrets and the guesses, those of missed games too, of a total; 0 and the points where these count."""
    if game.objective == POINTS:
        return 0, total // 100 * 100
    *_, last = solved = proof_payoff(game).solved
    return divmod(game.weight * (solved[0] + 1) - total, last)


def _proved_figure(game: WordGame, at_most: int, missed: int) -> int:
    """The figure that no tree with as few missed secrets betters; trivial where fewer misses are not ruled out."""
    fewest, bound = _figures(game, at_most)
    return bound if fewest == missed else 2 * game.weight - max(game.weights or [1])
