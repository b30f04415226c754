"""The files that a player in a sandbox sees beside the system: copies of its own files, and toolchains as they are."""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.contest.conditions import IsolationRequest
from referee.contest.player import Program
from referee.contest.players import commands_of
from referee.runner.contents import TooLarge, digest_of_files, is_secret, secrets_inside
from referee.runner.messages import Box, Launch
from referee.runner.stage import Stage, environments_in, give, is_open, is_readable
from referee.runner.visible_paths import (
    SYSTEM,
    is_shared,
    mentioned_files,
    outermost,
    required_paths,
    script_directory,
    toolchains,
    within,
)

_FRESH, _SHARE = 5.0, 50
"""Seconds for which the list of what is covered in live directories is used again; looks take 1/50 of the time."""


@dataclass(frozen=True)
class Sight:
    """The files that a player sees beside the system."""

    own: list[str]
    """Files and directories of its author's, of which it sees a copy."""
    live: list[str]
    """Files and directories that it sees as they are."""
    hidden: set[str]
    """What it does not see within them."""


def sight(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> Sight:
    """The files that a player with this command sees; exposed: those that it alone sees."""
    live = outermost({*toolchains(arguments), *request.exposed, *exposed})
    real = [os.path.realpath(word) if os.path.islink(word) else word for word in arguments]
    required = {path for words in (arguments, real) for path in required_paths(words) if not is_shared(path)}
    folders = () if request.careful else filter(None, map(script_directory, (arguments, real)))
    own = [path for path in required.union(folders) if _is_plain(path) and not within(path, *SYSTEM, *live)]
    shared = {os.path.realpath(path) for path in (*mentioned_files(arguments), *request.exposed)}
    rivals = {os.path.realpath(path) for path in request.programs} - shared  # links to an interpreter are its file
    hidden = {*request.hidden, *(path for path in rivals if not within(path, *SYSTEM))}
    hidden.update(*map(secrets_inside, filter(os.path.isdir, live)))
    own, live = ([path for path in outermost(paths) if not is_secret(path, hidden)] for paths in (own, live))
    return Sight(own, live, hidden)


def files_digest(player: Program, request: IsolationRequest) -> str:
    """The digest of the player's own files (digest_of_files), of its preparation and of its games."""
    views = [sight(request, words, player.expose) for words in commands_of(player) if words]
    hidden = {path for view in views for path in view.hidden}
    return digest_of_files(outermost(path for view in views for path in view.own), hidden)


class Views:
    """The mounts of the players of a run."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        """The copies of the players' files."""
        self._known: dict[object, tuple[float, tuple[str, ...]]] = {}
        self.remarks: list[str] = []
        """Lines for the contest holder that were not sent yet."""

    def mounts(self, launch: Launch, box: Box) -> tuple[str, ...]:
        """Bubblewrap's arguments that show what the player sees; later mounts lie on top of earlier ones."""
        key = (launch.arguments, launch.equipment.exposed, box)
        until, options = self._known.get(key, (0.0, ()))
        if (start := time.monotonic()) >= until:
            options = tuple(self._mounts(sight(box.request, launch.arguments, launch.equipment.exposed), box.user))
            now = time.monotonic()
            self._known[key] = (now + max(_FRESH, _SHARE * (now - start)), options)
        return options

    def prepared_directory(self, path: str, writable: bool, user: int | None) -> str:
        """The directory shown as `prepared/`: a copy; where its preparation may write, the directory itself."""
        if writable:
            give(path, user)
            return path
        try:
            return self.stage.copy(path, (), user)
        except TooLarge:
            return self.stage.reachable(path, user)

    def forget(self) -> None:
        """Let the mounts be found anew: something has gone that was to be covered."""
        self._known.clear()

    def _mounts(self, seen: Sight, user: int | None) -> Iterator[str]:
        """Copies, toolchains and covers. What is not the system's and what its user may not read is copied too."""
        places: dict[str, str] = {}
        live = {path for path in seen.live if user is None or is_readable(path)}
        for path in sorted({*seen.own, *seen.live} - live):
            try:
                places[path] = self.stage.copy(path, seen.hidden, user)
                live.update(environments_in(places[path], path))
            except TooLarge:
                live.add(path)
                self.remarks.append(f"{path}: too large to be copied: players see it as it is")
        places |= {path: self.stage.reachable(path, user) for path in live}
        for path, source in sorted(places.items()):
            yield from ("--ro-bind", source, path)
        yield from _covers(seen.hidden.union(*map(secrets_inside, live.difference(seen.live))), sorted(live), user)


def _covers(hidden: Iterable[str], visible: Iterable[str], user: int | None) -> Iterator[str]:
    """Empty directories and files over the hidden paths that the user would see otherwise."""
    secrets = outermost(path for path in map(os.path.realpath, hidden) if os.path.lexists(path))
    for path in visible:
        real = os.path.realpath(path)
        for secret in secrets:
            if within(secret, real) and (user is None or is_open(secret, real)):
                target = path + secret[len(real) :]
                empty = ("--tmpfs", target, "--remount-ro", target)
                yield from empty if os.path.isdir(secret) else ("--ro-bind", "/dev/null", target)


def _is_plain(path: str) -> bool:
    """Whether the path is a file or a directory, and no device."""
    return os.path.isfile(path) or os.path.isdir(path)
