"""The search for a book's tree: a greedy tree for each of many first guesses, then a wider search of the best few.

No one-step criterion finds the best first guess. So the best first guesses by expected points, by number of bins and
by entropy each get a whole tree, with one guess kept at each attempt. The best of these trees are searched again with
more guesses kept.

Guesses are ranked by tables of expected costs, which are stored as breakpoints: for each attempt but the last, pairs of
a bin size and the mean points of a secret in bins of that size.
"""

from itertools import chain, zip_longest

from codebreaker.criteria import best_guesses
from codebreaker.search.beam import BeamSearch
from codebreaker.search.fastest import fastest_totals
from codebreaker.search.good_tree import learn_values
from codebreaker.search.learned_values import Breakpoints, LearnedValues
from codebreaker.tree import Tree
from precompute.board import Board, board_of
from precompute.figures import outcome_in
from wordlists.word_game import WORST, WordGame

ROUNDS_OF_LEARNING = 2
"""Trees from which the tables of expected costs of a list are learned."""


def learn(word_game: WordGame) -> list[Breakpoints]:
    """The breakpoints of expected points by bin size, learned from greedy trees (first guess: best by entropy)."""
    board = board_of(word_game)
    first = int(board.costs("entropy").argmin())
    values = learn_values(board.game, board.objective, first, ROUNDS_OF_LEARNING, word_game.hard)
    return values.breakpoints


def first_guesses(word_game: WordGame, breakpoints: list[Breakpoints], count: int) -> list[int]:
    """The `count` best guesses by expected points, by number of bins and by entropy, each guess once."""
    board = board_of(word_game)
    # A shortlist has the best guesses by expected points, and others in its last quarter (beam.PART_BY_REMAINING). It
    # is made twice as long as it is needed, so that no guess of the last quarter is taken.
    keep = [2 * count] * word_game.attempts
    search = _search(board, breakpoints, keep)
    by_points = search.shortlist(board.secrets, word_game.attempts)[:count]

    by_parts = best_guesses(board.costs("parts"), count)
    by_entropy = best_guesses(board.costs("entropy"), count)

    # A ranking is shorter than the others only if the list has too few words.
    in_turn = chain(*zip_longest(by_points, by_parts, by_entropy))
    return list(dict.fromkeys(int(guess) for guess in in_turn if guess is not None))


def best_tree(word_game: WordGame, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    """The best tree found that begins with the first guess.

    For the worst case the search is repeated with fewer attempts until a secret is missed.
    """
    tree = _tree(word_game, first, keep, breakpoints)
    while word_game.objective == WORST:
        worst = outcome_in(word_game, tree).worst
        # A tree that misses a secret has no worst case. With a worst case of two the first guess, which is given, does
        # not solve every secret: one attempt is too few.
        if worst is None or worst <= 2:
            break

        fewer = word_game.with_rules(attempts=worst - 1)
        # There are breakpoints for each attempt but the last. A game with fewer attempts begins with fewer guesses
        # left, so the breakpoints of the first attempts are left out.
        breakpoints_of_fewer = breakpoints[-(fewer.attempts - 1) :]
        shorter = _tree(fewer, first, keep[: fewer.attempts], breakpoints_of_fewer)
        if outcome_in(fewer, shorter).missed:
            break
        tree = shorter

    return tree


def _tree(word_game: WordGame, first: int, keep: list[int], breakpoints: list[Breakpoints]) -> Tree:
    """The best tree found that begins with the first guess, by a beam search with that many guesses kept."""
    board = board_of(word_game)
    search = _search(board, breakpoints, keep)
    cost_and_tree = search.evaluate(first, board.secrets, word_game.attempts)
    # Only a search with a limit of costs may return None.
    assert cost_and_tree is not None
    _, tree = cost_and_tree
    return tree


def _search(board: Board, breakpoints: list[Breakpoints], keep: list[int]) -> BeamSearch:
    """The search for trees of the game by those tables of values."""
    values = LearnedValues(board.objective, breakpoints)
    return BeamSearch(
        board.game,
        board.objective,
        expected=values,
        keep=keep,
        totals=fastest_totals(),
        hard=board.word_game.hard,
    )
