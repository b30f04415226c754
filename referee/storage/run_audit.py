"""Audits a recorded run."""

from collections.abc import Iterable

from referee.game.record import GameRecord
from referee.results.audit import Audit, audit
from referee.storage.reader import Run
from referee.storage.verify import lists_at_hand


def audit_of(run: Run, source: str | None = None, games: Iterable[GameRecord] | None = None) -> Audit:
    """The audit of a run or of some of its games, with word lists from the source or from where the run had them."""
    lists = {length: listed.words for length, listed in lists_at_hand(run, source)[0].secrets.items()}
    drawn = run.contest.seed is not None
    return audit(run.games() if games is None else games, lists, drawn, run.contest.rules.first_letter)
