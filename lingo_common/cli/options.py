"""Options of several commands, options of a dataclass whose fields declare them, and options in sections.

Sections are for --help and the reference. Options without a section come first, under "Options".
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from lingo_common.cli.command import Command, NonEmptyPath, click_reader
from lingo_common.cluster import address_of
from lingo_common.option import Option, options_of
from lingo_common.process import MAX_JOBS, processors

FIRST, LAST = "Options", "General"
"""The titles of options in no section, and of --help, --version, --quiet and --verbose, which come last."""
_TITLE = "section"


def section(title: str) -> Callable[[Command], Command]:
    """The decorator that puts all options below it that have no section into one with that title."""

    def set_titles(command: Command) -> Command:
        for option in getattr(command, "__click_params__", []):  # those of the decorators, the lowest first
            if not (hasattr(option, _TITLE) or option.is_eager):
                setattr(option, _TITLE, title)
        return command

    return set_titles


def add_options(title: str, *options: Command) -> Callable[[Command], Command]:
    """The decorator that adds the options, and puts them and no others into a section with that title."""

    def add(command: Command) -> Command:
        before = len(getattr(command, "__click_params__", []))
        for option in reversed(options):
            command = option(command)
        for option in getattr(command, "__click_params__", [])[before:]:
            setattr(option, _TITLE, title)
        return command

    return add


def sections(command: click.Command, context: click.Context) -> dict[str, list[click.Option]]:
    """The options that the help of a command shows, by the title of their section."""
    by_title: dict[str, list[click.Option]] = {FIRST: []}
    general: list[click.Option] = []
    for option in command.get_params(context):
        if not isinstance(option, click.Option) or option.hidden:
            continue
        title = getattr(option, _TITLE, LAST if option.is_eager else FIRST)
        (general if title == LAST else by_title.setdefault(title, [])).append(option)
    return {title: options for title, options in {**by_title, LAST: general}.items() if options}


class Sectioned(click.Command):
    """A command whose help shows its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of options for each section."""
        for title, options in sections(self, ctx).items():
            with formatter.section(title):
                formatter.write_dl([record for option in options if (record := option.get_help_record(ctx))])


def _read_minutes(text: str) -> float:
    """Return the number; ValueError unless it is above 0 and at most a year."""
    with suppress(ValueError):
        if 0 < float(text) <= 525600:  # refuses "nan" as well
            return float(text)
    raise ValueError(f"must be a number above 0 and at most 525600, not {text!r}")


minutes = click.option(
    "--minutes",
    type=click_reader(_read_minutes),
    metavar="M",
    help="Stop after M minutes and print the bracket so far; the same command continues from there.",
)


def jobs(what: str, default: int | None = None) -> Callable[[Command], Command]:
    """The option --jobs, by default the number of processors; what: its help text, what runs at the same time."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, MAX_JOBS),
        default=processors if default is None else default,
        show_default="cores" if default is None else True,
        metavar="N",
        help=f"{what}.",
    )


def cluster(what: str, more: str) -> Callable[[Command], Command]:
    """The option --cluster; its help begins with what is done on the cluster, and ends with more about it."""
    return click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help=f"{what} on the Dask cluster whose scheduler is at HOST:PORT{more}.",
    )


def dataclass_options(
    kind: type, parameter: str, title: str = FIRST, without: tuple[str, ...] = (), defaults: Mapping[str, str] = {}
) -> Callable[[Command], Command]:
    """Add a dataclass's options, without those of some fields; the command gets its value as `parameter`.

    defaults: the defaults of fields that differ from those of the dataclass.
    """
    fields = {name: option for name, option in options_of(kind).items() if name not in without}
    for name, default in defaults.items():
        fields[name] = replace(fields[name], shown_default=default)

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_value(**values: Any) -> Any:
            value = kind(**{name: values.pop(option.name.replace("-", "_")) for name, option in fields.items()})
            return command(**{parameter: value}, **values)

        return add_options(title, *map(_click_option, fields.values()))(with_value)

    return decorate


def _click_option(option: Option) -> Callable[[Command], Command]:
    """The click option of a field."""
    if option.is_flag:
        return click.option(f"--{option.name}", is_flag=True, default=option.default, help=option.help)
    computed = callable(option.default)
    read = click_reader(option.read)
    kind = click.Choice(option.choices) if option.choices else NonEmptyPath(read) if option.is_path else read
    return click.option(
        f"--{option.name}",
        type=kind,
        default=option.default if computed else option.shown_default or option.default,
        show_default=option.shown_default if computed else bool(option.shown_default),
        multiple=option.many,
        metavar=option.metavar,
        help=option.help,
    )
