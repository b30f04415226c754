"""A game of one's own: guesses, secrets and a reply function."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
from tqdm import tqdm

from codebreaker.game import NEVER, Game, table_game
from codebreaker.games.automorphisms import Automorphisms, Symmetry, found_generators, stated_generators
from codebreaker.games.by_need import game_by_need
from codebreaker.games.reply_table import (
    MOST_REPLIES,
    GameError,
    Reply,
    ReplyCodes,
    ReplyTable,
    describe,
    list_values,
)
from codebreaker.notation import MOST_SHOWN, Notation, Text, asks, fold_text, look_up, plain_text
from codebreaker.replies import Array

MOST_WEIGHT = 1 << 24
"""The largest sum of weights: a criterion keeps a table that is as long."""
SLOW_SECONDS = 2.0
"""A progress bar appears on a terminal when the replies take longer than this."""


def own_game(
    name: str,
    guesses: Iterable[Any],
    secrets: Iterable[Any],
    reply: Reply,
    *,
    winning: Collection[Hashable] | None = None,
    weights: Mapping[Any, int] | Callable[[Any], int] | None = None,
    symmetries: Iterable[Symmetry] = (),
    symmetry: Literal["find"] | None = None,
    vectorised: bool = False,
    by_need: bool = False,
    goal: Literal["win", "identify"] = "win",
    guess_text: Text = plain_text,
    secret_text: Text = plain_text,
    reply_text: Text = plain_text,
) -> Game:
    """The game of any reply function.

    guesses and secrets are any iterables of hashable values; sets are sorted. reply(guess, secret) is any hashable
    value, and equal values are one reply. If vectorised, it is called once for each guess with an array of all
    secrets, and returns as many replies.

    winning: the replies that end the game. Without it each secret is a guess too, and the reply to itself wins.
    goal: "win", or "identify" where the game ends as soon as one secret is left, without a guess that names it; then
    `winning` says nothing, and secrets need not be guesses.
    weights: how much each secret counts, whole numbers from 1. symmetries: pairs (guess to guess, secret to secret),
    functions or mappings, that change no reply; any set of generators will do. symmetry="find" finds all of them with
    pynauty (the `symmetry` extra), for tables of up to 4 million replies.
    by_need: replies are worked out when they are needed, as they always are of more than 2**31; see games.by_need.

    Raises GameError, which names guess and secret, where no game can be made.
    """
    guesses, secrets = list_values(guesses, "guess"), list_values(secrets, "secret")
    for values, what in ((guesses, "guess"), (secrets, "secret")):
        if not values:
            raise GameError(f"there is no {what}")
    if symmetry not in (None, "find"):
        raise GameError(f'symmetry is {symmetry!r}: "find" or None')
    if goal not in ("win", "identify"):
        raise GameError(f'goal is {goal!r}: "win" or "identify"')
    if winning is None and goal == "win":
        _check_guessable(guesses, secrets)
    ends = None if winning is None else _replies(winning)
    reply_codes = ReplyCodes(reply, vectorised)
    if by_need or len(guesses) * len(secrets) > MOST_REPLIES:
        if goal == "identify":
            raise GameError("the goal to identify needs a table of all replies, and this game has none")
        if symmetries or symmetry:
            raise GameError("symmetries are checked against a table of all replies, and this game has none")
        weight = None if weights is None else _weights(weights, secrets)
        return game_by_need(name, guesses, secrets, reply_codes, ends, weight, (guess_text, secret_text, reply_text))
    with tqdm(total=len(guesses), desc=name, unit="guess", delay=SLOW_SECONDS, leave=False, disable=None) as bar:
        table = ReplyTable(guesses, secrets, reply_codes, bar.update)
    wins = _wins(table, ends) if goal == "win" else _wins_to_identify(table)
    one_end = len(np.unique(table.codes[wins])) <= 1
    matrix, notation = _encode(table, wins, guess_text, secret_text, reply_text)
    last = int(matrix.max())
    weight = None if weights is None else _weights(weights, secrets)
    generators = stated_generators(symmetries, guesses, secrets, matrix, weight)
    if symmetry == "find":
        generators += found_generators(matrix, weight)
    return replace(
        table_game(name, guesses, secrets, matrix, last if goal == "win" else NEVER, last + 1),
        own=np.where(wins.any(axis=1), wins.argmax(axis=1), -1).astype(np.int32),
        wins=wins if wins.sum(axis=1).max() > 1 else None,
        weights=weight,
        identify=goal == "identify",
        ending=None if one_end else lambda guess, secret: reply_codes.reply(guesses[guess], secrets, secret),
        notation=notation,
        representatives=Automorphisms(generators, len(guesses), len(secrets)).representatives,
    )


def _check_guessable(guesses: Sequence[Any], secrets: Sequence[Any]) -> None:
    guessable = set(guesses)
    missing = next((secret for secret in secrets if secret not in guessable), None)
    if missing is not None:
        raise GameError(
            f"the secret {missing!r} is not among the guesses: name the replies that end the game (winning=)"
        )


def _replies(winning: Collection[Hashable]) -> list[Hashable]:
    """The replies that end the game; GameError if the value is no collection of replies."""
    if isinstance(winning, str):
        return [winning]
    try:
        return list(dict.fromkeys(winning))
    except TypeError:
        raise GameError(
            f'winning is {winning!r}: give a set of the replies that end the game, such as {{"won"}}'
        ) from None


def _wins(table: ReplyTable, ends: Sequence[Hashable] | None) -> Array:
    """Which guess wins against which secret: bool [guess, secret]; GameError if a secret cannot be won against."""
    if ends is None:
        return _wins_of_equals(table)
    codes = [table.code_of[reply] for reply in ends if reply in table.code_of]
    if not codes:
        examples = ", ".join(map(repr, list(table.code_of)[:MOST_SHOWN]))
        raise GameError(f"no guess gets a winning reply: winning names {ends}, and the replies are {examples}")
    wins = np.isin(table.codes, codes)
    lost = np.flatnonzero(~wins.any(axis=0))
    if len(lost):
        raise GameError(f"no guess wins against the secret {table.secrets[lost[0]]!r}")
    return wins


def _wins_to_identify(table: ReplyTable) -> Array:
    """All False, as no guess wins; GameError if a secret cannot be told apart, or is the only one."""
    if len(table.secrets) == 1:
        raise GameError(f"the secret {table.secrets[0]!r} is the only one: it is known without a guess")
    columns, column_of = np.unique(table.codes, axis=1, return_inverse=True)
    if columns.shape[1] < len(table.secrets):
        same = np.flatnonzero(column_of.ravel() == np.bincount(column_of.ravel()).argmax())
        first, second = (table.secrets[secret] for secret in same[:2])
        raise GameError(f"no guess tells the secrets {first!r} and {second!r} apart")
    return np.zeros(table.codes.shape, dtype=bool)


def _wins_of_equals(table: ReplyTable) -> Array:
    """The pairs of equal guess and secret: bool [guess, secret]; GameError if another pair has the same reply."""
    index_of = {secret: number for number, secret in enumerate(table.secrets)}
    equals = np.zeros(table.codes.shape, dtype=bool)
    for number, guess in enumerate(table.guesses):
        if guess in index_of:
            equals[number, index_of[guess]] = True
    codes = np.unique(table.codes[equals])
    unequal = np.argwhere(np.isin(table.codes, codes) & ~equals)
    if len(codes) > 1 or len(unequal):
        where = ""
        if len(unequal):
            guess, secret = unequal[0]
            where = f", as the guess {table.guesses[guess]!r} gets for the secret {table.secrets[secret]!r}"
        raise GameError(
            "the reply to the secret itself must be one and the same, and no other guess may get it"
            f"{where}: name the replies that end the game (winning=)"
        )
    return equals


def _encode(
    table: ReplyTable, wins: Array, guess_text: Text, secret_text: Text, reply_text: Text
) -> tuple[Array, Notation]:
    """The reply codes [guess, secret] of the game, all winning replies as the largest code, and its notation."""
    met = list(table.code_of)
    ends = np.unique(table.codes[wins])
    open_codes = np.setdiff1d(np.arange(len(met)), ends)
    number = np.full(len(met), len(open_codes))
    number[open_codes] = np.arange(len(open_codes))
    replies = [met[code] for code in (*open_codes, *ends[:1])]
    codes = {reply: int(number[code]) for reply, code in table.code_of.items()}
    texts = {fold_text(reply_text(reply)): reply for reply in reversed(met)}
    reply_texts = [reply_text(reply) for reply in met]
    notation = Notation(
        reply_of=replies.__getitem__,
        code_of=lambda reply: look_up(codes, reply),
        parse_reply=lambda text: look_up(texts, fold_text(text)),
        asks=asks(reply_texts),
        guess_text=guess_text,
        secret_text=secret_text,
        reply_text=reply_text,
    )
    new_codes = number.astype(table.codes.dtype)
    for row in table.codes:  # in place, because the table may be large
        row[:] = new_codes[row]
    return table.codes, notation


def _weights(weights: Mapping[Any, int] | Callable[[Any], int], secrets: Sequence[Any]) -> Array:
    """How much each secret counts: int64 (secrets,)."""
    if isinstance(weights, Sequence | np.ndarray):
        raise GameError(
            "weights is a list: give a dictionary with a weight for each secret, or a function of the secret"
        )
    values = []
    for secret in secrets:
        try:
            weight = weights(secret) if callable(weights) else weights[secret]
            whole = int(weight)
        except KeyError:
            raise GameError(f"the secret {secret!r} has no weight") from None
        except Exception as error:
            raise GameError(f"the weight of the secret {secret!r} cannot be worked out: {describe(error)}") from error
        if whole != weight or whole < 1:
            raise GameError(
                f"the weight of the secret {secret!r} is {weight!r}, not a whole number from 1: "
                "multiply fractions, and leave out secrets that never occur"
            )
        values.append(whole)
    if sum(values) > MOST_WEIGHT:
        raise GameError(f"the weights add up to {sum(values):,}, more than {MOST_WEIGHT:,}: divide them all")
    return np.array(values, dtype=np.int64)
