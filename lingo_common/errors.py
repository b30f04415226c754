"""The errors that a user can cause, and the exit codes they end a program with."""

import sys

DATA = 1
"""Exit code: the input (a file, a reply, a record) cannot be used."""
USAGE = 2
"""Exit code: the command line cannot be understood."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells report it."""


class ProgramError(Exception):
    """An error whose message is one clear line for the user."""

    exit_code = DATA


class DataError(ProgramError):
    """Input that cannot be used: a missing file, an impossible reply, a damaged record."""


class UsageError(ProgramError):
    """A request that makes no sense as it was put."""

    exit_code = USAGE


class MissingExtra(DataError):
    """A feature whose optional package is not installed; says how to install it."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(f"{feature} needs an optional package: pip install 'lingo-bot[{extra}]'")


def reason(error: OSError) -> str:
    """What went wrong, in the system's words and lower case: 'no such file or directory'."""
    return (error.strerror or str(error)).lower()


def printable(text: str) -> str:
    """The text with what would disturb a terminal or a table (escapes, line ends) written as `\\x1b` or `\\n`."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def say(program: str, message: str) -> None:
    """Print one line on standard error; nothing where it is closed or full: no game or result is lost for a remark."""
    if sys.stderr is None:  # print would turn to standard output then
        return
    try:
        print(f"{program}: {printable(' '.join(message.split()))}", file=sys.stderr)
    except OSError:
        return
