"""Games that are too large for a table of replies: a reply is worked out when it is needed.

A criterion then compares a sample of the guesses, because comparing all of them would need every reply.
"""

from collections.abc import Collection, Hashable, Sequence
from typing import Any

import numpy as np

from codebreaker.game import Game, equal_secrets
from codebreaker.games.reply_table import GameError, Replies, Reply
from codebreaker.notation import Text, notation_of
from codebreaker.replies import Array

WON = 0
"""The code of every winning reply; other replies get the next numbers as they are met."""
CODES = 1 << 16
"""The most replies that are told apart: codes are kept in 16 bits."""
KEPT_BYTES = 1 << 26
"""Replies to all secrets are kept for the guesses that were asked for last, up to about this many bytes."""
FEWEST_KEPT = 16
"""Guesses whose replies are kept in any case."""
COMPARED_REPLIES = 1 << 19
"""About how many replies a sample of guesses takes over many candidates."""
FEWEST_COMPARED = 17
"""The fewest candidates, and the fewest other guesses, in a sample; odd, so that the middle one is among them."""
MOST_COMPARED = 65
"""The most of either; odd too."""
_NEEDED = "where replies are worked out by need, a guess wins against the secret that equals it and no other"


class RepliesByNeed(Replies):
    """The replies of a game; those to all secrets are kept for the guesses that were asked for last."""

    def __init__(
        self,
        guesses: Sequence[Any],
        secrets: Sequence[Any],
        function: Reply,
        vectorised: bool,
        winning: Collection[Hashable] | None,
    ) -> None:
        """Ask for the reply to each secret itself, those to one guess and some twice; GameError if one cannot be."""
        super().__init__(guesses, secrets, function, vectorised)
        self.code_of.update(dict.fromkeys(winning or (), WON))
        self._kept: dict[int, Array] = {}

        # own[guess] is the secret that equals the guess, or -1; _guess_of[secret] is the guess that equals it.
        self.own = equal_secrets(guesses, secrets)
        self._guess_of = np.full(len(secrets), -1)
        self._guess_of[self.own[self.own >= 0]] = np.flatnonzero(self.own >= 0)

        for index, (guess, secret) in enumerate(zip(self._guess_of.tolist(), secrets, strict=True)):
            if guess < 0:
                raise GameError(f"the secret {secret!r} is not among the guesses: {_NEEDED}")
            # Unless the winning replies are named, the first reply met gets the code 0.
            if self.row(guess, np.array([index]))[0] != WON:
                raise GameError(f"the reply to the secret {secret!r} itself does not win: {_NEEDED}")

        # The replies to the middle guess are examples, of which the notation shows some to a player.
        self.codes(np.array([len(guesses) // 2]), np.arange(len(secrets)))
        self.check_repeats(lambda guess, hidden: self.codes(np.array([guess]), hidden)[0])

    def codes(self, guesses: Array, secrets: Array) -> Array:
        """The reply codes [guess, secret] for indices (g,) and (n,); GameError if one wins that must not."""
        codes = np.empty((len(guesses), len(secrets)), dtype=np.uint16)
        all_secrets = len(secrets) == len(self.secrets)
        for row, guess in enumerate(guesses.tolist()):
            if all_secrets and guess not in self._kept:
                self._keep(guess)
            if guess in self._kept:
                codes[row] = self._kept[guess][secrets]
            else:
                codes[row] = self.row(guess, secrets)

        wrong = np.argwhere((codes == WON) & (secrets != self.own[guesses][:, None]))
        if len(wrong):
            row, column = wrong[0]
            guess = self.guesses[guesses[row]]
            secret = self.secrets[secrets[column]]
            raise GameError(f"the guess {guess!r} wins against the secret {secret!r}: {_NEEDED}")
        if len(self.code_of) > CODES:
            raise GameError(f"there are more than {CODES:,} different replies")
        return codes

    def _keep(self, guess: int) -> None:
        """Keep the replies to the guess for all secrets, in the place of the oldest where there is no room."""
        bytes_of_guess = 2 * len(self.secrets)
        if len(self._kept) >= max(FEWEST_KEPT, KEPT_BYTES // bytes_of_guess):
            oldest = next(iter(self._kept))
            del self._kept[oldest]
        self._kept[guess] = self.row(guess, np.arange(len(self.secrets))).astype(np.uint16)

    def sample(self, secrets: Array) -> Array:
        """The guesses that a criterion compares for those candidates: candidates and others, both evenly spaced."""
        affordable = COMPARED_REPLIES // len(secrets)
        count = min(max(affordable, FEWEST_COMPARED), MOST_COMPARED)
        if count % 2 == 0:
            # With an odd count the middle candidate is among them.
            count += 1

        candidates = self._guess_of[secrets[_evenly_spaced(len(secrets), count)]]
        return np.union1d(candidates, _evenly_spaced(len(self.guesses), count))

    def reply_of(self, code: int) -> Any:
        """The reply of that code, the first of several winning ones."""
        return next(reply for reply, reply_code in self.code_of.items() if reply_code == code)


def _evenly_spaced(size: int, count: int) -> Array:
    """The indices of up to count of size values, evenly spaced, the first and the last among them."""
    return np.unique(np.linspace(0, size - 1, min(size, count)).astype(np.int64))


def game_by_need(name: str, replies: RepliesByNeed, weights: Array | None, texts: Sequence[Text]) -> Game:
    """The game whose replies are asked for when they are needed; texts of guesses, secrets and replies."""
    all_guesses = np.arange(len(replies.guesses), dtype=np.int32)
    return Game(
        name=name,
        guesses=replies.guesses,
        secrets=replies.secrets,
        own=replies.own,
        winning=WON,
        codes=CODES,
        features=all_guesses[:, None],
        terms=lambda hidden: replies.codes(all_guesses, hidden),
        replies=replies.codes,
        weights=weights,
        sample=replies.sample,
        ending=replies.reply,
        notation=notation_of(replies.code_of, replies.reply_of, texts),
    )
