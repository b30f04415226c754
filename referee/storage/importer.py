"""Makes a run of games that are kept outside of runs: as lines of JSON, or as a transcript of the original engine.

A transcript looks like this:

    Starting new round, word is boons
    Got:   seora
    Sent:  ?XOXX
    …
    Round won with score 100

The number of blanks before a guess depends on the engine, and an illegal guess may begin with blanks of its own. So the
smallest number before any guess is taken for the engine's. Other lines are skipped. A round ends where the next one
starts; one without a reply of only O is lost.
"""

import dataclasses
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Any, TypedDict

import msgspec

from lingo_common.errors import DataError, count_text
from lingo_common.files import read_file
from lingo_common.outside_data import convert
from referee.contest.contest import Conditions, Contest
from referee.contest.draw import ALL
from referee.contest.limits import Limits
from referee.contest.lists import IMPORTED, WordGames
from referee.contest.player import Program
from referee.contest.termination import Termination
from referee.game.record import HIDDEN_LETTER, GameRecord, Move, as_recorded, record_of
from referee.storage.run import Recorder, damage_in
from referee.storage.run_directory import check_free, make_directory, new_directory
from wordlists.reply import ABSENT, MARKS, reply_for, winning_reply
from wordlists.rules import PIT, rules_to_json
from wordlists.step import Step
from wordlists.word_game import WordGame

LARGEST = 1 << 30
"""Bytes of the largest file of games that is read: 1 GiB are more than a million games, each of 600 bytes or so."""
_LARGEST_NUMBER = 2**63 - 1
"""The largest whole number that SQLite keeps."""
UNKNOWN = "unknown"
"""The fingerprint of a word list that the games do not name."""

_START = re.compile(r"Starting new round, word is (\S+)")
_GUESS = re.compile(r"Got:(.*)")
_BLANKS = re.compile(r"Got:( *)\S")
"""The blanks before a guess that is not empty."""
_REPLY = re.compile(r"Sent: ?(.*)")


class _Rules(TypedDict, total=False):
    """The types of a game's rules in JSON, as rules_to_json writes them. Other keys are left out."""

    attempts: int
    first_letter: bool
    hard: bool
    objective: str
    letters: list[str]
    language: str


GameWithRules = tuple[GameRecord, WordGame]
"""A game, and the word game that it was played in: its rules, and the fingerprint of its list, or UNKNOWN.

IMPORTED stands for the path of the list.
"""


def read_games(path: str) -> list[GameWithRules]:
    """Return the games of a file: JSON objects, one a line, or a transcript, whose player is named after the file."""
    try:
        text = read_file(path, LARGEST).decode()
    except UnicodeDecodeError:
        raise DataError(f"{path}: cannot be read: is not text in UTF-8") from None

    # splitlines would end a line at a form feed too, with which a player's guess could forge a reply of the engine.
    lines = [line.removesuffix("\r") for line in text.split("\n")]

    # Only a transcript has a line that starts a round.
    if any(map(_START.match, lines)):
        return list(_games_of_transcript(lines, path))

    games = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            games.append(_game_of_line(line, f"{path}: line {number}"))

    if not games:
        raise DataError(f"{path}: no games")
    return games


def import_games(games: Sequence[GameWithRules], out: str | None, source: str) -> Recorder:
    """Return the recorder of a new run of these games, to be closed; source: the file that they are from.

    The words of each length are in the order of their first games. Raises DataError if the games do not make one
    contest: with different rules or lists, two games of a player for a word, or a game that cannot be won or lost so.
    """
    word_games = _word_games_of(games)

    # For each length, the words in the order of their first games, each with its place in that order.
    places: dict[int, dict[str, int]] = {}
    records: list[GameRecord] = []
    played: set[tuple[str, str]] = set()
    for record, _ in games:
        if (record.player, record.word) in played:
            raise DataError(f"'{record.player}' has two games for '{record.word}'")
        played.add((record.player, record.word))

        # A word that is new gets the next place.
        of_length = places.setdefault(record.length, {})
        index = of_length.setdefault(record.word, len(of_length))
        records.append(dataclasses.replace(record, index=index))

    # Commands, lists and isolation are not known: IMPORTED stands in place of each. A program must have arguments, and
    # the record of a run must have limits: they are the player's name and the default limits.
    names = dict.fromkeys(record.player for record in records)
    contest = Contest(
        players=tuple(Program(name, command=IMPORTED, arguments=(name,)) for name in names),
        words={length: list(places[length]) for length in sorted(places)},
        rounds=ALL,
        seed=None,
        wordlist=IMPORTED,
        word_games=word_games,
    )
    # A directory is made only for games that can be read again.
    for record in records:
        damage = damage_in(contest, record)
        if damage is not None:
            raise DataError(f"{source}: a game of {record.player!r} {damage}")

    directory = out or new_directory()
    check_free(directory)
    make_directory(directory)

    conditions = Conditions(Limits(), IMPORTED, imported=source)
    recorder = Recorder(directory, contest, conditions)
    recorder.record(records)
    return recorder


def _word_games_of(games: Sequence[GameWithRules]) -> WordGames:
    """Return the word game of each length; DataError if the games do not agree on rules and lists."""
    word_games: WordGames = {}
    _, first_game = games[0]
    rules = rules_to_json(first_game)
    for record, word_game in games:
        length = record.length
        if len(record.word) != length:
            raise DataError(f"'{record.word}' has not {count_text(length, 'letter')}")

        own_rules = rules_to_json(word_game)
        if own_rules != rules:
            raise DataError(f"the games have different rules: {rules} and {own_rules}")

        if word_games.setdefault(length, word_game) != word_game:
            raise DataError(f"the games of {count_text(length, 'letter')} have different word lists")

    return word_games


def _game_of_line(line: str, where: str) -> GameWithRules:
    """Return the game of one line; DataError that begins with `where` if it is not one."""
    try:
        value = msgspec.json.decode(line, type=dict[str, Any])
        if HIDDEN_LETTER in str(value.get("word")):
            raise ValueError("its word was still secret; list the games again when the run is finished")

        # Here the types are checked; WordGame checks the values.
        rules = convert(value.get("rules", {}), _Rules)
        fingerprint = convert(value.get("list"), str | None) or UNKNOWN
        record = convert(value, GameRecord)
        word_game = WordGame.from_json({**rules, "length": record.length, "words": fingerprint}, IMPORTED)

        # A letter that is written with two characters, such as ij in Dutch, is one character in a record.
        record = as_recorded(record, word_game.spelling)
        for name, number in vars(record).items():
            if isinstance(number, int) and abs(number) > _LARGEST_NUMBER:
                raise ValueError(f"{name} is a number of more than 64 bits")

        return record, word_game
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: not a game as `referee games --format jsonl` prints it: {error}") from None


def _games_of_transcript(lines: Sequence[str], path: str) -> Iterator[GameWithRules]:
    """Yield the games of a transcript; the player is named after the file. DataError names a line that does not fit."""
    player = PurePath(path).stem
    # How many blanks the engine wrote before every guess.
    blanks = min((len(match[1]) for match in map(_BLANKS.match, lines) if match), default=0)

    # The word of the round; empty before the first round.
    word = ""
    # The guesses of the round that the engine answered, and the one whose reply is on a later line.
    steps: list[Step[str, str]] = []
    unanswered: str | None = None

    for number, line in enumerate(lines, 1):
        start = _START.match(line)
        guess = _GUESS.match(line)
        reply = _REPLY.match(line)
        if start:
            if word:
                yield _game_of_round(player, word, steps)
            word = start[1].lower()
            steps = []
            unanswered = None
        elif guess:
            unanswered = guess[1][blanks:]
        elif reply:
            # The engine puts a blank between two marks.
            marks = "".join(reply[1].split())
            is_a_reply = len(marks) == len(word) and set(marks) <= set(MARKS)
            if unanswered is None or not is_a_reply:
                raise DataError(f"{path}: line {number}: not the reply to a guess: {line.strip()}")

            steps.append(Step(unanswered, marks))
            unanswered = None

    yield _game_of_round(player, word, steps)


def _game_of_round(player: str, word: str, steps: Iterable[Step[str, str]]) -> GameWithRules:
    """Return the game of one round with these guesses and replies.

    A transcript does not mark illegal guesses. They are those whose reply has only X although they have letters of the
    word, or are too short or too long.
    """
    all_absent = ABSENT * len(word)
    moves = []
    for guess, reply in steps:
        deserves_only_x = len(guess) == len(word) and reply_for(guess, word) == all_absent
        is_legal = reply != all_absent or deserves_only_x
        moves.append(Move(guess, reply, is_legal, seconds=0.0))  # a transcript has no times

    if moves and moves[-1].reply == winning_reply(len(word)):
        ended = Termination.SOLVED
    elif len(moves) == PIT.attempts:
        ended = Termination.EXHAUSTED
    else:
        # A transcript does not say why no further guess came. Most players that stop guessing exit.
        ended = Termination.EXITED

    # The original engine has the rules of the pit alone.
    word_game = WordGame.from_json({"length": len(word), "words": UNKNOWN}, IMPORTED)
    # The word's place in the draw is set when all games have been read.
    return record_of(player, 0, word, moves, ended), word_game
