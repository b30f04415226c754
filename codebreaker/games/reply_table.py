"""The table of a reply function, asked for every guess and secret."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np

from codebreaker.replies import Array
from lingo_common.errors import DataError

MOST_REPLIES = 1 << 31
"""Replies in a table: about 8 GB while it is made, with up to 256 different replies."""

Reply = Callable[[Any, Any], Any]


class GameError(DataError, ValueError):
    """A game that cannot be made of those guesses, secrets and replies."""


def listed(values: Iterable[Any], what: str) -> list[Any]:
    """The guesses or secrets as a list; sets in ascending order, rows of a numpy array as tuples.

    GameError where one is not hashable or is listed twice.
    """
    if isinstance(values, np.ndarray):
        values = [tuple(row) if isinstance(row, list) else row for row in values.tolist()]
    found = _in_order(values) if isinstance(values, set | frozenset) else list(values)
    seen = set()
    for value in found:
        try:
            if value in seen:
                raise GameError(f"the {what} {value!r} is listed twice")
            seen.add(value)
        except TypeError:
            raise GameError(f"the {what} {value!r} is not hashable: use a tuple or a string") from None
    return found


def _in_order(values: Iterable[Any]) -> list[Any]:
    """The values of a set in ascending order, or in that of their repr where they cannot be compared."""
    try:
        return sorted(values)
    except TypeError:
        return sorted(values, key=repr)


class ReplyTable:
    """The replies of a game: codes [guess, secret], numbered as the replies are met, and the replies themselves."""

    def __init__(self, guesses: Sequence[Any], secrets: Sequence[Any]) -> None:
        if len(guesses) * len(secrets) > MOST_REPLIES:
            raise GameError(
                f"{len(guesses):,} guesses x {len(secrets):,} secrets are more than {MOST_REPLIES:,} replies"
            )
        self.guesses, self.secrets = guesses, secrets
        self.codes: Array = np.empty((len(guesses), len(secrets)), dtype=np.uint8)
        """The dtype is the smallest that holds the codes met so far."""
        self.code_of: dict[Hashable, int] = {}
        self._first: tuple[Any, Any] | None = None
        self._type: type | None = None

    def fill(self, reply: Reply, told: Callable[[], object]) -> None:
        """Ask for every reply; told hears of each guess that is done."""
        for place, guess in enumerate(self.guesses):
            codes = [self._code(_asked(reply, guess, secret), guess, secret) for secret in self.secrets]
            self._set_row(place, np.array(codes))
            told()

    def _set_row(self, place: int, codes: Array) -> None:
        """Write a row, in a larger dtype where the codes need one."""
        if codes.max(initial=0) > np.iinfo(self.codes.dtype).max:
            self.codes = self.codes.astype(np.min_scalar_type(int(codes.max())))
        self.codes[place] = codes

    def fill_by_array(self, reply: Reply, told: Callable[[], object]) -> None:
        """Ask once for each guess, with all secrets as one array; told hears of each guess that is done."""
        secrets = np.array(self.secrets)
        for place, guess in enumerate(self.guesses):
            replies = np.asarray(_asked(reply, guess, secrets))
            if replies.shape != (len(self.secrets),):
                raise GameError(
                    f"the vectorised reply to the guess {guess!r} has the shape {replies.shape}, "
                    f"not ({len(self.secrets)},): one reply for each secret"
                )
            met, places = np.unique(replies, return_inverse=True)
            firsts = np.unique(places, return_index=True)[1]
            values = met.tolist()
            codes = [self._code(value, guess, self.secrets[first]) for value, first in zip(values, firsts, strict=True)]
            self._set_row(place, np.array(codes)[places])
            told()

    def _code(self, reply: Any, guess: Any, secret: Any) -> int:
        """The code of a reply, a new one if it was not met before."""
        try:
            code = self.code_of.setdefault(reply, len(self.code_of))
        except TypeError:
            raise GameError(
                f"the reply to the guess {guess!r} for the secret {secret!r} is not hashable: {reply!r}"
            ) from None
        if type(reply) is not self._type:
            self._check_type(reply, guess, secret)
        return code

    def _check_type(self, reply: Any, guess: Any, secret: Any) -> None:
        if self._first is not None and self._type is not None:
            raise GameError(
                f"replies of mixed types: {reply!r} ({type(reply).__name__}) to the guess {guess!r} for the secret "
                f"{secret!r}, but {self._type.__name__} to {self._first[0]!r} for {self._first[1]!r}"
            )
        self._first, self._type = (guess, secret), type(reply)


def _asked(reply: Reply, guess: Any, secret: Any) -> Any:
    try:
        return reply(guess, secret)
    except Exception as error:
        whom = "all secrets" if isinstance(secret, np.ndarray) else f"the secret {secret!r}"
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise GameError(f"the reply to the guess {guess!r} for {whom} cannot be worked out: {said}") from error
