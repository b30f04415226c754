"""The lines below the tables of a leaderboard: what a reader of the totals must know besides."""

from collections.abc import Callable, Iterator

from lingo_common.errors import count_text
from referee.contest.draw import seed_text
from referee.contest.isolation import NO_SANDBOX
from referee.contest.player import IN_PROCESS
from referee.contest.termination import Termination
from referee.results.leaderboard import Leaderboard, Tally
from wordlists.rules import PIT, rules_to_json


def remarks_on(board: Leaderboard) -> list[str]:
    """Return a line for each thing to remark on: failures, void games, disqualified players, other rules and so on."""
    remarks = [*_failures(board), *_players_in_process(board), *_void_suspect_and_forfeited(board)]
    for name, why in board.contest.disqualified.items():
        remarks.append(f"disqualified: {name} ({why})")
    if not any(standing.interval for standing in board.standings):
        remarks.append("no intervals: too few words")

    # board.contest.rules is a word game with lists, and PIT is one without. So only the rules of both are compared.
    rules = board.contest.rules
    if rules_to_json(rules) != rules_to_json(PIT):
        differences = ", ".join([count_text(rules.attempts, "guess"), *rules.differences])
        remarks.append(f"rules: {differences}")

    return remarks


def _failures(board: Leaderboard) -> Iterator[str]:
    """Yield how many games of each player failed and how."""
    for standing in board.standings:
        failures = standing.overall.failures
        if failures:
            counts = ", ".join(f"{count} {name}" for name, count in sorted(failures.items()))
            games = count_text(standing.overall.games, "game")
            yield f"{standing.name}: {failures.total()} of {games} failed: {counts}"


def _players_in_process(board: Leaderboard) -> Iterator[str]:
    """Yield which players are Python objects of the referee's process, which are neither isolated nor limited.

    A line reads "NAME: in process: no isolation, no limits".
    """
    for standing in board.standings:
        if standing.command == IN_PROCESS:
            yield f"{standing.name}: {IN_PROCESS}"


def _void_suspect_and_forfeited(board: Leaderboard) -> Iterator[str]:
    """Yield how many games of each player are void, suspect and forfeited, and how such games are played again."""
    voided = _by_player(board, lambda tally: tally.voided)
    if voided:
        yield f"void games, not counted: {voided}"

    suspect = _by_player(board, lambda tally: tally.suspect)
    if suspect:
        yield f"time-outs while the machine was busy: {suspect}; `referee rerun DIR --suspect` plays them again"

    # They are among the failures too. This line says how they can still be played.
    forfeited = _by_player(board, lambda tally: tally.failures[Termination.FORFEITED])
    if forfeited:
        how = "`referee run --resume DIR --reinstate NAME` plays them"
        yield f"forfeited after failures in a row: {forfeited}; {how}"


def conditions_of(board: Leaderboard) -> Iterator[str]:
    """Yield how many words were played, where they came from, and how far players were kept from them.

    The seed of a run with a commitment is secret until its last game.
    """
    yield f"words of each length: {_rounds_text(board)}"
    yield f"word list: {board.contest.wordlist}"

    if board.contest.seed is None:
        yield "words as given"
    elif board.secret_words:
        yield "seed: secret until the last game"
    else:
        yield f"seed: {seed_text(board.contest.seed)}"

    isolation = board.conditions.isolation
    remark = " (words could be read)" if isolation == NO_SANDBOX else ""
    yield f"isolation: {isolation}{remark}"


def _by_player(board: Leaderboard, count_of: Callable[[Tally], int]) -> str:
    """Return the counts that are not 0 by player: "perl 3, awk 1"; empty if there are none."""
    counts = {standing.name: count_of(standing.overall) for standing in board.standings}
    return ", ".join(f"{name} {count}" for name, count in counts.items() if count)


def _rounds_text(board: Leaderboard) -> str:
    """Return how many words of each length are played, and whether the leader is clear or games are missing."""
    rule = board.stopping_rule
    if rule is not None:
        leader = rule.leader
        remark = "no clear leader" if leader is None else f"{leader} leads clearly"
        return f"{rule.rounds} of at most {board.contest.rounds} ({remark})"
    if board.games_played < board.games:
        return f"{board.contest.rounds} (unfinished: {board.games_played} of {count_text(board.games, 'game')})"
    return str(board.contest.rounds)
