"""Runs of this project's programs, in the quickest of three ways that has the same output.

- In this process, where only the output counts.
- In a fork of this process, where a command of the referee starts players. The command is imported already.
- As a user starts them, where the start itself is tested or a caller needs a process of its own.
"""

import atexit
import contextlib
import gc
import logging
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import click
from click.testing import CliRunner
from tqdm import tqdm

from lingo_common.cli.logs import PACKAGES
from lingo_common.first_line import beginning, interpreter

ROOT = Path(__file__).parent.parent
PROGRAMS = ("lingo-bot", "referee", "precompute", "codebreaker")
PATIENCE = 300
"""Seconds after which a run counts as failed."""
CRASHED = 99
"""The exit status of a fork in which a program ended with an exception."""
READ_AT_START = ("PYTHON", "LANG", "LC_", "COVERAGE")
"""Python reads the variables whose names begin so when it starts. Changed later, they have no effect."""
ADVICE_OPTIONS = {"--assist", "--review", "--page"}
"""Options with which lingo-bot advises a person. Without them it plays, always as a process of its own: tests look at
its speed and at its imports."""
PLAYING_COMMANDS = ("run", "check", "game", "play", "rerun", "shell")
"""Commands of the referee that start players. They run in a fork, because they hide their process from other programs,
which cannot be undone (referee.runner.prctl.hide_process)."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@cache
def is_installed(program: str) -> bool:
    """Whether a compiler or interpreter is on this machine and works.

    The rustc of rustup is there as soon as rustup is, and fails until somebody has chosen a version of it.
    """
    if shutil.which(program) is None:
        return False
    if program == "rustc":
        return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0
    return True


def python_for_players() -> str:
    """The path without links of a Python for players: that of the system, where there is one.

    At the launch of a player the referee looks through all files of another one, and of an environment, for secrets.
    """
    return os.path.realpath(shutil.which("python3") or sys.executable)


@cache
def program_path(program: str) -> Path:
    """The path of a program that can be started: beside this interpreter, or for one of PROGRAMS a script made here.

    The installed program is missing where the tests run by a Python of the system. It cannot be started in a copy of
    the project whose .venv was made elsewhere: its first line names a Python that is not there.
    """
    installed = Path(sys.executable).parent / program
    if program not in PROGRAMS or _can_start(installed):
        return installed

    directory = Path(tempfile.mkdtemp(prefix="programs-"))
    atexit.register(shutil.rmtree, directory)

    start = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from {_main_module(program)} import main; main()"
    script = directory / program
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(start)} "$@"\n')
    script.chmod(0o755)
    return script


def _can_start(script: Path) -> bool:
    """Whether the script is there, and the interpreter that its first line names."""
    start = beginning(str(script))
    interpreter_path, *_argument = interpreter(start)
    return start.startswith(b"#!") and os.access(interpreter_path, os.X_OK)


def _main_module(program: str) -> str:
    """The name of the module whose function `main` is the program: lingo_bot.__main__ for lingo-bot."""
    return f"{program.replace('-', '_')}.__main__"


def run_program(program: str, arguments: Iterable, cwd=None, environment=None, input=None, **options):
    """The finished run of a program, with its output as text. input: the text of its standard input.

    environment: by default that of this process. options: those of subprocess.run; with any the program gets a process
    of its own.
    """
    words = [str(argument) for argument in arguments]
    command = [str(program_path(program)), *words]
    environment = dict(os.environ if environment is None else environment)

    if options or not _may_run_here(program, words, environment):
        streams = {"capture_output": True, "text": True, "timeout": PATIENCE}
        return subprocess.run(command, input=input, cwd=cwd, env=environment, **(streams | options))

    first_word = words[0] if words else ""
    if program == "referee" and first_word in PLAYING_COMMANDS:
        code, output, errors = _run_in_a_fork(program, words, cwd, environment, input)
    else:
        with _process_as_before(), contextlib.chdir(cwd or "."):
            code, output, errors = _run_here(program, words, environment, input)

    return subprocess.CompletedProcess(command, code, output, errors)


def _may_run_here(program: str, arguments: list[str], environment: Mapping[str, str]) -> bool:
    """Whether a run in this process, or in a fork of it, has the same output as a run in one of its own."""
    if program not in PROGRAMS:
        return False
    if program == "lingo-bot" and not ADVICE_OPTIONS.intersection(arguments):
        return False
    return _variables_of_python(environment) == _variables_of_python(os.environ)


def _variables_of_python(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables of an environment that Python reads when it starts."""
    return {name: value for name, value in environment.items() if name.startswith(READ_AT_START)}


def _run_here(program: str, arguments: list[str], environment: Mapping[str, str], input: str | None):
    """(exit code, standard output, standard error) of the program's main function."""
    _replace_environment(environment)
    sys.argv = [program, *arguments]
    with CliRunner().isolation(input) as (output, errors, _):
        try:
            import_module(_main_module(program)).main()
        except SystemExit as end:
            sys.stdout.flush()
            sys.stderr.flush()
            return end.code, output.getvalue().decode(), errors.getvalue().decode()

    raise AssertionError(f"{program} did not exit")


def _run_in_a_fork(program: str, arguments: list[str], cwd, environment: Mapping[str, str], input: str | None):
    """(exit code, standard output, standard error) of the program's main function in a fork of this process."""
    with tempfile.TemporaryFile() as typed, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        typed.write((input or "").encode())
        typed.seek(0)

        pid = fork_program(program, arguments, (typed, output, errors), cwd, environment)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

        output.seek(0)
        errors.seek(0)
        return code, output.read().decode(), errors.read().decode()


def fork_program(program: str, arguments: Iterable, streams: Iterable, cwd=None, environment=None) -> int:
    """Run the program's main function in a fork of this process; returns the fork's process id.

    streams: three open files, its standard input, output and error.
    """
    words = [str(argument) for argument in arguments]
    _import_command(program, words)

    pid = os.fork()
    if pid:
        return pid

    # The fork's collections of garbage would read, and so copy, all that the tests keep in memory.
    gc.freeze()
    code = CRASHED
    try:
        for number, stream in enumerate(streams):
            os.dup2(stream.fileno(), number)
        sys.stdin = os.fdopen(0)
        sys.stdout = os.fdopen(1, "w")
        sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace")  # as Python itself opens it
        # pytest's handlers of logging are for the tests; a new process has none.
        logging.getLogger().handlers = []
        # All forks share the lock of tqdm, and one that was killed may hold it.
        tqdm.set_lock(threading.RLock())

        os.chdir(cwd or ".")
        if environment is not None:
            _replace_environment(environment)

        sys.argv = [program, *words]
        signal.alarm(PATIENCE)  # ends a fork that hangs
        import_module(_main_module(program)).main()
    except SystemExit as end:
        code = end.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _import_command(program: str, words: list[str]) -> None:
    """Import the command that these words begin with, so that its forks need not: it is half of a short run's work."""
    package = program.replace("-", "_")
    group = getattr(import_module(f"{package}.commands.program"), package)
    if words and isinstance(group, click.Group):
        group.get_command(click.Context(group), words[0])


def _replace_environment(environment: Mapping[str, str]) -> None:
    """Give this process these variables and no others."""
    os.environ.clear()
    os.environ.update(environment)


@contextlib.contextmanager
def _process_as_before() -> Iterator[None]:
    """Restore afterwards what programs change in their process: arguments, environment, modules, signals, logging.

    There are no handlers of logging meanwhile, as in a new process. PACKAGES are those whose loggers get the level of
    --quiet or --verbose.
    """
    arguments = sys.argv
    path = sys.path[:]
    environment = dict(os.environ)
    modules = set(sys.modules)
    signals = {number: signal.getsignal(number) for number in SIGNALS}
    hook = sys.unraisablehook
    log = logging.getLogger()
    handlers = log.handlers
    level = log.level
    levels = {name: logging.getLogger(name).level for name in PACKAGES}
    log.handlers = []
    try:
        yield
    finally:
        sys.argv = arguments
        sys.path[:] = path
        sys.unraisablehook = hook
        _replace_environment(environment)
        for name in set(sys.modules) - modules:
            if not _is_installed(sys.modules[name]):
                # A test wrote it, in a temporary directory. Another test may write one of this name with another text.
                del sys.modules[name]

        for number, handler in signals.items():
            signal.signal(number, handler)
        log.handlers = handlers
        log.setLevel(level)
        for name in PACKAGES:
            logging.getLogger(name).setLevel(levels[name])


def _is_installed(module: ModuleType) -> bool:
    """Whether a module is Python's, a package's or in this project's directory; those without a file are built in."""
    file = getattr(module, "__file__", None)
    return file is None or file.startswith((str(ROOT), sys.prefix, sys.base_prefix))
