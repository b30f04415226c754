"""A click command as a program: the same options and settings everywhere, one line for an error, no traceback.

It needs click.
"""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from typing import Any, NoReturn

import click

from lingo_common.cli.wording import called, plain
from lingo_common.errors import DATA, INTERRUPTED, USAGE, ProgramError, reason, say
from lingo_common.interrupts import as_usual

Command = Callable[..., Any]
"""What becomes a command, or is one."""


class _Path(click.Path):
    """A path that is not empty, as a variable that is not set in a script would make it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("a path must not be empty", param, ctx)
        return super().convert(value, param, ctx)


PATH = _Path(readable=False)
"""The type of a file or directory: a string as typed, for programs to open or refuse; shells complete it."""
EXIT_CODES = (
    f"Exit codes: 0 done; {DATA} input that cannot be used; {USAGE} a command line that cannot be understood; "
    f"{INTERRUPTED} Ctrl-C; 143 SIGTERM."
)
"""The end of a program's help."""
MOST_JOBS = 1024
"""Jobs are all begun at once, so a mistyped number would stop the machine."""

version = click.version_option(package_name="lingo-bot", message="%(prog)s %(version)s", allow_from_autoenv=False)
"""The option --version: that of the installed package."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def jobs(what: str) -> Callable[[Command], Command]:
    """The option --jobs, by default as many as there are processors; what: those things of which so many run."""
    return click.option(
        "--jobs", type=click.IntRange(1, MOST_JOBS), default=cores, show_default="cores", help=f"{what}."
    )


def settings(environment: str) -> dict[str, Any]:
    """The context settings of a program: -h for help, and options out of variables that begin with ENVIRONMENT_."""
    return {"help_option_names": ["-h", "--help"], "auto_envvar_prefix": environment}


class Program(click.Group):
    """A program with commands, listed in the order in which they were added, which is that of their use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add the command; variables are named after its options, not after the parameters that take their values."""
        super().add_command(cmd, name)
        for option in cmd.params:
            if isinstance(option, click.Option) and option.allow_from_autoenv:
                option.envvar = (
                    "_".join([self._prefix, str(name or cmd.name), long_name(option)]).upper().replace("-", "_")
                )

    @property
    def _prefix(self) -> str:
        return str(self.context_settings["auto_envvar_prefix"])


def long_name(option: click.Parameter) -> str:
    """What an option is called: `move-timeout` for --move-timeout."""
    return called(option).lstrip("-")


def run(command: click.Command, program: str) -> NoReturn:
    """Run the command with this process's arguments and exit: 0, 1 data, 2 usage, 130 after Ctrl-C."""
    if sys.stdout is None:  # closed by who started us: every result would be lost
        _exit(program, "standard output must be open", DATA)
    _forgive_encodings()
    try:
        as_usual()
        result = command.main(prog_name=program, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _exit(program, plain(error), error.exit_code, _usage(error))
    except ProgramError as error:
        _exit(program, str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _exit(program, "interrupted", INTERRUPTED)
    except RuntimeError as error:
        if not isinstance(error.__cause__, KeyboardInterrupt):  # which Python 3.11 wraps while a class is made
            raise
        _exit(program, "interrupted", INTERRUPTED)
    except BrokenPipeError:
        _let_go()
        sys.exit(DATA)
    except MemoryError:
        _exit(program, "out of memory", DATA)
    except ImportError as error:
        _exit(program, f"a package that it needs cannot be loaded: {error}", DATA)
    except OSError as error:
        _exit(program, _system(error), DATA)
    sys.exit(result if isinstance(result, int) else 0)


def _system(error: OSError) -> str:
    """What the system refused; only the working directory is ever missed without its name."""
    if error.filename:
        return f"{error.filename}: {reason(error)}"
    return "the working directory has been removed" if isinstance(error, FileNotFoundError) else reason(error)


def _forgive_encodings() -> None:
    """Read what is no text, and write what the terminal has no letter for, as a question mark."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    if isinstance(sys.stdout, TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


def _usage(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" ({' '.join(context.get_usage().split())})" if context else ""


def _exit(program: str, message: str, code: int, usage: str = "") -> NoReturn:
    say(program, f"{message or 'failed'}{usage}")
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _let_go()
    sys.exit(code)


def _let_go() -> None:
    """Send to nowhere what cannot be written, so that the interpreter does not complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
