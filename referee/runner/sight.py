"""The files that a player in a sandbox sees beside the system: copies of its own files, and toolchains as they are."""

import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from referee.contest.isolation import IsolationRequest
from referee.contest.player import Program
from referee.contest.players import commands_of
from referee.runner.messages import Box, Launch
from referee.runner.secrets_inside import is_secret, secrets_inside
from referee.runner.stage import Stage, TooLarge, digest_of_files, environments_in, give, is_open, is_readable
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

    own: tuple[str, ...]
    """Files and directories of its author's, of which it sees a copy."""
    live: tuple[str, ...]
    """Files and directories that it sees as they are."""
    hidden: tuple[str, ...]
    """What it does not see within them."""

    @property
    def visible(self) -> list[str]:
        """All that it sees, none within another."""
        return outermost([*self.own, *self.live])


def sight(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> Sight:
    """The files that a player with this command sees; exposed: those that it alone sees."""
    tools = toolchains(arguments)
    live = outermost({*tools, *request.exposed, *exposed})
    real = [os.path.realpath(word) if os.path.islink(word) else word for word in arguments]
    folders = {None} if request.careful else {script_directory(arguments), script_directory(real)}
    required = [path for words in (arguments, real) for path in required_paths(words) if not is_shared(path)]
    inside = (*SYSTEM, *live)
    copied = {path for path in (*required, *folders) if path and _is_plain(path) and not _within_any(path, inside)}
    hidden = [*request.hidden, *_of_others(request, arguments)]
    for path in filter(os.path.isdir, live):
        hidden += secrets_inside(path) or ()
    return Sight(
        tuple(path for path in outermost(copied) if not is_secret(path, hidden)),
        tuple(path for path in live if not is_secret(path, hidden)),
        tuple(dict.fromkeys(hidden)),
    )


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
                copy = self.stage.copy(path, seen.hidden, user)
            except TooLarge:
                live.add(path)
                self.remarks.append(f"{path}: too large to be copied: players see it as it is")
            else:
                places[path] = copy
                live |= {*environments_in(copy, path)}
        places |= {path: self.stage.reachable(path, user) for path in live}
        for path, source in sorted(places.items()):
            yield from ("--ro-bind", source, path)
        hidden = {*seen.hidden, *(secret for path in live - {*seen.live} for secret in secrets_inside(path) or ())}
        yield from covers(hidden, sorted(live), user is None)


def covers(hidden: Iterable[str], visible: Iterable[str], closed: bool = True) -> Iterator[str]:
    """Empty directories and files over the hidden paths that would be visible otherwise.

    closed: whether those too that lie in directories which only their owner may enter.
    """
    secrets = [os.path.realpath(path) for path in dict.fromkeys(hidden)]
    for path in visible:
        real = os.path.realpath(path)
        for secret in secrets:
            if within(secret, real) and os.path.lexists(secret) and (closed or is_open(secret, real)):
                target = path + secret[len(real) :]
                yield from ("--tmpfs", target) if os.path.isdir(secret) else ("--ro-bind", "/dev/null", target)


def _of_others(request: IsolationRequest, arguments: Sequence[str]) -> list[str]:
    """The programs of other players, without the system's; a link to a shared interpreter is its file."""
    own = {os.path.realpath(path) for path in (*mentioned_files(arguments), *request.exposed)}
    programs = {os.path.realpath(path) for path in request.programs} - own
    return [path for path in programs if not _within_any(path, SYSTEM)]


def _is_plain(path: str) -> bool:
    """Whether the path is a file or a directory, and no device."""
    return os.path.isfile(path) or os.path.isdir(path)


def _within_any(path: str, directories: Iterable[str]) -> bool:
    return any(within(path, directory) for directory in directories)
