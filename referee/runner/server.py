"""The runner: serves one referee in one thread, until the referee closes its socket or dies."""

import errno
import os
import select
import signal
import socket
import time
from itertools import chain

from lingo_common.errors import DataError, reason
from referee.runner.control_group import ControlGroups, shares_processors
from referee.runner.held_directory import hold, remove
from referee.runner.launch import FREE
from referee.runner.messages import Launch, NotStarted, receive
from referee.runner.player import RunningPlayer, tell_referee
from referee.runner.prctl import adopt_orphans, hide_process
from referee.runner.sight import Views

_SOON = 0.005
"""Seconds until the next look whether a killed player is gone. Exits of this process's children are seen at once."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC})
"""Failures to start that are the machine's fault."""


def serve(control: socket.socket, views: Views) -> None:
    """Launch what comes through the socket, until the referee has closed it and every player is gone."""
    exits, exited = os.pipe()  # becomes readable when a child of this process ends
    for end in (exits, exited):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(exited, warn_on_full_buffer=False)
    groups = ControlGroups()
    players: list[RunningPlayer] = []
    own = [exits, control.fileno()]
    while len(own) > 1 or players:
        readable = _wait([*own, *chain.from_iterable(player.files_to_watch for player in players)], players)
        if exits in readable:
            os.read(exits, 4096)
        for player in [*players]:
            if player.advance(readable, players):
                players.remove(player)
        if control.fileno() in readable:
            try:
                launch, files = receive(control)
            except EOFError:
                own.remove(control.fileno())
            else:
                players += _launch(launch, files, views, groups)
    groups.close()


def _wait(numbers: list[int], players: list[RunningPlayer]) -> set[int]:
    """The files among these that can be read, once there are some or something is due."""
    poll = select.poll()
    for number in numbers:
        poll.register(number, select.POLLIN)
    due = min((player.due for player in players), default=float("inf"))
    pause = max(_SOON, due - time.monotonic())
    return {number for number, _ in poll.poll(pause * 1000 if pause < float("inf") else None)}


def _launch(launch: Launch, files: list[int], views: Views, groups: ControlGroups) -> list[RunningPlayer]:
    """The player that was started, if it could be; else a message to the referee says why it could not."""
    if not files:  # this process can open no more
        return []
    end = socket.socket(fileno=files[0])
    try:
        return [RunningPlayer(end, launch, views, groups)]
    except NotStarted as error:
        tell_referee(end, error)
    except OSError as error:
        full = error.errno in _EXHAUSTED_MACHINE
        why = f"{'players can no longer be started' if full else 'cannot be started'}: {reason(error)}"
        ours = full or (launch.box is not None and error.errno != errno.E2BIG)
        tell_referee(end, DataError(why) if ours else NotStarted(why))
    except ValueError as error:  # a NUL byte in the command
        tell_referee(end, NotStarted(f"cannot be started: {error}"))
    end.close()
    return []


def main(arguments: list[str]) -> None:
    """Serve the referee, whose socket is standard input: main([directory])."""
    [directory] = arguments
    hold(directory)  # while one of both lives, the next referee does not remove it
    while (null := os.open(os.devnull, os.O_RDWR)) < FREE - 1:
        pass
    control = socket.socket(fileno=os.dup(0))
    os.dup2(null, 0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hide_process()
    adopt_orphans()
    shares_processors()  # removes control groups of runners that were killed
    views = Views(directory)
    serve(control, views)
    views.close()
    remove(directory)
