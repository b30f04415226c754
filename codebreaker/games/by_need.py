"""Games that are too large for a table of replies: a reply is worked out when it is needed.

A criterion then compares a sample of the guesses, because comparing all of them would need every reply.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import Any

import numpy as np

from codebreaker.derived_games import equal_secrets
from codebreaker.game import Game
from codebreaker.games.reply_table import NumberedReplies, ReplyFunction
from codebreaker.notation import Notation
from codebreaker.replies import Array
from lingo_common.errors import DataError

WON = 0
"""The code of every winning reply; other replies get the next numbers as they are met."""
MOST_CODES = 1 << 16
"""The most different replies: codes are kept in 16 bits, so that the replies to many guesses can be kept."""
KEPT_BYTES = 1 << 26
"""About how many bytes the kept replies may take. They are kept by guess, for all secrets. The guess that was kept
first makes room for a new one."""
FEWEST_KEPT = 16
"""Guesses whose replies are kept in any case: with more than 2 million secrets these take more than KEPT_BYTES."""
COMPARED_REPLIES = 1 << 19
"""Guesses of a sample times candidates, at most about. A short reply function works out as many replies in less than a
tenth of a second."""
FEWEST_COMPARED = 17
"""A sample has at least this many candidates, and as many guesses of any kind.

The number is odd, so that the middle candidate is in the sample. Where guesses have an order, as numbers have, the
middle one divides the candidates into halves.
"""
MOST_COMPARED = 65
"""A sample has at most this many candidates, and as many guesses of any kind; odd too."""
_RULE_OF_WINS = "where replies are worked out by need, a guess wins against the secret that equals it and no other"


class RepliesByNeed(NumberedReplies):
    """The replies of a game whose only win is the guess that equals the secret.

    The replies to all secrets are kept for the guesses for which they were worked out last.
    """

    def __init__(
        self,
        guesses: Sequence[Any],
        secrets: Sequence[Any],
        function: ReplyFunction,
        vectorised: bool,
        winning: Collection[Hashable] | None,
    ) -> None:
        """Try the function: ask for the reply to each secret itself, all replies to one guess, and some replies twice.

        winning: the replies that win; None for the reply to the secret itself. DataError if a reply cannot be worked
        out or differs when it is asked for again, or a guess wins against another secret than its own.
        """
        super().__init__(guesses, secrets, function, vectorised)
        self.code_of.update(dict.fromkeys(winning or (), WON))
        self._kept: dict[int, Array] = {}
        """The codes of the replies for all secrets, by guess; those that were kept first stand first."""

        self.secret_of = equal_secrets(guesses, secrets)
        """The secret that equals each guess, -1 for none."""
        self._guess_of = equal_secrets(secrets, guesses)
        """The guess that equals each secret, -1 for none."""
        self._check_own_replies()

        # notation_of (codebreaker.notation) shows a player examples of the replies met so far. These are only winning
        # ones, so all replies to one guess, the middle one, are asked for.
        all_secrets = np.arange(len(secrets))
        self.codes(np.array([len(guesses) // 2]), all_secrets)
        self.check_repeats(lambda guess: self.codes(np.array([guess]), all_secrets)[0])

    def _check_own_replies(self) -> None:
        """DataError if a secret is no guess, or the reply to the secret itself does not win.

        It must be called before any other reply is asked for. Where no winning replies are named, the first reply met
        gets the code 0, which is WON, and this must be the reply to a secret itself.
        """
        for index, (guess, secret) in enumerate(zip(self._guess_of.tolist(), self.secrets, strict=True)):
            if guess < 0:
                raise DataError(f"the secret {secret!r} is not among the guesses: {_RULE_OF_WINS}")
            if self.row(guess, np.array([index]))[0] != WON:
                raise DataError(f"the reply to the secret {secret!r} itself does not win: {_RULE_OF_WINS}")

    def codes(self, guesses: Array, secrets: Array) -> Array:
        """The reply codes [guess, secret] for indices (g,) and (n,): uint16.

        DataError if a guess wins against another secret than its own, or more than MOST_CODES replies were met.
        """
        codes = np.empty((len(guesses), len(secrets)), dtype=np.uint16)
        are_all_secrets = len(secrets) == len(self.secrets)
        for row, guess in enumerate(guesses.tolist()):
            if are_all_secrets and guess not in self._kept:
                self._keep(guess)
            if guess in self._kept:
                codes[row] = self._kept[guess][secrets]
            else:
                codes[row] = self.row(guess, secrets)

        # This is checked before the wins: a code of more than 16 bits was cut off above, and may look like WON.
        if len(self.code_of) > MOST_CODES:
            raise DataError(f"there are more than {MOST_CODES:,} different replies")

        is_own_secret = secrets == self.secret_of[guesses][:, None]
        wrong_wins = np.argwhere((codes == WON) & ~is_own_secret)
        if len(wrong_wins):
            row, column = wrong_wins[0]
            guess = self.guesses[guesses[row]]
            secret = self.secrets[secrets[column]]
            raise DataError(f"the guess {guess!r} wins against the secret {secret!r}: {_RULE_OF_WINS}")
        return codes

    def _keep(self, guess: int) -> None:
        """Keep the replies to the guess for all secrets. Where there is no room, the oldest guess is dropped."""
        bytes_of_guess = len(self.secrets) * np.dtype(np.uint16).itemsize
        if len(self._kept) >= max(FEWEST_KEPT, KEPT_BYTES // bytes_of_guess):
            oldest = next(iter(self._kept))
            del self._kept[oldest]
        self._kept[guess] = self.row(guess, np.arange(len(self.secrets))).astype(np.uint16)

    def sample(self, secrets: Array) -> Array:
        """The guesses that a criterion compares for those candidates: ascending indices.

        Some are candidates and some are any guesses, both evenly spaced. The more candidates, the fewer guesses: about
        COMPARED_REPLIES replies are worked out.
        """
        affordable = COMPARED_REPLIES // len(secrets)
        count = min(max(affordable, FEWEST_COMPARED), MOST_COMPARED)
        if count % 2 == 0:
            # With an odd count the middle candidate is among them.
            count += 1

        candidates = self._guess_of[secrets[_evenly_spaced(len(secrets), count)]]
        return np.union1d(candidates, _evenly_spaced(len(self.guesses), count))


def _evenly_spaced(size: int, count: int) -> Array:
    """The indices of up to count of size values, evenly spaced, the first and the last among them."""
    return np.unique(np.linspace(0, size - 1, min(size, count)).astype(np.int64))


def game_by_need(name: str, replies: RepliesByNeed, weights: Array | None, notation: Notation) -> Game:
    """The game whose replies are asked for when they are needed; weights and notation as in Game."""
    all_guesses = np.arange(len(replies.guesses), dtype=np.int32)
    return Game(
        name=name,
        guesses=replies.guesses,
        secrets=replies.secrets,
        secret_of=replies.secret_of,
        winning=WON,
        codes=MOST_CODES,
        # The only feature of a guess is the guess itself, and its term is the reply. Only a small game can afford the
        # terms of all guesses; greedy_strategy makes a table of the sample instead.
        features=all_guesses[:, None],
        terms=lambda secret_indices: replies.codes(all_guesses, secret_indices),
        replies=replies.codes,
        weights=weights,
        sample=replies.sample,
        # Where a user names several winning replies, all have the code WON: the function is asked which one it was.
        winning_reply=replies.reply if list(replies.code_of.values()).count(WON) > 1 else None,
        notation=notation,
    )
