"""Options in sections, for --help and the reference. Options without a section come first, under "Options"."""

from collections.abc import Callable
from typing import Any

import click

from lingo_common.cli.command import Command

FIRST, LAST = "Options", "General"
"""The titles of options in no section, and of --help, --version, --quiet and --verbose, which come last."""
_TITLE = "section"


def section(title: str) -> Callable[[Command], Command]:
    """The decorator that puts all options below it that have no section into one with that title."""

    def titled(command: Command) -> Command:
        for option in _declared(command):
            if not (hasattr(option, _TITLE) or option.is_eager):
                setattr(option, _TITLE, title)
        return command

    return titled


def together(title: str, *options: Command) -> Callable[[Command], Command]:
    """The decorator that adds the options, and puts them and no others into a section with that title."""

    def added(command: Command) -> Command:
        before = len(_declared(command))
        for option in reversed(options):
            command = option(command)
        for option in _declared(command)[before:]:
            setattr(option, _TITLE, title)
        return command

    return added


def _declared(command: Command) -> list[Any]:
    """The parameters that decorators have added to a function, the lowest first."""
    declared: list[Any] = getattr(command, "__click_params__", [])
    return declared


def sections(command: click.Command, context: click.Context) -> dict[str, list[click.Option]]:
    """The options that the help of a command shows, by the title of their section."""
    found: dict[str, list[click.Option]] = {FIRST: []}
    last: list[click.Option] = []
    for option in command.get_params(context):
        if not isinstance(option, click.Option) or option.hidden:
            continue
        title = getattr(option, _TITLE, LAST if option.is_eager else FIRST)
        (last if title == LAST else found.setdefault(title, [])).append(option)
    return {title: options for title, options in {**found, LAST: last}.items() if options}


class Sectioned(click.Command):
    """A command whose help shows its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of options for each section."""
        for title, options in sections(self, ctx).items():
            with formatter.section(title):
                formatter.write_dl([record for option in options if (record := option.get_help_record(ctx))])
