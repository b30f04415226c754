"""The options for how players are kept apart; a command that has them is handed a function that sets this up."""

import contextlib
import functools
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import click

from programs.command import PATH
from programs.errors import UsageError
from referee.expose import NEVER
from referee.isolation import AUTO, WANTED, reached
from referee.reaper import REAPER
from referee.sandbox import Sandbox
from referee.secrecy import withdraw

Isolate = Callable[[Sequence[str]], "contextlib.AbstractContextManager[tuple[Sandbox, str]]"]
"""isolate(hidden): a context in which players may be started, with their sandbox and a line that says what it is.

Hidden paths are shown to no player.
"""


def with_isolation(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with --sandbox and --expose; it gets them as `isolate`."""

    @functools.wraps(command)
    def isolated(*, sandbox: str, expose: tuple[str, ...], **others: Any) -> Any:
        exposed = [_exposed(path) for path in expose]

        @contextlib.contextmanager
        def isolate(hidden: Sequence[str]) -> Iterator[tuple[Sandbox, str]]:
            found, says = reached(sandbox, exposed, hidden)
            withdraw()
            with REAPER.claimed():
                yield found, says

        return command(isolate=isolate, **others)

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


def _exposed(path: str) -> str:
    found = os.path.abspath(path)
    if found in NEVER:
        raise UsageError(f"--expose {path}: a sandbox has its own")
    if not os.path.exists(found):
        raise UsageError(f"--expose {path}: there is no such file or directory")
    return found
