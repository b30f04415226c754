"""The Python interface of `referee run`."""

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from codebreaker.rules import GameRules
from lingo_common.errors import MissingExtra, UsageError
from lingo_common.processors import MOST_JOBS, processors
from referee.contest.contest import Contest
from referee.contest.draw import ALL, Rounds
from referee.contest.isolation import AUTO, isolation_request
from referee.contest.limits import Limits
from referee.contest.player import Factory, Player, Program, PythonPlayer
from referee.contest.players import check_names, player_of
from referee.contest.selection import Selection
from referee.game.record import PIT, GameRecord, fields_of, written
from referee.results.formats import rendered
from referee.results.leaderboard import Leaderboard
from referee.run_contest import RunRequest, run_contest
from referee.storage.reader import open_run

Path = str | os.PathLike[str]


@dataclass(frozen=True)
class ContestResult:
    """A contest that was played. Its text is the leaderboard; a notebook shows that as a table."""

    contest: Contest
    """Players and words."""
    games: tuple[GameRecord, ...]
    """Every game, by player, length and place in the draw."""
    leaderboard: Leaderboard
    """The ranking."""

    @property
    def points(self) -> dict[str, int]:
        """The total points of each player by name, the best first."""
        return {standing.name: standing.overall.points for standing in self.leaderboard.ranking()}

    def to_frame(self) -> Any:
        """The games as a pandas DataFrame, a row each; the columns are the fields of GameRecord."""
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise MissingExtra("to_frame", "frame") from error
        return pandas.DataFrame([fields_of(game) for game in self.games])

    def __str__(self) -> str:
        return rendered(self.leaderboard, "text")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


def run(
    players: Iterable[Player | str] | Mapping[str, Player | str | Factory] | str,
    *,
    lengths: Sequence[int] | None = None,
    rounds: Rounds | None = None,
    seed: int | None = None,
    words: Path | None = None,
    wordlist: Path | None = None,
    limits: Limits | None = None,
    jobs: int | None = None,
    cluster: str | None = None,
    out: Path | None = None,
    sandbox: str = AUTO,
    expose: Iterable[Path] = (),
    rules: GameRules = PIT,
    answers: Path | None = None,
    fold: bool = False,
) -> ContestResult:
    """The result of a contest of these players: commands, NAME=command, or Program values; or these by name.

    By name a player may also be a Python object's factory(length, words), which is called for each game and returns
    an object with guess() and hear(reply). Such a player runs in this process, without isolation and limits.
    The arguments are the options of `referee run`. Without `out` nothing of the run stays on disk. Raises DataError
    if a player, a word or a required sandbox is missing, UsageError if an option would refuse its value.
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise UsageError(f"jobs must be a whole number from 1 to {MOST_JOBS}, not {jobs}")
    if rounds not in (None, ALL) and not (isinstance(rounds, int) and rounds >= 1):
        raise UsageError(f"rounds {rounds!r}: there is 1 at least, or '{ALL}'")
    contestants = _contestants([players] if isinstance(players, str) else players)
    selection = Selection(_path(words), _lengths(lengths), rounds, seed, _path(wordlist))
    selection = replace(selection, rules=rules, answers=_path(answers), fold=fold)
    with _directory(_path(out)) as directory:
        request = RunRequest(
            players=contestants,
            selection=selection,
            limits=limits or Limits(),
            isolation=isolation_request(sandbox, expose),
            jobs=jobs or processors(),
            cluster=cluster,
            out=directory,
        )
        board = run_contest(request)
        with open_run(directory) as finished:
            games = (written(game, finished.contest.spelling) for game in finished.games())
            return ContestResult(finished.contest, tuple(games), board)


def _path(path: Path | None) -> str | None:
    return None if path is None else os.fspath(path)


def _lengths(lengths: Sequence[int] | None) -> tuple[int, ...] | None:
    """The lengths in ascending order, each once; None for those of the word list."""
    if lengths is None:
        return None
    if not isinstance(lengths, Sequence) or not all(isinstance(length, int) for length in lengths):
        raise UsageError(f"lengths {lengths!r}: give whole numbers, such as [5, 6] or range(5, 7)")
    return tuple(sorted(set(lengths))) or None


@contextlib.contextmanager
def _directory(out: str | None) -> Iterator[str]:
    """The directory of the run; without `out` a temporary one."""
    if out is not None:
        yield out
        return
    with tempfile.TemporaryDirectory(prefix="lingo-run-") as parent:
        yield os.path.join(parent, "run")


def _contestants(players: Iterable[Player | str] | Mapping[str, Player | str | Factory]) -> tuple[Player, ...]:
    """The players; UsageError if there are none or a name is used twice."""
    if isinstance(players, Mapping):
        contestants = tuple(_named(name, player) for name, player in players.items())
    else:
        contestants = tuple(player_of(player) if isinstance(player, str) else player for player in players)
    if not contestants:
        raise UsageError("no players")
    check_names(contestants)
    return contestants


def _named(name: str, player: Player | str | Factory) -> Player:
    """The player with that name."""
    if isinstance(player, str):
        player = player_of(player)
    return replace(player, name=name) if isinstance(player, Program | PythonPlayer) else PythonPlayer(name, player)
