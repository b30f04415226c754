"""The options for the limits of a game."""

import functools
from collections.abc import Callable
from typing import Any

import click

from lingo_common.cli.sections import together
from referee.commands.options.values import number, or_off, seconds, size
from referee.contest.limits import MIB, Limits

_LINES = Limits.output // Limits.line
"""A line may be 1/16 of all output."""
_OPTIONS: tuple[tuple[str, Callable[[str], Any], str, str, str], ...] = (
    ("--startup-timeout", seconds, "SECONDS", f"{Limits.startup:g}", "Seconds until the first guess."),
    ("--move-timeout", seconds, "SECONDS", f"{Limits.move:g}", "Seconds until each further guess."),
    ("--game-timeout", seconds, "SECONDS", f"{Limits.game:g}", "Seconds for a whole game."),
    (
        "--memory",
        or_off(size),
        "SIZE|off",
        "2G",
        "Memory of all processes of a player together; the default is lower on a machine with little memory.",
    ),
    (
        "--cpu-seconds",
        or_off(seconds),
        "SECONDS|off",
        f"{Limits.cpu:g}",
        "Processor time of all processes of a player together.",
    ),
    ("--processes", or_off(number), "N|off", f"{Limits.processes}", "Processes and threads of a player at a time."),
    ("--disk", or_off(size), "SIZE|off", f"{(Limits.disk or 0) // MIB}M", "What a player may write."),
    (
        "--output-limit",
        size,
        "SIZE",
        f"{Limits.output // MIB}M",
        f"Standard output of a game; one line may be a {_LINES}th of it.",
    ),
)


def with_limits(command: Callable[..., Any]) -> Callable[..., Any]:
    """The command with an option for each limit; it gets them as one value, `limits`."""

    @functools.wraps(command)
    def limited(
        *,
        startup_timeout: float,
        move_timeout: float,
        game_timeout: float,
        memory: int | None,
        cpu_seconds: float | None,
        processes: int | None,
        disk: int | None,
        output_limit: int,
        **others: Any,
    ) -> Any:
        limits = Limits(
            startup=startup_timeout,
            move=move_timeout,
            game=game_timeout,
            line=max(1, output_limit // _LINES),
            output=output_limit,
            memory=memory,
            cpu=cpu_seconds,
            processes=processes,
            disk=disk,
        )
        return command(limits=limits, **others)

    options = (
        click.option(name, type=read, metavar=metavar, default=default, show_default=True, help=text)
        for name, read, metavar, default, text in _OPTIONS
    )
    return together("Limits of a game", *options)(limited)
