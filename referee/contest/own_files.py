"""The digests of a player's own files, and how the files differ from what they were."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from lingo_common.errors import printable
from lingo_common.paths import outermost, within
from referee.contest.conditions import IsolationRequest
from referee.contest.player import Program
from referee.contest.secrets import digest_of_files, digests_by_file
from referee.contest.view import files_named_in, sight

_PATHS_SHOWN = 3
"""The most changed files of a player that a message names."""


def with_files(player: Program, request: IsolationRequest) -> Program:
    """Return the player with the digests of its own files as they are now.

    `digest` covers what the commands of its preparation and of its games name: files, and directories with all that is
    in them. `files` covers these and the rest of the folder of its script, file by file.
    """
    # A file is hidden from the player only if none of its commands may see it.
    views = [sight(request, words, player.expose) for words in player.commands]
    hidden = set.intersection(*[view.hidden for view in views])
    own = outermost(itertools.chain.from_iterable(view.own for view in views))
    own_named_paths = outermost(path for path in _paths_named_in(player.commands) if within(path, *own))

    return replace(player, digest=digest_of_files(own_named_paths, hidden), files=digests_by_file(own, hidden))


@dataclass(frozen=True)
class Changes:
    """How the files of a player differ from what they were."""

    are_its_own: bool
    """Whether files differ that its commands name. If so, it may be another player."""
    named: list[str]
    """The paths of these files, sorted; empty if they are not known one by one.

    A file in a directory that a command names counts, if it was there before.
    """
    beside: list[str]
    """The other paths that differ, sorted: other files of its folder, and new files in directories that are named."""


def changes(before: Program, now: Program) -> Changes:
    """Return how the files of the player now differ from those before; both as with_files returns them."""
    # Before format 4 of the record the digest depended on every file of the folder, and there was no list of files.
    has_no_list_before = not before.files and bool(now.files)
    if not before.digest or has_no_list_before:
        return Changes(False, [], [])

    differing = _differing_paths(before.files, now.files)
    if before.digest == now.digest:
        return Changes(False, [], sorted(differing))

    # A file in a directory that is named counts if it was there before, a file that is named itself in any case.
    named_paths_now = _paths_named_in(now.commands)
    there_before = differing & before.files.keys()
    changed = {path for path in there_before if within(path, *named_paths_now)}
    changed |= differing & named_paths_now

    # Without a list file by file, all that is known is that something differs.
    has_both_lists = before.files and now.files
    are_its_own = bool(changed) or not has_both_lists
    return Changes(are_its_own, sorted(changed), sorted(differing - changed))


def _differing_paths(before: Mapping[str, str], now: Mapping[str, str]) -> set[str]:
    """Return the paths whose digests are not the same in both, or that only one of them has."""
    return {path for path in before.keys() | now.keys() if before.get(path) != now.get(path)}


def some_of(paths: Sequence[str]) -> str:
    """Return the first paths in one line, and how many more there are: "/a, /b, /c and 5 more"."""
    listed = ", ".join(map(printable, paths[:_PATHS_SHOWN]))
    more = len(paths) - _PATHS_SHOWN
    return f"{listed} and {more} more" if more > 0 else listed


def _paths_named_in(commands: Iterable[Sequence[str]]) -> set[str]:
    """Return the files and directories that the commands name, themselves or through a link."""
    paths: set[str] = set()
    for words in commands:
        paths.update(files_named_in(words))
    return paths
