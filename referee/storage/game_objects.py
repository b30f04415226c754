"""Games as JSON objects, one a line: what `referee games --format jsonl` writes and `referee import` reads."""

import dataclasses
from dataclasses import dataclass
from typing import Any

import msgspec

from codebreaker.rules import GameRules
from lingo_common.errors import DataError
from lingo_common.outside_data import convert
from referee.game.record import GameRecord, as_recorded, fields_of, spell_out
from referee.storage.reader import Run

CSV_HEADER = ("game", *(field.name for field in dataclasses.fields(GameRecord)))
"""The first line of games as CSV."""


@dataclass(frozen=True)
class GameObject:
    """A game with what is needed to understand it without its run."""

    record: GameRecord
    rules: GameRules
    """The rules of the game."""
    list: str | None
    """The fingerprint of the word list; None if it is not known."""


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
