"""The plan of a run: everything that is decided before its first game."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.isolation import IsolationRequest


@dataclass(frozen=True)
class Plan:
    """A run as it will be played. The driver, the schedulers and the workers of a cluster read it; nobody changes it.

    It is made from the options of a new run, or from the options and the record of a run that goes on
    (referee.plan_run).
    """

    contest: Contest
    """The players with the digests of their files, the words, and the games with their lists."""
    conditions: Conditions
    """The limits, the level of isolation and the commitment."""
    isolation: IsolationRequest
    """What every machine of the run sets up, and what no player may see."""
    again: Mapping[int, str] = field(default_factory=dict)
    """Why recorded games are played again, by their numbers."""
    again_alone: bool = False
    """Whether games that are not recorded yet are left to a later --resume."""
    keep_going: bool = False
    """Whether the others play on if a player cannot be prepared or started."""
