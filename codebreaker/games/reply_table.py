"""The replies of a reply function as codes, and the table of all of them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import repeat
from typing import Any

import numpy as np

from codebreaker.replies import Array
from lingo_common.errors import DataError

MOST_REPLIES = 1 << 31
"""Replies in a table, about 8 GB while it is made, with up to 256 different replies. Of a larger game replies are
worked out by need."""

ASKED_TWICE = 1000
"""Pairs of a guess and a secret, drawn, whose replies are asked for twice."""

Reply = Callable[[Any, Any], Any]


class GameError(DataError, ValueError):
    """A game that cannot be made of those guesses, secrets and replies."""


def list_values(values: Iterable[Any], what: str) -> list[Any]:
    """The guesses or secrets as a list; sets in ascending order, rows of a numpy array as tuples.

    GameError if they are not iterable, or one is not hashable or is listed twice.
    """
    if isinstance(values, np.ndarray):
        rows = values.tolist()
        values = [tuple(row) for row in rows] if values.ndim > 1 else rows
    if not isinstance(values, Iterable):
        raise GameError(f"{values!r} is not iterable: give every {what} in a list, range, set or numpy array")
    distinct = _in_order(values) if isinstance(values, set | frozenset) else list(values)
    seen = set()
    for value in distinct:
        try:
            if value in seen:
                raise GameError(f"the {what} {value!r} is listed twice")
            seen.add(value)
        except TypeError:
            raise GameError(f"the {what} {value!r} is not hashable: use a tuple or a string") from None
    return distinct


def _in_order(values: Iterable[Any]) -> list[Any]:
    """The values of a set in ascending order, or in that of their repr where they cannot be compared."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


class ReplyCodes:
    """Asks for replies and numbers them as they are met."""

    def __init__(self, reply: Reply, vectorised: bool) -> None:
        """vectorised: reply takes all secrets at once, as one array."""
        self.code_of: dict[Hashable, int] = {}
        """The codes of the replies met so far."""
        self._reply, self._vectorised = reply, vectorised
        self._secrets: Sequence[Any] = ()
        self._array: Array = np.array(())

    def row(self, guess: Any, secrets: Sequence[Any]) -> Array:
        """The codes of the replies to the guess: (secrets,)."""
        if self._vectorised:
            return self._by_array(guess, secrets)
        return self._one_by_one(guess, secrets)

    def reply(self, guess: Any, secrets: Sequence[Any], index: int) -> Any:
        """The reply itself to the guess for the secret at that index."""
        if self._vectorised:
            return np.asarray(self._reply(guess, self._array_of(secrets))).tolist()[index]
        return self._reply(guess, secrets[index])

    def check_repeats(
        self, guesses: Sequence[Any], secrets: Sequence[Any], codes: Callable[[int, Array], Array]
    ) -> None:
        """GameError if one of ASKED_TWICE replies is another one when it is asked for again.

        codes(guess, secrets): the codes of the replies that were given before, by index.
        """
        for guess, places in self._draw_pairs(len(guesses), len(secrets)):
            hidden = secrets if len(places) == len(secrets) else [secrets[position] for position in places]
            before, again = codes(guess, places), self.row(guesses[guess], hidden)
            for index in np.flatnonzero(before != again)[:1]:
                replies = list(self.code_of)
                raise GameError(
                    f"the reply to the guess {guesses[guess]!r} for the secret {hidden[index]!r} was "
                    f"{replies[before[index]]!r}, and is {replies[again[index]]!r} when it is asked for again"
                )

    def _draw_pairs(self, guesses: int, secrets: int) -> Iterator[tuple[int, Array]]:
        """(guess, secrets) by index, ASKED_TWICE pairs; a vectorised function is asked for all secrets at once."""
        rng = np.random.default_rng(0)
        if self._vectorised:
            for guess in rng.choice(guesses, min(guesses, 1 + ASKED_TWICE // secrets), replace=False):
                yield int(guess), np.arange(secrets)
        else:
            for pair in rng.integers(guesses * secrets, size=min(ASKED_TWICE, guesses * secrets)).tolist():
                yield pair // secrets, np.array([pair % secrets])

    def _one_by_one(self, guess: Any, secrets: Sequence[Any]) -> Array:
        """The codes of the replies to the guess, asked for secret by secret."""
        replies: list[Any] = []
        try:
            replies.extend(map(self._reply, repeat(guess), secrets))
        except Exception as error:
            raise _reply_error(guess, f"the secret {secrets[len(replies)]!r}", error) from error
        return self._codes(replies, guess, secrets)

    def _codes(self, replies: Sequence[Any], guess: Any, secrets: Sequence[Any]) -> Array:
        """The codes of the replies to the guess for those secrets: (secrets,)."""
        try:
            return np.array(list(map(self.code_of.__getitem__, replies)))
        except (KeyError, TypeError):  # a reply is new, or not hashable
            return np.array([self._code(reply, guess, secret) for reply, secret in zip(replies, secrets, strict=True)])

    def _by_array(self, guess: Any, secrets: Sequence[Any]) -> Array:
        """The codes of the replies to the guess, asked for once with all secrets as one array."""
        try:
            replies = np.asarray(self._reply(guess, self._array_of(secrets)))
        except Exception as error:
            raise _reply_error(guess, "all secrets", error) from error
        if replies.shape != (len(secrets),):
            raise GameError(
                f"the vectorised reply to the guess {guess!r} has the shape {replies.shape}, "
                f"not ({len(secrets)},): one reply for each secret"
            )
        if replies.dtype.kind == "O":  # they may be of several types, which cannot be sorted
            return self._codes(replies.tolist(), guess, secrets)
        if replies.dtype.kind == "i":  # numbers of 16 bits are sorted several times faster
            replies = replies.astype(np.min_scalar_type(min(replies.min(), ~replies.max())))
        met, firsts, places = np.unique(replies, return_index=True, return_inverse=True)
        values = met.tolist()
        codes = [self._code(value, guess, secrets[first]) for value, first in zip(values, firsts, strict=True)]
        return np.array(codes)[places]

    def _array_of(self, secrets: Sequence[Any]) -> Array:
        """The secrets as an array, made once for each sequence of them."""
        if secrets is not self._secrets:
            self._secrets, self._array = secrets, np.array(secrets)
        return self._array

    def _code(self, reply: Any, guess: Any, secret: Any) -> int:
        """The code of a reply, a new one if it was not met before."""
        try:
            code = self.code_of.setdefault(reply, len(self.code_of))
        except TypeError:
            raise GameError(
                f"the reply to the guess {guess!r} for the secret {secret!r} is not hashable: {reply!r}"
            ) from None
        if reply != reply:
            raise GameError(
                f"the reply to the guess {guess!r} for the secret {secret!r} is {reply!r}, which does not equal itself"
            )
        return code


class ReplyTable:
    """The replies of a game: codes [guess, secret], numbered as the replies are met, and the replies themselves."""

    def __init__(
        self, guesses: Sequence[Any], secrets: Sequence[Any], reply_codes: ReplyCodes, on_guess: Callable[[], object]
    ) -> None:
        """Ask for every reply; told hears of each guess that is done."""
        self.guesses, self.secrets, self.code_of = guesses, secrets, reply_codes.code_of
        self.codes: Array = np.empty((len(guesses), len(secrets)), dtype=np.uint8)
        """The dtype is the smallest that holds the codes."""
        for index, guess in enumerate(guesses):
            row = reply_codes.row(guess, secrets)
            if row.max(initial=0) > np.iinfo(self.codes.dtype).max:
                self.codes = self.codes.astype(np.min_scalar_type(int(row.max())))
            self.codes[index] = row
            on_guess()
        reply_codes.check_repeats(guesses, secrets, lambda guess, places: self.codes[guess, places])


def _reply_error(guess: Any, whom: str, error: Exception) -> GameError:
    """The error for a reply function that raises that error."""
    return GameError(f"the reply to the guess {guess!r} for {whom} cannot be worked out: {describe(error)}")


def describe(error: Exception) -> str:
    """The error's type, and what it says."""
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
