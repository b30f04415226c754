"""Running a click command as a program: its commands, settings from the environment, one line for each error."""

import atexit
import logging
import os
import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import wraps
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, TextIO

import click
from click.core import ParameterSource

from lingo_common import signals
from lingo_common.cli import logs
from lingo_common.errors import (
    EXIT_DATA,
    EXIT_INTERRUPTED,
    EXIT_USAGE,
    failure_of,
    notes_of,
    say,
    say_as_written,
)
from lingo_common.process import restore_ctrl_c

Command = Callable[..., Any]
"""A function that becomes a command, or a command."""
Decorator = Callable[[Command], Command]
"""Adds something to a command, such as an option."""

_ALIKE = 0.85
"""The least likeness (difflib's ratio) of an option's variable that a warning proposes in place of a mistyped one.

It is high, because all variables of a program begin with its name, which makes any two of them rather alike.
"""

EXIT_CODES = (
    f"Exit codes: 0 done; {EXIT_DATA} input that cannot be used; "
    f"{EXIT_USAGE} a command line that cannot be understood; {EXIT_INTERRUPTED} Ctrl-C; 143 SIGTERM."
)
"""The last line of the help of a program."""

version = click.version_option(
    None, "-V", "--version", package_name="lingo-bot", message="%(prog)s %(version)s", allow_from_autoenv=False
)
"""The option --version. No variable of the environment sets it: the program would print its version and do nothing."""


def settings(environment: str) -> dict[str, Any]:
    """Context settings of a program: -h for help, and a variable of the environment for each option.

    environment: what these variables begin with, such as REFEREE.
    """
    return {"help_option_names": ["-h", "--help"], "auto_envvar_prefix": environment}


class CommandGroup(click.Group):
    """A program with commands; its help lists them in the order of `modules`.

    modules: the module that defines each command, by the command's name. It is imported when the command is first
    asked for, so that one command does not wait for what the others need. Until then the attribute `commands` lacks it.
    """

    def __init__(self, *arguments: Any, modules: Mapping[str, str], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._modules = modules
        # click looks here for the names that are near to a mistyped one. None is a command that is not imported yet.
        self.commands: dict[str, Any] = dict.fromkeys(modules)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, imported or not; click would sort them."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, whose module is imported now if it was not; None for an unknown name."""
        if cmd_name not in self._modules:
            return None
        if self.commands[cmd_name] is None:
            self.commands[cmd_name] = self._import(cmd_name)

        command: click.Command = self.commands[cmd_name]
        return command

    def _import(self, name: str) -> click.Command:
        """Import the command of that name, and add what all have: --quiet, --verbose, a variable for each option."""
        # A module may hold other commands too: helpers, and those that it has imported. The name tells which one it is.
        values = vars(import_module(self._modules[name])).values()
        command = next(value for value in values if isinstance(value, click.Command) and value.name == name)

        environment = str(self.context_settings["auto_envvar_prefix"])
        # A variable of another command, such as REFEREE_COMPARE_FORMAT, is no mistake when this one runs.
        other_prefixes = tuple(_variable(f"{environment}_{other}_") for other in self._modules if other != name)
        logs.add_flags(command)
        name_variables(command, f"{environment}_{name}", environment, other_prefixes)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write a list of the commands with the first sentence of each."""
        rows = []
        for name, command in all_commands(self).items():
            # By default click cuts the sentence at the end of the line.
            sentence = command.get_short_help_str(limit=1000)
            rows.append((name, sentence))

        with formatter.section("Commands"):
            formatter.write_dl(rows)


def all_commands(group: click.Command) -> dict[str, click.Command]:
    """All commands of a program by name, imported now if they were not; empty for a program without commands."""
    if not isinstance(group, click.Group):
        return {}

    context = click.Context(group)
    commands = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in commands.items() if command is not None}


def name_variables(command: click.Command, prefix: str, environment: str, other_prefixes: tuple[str, ...] = ()) -> None:
    """Give each option an environment variable, and let the command warn of variables that are probably mistyped.

    prefix: what the variables of this command begin with. With REFEREE_RUN, --move-timeout has the variable
    REFEREE_RUN_MOVE_TIMEOUT. environment: what all variables of the program begin with, such as REFEREE. One that
    begins so and is no option's is taken for mistyped. other_prefixes: what the variables of the program's other
    commands begin with, such as REFEREE_COMPARE_; of these it does not warn.
    """
    names: list[str] = []
    for option in command.params:
        if isinstance(option, click.Option) and option.allow_from_autoenv:
            name = _variable(f"{prefix}_{long_name(option)}")
            option.envvar = name
            names.append(name)

    run_command = command.callback
    assert run_command is not None  # a command is made of a function

    @wraps(run_command)
    def warn_and_run(*arguments: Any, **options: Any) -> Any:
        """Warn of variables that are no option's, then run the command."""
        _warn_of_variables(names, f"{environment}_", other_prefixes)
        return run_command(*arguments, **options)

    command.callback = warn_and_run


def _warn_of_variables(names: list[str], prefix: str, other_prefixes: tuple[str, ...]) -> None:
    """Warn of environment variables that begin with the prefix, unless they are in `names`.

    Those that begin with one of other_prefixes are not warned of either.
    """
    # --quiet has set the level before the command runs.
    if logs.is_quiet():
        return

    program = str(click.get_current_context().find_root().info_name)
    for variable in sorted(os.environ.keys() - set(names)):
        if variable.startswith(prefix) and not variable.startswith(other_prefixes):
            message = f"{variable} is no option's variable"
            near = get_close_matches(variable, names, 1, _ALIKE)
            if near:
                message += f"; did you mean {near[0]}?"
            say(program, message)


def _variable(name: str) -> str:
    """The name as one of an environment variable: `REFEREE_MOVE_TIMEOUT` for `REFEREE_move-timeout`."""
    return name.upper().replace("-", "_")


def long_name(option: click.Parameter) -> str:
    """The name of an option without dashes: `move-timeout` for --move-timeout."""
    return max(option.opts, key=len).lstrip("-")


def run_program(command: click.Command, program: str) -> NoReturn:
    """Run the command with the arguments of this process, then exit with one of the EXIT_CODES."""
    if sys.stdout is None:  # the caller closed it, so every result would be lost
        _exit(program, "standard output must be open", EXIT_DATA)
    if sys.stdin is None:
        # Else the next file that is opened, such as a socket, would be standard input.
        os.open(os.devnull, os.O_RDONLY)

    if sys.stderr is not None:
        atexit.register(_end_messages)

    _accept_every_character()
    # matplotlib warns on standard error if it cannot keep files of its own in the user's home. Charts do not need them.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)

    try:
        # While the program loaded its modules, Ctrl-C ended it without a message. From here on Ctrl-C, SIGTERM and
        # SIGHUP are exceptions.
        restore_ctrl_c()
        signals.raise_interrupts()
        try:
            result = command.main(prog_name=program, standalone_mode=False)
            sys.stdout.flush()
        finally:
            # The program has only to say how it ended.
            signals.leave_to_system()
    except BrokenPipeError:
        # The reader of the output has left, as `head` does. It wants no message, but not all was written.
        _discard(sys.stdout)
        sys.exit(EXIT_DATA)
    except click.exceptions.NoArgsIsHelpError as error:
        # A program with commands was started without one: its help lists them.
        error.show()
        sys.exit(error.exit_code)
    except Exception as error:
        message, code = _outcome_of(error)
        for note in notes_of(error):
            say_as_written(program, note)
        _exit(program, message, code)
    except KeyboardInterrupt:
        _exit(program, *signals.interruption())

    # click returns an exit code if an option such as --help has ended the program, else what the command returned.
    sys.exit(result if isinstance(result, int) else 0)


def _accept_every_character() -> None:
    """Let bytes that are no text be read as replacement characters, and characters that a terminal lacks as `?`."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")

    if isinstance(sys.stdout, TextIOWrapper):
        # For ASCII, as in the C locale, Python takes the handler surrogateescape, which fails for é as `strict` does.
        would_fail = sys.stdout.errors == "strict" or sys.stdout.encoding == "ascii"
        if would_fail:
            sys.stdout.reconfigure(errors="replace")


def _outcome_of(error: Exception) -> tuple[str, int]:
    """Return the message and the exit code for an error that ended a command, as failure_of does for any program."""
    match error:
        case click.Abort():
            return signals.interruption()
        # Python 3.11 wraps a Ctrl-C that comes while a class is made.
        case RuntimeError() if isinstance(error.__cause__, KeyboardInterrupt):
            return signals.interruption()
        # click writes a line end to standard error after an interrupt. This fails if the terminal was closed.
        case OSError() if isinstance(error.__context__, KeyboardInterrupt):
            return signals.interruption()
        case click.ClickException():
            return _with_usage(error), error.exit_code
        case _:
            return failure_of(error)


def _with_usage(error: click.ClickException) -> str:
    """click's message, with the usage of the command in brackets where the command line was wrong."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None:
        return error.format_message()

    # Where a variable of the environment has set a bad value, click's message names the variable too.
    option = error.param if isinstance(error, click.BadParameter) else None
    if isinstance(option, click.Option):
        source = context.get_parameter_source(option.name)
        option.show_envvar = source is ParameterSource.ENVIRONMENT

    usage = " ".join(context.get_usage().split())
    return f"{error.format_message()} ({usage})"


def _exit(program: str, message: str, code: int) -> NoReturn:
    """Print the message on standard error, write what is left of standard output, and exit with the code."""
    # Errors of other packages may have no message.
    say(program, message or "failed")
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard(sys.stdout)
    sys.exit(code)


def _end_messages() -> None:
    """Write what is left of standard error; if that fails, as on a full disk, the exit code stays as it is."""
    try:
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _discard(stream: TextIO) -> None:
    """Send the stream to /dev/null, so that the interpreter does not fail to flush it at exit, with exit code 120."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
