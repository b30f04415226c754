"""How a program ends, with one line for whatever went wrong, and what is said on standard error."""

import io
import logging
import sys
from pathlib import Path

import click
import pytest
import tqdm  # noqa: F401  with it loaded, remarks go above its bars

from lingo_common import errors
from lingo_common.cli import command, logs
from lingo_common.errors import DataError, UsageError, install_hint, missing_extra


def ending(body, *arguments: str, monkeypatch, capsys) -> tuple[int, str]:
    """(exit code, standard error) of a program whose command does that."""
    built = click.Command("thing", params=[click.Option(["--size"], type=int)], callback=lambda size: body())
    monkeypatch.setattr(sys, "argv", ["thing", *arguments])
    with pytest.raises(SystemExit) as caught:
        command.run_program(built, "thing")
    return caught.value.code, capsys.readouterr().err


def interrupted_in_a_class():
    """What Python 3.11 makes of an interrupt there."""
    raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()


def raising(error: BaseException):
    def body():
        raise error

    return body


ENDINGS = {
    "nothing wrong": (lambda: None, 0, ""),
    "a code of its own": (lambda: 3, 3, ""),
    "data": (raising(DataError("words: empty")), 1, "thing: words: empty\n"),
    "usage": (raising(UsageError("no such length")), 2, "thing: no such length\n"),
    "several lines": (raising(DataError("one\n  two\r\nthree")), 1, "thing: one two three\n"),
    "no text": (raising(DataError("")), 1, "thing: failed\n"),
    # The line of its own is for the terminal, which shows ^C before it.
    "Ctrl-C": (raising(KeyboardInterrupt()), 130, "\nthing: interrupted\n"),
    "Ctrl-C while a class is made": (interrupted_in_a_class, 130, "thing: interrupted\n"),
    "no memory": (raising(MemoryError()), 1, "thing: out of memory\n"),
    "no package": (raising(ImportError("no x")), 1, "thing: a package that it needs cannot be loaded: no x\n"),
    "a file": (raising(FileNotFoundError(2, "No such file", "there")), 1, "thing: there: no such file\n"),
    "the system": (raising(OSError(5, "Input/output error")), 1, "thing: input/output error\n"),
}


@pytest.mark.parametrize(("body", "code", "said"), ENDINGS.values(), ids=ENDINGS)
def test_endings(body, code, said, monkeypatch, capsys):
    assert ending(body, monkeypatch=monkeypatch, capsys=capsys) == (code, said)


@pytest.mark.parametrize("arguments", [["--size", "big"], ["--colour"], ["extra"]])
def test_a_wrong_command_line_is_one_line_with_the_usage(arguments, monkeypatch, capsys):
    code, said = ending(lambda: None, *arguments, monkeypatch=monkeypatch, capsys=capsys)
    assert code == 2
    assert said.startswith("thing: ")
    assert said.endswith("(Usage: thing [OPTIONS])\n")
    assert said.count("\n") == 1


def test_a_missing_extra_says_how_to_install_it(tmp_path, monkeypatch):
    root = Path(__file__).parents[2]
    assert str(missing_extra("--cluster", "cluster")).startswith("--cluster needs an optional package: pip install")
    monkeypatch.chdir(tmp_path)
    assert install_hint("cluster") == f"pip install -e '{root}[cluster]'"
    monkeypatch.chdir(root)
    assert install_hint("cluster") == "pip install -e '.[cluster]'"
    monkeypatch.setattr(errors, "__file__", str(tmp_path / "site-packages" / "lingo_common" / "errors.py"))
    assert install_hint("report") == "pip install 'jinja2>=3.1' 'matplotlib>=3.8'"


class Full(io.StringIO):
    """A stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def test_no_run_is_lost_for_a_remark_that_cannot_be_written(monkeypatch):
    before = logging.getLogger().handlers[:]
    monkeypatch.setattr(sys, "stderr", Full())
    try:
        logs.set_up("thing")
        logging.getLogger("referee").warning("a remark")
    finally:
        logging.getLogger().handlers[:] = before
