"""Games that are too large for a table of replies: a reply is worked out when it is needed.

A criterion then compares a sample of the guesses, because comparing all of them would need every reply.
"""

from collections import OrderedDict
from collections.abc import Collection, Hashable, Sequence
from typing import Any

import numpy as np

from codebreaker.game import Game
from codebreaker.games.reply_table import GameError, ReplyCodes
from codebreaker.notation import Notation, Text, asks, fold_text, look_up
from codebreaker.replies import Array

WON = 0
"""The code of every winning reply; the others are numbered as they are met."""
CODES = 1 << 16
"""Codes are below this."""
KEPT_BYTES = 1 << 26
"""Replies to all secrets are kept for the guesses that were asked for last, up to about this many bytes."""
FEWEST_KEPT = 16
"""Guesses whose replies are kept in any case."""
COMPARED_REPLIES = 1 << 19
"""About how many replies a sample of guesses takes over many candidates."""
FEWEST_COMPARED, MOST_COMPARED = 17, 65
"""How many candidates, and how many other guesses, are in a sample; odd, so that the middle one is among them."""
_NEEDED = "where replies are worked out by need, a guess wins against the secret that equals it and no other"


def game_by_need(
    name: str,
    guesses: Sequence[Any],
    secrets: Sequence[Any],
    reply_codes: ReplyCodes,
    winning: Collection[Hashable] | None,
    weights: Array | None,
    texts: tuple[Text, Text, Text],
) -> Game:
    """The game whose replies are asked for when they are needed; texts of guesses, secrets and replies.

    A guess wins against the secret that equals it and no other; GameError if a reply shows otherwise.
    """
    replies = RepliesByNeed(guesses, secrets, reply_codes, winning)
    guess_text, secret_text, reply_text = texts
    return Game(
        name=name,
        guesses=guesses,
        secrets=secrets,
        own=replies.own,
        winning=WON,
        codes=CODES,
        features=np.arange(len(guesses), dtype=np.int32)[:, None],
        terms=lambda hidden: replies.replies(np.arange(len(guesses)), hidden),
        replies=replies.replies,
        weights=weights,
        sample=replies.sample,
        ending=lambda guess, secret: reply_codes.reply(guesses[guess], secrets, secret),
        notation=Notation(
            reply_of=replies.reply_of,
            code_of=lambda reply: look_up(reply_codes.code_of, reply),
            parse_reply=lambda text: look_up(
                {fold_text(reply_text(reply)): reply for reply in reply_codes.code_of}, fold_text(text)
            ),
            asks=asks([reply_text(reply) for reply in reply_codes.code_of]),
            guess_text=guess_text,
            secret_text=secret_text,
            reply_text=reply_text,
        ),
    )


class RepliesByNeed:
    """The replies of a game; those to all secrets are kept for the guesses that were asked for last."""

    def __init__(
        self,
        guesses: Sequence[Any],
        secrets: Sequence[Any],
        reply_codes: ReplyCodes,
        winning: Collection[Hashable] | None,
    ) -> None:
        """Ask for the reply to each secret itself, those to one guess and some twice; GameError if one cannot be."""
        self._guesses, self._secrets, self._reply_codes = guesses, secrets, reply_codes
        self._kept: OrderedDict[int, Array] = OrderedDict()
        index_of = {secret: index for index, secret in enumerate(secrets)}
        self.own = np.array([index_of.get(guess, -1) for guess in guesses], dtype=np.int32)
        """As in codebreaker.game.Game."""
        self._guess_of = np.full(len(secrets), -1)
        self._guess_of[self.own[self.own >= 0]] = np.flatnonzero(self.own >= 0)
        if winning is not None:
            reply_codes.code_of.update(dict.fromkeys(winning, WON))
        self._check_wins()
        self.replies(np.array([len(guesses) // 2]), np.arange(len(secrets)))  # so that a player is shown some replies
        reply_codes.check_repeats(guesses, secrets, lambda guess, hidden: self.replies(np.array([guess]), hidden)[0])

    def _check_wins(self) -> None:
        """GameError if a secret is no guess, or the reply to it does not win."""
        for index, guess in enumerate(self._guess_of):
            secret = self._secrets[index]
            if guess < 0:
                raise GameError(f"the secret {secret!r} is not among the guesses: {_NEEDED}")
            # Without `winning` the first reply met gets the code 0.
            if self._reply_codes.row(secret, [secret])[0] != WON:
                raise GameError(f"the reply to the secret {secret!r} itself does not win: {_NEEDED}")

    def replies(self, guesses: Array, secrets: Array) -> Array:
        """The reply codes [guess, secret] for indices (g,) and (n,)."""
        hidden = [self._secrets[secret] for secret in secrets.tolist()]
        codes = np.empty((len(guesses), len(secrets)), dtype=np.uint16)
        for row, guess in enumerate(guesses.tolist()):
            codes[row] = self._row(guess, secrets, hidden)
        self._check(codes, guesses, secrets)
        return codes

    def sample(self, secrets: Array) -> Array:
        """The guesses that a criterion compares for those candidates: candidates and others, both evenly spaced."""
        count = min(max(COMPARED_REPLIES // len(secrets), FEWEST_COMPARED), MOST_COMPARED) | 1
        candidates = self._guess_of[secrets[_evenly_spaced(len(secrets), count)]]
        return np.union1d(candidates, _evenly_spaced(len(self._guesses), count))

    def reply_of(self, code: int) -> Any:
        """The reply of that code, the first of several winning ones."""
        return next(reply for reply, reply_code in self._reply_codes.code_of.items() if reply_code == code)

    def _row(self, guess: int, secrets: Array, hidden: Sequence[Any]) -> Array:
        """The codes of the replies to a guess for those secrets, by index and as they are."""
        if guess in self._kept:
            self._kept.move_to_end(guess)
            return self._kept[guess][secrets]
        if len(secrets) < len(self._secrets):
            return self._reply_codes.row(self._guesses[guess], hidden)
        self._kept[guess] = self._reply_codes.row(self._guesses[guess], self._secrets).astype(np.uint16)
        if len(self._kept) > max(FEWEST_KEPT, KEPT_BYTES // (2 * len(self._secrets))):
            self._kept.popitem(last=False)
        return self._kept[guess][secrets]

    def _check(self, codes: Array, guesses: Array, secrets: Array) -> None:
        """GameError if a code [guess, secret] shows that a guess wins against another secret, or is too large."""
        wrong = np.argwhere((codes == WON) & (secrets != self.own[guesses][:, None]))
        if len(wrong):
            guess, secret = self._guesses[guesses[wrong[0, 0]]], self._secrets[secrets[wrong[0, 1]]]
            raise GameError(f"the guess {guess!r} wins against the secret {secret!r}: {_NEEDED}")
        if len(self._reply_codes.code_of) > CODES:
            raise GameError(f"there are more than {CODES:,} different replies")


def _evenly_spaced(size: int, count: int) -> Array:
    """The indices of up to count of size values, evenly spaced, the first and the last among them."""
    return np.unique(np.linspace(0, size - 1, min(size, count)).astype(np.int64))
