"""The options for how players are kept apart; a command that has them is handed what was asked for as one value."""

import contextlib
import functools
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import click

from lingo_common.cli.command import PATH
from lingo_common.errors import UsageError
from referee.process.hide_process import withdraw
from referee.process.reaper import REAPER
from referee.sandbox.isolation import AUTO, WANTED, Wanted, reached
from referee.sandbox.sandbox import Sandbox
from referee.sandbox.visible_paths import NEVER


def with_isolation(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with --sandbox and --expose; it gets them as `wanted`."""

    @functools.wraps(command)
    def isolated(*, sandbox: str, expose: tuple[str, ...], **others: Any) -> Any:
        return command(wanted=wanted_by(sandbox, expose), **others)

    for option in (
        click.option(
            "--expose",
            multiple=True,
            metavar="DIR",
            type=PATH,
            help="Let players read this too; may be given several times.",
        ),
        click.option(
            "--sandbox",
            type=click.Choice(WANTED),
            default=AUTO,
            show_default=True,
            help="Keep players in namespaces of their own, where that is possible; off: never; require: or not at all.",
        ),
    ):
        isolated = option(isolated)
    return isolated


@contextlib.contextmanager
def in_force(wanted: Wanted) -> Iterator[tuple[Sandbox, str]]:
    """A context in which this program may start players: their sandbox, and a line that says what it is.

    For a program of our own: its command line and environment are blanked, and orphans become its children.
    """
    found, says = reached(wanted)
    withdraw()
    with REAPER.claimed():
        yield found, says


def wanted_by(sandbox: str, expose: Iterable[str]) -> Wanted:
    """What the values of --sandbox and --expose ask for; UsageError where they make no sense here."""
    if sandbox not in WANTED:
        raise UsageError(f"sandbox '{sandbox}' is none of {', '.join(WANTED)}")
    return Wanted(sandbox, tuple(map(_exposed, expose)))


def _exposed(path: str) -> str:
    found = os.path.abspath(path)
    if found in NEVER:
        raise UsageError(f"--expose {path}: a sandbox has its own")
    if not os.path.exists(found):
        raise UsageError(f"--expose {path}: there is no such file or directory")
    return found
