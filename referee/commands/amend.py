"""`referee void`, `referee disqualify` and `referee rerun`: games that count for nothing or are played again."""

import logging

import click

from lingo_common.cli import logs
from lingo_common.cli.options import Sectioned, dataclass_options, jobs
from lingo_common.cli.rules_options import WordLength
from lingo_common.cli.terminal import table_columns
from lingo_common.errors import DataError, UsageError
from referee.commands import options
from referee.commands.run import follow
from referee.contest.conditions import IsolationRequest
from referee.contest.selection import Selection
from referee.plan_run import RunRequest
from referee.results.formats import render
from referee.run_contest import run_contest
from referee.runner.prctl import hide_process
from referee.storage.reader import open_run
from referee.storage.recorder import Recorder
from referee.storage.resume import why_not_again
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)
_why = click.option("--why", metavar="TEXT", help="The reason, which the record keeps.")
_undo = click.option("--undo", is_flag=True, help="Let them count again.")


@click.command("void")
@options.directory
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.IntRange(min=1))
@click.option("--player", metavar="NAME", help="All games of this player.")
@click.option("--length", type=WordLength(), metavar="N", help="All games for words of N letters.")
@_why
@_undo
def void_command(
    directory: str, games: tuple[int, ...], player: str | None, length: int | None, why: str | None, undo: bool
) -> None:
    """Make the games with the numbers GAME of the run in DIR void: they count for nothing.

    With --player and --length these are the games of that player for words of that length. The record keeps the games
    and the reason. Comparisons use the games that count for both players; the stopping rule
    leaves out the word of a void game.

    \b
    Examples:
      referee void results 12 15 --why "the machine was restarted"
      referee void results --player perl --why "an old version"
      referee void results --length 13 --why "the list of 13 letters was wrong"
      referee void results 12 --undo
    """
    reason = _reason(why, undo)
    if not games and player is None and length is None:
        raise UsageError("say which games: give their numbers, --player NAME or --length N")
    with Recorder(directory) as recorder:
        chosen = set(games)
        if player is not None:
            recorder.check_player(player)
        if player is not None or length is not None:
            chosen |= {recorder.number(game) for game in recorder.games(player, length)}
        if not chosen:
            whose = "no game" if player is None else f"no game of '{player}'"
            raise DataError(f"{directory}: {whose}{'' if length is None else f' of {length} letters'} was played")
        recorder.set_void(sorted(chosen), reason)
        recorder.publish()
    if len(chosen) == 1:
        click.echo(f"game {min(chosen)} " + (f"is void: {reason}" if reason else "counts again"))
    else:
        click.echo(f"{len(chosen)} games " + (f"are void: {reason}" if reason else "count again"))


@click.command()
@options.directory
@click.argument("player", metavar="NAME")
@_why
@_undo
def disqualify(directory: str, player: str, why: str | None, undo: bool) -> None:
    """Disqualify the player NAME of the run in DIR: its games stay in the record and count for nothing.

    The player is named with the reason below the table, and is left out of table, report and comparisons.

    \b
    Examples:
      referee disqualify results perl --why "it read the words"
      referee disqualify results perl --undo
    """
    reason = _reason(why, undo)
    with Recorder(directory) as recorder:
        recorder.check_player(player)
        if not undo and [competitor.name for competitor in recorder.contest.competing] == [player]:
            raise DataError(f"'{player}' is the only player left")
        recorder.disqualify(player, reason)
        recorder.publish()
    click.echo(f"{player} {f'is disqualified: {reason}' if reason else 'takes part again'}")


def _reason(why: str | None, undo: bool) -> str | None:
    """The reason, None to undo; UsageError unless exactly one of both is given."""
    if undo == bool(why and why.strip()):
        raise UsageError("give the reason with --why TEXT, or --undo")
    return None if undo or why is None else why.strip()


@click.command(cls=Sectioned)
@options.directory
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.IntRange(min=1))
@click.option("--suspect", is_flag=True, help="The games that timed out while other programs kept the machine busy.")
@click.option("--void", is_flag=True, help="The void games.")
@options.wordlist
@jobs("Games at a time")
@options.format
@logs.options
@dataclass_options(IsolationRequest, "isolation", options.ISOLATION, without=("careful",))
def rerun(
    directory: str,
    games: tuple[int, ...],
    suspect: bool,
    void: bool,
    wordlist: str | None,
    jobs: int,
    format: str,
    isolation: IsolationRequest,
) -> None:
    """Play games of the run in DIR again: those with the numbers GAME, the suspect ones, or the void ones.

    A game is replaced when its successor is recorded; the record keeps it in its table `replaced`. A disqualified
    player plays no more, and one that has forfeited games has to be reinstated first.

    \b
    Examples:
      referee rerun results --suspect
      referee rerun results 12 17
    """
    hide_process()
    if not (games or suspect or void):
        raise UsageError("say which games: give their numbers, --suspect or --void")
    with open_run(directory) as run:
        of_a_kind = [game for game in run.games() if (suspect and game.suspect) or (void and game.void)]
        problems = {name: why_not_again(run, name) for name in {game.player: None for game in of_a_kind}}
        able = [run.number(game) for game in of_a_kind if problems[game.player] is None]
    chosen = sorted({*games, *able})
    left_out = [problem for problem in problems.values() if problem]
    if not chosen and left_out:
        raise DataError(f"no game can be played again: {'; '.join(left_out)}")
    if not chosen:
        kinds = [kind for kind, is_chosen in (("suspect", suspect), ("void", void)) if is_chosen]
        raise DataError(f"{directory}: no game is {' or '.join(kinds)}")
    for problem in left_out:
        _log.warning("games are left out: %s", problem)
    selection = Selection(game=GameOptions(wordlist=wordlist))
    request = RunRequest(
        jobs=jobs,
        resume=directory,
        selection=selection,
        isolation=isolation,
        forfeit_after=0,
        again=tuple(chosen),
    )
    click.echo(render(run_contest(request, follow), format, table_columns()), nl=False)
