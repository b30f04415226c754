"""The runner, `python -m referee.runner [DIRECTORY]`: starts and ends players for the referee.

Its standard input is a socket with the referee at the other end.

It has one thread, because it changes its user for a moment when it starts a player as another user. Its players take
turns: each is a generator that yields what it waits for (see referee.runner.player).
"""

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
from referee.runner.launcher import FREE
from referee.runner.messages import NotPassed, receive, send, send_if_possible
from referee.runner.open_files import raise_limit
from referee.runner.player import SharedState, Steps, Wait, play
from referee.runner.prctl import adopt_orphans, hide_process
from referee.runner.stage import Stage
from referee.runner.user_ids import UserIds

_CHUNK = 4096
"""Bytes that are read at once from the file of exits. Only their arrival counts: the system says who has ended."""


def serve(control: socket.socket, shared: SharedState) -> None:
    """Run the players that the referee asks for, until it has closed the socket and all of them are gone."""
    players: dict[Steps[None], Wait] = {}
    """For each player that is not gone, what it waits for."""
    is_open = True
    """Whether the referee may still send launches. A socket that it has closed can be read for ever: that is not waited
    for."""

    while is_open or players:
        own_files = [shared.exits, control.fileno()] if is_open else [shared.exits]
        readable = _wait_for_any([Wait(frozenset(own_files), math.inf), *players.values()])
        if shared.exits in readable:
            os.read(shared.exits, _CHUNK)

        _go_on(players, readable)

        if control.fileno() in readable:
            is_open = _begin_next(control, players, shared)

    for group in shared.free_groups:
        group.remove()


def _go_on(players: dict[Steps[None], Wait], readable: Collection[int]) -> None:
    """Let each player whose wait is over go on to its next wait, and leave out those that are gone."""
    for player, wait in list(players.items()):
        is_time = time.monotonic() >= wait.until
        if is_time or not wait.files.isdisjoint(readable):
            try:
                players[player] = player.send(readable)
            except StopIteration:
                del players[player]


def _begin_next(control: socket.socket, players: dict[Steps[None], Wait], shared: SharedState) -> bool:
    """Start the player that the referee asks for; return False if it asks for none any more."""
    try:
        launch, _ = receive(control)
    except EOFError:
        return False

    connection = _connect(control)
    if connection is not None:
        player = play(connection, launch, shared)
        with contextlib.suppress(StopIteration):  # it could not be started
            players[player] = next(player)

    return True


def _connect(control: socket.socket) -> socket.socket | None:
    """Return this end of a new socket for a player, and pass the other end to the referee.

    None if that fails; the referee is told why, unless it has left.
    """
    try:
        own_end, referees_end = socket.socketpair()
    except OSError as error:
        send_if_possible(control, NotPassed(f"the runner has {reason(error)}"))
        return None

    with referees_end:
        try:
            send(control, None, [referees_end.fileno()])
        except (NotPassed, BrokenPipeError) as problem:
            send_if_possible(control, problem)
        else:
            return own_end

    own_end.close()
    return None


def _wait_for_any(waits: Collection[Wait]) -> set[int]:
    """Return the files that can be read, as soon as one of the waits is over; empty if its time has come."""
    poll = select.poll()
    for wait in waits:
        for number in wait.files:
            poll.register(number, select.POLLIN)

    until = min(wait.until for wait in waits)
    milliseconds = None
    if until < math.inf:
        milliseconds = max(0.0, until - time.monotonic()) * 1000

    return {number for number, _ in poll.poll(milliseconds)}


def main(arguments: list[str]) -> None:
    """Serve the referee, whose socket is standard input.

    arguments: nothing, or the directory for temporary files of a runner that was killed, whose place this one takes.
    """
    limits_at_start = raise_limit()
    try:
        # The referee holds the directory too, and no other referee removes it while one of the two holds it.
        held = HeldDirectory(*arguments)

        null = _open_null_below_free()
        exits, exits_writer = os.pipe()
        stage = Stage(held.path)
        control = socket.socket(fileno=os.dup(0))
        os.dup2(null, 0)  # no program that is started inherits the socket
    except OSError as error:
        send_if_possible(socket.socket(fileno=0), error)  # number 0 is still the socket: it is replaced last
        return

    for end in (exits, exits_writer):
        os.set_blocking(end, False)

    _handle_signals(exits_writer)
    hide_process()  # from players: they may have the same user, and its memory and open files tell of other games
    adopt_orphans()
    remove_dead_groups()

    send_if_possible(control, held.path)  # the referee waits for this before it asks for a player
    serve(control, SharedState(stage, exits, limits_at_start, UserIds(), free_groups=[], sessions=[]))
    stage.close()
    held.close()


def _handle_signals(exits_writer: int) -> None:
    """Ignore the signals that end programs, and let the end of a child write a byte into this open file."""
    # No signal ends this process before it has ended its players and removed their files. It does so when the referee
    # closes the socket, or is killed itself.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)

    # A thread that had blocked signals may have started this process, but SIGCHLD must arrive.
    signal.pthread_sigmask(signal.SIG_SETMASK, ())

    # Python writes the byte when a signal with a handler arrives. The handler itself has nothing to do.
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(exits_writer, warn_on_full_buffer=False)


def _open_null_below_free() -> int:
    """Open /dev/null under every free number below FREE, and return one of these numbers.

    Files that are opened later have numbers from FREE on. The numbers below are for the open files of launchers.
    """
    null = os.open(os.devnull, os.O_RDWR)
    while null < FREE - 1:
        null = os.open(os.devnull, os.O_RDWR)
    return null


main(sys.argv[1:])
