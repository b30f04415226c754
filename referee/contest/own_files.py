"""The digests of a player's own files, by which a run tells whether they have changed since it began."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lingo_common.errors import printable
from lingo_common.paths import outermost, within
from referee.contest.folders import LIVE, digests_by_file
from referee.contest.limits import IsolationRequest
from referee.contest.player import Program
from referee.contest.view import files_of_command, hidden_from, seen_paths

_PATHS_SHOWN = 3
"""The most changed files of a player that a message names."""


def with_files(player: Program, request: IsolationRequest) -> Program:
    """Return the player with the digests of its own files as they are now.

    `digest` covers the files that its commands name, and the directories with all that is in them. `files` covers these
    and the rest of the folder of its script, file by file, unless that folder is too large to be copied. The digest is
    LIVE, and there are no files, if what the commands name is too large as well.
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

    files = digests_by_file(own, hidden)
    if files is None:
        files = digests_by_file(outermost(named_paths), hidden)
    if files is None:
        return replace(player, digest=LIVE)

    digests_of_named = {path: digest for path, digest in files.items() if within(path, *named_paths)}
    text = json.dumps(digests_of_named, sort_keys=True)
    return replace(player, digest=hashlib.sha256(text.encode()).hexdigest(), files=files)


def changed_files(before: Program, now: Program) -> tuple[list[str], list[str]]:
    """Return the files that differ, are new or are gone: those that the player's commands name, and the others.

    A player whose named files have changed may play otherwise. The others lie in the folder of its script, or are new
    in a directory that a command names, such as a log. Both players are as with_files returns them.
    """
    # A player of an earlier record, and one that is too large, has no list.
    if not before.files or now.digest == LIVE:
        return [], []

    paths_there = _paths_named_in(now.commands)
    # A file that is gone is still a word of a command.
    named_paths = paths_there.union(*now.commands)

    named: list[str] = []
    others: list[str] = []
    for path in sorted(before.files.keys() | now.files.keys()):
        if before.files.get(path) == now.files.get(path):
            continue

        # A new file in a directory that the commands name may be a log of the player.
        if path in named_paths or (path in before.files and within(path, *paths_there)):
            named.append(path)
        else:
            others.append(path)

    return named, others


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
