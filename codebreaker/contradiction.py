"""Contradiction: the error for replies that fit no secret, and the steps that it names."""

from collections.abc import Callable, Sequence

from codebreaker.candidates import remaining
from codebreaker.game import Game
from lingo_common.errors import DataError
from wordlists.step import S, Step, conflict

CodedStep = Step[int, int]
"""A guess by its index, and a reply code."""


class Contradiction(DataError):
    """Replies that fit no secret."""


def find_contradiction(game: Game, steps: Sequence[CodedStep]) -> Contradiction | None:
    """The error that names the steps which contradict one another; None if some secret fits all steps."""
    return contradiction_among(
        steps,
        lambda subset: len(remaining(game, subset)) > 0,
        lambda step: f"{game.text(step.guess)} [{game.reply_text(step.reply)}]",
    )


def contradiction_among(
    steps: Sequence[S], fits: Callable[[Sequence[S]], bool], text: Callable[[S], str]
) -> Contradiction | None:
    """The error that names the steps which contradict one another, the latest first; None if some secret fits all.

    No step is named that the contradiction does not need. fits(steps): whether a secret fits these steps. text(step):
    the step as the error names it.
    """
    indices = conflict(steps, fits)
    if not indices:
        return None

    # The indices ascend, and the latest step is named first.
    texts = " with ".join(text(steps[index]) for index in reversed(indices))
    if len(indices) == 1:
        return Contradiction(f"no secret gives the reply {texts}")
    return Contradiction(f"no secret gives these replies together: {texts}")
