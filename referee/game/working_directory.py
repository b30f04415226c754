"""The working directory of players: the word lists of the run, and rules that are not the pit's, read-only.

Each job makes one and restores it after every game, so that no game finds files of another.
"""

import contextlib
import json
import os
import stat
import tempfile
from collections.abc import Iterator

from codebreaker.rules import GameRules, rules_to_json
from lingo_common.errors import DataError, reason
from referee.contest.lists import WordGames
from referee.contest.player import PREPARED
from referee.runner.held_directory import PASSABLE, remove

RULES_FILE = "rules.json"
"""The file that describes rules other than the pit's."""
_READ_ONLY = 0o444
_OWNER_WRITES = 0o755
_PATIENCE = 1.0
"""Seconds to wait for the removal of what a game left before the next game begins."""


class WorkingDirectory:
    """The working directory of one job."""

    def __init__(self, path: str, word_games: WordGames) -> None:
        """Make the directory and write the lists."""
        self.path = path
        self._rules, games = word_games.rules, word_games.values()
        self.files = {f"wordlist{game.length}.txt": game.words.written_words for game in games}
        self.files["wordlist.txt"] = sorted(word for words in self.files.values() for word in words)
        answers = {f"answers{game.length}.txt": game.answers.written_words for game in games if game.answers}
        self.files |= answers
        self._described = bool(answers) or self._rules != GameRules()
        self._write_lists()

    def describe(self, word: str) -> None:
        """Write rules.json for the game of this word, where the rules are not the pit's."""
        if self._described:
            rules, spelling = self._rules, self._rules.spelling()
            letter = spelling.write(word[:1]) if rules.first_letter else None
            game = {"length": len(word)} | rules_to_json(rules) | {"first_letter": letter}
            self.files[RULES_FILE] = [json.dumps(game, ensure_ascii=False)]
            self._write(RULES_FILE)
            self._written = self._snapshot()

    def restore(self) -> None:
        """Undo what a game changed in the directory; does almost nothing if it changed nothing."""
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(self.path, PREPARED))  # a link where there is no sandbox
        with contextlib.suppress(OSError):
            if self._snapshot() == self._written:
                return
        _set_aside(self.path)
        self._write_lists()

    def _write_lists(self) -> None:
        os.mkdir(self.path)
        os.chmod(self.path, _OWNER_WRITES)
        for name in self.files:
            self._write(name)
        self._written = self._snapshot()

    def _write(self, name: str) -> None:
        """Write a file of the directory, read-only."""
        path = os.path.join(self.path, name)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in self.files[name])
        os.chmod(path, _READ_ONLY)

    def _snapshot(self) -> dict[str, tuple[int, ...]]:
        """Facts by name that change with a file: no program can set the time of the last change of its status."""
        own = os.lstat(self.path)
        with os.scandir(self.path) as entries:
            states = {entry.name: entry.stat(follow_symlinks=False) for entry in entries}
        facts = {name: (at.st_ino, at.st_mode, at.st_size, at.st_ctime_ns, at.st_nlink) for name, at in states.items()}
        return {"": (own.st_ino, own.st_mode), **facts}


@contextlib.contextmanager
def working_directory(word_games: WordGames, parent: str | None = None) -> Iterator[WorkingDirectory]:
    """A new working directory with wordlist.txt and every wordlistN.txt, removed at the end.

    parent: the directory of a run, in which it is made; None for the one for temporary files.
    """
    folder = tempfile.mkdtemp(prefix="job-", dir=parent)
    try:
        os.chmod(folder, PASSABLE)
        yield WorkingDirectory(os.path.join(folder, "game"), word_games)
    finally:
        remove(folder)


def _set_aside(path: str) -> None:
    """Move the path out of the way and remove it; what takes long or cannot be removed stays until the run ends."""
    folder = os.path.dirname(path)
    try:
        os.makedirs(folder, exist_ok=True)  # a player may have removed it, or its permissions
        os.chmod(folder, stat.S_IRWXU)
        aside = tempfile.mkdtemp(prefix="aside-", dir=folder)
        if os.path.lexists(path):
            if not os.path.islink(path):
                os.chmod(path, stat.S_IRWXU)  # a directory without write permission cannot be moved
            os.rename(path, os.path.join(aside, "game"))
    except OSError as error:
        raise DataError(f"{path}: a player left it so that it cannot be replaced: {reason(error)}") from None
    remove(aside, _PATIENCE)
