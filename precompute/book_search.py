"""The search for a book's tree: a greedy tree for each of many first guesses, then a wider search of the best few.

No one-step criterion finds the best first guess. So the best first guesses by expected points, by number of bins and
by entropy each get a whole tree, with one guess kept at each attempt. The best of these trees are searched again with
more guesses kept.

Guesses are ranked by what bins of each size are expected to cost. This is learned from trees, and stored in points as
breakpoints: for each attempt but the last, pairs of a bin size and the mean points of a secret in bins of that size.
"""

from concurrent.futures import Executor
from functools import partial
from itertools import chain, zip_longest
from math import exp, prod
from operator import methodcaller
from typing import NamedTuple

from codebreaker.criteria import best_guesses
from codebreaker.search.beam import BeamSearch
from codebreaker.search.good_tree import learn_values
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from codebreaker.tree import Tree
from lingo_common.cli.progress import Progress
from lingo_common.errors import count_text
from lingo_common.pieces import Checkpoint, canonical_json, run_pieces
from precompute.board import Board, board_of
from precompute.books import PackedTree, pack_tree
from precompute.figures import figure_text, outcome_in
from wordlists.word_game import WORST, WordGame

ROUNDS_OF_LEARNING = 2
"""How many trees teach what bins cost. Each of them ranks its guesses by what those before it have taught."""
WORK_OF_A_GUESS = 0.36
"""For words of four letters, what each guess more that is kept adds to the work of a greedy tree; see work_of."""
LESS_WITH_LENGTH = 0.45
"""With each letter more WORK_OF_A_GUESS falls by the factor exp(-LESS_WITH_LENGTH); see work_of."""
_RANKINGS = 3
"""The rankings of _first_guesses: by expected points, by number of bins and by entropy."""


class SearchStage(NamedTuple):
    """A part of a search: the best trees of some first guesses, searched alike."""

    most_trees: int
    """How many trees are searched at most: one for each first guess, and two rankings may have a guess in common."""
    keep: list[int]
    """How many guesses are kept at each attempt; 1 at the first, which is given."""


def work_of(word_game: WordGame, keep: list[int]) -> float:
    """About how much work the search of a tree is with that many guesses kept at each attempt.

    The unit is the work for one secret of a greedy tree. The formula and its constants were fitted to search times for
    the packaged lists of 4 to 12 letters, with --keep 1, 3,2, 6,4 and 10,5. Longer words have smaller bins, which are
    soon solved.
    """
    for_each_guess_more = WORK_OF_A_GUESS * exp(LESS_WITH_LENGTH * (4 - word_game.length))
    return len(word_game.secrets) * (1 + for_each_guess_more * (prod(keep) - 1))


def stages_of(
    word_game: WordGame, keep: list[int], from_each_ranking: int, wide_searches: int, has_first: bool
) -> list[SearchStage]:
    """The stages of a search: greedy trees and then wide searches, or one wide search if the first guess is given.

    keep: guesses kept at the second attempt, the third, … of the wide searches. from_each_ranking: first guesses that
    get a greedy tree: this many from each of the rankings. wide_searches: how many of them are searched again with
    `keep`. has_first: whether the first guess is given.
    """
    greedy = [1] * word_game.attempts
    # A tree has one first guess, and `keep` may end before the attempts do.
    wide = [1, *keep, *greedy][: word_game.attempts]
    if has_first:
        return [SearchStage(1, wide)]
    return [SearchStage(_RANKINGS * from_each_ranking, greedy), SearchStage(wide_searches, wide)]


def find_tree(
    word_game: WordGame,
    stages: list[SearchStage],
    first: int | None,
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint,
) -> PackedTree:
    """The best tree of a game that the stages find. first: the first guess that is given; None for any.

    progress: it expects all trees of the stages, and is told to expect less once less is needed. checkpoint: keeps the
    trees, also those of searches with other stages, and the tables that rank guesses.
    """
    name = word_game.name
    progress.begin(name)
    # Learning takes long, so the checkpoint keeps its result too, as that of the only piece of this work.
    [(_, breakpoints)] = run_pieces(partial(_learn, word_game), ["breakpoints"], checkpoint=checkpoint)
    search = partial(_search, word_game, breakpoints, executor, progress, checkpoint)
    if first is not None:
        [only_stage] = stages
        [tree] = search([first], only_stage)
        return tree

    greedy_stage, wide_stage = stages
    from_each_ranking = greedy_stage.most_trees // _RANKINGS
    guesses = _first_guesses(word_game, breakpoints, from_each_ranking)
    progress.announce(f"{name}, 1 of 2, {count_text(len(guesses), 'first guess')}")
    trees = search(guesses, greedy_stage)

    # order(tree) is tree.order(word_game).
    order = methodcaller("order", word_game)
    trees.sort(key=order, reverse=True)
    best_few = [tree.first_guess for tree in trees[: wide_stage.most_trees]]
    progress.announce(f"{name}, 2 of 2, a wider search of the best {len(best_few)}")
    trees += search(best_few, wide_stage)
    return max(trees, key=order)


def _learn(word_game: WordGame, _name: str) -> list[Breakpoints]:
    """The breakpoints of the game, learned from greedy trees, whose first guess is the best by entropy.

    _name: the piece of work, which run_pieces passes; it is not used.
    """
    board = board_of(word_game)
    first = int(board.costs("entropy").argmin())
    values = learn_values(board.game, board.objective, first, ROUNDS_OF_LEARNING, word_game.hard)
    return values.breakpoints


def _first_guesses(word_game: WordGame, breakpoints: list[Breakpoints], count: int) -> list[int]:
    """The `count` best guesses by expected points, by number of bins and by entropy, each guess once."""
    board = board_of(word_game)
    # A shortlist has the best guesses by expected points, and others in its last quarter (beam.PART_BY_REMAINING). It
    # is made twice as long as it is needed, so that no guess of the last quarter is taken.
    keep = [2 * count] * word_game.attempts
    search = _beam_search(board, breakpoints, keep)
    by_points = search.shortlist(board.secrets, word_game.attempts)[:count]

    by_parts = best_guesses(board.costs("parts"), count)
    by_entropy = best_guesses(board.costs("entropy"), count)

    # A ranking is shorter than the others only if the list has too few words.
    in_turn = chain(*zip_longest(by_points, by_parts, by_entropy))
    return list(dict.fromkeys(int(guess) for guess in in_turn if guess is not None))


def _search(
    word_game: WordGame,
    breakpoints: list[Breakpoints],
    executor: Executor | None,
    progress: Progress,
    checkpoint: Checkpoint,
    guesses: list[int],
    stage: SearchStage,
) -> list[PackedTree]:
    """The best tree of each first guess that the stage finds."""
    pieces = [(guess, stage.keep) for guess in guesses]
    work = work_of(word_game, stage.keep)

    # The progress expects all trees that the stage may search. Those that it does not search are taken off: there may
    # be fewer first guesses, and trees in the checkpoint are not searched again.
    stored = sum(canonical_json(piece) in checkpoint.results for piece in pieces)
    searched = len(pieces) - stored
    not_searched = stage.most_trees - searched
    progress.expect(-not_searched, -not_searched * work)

    trees: list[PackedTree] = []
    search = partial(_best_tree, word_game, breakpoints)
    for _, tree in run_pieces(search, pieces, executor, checkpoint, PackedTree):
        trees.append(tree)
        # run_pieces returns the stored ones first.
        is_new = len(trees) > stored
        if is_new:
            figure = figure_text(tree.outcome, word_game.objective)
            progress.step(f"{word_game.write(tree.first_guess)} {figure}", work)

    return trees


def _best_tree(
    word_game: WordGame, breakpoints: list[Breakpoints], guess_and_keep: tuple[int, list[int]]
) -> PackedTree:
    """The best tree found for a first guess with that many guesses kept at each attempt.

    For the worst case the search is repeated with fewer attempts until a secret is missed.
    """
    first, keep = guess_and_keep
    tree = _tree(word_game, first, keep, breakpoints)
    while word_game.objective == WORST:
        worst = outcome_in(word_game, tree).worst
        # A tree that misses a secret has no worst case. A worst case of two cannot be bettered: the first guess is
        # given, and it does not solve every secret.
        if worst is None or worst <= 2:
            break

        fewer = word_game.with_rules(attempts=worst - 1)
        # There are breakpoints for each attempt but the last, in order. A game with fewer attempts begins with fewer
        # guesses left, so those of the first attempts are left out.
        breakpoints_of_fewer = breakpoints[-(fewer.attempts - 1) :]
        shorter = _tree(fewer, first, keep[: fewer.attempts], breakpoints_of_fewer)
        if outcome_in(fewer, shorter).missed:
            break
        tree = shorter

    return pack_tree(tree, word_game)


def _tree(word_game: WordGame, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    """The best tree found that begins with the first guess, by a beam search with that many guesses kept."""
    board = board_of(word_game)
    search = _beam_search(board, breakpoints, keep)
    cost_and_tree = search.evaluate(first, board.secrets, word_game.attempts)
    # Only a search with a limit of costs may return None.
    assert cost_and_tree is not None
    _, tree = cost_and_tree
    return tree


def _beam_search(board: Board, breakpoints: list[Breakpoints], keep: list[int]) -> BeamSearch:
    """The search for trees of the game that ranks guesses by those breakpoints."""
    return BeamSearch(
        board.game,
        board.objective,
        expected=LearnedValues(board.objective, breakpoints),
        keep=keep,
        hard=board.word_game.hard,
    )
