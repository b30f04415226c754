"""How people write the guesses, secrets and replies of a game."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

_MOST_SHOWN = 8
"""A player is shown all replies of a game if they are at most this many, else examples."""
_EXAMPLES = 3
"""How many replies are shown as examples."""
TextFunction = Callable[[Any], str]
"""A function that writes a guess, a secret or a reply as text."""


def plain_text(value: Any) -> str:
    """The value as text; the parts of a tuple between commas."""
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def index_of_text(text: str, texts: Iterable[str]) -> int | None:
    """The index of the text that a user means: the same one, else the first that differs in case and spaces alone.

    None if there is none. Of "1 12" and "11 2" the second is meant by "11 2", and the first by "112".
    """
    folded = _fold(text)
    first_similar = None
    for index, candidate in enumerate(texts):
        if candidate == text.strip():
            return index
        if first_similar is None and _fold(candidate) == folded:
            first_similar = index
    return first_similar


def _fold(text: str) -> str:
    """The text without spaces, in lower case."""
    return "".join(text.split()).lower()


@dataclass(frozen=True)
class Notation:
    """The text of a game's values, and the replies that its codes stand for."""

    reply_of: Callable[[int], Any]
    """reply_of(code): the reply as a value, such as the tuple (1, 2); reply_text writes it as text."""
    code_of: Callable[[Any], int]
    """code_of(reply): its code; ValueError if the game has no such reply."""
    parse_reply: Callable[[str], Any]
    """parse_reply(text): the reply that is written so; ValueError if the text is no reply."""
    reply_form: str
    """What a player is told about the form of a reply, in one line, such as `black and white pegs, such as 1,2`."""
    guess_text: TextFunction = plain_text
    secret_text: TextFunction = plain_text
    reply_text: TextFunction = plain_text


BARE_CODES = Notation(reply_of=int, code_of=int, parse_reply=int, reply_form="the code of a reply")
"""Replies as their codes, for games that were given no notation."""


def notation_of(
    code_of: Mapping[Hashable, int], guess_text: TextFunction, secret_text: TextFunction, reply_text: TextFunction
) -> Notation:
    """The notation of a game that has those replies.

    code_of: the code of each reply. Several replies may have the code of a win; `reply_of` returns the first of them. A
    game without a table of replies adds each reply to `code_of` when it first occurs. The notation can read and write
    those too, but `reply_form` names only the replies that are there now.
    """

    @cache
    def reply_of(code: int) -> Any:
        return next(reply for reply, reply_code in code_of.items() if reply_code == code)

    def code_of_reply(reply: Any) -> int:
        try:
            return code_of[reply]
        except (KeyError, TypeError):
            # TypeError: a value that is not hashable.
            raise ValueError(f"no reply: {reply!r}") from None

    def parse(text: str) -> Any:
        replies = list(code_of)
        index = index_of_text(text, map(reply_text, replies))
        if index is None:
            raise ValueError(f"no reply: {text!r}")
        return replies[index]

    texts = [reply_text(reply) for reply in code_of]
    # A reply that is a tuple has commas itself: `1,0 or 0,0` can be told apart.
    separator = " or " if any("," in text for text in texts) else ", "
    reply_form = separator.join(texts)
    if len(texts) > _MOST_SHOWN:
        reply_form = f"a reply such as {separator.join(texts[:_EXAMPLES])}"
    return Notation(reply_of, code_of_reply, parse, reply_form, guess_text, secret_text, reply_text)
