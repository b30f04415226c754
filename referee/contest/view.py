"""What a player may see in its sandbox.

A player sees the system, and copies of its own files, which its author wrote. It sees some files of others as they are:
the programs that run it, such as an interpreter with its libraries, and what the contest's holder exposes. It does not
see runs, contest files with their words, programs of other players, or anything through which two players could talk.
"""

import os
import stat
from collections.abc import Collection, Iterable, Sequence

from lingo_common.paths import outermost, within
from referee.contest.folders import ENVIRONMENT_FILE, files_in, is_secret, secrets_inside
from referee.contest.limits import IsolationRequest
from referee.contest.visible_paths import (
    executed_files,
    links_on_the_way,
    mentioned_paths,
    named_paths,
    script_directory,
    toolchains,
)
from referee.runner.view import SYSTEM, View


def seen_paths(
    request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str], hidden: Collection[str]
) -> tuple[list[str], list[str]]:
    """Return what a player with this command may see beside the system: (its own paths, paths of others).

    It sees copies of its author's files and directories. Those of others it sees as they are: programs that run it, and
    what is exposed. The paths are returned as its command and the contest's holder write them, perhaps with links.

    exposed: paths that are exposed to it alone; hidden: what hidden_from returns.
    """
    live = outermost({*toolchains(arguments), *request.exposed, *exposed})
    live = [path for path in live if not is_secret(path, hidden)]

    own = []
    for path in outermost(files_of_command(arguments, with_folder=not request.careful)):
        if not is_secret(path, hidden) and not within(path, *live):
            own.append(path)

    return own, live


def files_of_command(arguments: Sequence[str], with_folder: bool) -> list[str]:
    """Return the files and directories that a command names, themselves or through a link; not devices.

    with_folder: whether the folder of its script is added, and that of the link's target if the script is a link.
    """
    without_links = [os.path.realpath(word) if os.path.islink(word) else word for word in arguments]
    paths: set[str] = set()
    for words in (arguments, without_links):
        paths |= named_paths(words)
        folder = script_directory(words) if with_folder else None
        if folder is not None:
            paths.add(folder)

    return [path for path in paths if os.path.isfile(path) or os.path.isdir(path)]


def hidden_from(request: IsolationRequest, arguments: Sequence[str]) -> set[str]:
    """Return the paths, without links, that a player with this command must not see.

    These are the paths of `request.hidden`, such as the directory of the run, and the programs of other players. Such a
    program is not hidden if the player's own command mentions it, or if it is exposed to all players. Other runs and
    contest files are not among the paths: view_of finds and hides them wherever they are.
    """
    # Without links, because two players may name one interpreter by different links.
    allowed = {os.path.realpath(path) for path in (*mentioned_paths(arguments), *request.exposed)}
    rivals = {os.path.realpath(path) for path in request.programs} - allowed
    # Whatever lies in SYSTEM, such as an interpreter, is seen by every player.
    hidden = {path for path in rivals if not within(path, *SYSTEM)}
    hidden.update(map(os.path.realpath, request.hidden))
    return hidden


def view_of(request: IsolationRequest, arguments: Sequence[str], exposed: Iterable[str] = ()) -> View:
    """Return what a player with this command sees in its sandbox, from the files as they are now.

    exposed: paths that are exposed to it alone. A folder that is too large to be copied is shown as it is, and a remark
    says so.
    """
    hidden = hidden_from(request, arguments)
    own_paths, live_paths = seen_paths(request, arguments, exposed, hidden)
    live = {path for path in map(os.path.realpath, live_paths) if not within(path, *SYSTEM)}

    copied: list[str] = []
    left_out: set[str] = set()
    remarks: list[str] = []
    for path in outermost(map(os.path.realpath, own_paths)):
        if within(path, *SYSTEM, *live):
            continue

        live_inside = _live_inside(path, hidden)
        if live_inside is None:
            remarks.append(f"{path}: too large to be copied: players see it as it is")
            live.add(path)
            continue

        live.update(live_inside)
        # A program that this user may execute but not read cannot be copied: _live_inside returns the program itself.
        if path not in live_inside:
            copied.append(path)
            left_out.update(set(secrets_inside(path)) - executed_files(arguments))
            left_out.update(secret for secret in hidden if within(secret, path))

    links: dict[str, str] = {}
    for path in (*files_of_command(arguments, with_folder=not request.careful), *live_paths):
        links |= links_on_the_way(path)

    all_live = tuple(outermost(live))
    return View(
        copied=tuple(copied),
        left_out=tuple(sorted(left_out)),
        live=all_live,
        covered=covered_in(all_live, hidden, arguments),
        links=tuple(sorted(links.items())),
        remarks=tuple(remarks),
    )


def covered_in(live: Iterable[str], hidden: Iterable[str], arguments: Sequence[str]) -> tuple[str, ...]:
    """Return what has to be covered in directories that a player sees as they are: the secrets that are in them now.

    hidden: other paths that the player must not see, without links. arguments: its command. What this runs is not
    covered: somebody else's contest file, in a folder that is exposed, could name it as a file of words.
    """
    covered: set[str] = set()
    for path in live:
        secrets = set(map(os.path.realpath, secrets_inside(path))) - executed_files(arguments)
        secrets.update(hidden)
        covered.update(secret for secret in secrets if within(secret, path) and os.path.lexists(secret))
    return tuple(outermost(covered))


def _live_inside(path: str, hidden: Collection[str]) -> set[str] | None:
    """Return the files and directories of a folder that are shown as they are although the folder is copied.

    These are virtual environments, and programs that this user may execute and not read; the path itself may be one.
    None if the folder is too large to be copied.
    """
    files = files_in(path, hidden)
    if files is None:  # there is too much to be copied
        return None

    live: set[str] = set()
    for file, relative, state in files:
        if stat.S_ISDIR(state.st_mode):
            is_environment = relative and os.path.isfile(os.path.join(file, ENVIRONMENT_FILE))
            if is_environment:
                live.add(file)
        elif stat.S_ISREG(state.st_mode):
            may_only_be_executed = os.access(file, os.X_OK) and not os.access(file, os.R_OK)
            if may_only_be_executed:
                live.add(file)

    return live
