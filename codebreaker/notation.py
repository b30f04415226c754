"""How people write the guesses, secrets and replies of a game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

MOST_SHOWN = 8
"""Up to this many replies all are shown to a player, of more than that examples."""
Text = Callable[[Any], str]


def plain_text(value: Any) -> str:
    """The value as text; the parts of a tuple between commas."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def asks(replies: Sequence[str]) -> str:
    """How a reply is written, in one line, from the replies as text."""
    return ", ".join(replies) if len(replies) <= MOST_SHOWN else f"a reply such as {', '.join(replies[:3])}"


def fold_text(text: str) -> str:
    """The text without spaces, in lower case."""
    return "".join(text.split()).lower()


def look_up(values: Mapping[Any, Any], key: Any) -> Any:
    """values[key]; ValueError if there is none."""
    try:
        return values[key]
    except (KeyError, TypeError):
        raise ValueError(f"no reply: {key!r}") from None


@dataclass(frozen=True)
class Notation:
    """The text of a game's values, and the replies that its codes stand for."""

    reply_of: Callable[[int], Any]
    """reply_of(code): the reply, as the game writes it."""
    code_of: Callable[[Any], int]
    """code_of(reply): its code; ValueError if the game has no such reply."""
    parse_reply: Callable[[str], Any]
    """parse_reply(text): the reply that is written so; ValueError if the text is no reply."""
    asks: str
    """How a reply is written, in one line."""
    guess_text: Callable[[Any], str] = plain_text
    secret_text: Callable[[Any], str] = plain_text
    reply_text: Callable[[Any], str] = plain_text


def _number(text: str) -> int:
    return int(text.strip())


CODES = Notation(int, int, _number, "the code of a reply")
"""Replies as their codes, for games that were given no notation."""
