"""A strategy that plays against a scorer, and what is wrong with replies that fit no secret."""

from collections.abc import Callable, Sequence

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array
from codebreaker.solution import Step, Strategy
from lingo_common.errors import DataError


class Contradiction(DataError):
    """Replies that fit no secret; culprit: the index of the step that left nothing."""

    def __init__(self, message: str, culprit: int) -> None:
        super().__init__(message)
        self.culprit = culprit


def remaining(game: Game, steps: Sequence[Step]) -> Array:
    """The secret indices that fit every step, ascending."""
    secrets = np.arange(len(game.secrets))
    for step in steps:
        secrets = secrets[game.replies(np.array([step.guess]), secrets)[0] == step.code]
    return secrets


def contradiction(
    game: Game, steps: Sequence[Step], text: Callable[[Step], str] = lambda step: f"{step.guess}: {step.code}"
) -> Contradiction | None:
    """What contradicts what, or None where some secret fits.

    The earliest reply that fits none is named, with the earlier ones without which it would fit; text writes a step.
    """
    last = next((place for place in range(len(steps)) if not len(remaining(game, steps[: place + 1]))), None)
    if last is None:
        return None
    blamed = list(steps[: last + 1])
    for step in list(steps[:last]):
        without = [other for other in blamed if other is not step]
        if not len(remaining(game, without)):
            blamed = without
    said = " with ".join(text(step) for step in reversed(blamed))
    whole = "no secret gives the reply" if len(blamed) == 1 else "no secret gives these replies together:"
    return Contradiction(f"{whole} {said}", last)


def solve(game: Game, strategy: Strategy, scorer: Callable[[int], int]) -> list[Step]:
    """The steps to the secret that the scorer, asked for the code of a guess, has in mind.

    Raises Contradiction where its replies fit no secret.
    """
    steps: list[Step] = []
    secrets = np.arange(len(game.secrets))
    while not steps or steps[-1].code != game.winning:
        guess = strategy(secrets)
        steps.append(Step(guess, scorer(guess)))
        secrets = secrets[game.replies(np.array([guess]), secrets)[0] == steps[-1].code]
        if not len(secrets):
            error = contradiction(game, steps)
            assert error is not None
            raise error
    return steps
