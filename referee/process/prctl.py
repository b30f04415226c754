"""Linux process controls that Python does not offer; on other systems they do nothing."""

import ctypes
import functools
import platform
import sys

_GET_DUMPABLE, SET_DUMPABLE = 3, 4
SET_CHILD_SUBREAPER, _GET_CHILD_SUBREAPER = 36, 37
KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280}
"""The number of the system call keyctl(2), for which the C library has no function."""
_JOIN_SESSION_KEYRING = 1


def prctl(option: int, value: int) -> bool:
    """Whether the system accepted the option; see prctl(2)."""
    if sys.platform != "linux":
        return False
    return bool(_library().prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0)


def is_dumpable() -> bool:
    """Whether other programs of the same user may read this process's memory, environment and open files."""
    return sys.platform == "linux" and bool(_library().prctl(_GET_DUMPABLE, 0, 0, 0, 0))


def is_subreaper() -> bool:
    """Whether this process is the sub-reaper of its descendants."""
    value = ctypes.c_int()
    asked = sys.platform == "linux" and not _library().prctl(_GET_CHILD_SUBREAPER, ctypes.byref(value))
    return asked and bool(value.value)


def new_session_keyring() -> bool:
    """Whether this thread, and what it starts from now on, has a new and empty session keyring; see keyctl(2)."""
    number = KEYCTL.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    return bool(_library().syscall(ctypes.c_long(number), _JOIN_SESSION_KEYRING, None) > 0)


@functools.cache
def _library() -> ctypes.CDLL:
    """The C library; loading it anew takes longer than a call."""
    return ctypes.CDLL(None)
