"""The working directory of players: the word lists of the run, and rules that are not the pit's, read-only.

It is restored after every game, so that no game finds files of another.
"""

import contextlib
import itertools
import json
import os
import tempfile
from collections.abc import Iterable

from lingo_common.errors import DataError, reason
from referee.contest.lists import WordGames
from referee.runner.client import Runner
from referee.runner.held_directory import PASSABLE, remove
from referee.runner.view import PREPARED
from wordlists.rules import PIT, rules_to_json

JOB_PREFIX = "job-"
"""The beginning of the name of the directory around a working directory."""
RULES_FILE = "rules.json"
"""The file that describes rules other than the pit's."""
_READ_ONLY = 0o444
_OWNER_WRITES = 0o755
_PATIENCE = 1.0
"""Seconds to wait for the removal of what a game left before the next game begins."""


class WorkingDirectory(contextlib.AbstractContextManager["WorkingDirectory"]):
    """A working directory with wordlist.txt and every wordlistN.txt, which is removed when it is closed."""

    def __init__(self, word_games: WordGames, runner: Runner) -> None:
        """runner: the one whose directory has this one in it.

        It is started when `path` is asked for first, so that games that need no directory need no runner.
        """
        self._word_games = word_games
        self._runner = runner
        self._folder = ""
        """The directory around the working directory, which players cannot list; empty until it is made."""
        self._path = ""
        """The working directory. After a game that changed it, it is another one in the same folder."""
        self._written: dict[str, tuple[int, ...]] = {}
        """The facts of the files after they were written (see _snapshot)."""

        games = word_games.values()
        self._lines = {f"wordlist{game.length}.txt": game.words.written_words for game in games}
        """The lines of each file, by its name."""
        self._lines["wordlist.txt"] = sorted(itertools.chain.from_iterable(self._lines.values()))

        # The answers are listed words too, so they are not added to wordlist.txt.
        answers = {f"answers{game.length}.txt": game.answers.written_words for game in games if game.answers}
        self._lines |= answers
        has_other_rules = any(rules_to_json(game) != rules_to_json(PIT) for game in games)
        # In the pit every word can be the secret, so a game with answers is under other rules too.
        self._has_rules_file = has_other_rules or bool(answers)

    @property
    def path(self) -> str:
        """Return the directory, which is made when it is first asked for."""
        if not self._path:
            self._folder = tempfile.mkdtemp(prefix=JOB_PREFIX, dir=self._runner.directory)
            os.chmod(self._folder, PASSABLE)
            self._make()
        return self._path

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Remove the directory, if it was made."""
        if self._folder:
            remove(self._folder)

    def write_rules(self, word: str) -> None:
        """Write rules.json for the game of this word, where the rules are not the pit's.

        The length and the first letter, where that is shown, differ from game to game. If the directory is yet to be
        made, the file is written with the others.
        """
        if not self._has_rules_file:
            return

        game = self._word_games[len(word)]
        letter = game.letter_of(word)
        written_letter = None if letter is None else game.spelling.write(letter)
        rules = {"length": len(word), **rules_to_json(game), "first_letter": written_letter}
        self._lines[RULES_FILE] = [json.dumps(rules, ensure_ascii=False)]
        if self._path:
            self._write([RULES_FILE])

    def restore(self) -> None:
        """Undo what a game changed in the directory; does almost nothing if it changed nothing."""
        if not self._written:
            return

        # Without a sandbox the runner makes a link of this name, to what the preparation of a player made. It is no
        # change by the player, so it is removed before the directory is compared.
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(self._path, PREPARED))

        # A directory that cannot be read, because the player removed it or took its permissions away, is made anew.
        with contextlib.suppress(OSError):
            if self._snapshot() == self._written:
                return

        try:
            # A player may have removed the folder, or taken its permissions away.
            os.makedirs(self._folder, exist_ok=True)
            os.chmod(self._folder, PASSABLE)

            # What takes long to remove, or cannot be removed, stays until the run ends.
            remove(self._path, _PATIENCE)
            self._make()
        except OSError as error:
            raise DataError(f"{self._folder}: a player left it so that it cannot be used: {reason(error)}") from None

    def _make(self) -> None:
        """Make a new working directory with its files in the folder."""
        self._path = tempfile.mkdtemp(dir=self._folder)
        os.chmod(self._path, _OWNER_WRITES)
        self._write(self._lines)

    def _write(self, names: Iterable[str]) -> None:
        """Write these files of the directory, read-only."""
        for name in names:
            path = os.path.join(self._path, name)
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)  # it is read-only

            with open(path, "w", encoding="utf-8", newline="\n") as file:
                file.writelines(f"{line}\n" for line in self._lines[name])
            os.chmod(path, _READ_ONLY)

        self._written = self._snapshot()

    def _snapshot(self) -> dict[str, tuple[int, ...]]:
        """Return facts about each file by its name, and about the directory by the name "".

        They differ if the file was changed: no program can set the time of the last change of a file's status.
        """
        directory = os.lstat(self._path)
        with os.scandir(self._path) as entries:
            states = {entry.name: entry.stat(follow_symlinks=False) for entry in entries}

        facts: dict[str, tuple[int, ...]] = {"": (directory.st_ino, directory.st_mode)}
        for name, state in states.items():
            facts[name] = (state.st_ino, state.st_mode, state.st_size, state.st_ctime_ns, state.st_nlink)
        return facts
