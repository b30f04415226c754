"""A guessing game as a value: its guesses, its secrets and its replies.

Functions name guesses and secrets by their indices, and replies by their codes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from codebreaker.bins import BinTotals, bin_totals
from codebreaker.notation import BARE_CODES, Notation, index_of_text
from codebreaker.replies import Array
from lingo_common.errors import DataError
from lingo_common.option import check_instance

NEVER = -1
"""The winning code of a game that no reply wins."""
FEW_CANDIDATES = 48
"""Up to this many candidates all guesses are compared. To look for symmetries would take longer than it saves.

The tree by entropy of Mastermind is made in 0.11 s with this number, and in 0.18 s with 0.
"""


@dataclass(frozen=True)
class Game:
    """Everything that search, trees and bounds need to know of a game.

    A reply code is a sum over the guess's features: each feature has a term that depends on the secret. In Lingo a
    feature is a letter with the positions at which the guess holds it. In a game without such a sum the only feature
    of a guess is the guess itself, and its term is the whole code (see codebreaker.derived_games.table_game).
    """

    name: str
    guesses: Sequence[Any]
    """What may be guessed, in the order that decides ties."""
    secrets: Sequence[Any]
    """What may be hidden. For search, trees and bounds some guess must win against each secret, except in a game to
    identify. A game that only compares guesses (codebreaker.derived_games.part_of) may lack such guesses."""
    secret_of: Array
    """int32 (guesses,): the index of the first secret that the guess wins against, -1 for none."""
    winning: int
    """The code of the winning reply; NEVER if no reply wins."""
    codes: int
    """All reply codes are below this."""
    features: Array
    """int32 (guesses, k): the features of each guess, as row numbers of `terms`. A guess with fewer than k has the last
    row, which holds zeros, in their place."""
    terms: Callable[[Array], Array]
    """terms(secrets): integers [feature, secret] for secret indices (n,). The reply codes of a guess are the sum of the
    rows of its features. The last row, after those of all features, holds zeros."""
    replies: Callable[[Array, Array], Array]
    """replies(guesses, secrets): codes [guess, secret] for indices (g,) and (n,)."""
    representatives: Callable[[Array], Array | None] = lambda secrets: None
    """representatives(secrets): the guesses to look at for those candidates (n,), ascending indices; None for all.
    Of guesses that symmetries of the candidates map onto each other, only the first is among these."""
    generators: Callable[[], Sequence[tuple[Array, Array]]] = lambda: ()
    """generators(): symmetries whose products are all symmetries of the game, each as the indices of the images of all
    guesses and of all secrets (codebreaker.symmetry_group); none by default."""
    wins: Array | None = None
    """bool (guesses, secrets): which guess wins against which secret; None if none wins against several."""
    weights: Array | None = None
    """int64 (secrets,): how much each secret counts; None if each counts once."""
    sample: Callable[[Array], Array] | None = None
    """sample(secrets): some guesses, ascending indices, that a criterion compares for those candidates (n,) instead of
    all guesses. Only a game that is too large for a table of replies has it (codebreaker.games.by_need): there each
    reply is computed when it is needed, and comparing all guesses would take too long."""
    winning_reply: Callable[[int, int], Any] | None = None
    """winning_reply(guess, secret): the winning reply that the guess gets, in a game with several; None in other games.
    A game of one's own may be won by the replies 0 and 1, for example. Both have the code `winning`, so that search and
    trees know one winning reply."""
    identify: bool = False
    """Whether the game ends, without a winning reply, as soon as one candidate is left. It need not be guessed."""
    totals: BinTotals = bin_totals
    """For each guess, the sum over its bins of a number that goes by their sizes: bin_totals, or a faster function with
    the same results, which codebreaker.search.fastest.with_fastest_totals puts here."""
    notation: Notation = BARE_CODES
    """How people write guesses, secrets and replies; by default replies are written as their codes."""

    @property
    def plain(self) -> bool:
        """Whether a guess wins against one secret at most, each secret counts once, and the game ends with a win.

        The compiled search of few candidates needs this, and so do short cuts such as separating_candidate.
        """
        return self.wins is None and self.weights is None and not self.identify

    @property
    def all_secrets(self) -> Array:
        """int64 (secrets,): the indices of all secrets, which are the candidates before the first guess."""
        return np.arange(len(self.secrets))

    @property
    def total_weight(self) -> int:
        """How much all secrets count together."""
        return self.weight(self.all_secrets)

    @cached_property
    def guess_of(self) -> Array:
        """int32 (secrets,): the index of the first guess that wins against the secret, or -1."""
        if self.wins is not None:
            return np.where(self.wins.any(axis=0), self.wins.argmax(axis=0), -1).astype(np.int32)

        # The guesses are assigned backwards, so that of several that win against a secret the first one stays.
        guesses = np.full(len(self.secrets), -1, dtype=np.int32)
        winners_backwards = np.flatnonzero(self.secret_of >= 0)[::-1]
        guesses[self.secret_of[winners_backwards]] = winners_backwards
        return guesses

    @cached_property
    def most_hits(self) -> int:
        """The largest number of secrets that one guess wins against."""
        if self.wins is not None:
            return int(self.wins.sum(axis=1).max())
        # A game to identify ends without a winning reply.
        return 0 if self.identify else 1

    def ends(self, code: int, secrets: Array) -> bool:
        """Whether the game is over after a guess with that reply, where those secrets are left."""
        return len(secrets) == 1 if self.identify else code == self.winning

    def text(self, guess: int) -> str:
        """The guess of that index as people write it; DataError if there is no such index."""
        return self.notation.guess_text(self._at("guess", self.guesses, guess))

    def secret_text(self, secret: int) -> str:
        """The secret of that index as people write it; DataError if there is no such index."""
        return self.notation.secret_text(self._at("secret", self.secrets, secret))

    def _at(self, what: str, values: Sequence[Any], index: int) -> Any:
        """The guess or the secret of that index; what: which of them it is, for the DataError."""
        last = len(values) - 1
        if not isinstance(index, int | np.integer) or not 0 <= index <= last:
            raise DataError(f"{self.name}: {index!r} is no index of a {what} (0 to {last:,})")
        return values[index]

    def reply_text(self, code: int) -> str:
        """The reply of that code as people write it."""
        if code == self.winning and self.winning_reply is not None:
            return "a winning reply"
        return self.notation.reply_text(self.notation.reply_of(code))

    def parse_guess(self, text: str) -> int:
        """The index of the guess that is written so, whatever its case and spaces; DataError if there is none."""
        index = index_of_text(text, map(self.notation.guess_text, self.guesses))
        if index is None:
            raise DataError(f"{text.strip()!r} is not a guess of {self.name}, such as {self.text(0)}")
        return index

    def parse_reply(self, text: str) -> int:
        """The code of the reply that is written so; ValueError if the text is no reply."""
        return self.notation.code_of(self.notation.parse_reply(text))

    def reply_code(self, guess: int, secret: int) -> int:
        """The code of the reply to the guess if that is the secret, both by index."""
        return int(self.replies(np.array([guess]), np.array([secret]))[0, 0])

    def reply_to(self, guess: int, secret: int) -> Any:
        """The reply itself, such as (2, 1) pegs, to the guess if that is the secret, both by index."""
        code = self.reply_code(guess, secret)
        if code == self.winning and self.winning_reply is not None:
            return self.winning_reply(guess, secret)
        return self.notation.reply_of(code)

    def weight(self, secrets: Array) -> int:
        """How much those secrets (indices) count together."""
        return len(secrets) if self.weights is None else int(self.weights[secrets].sum())


def check_has_all_replies(game: Game) -> None:
    """DataError if the game's replies are computed when they are needed; UsageError if a user passes no game at all."""
    check_instance("game", game, Game)
    # Games whose replies are computed when they are needed have a sample, and no others have one.
    if game.sample is not None:
        raise DataError(
            f"{game.name}: its replies are computed when needed, and a proof, or the goal identify, needs all"
        )
