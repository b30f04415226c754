"""Linux process controls that Python does not offer; on other systems they do nothing."""

import contextlib
import ctypes
import functools
import os
import sys

from lingo_common.files import read_small_file

KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280}
"""The number of the system call keyctl(2), for which the C library has no function."""
# Of prctl(2): PR_GET_DUMPABLE, PR_SET_DUMPABLE and PR_SET_CHILD_SUBREAPER.
_GET_DUMPABLE, _SET_DUMPABLE, _SET_CHILD_SUBREAPER = 3, 4, 36
_JOIN_SESSION_KEYRING = 1
"""KEYCTL_JOIN_SESSION_KEYRING of keyctl(2)."""
_NEW_MOUNTS = 0x20000
"""CLONE_NEWNS of unshare(2)."""
# Flags of mount(2): MS_BIND, MS_REMOUNT, MS_RDONLY, MS_PRIVATE and MS_REC.
_BIND = 0x1000
_REMOUNT = 32
_READ_ONLY = 1
_PRIVATE = 1 << 18
_ALL_BELOW = 0x4000
_DETACH = 2
"""MNT_DETACH of umount2(2)."""
_REGIONS = slice(45, 49)
"""The addresses of arguments and environment in /proc/PID/stat: arg_start, arg_end, env_start and env_end.

They are the fields 48 to 51 of proc_pid_stat(5). A list of the fields after the program's name begins with field 3.
"""


def hide_memory() -> bool:
    """Make memory, environment and open files of this process unreadable to other programs of its user."""
    return _call("prctl", _SET_DUMPABLE, 0, 0, 0, 0) == 0


def is_dumpable() -> bool:
    """Return whether other programs of the same user may read this process's memory, environment and open files."""
    return _call("prctl", _GET_DUMPABLE, 0, 0, 0, 0) > 0


def adopt_orphans() -> None:
    """Become the parent of descendants whose parents end."""
    _call("prctl", _SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def new_session_keyring() -> bool:
    """Give this thread, and what it starts from now on, a new and empty session keyring; return whether it has one.

    See keyctl(2).
    """
    number = KEYCTL.get(os.uname().machine)
    return number is not None and _call("syscall", number, _JOIN_SESSION_KEYRING, None) > 0


def make_mount_namespace() -> bool:
    """Give this process a mount namespace, from which no mount is passed on; return whether that succeeded."""
    if _call("unshare", _NEW_MOUNTS) != 0:
        return False
    return _call("mount", None, b"/", None, _PRIVATE | _ALL_BELOW, None) == 0


def mount_read_only(path: str, target: str) -> bool:
    """Mount the file or directory at the path `target` too, read-only; return whether that succeeded."""
    mount_point = os.fsencode(target)
    if _call("mount", os.fsencode(path), mount_point, None, _BIND, None) != 0:
        return False

    # mount(2) makes a new mount of a directory read-only in a second step.
    return _call("mount", None, mount_point, None, _BIND | _REMOUNT | _READ_ONLY, None) == 0


def unmount(target: str) -> None:
    """Undo the mount at this path."""
    _call("umount2", os.fsencode(target), _DETACH)


def hide_process() -> None:
    """Make this process unreadable to others; blank its environment, and its command line after the program's name.

    The system shows the command line of every program to everybody, and the rest to other programs of the same user.
    They tell the seed and the file of words. Linux only. sys.argv and os.environ keep their values: they are copies.
    """
    if not hide_memory():
        return

    with contextlib.suppress(OSError, ValueError):
        fields = read_small_file("/proc/self/stat").rpartition(b")")[2].split()
        start, end, environment, environment_end = map(int, fields[_REGIONS])

        # The program's name stays, so that people find the process.
        start += ctypes.string_at(start, end - start).find(b"\0") + 1

        # The C library's variables lie in the region that is blanked. To set one again moves it to new memory.
        for name, value in list(os.environ.items()):
            os.environ[name] = value

        for first, last in ((start, end), (environment, environment_end)):
            ctypes.memset(first, 0, last - first)


def _call(name: str, *arguments: int | bytes | None) -> int:
    """Return the result of a function of the C library; -1 on other systems."""
    if sys.platform != "linux":
        return -1
    words = (ctypes.c_ulong(word) if isinstance(word, int) else word for word in arguments)
    return int(getattr(_library(), name)(*words))


@functools.cache
def _library() -> ctypes.CDLL:
    """Return the C library; loading it anew takes longer than a call. Windows has none by this name."""
    return ctypes.CDLL(None)
