"""A strategy that plays against a scorer, and the error for replies that fit no secret."""

from collections.abc import Callable, Sequence

import numpy as np

from codebreaker.contradiction import conflict
from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.solution import Strategy
from codebreaker.step import Step
from lingo_common.errors import DataError

CodedStep = Step[int, int]
"""A guess by its index, and a reply code."""


class Contradiction(DataError):
    """Replies that fit no secret."""

    def __init__(self, message: str, culprit: int) -> None:
        super().__init__(message)
        self.culprit = culprit
        """The index of the earliest step after which no secret is left."""


def remaining(game: Game, steps: Sequence[CodedStep]) -> Array:
    """The secret indices that fit every step, ascending."""
    secrets = np.arange(len(game.secrets))
    for guess, reply in steps:
        secrets = secrets[game.replies(np.array([guess]), secrets)[0] == reply]
    return secrets


def contradiction(
    game: Game,
    steps: Sequence[CodedStep],
    text: Callable[[CodedStep], str] = lambda step: f"{step.guess}: {step.reply}",
) -> Contradiction | None:
    """The error that names a minimal set of contradicting steps, or None where some secret fits; text writes a step."""
    found = conflict(steps, lambda some: len(remaining(game, some)) > 0)
    if found is None:
        return None
    return contradiction_of([text(steps[place]) for place in found.places], found.culprit)


def contradiction_of(steps: Sequence[str], culprit: int) -> Contradiction:
    """The error for steps, as text, that contradict one another, the latest last."""
    whole = "no secret gives the reply" if len(steps) == 1 else "no secret gives these replies together:"
    return Contradiction(f"{whole} {' with '.join(reversed(steps))}", culprit)


def solve(game: Game, strategy: Strategy, scorer: Callable[[int], int]) -> list[CodedStep]:
    """The steps to the secret of the scorer, which returns the reply code of a guess.

    Raises Contradiction where its replies fit no secret.
    """
    steps: list[CodedStep] = []
    secrets = np.arange(len(game.secrets))
    while not steps or steps[-1].reply != game.winning:
        guess = strategy(secrets)
        steps.append(Step(guess, scorer(guess)))
        secrets = secrets[game.replies(np.array([guess]), secrets)[0] == steps[-1].reply]
        if not len(secrets):
            error = contradiction(game, steps)
            assert error is not None
            raise error
    return steps
