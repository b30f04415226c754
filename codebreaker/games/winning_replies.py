"""Which guesses of a user's game win against which secrets, and the codes that winning replies get.

The errors are for the user who makes the game: they name a guess, a secret or a reply.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from codebreaker.derived_games import equal_secrets
from codebreaker.games.reply_table import NumberedReplies
from codebreaker.replies import Array
from lingo_common.errors import DataError, value_text

MOST_EXAMPLES = 8
"""Replies of a game that an error names."""


def check_secrets_are_guesses(guesses: Sequence[Any], secrets: Sequence[Any]) -> None:
    """DataError if a secret is not among the guesses, which is needed where the reply to itself wins."""
    possible_guesses = set(guesses)
    for secret in secrets:
        if secret not in possible_guesses:
            raise DataError(
                f"the secret {secret!r} is not among the guesses: name the replies that end the game (winning=)"
            )


def list_winning(winning: Collection[Hashable]) -> list[Hashable]:
    """The replies that end the game; DataError if the value is no collection of replies."""
    if isinstance(winning, str):
        return [winning]
    try:
        return list(dict.fromkeys(winning))
    except TypeError:
        raise DataError(
            f'winning is {value_text(winning)}: give a set of the replies that end the game, such as {{"won"}}'
        ) from None


def wins_for_goal(table: Array, replies: NumberedReplies, goal: str, winning: Sequence[Hashable] | None) -> Array:
    """Which guess wins against which secret: bool [guess, secret]; DataError if the goal cannot be reached.

    goal: "win", or "identify" where the game ends as soon as one secret is left. winning: the replies that end a game
    with the goal "win"; None where the reply to the secret itself ends it.
    """
    if goal == "identify":
        # No guess wins: the game ends when one secret is left.
        _check_secrets_differ(table, replies.secrets)
        return np.zeros(table.shape, dtype=bool)

    if winning is None:
        return _wins_of_equals(table, replies)
    return _wins_of_replies(table, replies, winning)


def _wins_of_replies(table: Array, replies: NumberedReplies, winning: Sequence[Hashable]) -> Array:
    """The pairs whose reply is a winning one: bool [guess, secret]; DataError if no guess wins against a secret."""
    codes = [replies.code_of[reply] for reply in winning if reply in replies.code_of]
    if not codes:
        examples = ", ".join(map(repr, list(replies.code_of)[:MOST_EXAMPLES]))
        raise DataError(f"no guess gets a winning reply: winning names {winning}, and the replies are {examples}")

    wins = np.isin(table, codes)
    safe_secrets = np.flatnonzero(~wins.any(axis=0))
    if len(safe_secrets):
        raise DataError(f"no guess wins against the secret {replies.secrets[safe_secrets[0]]!r}")
    return wins


def _wins_of_equals(table: Array, replies: NumberedReplies) -> Array:
    """The pairs of equal guess and secret: bool [guess, secret]; DataError if another pair has the same reply."""
    secret_of = equal_secrets(replies.guesses, replies.secrets)  # -1 for a guess that is no secret
    is_secret = secret_of >= 0
    equals = np.zeros(table.shape, dtype=bool)
    equals[is_secret, secret_of[is_secret]] = True

    codes_of_equals = np.unique(table[equals])
    others_with_these_codes = np.argwhere(np.isin(table, codes_of_equals) & ~equals)
    if len(codes_of_equals) > 1 or len(others_with_these_codes):
        example = ""
        if len(others_with_these_codes):
            guess, secret = others_with_these_codes[0]
            example = f", as the guess {replies.guesses[guess]!r} gets for the secret {replies.secrets[secret]!r}"
        raise DataError(
            "the reply to the secret itself must be one and the same, and no other guess may get it"
            f"{example}: name the replies that end the game (winning=)"
        )
    return equals


def _check_secrets_differ(table: Array, secrets: Sequence[Any]) -> None:
    """DataError if a secret cannot be told apart from another, or is the only one."""
    if len(secrets) == 1:
        raise DataError(f"the secret {secrets[0]!r} is the only one: it is known without a guess")

    # Two secrets with the same column have the same replies to all guesses.
    secret_of_column: dict[bytes, Any] = {}
    for secret, column in zip(secrets, table.T, strict=True):
        first_secret = secret_of_column.setdefault(column.tobytes(), secret)
        if first_secret is not secret:
            raise DataError(f"no guess tells the secrets {first_secret!r} and {secret!r} apart")


def number_winning_last(
    table: Array, code_of: Mapping[Hashable, int], winning_codes: Array
) -> tuple[Array, dict[Hashable, int]]:
    """A new table and the new code of each reply. All winning replies get the same code, because a Game has one.

    If any reply wins, this is the largest code of the new table. The other codes keep their order: where 0 and 2 of the
    codes 0 to 3 win, the new codes are 2, 0, 2, 1.
    """
    open_codes = np.setdiff1d(np.arange(len(code_of)), winning_codes)
    new_codes = np.full(len(code_of), len(open_codes), dtype=table.dtype)
    new_codes[open_codes] = np.arange(len(open_codes))

    new_table = np.empty_like(table)
    # Row by row, because numpy needs 8 bytes for each code that is an index, and the table may have billions.
    for row, codes in enumerate(table):
        new_table[row] = new_codes[codes]

    new_code_of = {reply: int(new_codes[code]) for reply, code in code_of.items()}
    return new_table, new_code_of
