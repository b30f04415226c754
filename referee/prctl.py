"""The few of Linux's process controls that Python does not offer; elsewhere they do nothing."""

import ctypes
import sys

SET_DUMPABLE = 4
SET_CHILD_SUBREAPER = 36


def prctl(option: int, value: int) -> bool:
    """Whether the system took the option; see prctl(2)."""
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0)
