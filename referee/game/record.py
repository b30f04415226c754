"""The record of one game: what is kept of it, and as JSON."""

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

from codebreaker.rules import PRESETS, GameRules
from referee.contest.termination import TIMEOUTS, Silence, Termination
from wordlists.spelling import Spelling

PIT = PRESETS["lingo"]
"""The rules of the original pit."""
SUSPECT_PRESSURE = 0.5
"""A delay under this pressure or more may be the machine's fault (see GameRecord.pressure)."""


def was_busy(pressure: float | None) -> bool:
    """Whether under this pressure a delay may be the machine's fault."""
    return pressure is not None and pressure >= SUSPECT_PRESSURE


@dataclass(frozen=True)
class Move:
    """One guess and the reply to it."""

    guess: str
    """The guess as it came, for people: what cannot be printed is escaped, and a long line cut."""
    reply: str
    legal: bool
    """Whether the guess was a word of the list."""
    seconds: float
    """From launch, or from the reply before, until the guess was read, in seconds."""


@dataclass(frozen=True)
class GameRecord:
    """Everything that is kept of one game.

    The JSON of a game follows from these fields, and the table `games` has a column for each (storage.tables).
    A field that is added needs a default, so that older runs can be read.
    """

    player: str
    length: int
    index: int
    """The place of the word in the draw for its length, from 0."""
    word: str
    guesses: tuple[str, ...]
    """The guesses as they came (see Move)."""
    replies: tuple[str, ...]
    attempts: int
    points: int
    """What the game won: 0 unless it was solved."""
    termination: Termination
    illegal: int
    """How many guesses were no word of the list."""
    seconds: float
    """From launch to the last guess or the failure, in seconds."""
    move_seconds: tuple[float, ...]
    """The time that each guess took, in seconds; the first includes the start of the program."""
    exit_status: int | None
    signal: str | None
    stderr_head: str
    stderr_tail: str
    """These four: see Ending."""
    host: str
    """The name of the machine that the game was played on."""
    started: float | None = None
    """When the player was launched, in seconds since 1970; None if that is not known."""
    cpu_seconds: float | None = None
    """Processor time of all processes of the player, in seconds; None if the system cannot tell."""
    peak_memory: int | None = None
    """The most resident memory of all processes of the player together, in bytes; None as above."""
    pressure: float | None = None
    """How busy others than the game kept the machine, from 0 to 1; None as above.

    The smaller of two shares: of the game's time in which some process waited for a processor, and of all processor
    time that others than the game used.
    """
    silence: Silence | None = None
    """What the player did when its time ran out; None for other games, and if the system cannot tell."""
    void: str | None = None
    """Why the game counts for nothing; None for a game that counts."""

    @property
    def solved(self) -> bool:
        """Whether the word was guessed."""
        return self.termination is Termination.SOLVED

    @property
    def suspect(self) -> bool:
        """Whether it is a time-out that may be the machine's fault: others kept the processors busy."""
        return self.termination in TIMEOUTS and was_busy(self.pressure)


_NEW = frozenset(field.name for field in dataclasses.fields(GameRecord) if field.default is None)
"""The fields that may be missing in a digest: the first records did not have them."""


def json_line(record: GameRecord) -> str:
    """The record as one line of JSON, without a newline; new fields that have no value are left out.

    So the line, and with it the digest, of a game stays the same when a field is added.
    """
    return json.dumps(
        {name: value for name, value in fields_of(record).items() if value is not None or name not in _NEW}
    )


def fields_of(record: GameRecord) -> dict[str, Any]:
    """The record's fields by name."""
    return {field.name: getattr(record, field.name) for field in dataclasses.fields(record)}


def spell_out(record: GameRecord, spelling: Spelling) -> GameRecord:
    """The record with its word and guesses as people write them: a letter that stands for a group is spelled out."""
    guesses = tuple(map(spelling.write, record.guesses))
    return dataclasses.replace(record, word=spelling.write(record.word), guesses=guesses)


def as_recorded(record: GameRecord, rules: GameRules) -> GameRecord:
    """The inverse of `written`: the record with one character for each letter, illegal guesses left as they came."""
    spelling = rules.spelling()
    read = [spelling.read(guess) for guess in record.guesses]
    guesses = tuple(
        word if len(word) == record.length else guess for guess, word in zip(record.guesses, read, strict=True)
    )
    return dataclasses.replace(record, word=spelling.read(record.word), guesses=guesses)
