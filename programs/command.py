"""Running a click command as a program: one line for an error, the documented exit codes, no traceback.

It needs click, as programs.logs does and nothing else of this package; command lines import it.
"""

import os
import sys
from typing import NoReturn

import click

from programs.errors import DATA, INTERRUPTED, ProgramError, reason


def run(command: click.Command, program: str) -> NoReturn:
    """Run the command with this process's arguments and exit: 0, 1 data, 2 usage, 130 after Ctrl-C."""
    try:
        result = command.main(prog_name=program, standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        _exit(program, error.format_message().rstrip("."), error.exit_code, _usage(error))
    except ProgramError as error:
        _exit(program, str(error), error.exit_code)
    except (KeyboardInterrupt, click.Abort):
        _exit(program, "interrupted", INTERRUPTED)
    except BrokenPipeError:
        # The reader of our output has gone; a later flush at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(DATA)
    except MemoryError:
        _exit(program, "out of memory", DATA)
    except OSError as error:
        _exit(program, f"{error.filename}: {reason(error)}" if error.filename else reason(error), DATA)
    sys.exit(result if isinstance(result, int) else 0)


def _usage(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f" ({' '.join(context.get_usage().split())})" if context else ""


def _exit(program: str, message: str, code: int, usage: str = "") -> NoReturn:
    line = " ".join(message.split()) or "failed"
    click.echo(f"{program}: {line}{usage}", err=True)
    sys.exit(code)
