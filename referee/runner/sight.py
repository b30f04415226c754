"""The files that a player in a sandbox sees beside the system: copies of its own files, and toolchains as they are."""

import hashlib
import itertools
import os
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lingo_common.errors import printable
from referee.contest.conditions import IsolationRequest
from referee.contest.player import Program
from referee.contest.players import commands_of
from referee.runner.contents import (
    ENVIRONMENT,
    TooLarge,
    copy_files,
    digest_of_files,
    digests_by_file,
    is_secret,
    secrets_inside,
)
from referee.runner.held_directory import PASSABLE, remove
from referee.runner.messages import Box, Launch
from referee.runner.prctl import own_mounts, show_at, unmount
from referee.runner.visible_paths import (
    SYSTEM,
    links_on_the_way,
    mentioned_paths,
    named_paths,
    outermost,
    script_directory,
    toolchains,
    within,
)

_FRESH, _SHARE = 5.0, 50
"""Seconds for which the list of what is covered in live directories is used again; looks take 1/50 of the time."""

_PATHS_SHOWN = 3
"""The most changed files of a player that a message names."""


@dataclass(frozen=True)
class Sight:
    """The files that a player sees beside the system."""

    own: list[str]
    """Files and directories of its author's, of which it sees a copy."""
    live: list[str]
    """Files and directories that it sees as they are."""
    links: dict[str, str]
    """The links on the way to these, with their targets."""
    hidden: set[str]
    """What it does not see within them, beside the secrets inside what is live: paths without links."""


def sight(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> Sight:
    """The files that a player with this command sees; exposed: those that it alone sees."""
    live = outermost({*toolchains(arguments), *request.exposed, *exposed})
    real = [os.path.realpath(word) if os.path.islink(word) else word for word in arguments]
    own = {path for words in (arguments, real) for path in named_paths(words)}
    own.update(() if request.careful else filter(None, map(script_directory, (arguments, real))))
    plain = [path for path in own if os.path.isfile(path) or os.path.isdir(path)]  # not a device
    shared = {os.path.realpath(path) for path in (*mentioned_paths(arguments), *request.exposed)}
    rivals = {os.path.realpath(path) for path in request.programs} - shared  # links to an interpreter are its file
    hidden = {*map(os.path.realpath, request.hidden), *(path for path in rivals if not within(path, *SYSTEM))}
    own_paths, live = ([path for path in outermost(paths) if not is_secret(path, hidden)] for paths in (plain, live))
    links: dict[str, str] = {}
    for path in (*plain, *live):
        links |= links_on_the_way(path)
    return Sight([path for path in own_paths if not within(path, *live)], live, links, hidden)


def with_files(player: Program, request: IsolationRequest) -> Program:
    """Return the player with the digests of its own files as they are now.

    `digest` covers what the commands of its preparation and of its games name: files, and directories with all that is
    in them. `files` covers these and the rest of the folder of its script, file by file.
    """
    commands = [words for words in commands_of(player) if words]
    views = [sight(request, words, player.expose) for words in commands]
    hidden = set.intersection(*(view.hidden for view in views)) if views else set()
    own = outermost(path for view in views for path in view.own)
    named = outermost(path for path in _named(commands) if within(path, *own))
    return replace(player, digest=digest_of_files(named, hidden), files=digests_by_file(own, hidden))


@dataclass(frozen=True)
class Changes:
    """How the files of a player differ from what they were."""

    are_its_own: bool
    """Whether they are files that its commands name: then it may be another player."""
    named: list[str]
    """These files, with those that were in directories which the commands name; sorted, empty if it is not known."""
    beside: list[str]
    """Other files of its folder, and new ones in directories that its commands name; sorted."""


def changes(before: Program, now: Program) -> Changes:
    """Return how the files of the player now differ from those before; both as with_files returns them."""
    is_of_an_older_kind = not before.files and bool(now.files)
    if not before.digest or is_of_an_older_kind:
        # Before format 4 of the record the digest depended on every file of the folder.
        return Changes(False, [], [])
    paths = before.files.keys() | now.files.keys()
    differing = {path for path in paths if before.files.get(path) != now.files.get(path)}
    if before.digest == now.digest:
        return Changes(False, [], sorted(differing))

    tops = _named(words for words in commands_of(now) if words)
    changed = {path for path in differing & before.files.keys() if within(path, *tops)}
    changed |= differing & tops
    # Without a list file by file, all that is known is that something differs.
    are_its_own = bool(changed) or not (before.files and now.files)
    return Changes(are_its_own, sorted(changed), sorted(differing - changed))


def some_of(paths: Sequence[str]) -> str:
    """Return the first paths in one line, and how many more there are: "/a, /b, /c and 5 more"."""
    shown = ", ".join(map(printable, paths[:_PATHS_SHOWN]))
    rest = len(paths) - _PATHS_SHOWN
    return f"{shown} and {rest} more" if rest > 0 else shown


def _named(commands: Iterable[Sequence[str]]) -> set[str]:
    """The files and directories that the commands name, themselves or through a link."""
    named: set[str] = set()
    for words in commands:
        real = [os.path.realpath(word) if os.path.islink(word) else word for word in words]
        named |= named_paths(words) | named_paths(real)
    return {path for path in named if os.path.isfile(path) or os.path.isdir(path)}


class Views:
    """The mounts of the players of a run, and the copies of files that they show, made once."""

    def __init__(self, directory: str) -> None:
        """directory: that of the run; the next runner of the same run finds the copies there again."""
        self._copies, self._mounts = os.path.join(directory, "stage"), os.path.join(directory, f"mounts-{os.getpid()}")
        for folder in (self._copies, self._mounts):
            os.makedirs(folder, exist_ok=True)
            os.chmod(folder, PASSABLE)
        self._mounted: dict[str, str] = {}
        self._numbers = itertools.count()
        self._options: dict[object, tuple[float, tuple[str, ...]]] = {}
        self._large: set[str] = set()
        self.remarks: list[str] = []
        """Lines for the contest holder that were not sent yet."""

    def mounts(self, launch: Launch, box: Box) -> tuple[str, ...]:
        """Bubblewrap's arguments that show what the player sees; later mounts lie on top of earlier ones."""
        key = (launch.arguments, launch.equipment.exposed, box)
        until, options = self._options.get(key, (0.0, ()))
        if (start := time.monotonic()) >= until:
            options = tuple(self._show(sight(box.request, launch.arguments, launch.equipment.exposed), box.user))
            now = time.monotonic()
            self._options[key] = (now + max(_FRESH, _SHARE * (now - start)), options)
        return options

    def prepared_directory(self, path: str, writable: bool, user: int | None) -> str:
        """The directory shown as `prepared/`: a copy; where its preparation may write, the directory itself."""
        if not writable:
            return self.reachable(self.copy(path, (), user), user)
        if user is not None:
            for folder, _, files in os.walk(path):
                for name in ("", *files):
                    os.chown(os.path.join(folder, name), user, user, follow_symlinks=False)
        return path

    def forget(self) -> None:
        """Let the mounts be found anew: something has gone that was to be covered."""
        self._options.clear()

    def copy(self, path: str, hidden: Iterable[str], user: int | None) -> str:
        """The copy of the file or directory without what is hidden, made unless it was before; itself if too large.

        user: the owner of the copy; None for this process's user.
        """
        apart = sorted(secret for secret in hidden if within(secret, path))
        name = hashlib.sha256("\0".join([path, str(user), *apart]).encode(errors="surrogateescape")).hexdigest()[:32]
        target = os.path.join(self._copies, name)
        if path not in self._large and not os.path.lexists(target):
            part = f"{target}.part"
            remove(part)
            try:
                copy_files(path, part, apart, user)
                os.rename(part, target)
            except TooLarge:
                self._large.add(path)
                self.remarks.append(f"{path}: too large to be copied: players see it as it is")
        return path if path in self._large else target

    def reachable(self, path: str, user: int | None) -> str:
        """A path by which the user reaches this file or directory: itself, or a read-only mount of this process's own.

        OSError if nothing can be mounted here.
        """
        if user is None or _is_open(path):
            return path
        if path not in self._mounted:
            if not (self._mounted or own_mounts()):
                raise OSError("no mount namespace can be made")
            target = os.path.join(self._mounts, str(next(self._numbers)))
            make_target = os.mkdir if os.path.isdir(path) else os.mknod
            make_target(target)
            if not show_at(path, target):
                raise OSError(f"{path}: cannot be shown to players, which are not root")
            self._mounted[path] = target
        return self._mounted[path]

    def close(self) -> None:
        """Undo the mounts; the directory of the run can be removed then."""
        for target in self._mounted.values():
            unmount(target)

    def _show(self, seen: Sight, user: int | None) -> Iterator[str]:
        """Copies, toolchains and covers. What is not the system's and what its user may not read is copied too."""
        # Mounts lie at real paths. The links to them are made, so that a player finds them as it does outside.
        real = map(os.path.realpath, seen.live)
        all_live = outermost(path for path in real if not within(path, *SYSTEM))
        own = [path for path in outermost(map(os.path.realpath, seen.own)) if not within(path, *SYSTEM, *all_live)]
        live = {path for path in all_live if user is None or _is_readable(path)}
        places: dict[str, str] = {}
        for path in sorted({*own, *all_live} - live):
            places[path] = self.copy(path, seen.hidden, user)
            live.update([path] if places[path] == path else _environments_in(places[path], path))
        places |= {path: self.reachable(path, user) for path in live}
        for path, source in sorted(places.items()):
            yield from ("--ro-bind", source, path)
        for link, target in seen.links.items():
            if not within(link, *places):
                yield from ("--symlink", target, link)
        yield from _covers(seen.hidden.union(*map(secrets_inside, live)), sorted(live), user)


def _covers(hidden: Iterable[str], visible: Iterable[str], user: int | None) -> Iterator[str]:
    """Empty directories and files over the hidden paths that the user would see otherwise."""
    secrets = outermost(path for path in map(os.path.realpath, hidden) if os.path.lexists(path))
    for path in visible:
        real = os.path.realpath(path)
        for secret in secrets:
            if within(secret, real) and (user is None or _is_open(secret, real)):
                target = path + secret[len(real) :]
                empty = ("--tmpfs", target, "--remount-ro", target)
                yield from empty if os.path.isdir(secret) else ("--ro-bind", "/dev/null", target)


def _environments_in(copy: str, path: str) -> list[str]:
    """The virtual environments in a directory of which there is this copy, where they are empty directories."""
    folders = (path + os.path.join(folder, name)[len(copy) :] for folder, names, _ in os.walk(copy) for name in names)
    return [folder for folder in folders if os.path.isfile(os.path.join(folder, ENVIRONMENT))]


def _is_open(path: str, top: str = "/") -> bool:
    """Whether everybody may enter all directories above the path, from top on."""
    above = Path(os.path.realpath(path)).parents
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in above if folder.is_relative_to(top))


def _is_readable(path: str) -> bool:
    """Whether everybody may read the file, or look into the directory; True if it is gone."""
    if not os.path.exists(path):
        return True
    needed = stat.S_IROTH | (stat.S_IXOTH if os.path.isdir(path) else 0)
    return os.stat(path).st_mode & needed == needed
