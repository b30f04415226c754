"""A guessing game as a value: guesses, secrets, and the reply to each guess as a sum of features' terms."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from codebreaker.replies import Array


@dataclass(frozen=True)
class Game:
    """Everything that search, trees and bounds need to know of a game.

    A reply code is the sum over the guess's features of a term that depends on the secret. A game that knows
    no such sum gives each guess one feature: itself, whose term is the reply (see table_game).
    """

    name: str
    guesses: Sequence[Any]
    """What may be guessed, in the order that decides ties."""
    secrets: Sequence[Any]
    """What may be hidden; search, trees and bounds take those alone that may be guessed."""
    own: Array
    """int32 (guesses,): the index of the guess among the secrets, or -1 where it cannot be the secret."""
    winning: int
    """The code that ends the game."""
    codes: int
    """Codes are below this."""
    features: Array
    """int32 (guesses, k): features of each guess, padded with the index of a row of zeros."""
    terms: Callable[[Array], Array]
    """terms(secrets): for secret indices (n,) the terms (features + 1, n), the last row 0."""
    replies: Callable[[Array, Array], Array]
    """replies(guesses, secrets): codes [guess, secret] for indices (g,) and (n,)."""
    representatives: Callable[[Array], Array | None] = lambda secrets: None
    """representatives(secrets): of guesses that a symmetry of those secrets (n,) turns into each other the first
    alone, ascending indices; None where every guess must be looked at."""

    @property
    def guess_of(self) -> Array:
        """int32 (secrets,): the index of the secret among the guesses, or -1."""
        found = np.full(len(self.secrets), -1, dtype=np.int32)
        mine = np.flatnonzero(self.own >= 0)
        found[self.own[mine]] = mine
        return found


def partition(game: Game, guess: int, secrets: Array) -> list[tuple[int, Array]]:
    """The bins of secret indices (n,) by their reply to the guess: (code, indices in order), codes ascending."""
    return split(game.replies(np.array([guess]), secrets)[0], secrets)


def split(codes: Array, secrets: Array) -> list[tuple[int, Array]]:
    """The same for secrets whose reply codes (n,) are known."""
    if not len(secrets):
        return []
    order = np.argsort(codes, kind="stable")
    ordered, members = codes[order], secrets[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))).tolist()
    return [(int(ordered[start]), members[start:end]) for start, end in pairwise([*starts, len(members)])]


def separating(game: Game, guesses: Array, secrets: Array) -> Array:
    """Which of those guesses tell all those secrets apart, so that every bin holds one: bool (guesses,)."""
    codes = np.sort(game.replies(guesses, secrets), axis=1)
    apart: Array = (codes[:, 1:] != codes[:, :-1]).all(axis=1)
    return apart


def restricted(game: Game, guesses: Array) -> Game:
    """The same game where only those guesses (ascending indices) may be made."""
    return replace(
        game,
        guesses=[game.guesses[guess] for guess in guesses],
        own=game.own[guesses],
        features=game.features[guesses],
        replies=lambda some, secrets: game.replies(guesses[some], secrets),
        representatives=lambda secrets: None,  # a symmetry need not map the guesses that are left onto themselves
    )


def table_game(
    name: str, guesses: Sequence[Any], secrets: Sequence[Any], matrix: Array, winning: int, codes: int
) -> Game:
    """The game whose reply codes are the matrix [guess, secret], all below codes."""
    index = {secret: number for number, secret in enumerate(secrets)}
    padded = np.vstack([matrix, np.zeros((1, matrix.shape[1]), dtype=matrix.dtype)])
    return Game(
        name=name,
        guesses=guesses,
        secrets=secrets,
        own=np.array([index.get(guess, -1) for guess in guesses], dtype=np.int32),
        winning=winning,
        codes=codes,
        features=np.arange(len(guesses), dtype=np.int32)[:, None],
        terms=lambda some: padded[:, some],
        replies=lambda some, hidden: padded[np.ix_(some, hidden)],
    )
