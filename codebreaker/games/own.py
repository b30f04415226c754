"""A game of one's own: guesses, secrets and a reply function."""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from numbers import Rational
from typing import Any, Literal

import numpy as np

from codebreaker.derived_games import table_game
from codebreaker.game import NEVER, Game
from codebreaker.games.automorphisms import StatedSymmetry, find_generators, generators_of
from codebreaker.games.by_need import RepliesByNeed, game_by_need
from codebreaker.games.reply_table import MOST_REPLIES, NumberedReplies, ReplyFunction, describe, list_values
from codebreaker.games.winning_replies import (
    check_secrets_are_guesses,
    list_winning,
    number_winning_last,
    wins_for_goal,
)
from codebreaker.notation import TextFunction, notation_of, plain_text
from codebreaker.replies import Array
from codebreaker.symmetry_group import SymmetryGroup
from lingo_common.errors import DataError, value_text
from wordlists.frequencies import MAX_WEIGHT, whole_weights

Weights = Mapping[Any, Any] | Callable[[Any], Any]
"""A number for each secret."""
SLOW_SECONDS = 2.0
"""A progress bar appears on a terminal when the replies take longer than this."""


def own_game(
    name: str,
    guesses: Iterable[Any],
    secrets: Iterable[Any],
    reply: ReplyFunction,
    *,
    winning: Collection[Hashable] | None = None,
    weights: Weights | None = None,
    symmetries: Iterable[StatedSymmetry] = (),
    symmetry: Literal["find"] | None = None,
    vectorised: bool = False,
    by_need: bool = False,
    goal: Literal["win", "identify"] = "win",
    guess_text: TextFunction = plain_text,
    secret_text: TextFunction = plain_text,
    reply_text: TextFunction = plain_text,
) -> Game:
    """The game of any reply function.

    guesses and secrets are any iterables of hashable values; sets are sorted. reply(guess, secret) is any hashable
    value, and equal values are one reply. If vectorised, it is called with a guess and an array of secrets, and returns
    as many replies. The array has all secrets where a table is made, and otherwise those whose replies are needed.

    winning: the replies that end the game. Without it each secret is a guess too, and the reply to itself wins.
    goal: "win", or "identify" where the game ends as soon as one secret is left, without a guess that names it. In a
    game to identify `winning` is ignored, and secrets need not be guesses.
    weights: how much each secret counts, numbers from 0. A secret of weight 0 never occurs. Fractions become whole
    numbers in the same proportions.
    symmetries: pairs (guess to guess, secret to secret) of functions or mappings that change no reply. Their products
    are symmetries too and need not be listed. symmetry="find" finds all symmetries with pynauty (the `symmetry` extra),
    for tables of up to 4 million replies.
    by_need: no table of all replies is made; each reply is worked out when it is needed. A game of more than 2**31
    replies is always made so. See games.by_need.
    guess_text, secret_text, reply_text: functions that write a value as text.

    Raises DataError, which names guess and secret, where no game can be made.
    """
    _check_options(symmetry, goal)

    guesses = list_values(guesses, "guess")
    secrets = list_values(secrets, "secret")
    if winning is None and goal == "win":
        check_secrets_are_guesses(guesses, secrets)
    winning_replies = None if winning is None else list_winning(winning)

    texts = {
        "guess_text": _text_function("guess_text", guess_text),
        "secret_text": _text_function("secret_text", secret_text),
        "reply_text": _text_function("reply_text", reply_text),
    }

    secret_weights = None
    if weights is not None:
        secrets, secret_weights = _possible_secrets(weights, secrets)

    if by_need or len(guesses) * len(secrets) > MOST_REPLIES:
        _check_needs_no_table(goal, has_symmetries=bool(symmetries or symmetry))
        replies_by_need = RepliesByNeed(guesses, secrets, reply, vectorised, winning_replies)
        notation = notation_of(replies_by_need.code_of, **texts)
        return game_by_need(name, replies_by_need, secret_weights, notation)

    replies = NumberedReplies(guesses, secrets, reply, vectorised)
    table = _table_with_bar(replies, name)

    # In a game to identify no guess wins. So there are no winning codes below, and each reply keeps its code.
    wins = wins_for_goal(table, replies, goal, winning_replies)

    # A Game has one winning code, so all winning replies get the same code, the largest one.
    winning_codes = np.unique(table[wins])
    table, code_of = number_winning_last(table, replies.code_of, winning_codes)
    largest_code = int(table.max())
    winning_code = NEVER if goal == "identify" else largest_code

    # Symmetries may exchange winning replies. So they are checked against the new table, where these have one code.
    generators = generators_of(symmetries, guesses, secrets, table, secret_weights)
    if symmetry == "find":
        generators += find_generators(table, secret_weights)

    # Game.secret_of names the first secret that each guess wins against: argmax finds the first True of a row. If a
    # guess wins against several, the game needs `wins` too.
    first_secret_won = np.where(wins.any(axis=1), wins.argmax(axis=1), -1)
    wins_against_several = wins.sum(axis=1).max() > 1
    return replace(
        table_game(name, guesses, secrets, table, winning_code, codes=largest_code + 1),
        secret_of=first_secret_won.astype(np.int32),
        wins=wins if wins_against_several else None,
        weights=secret_weights,
        identify=goal == "identify",
        # With several winning replies the code does not say which one it was: the reply function is asked again.
        winning_reply=replies.reply if len(winning_codes) > 1 else None,
        notation=notation_of(code_of, **texts),
        representatives=SymmetryGroup(generators, len(guesses), len(secrets)).representatives,
        # A Game has a function here, because other games make their generators when these are first needed.
        generators=lambda: generators,
    )


def _table_with_bar(replies: NumberedReplies, name: str) -> Array:
    """The codes of all replies [guess, secret]; if that takes long, a terminal shows a progress bar of that name."""
    # Imported here, because it takes a tenth of the start of a program, and other games have no bar.
    from tqdm import tqdm

    # A bare bar: Progress would also log lines, and this may run in a program of a user's own.
    guesses = len(replies.guesses)
    with tqdm(total=guesses, desc=name, unit="guess", delay=SLOW_SECONDS, leave=False, disable=None) as bar:
        return replies.table(bar.update)


def _check_options(symmetry: str | None, goal: str) -> None:
    """DataError if an option has a value that is not one of its two."""
    if symmetry not in (None, "find"):
        raise DataError(f'symmetry is {symmetry!r}: "find" or None')
    if goal not in ("win", "identify"):
        raise DataError(f'goal is {goal!r}: "win" or "identify"')


def _check_needs_no_table(goal: str, has_symmetries: bool) -> None:
    """DataError if a game without a table of replies is asked for what only a table can give."""
    if goal == "identify":
        raise DataError("the goal to identify needs a table of all replies, and this game has none")
    if has_symmetries:
        raise DataError("symmetries are checked against a table of all replies, and this game has none")


def _text_function(name: str, function: TextFunction) -> TextFunction:
    """The function, whose values become texts and whose errors become a DataError."""

    def text(value: Any) -> str:
        try:
            return str(function(value))
        except Exception as error:
            raise DataError(f"the {name} of {value!r} cannot be worked out: {describe(error)}") from error

    return text


def _possible_secrets(weights: Weights, secrets: Sequence[Any]) -> tuple[list[Any], Array]:
    """The secrets whose weight is not 0, and how much each counts: int64 (secrets,)."""
    if isinstance(weights, Sequence | np.ndarray):
        raise DataError(
            "weights is a list: give a dictionary with a weight for each secret, or a function of the secret"
        )

    values = [_weight_of(weights, secret) for secret in secrets]
    possible_secrets = [secret for secret, value in zip(secrets, values, strict=True) if value > 0]
    positive = [value for value in values if value > 0]
    if not positive:
        raise DataError("every weight is 0: there is no secret")

    if any(value.denominator > 1 for value in positive):
        # The smallest whole numbers in the same proportions. What a 1 among them stands for is not needed: the totals
        # of such a game are shown in these numbers.
        numbers, _ = whole_weights(positive, MAX_WEIGHT)
    else:
        # Whole numbers stay as they are, so that totals are in the user's unit.
        numbers = [int(value) for value in positive]

    if sum(numbers) > MAX_WEIGHT:
        raise DataError(f"the weights add up to {sum(numbers):,}, more than {MAX_WEIGHT:,}: divide them all")
    return possible_secrets, np.array(numbers, dtype=np.int64)


def _weight_of(weights: Weights, secret: Any) -> Fraction:
    """The weight of a secret, exactly as it is written: 0.1 is a tenth."""
    try:
        weight = weights(secret) if callable(weights) else weights[secret]
    except KeyError:
        raise DataError(f"the secret {secret!r} has no weight") from None
    except Exception as error:
        raise DataError(f"the weight of the secret {secret!r} cannot be worked out: {describe(error)}") from error

    try:
        # Fraction(0.1) is the nearest binary number. Its text is what the user wrote.
        value = Fraction(weight) if isinstance(weight, Rational) else Fraction(str(weight))
    except (ValueError, ZeroDivisionError):
        # ValueError for NaN and infinity too.
        weight_text = value_text(weight)
        raise DataError(f"the weight of the secret {secret!r} is {weight_text}, which is no finite number") from None
    if value < 0:
        raise DataError(f"the weight of the secret {secret!r} is {weight!r}, less than 0")
    return value
