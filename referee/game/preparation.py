"""Prepares players before their first game: compiles a source, and runs a command of the author.

Each step gets a directory of its own in the user's cache, named after all that its result depends on: it is run again
only where one of these changed. Games see the last one as `prepared/`.
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
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import BinaryIO

from lingo_common.errors import DataError, notes_of, printable, reason
from lingo_common.files import cache_directory
from referee.contest.conditions import MIB, Limits
from referee.contest.lists import WordGames
from referee.contest.player import Player, UnpreparedProgram, equipment_of
from referee.contest.secrets import TooLarge, digest_of_file, files_in
from referee.contest.termination import Termination
from referee.contest.visible_paths import script_directory
from referee.game.game_text import exit_text
from referee.game.levels import Sandbox
from referee.game.player_process import HeadAndTail, PlayerProcess
from referee.game.protocol import GameEnded
from referee.game.record import Ending
from referee.game.working_directory import WorkingDirectory
from referee.runner.held_directory import PASSABLE
from referee.runner.messages import NotStarted

DEFAULTS = Limits(startup=600.0, move=600.0, game=600.0, disk=1024 * MIB)
"""The limits of a preparation: ten minutes, one GiB."""
LENGTH = "{length}"
"""What stands for the length in a command that is run once a length."""
_FILES, _OUTPUT = "files", "output.txt"
_MAX_SHOWN = 16 * 1024
"""Bytes of what a failed command wrote that are shown: some 200 lines."""
_CHUNK = 64 * 1024
_log = logging.getLogger(__name__)


class Preparations:
    """Prepares players, each of them once: a preparation that failed is not tried again."""

    def __init__(self) -> None:
        self._ready: dict[str, Player] = {}
        self._lock = threading.Lock()

    def ready(self, player: Player, word_games: WordGames, sandbox: Sandbox, keep_going: bool) -> Player:
        """The player, ready to play these games; see prepare_player."""
        with self._lock:
            if player.name not in self._ready:
                self._ready[player.name] = prepare_player(player, word_games, sandbox, keep_going)
            return self._ready[player.name]


def prepare_player(player: Player, word_games: WordGames, sandbox: Sandbox, keep_going: bool = False) -> Player:
    """The player, ready to play these games: what has to be prepared is, unless it was before.

    DataError if the preparation fails, with what the command wrote as its notes; with keep_going that is logged, and
    the player is started in no game.
    """
    if not isinstance(player, UnpreparedProgram):
        return player
    try:
        return player.ready(_prepared_directories(player, word_games, sandbox))
    except DataError as error:
        if not keep_going:
            raise
        for line in notes_of(error):
            _log.warning("'%s': %s", player.name, line)
        return replace(player, problem=str(error))


def _prepared_directories(player: UnpreparedProgram, word_games: WordGames, sandbox: Sandbox) -> dict[int, str]:
    """For each length the directory that preparation made."""
    base = None
    if player.compile:
        base = _Step(player, player.compile, WordGames([]), sandbox, None).files()
    if any(LENGTH in word for word in player.prepare):
        commands = {length: [word.replace(LENGTH, str(length)) for word in player.prepare] for length in word_games}
        games = {length: WordGames([game]) for length, game in word_games.items()}
        return {length: _Step(player, commands[length], games[length], sandbox, base).files() for length in word_games}
    if player.prepare:
        base = _Step(player, player.prepare, word_games, sandbox, base).files()
    return {} if base is None else dict.fromkeys(word_games, base)


@dataclass(frozen=True)
class _Step:
    """A command of a preparation."""

    player: UnpreparedProgram
    command: Sequence[str]
    word_games: WordGames
    sandbox: Sandbox
    base: str | None
    """The directory that the step before made."""

    def files(self) -> str:
        """The directory that the command makes from that of the step before; the command is run where it is new."""
        home = os.path.join(cache_directory(), "prepared", self._key())
        try:
            if not os.path.isdir(os.path.join(home, _FILES)):
                self._make(home)
        except OSError as error:
            if not os.path.isdir(home):  # another referee may have been quicker
                raise DataError(f"{home}: cannot be written: {reason(error)}") from None
        return os.path.join(home, _FILES)

    def _key(self) -> str:
        """The name of all that the result depends on: files among the words count by their content."""
        player = self.player
        command = self.command
        files = filter(os.path.isfile, {*command, player.source or ""})
        digests = sorted((path, digest_of_file(os.path.realpath(path)).hex()) for path in files)
        fingerprints = {length: game.list_fingerprint for length, game in sorted(self.word_games.items())}
        # A command without games compiles, and may include files beside the source and those exposed to the player.
        folders = [] if self.word_games else sorted({*filter(None, [script_directory(command)]), *player.expose})
        beside: list[tuple[str, str, int, int]] = []
        with contextlib.suppress(TooLarge):
            for folder in folders:
                plain = (entry for entry in files_in(folder) if stat.S_ISREG(entry[1].st_mode))
                beside += ((folder, path, state.st_size, state.st_mtime_ns) for path, state in plain)
        parts = [list(command), digests, beside, player.environment, fingerprints, self.base]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def _make(self, home: str) -> None:
        """Run the command in a new directory, which gets its name once all is well."""
        os.makedirs(os.path.dirname(home), exist_ok=True)
        with (
            tempfile.TemporaryDirectory(dir=self.sandbox.runner.directory) as made,
            tempfile.TemporaryDirectory(dir=os.path.dirname(home)) as parent,
        ):
            os.chmod(made, PASSABLE)  # players may belong to another user
            step = os.path.join(made, "step")
            files = os.path.join(step, _FILES)
            if self.base is None:
                os.makedirs(files)
            else:
                shutil.copytree(self.base, files, symlinks=True)
            self._run(step)
            os.rename(shutil.move(step, parent), home)

    def _run(self, step: str) -> None:
        """Run the command and keep its output; DataError where it fails."""
        begun = time.monotonic()
        runner = self.sandbox.runner
        limits = replace(DEFAULTS, **self.player.prepare_limits)
        limits = replace(limits, startup=limits.game, move=limits.game)
        equipment = replace(equipment_of(self.player), prepared=os.path.join(step, _FILES), writable=True)
        termination = Termination.NOT_STARTED
        ending = Ending()
        with (
            WorkingDirectory(self.word_games, lambda: runner.directory) as directory,
            open(os.path.join(step, _OUTPUT), "wb") as output,
        ):
            launch = self.sandbox.launch(tuple(self.command), directory.path, limits, equipment)
            try:
                with contextlib.closing(PlayerProcess(runner, launch, limits, None, output.write)) as process:
                    process.begin()
                    while True:
                        output.write(process.receive(process.started + limits.game) + b"\n")
            except NotStarted as failure:
                output.write(f"{failure}\n".encode())
            except (GameEnded, TimeoutError) as end:
                termination = end.termination if isinstance(end, GameEnded) else Termination.GAME_TIMEOUT
                termination = process.exceeded_limit or termination
                ending = process.ending()
        command = shlex.join(self.command)
        if termination is not Termination.EXITED or ending.exit_status:
            with open(os.path.join(step, _OUTPUT), "rb") as file:
                output_lines = _excerpt(file)
            says = _failure(termination, ending, output_lines)
            error = DataError(f"player '{self.player.name}': preparation ({printable(command)}) {says}")
            if len(output_lines) > 1:
                for line in output_lines:
                    error.add_note(line)
            raise error
        _log.info("prepared '%s': %s, %.1f s", self.player.name, command, time.monotonic() - begun)


def _excerpt(file: BinaryIO) -> list[str]:
    """Return the lines of what a command wrote that are not blank; of more than _MAX_SHOWN bytes, beginning and end."""
    kept = HeadAndTail(_MAX_SHOWN // 2)
    while data := file.read(_CHUNK):
        kept.add(data)
    return [line.rstrip() for line in "".join(kept.texts()).splitlines() if line.strip()]


def _failure(termination: Termination, ending: Ending, output_lines: Sequence[str]) -> str:
    """How a command failed, and the cause by what it wrote."""
    how = f" {exit_text(ending)}" if ending.signal or ending.exit_status else ""
    errors = (ending.stderr_head + ending.stderr_tail).splitlines()
    lines = [line.strip() for line in errors or output_lines if line.strip()]
    cause = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")
    return f"{termination}{how}{f': {printable(cause)}' if cause else ''}"
