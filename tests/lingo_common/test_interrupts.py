"""Ctrl-C and other signals while a program is loaded and afterwards; limits on time; systems without POSIX."""

import signal
import subprocess
import sys
import time

import pytest
from terminals import Terminal

from lingo_common.signals import TimeUp, time_limit

BEGINNING = """
import os, signal
from lingo_common.process import restore_ctrl_c, silence_ctrl_c

def press_ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)
"""

WHILE_LOADING = """
silence_ctrl_c()
press_ctrl_c()
"""

AFTER_LOADING = """
silence_ctrl_c()
restore_ctrl_c()
try:
    press_ctrl_c()
except KeyboardInterrupt:
    print("caught")
"""

IGNORED = """
signal.signal(signal.SIGINT, signal.SIG_IGN)
silence_ctrl_c()
press_ctrl_c()
restore_ctrl_c()
press_ctrl_c()
print("ignored")
"""


def outcome_of(program: str) -> tuple[int, str, str]:
    """(exit code, standard output, standard error) of a program in Python after BEGINNING."""
    done = subprocess.run([sys.executable, "-c", BEGINNING + program], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_ctrl_c_ends_a_program_without_a_traceback_while_it_loads_its_modules():
    assert outcome_of(WHILE_LOADING) == (-signal.SIGINT, "", "")


LOADED_FIRST = """
import sys
before = set(sys.modules)
import {program}.__main__
print(*sorted(set(sys.modules) - before))
"""


@pytest.mark.parametrize("program", ["referee", "precompute", "codebreaker"])
def test_a_program_loads_nothing_else_before_it_silences_ctrl_c(program):
    _, modules, _ = outcome_of(LOADED_FIRST.format(program=program))

    assert set(modules.split()) <= {program, f"{program}.__main__", "lingo_common", "lingo_common.process"}


def test_ctrl_c_raises_keyboard_interrupt_once_the_modules_are_loaded():
    assert outcome_of(AFTER_LOADING) == (0, "caught\n", "")


def test_ctrl_c_stays_ignored_where_the_starter_of_the_program_ignores_it():
    assert outcome_of(IGNORED) == (0, "ignored\n", "")


WAITS_FOR_A_WORKER = """
import os, signal, threading, time
import click
from lingo_common.cli.command import run_program
from lingo_common.pieces import workers

def work():
    with workers(2) as executor:
        waiting = executor.submit(time.sleep, 60)
        while not waiting.running():
            time.sleep(0.01)
        try:
            threading.Timer(0.1, os.kill, (os.getpid(), signal.{name})).start()
            waiting.result()
        finally:
            print("finally")

run_program(click.Command("thing", callback=work), "thing")
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_other_signals_end_a_program_as_ctrl_c_does(name, code):
    """Its `finally` blocks run, and it ends without waiting for the worker.

    It says which signal it was, and its exit code is 128 plus the number of the signal.
    """
    program = [sys.executable, "-c", WAITS_FOR_A_WORKER.format(name=name)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (code, "finally\n", f"thing: ended by {name}")


UNDER_NOHUP = """
import os, signal, time
import click
from lingo_common.cli.command import run_program
from lingo_common.pieces import workers

def work():
    with workers(2) as executor:
        working = executor.submit(time.sleep, 0.5)
        while not working.running():
            time.sleep(0.01)
        os.killpg(0, signal.SIGHUP)
        working.result()
        print("done")

signal.signal(signal.SIGHUP, signal.SIG_IGN)
run_program(click.Command("thing", callback=work), "thing")
"""


def test_under_nohup_a_program_and_its_workers_outlive_their_terminal():
    # It leads a group of processes, to all of which it sends the signal, as the terminal does.
    program = [sys.executable, "-c", UNDER_NOHUP]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, start_new_session=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


INTERRUPTED_IN_DEL = """
import os, signal, time
import click
from lingo_common.cli.command import run_program

class Interrupts:
    def __del__(self):
        os.kill(os.getpid(), signal.{name})
        time.sleep(0)

def work():
    Interrupts()
    time.sleep(50)

run_program(click.Command("thing", callback=work), "thing")
"""
"""Python drops an exception that is raised in `__del__`."""


@pytest.mark.parametrize(("name", "code", "message"), [
    ("SIGINT", 130, "thing: interrupted"),
    ("SIGTERM", 143, "thing: ended by SIGTERM"),
])  # fmt: skip
def test_a_signal_whose_exception_python_drops_ends_the_program_all_the_same(name, code, message):
    program = [sys.executable, "-c", INTERRUPTED_IN_DEL.format(name=name)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.strip()) == (code, message)


INTERRUPTED_AFTER_ITS_WORK = """
import atexit, os, signal, time
import click
from lingo_common.cli.command import run_program

@atexit.register
def interrupt():
    os.kill(os.getpid(), signal.{name})

run_program(click.Command("thing", callback=lambda: print("done")), "thing")
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_after_the_work_ends_a_program_without_a_traceback(name):
    program = [sys.executable, "-c", INTERRUPTED_AFTER_ITS_WORK.format(name=name)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.Signals[name], "done\n", "")


WAITS_FOR_A_LINE = """
import click
from lingo_common.cli.command import run_program
run_program(click.Command("thing", callback=lambda: input("? ")), "thing")
"""


def test_a_program_that_waits_for_a_line_of_a_closed_terminal_ends_by_its_signal():
    terminal = Terminal([sys.executable, "-c", WAITS_FOR_A_LINE])
    terminal.read(until="? ")

    # The terminal is closed, which sends SIGHUP: 128 + 1.
    assert terminal.wait() == 129


@pytest.mark.parametrize("seconds", [0.01, 0, -5])
def test_a_long_block_is_ended(seconds):
    with pytest.raises(TimeUp), time_limit(seconds):
        time.sleep(60)


@pytest.mark.parametrize("seconds", [None, 60])
def test_a_short_block_is_left_alone(seconds):
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(seconds):
        pass
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


WITHOUT_POSIX = """
import sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"):
    sys.modules[name] = None
import os, signal
for name in ("SIGHUP", "SIGKILL", "SIGALRM", "SIGCHLD", "setitimer"):
    delattr(signal, name)
for name in ("sched_getaffinity", "sysconf", "getuid", "geteuid", "fork", "killpg", "setsid", "pidfd_open"):
    delattr(os, name)
import importlib
program = sys.argv.pop(1)
sys.argv[0] = program
importlib.import_module(f"{program.replace('-', '_')}.__main__").main()
"""
"""Runs a program of the project, whose name is the first argument, without what only POSIX systems have.

The program is imported after these modules and functions are gone, as on a system that never had them.
"""


@pytest.mark.parametrize(("arguments", "code", "output"), [
    # The first guess of the packaged book.
    (["lingo-bot", "5"], 0, "tares"),
    (["lingo-bot", "5", "--no-book", "--strategy", "parts", "--assist"], 0, "5 letters, 5 attempts"),
    (["codebreaker", "tree", "--holes", "2"], 0, "mastermind 6 x 2"),
    (["codebreaker", "bound", "--game", "two-d", "--size", "3", "--minutes", "1"], 2, "needs a POSIX system"),
    # A tree for the eight words of the list below.
    (["precompute", "book", "--jobs", "1", "--lengths", "3", "--wordlist", "list", "--out", "a"], 0, "3 letters: 8"),
    (["referee", "run", "--players", "lingo-bot"], 2, "referee: it needs a POSIX system, such as Linux; "),
])  # fmt: skip
def test_programs_start_without_posix(arguments, code, output, tmp_path):
    (tmp_path / "list").write_text("abc\nabd\nbcd\ncab\ndab\nbad\ncad\ndca\n")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_POSIX, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        input="",
        timeout=120,
    )

    assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr
    assert output in done.stdout + done.stderr
