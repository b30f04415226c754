"""Digests of a game and of the program, by which a checkpoint is found again.

A checkpoint is taken over only by the same game, with everything that its results depend on, and by the same sources.
"""

import hashlib
import importlib.util
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from codebreaker.game import Game, check_has_all_replies
from codebreaker.replies import Array, reply_blocks

_REPLIES_IN_BLOCK = 1 << 18
"""Replies computed and hashed at a time, so that they stay in the processor's cache. The 30 million replies of Wordle's
lists take 0.03 s."""


def game_digest(game: Game) -> str:
    """Hex sha256 of all that a search of the game depends on.

    That is: the guesses and the secrets in their order, every reply, what ends the game, the goal, the weights, and the
    symmetries. Two games with the same digest have the same trees at the same costs.

    Raises DataError for a game that is too large for all its replies (Game.sample).
    """
    digest = hashlib.sha256()

    def add(name: str, value: bytes) -> None:
        # The length keeps two neighbouring values from being taken for one longer value.
        digest.update(f"{name} {len(value)}\n".encode())
        digest.update(value)

    def add_numbers(name: str, numbers: Array) -> None:
        add(name, np.asarray(numbers, dtype=np.int64).tobytes())

    check_has_all_replies(game)
    secrets = game.all_secrets
    add("guesses", _names(game.guesses))
    add("secrets", _names(game.secrets))
    # "own" is the secret that a guess wins against; a name in the digest cannot change.
    add_numbers("own", game.secret_of)
    # The reply `winning` ends the game, or where `identify` is true, that one candidate is left.
    add("ends", repr((game.winning, game.codes, game.identify)).encode())
    if game.wins is not None:
        add("wins", np.packbits(game.wins).tobytes())
    if game.weights is not None:
        add_numbers("weights", game.weights)

    # Which guesses a search leaves out depends on the representatives, and what a certificate holds on the generators.
    # A game may have either without the other.
    representatives = game.representatives(secrets)
    if representatives is not None:
        add_numbers("representatives", representatives)
    for guess_images, secret_images in game.generators():
        add_numbers("guess images", guess_images)
        add_numbers("secret images", secret_images)

    dtype = np.min_scalar_type(max(0, game.codes - 1))
    for _, codes in reply_blocks(game.terms(secrets), game.features, _REPLIES_IN_BLOCK):
        add("replies", np.ascontiguousarray(codes.astype(dtype, copy=False)).tobytes())
    return digest.hexdigest()


def _names(values: Sequence[Any]) -> bytes:
    """The values as text, without the addresses that Python writes for objects that have no text of their own."""
    return re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(list(values))).encode()


@cache
def source_digest(*names: str) -> str:
    """Hex sha256 of the sources of those packages and modules, such as source_digest("codebreaker").

    The sources of a package are all its Python files and JSON tables.

    It names the version of the program in a checkpoint: a result of a faulty search is not taken over by the search
    that has been corrected, whether or not somebody thought of a new version number.
    """
    digest = hashlib.sha256()
    for name in names:
        spec = importlib.util.find_spec(name)
        assert spec is not None and spec.origin
        origin = Path(spec.origin)
        is_package = spec.submodule_search_locations is not None
        for path in sorted(origin.parent.rglob("*")) if is_package else [origin]:
            if path.suffix in (".py", ".json"):
                content = path.read_bytes()
                digest.update(f"{name} {path.relative_to(origin.parent)} {len(content)}\n".encode())
                digest.update(content)
    return digest.hexdigest()
