"""Prepares players before their first game: compiles a source, and runs a command of the author.

Each step gets a directory of its own in the user's cache, named after all that its result depends on: it is run again
only where one of these changed. Games see the last one as `prepared/`.
"""

import contextlib
import dataclasses
import hashlib
import itertools
import json
import logging
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from lingo_common.errors import DataError, printable, reason
from lingo_common.files import cache_directory
from referee.contest.conditions import MIB, Limits
from referee.contest.lists import WordGames
from referee.contest.player import Equipment, Player, UnpreparedProgram, equipment_of
from referee.contest.termination import Termination
from referee.game.player_process import PlayerProcess
from referee.game.protocol import Ending, GameEnded
from referee.game.working_directory import working_directory
from referee.runner.contents import RECORD
from referee.runner.held_directory import PASSABLE
from referee.runner.levels import Sandbox
from referee.runner.messages import Launch, NotStarted
from referee.runner.visible_paths import script_directory

DEFAULTS = Limits(startup=600.0, move=600.0, game=600.0, disk=1024 * MIB)
"""The limits of a preparation: ten minutes, one GiB."""
LENGTH = "{length}"
"""What stands for the length in a command that is run once a length."""
_MAX_FILES = 20_000
"""Files beside a source that are looked at for changes."""
_FILES, _OUTPUT = "files", "output.txt"
_log = logging.getLogger(__name__)


class Preparations:
    """Prepares players, each of them once: a preparation that failed is not tried again."""

    def __init__(self) -> None:
        self._ready: dict[str, Player] = {}
        self._lock = threading.Lock()

    def ready(self, player: Player, word_games: WordGames, sandbox: Sandbox, keep_going: bool) -> Player:
        """The player, ready to play these games; see prepare_players."""
        with self._lock:
            if player.name not in self._ready:
                [self._ready[player.name]] = prepare_players([player], word_games, sandbox, keep_going)
            return self._ready[player.name]


def prepare_players(
    players: Iterable[Player], word_games: WordGames, sandbox: Sandbox, keep_going: bool = False
) -> tuple[Player, ...]:
    """The players, ready to play these games: what has to be prepared is, unless it was before.

    DataError that names the player whose preparation fails; with keep_going that player is started in no game.
    """
    return tuple(_prepare_player(player, word_games, sandbox, keep_going) for player in players)


def _prepare_player(player: Player, word_games: WordGames, sandbox: Sandbox, keep_going: bool) -> Player:
    if not isinstance(player, UnpreparedProgram):
        return player
    try:
        return player.ready(_prepare_steps(player, word_games, sandbox))
    except DataError as error:
        if not keep_going:
            raise
        return dataclasses.replace(player, problem=str(error))


def _prepare_steps(player: UnpreparedProgram, word_games: WordGames, sandbox: Sandbox) -> dict[int, str]:
    """For each length the directory that preparation made."""
    made = _Maker(player, sandbox)
    base = made.step(player.compile, WordGames([]), None) if player.compile else None
    if any(LENGTH in word for word in player.prepare):
        commands = {length: [word.replace(LENGTH, str(length)) for word in player.prepare] for length in word_games}
        games = {length: WordGames([game]) for length, game in word_games.items()}
        return {length: made.step(command, games[length], base) for length, command in commands.items()}
    if player.prepare:
        base = made.step(player.prepare, word_games, base)
    return {} if base is None else dict.fromkeys(word_games, base)


class _Maker:
    """Runs the steps of one player."""

    def __init__(self, player: UnpreparedProgram, sandbox: Sandbox) -> None:
        self._player, self._sandbox = player, sandbox

    def step(self, command: Sequence[str], word_games: WordGames, base: str | None) -> str:
        """The directory that the command makes from that of the step before; the command is run where it is new."""
        home = os.path.join(cache_directory(), "prepared", self._key(command, word_games, base))
        files = os.path.join(home, _FILES)
        if not os.path.isdir(files):
            self._make(command, word_games, base, home)
        return files

    def _key(self, command: Sequence[str], word_games: WordGames, base: str | None) -> str:
        """The name of all that the result depends on: files among the words count by their content."""
        words = filter(None, {*command, self._player.source})
        files = {word: _digest(word) for word in words if os.path.isfile(word)}
        fingerprints = {length: game.list_fingerprint for length, game in sorted(word_games.items())}
        # A command without games compiles, and may include files.
        beside = [] if word_games else sorted(self._beside(command))
        parts = [list(command), sorted(files.items()), beside, self._player.environment, fingerprints, base]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]

    def _beside(self, command: Sequence[str]) -> Iterator[tuple[str, int, int]]:
        """The files beside the source and those exposed to the player, with sizes and times in nanoseconds."""
        folders = {*filter(None, [script_directory(command)]), *self._player.expose}
        trees = itertools.chain.from_iterable(map(os.walk, folders))
        paths = (os.path.join(folder, name) for folder, _, names in trees if RECORD not in names for name in names)
        for path in itertools.islice(paths, _MAX_FILES):
            with contextlib.suppress(OSError):
                state = os.stat(path)
                yield path, state.st_size, state.st_mtime_ns

    def _make(self, command: Sequence[str], word_games: WordGames, base: str | None, home: str) -> None:
        """Run the command in a new directory, which gets its name once all is well."""
        try:
            os.makedirs(os.path.dirname(home), exist_ok=True)
            with (
                tempfile.TemporaryDirectory(dir=self._sandbox.runner.directory) as made,
                tempfile.TemporaryDirectory(dir=os.path.dirname(home)) as parent,
            ):
                os.chmod(made, PASSABLE)  # players may belong to another user
                step = os.path.join(made, "step")
                files = os.path.join(step, _FILES)
                if base is None:
                    os.makedirs(files)
                else:
                    shutil.copytree(base, files, symlinks=True)
                self._run(command, word_games, step)
                os.rename(shutil.move(step, parent), home)
        except OSError as error:
            if not os.path.isdir(home):  # another referee may have been quicker
                raise DataError(f"{home}: cannot be written: {reason(error)}") from None

    def _run(self, command: Sequence[str], word_games: WordGames, step: str) -> None:
        """Run the command and keep its output; DataError where it fails."""
        begun = time.monotonic()
        limits = dataclasses.replace(DEFAULTS, **self._player.prepare_limits)
        limits = dataclasses.replace(limits, startup=limits.game, move=limits.game)
        equipment = dataclasses.replace(equipment_of(self._player), prepared=os.path.join(step, _FILES), writable=True)
        termination, ending = _result(command, word_games, limits, equipment, self._sandbox, step)
        if termination is not Termination.EXITED or ending.exit_status:
            raise DataError(f"player '{self._player.name}': {self._failure(command, termination, ending, step)}")
        _log.info("prepared '%s': %s, %.1f s", self._player.name, " ".join(command), time.monotonic() - begun)

    def _failure(self, command: Sequence[str], termination: Termination, ending: Ending, step: str) -> str:
        how = str(termination)
        if ending.signal:
            how += f" by {ending.signal}"
        elif ending.exit_status:
            how += f" with exit status {ending.exit_status}"
        with open(os.path.join(step, _OUTPUT), encoding="utf-8", errors="replace") as file:
            output = file.read()
        lines = [
            line.strip() for line in (ending.stderr_head + ending.stderr_tail or output).splitlines() if line.strip()
        ]
        cause = next((line for line in lines if "error" in line.lower()), lines[-1] if lines else "")
        return f"preparation ({printable(' '.join(command))}) {how}" + (f": {printable(cause)}" if cause else "")


def _result(
    command: Sequence[str], word_games: WordGames, limits: Limits, equipment: Equipment, sandbox: Sandbox, step: str
) -> tuple[Termination, Ending]:
    """How a command ended; all that it wrote goes to a file in that place."""
    runner = sandbox.runner
    with (
        working_directory(word_games, runner.directory) as directory,
        open(os.path.join(step, _OUTPUT), "wb") as output,
        contextlib.closing(runner.job()) as job,
    ):
        try:
            launch = Launch(tuple(command), directory.path, limits, equipment, sandbox.box)
            with PlayerProcess(job, launch, limits, None, output.write) as process:
                process.begin()
                termination = _heard(process, limits, output.write)
        except NotStarted as failure:
            output.write(f"{failure}\n".encode())
            return Termination.NOT_STARTED, Ending()
    return process.exceeded_limit or termination, process.ending()


def _heard(process: PlayerProcess, limits: Limits, write: Callable[[bytes], object]) -> Termination:
    """How the process ended; its lines are written on."""
    until = process.started + limits.game
    while True:
        try:
            line = process.receive(until)
        except TimeoutError:
            return Termination.GAME_TIMEOUT
        except GameEnded as end:
            return end.termination
        write(line + b"\n")


def _digest(path: str) -> str:
    """Hex sha256 of a file."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
