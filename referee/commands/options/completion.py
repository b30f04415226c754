"""Shell completion of what a recorded run holds: directories of runs, names of players."""

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from lingo_common.cli.command import NonEmptyPath
from lingo_common.errors import ProgramError
from referee.storage.recorder import HOME

RECORD = "run.sqlite"
"""The file that makes a directory a run."""


class RunDirectory(NonEmptyPath):
    """The directory of a run; shells complete the runs in the working directory and in HOME, or else any directory."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        near = (record.parent for folder in (Path(), Path(HOME)) for record in sorted(folder.glob(f"*/{RECORD}")))
        runs = [CompletionItem(str(run)) for run in near if str(run).startswith(incomplete)]
        return runs or [CompletionItem(incomplete, type="dir")]


def player_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The players of the run that is typed before, or nothing if it cannot be read."""
    from referee.storage.reader import open_run

    unread = [text for text in ctx.args if not text.startswith("-")]  # click stops at the option that lacks its value
    directory = ctx.params.get("directory") or next(iter(unread), None)
    if directory is None:
        return []
    try:
        with open_run(directory) as run:
            names = [player.name for player in run.contest.players]
    except (ProgramError, OSError):
        return []
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
