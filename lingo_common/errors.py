"""Errors that a user can cause, their exit codes, and the text of messages on standard error."""

import os
import sys

EXIT_DATA = 1
"""Exit code for input (a file, a reply, a record) that cannot be used."""
EXIT_USAGE = 2
"""Exit code for a command line that cannot be understood."""
EXIT_SIGNALLED = 128
"""Exit code after a signal: this plus the signal's number, the same as a shell reports."""
EXIT_INTERRUPTED = 130
"""Exit code after Ctrl-C, the same as a shell reports."""
_LONGEST_EXCERPT = 40
"""Characters of a bad text that an error quotes."""


class ProgramError(Exception):
    """An error with a one-line message for the user."""

    exit_code = EXIT_DATA


class DataError(ProgramError):
    """Input that cannot be used: a missing file, an impossible reply, a damaged record."""


class UsageError(ProgramError):
    """A request that makes no sense: a wrong option, or options that exclude each other.

    Functions and commands raise this class. Some commands raise click.UsageError, whose message ends with the usage of
    the command, as in `(Usage: precompute book [OPTIONS])`: with this class they would no longer print it.
    """

    exit_code = EXIT_USAGE


def missing_extra(feature: str, extra: str, error: Exception | None = None) -> DataError:
    """Return the error for a feature whose optional package is not there; it says how to install the extra.

    error: as for install_hint.
    """
    return DataError(f"{feature} needs an optional package: {install_hint(extra, error)}")


def install_hint(extra: str, error: Exception | None = None) -> str:
    """Return the command that installs an extra.

    In a clone that is `pip install -e '.[report]'`. Elsewhere it names the packages of the extra, as in
    `pip install 'jinja2>=3.1' 'matplotlib>=3.8'`. It does not name lingo-bot, unless nothing is known of the packages:
    this copy may have come from a wheel, and the lingo-bot of an index may be another program.

    error: what the import of the package raised, if it was tried. If the package is there and cannot be imported, as
    with a numpy that is too new for it, the result begins with the error: `it cannot be imported (Numba needs NumPy 2.3
    or less): pip install --force-reinstall -e '.[fast]'`. pip then takes versions that fit each other.
    """
    if error is not None and not isinstance(error, ModuleNotFoundError):
        text = " ".join(str(error).split())
        return f"it cannot be imported ({text}): pip install --force-reinstall {_requirements_of(extra)}"
    return f"pip install {_requirements_of(extra)}"


def _requirements_of(extra: str) -> str:
    """Return what pip is to install for an extra, quoted for a shell, as in the examples of install_hint."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    is_clone = os.path.exists(os.path.join(root, "pyproject.toml"))
    if not is_clone:
        return " ".join(_packages_of(extra))

    is_here = os.path.realpath(os.curdir) == os.path.realpath(root)
    directory = "." if is_here else root
    return f"-e '{directory}[{extra}]'"


def _packages_of(extra: str) -> list[str]:
    """Return what an extra of the installed package requires, quoted for a shell."""
    # Slow to load, and seldom needed.
    from importlib.metadata import PackageNotFoundError, requires

    try:
        requirements = requires("lingo-bot") or []
    except PackageNotFoundError:
        requirements = []

    packages = []
    for requirement in requirements:
        # Such as `matplotlib>=3.8; extra == "report"`.
        package, _, condition = requirement.partition(";")
        if f'"{extra}"' in condition.replace("'", '"'):
            # In quotation marks, because > means something else to a shell.
            packages.append(f"'{package.strip()}'")

    # Without the list of requirements the name of the extra is all that is known.
    return packages or [f"'lingo-bot[{extra}]'"]


def reason(error: OSError | ValueError) -> str:
    """The message of the error in lower case, without its number and path: 'no such file or directory'."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def failure_of(error: Exception) -> tuple[str, int]:
    """The message and the exit code for an error that ended a program.

    An error that no user can cause is a fault of the program; it is raised again.
    """
    match error:
        case ProgramError():
            return str(error), error.exit_code
        case MemoryError():
            return "out of memory", EXIT_DATA
        case ImportError():
            return f"a package that it needs cannot be loaded: {error}", EXIT_DATA
        case OSError() if error.filename:
            return f"{error.filename}: {reason(error)}", EXIT_DATA
        case FileNotFoundError():
            # os.getcwd raises it without a name.
            return f"{reason(error)}; was the working directory removed?", EXIT_DATA
        case OSError():
            return reason(error), EXIT_DATA
        case _:
            raise error


def printable(text: str) -> str:
    """The text with escapes, line ends and other unprintable characters written as `\\x1b` or `\\n`."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def count_text(count: int, noun: str) -> str:
    """The number with its noun: `1 guess`, `5,625 guesses`, `2 entries`."""
    if count == 1:
        return f"1 {noun}"
    if noun.endswith(("s", "ch")):
        return f"{count:,} {noun}es"
    if noun.endswith("y"):
        return f"{count:,} {noun[:-1]}ies"
    return f"{count:,} {noun}s"


def excerpt(text: str) -> str:
    """The text as errors quote it: its beginning with `...` after it where it is long."""
    return text if len(text) <= _LONGEST_EXCERPT else f"{text[:_LONGEST_EXCERPT]}..."


def value_text(value: object) -> str:
    """The value as Python writes it, on one line: its beginning with `...` after it where it is long.

    The text of an array has several lines, and that of a list of words has thousands of characters.
    """
    lines = repr(value).splitlines()
    return printable(excerpt(" ".join(line.strip() for line in lines)))


def notes_of(error: BaseException) -> list[str]:
    """Return the notes of an error, such as the lines that a compiler wrote, which are printed beside its message."""
    return list(getattr(error, "__notes__", ()))


def say(program: str, message: str) -> None:
    """Print one line on standard error. If that is closed or full, do nothing: a message must not end a run."""
    say_as_written(program, " ".join(message.split()))


def say_as_written(program: str, line: str) -> None:
    """Print a line of another program. Unlike `say` it keeps runs of blanks; tabs become blanks."""
    if sys.stderr is None:
        # print would write to standard output instead.
        return
    try:
        print(f"{program}: {printable(line.expandtabs())}", file=sys.stderr)
    except OSError:
        return
