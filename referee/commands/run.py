"""`referee run`: a contest of several players for the same words."""

from dataclasses import replace

import click
from click.core import ParameterSource

from lingo_common.cli import logs
from lingo_common.cli.options import dataclass_options
from lingo_common.cli.rules_options import GameOptions, rules_options
from lingo_common.screen.terminal import table_columns
from referee.commands.options import common as options
from referee.commands.options.configured import config
from referee.commands.options.values import ManyPlayers
from referee.commands.run_log import RunLog
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.player_files import players_of
from referee.contest.selection import Selection
from referee.process.hide_process import hide_process
from referee.results.formats import render
from referee.run_contest import RunRequest, run_contest


@click.command("run", cls=ManyPlayers)
@options.players
@config
@dataclass_options(RunRequest, "request")
@options.format
@dataclass_options(Selection, "selection", "Words")
@rules_options("language")
@dataclass_options(Limits, "limits", options.LIMITS)
@dataclass_options(IsolationRequest, "isolation", options.ISOLATION)
@logs.options
def run_command(
    players: tuple[str, ...],
    config: str | None,
    request: RunRequest,
    format: str,
    selection: Selection,
    game: GameOptions,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Let all players guess the same words; print the table and the ranking.

    --resume DIR goes on with a run that was interrupted; with --players, new players join it.

    \b
    Examples:
      referee run --players lingo-bot "java -cp DIR Lingo" perl="perl entry.pl" --seed 1 --out results
      referee run --players @players.txt --lengths 5-7 --rounds 20 --format markdown
      referee run --config pit.toml --rounds 10
      referee run --resume results
    """
    hide_process()
    of_the_file = click.get_current_context().get_parameter_source("out") is ParameterSource.DEFAULT_MAP
    request = replace(
        request,
        out=None if of_the_file and request.resume else request.out,  # a resumed run stays in its own directory
        players=players_of(players) if players or request.resume is None else (),
        selection=selection_of(selection, game),
        limits=limits,
        isolation=isolation.hiding(filter(None, (config,))),
    )
    board = run_contest(request, RunLog(), own_process=True)
    click.echo(render(board, format, table_columns()), nl=False)


def selection_of(selection: Selection, game: GameOptions) -> Selection:
    """The selection with the rules and lists of a game."""
    fold = game.spelling.fold
    return replace(selection, wordlist=game.wordlist, rules=game.rules, answers=game.answers, fold=fold)
