"""The digests of a player's own files, by which a run tells whether they have changed since it began."""

import itertools
import os
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lingo_common.errors import printable
from lingo_common.paths import outermost, within
from referee.contest.folders import digest_of_files, digests_by_file
from referee.contest.isolation import IsolationRequest
from referee.contest.player import Program
from referee.contest.view import files_of_command, hidden_from, seen_paths

_PATHS_SHOWN = 3
"""The most changed files of a player that a message names."""


def with_files(player: Program, request: IsolationRequest) -> Program:
    """Return the player with the digests of its own files as they are now.

    `digest` covers the files that its commands name, and the directories with all that is in them. `files` covers these
    and the rest of the folder of its script, file by file.
    """
    own_paths: set[str] = set()
    hidden_sets = []
    for words in player.commands:
        hidden_from_command = hidden_from(request, words)
        own_paths_of_command, _ = seen_paths(request, words, player.expose, hidden_from_command)
        own_paths.update(own_paths_of_command)
        hidden_sets.append(hidden_from_command)

    # A preparation may see files that the player's games do not see. Only what is hidden from both is left out.
    hidden = set.intersection(*hidden_sets)
    own = outermost(own_paths)

    # Interpreters are named too, but are not the player's own.
    named_paths = [path for path in _paths_named_in(player.commands) if within(path, *own)]

    digest = digest_of_files(outermost(named_paths), hidden)
    return replace(player, digest=digest, files=digests_by_file(own, hidden))


def change_of_player(before: Program, now: Program) -> str | None:
    """Return which of the files that the player's commands name have changed; None if none has.

    A player whose files have changed may play otherwise. The text ends a sentence: ": /home/ann/main.py", or
    "; /home/ann/main.py is not there any more". It is empty if the player has too many files for a list. Both players
    are as with_files returns them.
    """
    if not _can_be_compared(before, now) or before.digest == now.digest:
        return None

    # Where a list is missing, the digests alone tell that something differs.
    has_lists = before.files and now.files
    changed = _changed_files_named(before, now)
    if has_lists and not changed:
        return None

    for word in itertools.chain.from_iterable(now.commands):
        if os.path.isabs(word) and not os.path.exists(word):
            return f"; {printable(word)} is not there any more"

    return f": {list_of_paths(sorted(changed))}" if changed else ""


def changes_beside_player(before: Program, now: Program) -> list[str]:
    """Return the paths of the player's other files that have changed, sorted.

    They lie in the folder of its script, or are new in a directory that a command names, such as a log.
    """
    if not _can_be_compared(before, now):
        return []

    return sorted(_changed_files(before, now) - _changed_files_named(before, now))


def _can_be_compared(before: Program, now: Program) -> bool:
    """Return whether the digests of the player before mean the same as those of now.

    Records before format 4 have no list of files, and a digest that covered the whole folder.
    """
    is_from_older_record = not before.files and bool(now.files)
    return bool(before.digest) and not is_from_older_record


def _changed_files(before: Program, now: Program) -> set[str]:
    """Return the paths of the files that differ, are new or are gone, by the players' lists."""
    all_paths = before.files.keys() | now.files.keys()
    return {path for path in all_paths if before.files.get(path) != now.files.get(path)}


def _changed_files_named(before: Program, now: Program) -> set[str]:
    """Return the paths of the changed files that the commands name.

    A file in a directory that they name counts if it was there before. A new one there may be a log of the player.
    """
    if before.digest == now.digest:
        return set()

    changed = _changed_files(before, now)
    named_paths = _paths_named_in(now.commands)
    changed_in_directories = {path for path in changed & before.files.keys() if within(path, *named_paths)}
    return (changed & named_paths) | changed_in_directories


def list_of_paths(paths: Sequence[str]) -> str:
    """Return the first paths in one line, and how many more there are: "/a, /b, /c and 5 more"."""
    first_paths = ", ".join(map(printable, paths[:_PATHS_SHOWN]))
    more = len(paths) - _PATHS_SHOWN
    return f"{first_paths} and {more} more" if more > 0 else first_paths


def _paths_named_in(commands: Iterable[Sequence[str]]) -> set[str]:
    """Return the files and directories that the commands name, themselves or through a link."""
    paths: set[str] = set()
    for words in commands:
        paths.update(files_of_command(words, with_folder=False))
    return paths
