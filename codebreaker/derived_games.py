"""Games made from a table of reply codes, and from another game.

Guesses and secrets are named by their indices, as in codebreaker.game.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from codebreaker.game import NEVER, Game, check_has_all_replies
from codebreaker.replies import Array
from lingo_common.errors import DataError


def table_game(
    name: str,
    guesses: Sequence[Any],
    secrets: Sequence[Any],
    matrix: Array,
    winning: int,
    codes: int,
    secret_of: Array | None = None,
) -> Game:
    """The game whose reply codes are the matrix [guess, secret], all below `codes`.

    secret_of: as in Game; None if each guess wins against the secret that equals it.
    """
    # The terms of every game end with a row of zeros, for guesses with fewer features than others. Here each guess has
    # one feature, so no guess uses that row.
    padded = np.vstack([matrix, np.zeros((1, matrix.shape[1]), dtype=matrix.dtype)])
    return Game(
        name=name,
        guesses=guesses,
        secrets=secrets,
        secret_of=equal_secrets(guesses, secrets) if secret_of is None else secret_of,
        winning=winning,
        codes=codes,
        features=np.arange(len(guesses), dtype=np.int32)[:, None],
        terms=lambda secret_indices: padded[:, secret_indices],
        replies=lambda guess_indices, secret_indices: padded[np.ix_(guess_indices, secret_indices)],
    )


def equal_secrets(guesses: Sequence[Any], secrets: Sequence[Any]) -> Array:
    """The index of the secret that equals each guess, -1 for none: int32 (guesses,)."""
    index = {secret: number for number, secret in enumerate(secrets)}
    return np.array([index.get(guess, -1) for guess in guesses], dtype=np.int32)


def part_of(game: Game, guesses: Array, secrets: Array) -> Game:
    """The game of those guesses and secrets alone (indices), with a table of its replies.

    A large game may have no table, and a part of it may be small enough for one. In the large game no guess may win
    against several secrets. The part has no symmetries and no winning_reply: it serves to compare guesses.
    """
    assert game.wins is None
    matrix = game.replies(guesses, secrets)

    # A guess that wins against no secret has the index -1: it takes the extra last entry, which is -1 too.
    new_index = np.full(len(game.secrets) + 1, -1, dtype=np.int32)
    new_index[secrets] = np.arange(len(secrets))

    part = table_game(
        game.name,
        [game.guesses[guess] for guess in guesses.tolist()],
        [game.secrets[secret] for secret in secrets.tolist()],
        matrix,
        game.winning,
        codes=1 + max(game.winning, int(matrix.max())),
        secret_of=new_index[game.secret_of[guesses]],
    )
    return replace(
        part,
        weights=None if game.weights is None else game.weights[secrets],
        identify=game.identify,
        totals=game.totals,
        notation=game.notation,
    )


def restrict(game: Game, guesses: Array) -> Game:
    """The game where only those guesses (ascending indices) may be made.

    The game must have one winning reply, and no guess that wins against several secrets. Its replies must not be
    computed by need (Game.sample).
    """
    assert game.wins is None and game.winning_reply is None and game.sample is None

    # Here a guess is an index of the new game.
    def replies(new_guesses: Array, secrets: Array) -> Array:
        return game.replies(guesses[new_guesses], secrets)

    return replace(
        game,
        guesses=[game.guesses[guess] for guess in guesses.tolist()],
        secret_of=game.secret_of[guesses],
        features=game.features[guesses],
        replies=replies,
        # A symmetry need not map the guesses that are left onto themselves.
        representatives=lambda secrets: None,
        generators=lambda: (),
    )


def identifying(game: Game) -> Game:
    """The game that ends when one candidate is left: it need not be guessed, and no reply wins."""
    check_has_all_replies(game)
    # Here several winning replies have one code, so secrets that they tell apart would be in one bin. own_game numbers
    # the replies anew and gives each its own code.
    if game.winning_reply is not None:
        raise DataError(f'{game.name}: several replies win: make it with own_game(…, goal="identify")')
    if len(game.secrets) < 2:
        raise DataError(f"{game.name}: one secret is known without a guess")

    wins_against_none = np.full(len(game.guesses), -1, dtype=np.int32)
    return replace(
        game,
        name=f"{game.name}, to identify",
        identify=True,
        secret_of=wins_against_none,
        wins=None,
        winning=NEVER,
    )
