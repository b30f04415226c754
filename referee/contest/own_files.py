"""The digests of a player's own files, by which a run tells whether they have changed since it began."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from lingo_common.errors import printable
from lingo_common.paths import outermost, within
from referee.contest.folders import digest_of_files, digests_by_file
from referee.contest.isolation import IsolationRequest
from referee.contest.player import Program
from referee.contest.view import files_named_in, sight

_PATHS_SHOWN = 3
"""The most changed files of a player that a message names."""


def with_files(player: Program, request: IsolationRequest) -> Program:
    """Return the player with the digests of its own files as they are now.

    `digest` covers the files that its commands name, and the directories with all that is in them. `files` covers these
    and the rest of the folder of its script, file by file.
    """
    sights = [sight(request, words, player.expose) for words in player.commands]
    # A preparation may see files that the player's games do not see. So only what is hidden from all is left out.
    hidden = set.intersection(*[seen.hidden for seen in sights])
    own = outermost(itertools.chain.from_iterable(seen.own for seen in sights))
    # Interpreters are named too, but are not the player's own.
    named = [path for path in _paths_named_in(player.commands) if within(path, *own)]

    digest = digest_of_files(outermost(named), hidden)
    return replace(player, digest=digest, files=digests_by_file(own, hidden))


@dataclass(frozen=True)
class Changes:
    """How the files of a player differ from what they were."""

    is_another_player: bool
    """Whether files differ that the player's commands name, so that it may play otherwise than before."""
    named: list[str]
    """The paths of these files, sorted; empty if the player has too many files for a list."""
    beside: list[str]
    """The paths of its other files that differ, sorted.

    They lie in the folder of its script, or are new in a directory that a command names, such as a log."""


def changes(before: Program, now: Program) -> Changes:
    """Return how the files of the player now differ from those before; both as with_files returns them."""
    # Records before format 4 have no list of files, and a digest that cannot be compared: it covered the whole folder.
    is_from_older_record = not before.files and bool(now.files)
    if not before.digest or is_from_older_record:
        return Changes(False, [], [])

    all_paths = before.files.keys() | now.files.keys()
    differing = {path for path in all_paths if before.files.get(path) != now.files.get(path)}
    if before.digest == now.digest:
        return Changes(False, [], sorted(differing))

    # Of a directory that a command names, only the files that were there before are the player's.
    named_paths = _paths_named_in(now.commands)
    named = differing & named_paths
    named |= {path for path in differing & before.files.keys() if within(path, *named_paths)}

    # Where the lists are missing, because there are too many files, the digests alone tell that something differs.
    has_lists = before.files and now.files
    return Changes(bool(named) or not has_lists, sorted(named), sorted(differing - named))


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
