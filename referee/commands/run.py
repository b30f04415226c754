"""`referee run`: a contest of several players for the same words, with its log and progress bar."""

import contextlib
import logging
import shlex
from collections.abc import Iterator
from dataclasses import replace

import click
from click.core import ParameterSource

from lingo_common.cli import logs
from lingo_common.cli.options import dataclass_options
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import rules_options
from lingo_common.cli.terminal import table_columns
from lingo_common.process import processors
from referee.commands import options
from referee.commands.options import ManyPlayers, config
from referee.contest.conditions import IsolationRequest, Limits
from referee.contest.draw import seed_text
from referee.contest.player_files import players_of
from referee.contest.selection import Selection
from referee.game.record import GameRecord
from referee.results.formats import render
from referee.run_contest import OnGame, RunRequest, run_contest
from referee.runner.prctl import hide_process
from referee.schedule.scheduler import LocalScheduler, Scheduler
from referee.storage.recorder import Recorder
from wordlists.rules import GameOptions


@click.command("run", cls=ManyPlayers)
@options.players
@config
@dataclass_options(RunRequest, "request")
@options.format
@dataclass_options(Selection, "selection", "Words")
@rules_options()
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
    """Let all players guess the same words; print the standings.

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
        selection=replace(selection, game=game),
        limits=limits,
        isolation=isolation.hiding(filter(None, (config,))),
    )
    board = run_contest(request, follow)
    click.echo(render(board, format, table_columns()), nl=False)


_log = logging.getLogger(__name__)


@contextlib.contextmanager
def follow(recorder: Recorder, scheduler: Scheduler) -> Iterator[OnGame]:
    """Log what is played and show a progress bar on standard error if that is a terminal."""
    contest, run, conditions = recorder.contest, recorder, recorder.conditions
    played = len(run.finished_numbers())
    hidden = recorder.secrets().sealed
    if contest.seed is None:
        seed = "words as given"
    else:
        seed = f"seed: {'kept in the record' if hidden else seed_text(contest.seed)}"
    games = f"{'at most ' * contest.until_decided}{contest.games}{f' ({played} of them recorded)' if played else ''}"
    what = f"players: {len(contest.players)}, games: {games}, {scheduler}"
    _log.info("%s, directory: %s, word list: %s, %s", what, recorder.directory, contest.wordlist, seed)
    if isinstance(scheduler, LocalScheduler) and scheduler.jobs > processors():
        slow = f"{scheduler.jobs} games at a time on {processors()} processors"
        _log.warning("%s: players take time from each other, and time-outs may be false", slow)
    for player in contest.players:
        _log.debug("player %s: %s", player.name, shlex.join(player.arguments))
    for length, game in contest.word_games.items():
        _log.debug("%d letters: %d words of %s, %s", length, game.size, game.paths[0], game.to_json()["words"])
    if conditions.commitment is not None:
        _log.info("announce this before the result is known: commitment: %s", conditions.commitment)
    _log.info("%s, %s", scheduler.isolation, conditions.limits)
    with Progress(contest.games, "games", done=played, leave=True) as progress:

        def on_game(game: GameRecord) -> None:
            how = f"{game.termination}, {game.points} points, {game.seconds:.3f} s"
            # Others may still have to play the word of a committed run.
            word = f"{game.length} letters" if conditions.commitment is not None else game.word
            _log.debug("game %d: %s, %s, %s", run.number(game), game.player, word, how)
            progress.step()

        yield on_game
