"""The candidates that replies leave: how a guess divides them, and which of them it wins against.

Candidates are arrays of secret indices; those that one reply to a guess leaves are a bin of the guess. Guesses are
named by their indices too, and replies by their codes.
"""

from collections.abc import Iterable

import numpy as np

from codebreaker.game import Game
from codebreaker.replies import Array
from wordlists.step import Step


def can_win(game: Game, secrets: Array, guesses: Array | None = None) -> Array:
    """Which guesses (all, or those indices) win against at least one of the secrets: bool (guesses,)."""
    return hit_counts(game, secrets, guesses) > 0


def hit_counts(game: Game, secrets: Array, guesses: Array | None = None) -> Array:
    """How many of the secrets each guess (all, or those indices) wins against: int64 (guesses,)."""
    return _sum_won(game, secrets, 1, guesses)


def hit_weights(game: Game, secrets: Array, guesses: Array | None = None) -> Array:
    """The weight of those of the secrets that each guess (all, or those indices) wins against: int64 (guesses,)."""
    weights = 1 if game.weights is None else game.weights[secrets]
    return _sum_won(game, secrets, weights, guesses)


def _sum_won(game: Game, secrets: Array, values: Array | int, guesses: Array | None) -> Array:
    """The sum of the values of the secrets that each guess wins against: int64 (guesses,).

    values: (secrets,), or one number for all of them.
    """
    # Only a game in which a guess wins against several secrets has the table `wins`.
    if game.wins is not None:
        wins = game.wins if guesses is None else game.wins[guesses]
        return np.asarray((wins[:, secrets] * values).sum(axis=1))

    # A guess that wins against no secret has the index -1: it takes the extra last entry, which stays 0.
    value_of = np.zeros(len(game.secrets) + 1, dtype=np.int64)
    value_of[secrets] = values
    secret_of = game.secret_of if guesses is None else game.secret_of[guesses]
    return value_of[secret_of]


def partition(game: Game, guess: int, secrets: Array) -> list[tuple[int, Array]]:
    """The bins of those candidates: (reply code to the guess, its secrets in the order given), codes ascending."""
    # A user may pass a list or a range.
    if not isinstance(secrets, np.ndarray):
        secrets = np.array(secrets, dtype=np.int64)
    return split_by_code(game.replies(np.array([guess]), secrets)[0], secrets)


def split_by_code(codes: Array, secrets: Array) -> list[tuple[int, Array]]:
    """The bins of the secrets (n,) by their reply codes (n,), as `partition` returns them."""
    if not len(secrets):
        return []
    order = np.argsort(codes, kind="stable")
    sorted_codes = codes[order]
    members = secrets[order]

    # A bin begins where a code differs from the one before it.
    is_start = np.concatenate(([True], sorted_codes[1:] != sorted_codes[:-1]))
    starts = np.flatnonzero(is_start).tolist()
    ends = [*starts[1:], len(members)]
    return [(int(sorted_codes[start]), members[start:end]) for start, end in zip(starts, ends, strict=True)]


def settle(game: Game, guess: int, secrets: Array) -> tuple[Array, list[tuple[int, Array]]]:
    """(won, open bins): the secrets for which the guess ends the game, and the bins where it goes on, largest first."""
    # An empty array of the right type, for np.concatenate where nothing is won.
    won = [secrets[:0]]
    open_bins = []
    for code, members in partition(game, guess, secrets):
        # A game to identify is over as soon as one candidate is left, whatever the code. So `ends` needs the members.
        if game.ends(code, members):
            won.append(members)
        else:
            open_bins.append((code, members))

    open_bins.sort(key=lambda item: -len(item[1]))
    return np.concatenate(won), open_bins


def remaining(game: Game, steps: Iterable[Step[int, int]]) -> Array:
    """The candidates after those steps, each a guess's index and a reply code: secret indices, ascending."""
    secrets = game.all_secrets
    for guess, reply in steps:
        secrets = secrets[game.replies(np.array([guess]), secrets)[0] == reply]
    return secrets


MOST_SEPARATED = 48
"""The most secrets among which separating_candidate searches.

It computes at most 48 * 48 = 2,304 replies: each secret is guessed against all of them. Where it finds a guess, the
guesses of the game need not be compared, which takes far more replies.
"""


def separating_candidate(game: Game, secrets: Array) -> int | None:
    """The first guess that wins against one of the secrets (ascending) and leaves each of them in a bin of its own.

    None if there is no such guess, or there are too many secrets to search. The game must be plain (Game.plain): each
    secret counts once, and no guess wins against several. Each of the secrets must have a guess that wins against it.
    """
    # More secrets than reply codes cannot have a bin each.
    if len(secrets) > min(MOST_SEPARATED, game.codes):
        return None

    guesses = np.sort(game.guess_of[secrets])
    sorted_codes = np.sort(game.replies(guesses, secrets), axis=1)
    separates = (sorted_codes[:, 1:] != sorted_codes[:, :-1]).all(axis=1)
    return int(guesses[separates.argmax()]) if separates.any() else None
