"""How a program ends, with one line for whatever went wrong, and what is said on standard error."""

import io
import logging
import signal
import sys
from pathlib import Path

import click
import pytest
import tqdm  # noqa: F401  a remark is written by way of it, above its bars, if it is loaded
from programs import SIGNALS

from lingo_common import errors
from lingo_common.cli import command, logs
from lingo_common.errors import DataError, UsageError, install_hint, missing_extra

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run_thing(monkeypatch, capsys):
    """run_thing(body, *arguments): (exit code, standard error) of a program `thing` whose command calls body()."""

    def launch(body, *arguments: str) -> tuple[int, str]:
        thing = click.Command("thing", params=[click.Option(["--size"], type=int)], callback=lambda size: body())
        monkeypatch.setattr(sys, "argv", ["thing", *arguments])
        with pytest.raises(SystemExit) as exit:
            command.run_program(thing, "thing")
        return exit.value.code, capsys.readouterr().err

    # A program leaves signals to the system when it exits, and this process goes on.
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)

    yield launch

    for number, handler in handlers.items():
        signal.signal(number, handler)


def interrupt_in_a_class():
    """Raise what Python 3.11 makes of Ctrl-C while a class is made."""
    raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()


def raising(error: BaseException):
    """A function that raises the error, whatever its arguments."""

    def body(*arguments: object):
        raise error

    return body


ENDINGS = {  # what the command does, the exit code, standard error
    "nothing wrong": (lambda: None, 0, ""),
    "a code of its own": (lambda: 3, 3, ""),
    "data": (raising(DataError("words: empty")), 1, "thing: words: empty\n"),
    "usage": (raising(UsageError("no such length")), 2, "thing: no such length\n"),
    "several lines": (raising(DataError("one\n  two\r\nthree")), 1, "thing: one two three\n"),
    "no text": (raising(DataError("")), 1, "thing: failed\n"),
    # click writes an empty line for a KeyboardInterrupt, because a terminal shows ^C before it. It knows no other error
    # as Ctrl-C.
    "Ctrl-C": (raising(KeyboardInterrupt()), 130, "\nthing: interrupted\n"),
    "Ctrl-C while a class is made": (interrupt_in_a_class, 130, "thing: interrupted\n"),
    "no memory": (raising(MemoryError()), 1, "thing: out of memory\n"),
    "no package": (raising(ImportError("no x")), 1, "thing: a package that it needs cannot be loaded: no x\n"),
    "a file": (raising(FileNotFoundError(2, "No such file", "there")), 1, "thing: there: no such file\n"),
    "the system": (raising(OSError(5, "Input/output error")), 1, "thing: input/output error\n"),
}


@pytest.mark.parametrize(("body", "code", "stderr"), ENDINGS.values(), ids=ENDINGS)
def test_a_program_ends_with_an_exit_code_and_one_line(body, code, stderr, run_thing):
    assert run_thing(body) == (code, stderr)


@pytest.mark.parametrize("arguments", [["--size", "big"], ["--colour"], ["extra"]])
def test_a_wrong_command_line_is_one_line_with_the_usage(arguments, run_thing):
    code, stderr = run_thing(lambda: None, *arguments)
    assert code == 2
    assert stderr.startswith("thing: ")
    assert stderr.endswith("(Usage: thing [OPTIONS])\n")
    assert stderr.count("\n") == 1


def test_a_missing_extra_says_how_to_install_it():
    assert str(missing_extra("--cluster", "cluster")).startswith("--cluster needs an optional package: pip install")


def test_a_package_that_cannot_be_imported_is_installed_anew(monkeypatch):
    monkeypatch.chdir(ROOT)
    error = ImportError("Numba needs NumPy 2.3 or less.\nGot NumPy 2.4.")
    assert str(missing_extra("precompute optimal", "fast", error)) == (
        "precompute optimal needs an optional package: it cannot be imported (Numba needs NumPy 2.3 or less. "
        "Got NumPy 2.4.): pip install --force-reinstall -e '.[fast]'"
    )


def test_an_extra_is_installed_from_the_clone(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert install_hint("cluster") == "pip install -e '.[cluster]'"


def test_an_extra_is_installed_from_the_clone_wherever_the_user_is(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert install_hint("cluster") == f"pip install -e '{ROOT}[cluster]'"


def test_without_a_clone_the_packages_of_an_extra_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(errors, "__file__", str(tmp_path / "site-packages" / "lingo_common" / "errors.py"))
    # The requirements of the extra `report` in pyproject.toml.
    assert install_hint("report") == "pip install 'jinja2>=3.1' 'matplotlib>=3.8'"


def test_no_run_is_lost_for_a_remark_that_cannot_be_written(monkeypatch):
    before = logging.getLogger().handlers[:]
    full_disk = io.StringIO()
    monkeypatch.setattr(full_disk, "write", raising(OSError(28, "No space left on device")))
    monkeypatch.setattr(sys, "stderr", full_disk)
    try:
        logs.set_up("thing", logging.INFO)
        logging.getLogger("referee").warning("a remark")
    finally:
        logging.getLogger().handlers[:] = before
