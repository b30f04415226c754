"""The replies of a reply function as codes, and the table of all of them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any

import numpy as np

from codebreaker.replies import Array
from lingo_common.errors import DataError

MOST_REPLIES = 1 << 31
"""The most replies in a table, which takes about 8 GB while it is made where 256 of them differ. In a larger game a
reply is worked out when it is needed."""
ASKED_TWICE = 1000
"""Random pairs of a guess and a secret whose replies are asked for twice."""
Reply = Callable[[Any, Any], Any]
"""reply(guess, secret): any hashable value; a vectorised one takes an array of secrets and returns an array."""


class GameError(DataError, ValueError):
    """A game that cannot be made of those guesses, secrets and replies."""


def list_values(values: Iterable[Any], what: str) -> list[Any]:
    """The guesses or secrets as a list; sets in ascending order, or by repr; rows of a numpy array as tuples.

    GameError if there are none, they are not iterable, or one is not hashable or is listed twice.
    """
    if isinstance(values, np.ndarray):
        rows = values.tolist()
        values = [tuple(row) for row in rows] if values.ndim > 1 else rows
    if not isinstance(values, Iterable):
        raise GameError(f"{values!r} is not iterable: give every {what} in a list, range, set or numpy array")

    distinct = list(values)
    if isinstance(values, set | frozenset):
        try:
            distinct.sort()
        except TypeError:
            distinct.sort(key=repr)

    seen = set()
    for value in distinct:
        try:
            if value in seen:
                raise GameError(f"the {what} {value!r} is listed twice")
            seen.add(value)
        except TypeError:
            raise GameError(f"the {what} {value!r} is not hashable: use a tuple or a string") from None

    if not distinct:
        raise GameError(f"there is no {what}")
    return distinct


class Replies:
    """Calls a reply function, and numbers the replies in the order in which they are met.

    In the methods guesses and secrets are indices; the function gets their values.
    """

    def __init__(self, guesses: Sequence[Any], secrets: Sequence[Any], function: Reply, vectorised: bool) -> None:
        """vectorised: the function takes several secrets at once, as one array."""
        self.guesses = guesses
        self.secrets = secrets
        self.code_of: dict[Hashable, int] = {}
        """The codes of the replies met so far."""
        self._function = function
        self._vectorised = vectorised

    @cached_property
    def _array(self) -> Array:
        """The secrets as an array."""
        return np.array(self.secrets)

    def reply(self, guess: int, secret: int) -> Any:
        """The reply itself."""
        if self._vectorised:
            return np.asarray(self._function(self.guesses[guess], self._array)).tolist()[secret]
        return self._function(self.guesses[guess], self.secrets[secret])

    def row(self, guess: int, secrets: Array) -> Array:
        """The codes of the replies to the guess for those secrets (n,), ascending: (n,)."""
        values = self.secrets
        if len(secrets) < len(self.secrets):
            values = [self.secrets[secret] for secret in secrets.tolist()]
        if self._vectorised:
            return self._vectorised_row(self.guesses[guess], values, secrets)

        # The replies are added one by one, so that after an error their number says which secret failed.
        replies: list[Any] = []
        try:
            replies.extend(map(self._function, repeat(self.guesses[guess]), values))
        except Exception as error:
            raise _reply_error(self.guesses[guess], f"the secret {values[len(replies)]!r}", error) from error
        return self._codes(replies, self.guesses[guess], values)

    def table(self, on_guess: Callable[[], object]) -> Array:
        """The codes of all replies [guess, secret], in the smallest dtype; on_guess is called after each guess."""
        table = np.empty((len(self.guesses), len(self.secrets)), dtype=np.uint8)
        all_secrets = np.arange(len(self.secrets))
        for guess in range(len(self.guesses)):
            row = self.row(guess, all_secrets)
            if row.max(initial=0) > np.iinfo(table.dtype).max:
                table = table.astype(np.min_scalar_type(int(row.max())))
            table[guess] = row
            on_guess()

        self.check_repeats(lambda guess, secrets: table[guess, secrets])
        return table

    def check_repeats(self, codes: Callable[[int, Array], Array]) -> None:
        """GameError if one of ASKED_TWICE replies differs when it is asked for again.

        codes(guess, secrets): the codes of the replies that were given before. A table has them all; a game by need
        works them out for this test.
        """
        for guess, secrets in self._random_questions():
            before = codes(guess, secrets)
            again = self.row(guess, secrets)
            different = np.flatnonzero(before != again)
            if len(different):
                index = different[0]
                replies = list(self.code_of)
                raise GameError(
                    f"the reply to the guess {self.guesses[guess]!r} for the secret {self.secrets[secrets[index]]!r} "
                    f"was {replies[before[index]]!r}, and is {replies[again[index]]!r} when it is asked for again"
                )

    def _random_questions(self) -> Iterator[tuple[int, Array]]:
        """Yield guesses, each with the secrets that the reply is asked for: in all about ASKED_TWICE pairs.

        The seed is fixed, so a game that was accepted once is accepted again.
        """
        rng = np.random.default_rng(0)
        guesses = len(self.guesses)
        secrets = len(self.secrets)
        pairs = guesses * secrets

        if self._vectorised:
            # The function is called with all secrets, as for the table.
            count = min(guesses, 1 + ASKED_TWICE // secrets)
            for guess in rng.choice(guesses, count, replace=False):
                yield int(guess), np.arange(secrets)
        else:
            for pair in rng.integers(pairs, size=min(ASKED_TWICE, pairs)):
                guess, secret = divmod(int(pair), secrets)
                yield guess, np.array([secret])

    def _vectorised_row(self, guess: Any, values: Sequence[Any], secrets: Array) -> Array:
        """`row` for a vectorised function: it is called once, with those secrets (values and indices) as one array."""
        try:
            replies = np.asarray(self._function(guess, self._array[secrets]))
        except Exception as error:
            raise _reply_error(guess, "all secrets", error) from error

        if replies.shape != (len(secrets),):
            raise GameError(
                f"the vectorised reply to the guess {guess!r} has the shape {replies.shape}, "
                f"not ({len(secrets)},): one reply for each secret"
            )

        if replies.dtype.kind == "O":
            # They may be of several types, which cannot be sorted.
            return self._codes(replies.tolist(), guess, values)
        if replies.dtype.kind == "i":
            # Numbers of 16 bits are sorted several times faster. -x - 1 takes as many bits as x, and numpy finds the
            # smallest signed type of a negative number.
            lowest = min(int(replies.min()), -int(replies.max()) - 1)
            replies = replies.astype(np.min_scalar_type(lowest))

        # Of equal replies one is turned into a code, named in errors by the first secret that gets it.
        distinct, first_secrets, index_of_reply = np.unique(replies, return_index=True, return_inverse=True)
        codes = self._codes(distinct.tolist(), guess, [values[secret] for secret in first_secrets])
        return codes[index_of_reply]

    def _codes(self, replies: Sequence[Any], guess: Any, values: Sequence[Any]) -> Array:
        """The codes of the replies (n,) for those secrets; a reply that was not met before gets a new code."""
        try:
            return np.array(list(map(self.code_of.__getitem__, replies)))
        except (KeyError, TypeError):
            # A reply is new, or not hashable: go through them one by one.
            codes = []

        for reply, secret in zip(replies, values, strict=True):
            beginning = f"the reply to the guess {guess!r} for the secret {secret!r} is"
            try:
                codes.append(self.code_of.setdefault(reply, len(self.code_of)))
            except TypeError:
                raise GameError(f"{beginning} not hashable: {reply!r}") from None

            # NaN, for instance: it would get a new code each time.
            if reply != reply:
                raise GameError(f"{beginning} {reply!r}, which does not equal itself")
        return np.array(codes)


def _reply_error(guess: Any, secrets: str, error: Exception) -> GameError:
    """The error for a reply function that raises that error; secrets: for which ones, in words."""
    return GameError(f"the reply to the guess {guess!r} for {secrets} cannot be worked out: {describe(error)}")


def describe(error: Exception) -> str:
    """The error's type, and what it says."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
