"""A strategy that plays against a scorer, and the error for replies that fit no secret."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from codebreaker.criteria import CRITERIA
from codebreaker.game import Game, remaining
from codebreaker.solution import Greedy, Strategy
from codebreaker.step import Step, conflict
from lingo_common.errors import DataError

S = TypeVar("S")
CodedStep = Step[int, int]
"""A guess by its index, and a reply code."""


class Contradiction(DataError):
    """Replies that fit no secret."""

    def __init__(self, message: str, culprit: int) -> None:
        super().__init__(message)
        self.culprit = culprit
        """The index of the earliest step after which no secret is left."""


def find_contradiction(game: Game, steps: Sequence[CodedStep]) -> Contradiction | None:
    """The error that names a minimal set of contradicting steps, or None if some secret fits."""
    return contradiction_among(
        steps,
        lambda subset: len(remaining(game, subset)) > 0,
        lambda step: f"{game.text(step.guess)} [{game.reply_text(step.reply)}]",
    )


def contradiction_among(
    steps: Sequence[S], fits: Callable[[Sequence[S]], bool], text: Callable[[S], str]
) -> Contradiction | None:
    """The error that names, as text(step), steps that `conflict` finds, the latest first; None if it finds none."""
    indices = conflict(steps, fits)
    if not indices:
        return None
    whole = "no secret gives the reply" if len(indices) == 1 else "no secret gives these replies together:"
    return Contradiction(f"{whole} {' with '.join(text(steps[index]) for index in reversed(indices))}", indices[-1])


def solve(game: Game, scorer: Callable[[Any], Any], strategy: Strategy | None = None) -> list[Step[Any, Any]]:
    """The steps to the scorer's secret, in the game's own guesses and replies.

    scorer(guess) is the reply to a guess. strategy: None for the guess with the largest entropy. Raises Contradiction
    where the replies fit no secret, and DataError if the game has no such reply.
    """
    strategy = strategy or Greedy(game, CRITERIA["entropy"])
    steps: list[CodedStep] = []
    game_steps: list[Step[Any, Any]] = []
    while not steps or not game.ends(steps[-1].reply, remaining(game, steps)):
        guess = strategy(remaining(game, steps))
        reply = scorer(game.guesses[guess])
        try:
            steps.append(Step(guess, game.notation.code_of(reply)))
        except ValueError:
            raise DataError(f"{reply!r} is no reply of {game.name}: {game.notation.asks}") from None
        game_steps.append(Step(game.guesses[guess], reply))
        error = None if len(remaining(game, steps)) else find_contradiction(game, steps)
        if error:
            raise error
    return game_steps
