"""The record of one game: what is kept of it, its form as JSON, and what of it may be shown.

A holder who announces a commitment promises that nobody knows a word before playing it. Until the last game is
recorded, or the holder reveals the run, no table, page, list or message may therefore hold the seed, the nonce, or a
word that some player still has to play. Whatever prints something of a run asks `Run.secret_words()` first, and shows
games as `without_word` returns them.
"""

import dataclasses
import json
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

from referee.contest.termination import TIMEOUTS, Silence, Termination
from wordlists.reply import reply_for
from wordlists.rules import PIT
from wordlists.spelling import Spelling
from wordlists.word_game import WordGame

_SUSPECT_PRESSURE = 0.5
"""A delay under this pressure or more may be the machine's fault (see GameRecord.pressure): others kept the processors
busy for half of the game or longer."""


def was_busy(pressure: float | None) -> bool:
    """Return whether under this pressure a delay may be the machine's fault."""
    return pressure is not None and pressure >= _SUSPECT_PRESSURE


@dataclass(frozen=True)
class Move:
    """One guess and the reply to it."""

    guess: str
    """The guess. An illegal one is as it came, but what cannot be printed is escaped, and a long line is cut."""
    reply: str
    legal: bool
    """Whether the guess was a word of the list that the rules allow."""
    seconds: float
    """From launch, or from the reply before, until the guess was read, in seconds."""


@dataclass(frozen=True)
class GameRecord:
    """Everything that is kept of one game.

    The JSON of a game follows from these fields, and the table `games` has a column for each (storage.tables).
    A field that is added needs the default None: older runs do not have it, and json_line leaves it out for them.
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
    """The number of illegal guesses (see Move)."""
    seconds: float
    """From launch to the last guess or the failure, in seconds."""
    move_seconds: tuple[float, ...]
    """The time that each guess took, in seconds; the first includes the start of the program."""
    exit_status: int | None
    """None if a signal or the referee ended the process. In a sandbox 128 + n may stand for signal n too."""
    signal: str | None
    """The name of the signal that ended the process, such as "SIGKILL"; see exit_status."""
    stderr_head: str
    """The beginning of standard error; for a player that was not started, why it was not."""
    stderr_tail: str
    """The rest of standard error; if it is long, its end, after a line that says how much is left out."""
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

    The smaller of two shares, because each of them can be too large:

    - of the game's time, the part in which some process waited for a processor, also one of the game itself
    - of all processor time, the part that others than the game used, also where no process waited
    """
    silence: Silence | None = None
    """What the player did when its time ran out; None for other games, and if the system cannot tell."""
    void: str | None = None
    """Why the game counts for nothing; None for a game that counts."""

    @property
    def solved(self) -> bool:
        """Return whether the word was guessed."""
        return self.termination is Termination.SOLVED

    @property
    def stderr(self) -> str:
        """Return everything that was kept of standard error."""
        return self.stderr_head + self.stderr_tail

    @property
    def suspect(self) -> bool:
        """Return whether it is a time-out that may be the machine's fault, because others kept the processors busy.

        A player that slept or waited for input when its time ran out would have been late on an idle machine too.
        """
        wanted_processor = self.silence in (None, Silence.COMPUTES)
        return self.termination in TIMEOUTS and wanted_processor and was_busy(self.pressure)


def record_of(
    player: str,
    index: int,
    word: str,
    moves: Sequence[Move],
    termination: Termination,
    word_game: WordGame = PIT,
) -> GameRecord:
    """Return the record of a game of these moves. The times of moves are rounded to the microsecond.

    word_game: decides the points. The record has no host, no time of the whole game, and nothing about the player's
    process. GamePool.play adds these.
    """
    return GameRecord(
        player=player,
        length=len(word),
        index=index,
        word=word,
        guesses=tuple(move.guess for move in moves),
        replies=tuple(move.reply for move in moves),
        attempts=len(moves),
        points=word_game.points_for(len(moves)) if termination is Termination.SOLVED else 0,
        termination=termination,
        illegal=sum(not move.legal for move in moves),
        seconds=0.0,
        move_seconds=tuple(round(move.seconds, 6) for move in moves),
        exit_status=None,
        signal=None,
        stderr_head="",
        stderr_tail="",
        host="",
    )


_LATER_FIELDS = frozenset(field.name for field in dataclasses.fields(GameRecord) if field.default is None)
"""The fields that the first records did not have. Exactly these have the default None."""


def json_line(record: GameRecord) -> str:
    """Return the record as one line of JSON, of which digests are made.

    Later fields without a value are left out, so that the digest of an older record stays the same.
    """
    fields = {}
    # dataclasses.asdict would copy every guess, reply and time: that takes longer than all else in verifying a run.
    for field in dataclasses.fields(record):
        value = getattr(record, field.name)
        if value is not None or field.name not in _LATER_FIELDS:
            fields[field.name] = value

    return json.dumps(fields)


def spell_out(record: GameRecord, spelling: Spelling) -> GameRecord:
    """Return the record with its word and guesses as people write them: letters that stand for a group spelled out."""
    guesses = tuple(map(spelling.write, record.guesses))
    return dataclasses.replace(record, word=spelling.write(record.word), guesses=guesses)


def as_recorded(record: GameRecord, spelling: Spelling) -> GameRecord:
    """Return the record in the form in which it is kept, with one character for each letter: the inverse of spell_out.

    A guess that has another number of letters than the word is illegal, and stays as it is.
    """
    guesses = []
    for guess in record.guesses:
        word = spelling.read(guess)
        guesses.append(word if len(word) == record.length else guess)
    return dataclasses.replace(record, word=spelling.read(record.word), guesses=tuple(guesses))


def moves(record: GameRecord) -> Iterator[Move]:
    """Yield the moves of the game.

    The record does not say which guesses were illegal. A guess counts as legal if it got the reply that a listed word
    gets, which may also be X for every letter. If somebody edited the record so that a guess lacks its reply or its
    time, the moves end before it.
    """
    for guess, reply, seconds in zip(record.guesses, record.replies, record.move_seconds, strict=False):
        yield Move(guess, reply, true_reply(guess, record.word) == reply, seconds)


def true_reply(guess: str, word: str) -> str | None:
    """Return the reply that a guess gets which is allowed; None if no list can have it as a word of that length.

    A backslash is in no word: it begins the escape of a character that cannot be printed.
    """
    is_a_word = len(guess) == len(word) and "\\" not in guess
    return reply_for(guess, word) if is_a_word else None


HIDDEN_LETTER = "*"
"""Stands for each letter of a word that is not shown; no word has it."""


def without_word(game: GameRecord, secret_words: Container[str]) -> GameRecord:
    """Return the game as it may be shown: itself, or without whatever tells its word if that is secret.

    The word becomes asterisks. Guesses, replies and their times are left out, and so is standard error, because
    players write guesses there. For a player that was not started, standard error holds the referee's own words.
    """
    if game.word not in secret_words:
        return game

    started = game.termination is not Termination.NOT_STARTED
    return dataclasses.replace(
        game,
        word=HIDDEN_LETTER * game.length,
        guesses=(),
        replies=(),
        move_seconds=(),
        stderr_head="" if started else game.stderr_head,
        stderr_tail="" if started else game.stderr_tail,
    )
