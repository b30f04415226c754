"""The runner, python -m referee.runner [DIRECTORY]: serves the referee whose socket is its input, in one thread."""

import contextlib
import math
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Collection

from lingo_common.errors import reason
from referee.runner.control_group import remove_dead_groups
from referee.runner.held_directory import HeldDirectory
from referee.runner.launch import FREE
from referee.runner.messages import NotPassed, receive, send, tell
from referee.runner.open_files import raise_limit
from referee.runner.player import Common, Steps, Wait, play
from referee.runner.prctl import adopt_orphans, hide_process
from referee.runner.stage import Stage

_CHUNK = 4096
"""Bytes that are read at once from the file of exits. Only their arrival counts: the system says who has ended."""


def serve(control: socket.socket, common: Common) -> None:
    """Launch what comes through the socket, until the referee has closed it and every player is gone."""
    players: dict[Steps[None], Wait] = {}
    """For each player that is not gone, what it waits for."""
    is_open = True
    """Whether the referee may still send launches."""

    while is_open or players:
        own_files = [common.exits, control.fileno()] if is_open else [common.exits]
        readable = _readable([Wait(own_files, math.inf), *players.values()])
        if common.exits in readable:
            os.read(common.exits, _CHUNK)

        for player, wait in list(players.items()):
            is_time = time.monotonic() >= wait.until
            if is_time or not readable.isdisjoint(wait.files):
                try:
                    players[player] = player.send(readable)
                except StopIteration:
                    del players[player]

        if control.fileno() in readable:
            try:
                launch, _ = receive(control)
            except EOFError:
                is_open = False
                continue

            connection = _connect(control)
            if connection is not None:
                player = play(connection, launch, common)
                with contextlib.suppress(StopIteration):  # it could not be started
                    players[player] = next(player)

    common.groups.close()


def _connect(control: socket.socket) -> socket.socket | None:
    """Return this end of a new socket for a player, whose other end goes to the referee.

    None if it cannot be passed on, which the referee is told if it is there.
    """
    try:
        own, theirs = socket.socketpair()
    except OSError as error:
        tell(control, NotPassed(f"the runner has {reason(error)}"))
        return None

    with theirs:
        try:
            send(control, None, [theirs.fileno()])
        except NotPassed as problem:
            tell(control, problem)
        except BrokenPipeError:
            pass
        else:
            return own

    own.close()
    return None


def _readable(waits: Collection[Wait]) -> set[int]:
    """Wait for all of these at once; return the files that can be read.

    There are none if the first time has come before.
    """
    poll = select.poll()
    for wait in waits:
        for number in wait.files:
            poll.register(number, select.POLLIN)

    until = min(wait.until for wait in waits)
    pause = None
    if until < math.inf:
        pause = max(0.0, until - time.monotonic()) * 1000

    return {number for number, _ in poll.poll(pause)}


def main(arguments: list[str]) -> None:
    """Serve the referee, whose socket is standard input.

    arguments: nothing, or the directory of the run where this runner follows one that was killed.
    """
    limits = raise_limit()
    try:
        # The referee holds the directory too. While one of both lives, another referee does not remove it.
        held = HeldDirectory(*arguments)

        # All numbers below FREE are taken up, so that what is opened later gets a number from there on.
        null = os.open(os.devnull, os.O_RDWR)
        while null < FREE - 1:
            null = os.open(os.devnull, os.O_RDWR)

        exits, exited = os.pipe()
        stage = Stage(held.path)
        control = socket.socket(fileno=os.dup(0))
        os.dup2(null, 0)  # no program that is started inherits the socket
    except OSError as error:
        tell(socket.socket(fileno=0), error)
        return

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)

    # A thread that had blocked signals may have started this process. SIGCHLD must arrive: its handler does nothing,
    # but at its arrival Python writes a byte into the pipe, which ends the wait in _readable.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    for end in (exits, exited):
        os.set_blocking(end, False)

    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(exited, warn_on_full_buffer=False)
    hide_process()
    adopt_orphans()
    remove_dead_groups()

    tell(control, held.path)
    serve(control, Common(stage, exits, limits))
    stage.close()
    held.close()


main(sys.argv[1:])
