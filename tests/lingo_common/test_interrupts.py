"""Ctrl-C while a program is loaded, and after; what runs too long is ended."""

import signal
import subprocess
import sys
import time

import pytest

from lingo_common.signals import TimeUp, time_limit

STRIKE = "import os, signal; from lingo_common.process import restore, end_at_once\n"
HIT = "os.kill(os.getpid(), signal.SIGINT)\n"


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        (f"end_at_once()\n{HIT}", -signal.SIGINT, ""),
        (
            f"end_at_once()\nrestore()\ntry:\n    {HIT}except KeyboardInterrupt:\n    print('caught')",
            0,
            "caught\n",
        ),
        (
            f"signal.signal(signal.SIGINT, signal.SIG_IGN)\nend_at_once()\n{HIT}restore()\n{HIT}print('ignored')",
            0,
            "ignored\n",
        ),
    ],
    ids=["while loading", "afterwards", "ignored by who started it"],
)
def test_ctrl_c(program, code, said):
    done = subprocess.run([sys.executable, "-c", STRIKE + program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (code, said, "")


ENDED = """
import os, signal, threading, time
import click
from lingo_common.cli.command import run_program
from lingo_common.pieces import process_pool

def work():
    with process_pool(2) as executor:
        waiting = executor.submit(time.sleep, 60)
        while not waiting.running():
            time.sleep(0.01)
        try:
            threading.Timer(0.1, os.kill, (os.getpid(), signal.{name})).start()
            waiting.result()
        finally:
            print("kept")

run_program(click.Command("thing", callback=work), "thing")
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_other_signals_end_a_program_as_ctrl_c_does(name, code):
    """It keeps what it has, ends its processes, and says which signal it was."""
    program = [sys.executable, "-c", ENDED.format(name=name)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (code, "kept\n", f"thing: ended by {name}")


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
