"""`referee rerun`: games of a recorded run, played again."""

import click

from lingo_common.cli import logs
from lingo_common.cli.options import Sectioned, dataclass_options, jobs
from lingo_common.errors import DataError, UsageError
from lingo_common.screen.terminal import table_columns
from referee.commands.options import common as options
from referee.commands.run_log import RunLog
from referee.contest.isolation import IsolationRequest
from referee.contest.selection import Selection
from referee.process.hide_process import hide_process
from referee.results.formats import render
from referee.run_contest import RunRequest, run_contest
from referee.storage.reader import Run
from referee.storage.recorder import Recorder


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

    The record keeps the games that are replaced in its table `replaced`.

    \b
    Examples:
      referee rerun results --suspect
      referee rerun results 12 17
    """
    hide_process()
    if not (games or suspect or void):
        raise UsageError("say which games: give their numbers, --suspect or --void")
    with Recorder(directory) as recorder:
        chosen = sorted({*games, *_game_numbers(recorder.run, suspect, void)})
        recorder.set_aside(chosen, "played again")
    if not chosen:
        kinds = [kind for kind, chosen_kind in (("suspect", suspect), ("void", void)) if chosen_kind]
        raise DataError(f"{directory}: no game is {' or '.join(kinds)}")
    selection = Selection(wordlist=wordlist)
    request = RunRequest(jobs=jobs, resume=directory, selection=selection, isolation=isolation, forfeit_after=0)
    click.echo(render(run_contest(request, RunLog(), own_process=True), format, table_columns()), nl=False)


def _game_numbers(run: Run, suspect: bool, void: bool) -> list[int]:
    """The numbers of the suspect and of the void games, as far as they are asked for."""
    return [run.number(game) for game in run.games() if (suspect and game.suspect) or (void and game.void)]
