"""`referee void` and `disqualify`: games and players of a recorded run that count for nothing."""

import click

from lingo_common.cli.rules_options import word_length
from lingo_common.errors import DataError, UsageError, count_text, printable
from referee.commands import options
from referee.storage.run import Recorder

_why = click.option("--why", metavar="TEXT", help="The reason, which the record keeps.")
_undo = click.option("--undo", is_flag=True, help="Let them count again.")


@click.command("void")
@options.directory
@click.argument("games", metavar="[GAME]...", nargs=-1, type=options.game_number)
@click.option("--player", metavar="NAME", help="All games of this player.")
@click.option("--length", type=word_length, metavar="N", help="All games for words of N letters, 1 to 20.")
@_why
@_undo
def void_command(
    directory: str, games: tuple[int, ...], player: str | None, length: int | None, why: str | None, undo: bool
) -> None:
    """Make the games with the numbers GAME of the run in DIR void: they count for nothing.

    With --player and --length these are the games of that player for words of that length. The record keeps the games
    and the reason. Comparisons use the games that count for both players; the stopping rule leaves out the word of a
    void game.

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
        # Games that are named by their numbers come in addition to those of --player and --length.
        numbers = set(games)
        if player is not None or length is not None:
            chosen_games = recorder.games(player, length)
            numbers.update(map(recorder.number, chosen_games))

        if not numbers:
            raise DataError(f"{directory}: no such game was played")
        if undo:
            numbers = {number for number in numbers if recorder.game(number).void}
            if not numbers:
                raise DataError(f"{directory}: no such game is void")

        with recorder.changes_leaderboards():
            recorder.set_void(sorted(numbers), reason)

    outcome = f"void: {reason}" if reason else "counted again"
    click.echo(f"{count_text(len(numbers), 'game')} {outcome}")


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
        competing = [competitor.name for competitor in recorder.contest.competing]
        if not undo and competing == [player]:
            raise DataError(f"'{player}' is the only player left")
        if undo and player in competing:
            raise DataError(f"'{player}' is not disqualified")

        with recorder.changes_leaderboards():
            recorder.disqualify(player, reason)

    outcome = f"is disqualified: {reason}" if reason else "takes part again"
    click.echo(f"{player} {outcome}")


def _reason(why: str | None, undo: bool) -> str | None:
    """Return the reason that --why gives, None for --undo; UsageError unless exactly one of them is given."""
    # Blanks alone are no reason. Tables show the reason in one line, so a line end in it is escaped.
    reason = printable((why or "").strip()) or None
    has_reason = reason is not None
    if has_reason == undo:
        raise UsageError("give the reason with --why TEXT, or --undo")
    return reason
