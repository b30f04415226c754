"""SIGTERM and SIGHUP end the program as Ctrl-C does: players are ended and nothing is left behind."""

import signal
import sys
import threading
from types import FrameType

from lingo_common.errors import SIGNALLED


def end_in_order() -> None:
    """Let SIGTERM and SIGHUP raise SystemExit with the exit code that shells report for them."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(SIGNALLED + number)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # it is ignored under nohup
                signal.signal(number, leave)
