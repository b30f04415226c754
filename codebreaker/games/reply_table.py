"""The replies of a reply function as codes, and the table of all of them."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np

from codebreaker.replies import Array
from lingo_common.errors import DataError, value_text

MOST_REPLIES = 1 << 31
"""The most replies in a table: 2 GB with up to 256 different ones, which take a byte each. While a game is made of it
there are copies, which take about 8 GB more. In a larger game a reply is worked out when it is needed."""
ASKED_TWICE = 1000
"""About how many replies are asked for a second time: those to guesses drawn at random, for all secrets."""
ReplyFunction = Callable[[Any, Any], Any]
"""reply(guess, secret): any hashable value.

A vectorised function takes an array of secrets and returns an array of replies. Where a table is made it always gets
all secrets, and may rely on that. Without a table (codebreaker.games.by_need) it gets those of a bin, or all.
"""


def list_values(values: Iterable[Any], what: str) -> list[Any]:
    """The guesses or secrets as a list; sets in ascending order, or by repr; rows of a numpy array as tuples.

    what: "guess" or "secret", for errors. DataError if there are none, they are not iterable, or one is not hashable
    or is listed twice.
    """
    if isinstance(values, np.ndarray):
        rows = values.tolist()
        values = [tuple(row) for row in rows] if values.ndim > 1 else rows
    if not isinstance(values, Iterable):
        raise DataError(f"{value_text(values)} is not iterable: give every {what} in a list, range, set or numpy array")

    listed_values = list(values)
    if isinstance(values, set | frozenset):
        try:
            listed_values.sort()
        except TypeError:
            # Values of several types have no order.
            listed_values.sort(key=repr)

    seen = set()
    for value in listed_values:
        try:
            if value in seen:
                raise DataError(f"the {what} {value!r} is listed twice")
            seen.add(value)
        except TypeError:
            raise DataError(f"the {what} {value_text(value)} is not hashable: use a tuple or a string") from None

    if not listed_values:
        raise DataError(f"there is no {what}")
    return listed_values


class NumberedReplies:
    """Calls a reply function, and numbers the different replies in the order in which they are met.

    A reply's number is its code. In the methods guesses and secrets are indices; the function gets their values.
    """

    def __init__(
        self, guesses: Sequence[Any], secrets: Sequence[Any], function: ReplyFunction, vectorised: bool
    ) -> None:
        """vectorised: the function takes several secrets at once, as one array."""
        self.guesses = guesses
        self.secrets = secrets
        self.code_of: dict[Hashable, int] = {}
        """The codes of the replies met so far."""
        self._function = function
        self._vectorised = vectorised

    @cached_property
    def _secret_array(self) -> Array:
        """The secrets as an array, for a vectorised function."""
        return np.array(self.secrets)

    def reply(self, guess: int, secret: int) -> Any:
        """The reply itself."""
        if self._vectorised:
            # A table may have been made, and then the function may rely on getting all secrets (see ReplyFunction).
            replies = np.asarray(self._function(self.guesses[guess], self._secret_array))
            # tolist makes Python's values of numpy's, as `row` does for the codes.
            return replies.tolist()[secret]
        return self._function(self.guesses[guess], self.secrets[secret])

    def row(self, guess: int, secrets: Array) -> Array:
        """The codes of the replies to the guess, one for each of those secrets: int (n,).

        secrets: different indices, ascending. If their number is that of all secrets, they are all secrets in order.
        """
        # A row of a table has all secrets: their values are not listed anew for each row, which would take time.
        secret_values = self.secrets
        if len(secrets) < len(self.secrets):
            secret_values = [self.secrets[secret] for secret in secrets.tolist()]
        if self._vectorised:
            return self._vectorised_row(self.guesses[guess], secret_values, secrets)

        # The replies are added one by one, so that after an error their number says which secret failed.
        replies: list[Any] = []
        try:
            replies.extend(map(self._function, repeat(self.guesses[guess]), secret_values))
        except Exception as error:
            raise _reply_error(self.guesses[guess], f"the secret {secret_values[len(replies)]!r}", error) from error
        return self._codes_of(replies, self.guesses[guess], secret_values)

    def table(self, on_guess: Callable[[], object]) -> Array:
        """The codes of all replies [guess, secret], in the smallest dtype; on_guess is called after each guess."""
        table = np.empty((len(self.guesses), len(self.secrets)), dtype=np.uint8)
        all_secrets = np.arange(len(self.secrets))
        for guess in range(len(self.guesses)):
            row = self.row(guess, all_secrets)
            if row.max() > np.iinfo(table.dtype).max:
                table = table.astype(np.min_scalar_type(int(row.max())))
            table[guess] = row
            on_guess()

        self.check_repeats(lambda guess: table[guess])
        return table

    def check_repeats(self, row_before: Callable[[int], Array]) -> None:
        """DataError if a reply differs when it is asked for again. About ASKED_TWICE replies are asked for.

        row_before(guess): the codes that were given before for the replies of all secrets. A table has them; a game
        without a table works them out for this test.
        """
        # Whole rows, because a vectorised function may rely on getting all secrets (see ReplyFunction). The seed is
        # fixed, so a game that was accepted once is accepted again.
        all_secrets = np.arange(len(self.secrets))
        count = min(len(self.guesses), 1 + ASKED_TWICE // len(self.secrets))
        for guess in np.random.default_rng(0).choice(len(self.guesses), count, replace=False).tolist():
            before = row_before(guess)
            again = self.row(guess, all_secrets)
            different = np.flatnonzero(before != again)
            if len(different):
                secret = different[0]
                # A new reply gets the number of replies before it as its code, which so is its index in this list. In
                # a game by need the winning replies are the first in the list. They all have the code 0, so the error
                # names the first of them, whichever it was.
                replies = list(self.code_of)
                raise DataError(
                    f"the reply to the guess {self.guesses[guess]!r} for the secret {self.secrets[secret]!r} "
                    f"was {replies[before[secret]]!r}, and is {replies[again[secret]]!r} when it is asked for again"
                )

    def _vectorised_row(self, guess: Any, secret_values: Sequence[Any], secrets: Array) -> Array:
        """`row` for a vectorised function: it is called once, with those secrets (values and indices) as one array."""
        try:
            replies = np.asarray(self._function(guess, self._secret_array[secrets]))
        except Exception as error:
            raise _reply_error(guess, f"{len(secrets)} secrets", error) from error

        if replies.shape != (len(secrets),):
            raise DataError(
                f"the vectorised reply to the guess {guess!r} has the shape {replies.shape}, "
                f"not ({len(secrets)},): one reply for each secret"
            )

        is_array_of_objects = replies.dtype.kind == "O"
        if is_array_of_objects:
            # They may be of several types, which np.unique cannot sort.
            return self._codes_of(replies.tolist(), guess, secret_values)
        is_array_of_signed_integers = replies.dtype.kind == "i"
        if is_array_of_signed_integers:
            # Most functions return 64 bits for numbers that need 8. np.unique sorts fewer bits several times faster.
            # np.min_scalar_type gives a signed type for a negative number only. Signed types end at pairs such as -128
            # and 127, so the type that holds -128 holds 127 too.
            negative_for_largest = -int(replies.max()) - 1
            lowest = min(int(replies.min()), negative_for_largest)
            replies = replies.astype(np.min_scalar_type(lowest))

        # Each different reply is looked up once. In errors its secret is the first one that gets it.
        distinct, first_secrets, index_of_reply = np.unique(replies, return_index=True, return_inverse=True)
        codes = self._codes_of(distinct.tolist(), guess, [secret_values[secret] for secret in first_secrets])
        return codes[index_of_reply]

    def _codes_of(self, replies: Sequence[Any], guess: Any, secret_values: Sequence[Any]) -> Array:
        """The codes of the replies (n,) for those secrets; a reply that was not met before gets a new code."""
        try:
            # Except in the first rows of a table all replies are known. Then one call of map is the fastest way.
            return np.array(list(map(self.code_of.__getitem__, replies)))
        except (KeyError, TypeError):
            # A reply is new, or not hashable.
            return self._codes_one_by_one(replies, guess, secret_values)

    def _codes_one_by_one(self, replies: Sequence[Any], guess: Any, secret_values: Sequence[Any]) -> Array:
        """The codes that _codes_of returns; DataError for a reply that is not hashable or does not equal itself."""
        codes = []
        for reply, secret in zip(replies, secret_values, strict=True):
            beginning = f"the reply to the guess {guess!r} for the secret {secret!r} is"
            try:
                codes.append(self.code_of.setdefault(reply, len(self.code_of)))
            except TypeError:
                raise DataError(f"{beginning} not hashable: {value_text(reply)}") from None

            # NaN, for instance: it would get a new code each time.
            if reply != reply:
                raise DataError(f"{beginning} {reply!r}, which does not equal itself")
        return np.array(codes)


def _reply_error(guess: Any, secrets: str, error: Exception) -> DataError:
    """The error for a reply function that raises that error; secrets: for which ones, in words."""
    return DataError(f"the reply to the guess {guess!r} for {secrets} cannot be worked out: {describe(error)}")


def describe(error: Exception) -> str:
    """The error's type, and what it says."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
