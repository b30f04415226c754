"""The state of a proof so far: a bracket around the least number of guesses, and the trees that it begins with."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game
from codebreaker.search.greedy import greedy
from codebreaker.solution import Solution
from codebreaker.tree import Tree


@dataclass(frozen=True)
class Bracket:
    """The best tree known, and what is proved about the least number of guesses.

    The number is that of the worst case, or the total over all secrets, each with its weight.
    """

    tree: Tree
    lower: int
    """No tree needs fewer guesses."""
    upper: int | None
    """The guesses that the tree needs. None while every tree that is known needs more than the worst case allows."""
    is_closed: bool
    """Whether the proof is complete. If the best N first guesses are proved, that is more than lower == upper."""
    openers: Sequence[tuple[int, int]] = ()
    """(first guess, least total) of the best N first guesses, if N is more than one and the proof is complete."""


def known_trees(game: Game, first: int | None = None) -> Iterator[Tree]:
    """Trees to begin with: at once the one that always guesses the first candidate, then each greedy tree.

    first: the guess that all of them begin with; None for any.
    """
    # With a first guess the first candidate is not guessed, and in a game to identify no guess wins, so guess_of names
    # none for it.
    if not game.identify and first is None:
        yield Solution(game, lambda secrets: int(game.guess_of[secrets[0]])).tree().root
    for criterion in CRITERIA.values():
        yield greedy(game, criterion, first).root
