"""The Python interface of `referee run` and `referee game`."""

import inspect
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from html import escape
from typing import Any

from lingo_common.errors import UsageError, missing_extra
from lingo_common.html.tables import table_html
from lingo_common.option import check_instance, options_of, take_options
from referee.contest.contest import Contest
from referee.contest.limits import AUTO, IsolationRequest, Limits
from referee.contest.lists import read_word, read_word_games
from referee.contest.needs import check_present
from referee.contest.player import Factory, Player, Program, PythonPlayer
from referee.contest.players import check_names, player_of, players_of
from referee.contest.run_request import RunRequest, Selection
from referee.game.game_pool import OnMove, OnStderr, ignore, opened_pool
from referee.game.record import GameRecord, Move, spell_out
from referee.results.formats import interval_text, render
from referee.results.leaderboard import Leaderboard
from referee.run_contest import run_contest
from referee.storage.run import open_run
from wordlists.rules import GameOptions

_OPTION_GROUPS = (GameOptions, Selection, RunRequest, IsolationRequest)
"""The classes whose fields declare the options of `run`, in the order in which help() shows them."""

PlayerArgument = Player | str | Factory
"""A player as callers give it. A factory is the class of a Python player, or a function that makes one."""
PlayersArgument = Mapping[str, PlayerArgument] | Iterable[Player | str] | str
"""All players: by name, in a list, or as one text. A factory needs a name, so it must be in a mapping."""


@dataclass(frozen=True, repr=False)
class ContestResult:
    """A contest that was played. Its text is the leaderboard; a notebook shows that as a table."""

    contest: Contest
    games: tuple[GameRecord, ...]
    """Every game, by player, length and place in the draw."""
    leaderboard: Leaderboard

    @property
    def points(self) -> dict[str, int]:
        """The total points of each player by name, the best first."""
        return {standing.name: standing.overall.points for standing in self.leaderboard.ranking()}

    def to_frame(self) -> Any:
        """The games as a pandas DataFrame, a row each; the columns are the fields of GameRecord."""
        try:
            import pandas
        except ModuleNotFoundError as error:
            raise missing_extra("to_frame", "frame") from error
        return pandas.DataFrame([asdict(game) for game in self.games])

    def __repr__(self) -> str:
        return render(self.leaderboard, "text")

    def _repr_html_(self) -> str:
        """Return the verdict and the standings with the points of each length, as HTML for a notebook."""
        heads = ["rank", "player", "total", "95 % interval", *self.contest.lengths]
        rows = []
        for standing in self.leaderboard.ranking():
            interval = interval_text(standing.interval) if standing.interval else "too few words"
            points = [tally.points for tally in standing.by_length.values()]
            rows.append([standing.rank, standing.name, f"{standing.overall.points:,}", interval, *points])

        verdict = f"<p>{escape(self.leaderboard.verdict)}</p>" if self.leaderboard.verdict else ""
        return verdict + table_html(heads, rows)


def run(players: PlayersArgument = (), *, limits: Limits | None = None, **options: Any) -> ContestResult:
    """Play a contest and return its result.

    players: commands as --players takes them, or Program values, in a list; or a mapping of names to such players. In
    a mapping a player may also be a Python object's factory(length, words), which is called for each game and returns
    an object with guess() and hear(reply). Such a player runs in this process, without isolation and limits.
    limits: those of all other players, as one value where the command has an option for each.
    options: the other options of `referee run` by name, such as max_rounds; None for one that is not given.
    Without `out` nothing of the run stays on disk. Raises DataError if a player, a word or a required sandbox is
    missing, UsageError if an option would refuse its value.
    """
    # run.__signature__, which is set below, has a parameter for each option.
    unknown = options.keys() - inspect.signature(run).parameters.keys()
    if unknown:
        raise TypeError(f"run() got an unexpected keyword argument '{min(unknown)}'")

    # Each call takes the options of its class out of `values`.
    values = {name: value for name, value in options.items() if value is not None}
    game_options = take_options(GameOptions, values)
    selection = take_options(Selection, values, game=game_options)
    isolation = take_options(IsolationRequest, values)

    contestants = _contestants(players)
    if not contestants and "resume" not in values:
        raise UsageError("no players")
    check_names(contestants)

    request = take_options(
        RunRequest,
        values,
        players=contestants,
        selection=selection,
        limits=check_instance("limits", limits or Limits(), Limits),
        isolation=isolation,
    )

    with tempfile.TemporaryDirectory(prefix="lingo-run-") as temporary:
        directory = request.resume or request.out or os.path.join(temporary, "run")
        if request.resume is None:
            request = replace(request, out=directory, is_kept=request.out is not None)

        leaderboard = run_contest(request)
        with open_run(directory) as finished:
            # The record has one character for each letter, also for a group such as ij.
            games = [spell_out(game, finished.contest.spelling) for game in finished.games()]
            return ContestResult(finished.contest, tuple(games), leaderboard)


def _signature() -> inspect.Signature:
    """Return the signature of `run` with its options in place of **options, for help() and editors."""
    *parameters, _ = inspect.signature(run).parameters.values()
    for group in _OPTION_GROUPS:
        for option in options_of(group).values():
            name = option.name.replace("-", "_")
            # A default that is computed, such as the number of processors, differs from machine to machine.
            default = None if callable(option.default) else option.default
            parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))

    return inspect.Signature(parameters, return_annotation=ContestResult)


run.__signature__ = _signature()  # type: ignore[attr-defined]


def play_game(
    command: Program | str,
    word: str,
    *,
    limits: Limits | None = None,
    sandbox: str = AUTO,
    expose: Iterable[str | os.PathLike[str]] = (),
    on_move: OnMove = ignore,
    on_stderr: OnStderr = ignore,
    **rules: Any,
) -> GameRecord:
    """Play one game of a player for this word and return its record.

    command: a command, NAME=command, or a Program. The other arguments are the options of `referee game`; rules: those
    of the rules and lists, such as wordlist or attempts. Words are written as in the list. Raises DataError if the
    program or the word list is missing, the list does not have the word, or a sandbox cannot be made.
    """
    player = player_of(command) if isinstance(command, str) else check_instance("command", command, str, Program)
    check_present([player])

    # What take_options leaves in `rules` is no option.
    options = take_options(GameOptions, rules)
    if rules:
        raise TypeError(f"play_game() got an unexpected keyword argument '{next(iter(rules))}'")

    spelling = options.spelling
    length = len(spelling.read(check_instance("word", word, str)))
    limits = check_instance("limits", limits or Limits(), Limits)
    word_games = read_word_games([length], options)
    secret = read_word(word, word_games[length])
    # IsolationRequest turns any iterable into a tuple.
    isolation = IsolationRequest(sandbox, expose)  # type: ignore[arg-type]

    def show(move: Move) -> None:
        on_move(replace(move, guess=spelling.write(move.guess)))

    with opened_pool(word_games, limits, isolation) as pool:
        record = pool.play_word(player, secret, show, on_stderr)

    return spell_out(record, spelling)


def _contestants(players: PlayersArgument) -> tuple[Player, ...]:
    """Return the players that the caller gives; UsageError for a value that is none."""
    if isinstance(players, Mapping):
        return tuple(_named_player(name, player) for name, player in players.items())
    if not isinstance(players, Iterable):
        raise UsageError(f"players must be commands, a list of them, or players by name, not {players!r}")

    values = [players] if isinstance(players, str) else players
    contestants: list[Player] = []
    for player in values:
        if isinstance(player, str):
            # It is a value of --players: a command, or @FILE, which may have several.
            contestants += players_of([player])
        elif isinstance(player, Program | PythonPlayer):
            contestants.append(player)
        else:
            hint = "a factory needs a name: {name: it}"
            raise UsageError(f"players must be commands or Program values, not {player!r}; {hint}")

    return tuple(contestants)


def _named_player(name: str, player: PlayerArgument) -> Player:
    """Return the player with that name; UsageError if it is no player, or the name no text."""
    if not isinstance(name, str) or not name:
        raise UsageError(f"players must have names of text, not {name!r}")
    if isinstance(player, str):
        player = player_of(player)
    if isinstance(player, Program | PythonPlayer):
        return replace(player, name=name)

    if not callable(player):
        raise UsageError(f"player '{name}' must be a command, a Program or factory(length, words), not {player!r}")
    return PythonPlayer(name, player)
