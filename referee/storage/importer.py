"""Makes a run of games that are kept outside of runs: as lines of JSON, or as a transcript of the original engine.

A transcript looks like this:

    Starting new round, word is boons
    Got:   seora
    Sent:  ?XOXX
    …
    Round won with score 100

How many blanks the engine writes before a guess depends on its version, and an illegal guess may begin with blanks
itself. So the engine's are as many as the guess with the fewest has. Other lines are skipped. A round ends where the
next one starts; it is lost if no reply has only O.
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
from referee.contest.lists import IMPORTED, UNKNOWN, WordGames
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
"""Bytes of the largest file of games that is read: more than a million games, each of some 600 bytes."""
_LARGEST_NUMBER = 2**63 - 1
"""The largest whole number that SQLite keeps."""

_START = re.compile(r"Starting new round, word is (\S+)")
_GUESS = re.compile(r"Got:(.*)")
_BLANKS = re.compile(r"Got:( *)\S")
"""The blanks before a guess that is not empty."""
_REPLY = re.compile(r"Sent: ?(.*)")


class _Rules(TypedDict, total=False):
    """The types of a game's rules in JSON, as rules_to_json writes them."""

    attempts: int
    first_letter: bool
    hard: bool
    objective: str
    letters: list[str]
    language: str


GameWithRules = tuple[GameRecord, WordGame]
"""A game, and the word game that it was played in.

The word game has the rules and the fingerprint of the list, or UNKNOWN, and no words: the path of its list is IMPORTED.
"""


def read_games(path: str) -> list[GameWithRules]:
    """Return the games of a file: JSON objects, one a line, or a transcript, whose player is named after the file."""
    try:
        text = read_file(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(f"{path}: cannot be read: is not text in UTF-8") from None

    # Not splitlines, for which a form feed ends a line too: a guess with one in it could forge a reply of the engine.
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
    """Return the recorder of a new run of these games, which the caller closes.

    out: the directory of the run; None for a new one. source: the names of the files that the games are from. Raises
    DataError if the games are not of one contest: if their rules or lists differ, if a player has two games for a word,
    or if a game contradicts itself.
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

        # A new word gets the next place.
        places_of_length = places.setdefault(record.length, {})
        index = places_of_length.setdefault(record.word, len(places_of_length))
        records.append(dataclasses.replace(record, index=index))

    # Commands, lists and isolation are not known: IMPORTED stands for each of them. A Program must have arguments: the
    # player's name stands for them.
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

    # The limits are not known either. A record must have some: they are the default ones.
    conditions = Conditions(Limits(), isolation=IMPORTED, imported=source)
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
        if not record.player:
            raise ValueError("its player has no name")

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
    # How many blanks the engine writes before a guess.
    blanks = min((len(match[1]) for match in map(_BLANKS.match, lines) if match), default=0)

    # The word of the round; empty before the first round.
    word = ""
    # The guesses of the round that have replies, and the guess whose reply is still to come.
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

    A transcript does not mark illegal guesses, whose reply has only X. A guess with that reply is taken for illegal
    unless it is as long as the word and has none of its letters.
    """
    only_x = ABSENT * len(word)
    moves = []
    for guess, reply in steps:
        has_no_letter = len(guess) == len(word) and reply_for(guess, word) == only_x
        is_legal = reply != only_x or has_no_letter
        moves.append(Move(guess, reply, is_legal, seconds=0.0))  # a transcript has no times

    if moves and moves[-1].reply == winning_reply(len(word)):
        ended = Termination.SOLVED
    elif len(moves) == PIT.attempts:
        ended = Termination.EXHAUSTED
    else:
        # A transcript does not say why no further guess came. Most players that stop guessing have exited.
        ended = Termination.EXITED

    # The original engine has no other rules than those of the pit, which are the default.
    word_game = WordGame.from_json({"length": len(word), "words": UNKNOWN}, IMPORTED)
    # import_games sets the index, the word's place in the draw, when all games are read.
    return record_of(player, 0, word, moves, ended), word_game
