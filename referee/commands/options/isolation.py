"""The options --sandbox and --expose."""

import functools
from collections.abc import Callable
from typing import Any

import click

from lingo_common.cli.command import PATH
from lingo_common.cli.sections import together
from referee.contest.isolation import AUTO, MODES, isolation_request
from referee.process.hide_process import hide_process

ISOLATION = "Isolation"
"""The title of their section."""


def with_isolation(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with --sandbox and --expose; it gets them as one IsolationRequest, `isolation`.

    Its process, which holds the words, is hidden from players.
    """

    @functools.wraps(command)
    def isolated(*, sandbox: str, expose: tuple[str, ...], **others: Any) -> Any:
        hide_process()
        return command(isolation=isolation_request(sandbox, expose), **others)

    sandbox = click.option(
        "--sandbox",
        type=click.Choice(MODES),
        default=AUTO,
        show_default=True,
        help="auto: keep players in namespaces of their own if possible; require: or do not play; off: never.",
    )
    expose = click.option(
        "--expose",
        multiple=True,
        metavar="DIR",
        type=PATH,
        help="Let players read this file or directory too; may be given several times.",
    )
    return together(ISOLATION, sandbox, expose)(isolated)
