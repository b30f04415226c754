"""Running a click command as a program: shared options, settings from the environment, one line for each error."""

import logging
import os
import re
import sys
from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, TypeVar, cast

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem

from lingo_common import signals
from lingo_common.errors import DATA, INTERRUPTED, USAGE, ProgramError, reason, say
from lingo_common.option import either, refusal_text
from lingo_common.process import restore

_log = logging.getLogger(__name__)
V = TypeVar("V")
_REFUSED = re.compile(r"(?P<value>.*) is not (a valid|in the range|one of) ", re.DOTALL)
"""The message of click's own types; it begins with the value."""
Command = Callable[..., Any]
"""A function that becomes a command, or a command."""


class NonEmptyPath(click.Path):
    """A path that must not be empty: an unset variable in a script gives an empty one; read: the reader of its text."""

    def __init__(self, read: Callable[[Any], Any] = str) -> None:
        super().__init__(readable=False)
        self._read = read

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("a path must not be empty", param, ctx)
        if "\0" in str(value):
            self.fail("a path must not hold a null character", param, ctx)
        return self._read(super().convert(value, param, ctx))


PATH = NonEmptyPath()
"""The type of options that take a file or directory. The value is the text as typed; shells complete it."""
EXIT_CODES = (
    f"Exit codes: 0 done; {DATA} input that cannot be used; {USAGE} a command line that cannot be understood; "
    f"{INTERRUPTED} Ctrl-C; 143 SIGTERM."
)

version = click.version_option(
    None, "-V", "--version", package_name="lingo-bot", message="%(prog)s %(version)s", allow_from_autoenv=False
)


def settings(environment: str) -> dict[str, Any]:
    """Context settings of a program: -h for help, and a variable ENVIRONMENT_OPTION for each option."""
    return {"help_option_names": ["-h", "--help"], "auto_envvar_prefix": environment}


class CommandGroup(click.Group):
    """A program with commands; its help lists them in the order in which they were added.

    modules: the module that defines each command, by the command's name. It is imported when the command is first
    asked for, so that one command does not wait for what the others need.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.commands = _Commands(modules, str(self.context_settings["auto_envvar_prefix"]))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of the commands with the whole first sentence of each; click cuts it at the line's end."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(1000)) for name, command in self.commands.items()])


class _Commands(UserDict[str, Any]):
    """The commands of a program by name; each is imported when its value is first read."""

    def __init__(self, modules: Mapping[str, str], prefix: str) -> None:
        super().__init__(modules)
        self._prefix = prefix

    def __getitem__(self, name: str) -> click.Command:
        if isinstance(self.data[name], str):
            values = vars(import_module(self.data[name])).values()
            commands = (value for value in values if isinstance(value, click.Command))
            self.data[name] = next(command for command in commands if command.name == name)
            foreign = tuple(_variable(f"{self._prefix}_{command}_") for command in self.data if command != name)
            name_variables(self.data[name], f"{self._prefix}_{name}", self._prefix, foreign)
        return cast(click.Command, self.data[name])


def name_variables(command: click.Command, prefix: str, program: str = "", foreign: tuple[str, ...] = ()) -> None:
    """Name the variables of a command's options after the options as typed: --move-timeout is PREFIX_MOVE_TIMEOUT.

    When the command runs it names, on standard error, other variables that are set and begin with PROGRAM_, unless
    they begin as those of the other commands do. program: by default the prefix.
    """
    names = [_variable(f"{prefix}_{long_name(option)}") for option in command.params]
    for option, name in zip(command.params, names, strict=True):
        if isinstance(option, click.Option) and option.allow_from_autoenv:
            option.envvar = name
    callback = command.callback or (lambda: None)

    @wraps(callback)
    def with_warnings(*arguments: Any, **options: Any) -> Any:
        unknown = os.environ.keys() - set(names) if _log.isEnabledFor(logging.WARNING) else ()  # not with --quiet
        for variable in sorted(unknown):
            if variable.startswith(f"{program or prefix}_") and not variable.startswith(foreign):
                near = suggestion(get_close_matches(variable, names, n=1))
                say(str(click.get_current_context().find_root().info_name), f"{variable} is no option's variable{near}")
        return callback(*arguments, **options)

    command.callback = with_warnings


def _variable(name: str) -> str:
    return name.upper().replace("-", "_")


def long_name(option: click.Parameter) -> str:
    """The name of an option without dashes: `move-timeout` for --move-timeout."""
    return display_name(option).lstrip("-")


def run_program(command: click.Command, program: str) -> NoReturn:
    """Run the command with the arguments of this process, then exit with one of the EXIT_CODES."""
    if sys.stdout is None:  # the caller closed it, so every result would be lost
        _exit(program, "standard output must be open", DATA)
    # Read invalid bytes as replacement characters; write characters that the terminal lacks as question marks.
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, TextIOWrapper) and (sys.stdout.errors == "strict" or sys.stdout.encoding == "ascii"):
        sys.stdout.reconfigure(errors="replace")
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # it reports where it cannot keep files of its own
    try:
        restore()
        signals.raise_interrupts()
        result = command.main(prog_name=program, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        usage = f" ({' '.join(context.get_usage().split())})" if context else ""
        _exit(program, error_sentence(error) + usage, error.exit_code)
    except ProgramError as error:
        _exit(program, str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _exit(program, *signals.interruption())
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # Python 3.11 wraps one
            raise
        _exit(program, *signals.interruption())
    except BrokenPipeError:
        _discard_output()
        sys.exit(DATA)
    except MemoryError:
        _exit(program, "out of memory", DATA)
    except ImportError as error:
        _exit(program, f"a package that it needs cannot be loaded: {error}", DATA)
    except OSError as error:
        gone = isinstance(error, FileNotFoundError) and not error.filename
        text = f"{error.filename}: {reason(error)}" if error.filename else reason(error)
        _exit(program, "the working directory has been removed" if gone else text, DATA)
    sys.exit(result if isinstance(result, int) else 0)


def _exit(program: str, message: str, code: int) -> NoReturn:
    say(program, message or "failed")
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard_output()
    sys.exit(code)


def _discard_output() -> None:
    """Send standard output to /dev/null, so that the interpreter does not fail to flush it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def name_completion(names: list[str]) -> Any:
    """Completion of the names, and of files."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        matches = [CompletionItem(name) for name in names if name.startswith(incomplete)]
        return matches or [CompletionItem(incomplete, type="file")]

    return complete


def error_sentence(error: click.ClickException) -> str:
    """The error as one sentence without a full stop: `N must be a whole number from 4 to 13, not 'x'`."""
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"{display_name(error.param)} is missing"
    if isinstance(error, click.BadParameter) and error.param is not None:
        name, context = display_name(error.param), error.ctx
        source = context.get_parameter_source(str(error.param.name)) if context else None
        if context is not None and source is ParameterSource.ENVIRONMENT:
            name = str(error.param.envvar or f"{context.auto_envvar_prefix}_{error.param.name}".upper())
        return bad_value_text(error, name)
    if isinstance(error, click.NoSuchOption):
        return f"there is no option {error.option_name}{suggestion(error.possibilities or ())}"
    text = error.message.rstrip(".")
    sentence = text[:1].lower() + text[1:]
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None or not isinstance(context.command, click.Group) or "command" not in text:
        return sentence
    names, typed = context.command.commands, re.search("'(.*?)'", text)
    near = get_close_matches(typed[1], names) if typed else []
    return sentence + (suggestion(near) or f"; there are {', '.join(names)}")


def bad_value_text(error: click.BadParameter, name: str) -> str:
    """Why the value was refused; where the type is known, what the value must be."""
    match = _REFUSED.match(error.message)
    accepted = _accepted_values(error.param.type) if match and error.param is not None else ""
    if match and accepted:
        return f"{name} must be {accepted}, not {match['value']}"
    return refusal_text(name, error.message.rstrip("."))


def click_reader(read: Callable[[Any], V]) -> Callable[[Any], V]:
    """Turn a reader's ValueError into click.BadParameter."""

    def read_or_refuse(text: Any) -> V:
        try:
            return read(text)
        except ValueError as error:
            raise click.BadParameter(str(error)) from None

    return read_or_refuse


def display_name(parameter: click.Parameter) -> str:
    """The parameter's name for the user: --attempts, or N for an argument."""
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return (parameter.metavar or str(parameter.name).upper()).rstrip(".")


def _accepted_values(kind: Any) -> str:
    """The values that the type accepts, in words; empty if click's own message is better."""
    if isinstance(kind, click.Choice):
        return either([str(choice) for choice in kind.choices])
    if isinstance(kind, click.types.BoolParamType):
        return "1 or 0"
    if isinstance(kind, click.IntRange) and kind.min is not None:
        return f"a whole number {f'of at least {kind.min}' if kind.max is None else f'from {kind.min} to {kind.max}'}"
    return "a whole number" if isinstance(kind, click.types.IntParamType) else ""


def suggestion(names: Iterable[str]) -> str:
    """The names as a question at the end of a sentence; empty without names."""
    near = " or ".join(sorted(names))
    return f"; did you mean {near}?" if near else ""
