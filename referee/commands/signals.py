"""Signals that end the program in order, as Ctrl-C does: players ended, nothing left behind."""

import signal
import sys
import threading
from types import FrameType

from lingo_common.errors import SIGNALLED


def end_in_order() -> None:
    """Let SIGTERM and SIGHUP raise SystemExit with the exit code of a program that they ended."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(SIGNALLED + number)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup's wish is respected
                signal.signal(number, leave)
