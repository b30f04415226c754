"""The leaderboard as JSON, for programs: its keys are part of the interface."""

from typing import Any

from referee.contest.draw import seed_in_json
from referee.results.leaderboard import Leaderboard, Standing
from wordlists.rules import PIT, rules_to_json


def leaderboard_in_json(board: Leaderboard) -> dict[str, Any]:
    """Return the leaderboard as an object of JSON; what is secret in a run that is not finished is null."""
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

    # A leaderboard has the keys `rules` and `disqualified` only where they say something (docs/record.md).
    rules = rules_to_json(contest.rules)
    if rules != rules_to_json(PIT):
        value["rules"] = rules

    value["isolation"] = board.conditions.isolation
    if contest.disqualified:
        value["disqualified"] = dict(contest.disqualified)

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
    """Return the keys of a committed run: its hash, and what proves it once that may be shown; else nothing."""
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
