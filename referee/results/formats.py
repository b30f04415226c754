"""Writes a leaderboard as text, Markdown, CSV or JSON."""

import csv
import dataclasses
import io
import json
import re
from collections.abc import Callable
from typing import Any

from codebreaker.rules import GameRules, rules_to_json
from lingo_common.errors import printable
from lingo_common.screen.terminal import join_parts, table_lines
from referee.contest.isolation import NO_SANDBOX
from referee.contest.player import IN_PROCESS
from referee.contest.termination import Termination
from referee.results.leaderboard import Leaderboard, Standing, Tally

FILES = {
    "text": "leaderboard.txt",
    "markdown": "leaderboard.md",
    "csv": "leaderboard.csv",
    "json": "leaderboard.json",
}
"""The formats and the names of their files."""
FORMATS = tuple(FILES)
"""The names of the formats."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a formula begins with in a spreadsheet."""
_MARKUP = re.compile(r"[\\|*_<`\[]")
_RANKINGS = "** Rankings **"


def render(board: Leaderboard, format: str, columns: int | None = None) -> str:
    """The leaderboard in that format, with a newline at its end; columns: the widest line of a table in text."""
    if format == "text":
        return _as_text(board, columns)
    return {"markdown": _as_markdown, "csv": _as_csv, "json": _as_json}[format](board)


def _as_text(board: Leaderboard, columns: int | None = None) -> str:
    """The table and the ranking of the original pit, then failures, intervals and what was played."""
    lines = table_lines(_table(board), columns)
    lines += ["", _RANKINGS, *(_rank_line(standing) for standing in board.ranking()), ""]
    lines += [_failures(standing) for standing in board.standings if standing.overall.failures]
    lines += [*_in_process(board), *_set_apart(board), _intervals(board, columns), *_rules(board.contest.rules)]
    return "\n".join([*lines, _origin(board)]) + "\n"


def _as_markdown(board: Leaderboard) -> str:
    """The leaderboard as a Markdown table and list."""
    header, *rows = [[_escape(cell) for cell in row] for row in _table(board)]
    rule = ["---", *("---:" for _ in header[1:])]
    lines = [f"| {' | '.join(row)} |" for row in (header, rule, *rows)]
    lines += ["", *(f"- {_escape(_rank_line(standing))}" for standing in board.ranking())]
    failed = [standing for standing in board.standings if standing.overall.failures]
    lines += ["", *(f"{_escape(_failures(standing))}  " for standing in failed)]
    lines += [f"{_escape(line)}  " for line in (*_in_process(board), *_set_apart(board), _intervals(board))]
    lines += [f"{_escape(line)}  " for line in _rules(board.contest.rules)]
    lines += [_escape(_origin(board))]
    return "\n".join(lines) + "\n"


def _as_csv(board: Leaderboard) -> str:
    """A line a player: rank, name, command, points of each length, total, games, solved, failures, interval, illegal
    guesses where there are any.
    """
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    counted = ["total", "games", "solved", "failures", "low", "high", *(["illegal"] if _any_illegal(board) else [])]
    writer.writerow(["rank", "name", "command", *board.contest.lengths, *counted])
    for standing in board.standings:
        overall = standing.overall
        points = [standing.by_length[length].points for length in board.contest.lengths]
        counts = [overall.points, overall.games, overall.solved, overall.failures.total()]
        limits = _limits(standing) or ("", "")
        illegal = [overall.illegal] if _any_illegal(board) else []
        cells = [standing.rank, standing.name, standing.command, *points, *counts, *limits, *illegal]
        writer.writerow(map(csv_cell, cells))
    return output.getvalue()


def csv_cell(value: object) -> object:
    """A value as a cell of CSV: escapes and line ends are written out, and no text begins as a formula does."""
    if not isinstance(value, str):
        return value
    return printable(f"'{value}" if value.startswith(_FORMULA) else value)


def _as_json(board: Leaderboard) -> str:
    """The leaderboard as JSON, for programs; its keys are part of the interface."""
    value = {
        "seed": board.contest.seed,
        "wordlist": board.contest.wordlist,
        "lengths": list(board.contest.lengths),
        "rounds": board.contest.rounds,
        "played": board.games_played,
        "games": board.games,
        "until_decided": dataclasses.asdict(board.decision) if board.decision else None,
        **({} if board.contest.rules == GameRules() else {"rules": rules_to_json(board.contest.rules)}),
        **({} if board.isolation is None else {"isolation": board.isolation}),
        **({"disqualified": dict(board.contest.disqualified)} if board.contest.disqualified else {}),
        "players": [_standing_value(standing) for standing in board.standings],
    }
    return json.dumps(value, indent=2) + "\n"


def _standing_value(standing: Standing) -> dict[str, Any]:
    overall = standing.overall
    return {
        "name": standing.name,
        "command": standing.command,
        "total": overall.points,
        "rank": standing.rank,
        "interval": _limits(standing),
        "interval_reason": standing.estimate.reason,
        "by_length": {str(length): _tally_value(tally) for length, tally in standing.by_length.items()},
        "games": overall.games,
        "solved": overall.solved,
        "failures": dict(sorted(overall.failures.items())),
        "illegal": overall.illegal,
        "void": standing.voided,
        "suspect": standing.suspect,
    }


def _tally_value(tally: Tally) -> dict[str, int]:
    return {"points": tally.points, "games": tally.games, "solved": tally.solved}


def _table(board: Leaderboard) -> list[list[str]]:
    """The cells of the original pit's table, header first, and illegal guesses where there are any."""
    illegal = _any_illegal(board)
    rows = [["", *map(str, board.contest.lengths), "Total", *(["Illegal"] if illegal else [])]]
    for standing in board.standings:
        points = [standing.by_length[length].points for length in board.contest.lengths]
        counts = [standing.overall.points, *([standing.overall.illegal] if illegal else [])]
        rows.append([standing.name, *map(str, [*points, *counts])])
    return rows


def _any_illegal(board: Leaderboard) -> bool:
    return any(standing.overall.illegal for standing in board.standings)


def _rank_line(standing: Standing) -> str:
    return f"{standing.rank}: {standing.name} ({standing.overall.points})"


def _failures(standing: Standing) -> str:
    counts = ", ".join(f"{count} {name}" for name, count in sorted(standing.overall.failures.items()))
    overall = standing.overall
    return f"{standing.name}: {overall.failures.total()} of {overall.games} games failed: {counts}"


def _set_apart(board: Leaderboard) -> list[str]:
    """A line each for void games, time-outs that may be the machine's fault, forfeits, and disqualified players."""
    void = _counts(board, lambda standing: standing.voided)
    suspect = _counts(board, lambda standing: standing.suspect)
    forfeited = _counts(board, lambda standing: standing.overall.failures[Termination.FORFEITED])
    lines = []
    if void:
        lines.append(f"void games, not counted: {void}")
    if suspect:
        lines.append(f"time-outs while the machine was busy: {suspect}; `referee rerun DIR --suspect` plays them again")
    if forfeited:
        how = "`referee run --resume DIR --reinstate NAME` plays them"
        lines.append(f"forfeited after failures in a row: {forfeited}; {how}")
    return lines + [f"disqualified: {name} ({why})" for name, why in board.contest.disqualified.items()]


def _counts(board: Leaderboard, count: Callable[[Standing], int]) -> str:
    return ", ".join(f"{standing.name} {count(standing)}" for standing in board.standings if count(standing))


def _in_process(board: Leaderboard) -> list[str]:
    """A line for each player that is a Python object."""
    return [f"{standing.name}: {IN_PROCESS}" for standing in board.standings if standing.command == IN_PROCESS]


def _intervals(board: Leaderboard, columns: int | None = None) -> str:
    """The interval of each player that has one, in lines of that many columns."""
    limits = {standing.name: _limits(standing) for standing in board.standings}
    spans = [f"{name} {span[0]} to {span[1]}" for name, span in limits.items() if span]
    texts = [*(f"{span}," for span in spans[:-1]), *(spans[-1:] or ["none, too few words"])]
    return join_parts([("", "95 % intervals of the totals:"), *((" ", text) for text in texts)], columns, 2)


def _limits(standing: Standing) -> list[int] | None:
    """The interval in whole points; None if there is none."""
    return [round(limit) for limit in standing.interval] if standing.interval else None


def _origin(board: Leaderboard) -> str:
    seed = "words as given" if board.contest.seed is None else f"seed: {board.contest.seed}"
    return f"words of each length: {_rounds(board)}, word list: {board.contest.wordlist}, {seed}{_isolation(board)}"


def _rules(rules: GameRules) -> list[str]:
    """A line with the rules in words; none for those of the pit."""
    if rules == GameRules():
        return []
    return [f"rules: {', '.join([f'{rules.attempts} guesses', *rules.differences])}"]


def _rounds(board: Leaderboard) -> str:
    """How many words of each length were played, and what of the run is missing."""
    if board.decision is None:
        unfinished = (
            f" (unfinished: {board.games_played} of {board.games} games)" if board.games_played < board.games else ""
        )
        return f"{board.contest.rounds}{unfinished}"
    leader = f"{board.decision.leader} leads clearly" if board.decision.leader else "no clear leader"
    return f"{board.decision.rounds} of at most {board.contest.rounds} ({leader})"


def _isolation(board: Leaderboard) -> str:
    if board.isolation is None:
        return ""
    return f", isolation: {board.isolation}" + " (words could be read)" * (board.isolation == NO_SANDBOX)


def _escape(cell: str) -> str:
    """The cell with the characters that would break a Markdown table, or make HTML or a link, made harmless."""
    return _MARKUP.sub(r"\\\g<0>", cell)
