"""A commitment to the words of a run: it is published before the first game and checked after the last."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence


def new_nonce() -> str:
    """128 random bits as 32 hex digits: without them nobody can find the words by trying seeds."""
    return secrets.token_hex(16)


def commitment_of(words: Mapping[int, Sequence[str]], nonce: str) -> str:
    """Hex sha256 over the nonce and all words, each followed by a newline.

    The words stand by length, shortest first, each length in the order of the draw.
    """
    lines = [nonce, *(word for length in sorted(words) for word in words[length])]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
