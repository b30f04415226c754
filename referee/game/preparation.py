"""Prepares players before their first game: compiles a source, and runs a command of the author.

Each of these two steps makes a directory in the user's cache, whose name is a digest of all that its content depends
on. So a step is run again only if one of these has changed. Games see the directory of the last step as `prepared/`.
"""

import contextlib
import hashlib
import json
import logging
import os
import shlex
import shutil
import stat
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from lingo_common.errors import DataError, notes_of, printable, reason
from lingo_common.files import cache_directory
from referee.contest.folders import digest_of_file, files_in
from referee.contest.limits import MIB, Limits
from referee.contest.lists import WordGames
from referee.contest.player import Player, Program
from referee.contest.termination import Termination
from referee.contest.visible_paths import script_directory
from referee.game.game_text import exit_text
from referee.game.head_and_tail import HeadAndTail
from referee.game.player_process import PlayerProcess
from referee.game.protocol import GameEnded
from referee.game.record import Ending
from referee.game.sandbox import Sandbox
from referee.game.working_directory import WorkingDirectory
from referee.runner.held_directory import PASSABLE
from referee.runner.messages import NotStarted

DEFAULTS = Limits(startup=600.0, move=600.0, game=600.0, disk=1024 * MIB)
"""The limits of a preparation that differ from those of a game: ten minutes in all, and one GiB on disk.

A preparation makes no guesses, so its start and its moves get all of the time.
"""
LENGTH = "{length}"
"""What stands for the length in a command that is run once a length."""
_FILES = "files"
"""The name of a directory in the one that a step makes: games see it as `prepared/`."""
_OUTPUT = "output.txt"
"""The name of a file beside it, with what the command of the step wrote."""
_MAX_SHOWN = 16 * 1024
"""Bytes of what a failed command wrote that are shown: some 200 lines."""
_CHUNK = 64 * 1024
"""Bytes that are read at once."""
_log = logging.getLogger(__name__)


def prepare_player(player: Player, word_games: WordGames, sandbox: Sandbox, keep_going: bool = False) -> Player:
    """Return the player, ready to play these games. Its commands are run unless their results are there from before.

    Raises DataError if a command fails, with the text that it wrote as notes. With keep_going that text is logged
    instead, and the player is started in no game.
    """
    if not isinstance(player, Program) or player.is_prepared:
        return player

    try:
        return replace(player, prepared=_prepared_directories(player, word_games, sandbox))
    except DataError as error:
        if not keep_going:
            raise

        for line in notes_of(error):
            _log.warning("'%s': %s", player.name, line)

        return replace(player, problem=str(error))


def failed_command(player: Program, length: int) -> tuple[str, ...]:
    """Return the words of the player's command that failed, by what its `problem` says of it.

    length: the one for which a command with `{length}` is returned.
    """
    if player.compile and shlex.join(player.compile) in player.problem:
        return player.compile
    return tuple(word.replace(LENGTH, str(length)) for word in player.prepare)


def _prepared_directories(player: Program, word_games: WordGames, sandbox: Sandbox) -> dict[int, str]:
    """Return for each length the directory that the player's commands make; empty if it has no commands.

    The source is compiled first, and the author's own command starts from what that made. A command with `{length}`
    is run once for each length, beside the words of this length alone.
    """
    base = None
    if player.compile:
        # A compiler sees no words, so its result serves every list.
        base = _Step(player, player.compile, word_games={}, sandbox=sandbox, base=None).files()

    if any(LENGTH in word for word in player.prepare):
        directories = {}
        for length, word_game in word_games.items():
            command = [word.replace(LENGTH, str(length)) for word in player.prepare]
            directories[length] = _Step(player, command, {length: word_game}, sandbox, base).files()

        return directories

    if player.prepare:
        base = _Step(player, player.prepare, word_games, sandbox, base).files()

    return {} if base is None else dict.fromkeys(word_games, base)


@dataclass(frozen=True)
class _Step:
    """A step of a preparation: a command that makes a directory, perhaps from that of the step before.

    The directory is in the user's cache, so a command whose result is there already is not run again.
    """

    player: Program
    command: Sequence[str]
    word_games: WordGames
    """The games whose words are in its working directory; empty for the step that compiles."""
    sandbox: Sandbox
    base: str | None
    """The directory that the step before made; None for the first step."""

    def files(self) -> str:
        """Return the directory that the command makes, after running the command if the directory is not there."""
        home = os.path.join(cache_directory(), "prepared", self._key())
        files = os.path.join(home, _FILES)
        try:
            if not os.path.isdir(files):
                self._make(home)
        except OSError as error:
            # If another referee has made the directory meanwhile, the new one could not get its name.
            if not os.path.isdir(home):
                raise DataError(f"{home}: cannot be written: {reason(error)}") from None

        return files

    def _key(self) -> str:
        """Return the name of the result, a digest of all that it depends on.

        Files among the words of the command count by their content.
        """
        paths = set(self.command)
        if self.player.source is not None:
            paths.add(self.player.source)

        digests = [(path, digest_of_file(os.path.realpath(path)).hex()) for path in paths if os.path.isfile(path)]
        fingerprints = {length: game.list_fingerprint for length, game in sorted(self.word_games.items())}

        # A compiler may include files beside the source, and files that are exposed to the player.
        is_compilation = not self.word_games
        files_beside = self._files_beside() if is_compilation else []

        parts = [list(self.command), sorted(digests), files_beside, self.player.environment, fingerprints, self.base]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def _files_beside(self) -> list[tuple[str, str, int, int]]:
        """Return the files beside the source and those exposed to the player: folder, path, size, time of change.

        The list ends at a folder that is too large to be copied: a change in that folder, or in one after it, does not
        make the step run again.
        """
        folders = set(self.player.expose)
        directory = script_directory(self.command)
        if directory is not None:
            folders.add(directory)

        files: list[tuple[str, str, int, int]] = []
        for folder in sorted(folders):
            contents = files_in(folder)
            if contents is None:
                break

            for path, state in contents:
                if stat.S_ISREG(state.st_mode):
                    files.append((folder, path, state.st_size, state.st_mtime_ns))

        return files

    def _make(self, home: str) -> None:
        """Run the command in a new directory, which gets the name `home` once the command has succeeded.

        The command works below the runner's directory, which other users can reach, as players may be other users. The
        result is moved into the cache, and then renamed there: a move between file systems copies, and another referee
        must not see a directory that is half there.
        """
        cache = os.path.dirname(home)
        os.makedirs(cache, exist_ok=True)
        with (
            tempfile.TemporaryDirectory(dir=self.sandbox.runner.directory) as temporary,
            tempfile.TemporaryDirectory(dir=cache) as parent,
        ):
            os.chmod(temporary, PASSABLE)
            step = os.path.join(temporary, "step")
            files = os.path.join(step, _FILES)
            if self.base is None:
                os.makedirs(files)
            else:
                shutil.copytree(self.base, files, symlinks=True)

            begun = time.monotonic()
            termination, ending = self._run(step)
            if termination is not Termination.EXITED or ending.exit_status:
                raise self._failure(step, termination, ending)

            command = shlex.join(self.command)
            _log.info("prepared '%s': %s, %.1f s", self.player.name, command, time.monotonic() - begun)

            moved = shutil.move(step, parent)
            os.rename(moved, home)

    def _run(self, step: str) -> tuple[Termination, Ending]:
        """Run the command in the directory of the step and keep its output there; returns how it ended."""
        runner = self.sandbox.runner
        limits = replace(DEFAULTS, **self.player.prepare_limits)
        with (
            WorkingDirectory(self.word_games, lambda: runner.directory) as directory,
            open(os.path.join(step, _OUTPUT), "wb") as output,
        ):
            command = tuple(self.command)
            files = os.path.join(step, _FILES)
            launch = self.sandbox.launch(self.player, command, directory.path, limits, files, is_preparation=True)
            try:
                with contextlib.closing(PlayerProcess(runner, launch, limits, None, output.write)) as process:
                    process.begin()
                    termination = _keep_output(process, output, process.started + limits.game)
            except NotStarted as failure:
                output.write(f"{failure}\n".encode())
                return Termination.NOT_STARTED, Ending()

            return process.exceeded_limit or termination, process.ending()

    def _failure(self, step: str, termination: Termination, ending: Ending) -> DataError:
        """Return the error about a command that failed; what the command wrote are its notes.

        A single line is in the message itself.
        """
        with open(os.path.join(step, _OUTPUT), "rb") as file:
            output_lines = _excerpt(file)

        command = printable(shlex.join(self.command))
        how = _how_it_failed(termination, ending, output_lines)
        error = DataError(f"player '{self.player.name}': preparation ({command}) {how}")
        if len(output_lines) > 1:
            for line in output_lines:
                error.add_note(line)

        return error


def _keep_output(process: PlayerProcess, file: BinaryIO, until: float) -> Termination:
    """Write the lines of a command's standard output to the file; return how it ended, at the time `until` at last."""
    try:
        while True:
            file.write(process.receive(until) + b"\n")
    except GameEnded as end:
        return end.termination
    except TimeoutError:
        return Termination.GAME_TIMEOUT


def _excerpt(file: BinaryIO) -> list[str]:
    """Return the lines of what a command wrote that are not blank; of more than _MAX_SHOWN bytes, beginning and end."""
    excerpt = HeadAndTail(_MAX_SHOWN // 2)
    data = file.read(_CHUNK)
    while data:
        excerpt.add(data)
        data = file.read(_CHUNK)

    text = "".join(excerpt.texts())
    return [line.rstrip() for line in text.splitlines() if line.strip()]


def _how_it_failed(termination: Termination, ending: Ending, output_lines: Sequence[str]) -> str:
    """Return how a command failed and why, such as "crashed with exit status 1: main.c:3: error: expected ';'".

    The reason is the first line with the word "error", else the last line, of standard error or else of the output.
    """
    how = str(termination)
    if ending.signal or ending.exit_status:
        how += f" {exit_text(ending)}"

    error_lines = (ending.stderr_head + ending.stderr_tail).splitlines()
    lines = [line.strip() for line in error_lines or output_lines if line.strip()]
    if not lines:
        return how

    lines_with_error = [line for line in lines if "error" in line.lower()]
    reason_line = lines_with_error[0] if lines_with_error else lines[-1]
    return f"{how}: {printable(reason_line)}"
