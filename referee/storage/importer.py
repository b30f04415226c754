"""Games outside of runs: as JSON objects, one a line, and as a new run of games that were played elsewhere."""

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from codebreaker.rules import GameRules
from lingo_common.errors import DataError, reason
from lingo_common.outside_data import convert
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.draw import ALL
from referee.contest.limits import Limits
from referee.contest.lists import ListUsed
from referee.contest.player import Player, Program
from referee.game.record import GameRecord, as_recorded, fields_of, spell_out
from referee.storage.reader import Run
from referee.storage.recorder import Recorder, check_free, new_directory
from referee.storage.transcripts import games_of_transcript, is_transcript

CSV_HEADER = ("game", *(field.name for field in dataclasses.fields(GameRecord)))
"""The first line of games as CSV."""
IMPORTED = "imported"
"""The level of isolation and the name of the word list of such a run."""
UNKNOWN = "unknown"
"""The fingerprint of a word list that the games do not name."""


@dataclass(frozen=True)
class GameObject:
    """A game with what is needed to understand it without its run."""

    record: GameRecord
    rules: GameRules
    """The rules of the game."""
    list: str | None
    """The fingerprint of the word list; None if it is not known."""


def read_games(path: str) -> list[GameObject]:
    """The games of a file: JSON objects, one a line, or a transcript, whose player is named after the file."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = reason(error) if isinstance(error, OSError) else "is not text in UTF-8"
        raise DataError(f"{path}: cannot be read: {why}") from None
    if is_transcript(lines):
        return [GameObject(game, GameRules(), None) for game in games_of_transcript(lines, Path(path).stem, path)]
    if lines[:1] == [",".join(CSV_HEADER)]:
        raise DataError(f"{path}: is CSV, which has no rules: import what `referee games --format jsonl` prints")
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise DataError(f"{path}: no games")
    return [game_of_line(line, f"{path}: line {number}") for number, line in numbered]


def import_games(games: Sequence[GameObject], out: str | None, source: str) -> Recorder:
    """The recorder of a new run of these games, to be closed; DataError if they do not make one contest."""
    words = _words(games)
    contest = Contest(_players(games), words, ALL, None, IMPORTED, rules=_one_rules(games))
    conditions = Conditions(Limits(), _lists(games), IMPORTED, imported=source)
    if out is not None:
        check_free(out)
    recorder = Recorder(new_directory(out), contest, conditions)
    places = {word: index for listed in words.values() for index, word in enumerate(listed)}
    for _ in recorder.record([[replace(game.record, index=places[game.record.word]) for game in games]]):
        pass
    return recorder


def _words(games: Iterable[GameObject]) -> dict[int, list[str]]:
    """The words of each length in the order in which they first come; DataError for a game that comes twice."""
    words: dict[int, dict[str, None]] = {}
    seen: set[tuple[str, str]] = set()
    for game in (item.record for item in games):
        if (game.player, game.word) in seen:
            raise DataError(f"'{game.player}' has two games for '{game.word}'")
        if len(game.word) != game.length:
            raise DataError(f"'{game.word}' has not {game.length} letters")
        seen.add((game.player, game.word))
        words.setdefault(game.length, {})[game.word] = None
    return {length: list(words[length]) for length in sorted(words)}


def _players(games: Iterable[GameObject]) -> tuple[Player, ...]:
    names = dict.fromkeys(game.record.player for game in games)
    return tuple(Program(name, IMPORTED, (name,)) for name in names)


def _one_rules(games: Iterable[GameObject]) -> GameRules:
    rules = list(dict.fromkeys(game.rules for game in games))
    if len(rules) > 1:
        raise DataError(f"the games have different rules: {rules[0]} and {rules[1]}")
    return rules[0]


def _lists(games: Iterable[GameObject]) -> dict[int, ListUsed]:
    lists: dict[int, ListUsed] = {}
    for game in games:
        used = ListUsed(game.list or UNKNOWN, 0, IMPORTED)
        if lists.setdefault(game.record.length, used) != used:
            raise DataError(f"the games of {game.record.length} letters have different word lists")
    return lists


def object_of(run: Run, record: GameRecord) -> dict[str, Any]:
    """The game of a run as a JSON object: its number, its record, the rules and the fingerprint of its word list."""
    used = run.conditions.lists[record.length]
    rules = dataclasses.asdict(run.contest.rules)
    fields = fields_of(spell_out(record, run.contest.spelling))
    return {"game": run.number(record), **fields, "rules": rules, "list": used.fingerprint}


def game_of_line(line: str, where: str) -> GameObject:
    """The game of one line; DataError that begins with `where` if it is not one."""
    try:
        value = msgspec.json.decode(line, type=dict[str, Any])
        rules = convert(value.get("rules", {}), GameRules)
        fingerprint = convert(value.get("list"), str | None)
        return GameObject(as_recorded(convert(value, GameRecord), rules), rules, fingerprint)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{where}: not a game as `referee games --format jsonl` prints it: {error}") from None
