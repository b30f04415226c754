"""Ctrl-C while a program is loaded, and after."""

import signal
import subprocess
import sys

import pytest

STRIKE = "import os, signal; from lingo_common.interrupts import as_usual, end_at_once\n"
HIT = "os.kill(os.getpid(), signal.SIGINT)\n"


@pytest.mark.parametrize(
    ("program", "code", "said"),
    [
        (f"end_at_once()\n{HIT}", -signal.SIGINT, ""),
        (f"end_at_once()\nas_usual()\ntry:\n    {HIT}except KeyboardInterrupt:\n    print('caught')", 0, "caught\n"),
        (
            f"signal.signal(signal.SIGINT, signal.SIG_IGN)\nend_at_once()\n{HIT}as_usual()\n{HIT}print('ignored')",
            0,
            "ignored\n",
        ),
    ],
    ids=["while loading", "afterwards", "ignored by who started it"],
)
def test_ctrl_c(program, code, said):
    done = subprocess.run([sys.executable, "-c", STRIKE + program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (code, said, "")
