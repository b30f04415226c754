"""Linux process controls that Python does not offer; on other systems they do nothing."""

import contextlib
import ctypes
import functools
import os
import platform
import sys

KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280}
"""The number of the system call keyctl(2), for which the C library has no function."""
_GET_DUMPABLE, _SET_DUMPABLE, _SET_CHILD_SUBREAPER = 3, 4, 36
_JOIN_SESSION_KEYRING = 1
_NEW_MOUNTS, _BIND, _REMOUNT, _READ_ONLY, _PRIVATE, _ALL_BELOW, _DETACH = 0x20000, 0x1000, 32, 1, 1 << 18, 0x4000, 2
"""CLONE_NEWNS; MS_BIND, MS_REMOUNT, MS_RDONLY, MS_PRIVATE and MS_REC of mount(2); MNT_DETACH of umount2(2)."""
PROGRAM = "referee"
_ARGUMENTS, _ENVIRONMENT = 48, 50
"""Fields of /proc/PID/stat (proc(5)): the address where each begins; the next field is the address where it ends."""


def hide_memory() -> bool:
    """Make memory, environment and open files of this process unreadable to other programs of its user."""
    return _prctl(_SET_DUMPABLE, 0)


def is_dumpable() -> bool:
    """Whether other programs of the same user may read this process's memory, environment and open files."""
    return sys.platform == "linux" and bool(_library().prctl(_GET_DUMPABLE, 0, 0, 0, 0))


def adopt_orphans() -> bool:
    """Become the parent of descendants whose parents end."""
    return _prctl(_SET_CHILD_SUBREAPER, 1)


def new_session_keyring() -> bool:
    """Whether this thread, and what it starts from now on, has a new and empty session keyring; see keyctl(2)."""
    number = KEYCTL.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return False
    return bool(_library().syscall(ctypes.c_long(number), _JOIN_SESSION_KEYRING, None) > 0)


def own_mounts() -> bool:
    """Whether this process has a mount namespace of its own now, from which no mount is passed on."""
    if sys.platform != "linux" or _library().unshare(_NEW_MOUNTS):
        return False
    return bool(_library().mount(None, b"/", None, ctypes.c_ulong(_PRIVATE | _ALL_BELOW), None) == 0)


def show_at(path: str, target: str) -> bool:
    """Whether the file or directory is mounted at this path too, read-only."""
    mount, point = _library().mount, os.fsencode(target)
    if mount(os.fsencode(path), point, None, ctypes.c_ulong(_BIND), None):
        return False
    return bool(mount(None, point, None, ctypes.c_ulong(_BIND | _REMOUNT | _READ_ONLY), None) == 0)


def unmount(target: str) -> bool:
    """Whether the mount at this path is gone."""
    return bool(_library().umount2(os.fsencode(target), _DETACH) == 0)


def hide_process() -> None:
    """Make this process unreadable to others; blank its environment, and its command line after the program's name.

    The system shows the command line of every program to everybody, and the rest to other programs of the same user.
    They tell the seed and the file of words. Linux only. sys.argv and os.environ keep their values: they are copies.
    """
    if not hide_memory():
        return
    with contextlib.suppress(OSError, ValueError, IndexError):
        with open("/proc/self/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
        _blank_arguments(*_region(fields, _ARGUMENTS))
        for name, value in list(os.environ.items()):
            os.environ[name] = value  # moves the C library's copy out of the region that is blanked
        start, length = _region(fields, _ENVIRONMENT)
        ctypes.memset(start, 0, length)


def _region(fields: list[bytes], number: int) -> tuple[int, int]:
    """Address and length of a region; `fields` begins with the third field of the file."""
    start, end = int(fields[number - 3]), int(fields[number - 2])
    return start, max(0, end - start)


def _blank_arguments(start: int, length: int) -> None:
    """Blank the command line after the program's name, by which people find the process."""
    end = 0
    for word in ctypes.string_at(start, length).split(b"\0"):
        end += len(word) + 1
        if os.path.basename(word) == PROGRAM.encode():
            ctypes.memset(start + end, 0, max(0, length - end))
            return
    first = ctypes.string_at(start, length).find(b"\0") + 1
    ctypes.memset(start + first, 0, length - first)


def _prctl(option: int, value: int) -> bool:
    """Whether the system accepted the option; see prctl(2)."""
    return sys.platform == "linux" and bool(_library().prctl(option, ctypes.c_ulong(value), 0, 0, 0) == 0)


@functools.cache
def _library() -> ctypes.CDLL:
    """The C library; loading it anew takes longer than a call."""
    return ctypes.CDLL(None)
