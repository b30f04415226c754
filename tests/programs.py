"""Runs of this project's programs: in this process where only their output counts, else as a user starts them."""

import contextlib
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType

from click.testing import CliRunner

from lingo_common.cli.logs import ROOMS

ROOT = Path(__file__).parent.parent
PROGRAMS = ("lingo-bot", "referee", "precompute", "codebreaker")
PATIENCE = 300
"""Seconds after which a run counts as failed."""
AT_START = ("PYTHON", "LANG", "LC_", "COVERAGE")
"""Variables that Python reads before it runs a program begin with one of these."""
ADVISING = {"--assist", "--review", "--page"}
"""Options with which lingo-bot advises a person; how fast and in what order it starts otherwise is what is tested."""
PLAYING = ("run", "check", "game", "play", "rerun", "shell")
"""Commands of the referee that start players: they change their process for good."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run_program(program: str, arguments: Iterable, cwd=None, environment=None, input=None, **options):
    """The finished run of a program, its streams as text; with options of subprocess.run a process of its own."""
    command = [str(Path(sys.executable).parent / program), *map(str, arguments)]
    environment = dict(os.environ if environment is None else environment)
    if not options and _may_run_here(program, command[1:], environment):
        with _process_as_before(), contextlib.chdir(cwd or "."):
            code, output, errors = _run_here(program, command[1:], environment, input)
        return subprocess.CompletedProcess(command, code, output, errors)
    streams = {"capture_output": True, "text": True, "timeout": PATIENCE}
    return subprocess.run(command, input=input, cwd=cwd, env=environment, **(streams | options))


def _may_run_here(program: str, arguments: list[str], environment: Mapping[str, str]) -> bool:
    """Whether a run in this process has the same output as a run in one of its own."""
    if program not in PROGRAMS:
        return False
    if program == "lingo-bot" and not ADVISING.intersection(arguments):
        return False
    if program == "referee" and arguments and arguments[0] in PLAYING:
        return False
    return _at_start(environment) == _at_start(os.environ)


def _at_start(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that Python has read when it started this process."""
    return {name: value for name, value in environment.items() if name.startswith(AT_START)}


def _run_here(program: str, arguments: list[str], environment: Mapping[str, str], input: str | None):
    """(exit code, standard output, standard error) of the program's main function."""
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = [program, *arguments]
    with CliRunner().isolation(input) as (output, errors, _):
        try:
            import_module(f"{program.replace('-', '_')}.__main__").main()
        except SystemExit as end:
            sys.stdout.flush()
            sys.stderr.flush()
            return end.code, output.getvalue().decode(), errors.getvalue().decode()
    raise AssertionError(f"{program} did not exit")


@contextlib.contextmanager
def _process_as_before() -> Iterator[None]:
    """Restore afterwards what programs change in their process: arguments, environment, modules, signals, logging."""
    arguments = sys.argv
    path = sys.path[:]
    environment = dict(os.environ)
    modules = set(sys.modules)
    signals = {number: signal.getsignal(number) for number in SIGNALS}
    log = logging.getLogger()
    handlers = log.handlers
    level = log.level
    levels = {name: logging.getLogger(name).level for name in ROOMS}
    log.handlers = []
    try:
        yield
    finally:
        sys.argv = arguments
        sys.path[:] = path
        os.environ.clear()
        os.environ.update(environment)
        for name in set(sys.modules) - modules:
            if not _is_installed(sys.modules[name]):
                del sys.modules[name]  # a test's own, which another test may replace
        for number, handler in signals.items():
            signal.signal(number, handler)
        log.handlers = handlers
        log.setLevel(level)
        for name in ROOMS:
            logging.getLogger(name).setLevel(levels[name])


def _is_installed(module: ModuleType) -> bool:
    """Whether a module is Python's, this project's or a package's; those without a file are built in."""
    file = getattr(module, "__file__", None)
    return file is None or file.startswith((str(ROOT), sys.prefix, sys.base_prefix))
