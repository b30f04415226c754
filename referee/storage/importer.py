"""Games outside of runs: as JSON objects, one a line; transcripts of the original engine; a new run of such games.

A transcript:

    Starting new round, word is boons
    Got:   seora
    Sent:  ?XOXX
    …
    Round won with score 100

The guess begins after as many blanks as every guess has before it. Other lines are skipped. A round ends where the next
one starts; one without a reply of only O is lost.
"""

import dataclasses
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any, TypedDict

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import read_file
from lingo_common.outside_data import convert
from referee.contest.conditions import Conditions, Limits
from referee.contest.contest import Contest
from referee.contest.draw import ALL
from referee.contest.lists import IMPORTED, WordGames
from referee.contest.player import Program
from referee.contest.termination import Termination
from referee.game.record import GameRecord, Move, as_recorded, record_of, spell_out
from referee.results.secrecy import HIDDEN_LETTER
from referee.storage.reader import Run
from referee.storage.recorder import Recorder, check_free, new_directory
from wordlists.reply import ABSENT, MARKS, reply_for, winning_reply
from wordlists.rules import PIT, rules_to_json
from wordlists.word_game import WordGame

CSV_HEADER = ("game", *(field.name for field in dataclasses.fields(GameRecord)))
LARGEST = 1 << 30
"""Bytes of the largest file of games."""
UNKNOWN = "unknown"
"""The fingerprint of a word list that the games do not name."""

_START = re.compile(r"Starting new round, word is (\S+)")
_GUESS = re.compile(r"Got:(.*)")
_REPLY = re.compile(r"Sent: ?(.*)")


class _Rules(TypedDict, total=False):
    """The rules of a game; see wordlists.rules.rules_to_json."""

    attempts: int
    first_letter: bool
    hard: bool
    objective: str
    letters: list[str]
    language: str


@dataclass(frozen=True)
class GameObject:
    """A game with what is needed to understand it without its run."""

    record: GameRecord
    word_game: WordGame = PIT
    """The rules, and the fingerprint of the word list; None if it is not known."""


def read_games(path: str) -> list[GameObject]:
    """The games of a file: JSON objects, one a line, or a transcript, whose player is named after the file."""
    try:
        lines = read_file(path, LARGEST).decode().splitlines()
    except UnicodeDecodeError:
        raise DataError(f"{path}: cannot be read: is not text in UTF-8") from None
    if any(map(_START.match, lines)):
        return [GameObject(game) for game in _games_of_transcript(lines, path)]
    if lines[:1] == [",".join(CSV_HEADER)]:
        raise DataError(f"{path}: is CSV, which has no rules: import what `referee games --format jsonl` prints")
    games = [_game_of_line(line, f"{path}: line {number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not games:
        raise DataError(f"{path}: no games")
    return games


def import_games(games: Sequence[GameObject], out: str | None, source: str) -> Recorder:
    """The recorder of a new run of these games, to be closed; DataError if they do not make one contest."""
    words: dict[int, dict[str, int]] = {}
    word_games = WordGames()
    seen: set[tuple[str, str]] = set()
    rules = rules_to_json(games[0].word_game)
    for game in games:
        player, length, word = game.record.player, game.record.length, game.record.word
        if (player, word) in seen:
            raise DataError(f"'{player}' has two games for '{word}'")
        if len(word) != length:
            raise DataError(f"'{word}' has not {length} letters")
        if rules_to_json(game.word_game) != rules:
            raise DataError(f"the games have different rules: {rules} and {rules_to_json(game.word_game)}")
        stored = {**game.word_game.to_json(), "length": length}
        word_game = WordGame.from_json(stored | {"words": stored["words"] or UNKNOWN}, IMPORTED)
        if word_games.setdefault(length, word_game) != word_game:
            raise DataError(f"the games of {length} letters have different word lists")
        seen.add((player, word))
        indices = words.setdefault(length, {})
        indices.setdefault(word, len(indices))
    players = tuple(Program(name, IMPORTED, (name,)) for name in dict.fromkeys(game.record.player for game in games))
    drawn = {length: list(words[length]) for length in sorted(words)}
    if out is not None:
        check_free(out)
    contest = Contest(players, drawn, ALL, None, IMPORTED, word_games)
    recorder = Recorder(new_directory(out), contest, Conditions(Limits(), IMPORTED, imported=source))
    records = [replace(game.record, index=words[game.record.length][game.record.word]) for game in games]
    for _ in recorder.record([records]):
        pass
    return recorder


def object_of(run: Run, record: GameRecord) -> dict[str, Any]:
    """The game of a run as a JSON object: its number, its record, the rules and the fingerprint of its word list."""
    game = run.contest.word_games[record.length]
    fields = dataclasses.asdict(spell_out(record, game.spelling))
    return {"game": run.number(record), **fields, "rules": rules_to_json(game), "list": game.to_json()["words"]}


def _game_of_line(line: str, where: str) -> GameObject:
    """The game of one line; DataError that begins with `where` if it is not one."""
    try:
        value = msgspec.json.decode(line, type=dict[str, Any])
        if HIDDEN_LETTER in str(value.get("word")):
            raise ValueError("its word was still secret; list the games again when the run is finished")
        rules = convert(value.get("rules", {}), _Rules)
        game = WordGame.from_json({**rules, "words": convert(value.get("list"), str | None)})
        return GameObject(as_recorded(convert(value, GameRecord), game.spelling), game)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: not a game as `referee games --format jsonl` prints it: {error}") from None


def _games_of_transcript(lines: Sequence[str], path: str) -> Iterator[GameRecord]:
    """The games of a transcript; DataError that names the line that does not fit."""
    player, word, steps = PurePath(path).stem, "", list[tuple[str, str]]()
    guesses = [match[1] for match in map(_GUESS.match, lines) if match and match[1].strip()]
    blanks = min((len(guess) - len(guess.lstrip(" ")) for guess in guesses), default=0)
    for number, line in enumerate(lines, 1):
        if start := _START.match(line):
            if word:
                yield _record(player, word, steps)
            word, steps = start[1].lower(), []
        elif guess := _GUESS.match(line):
            steps.append((guess[1][blanks:], ""))
        elif reply := _REPLY.match(line):
            marks = "".join(reply[1].split())
            if not steps or steps[-1][1] or len(marks) != len(word) or set(marks) - set(MARKS):
                raise DataError(f"{path}: line {number}: not the reply to a guess: {line.strip()}")
            steps[-1] = (steps[-1][0], marks)
    yield _record(player, word, steps)


def _record(player: str, word: str, steps: Sequence[tuple[str, str]]) -> GameRecord:
    """The game of one round; a guess with a reply of only X that the oracle does not give was illegal."""
    refused, moves = ABSENT * len(word), []
    for guess, reply in steps:
        if reply:
            legal = reply != refused or (len(guess) == len(word) and reply_for(guess, word) == refused)
            moves.append(Move(guess, reply, legal, 0.0))
    ended = Termination.EXHAUSTED if len(moves) == PIT.attempts else Termination.EXITED
    if moves and moves[-1].reply == winning_reply(len(word)):
        ended = Termination.SOLVED
    return record_of(player, 0, word, moves, ended)
