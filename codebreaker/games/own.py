"""A game of one's own from a list of guesses, a list of secrets and a reply function."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from codebreaker.game import Game, table_game
from codebreaker.replies import Array

MOST_REPLIES = 1 << 26
"""Replies in a table: a minute of Python, and half a gigabyte while it is made."""


class OwnGame(NamedTuple):
    """A game and what its codes stand for."""

    game: Game
    replies: tuple[Hashable, ...]
    """replies[code]: what the reply function answered."""


def own_game(
    name: str, guesses: Sequence[Any], secrets: Sequence[Any], reply: Callable[[Any, Any], Hashable]
) -> OwnGame:
    """The game of any reply function, asked once for every guess and secret.

    Codes number the replies in the order in which they are met, the winning one last. Raises ValueError where
    the lists are empty or repeat themselves, a secret cannot be guessed, a guess wins against another secret
    than itself, or there are more than MOST_REPLIES to ask for.
    """
    _check(guesses, secrets)
    code_of: dict[Hashable, int] = {}
    matrix = np.empty((len(guesses), len(secrets)), dtype=np.int32)
    for row, guess in zip(matrix, guesses, strict=True):
        row[:] = [code_of.setdefault(reply(guess, secret), len(code_of)) for secret in secrets]
    win = _winning(matrix, guesses, secrets)
    order = [code for code in range(len(code_of)) if code != win] + [win]
    matrix = np.argsort(order).astype(np.min_scalar_type(len(order)))[matrix]
    met = list(code_of)
    game = table_game(name, guesses, secrets, matrix, len(order) - 1, len(order))
    return OwnGame(game, tuple(met[code] for code in order))


def _check(guesses: Sequence[Any], secrets: Sequence[Any]) -> None:
    if not secrets:
        raise ValueError("there is no secret")
    if len(set(guesses)) < len(guesses) or len(set(secrets)) < len(secrets):
        raise ValueError("a guess or a secret is listed twice")
    missing = set(secrets) - set(guesses)
    if missing:
        raise ValueError(f"the secret {min(missing, key=repr)!r} is not among the guesses")
    if len(guesses) * len(secrets) > MOST_REPLIES:
        raise ValueError(
            f"{len(guesses):,} x {len(secrets):,} replies are more than {MOST_REPLIES:,}: "
            "give the game features and terms instead (see codebreaker.game)"
        )


def _winning(matrix: Array, guesses: Sequence[Any], secrets: Sequence[Any]) -> int:
    """The code that every secret gives itself and no other pair gets; ValueError where there is none."""
    place = {secret: number for number, secret in enumerate(secrets)}
    own = [(number, place[guess]) for number, guess in enumerate(guesses) if guess in place]
    wins = {int(matrix[pair]) for pair in own}
    if len(wins) > 1 or np.isin(matrix, list(wins)).sum() != len(own):
        raise ValueError("the reply to the secret itself must be one and the same, and no other guess may get it")
    return wins.pop()
