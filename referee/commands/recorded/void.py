"""`referee void` and `referee disqualify`: games and players that are to count for nothing."""

import click

from lingo_common.errors import DataError, UsageError
from referee.commands.options import common as options
from referee.results.leaderboard import leaderboard
from referee.storage.publish import check_publishable, publish
from referee.storage.recorder import Recorder

_why = click.option("--why", metavar="TEXT", help="The reason, which the record keeps.")
_undo = click.option("--undo", is_flag=True, help="Let them count again.")


@click.command("void")
@options.directory
@click.argument("games", metavar="[GAME]...", nargs=-1, type=click.IntRange(min=1))
@click.option("--player", metavar="NAME", help="All games of this player.")
@_why
@_undo
def void_command(directory: str, games: tuple[int, ...], player: str | None, why: str | None, undo: bool) -> None:
    """Make the games with the numbers GAME of the run in DIR void: they count for nothing.

    The record keeps the games and the reason. Comparisons use the games that count for both players; the stopping rule
    leaves out the word of a void game.

    \b
    Examples:
      referee void results 12 15 --why "the machine was restarted"
      referee void results --player perl --why "an old version"
      referee void results 12 --undo
    """
    reason = _reason(why, undo)
    if not games and player is None:
        raise UsageError("say which games: give their numbers, or --player NAME")
    check_publishable(directory)
    with Recorder(directory) as recorder:
        chosen = set(games)
        if player is not None:
            recorder.run.check_player(player)
            chosen |= {recorder.run.number(game) for game in recorder.run.games(player=player)}
        if not chosen:
            raise DataError(f"'{player}' has played no game")
        recorder.void(sorted(chosen), reason)
        _publish(recorder)
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
    check_publishable(directory)
    with Recorder(directory) as recorder:
        recorder.run.check_player(player)
        if not undo and [competitor.name for competitor in recorder.contest.competing] == [player]:
            raise DataError(f"'{player}' is the only player left")
        recorder.disqualify(player, reason)
        _publish(recorder)
    click.echo(f"{player} {f'is disqualified: {reason}' if reason else 'takes part again'}")


def _reason(why: str | None, undo: bool) -> str | None:
    """The reason, None to undo; UsageError unless exactly one of both is given."""
    if undo == bool(why and why.strip()):
        raise UsageError("give the reason with --why TEXT, or --undo")
    return None if undo or why is None else why.strip()


def _publish(recorder: Recorder) -> None:
    """Write the leaderboard anew."""
    run = recorder.run
    publish(run.directory, leaderboard(run.contest, run.games(), run.conditions.isolation))
