"""What is kept of a game: one frozen record, with a termination that says how it ended."""

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, Protocol

from referee.contest.termination import Termination
from referee.contest.validation import typed

ATTEMPTS = 5
"""The guesses of a game."""


def points_for(attempt: int) -> int:
    """What a hit at that attempt (1, 2, …) is worth."""
    return 100 * (ATTEMPTS + 1 - attempt)


@dataclass(frozen=True)
class Move:
    """One guess and what was answered."""

    guess: str
    """The guess as it came, for people: bytes that are not printable ASCII as \\xNN, long lines cut."""
    reply: str
    """The reply that was sent."""
    legal: bool
    """Whether the guess was a word of the list."""
    seconds: float
    """From launch, or from the reply before, until the guess was read, in seconds."""


@dataclass(frozen=True)
class GameRecord:
    """All that is kept of one game."""

    player: str
    """The player's name."""
    length: int
    """Letters of the word."""
    index: int
    """The place of the word in the draw for its length, from 0."""
    word: str
    """The word to guess."""
    guesses: tuple[str, ...]
    """The guesses as they came (see Move)."""
    replies: tuple[str, ...]
    """The reply to each guess."""
    attempts: int
    """How many guesses were made."""
    points: int
    """What the game won: 0 unless it was solved."""
    termination: Termination
    """How the game ended."""
    illegal: int
    """How many guesses were no word of the list."""
    seconds: float
    """From launch to the last guess or the failure, in seconds."""
    move_seconds: tuple[float, ...]
    """The time that each guess took, in seconds; the first includes the start of the program."""
    exit_status: int | None
    """See Ending."""
    signal: str | None
    """See Ending."""
    stderr_head: str
    """See Ending."""
    stderr_tail: str
    """See Ending."""
    host: str
    """The name of the machine that the game was played on."""

    @property
    def solved(self) -> bool:
        """Whether the word was guessed."""
        return self.termination is Termination.SOLVED


LISTS = ("guesses", "replies", "move_seconds")
"""The fields of a record that hold a value for each guess."""


class Played(Protocol):
    """What is asked of a game: a GameRecord, or a Result of the store."""

    @property
    def player(self) -> str: ...
    @property
    def length(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def index(self) -> int: ...
    @property
    def termination(self) -> Termination: ...
    @property
    def solved(self) -> bool: ...


def to_json(record: GameRecord) -> str:
    """The record as one line of JSON, without a newline."""
    return json.dumps(values(record))


def values(record: GameRecord) -> dict[str, Any]:
    """The record's fields by name."""
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


def from_values(values: dict[str, Any]) -> GameRecord:
    """The record with these fields; ValueError, TypeError or KeyError where they are no record's."""
    lists = {name: tuple(values[name]) for name in LISTS}
    return typed(GameRecord(**{**values, **lists, "termination": Termination(values["termination"])}))
