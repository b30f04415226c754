"""Writes a leaderboard as text, Markdown, CSV or JSON."""

import csv
import dataclasses
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from lingo_common.cli.terminal import join_parts, table_lines
from lingo_common.errors import printable
from referee.contest.conditions import NO_SANDBOX
from referee.contest.player import IN_PROCESS
from referee.contest.termination import Termination
from referee.results.leaderboard import Leaderboard, Standing
from wordlists.rules import PIT, rules_to_json

FILES = {"text": "leaderboard.txt", "markdown": "leaderboard.md", "csv": "leaderboard.csv", "json": "leaderboard.json"}
"""The formats and the names of their files."""
FORMATS = tuple(FILES)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a formula begins with in a spreadsheet."""
_MARKUP = re.compile(r"[\\|*_<`\[]")
_RANKINGS = "** Rankings **"


def render(board: Leaderboard, format: str, columns: int | None = None) -> str:
    """The leaderboard in that format, with a newline at its end; columns: the widest line of a table in text."""
    if format == "text":  # as the original pit's, then the remarks
        table = table_lines(_table(board), columns)
        return "\n".join([*table, "", _RANKINGS, *_ranking(board), "", *_remarks(board, columns)]) + "\n"
    return {"markdown": _as_markdown, "csv": _as_csv, "json": _as_json}[format](board)


def _as_markdown(board: Leaderboard) -> str:
    """The leaderboard as a Markdown table and list; what would break them, or make HTML or a link, is escaped."""
    header, *rows = [[_escape(cell) for cell in row] for row in _table(board)]
    rule = ["---", *("---:" for _ in header[1:])]
    lines = [f"| {' | '.join(row)} |" for row in (header, rule, *rows)]
    lines += ["", *(f"- {_escape(line)}" for line in _ranking(board)), ""]
    return "\n".join([*lines, "  \n".join(map(_escape, _remarks(board)))]) + "\n"


def _escape(cell: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", cell)


def _as_csv(board: Leaderboard) -> str:
    """A line a player: rank, name, command, points of each length, total, games, solved, failures, interval, illegal
    guesses where there are any.
    """
    any_illegal = any(standing.overall.illegal for standing in board.standings)
    counted = ["total", "games", "solved", "failures", "low", "high", *(["illegal"] if any_illegal else [])]
    rows: list[list[object]] = [["rank", "name", "command", *board.contest.lengths, *counted]]
    for standing in board.standings:
        overall = standing.overall
        points = [tally.points for tally in standing.by_length.values()]
        counts = [overall.points, overall.games, overall.solved, overall.failures.total()]
        illegal = [overall.illegal] if any_illegal else []
        limits = _limits(standing) or ("", "")
        rows.append([standing.rank, standing.name, standing.command, *points, *counts, *limits, *illegal])
    return as_csv(rows)


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """The rows as CSV: escapes and line ends are written out, and no text begins as a formula does."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    for row in rows:
        texts = (f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value for value in row)
        writer.writerow(printable(value) if isinstance(value, str) else value for value in texts)
    return output.getvalue()


def _as_json(board: Leaderboard) -> str:
    """The leaderboard as JSON, for programs; its keys are part of the interface."""
    players = [
        {
            "name": standing.name,
            "command": standing.command,
            "total": standing.overall.points,
            "rank": standing.rank,
            "interval": _limits(standing),
            "interval_reason": standing.estimate.reason,
            "by_length": {
                str(length): {"points": tally.points, "games": tally.games, "solved": tally.solved}
                for length, tally in standing.by_length.items()
            },
            "games": standing.overall.games,
            "solved": standing.overall.solved,
            "failures": dict(sorted(standing.overall.failures.items())),
            "illegal": standing.overall.illegal,
            "void": standing.voided,
            "suspect": standing.suspect,
        }
        for standing in board.standings
    ]
    rules = rules_to_json(board.contest.rules)
    value = {
        "seed": None if board.secrets.sealed else board.contest.seed,
        **_commitment(board),
        "wordlist": board.contest.wordlist,
        "lengths": list(board.contest.lengths),
        "rounds": board.contest.rounds,
        "played": board.games_played,
        "games": board.games,
        "until_decided": dataclasses.asdict(board.decision) if board.decision else None,
        **({} if rules == rules_to_json(PIT) else {"rules": rules}),
        **({} if board.isolation is None else {"isolation": board.isolation}),
        **({"disqualified": dict(board.contest.disqualified)} if board.contest.disqualified else {}),
        "players": players,
    }
    return json.dumps(value, indent=2) + "\n"


def _commitment(board: Leaderboard) -> dict[str, Any]:
    """Return the keys of a committed run: its hash, and what proves it once that may be shown; else nothing."""
    secrets = board.secrets
    if secrets.commitment is None:
        return {}
    write = board.contest.spelling.write
    words = {str(length): [write(word) for word in board.contest.words[length]] for length in board.contest.lengths}
    return {
        "commitment": secrets.commitment,
        "nonce": None if secrets.sealed else secrets.nonce,
        "words": None if secrets.sealed else words,
    }


def _table(board: Leaderboard) -> list[list[str]]:
    """The cells of the original pit's table, header first, and illegal guesses where there are any."""
    illegal = any(standing.overall.illegal for standing in board.standings)
    rows = [["", *map(str, board.contest.lengths), "Total", *(["Illegal"] if illegal else [])]]
    for standing in board.standings:
        tallies = [*standing.by_length.values(), standing.overall]
        counts = [standing.overall.illegal] if illegal else []
        rows.append([standing.name, *map(str, [*(tally.points for tally in tallies), *counts])])
    return rows


def _ranking(board: Leaderboard) -> list[str]:
    return [f"{standing.rank}: {standing.name} ({standing.overall.points})" for standing in board.ranking()]


def _remarks(board: Leaderboard, columns: int | None = None) -> Iterator[str]:
    """The lines below the ranking: failures, games set apart, disqualified players, intervals, what was played."""
    for standing in board.standings:
        overall = standing.overall
        if overall.failures:
            counts = ", ".join(f"{count} {name}" for name, count in sorted(overall.failures.items()))
            yield f"{standing.name}: {overall.failures.total()} of {overall.games} games failed: {counts}"
    yield from (f"{standing.name}: {IN_PROCESS}" for standing in board.standings if standing.command == IN_PROCESS)
    if void := _counts((standing, standing.voided) for standing in board.standings):
        yield f"void games, not counted: {void}"
    if suspect := _counts((standing, standing.suspect) for standing in board.standings):
        yield f"time-outs while the machine was busy: {suspect}; `referee rerun DIR --suspect` plays them again"
    failures = [(standing, standing.overall.failures) for standing in board.standings]
    if forfeited := _counts((standing, counts[Termination.FORFEITED]) for standing, counts in failures):
        how = "`referee run --resume DIR --reinstate NAME` plays them"
        yield f"forfeited after failures in a row: {forfeited}; {how}"
    yield from (f"disqualified: {name} ({why})" for name, why in board.contest.disqualified.items())
    limits = {standing.name: _limits(standing) for standing in board.standings}
    spans = [f"{name} {span[0]} to {span[1]}" for name, span in limits.items() if span]
    yield _listing("95 % intervals of the totals:", spans or ["none, too few words"], columns)
    rules = board.contest.rules
    if rules_to_json(rules) != rules_to_json(PIT):
        yield f"rules: {', '.join([f'{rules.attempts} guesses', *rules.differences])}"
    if board.contest.seed is None:
        seed = "words as given"
    elif board.secrets.sealed:
        seed = "seed: secret until the last game"
    else:
        seed = f"seed: {board.contest.seed}"
    readable = " (words could be read)" * (board.isolation == NO_SANDBOX)
    isolation = [] if board.isolation is None else [f"isolation: {board.isolation}{readable}"]
    texts = [_rounds(board), f"word list: {board.contest.wordlist}", seed, *isolation]
    yield _listing("words of each length:", texts, columns)


def _listing(title: str, texts: Sequence[str], columns: int | None) -> str:
    """The title and the texts, with commas between them, in lines of that many columns."""
    return join_parts([("", title), *((" ", f"{text},") for text in texts[:-1]), (" ", texts[-1])], columns, 2)


def _counts(counts: Iterable[tuple[Standing, int]]) -> str:
    return ", ".join(f"{standing.name} {count}" for standing, count in counts if count)


def _limits(standing: Standing) -> list[int] | None:
    """The interval in whole points; None if there is none."""
    return [round(limit) for limit in standing.interval] if standing.interval else None


def _rounds(board: Leaderboard) -> str:
    """How many words of each length were played, and what of the run is missing."""
    if board.decision is not None:
        leader = f"{board.decision.leader} leads clearly" if board.decision.leader else "no clear leader"
        return f"{board.decision.rounds} of at most {board.contest.rounds} ({leader})"
    if board.games_played < board.games:
        return f"{board.contest.rounds} (unfinished: {board.games_played} of {board.games} games)"
    return str(board.contest.rounds)
