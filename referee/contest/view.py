"""What a player may see in its sandbox.

A player sees the system; copies of its own files, which its author wrote; and as they are the programs of others that
run it, such as an interpreter with its libraries, and what the contest's holder exposes. It does not see runs, contest
files with their words, programs of other players, or anything through which two players could talk.
"""

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lingo_common.paths import outermost, within
from referee.contest.conditions import IsolationRequest
from referee.contest.secrets import (
    ENVIRONMENT,
    TooLarge,
    files_in,
    is_secret,
    secrets_inside,
)
from referee.contest.visible_paths import (
    links_on_the_way,
    mentioned_paths,
    named_paths,
    script_directory,
    toolchains,
)
from referee.runner.view import SYSTEM, View


@dataclass(frozen=True)
class Sight:
    """The places of the files that a player sees beside the system, as its command names them."""

    own: list[str]
    """Files and directories of its author's."""
    live: list[str]
    """Files and directories that it sees as they are."""
    links: dict[str, str]
    """The links on the way to these, with their targets."""
    hidden: set[str]
    """What it does not see within them, beside the secrets inside them: paths without links."""


def sight(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> Sight:
    """The files that a player with this command sees; exposed: those that it alone sees."""
    live = outermost({*toolchains(arguments), *request.exposed, *exposed})

    # The command may name its files through links. What lies beside a link, and beside its target, is the player's.
    real = [os.path.realpath(word) if os.path.islink(word) else word for word in arguments]
    own = named_paths(arguments) | named_paths(real)
    if not request.careful:
        own.update(filter(None, map(script_directory, (arguments, real))))
    plain = [path for path in own if os.path.isfile(path) or os.path.isdir(path)]  # not a device

    # A file that the command mentions is its own too, whoever else names it. Links to an interpreter are its file.
    shared = {os.path.realpath(path) for path in (*mentioned_paths(arguments), *request.exposed)}
    rivals = {os.path.realpath(path) for path in request.programs} - shared
    hidden = {path for path in rivals if not within(path, *SYSTEM)}
    hidden.update(map(os.path.realpath, request.hidden))

    own_paths = [path for path in outermost(plain) if not is_secret(path, hidden)]
    live = [path for path in outermost(live) if not is_secret(path, hidden)]
    links: dict[str, str] = {}
    for path in (*plain, *live):
        links |= links_on_the_way(path)
    return Sight([path for path in own_paths if not within(path, *live)], live, links, hidden)


def view_of(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> View:
    """Return what a player with this command sees in its sandbox, from the files as they are now.

    exposed: paths that it alone sees beside those of the request. A folder that is too large to be copied is shown as
    it is, and a remark says so.
    """
    seen = sight(request, arguments, exposed)
    live = {path for path in map(os.path.realpath, seen.live) if not within(path, *SYSTEM)}

    copied: list[str] = []
    left_out: set[str] = set()
    remarks: list[str] = []
    for path in outermost(map(os.path.realpath, seen.own)):
        if within(path, *SYSTEM, *live):
            continue
        try:
            live_inside = _live_inside(path, seen.hidden)
        except TooLarge:
            remarks.append(f"{path}: too large to be copied: players see it as it is")
            live.add(path)
            continue
        live.update(live_inside)
        if path not in live_inside:
            copied.append(path)
            left_out.update(secrets_inside(path), (secret for secret in seen.hidden if within(secret, path)))

    live_paths = tuple(outermost(live))
    return View(
        tuple(copied),
        tuple(sorted(left_out)),
        live_paths,
        covered_in(live_paths, seen.hidden),
        tuple(sorted(seen.links.items())),
        tuple(remarks),
    )


def covered_in(live: Iterable[str], hidden: Iterable[str]) -> tuple[str, ...]:
    """Return what is covered in these directories, which a player sees as they are: the secrets in them now.

    hidden: paths that the player must not see, without links.
    """
    covered: set[str] = set()
    for path in live:
        secrets = map(os.path.realpath, (*secrets_inside(path), *hidden))
        covered.update(secret for secret in secrets if within(secret, path) and os.path.lexists(secret))
    return tuple(outermost(covered))


def _live_inside(path: str, hidden: Iterable[str]) -> set[str]:
    """The files and directories of a folder, or the path itself, that are shown as they are although it is copied.

    These are virtual environments, and programs that this user may execute and not read. Raises TooLarge if the folder
    is too large to be copied.
    """
    live: set[str] = set()
    for relative, state in files_in(path, list(hidden)):
        file = os.path.join(path, relative) if relative else path
        if stat.S_ISDIR(state.st_mode):
            if relative and os.path.isfile(os.path.join(file, ENVIRONMENT)):
                live.add(file)
        elif stat.S_ISREG(state.st_mode) and not os.access(file, os.R_OK) and os.access(file, os.X_OK):
            live.add(file)
    return live
