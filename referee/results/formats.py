"""Writes a leaderboard as text, Markdown, CSV or JSON, or as the table of the original pit.

Below the tables are remarks, such as how many games failed, and the conditions of the run. The keys of JSON are part of
the interface.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from lingo_common.cli.terminal import table_lines, wrap_text
from lingo_common.errors import count_text, printable
from referee.contest.draw import seed_in_json, shown_seed
from referee.contest.limits import NO_SANDBOX
from referee.contest.player import IN_PROCESS
from referee.contest.termination import Termination
from referee.results.leaderboard import Leaderboard, Standing, Tally
from wordlists.rules import PIT, rules_to_json

FILES = {"text": "leaderboard.txt", "markdown": "leaderboard.md", "csv": "leaderboard.csv", "json": "leaderboard.json"}
"""The formats that are written into the directory of a run, and the names of their files."""
CLASSIC = "classic"
"""The table and the ranking of the original pit's engine, for programs that read it."""
FORMATS = (*FILES, CLASSIC)
Table = list[list[str]]
"""Rows of cells, the header first."""

COLUMNS = 100
"""The most columns of text in a file or a pipe. Each table of a contest at ten lengths fits them."""
_LONGEST_NAME = 24
"""The most characters of a name in tables of text, so that they fit COLUMNS; other formats have the whole name."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""What a formula can begin with in a spreadsheet (OWASP, CSV Injection)."""
_INDENT = "  "
"""Before the second and each further line of a text that is wrapped."""
_MARKUP = re.compile(r"[\\|*_<`\[]")
"""Characters that have a meaning in Markdown."""
_RANKINGS = "** Rankings **"
"""The heading of the ranking in the classic format."""


def render(board: Leaderboard, format: str, columns: int | None = None) -> str:
    """Return the leaderboard in one of FORMATS, with a newline at its end.

    columns: the width of the terminal that shows the leaderboard, which only the format "text" depends on; None for a
    file or a pipe.
    """
    if format == "text":
        return _as_text(board, columns)
    if format == "json":
        return json.dumps(leaderboard_in_json(board), indent=2) + "\n"

    renderers = {"markdown": _as_markdown, "csv": _as_csv, CLASSIC: _as_classic}
    return renderers[format](board)


def _as_text(board: Leaderboard, columns: int | None) -> str:
    """Return the verdict, the standings by rank, the points of each length and the remarks, as text.

    The points of each length stand beside the standings where a terminal has room for both, and else below them.
    """
    width = COLUMNS if columns is None else columns
    lines = []
    if board.verdict:
        lines += [*wrap_text(board.verdict, width), ""]

    # Rank and name share the first column, because only that one is aligned to the left.
    standings = [[f"{rank:>4}  {short_name(name)}", *cells] for rank, name, *cells in _standings(board)]
    points_by_length = _points_by_length(board)

    # In one table the names, which are the first column of both, are needed once.
    side_by_side = [[*row, *points[1:]] for row, points in zip(standings, points_by_length, strict=True)]
    if columns is not None and max(map(len, table_lines(side_by_side))) <= columns:
        lines += table_lines(side_by_side)
    else:
        points_by_length = [[short_name(name), *points] for name, *points in points_by_length]
        lines += [*table_lines(standings, width), "", *table_lines(points_by_length, width)]

    lines.append("")
    for remark in _remarks_on(board):
        lines += wrap_text(remark, width, _INDENT)

    return printable_lines(lines) + "\n"


def printable_lines(lines: Iterable[str]) -> str:
    """Return the lines as one text in printable characters.

    Characters that steer a terminal may be in names and in typed reasons, if somebody edited the record.
    """
    return "\n".join(map(printable, lines))


def _standings(board: Leaderboard) -> Table:
    """Return the table of standings with the whole names, in the order of rank."""
    rows = [["rank", "player", "total", "95 % interval", "solved", "failures", "mean time", "illegal"]]
    for standing in board.ranking():
        overall = standing.overall
        rows.append([
            str(standing.rank),
            standing.name,
            f"{overall.points:,}",
            interval_text(standing.interval),
            f"{100 * overall.solved / overall.games:.1f} %" if overall.games else "-",
            str(overall.failures.total()),
            "-" if overall.mean_seconds is None else f"{overall.mean_seconds:.3f} s",
            str(overall.illegal),
        ])  # fmt: skip

    # The last column is that of illegal guesses.
    return rows if board.has_illegal_guesses else [row[:-1] for row in rows]


def _points_by_length(board: Leaderboard) -> Table:
    """Return the table of the points of each length with the whole names, in the order of rank."""
    rows = [["letters", *map(str, board.contest.lengths)]]
    for standing in board.ranking():
        points = [str(tally.points) for tally in standing.by_length.values()]
        rows.append([standing.name, *points])

    return rows


def short_name(name: str) -> str:
    """Return the name of a player for a table of text. A long one is cut, such as a command that is used as a name."""
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"


def interval_text(interval: tuple[float, float] | None, sign: str = "") -> str:
    """Return an interval of points, such as `1,200 to 1,350`; a dash for None.

    sign: "+" for an interval of differences, such as `-120 to +350`.
    """
    if interval is None:
        return "-"
    low, high = interval
    return f"{low:{sign},.0f} to {high:{sign},.0f}"


def _as_markdown(board: Leaderboard) -> str:
    """Return the verdict, both tables and the remarks in Markdown.

    What would break a table or become HTML or a link is escaped. Both tables have the whole names.
    """
    blocks = []
    if board.verdict:
        blocks.append(_escape(board.verdict))
    blocks.append(_markdown_table(_standings(board)))
    blocks.append(_markdown_table(_points_by_length(board)))

    # Two blanks at the end of a line are a line break in Markdown.
    blocks.append("  \n".join(map(_escape, _remarks_on(board))))
    return "\n\n".join(blocks) + "\n"


def _markdown_table(rows: Table) -> str:
    """Return the rows, the header first, as a table in Markdown."""
    lines = [f"| {' | '.join(map(_escape, row))} |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def _escape(text: str) -> str:
    """Return the text so that Markdown shows it as it is."""
    return _MARKUP.sub(r"\\\g<0>", printable(text))


def _as_csv(board: Leaderboard) -> str:
    """Return the leaderboard as CSV: a header, and a line for each player, in the order of rank.

    `low` and `high` are the limits of the interval of the total. The points of each length are below the length.
    """
    header: list[object] = ["rank", "name", "total", "low", "high", "solved", "failures", "mean_seconds", "games"]
    if board.has_illegal_guesses:
        header.append("illegal")

    rows = [[*header, *board.contest.lengths, "command"]]

    for standing in board.ranking():
        overall = standing.overall
        # The cells are empty where there are too few words for an interval.
        low, high = whole_interval(standing) or ("", "")
        row: list[object] = [standing.rank, standing.name, overall.points, low, high, overall.solved]
        row += [overall.failures.total(), overall.mean_seconds, overall.games]
        if board.has_illegal_guesses:
            row.append(overall.illegal)
        row += [tally.points for tally in standing.by_length.values()]
        row.append(standing.command)
        rows.append(row)

    return as_csv(rows)


def _as_classic(board: Leaderboard) -> str:
    """Return the table and the ranking as the original pit's engine prints them, players in their given order."""
    rows = [["", *map(str, board.contest.lengths), "Total"]]
    for standing in board.standings:
        points = [tally.points for tally in standing.by_length.values()]
        rows.append([standing.name, *map(str, points), str(standing.overall.points)])

    ranking = [f"{standing.rank}: {standing.name} ({standing.overall.points})" for standing in board.ranking()]
    return printable_lines([*table_lines(rows), "", _RANKINGS, *ranking]) + "\n"


def as_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return the rows as CSV: control characters are written as escapes, and no text begins as a formula does."""
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    for row in rows:
        writer.writerow(_safe_text(value) if isinstance(value, str) else value for value in row)

    return output.getvalue()


def _safe_text(text: str) -> str:
    """Return the text in printable characters, after an apostrophe if a spreadsheet would take it for a formula."""
    if text.startswith(_FORMULA):
        text = f"'{text}"
    return printable(text)


def _remarks_on(board: Leaderboard) -> list[str]:
    """Return a line for each thing to remark on, such as failures and void games, and last a line of conditions."""
    remarks = list(_failures(board))
    # A player that is an object of this process is neither isolated nor limited. Its command, IN_PROCESS, says so.
    remarks += [f"{standing.name}: {IN_PROCESS}" for standing in board.standings if standing.command == IN_PROCESS]
    remarks += _void_suspect_and_forfeited(board)
    for name, why in board.contest.disqualified.items():
        remarks.append(f"disqualified: {name} ({why})")
    remarks += board.contest.late_sentences
    if not any(standing.interval for standing in board.standings):
        remarks.append("no intervals: too few words")

    # `rules` is a word game with lists, and PIT is one without. So only the rules of both are compared.
    rules = board.contest.rules
    if rules_to_json(rules) != rules_to_json(PIT):
        differences = ", ".join([count_text(rules.attempts, "guess"), *rules.differences])
        remarks.append(f"rules: {differences}")

    remarks.append(", ".join(_conditions_of(board)))
    return remarks


def _failures(board: Leaderboard) -> Iterator[str]:
    """Yield how many games of each player failed and how."""
    for standing in board.standings:
        failures = standing.overall.failures
        if failures:
            counts = ", ".join(f"{count} {name}" for name, count in sorted(failures.items()))
            games = count_text(standing.overall.games, "game")
            yield f"{standing.name}: {failures.total()} of {games} failed: {counts}"


def _void_suspect_and_forfeited(board: Leaderboard) -> Iterator[str]:
    """Yield how many games of each player are void, suspect and forfeited, and how such games are played again."""
    voided = _by_player(board, lambda tally: tally.voided)
    if voided:
        yield f"void games, not counted: {voided}"

    suspect = _by_player(board, lambda tally: tally.suspect)
    if suspect:
        yield f"time-outs while the machine was busy: {suspect}; `referee rerun DIR --suspect` plays them again"

    # Forfeited games are among the failures too. This line says how they can still be played.
    forfeited = _by_player(board, lambda tally: tally.failures[Termination.FORFEITED])
    if forfeited:
        how = "`referee run --resume DIR --reinstate NAME` plays them"
        yield f"forfeited after failures in a row: {forfeited}; {how}"


def _conditions_of(board: Leaderboard) -> Iterator[str]:
    """Yield how many words were played, their list and their seed, and whether players could read them."""
    yield f"words of each length: {_rounds_text(board)}"
    yield f"word list: {board.contest.wordlist}"
    yield shown_seed(board.contest.seed, bool(board.secret_words))

    isolation = board.conditions.isolation
    remark = " (words could be read)" if isolation == NO_SANDBOX else ""
    yield f"isolation: {isolation}{remark}"


def _by_player(board: Leaderboard, count_of: Callable[[Tally], int]) -> str:
    """Return the counts that are not 0 by player: "perl 3, awk 1"; empty if there are none."""
    counts = {standing.name: count_of(standing.overall) for standing in board.standings}
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)


def _rounds_text(board: Leaderboard) -> str:
    """Return how many words of each length are played, such as `20` or `30 of at most 1000 (ann leads clearly)`."""
    rule = board.stopping_rule
    if rule is not None:
        leader = rule.leader
        remark = "no clear leader" if leader is None else f"{leader} leads clearly"
        return f"{rule.rounds} of at most {board.contest.rounds} ({remark})"
    if board.games_played < board.games:
        return f"{board.contest.rounds} (unfinished: {board.games_played} of {count_text(board.games, 'game')})"
    return str(board.contest.rounds)


def leaderboard_in_json(board: Leaderboard) -> dict[str, Any]:
    """Return the leaderboard as an object of JSON.

    While words of the run are secret, its seed, nonce and words are null. The keys `rules`, `disqualified` and
    `late` are there only where they say something (docs/record.md).
    """
    contest = board.contest
    seed = contest.seed
    rule = board.stopping_rule
    value: dict[str, Any] = {
        "verdict": board.verdict,
        "seed": None if board.secret_words or seed is None else seed_in_json(seed),
    }
    value |= _commitment(board)
    value |= {
        "wordlist": contest.wordlist,
        "lengths": list(contest.lengths),
        "rounds": contest.rounds,
        "played": board.games_played,
        "games": board.games,
        "until_decided": None if rule is None else {"rounds": rule.rounds, "leader": rule.leader},
    }

    rules = rules_to_json(contest.rules)
    if rules != rules_to_json(PIT):
        value["rules"] = rules

    value["isolation"] = board.conditions.isolation
    if contest.disqualified:
        value["disqualified"] = dict(contest.disqualified)
    if contest.late:
        value["late"] = dict(contest.late)

    value["players"] = [_standing_in_json(standing) for standing in board.standings]
    return value


def _standing_in_json(standing: Standing) -> dict[str, Any]:
    """Return a player's line of the leaderboard."""
    by_length = {}
    for length, tally in standing.by_length.items():
        by_length[str(length)] = {"points": tally.points, "games": tally.games, "solved": tally.solved}

    overall = standing.overall
    return {
        "name": standing.name,
        "command": standing.command,
        "total": overall.points,
        "rank": standing.rank,
        "interval": whole_interval(standing),
        "interval_reason": standing.estimate.reason,
        "by_length": by_length,
        "games": overall.games,
        "solved": overall.solved,
        "failures": dict(sorted(overall.failures.items())),
        "mean_seconds": overall.mean_seconds,
        "illegal": overall.illegal,
        "void": overall.voided,
        "suspect": overall.suspect,
    }


def _commitment(board: Leaderboard) -> dict[str, Any]:
    """Return the keys of a run with a commitment: the commitment, its nonce and its words. For another run {}."""
    conditions = board.conditions
    if conditions.commitment is None:
        return {}
    if board.secret_words:
        return {"commitment": conditions.commitment, "nonce": None, "words": None}

    spelling = board.contest.spelling
    words = {}
    for length in board.contest.lengths:
        words[str(length)] = [spelling.write(word) for word in board.contest.words[length]]

    return {"commitment": conditions.commitment, "nonce": conditions.nonce, "words": words}


def whole_interval(standing: Standing) -> list[int] | None:
    """Return the 95 % interval in whole points; None if there is none."""
    return [round(limit) for limit in standing.interval] if standing.interval else None
