"""Prepares players before their first game: compiles a source, and runs a command of the author, as a game is run.

Each of these two steps makes a directory in the user's cache, whose name is a digest of all that its content depends
on. So a step is run again only if one of these has changed. Games see the directory of the last step as `prepared/`.
"""

import contextlib
import hashlib
import json
import logging
import os
import shlex
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lingo_common.errors import DataError, notes_of, printable, reason
from lingo_common.files import cache_directory
from referee.contest.folders import digest_of_file, digests_by_file
from referee.contest.limits import MIB, Limits
from referee.contest.lists import WordGames
from referee.contest.own_files import with_files
from referee.contest.player import Player, Program, limits_with
from referee.contest.termination import Termination
from referee.contest.view import files_of_command
from referee.game.game_text import error_line, exit_text
from referee.game.head_and_tail import HeadAndTail
from referee.game.player_process import PlayerProcess, exceeded_limit, signal_name
from referee.game.protocol import GameEnded
from referee.game.sandbox import Sandbox
from referee.game.working_directory import WorkingDirectory
from referee.runner.copies import copy_files
from referee.runner.held_directory import HeldDirectory
from referee.runner.messages import NotStarted
from referee.runner.view import Command

_log = logging.getLogger(__name__)
_LIMITS = Limits(game=600.0, disk=1024 * MIB)
"""The limits of a preparation unless its player has others: ten minutes, one GiB on disk, else the defaults of a game.

The limits on a game's start and its moves do not hold for it.
"""
_MAX_SHOWN = 16 * 1024
"""Bytes that are kept of what a command wrote, and shown if it fails: some 200 lines."""
LENGTH = "{length}"
"""What stands for the length in a command that is run once a length."""
_FILES = "files"
"""The name of the directory that a command makes, within the directory of its result in the cache."""
_OUTPUT = "output.txt"
"""The name of the file beside it, with what the command wrote."""
_KEY_DIGITS = 32
"""The hexadecimal digits of a result's name in the cache: 128 bits."""


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


def failed_command(player: Program, length: int) -> Command:
    """Return the words of the player's command that failed. length: the one that stands in for `{length}` in them.

    A player keeps nothing of a failure but its `problem`, a message that names the command in parentheses.
    """
    if player.compile and f"({command_text(player.compile)})" in player.problem:
        return player.compile
    return tuple(word.replace(LENGTH, str(length)) for word in player.prepare)


def _prepared_directories(player: Program, word_games: WordGames, sandbox: Sandbox) -> dict[int, str]:
    """Return for each length the directory that the player's commands make; empty if it has no commands.

    The source is compiled first, and the author's own command starts from what that made. A command with `{length}`
    is run once for each length, beside the words of this length alone.
    """
    base = None
    if player.compile:
        # A compiler sees no word list, so its result serves every list.
        base = _directory_of(player, player.compile, {}, sandbox, base=None)

    if any(LENGTH in word for word in player.prepare):
        directories = {}
        for length, word_game in word_games.items():
            command = [word.replace(LENGTH, str(length)) for word in player.prepare]
            directories[length] = _directory_of(player, command, {length: word_game}, sandbox, base)

        return directories

    if player.prepare:
        base = _directory_of(player, player.prepare, word_games, sandbox, base)

    return {} if base is None else dict.fromkeys(word_games, base)


def _directory_of(
    player: Program, command: Sequence[str], word_games: WordGames, sandbox: Sandbox, base: str | None
) -> str:
    """Return the directory that the command makes. The command is run if its result is not in the cache.

    word_games: the games whose words the command sees; empty for one that compiles. base: the directory that the
    command before made, with whose files this one begins; None for the first command.
    """
    home = os.path.join(cache_directory(), "prepared", _key(player, command, word_games, sandbox, base))
    files = os.path.join(home, _FILES)
    try:
        if not os.path.isdir(files):
            _make(home, player, command, word_games, sandbox, base)
    except OSError as error:
        # If another referee has made the directory meanwhile, the new one could not get its name.
        if not os.path.isdir(files):
            instead = "set XDG_CACHE_HOME to a directory that can be written to"
            raise DataError(f"{home}: cannot be written: {reason(error)}; {instead}") from None

    return files


def _key(player: Program, command: Sequence[str], word_games: WordGames, sandbox: Sandbox, base: str | None) -> str:
    """Return the name of a command's result in the cache, a digest of all that the result depends on.

    The source, and the files and directories that the command names, count by their content.
    """
    paths = {*command}
    if player.source is not None:
        paths.add(player.source)

    # These may be programs of the system too, such as a compiler. files_of_command, below, leaves those out.
    digests = [(path, digest_of_file(os.path.realpath(path)).hex()) for path in paths if os.path.isfile(path)]
    fingerprints = {length: game.list_fingerprint for length, game in sorted(word_games.items())}

    included: dict[str, str] = {}
    paths_with_contents = files_of_command(command, with_folder=False)

    is_compilation = not word_games  # only a compiler sees no word list
    if is_compilation:
        # A compiler may include files that its command does not name: those of the source's folder, and exposed ones.
        # The author's own command may take minutes, so such files do not make it run again.
        player_with_files = with_files(player, sandbox.isolation)
        included.update(player_with_files.files)
        paths_with_contents += (*player.expose, *sandbox.isolation.exposed)

    for path in paths_with_contents:
        # A change in a directory that is too large to be copied does not make the command run again.
        included.update(digests_by_file([path], hidden=()) or {})

    parts = [list(command), sorted(digests), sorted(included.items()), player.environment, fingerprints, base]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:_KEY_DIGITS]


def _make(
    home: str, player: Program, command: Sequence[str], word_games: WordGames, sandbox: Sandbox, base: str | None
) -> None:
    """Run the command in a new directory, which gets the name `home` once the command has succeeded.

    The command works below the runner's directory, because the player may be another user, who cannot reach the cache.
    The result is copied into a temporary directory of the cache, and renamed there: another referee must not see a
    directory that is half copied. It cannot be renamed at once, because the cache may be on another file system.
    """
    cache = os.path.dirname(home)
    os.makedirs(cache, exist_ok=True)
    with (
        sandbox.runner.temporary_directory() as temporary,
        # If this process is killed, the next preparation removes the directory.
        contextlib.closing(HeldDirectory(parent=cache)) as in_cache,
    ):
        result = os.path.join(temporary, "result")
        files = os.path.join(result, _FILES)
        if base is None:
            os.makedirs(files)
        else:
            os.mkdir(result)
            copy_files(base, files)

        begun = time.monotonic()
        output = run_preparation(player, command, word_games, sandbox, files)
        seconds = time.monotonic() - begun
        _log.info("prepared '%s': %s, %.1f s", player.name, command_text(command), seconds)

        Path(result, _OUTPUT).write_text(output, encoding="utf-8")
        copy = os.path.join(in_cache.path, "result")
        copy_files(result, copy)
        os.rename(copy, home)


def run_preparation(
    player: Program, command: Sequence[str], word_games: WordGames, sandbox: Sandbox, prepared: str
) -> str:
    """Run a command of the player, which sees the directory `prepared` as `prepared/` and writes there.

    Returns what the command wrote to its output and to standard error; of more than _MAX_SHOWN bytes it is the first
    and the last. word_games: the games whose words are in its working directory. Raises DataError if the command fails,
    with what it wrote as notes.
    """
    limits = limits_with(player.prepare_limits, _LIMITS, player.name)
    output = HeadAndTail(_MAX_SHOWN // 2)
    with WorkingDirectory(word_games, sandbox.runner) as directory:
        launch = sandbox.launch(player, tuple(command), directory.path, limits, prepared, is_preparation=True)
        try:
            process = PlayerProcess(sandbox.runner, launch, limits, stop=None, on_stderr=output.add)
            with contextlib.closing(process):
                process.begin()  # the command starts, and its time
                # A command that asks, as unzip does before it overwrites a file, would wait until its time is over.
                process.close_input()
                termination = _keep_output(process, output, process.started + limits.game)
        except NotStarted as failure:
            output.add(f"{failure}\n".encode())
            how = str(Termination.NOT_STARTED)
            stderr = ""
        else:
            report = process.end_report
            # A limit that the command exceeded may be why it ended as it did, or why it took too long.
            termination = exceeded_limit(report) or termination
            # This termination stands for exit status 0, by which the command says that it has succeeded.
            if termination is Termination.EXITED:
                return "".join(output.texts())

            how = str(termination)
            if report.signal or report.exit_status:
                how += f" {exit_text(report.exit_status, signal_name(report))}"
            stderr = "".join(process.stderr.texts())

    summary = f"player '{player.name}': preparation ({command_text(command)}) {how}"
    lines = "".join(output.texts()).splitlines()
    raise _failure(summary, stderr, [line.rstrip() for line in lines if line.strip()])


def _keep_output(process: PlayerProcess, output: HeadAndTail, until: float) -> Termination:
    """Add the lines of a command's standard output until it ends; return how it ended.

    At the time `until`, on the monotonic clock, it is not waited for any longer.
    """
    try:
        while True:
            output.add(process.receive(until) + b"\n")
    except GameEnded as end:
        return end.termination
    except TimeoutError:
        return Termination.GAME_TIMEOUT


def _failure(summary: str, stderr: str, output_lines: Sequence[str]) -> DataError:
    """Return the error about a command that failed, with the lines that it wrote as notes if there are several.

    The message is the summary and the likely reason, such as "… crashed with exit status 1: main.c:3: error: …".
    stderr: the standard error; output_lines: the lines of both output and standard error.
    """
    message = summary
    reporting_lines = stderr.splitlines() or output_lines
    lines = [line.strip() for line in reporting_lines if line.strip()]
    if lines:
        # Compilers write this word in the line that says what is wrong.
        likely_reason = next((line for line in lines if "error" in line.lower()), lines[-1])
        message += f": {printable(likely_reason)}"

    error = DataError(message)
    if len(output_lines) > 1:
        for line in output_lines:
            error.add_note(error_line(line))

    return error


def command_text(command: Sequence[str]) -> str:
    """Return the command as a shell takes it and a message shows it, such as "cc 'my entry.c'"."""
    return printable(shlex.join(command))
