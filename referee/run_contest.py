"""Running a contest from Python, as `referee run` does from the command line."""

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from itertools import chain

from lingo_common.cli.command import MOST_JOBS, cores
from lingo_common.errors import UsageError
from referee.commands.options.isolation import wanted_by
from referee.contest.conditions import Conditions, lists_used
from referee.contest.contest import Contest
from referee.contest.draw import ALL, Rounds
from referee.contest.limits import Limits
from referee.contest.players import Player, check_names, check_present, player_of
from referee.contest.selection import Selection
from referee.game.record import GameRecord
from referee.results.formats import rendered
from referee.results.leaderboard import Leaderboard, leaderboard
from referee.sandbox.isolation import AUTO, reached
from referee.schedule.local_games import play_all
from referee.storage.publish import publish
from referee.storage.recorder import Recorder, check_free, new_directory


@dataclass(frozen=True)
class Result:
    """A contest that was played; printed it is the leaderboard, in a notebook a table."""

    contest: Contest
    """Players and words."""
    games: tuple[GameRecord, ...]
    """Every game, by player, length and place in the draw."""
    leaderboard: Leaderboard
    """Who won."""

    @property
    def points(self) -> dict[str, int]:
        """The total of each player by name, the best first."""
        return {standing.name: standing.overall.points for standing in self.leaderboard.ranking()}

    def __str__(self) -> str:
        return rendered(self.leaderboard, "text")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def run(
    players: Iterable[Player | str] | str,
    *,
    lengths: Sequence[int] | None = None,
    rounds: Rounds | None = None,
    seed: int | None = None,
    words: str | None = None,
    wordlist: str | None = None,
    limits: Limits | None = None,
    jobs: int | None = None,
    out: str | None = None,
    sandbox: str = AUTO,
    expose: Sequence[str] = (),
) -> Result:
    """The result of a contest of these players: commands, NAME=command, or Player values.

    The arguments are the options of `referee run`; with out the run is kept in that directory as well. Raises
    DataError where a player, a word or a required sandbox is missing, UsageError for what an option would refuse.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"jobs {jobs}: there are 1 to {MOST_JOBS}")
    if rounds not in (None, ALL) and not (isinstance(rounds, int) and rounds >= 1):
        raise UsageError(f"rounds {rounds!r}: there is 1 at least, or '{ALL}'")
    contestants = _contestants([players] if isinstance(players, str) else players)
    kept_apart, _ = reached(wanted_by(sandbox, expose).hiding(filter(None, (out, words))))
    chosen = tuple(sorted(set(lengths))) if lengths else None
    contest, lists = Selection(words, chosen, rounds, seed, wordlist).contest(contestants)
    conditions = Conditions(limits or Limits(), lists_used(lists), kept_apart.level)
    games = play_all(contest.fixtures(), lists, conditions.limits, jobs or cores(), kept_apart)
    with contextlib.closing(games) as batches:
        finished = chain.from_iterable(batches) if out is None else _kept(batches, contest, conditions, out)
        records = sorted(finished, key=lambda game: contest.number(game.player, game.length, game.index))
    return Result(contest, tuple(records), leaderboard(contest, records, kept_apart.level))


def _kept(batches: Iterable[list[GameRecord]], contest: Contest, conditions: Conditions, out: str) -> list[GameRecord]:
    """The games as they finished, kept as a run in the directory; DataError where it holds one already."""
    check_free(out)
    with Recorder(new_directory(out), contest, conditions) as recorder:
        records = list(recorder.recorded(batches))
        publish(out, leaderboard(contest, records, conditions.isolation))
    return records


def _contestants(players: Iterable[Player | str]) -> tuple[Player, ...]:
    """Those who play; UsageError for nobody or a name used twice, DataError where a program is missing."""
    contestants = tuple(player_of(player) if isinstance(player, str) else player for player in players)
    if not contestants:
        raise UsageError("no players")
    check_names(contestants)
    check_present(contestants)
    return contestants
