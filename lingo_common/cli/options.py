"""Options: their types, those of several commands, those that fields of a dataclass declare, and their sections.

Sections are for --help and the reference. Options without a section come first, under "Options".
"""

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

import click

from lingo_common.cli.command import Command, Decorator
from lingo_common.option import (
    Option,
    Reader,
    address_of,
    is_file_or_module,
    number_reader,
    options_of,
    read_path,
    take_options,
)
from lingo_common.process import MAX_JOBS, processors

_NUMBER_OF_KEEP = re.compile(r"0*[1-9][0-9]{0,8}")
"""A number of --keep: not 0, and below a billion, which is more than the guesses of any game."""
FIRST = "Options"
"""The title of the options that are in no section."""
LAST = "General"
"""The title of --help, --version, --quiet and --verbose, which come last."""
_TITLE = "section"
"""The attribute of a click option that holds the title of its section."""
MOST_MINUTES = 525_600
"""A year: a longer limit would be a mistake."""
V = TypeVar("V")
"""The type of an option's value."""


class CheckedPath(click.Path):
    """A path that a reader has checked. Shells complete it as a file or directory."""

    def __init__(self, read: Reader) -> None:
        """read: turns the text that was typed into the option's value, or refuses it with ValueError."""
        super().__init__()
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The value; BadParameter for a text that is refused."""
        return click_reader(self._read)(value)


PATH = CheckedPath(read_path)
"""The type of options that take a file or directory. The value is the text as typed.

An empty text is refused: a variable of a script that is not set gives one.
"""


def click_reader(read: Callable[[Any], V]) -> Callable[[Any], V]:
    """Return the reader as a type of click options: its ValueError becomes click.BadParameter."""

    def read_or_refuse(text: Any) -> V:
        """Return the value; BadParameter with the reader's message."""
        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read_or_refuse


def whole_number(least: int | None = None, most: int | None = None) -> Callable[[Any], int]:
    """Return the type of click options that take a whole number within bounds; click's own speak of ranges of x."""
    return click_reader(number_reader(least, most))


def name_option(
    *flags: str,
    names: Collection[str],
    default: str,
    read: Callable[[str], Any],
    help: str,
    several: bool = False,
    sources: str = ", FILE.py or MODULE:NAME",
) -> Decorator:
    """Return an option whose value is one of the names, or FILE.py or MODULE:NAME, which define a value.

    read(text): what the command gets, such as a criterion; str for the text itself. several: the option may be given
    more than once, and the command gets a tuple. sources: how a message goes on after the names, to say what else may
    be given.
    """

    def check(value: str) -> Any:
        """Return what `read` makes of the value; ValueError for a text that is no name and no source."""
        if value not in names and not is_file_or_module(value):
            raise ValueError(f"must be {', '.join(names)}{sources}, not {value!r}")
        return read(value)

    return click.option(
        *flags,
        type=click_reader(check),
        default=[default] if several else default,
        show_default=True,
        multiple=several,
        metavar="NAME",
        help=help,
    )


def add_options(title: str, *options: Decorator) -> Decorator:
    """Return the decorator that adds the options to a command, in a section with that title."""

    def add(command: Command) -> Command:
        """Add the options, and give them the title."""
        count_before = len(_options_until_now(command))
        # Decorators are applied from the last to the first.
        for option in reversed(options):
            command = option(command)

        for parameter in _options_until_now(command)[count_before:]:
            setattr(parameter, _TITLE, title)

        return command

    return add


def _options_until_now(command: Command) -> list[click.Parameter]:
    """The options of the decorators that were applied to a function, which click keeps in this attribute."""
    options: list[click.Parameter] = getattr(command, "__click_params__", [])
    return options


def sections(command: click.Command, context: click.Context) -> dict[str, list[click.Option]]:
    """The options that the help of a command shows, by the title of their section, in the order of the help.

    Sections without options are left out.
    """
    by_title: dict[str, list[click.Option]] = {FIRST: []}
    for option in command.get_params(context):
        if not isinstance(option, click.Option):
            continue
        title_without_section = LAST if option.is_eager else FIRST
        title = getattr(option, _TITLE, title_without_section)
        by_title.setdefault(title, []).append(option)

    # LAST moves to the end, wherever its first option stood.
    by_title[LAST] = by_title.pop(LAST, [])
    return {title: options for title, options in by_title.items() if options}


class Sectioned(click.Command):
    """A command whose help shows its options in sections."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of options for each section."""
        for title, options in sections(self, ctx).items():
            records = [option.get_help_record(ctx) for option in options]
            with formatter.section(title):
                # Only a hidden option has no record, and no program has one.
                formatter.write_dl([record for record in records if record is not None])


def _read_minutes(text: str) -> float:
    """Return the number; ValueError unless it is above 0 and at most MOST_MINUTES."""
    with suppress(ValueError):
        minutes = float(text)
        if 0 < minutes <= MOST_MINUTES:  # no comparison with "nan" holds
            return minutes
    raise ValueError(f"must be a number above 0 and at most {MOST_MINUTES}, not {text!r}")


minutes = click.option(
    "--minutes",
    type=click_reader(_read_minutes),
    metavar="M",
    help="Stop after M minutes, but not before there is a first bracket, and print the bracket so far; the same "
    "command continues from there.",
)


certificate = click.option(
    "--certificate",
    metavar="FILE",
    type=PATH,
    help="Write the proof, which codebreaker check-proof checks without the search.",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


def jobs(what: str, default: int | None = None) -> Decorator:
    """Return the option --jobs, by default the number of processors.

    what: its help text without the full stop: what runs at the same time.
    """
    return click.option(
        "--jobs",
        type=whole_number(1, MAX_JOBS),
        default=processors if default is None else default,
        show_default="cores" if default is None else True,
        metavar="N",
        help=f"{what}.",
    )


def keep(default: str | None, purpose: str) -> Decorator:
    """Return the option --keep with that default, None for no guesses; purpose: the end of the sentence in its help."""
    return click.option(
        "--keep",
        callback=_read_keep,
        metavar="K,K,…",
        default=default,
        show_default=default is not None,
        help=f"Guesses evaluated by recursion at the second attempt, the third, …, {purpose}.",
    )


def _read_keep(context: click.Context, parameter: click.Parameter, text: str | None) -> list[int]:
    """Return the numbers in a text such as `6,4`, none without a text; BadParameter for any other text."""
    if text is None:
        return []
    parts = [part.strip() for part in text.split(",")]
    if not all(map(_NUMBER_OF_KEEP.fullmatch, parts)):
        raise click.BadParameter(f"{text!r} is not a list of numbers of at least 1 such as 6,4", context, parameter)
    return [int(part) for part in parts]


def cluster(ending: str) -> Decorator:
    """Return the option --cluster; ending: what stands before the full stop of its help."""
    return click.option(
        "--cluster",
        type=address_of,
        metavar="ADDRESS",
        help=f"Work on the Dask cluster whose scheduler is at HOST:PORT{ending}.",
    )


def dataclass_options(kind: type[Any], parameter: str, title: str = FIRST, without: tuple[str, ...] = ()) -> Decorator:
    """Return the decorator that adds the options of a dataclass to a command.

    In place of the options' values the command gets one argument, `parameter`: the dataclass's value. without: names of
    fields whose options are not added.
    """
    fields = [option for name, option in options_of(kind).items() if name not in without]

    def decorate(command: Command) -> Command:
        """Wrap the command in a function that makes the dataclass's value of the options' values."""

        @wraps(command)
        def with_value(**values: Any) -> Any:
            """Run the command with one value in the place of those of its fields."""
            value = take_options(kind, values, without)
            return command(**{parameter: value}, **values)

        add = add_options(title, *map(_click_option, fields))
        return add(with_value)

    return decorate


def _click_option(option: Option) -> Decorator:
    """Return the click option of a field."""
    if option.is_flag:
        return click.option(f"--{option.name}", is_flag=True, default=option.default, help=option.help)

    click_type: Any = click_reader(option.read)
    if option.choices:
        click_type = click.Choice(option.choices)
    elif option.is_path:
        click_type = CheckedPath(option.read)

    # If show_default is True, click's help shows the default itself; if it is a text, the text in parentheses.
    show_default: str | bool
    if callable(option.default):
        # click calls the function when the command runs, so the help can only tell what it computes from.
        default = option.default
        show_default = option.shown_default
    else:
        # The default is given as users write it: click reads it like a text that is typed, and the help shows it.
        default = option.shown_default or option.default
        show_default = bool(option.shown_default)

    return click.option(
        f"--{option.name}",
        type=click_type,
        default=default,
        show_default=show_default,
        multiple=option.many,
        metavar=option.metavar,
        help=option.help,
    )
