"""The runner: serves the jobs of one referee in one thread, until the referee closes its socket or dies."""

import contextlib
import errno
import os
import select
import signal
import socket
import time
from collections.abc import Callable
from functools import partial

from lingo_common.errors import DataError, reason
from referee.runner.control_group import ControlGroups, shares_processors
from referee.runner.held_directory import hold, remove
from referee.runner.launch import FREE
from referee.runner.messages import Launch, LaunchFailed, NotStarted, Started, receive, send
from referee.runner.player import RunningPlayer
from referee.runner.prctl import adopt_orphans, hide_process
from referee.runner.sight import Views
from referee.runner.stage import Stage

_SOON = 0.001
"""Seconds until the next look whether a killed player is gone."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC})
"""Failures to start that are the machine's fault."""


class Connection:
    """A connection to the referee, and the player that it launched last."""

    def __init__(self, end: socket.socket) -> None:
        self.socket = end
        self.player: RunningPlayer | None = None
        self.is_open = True

    def send(self, message: object, files: tuple[int, ...] = ()) -> None:
        """Send the message; nothing if the referee has gone, whose end of file follows."""
        with contextlib.suppress(OSError):
            send(self.socket, message, files)


class Server:
    """The runner's loop: messages of the referee, exits of players, samples that are due."""

    def __init__(self, control: socket.socket, stage: Stage) -> None:
        """control: the socket over which the referee hands in the connections of its jobs."""
        self._control, self._views, self._groups = control, Views(stage), ControlGroups()
        self._poll = select.poll()
        self._handlers: dict[int, Callable[[], object]] = {}
        self._jobs: list[Connection] = []
        self._is_open = True
        exits, exited = os.pipe()  # becomes readable when a child of this process ends
        for end in (exits, exited):
            os.set_blocking(end, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(exited, warn_on_full_buffer=False)
        self._watch(control.fileno(), self._take_job)
        self._watch(exits, partial(os.read, exits, 4096))

    def serve(self) -> None:
        """Serve until the referee has closed its socket and every player is gone."""
        while self._is_open or self._jobs:
            events = [(number, self._handlers.get(number)) for number, _ in self._poll.poll(self._pause())]
            for number, handler in events:
                if handler and self._handlers.get(number) is handler:  # the number may belong to another file by now
                    handler()
            for job in [*self._jobs]:
                if job.player is not None:
                    self._look_after(job, job.player)
                if not job.is_open and job.player is None:
                    job.socket.close()
                    self._jobs.remove(job)
        self._groups.close()

    def _pause(self) -> float | None:
        """Milliseconds until something is due; None for ever."""
        players = [job.player for job in self._jobs if job.player]
        if any(player.is_ending for player in players):
            return _SOON * 1000
        first = min((player.due for player in players), default=float("inf"))
        return 1 + max(0.0, first - time.monotonic()) * 1000 if first < float("inf") else None

    def _take_job(self) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._control, 1, 1)
        except OSError:
            data, files = b"", []
        for file in files:
            os.set_inheritable(file, False)
            job = Connection(socket.socket(fileno=file))
            self._jobs.append(job)
            self._watch(file, partial(self._take_message, job))
        if not data:
            self._is_open = False
            self._forget(self._control.fileno())

    def _take_message(self, job: Connection) -> None:
        try:
            message, _ = receive(job.socket)
        except EOFError:
            message, job.is_open = None, False
            self._forget(job.socket.fileno())
        if isinstance(message, Launch):
            self._launch(job, message)
        elif (player := job.player) and not player.is_ending:
            if not player.is_ready:
                self._forget(player.stdout)
            player.end()

    def _launch(self, job: Connection, launch: Launch) -> None:
        try:
            player = job.player = RunningPlayer(launch, self._views, self._groups)
        except NotStarted as error:
            job.send(error)
        except OSError as error:
            full = error.errno in _EXHAUSTED_MACHINE
            why = f"{'players can no longer be started' if full else 'cannot be started'}: {reason(error)}"
            ours = full or (launch.box is not None and error.errno != errno.E2BIG)
            job.send(DataError(why) if ours else NotStarted(why))
        except ValueError as error:  # a NUL byte in the command
            job.send(NotStarted(f"cannot be started: {error}"))
        else:
            self._watch(player.stdout, partial(self._take_ready, job, player))

    def _take_ready(self, job: Connection, player: RunningPlayer) -> None:
        """The launcher is ready: hand out the player's pipes. Or it ended without a word of readiness."""
        self._forget(player.stdout)
        if not player.take_ready():
            player.fail()
            return
        remarks, self._views.remarks = tuple(self._views.remarks), []
        job.send(Started(player.pid, remarks), (player.stdin, player.stdout, player.stderr))
        player.close_pipes()

    def _look_after(self, job: Connection, player: RunningPlayer) -> None:
        if player.is_ready and not player.is_ending and player.has_exited():
            player.end()
        if player.is_ending:
            if player.is_gone([busy.player for busy in self._jobs if busy.player and busy is not job]):
                ended, job.player = player.close(), None
                if player.problem is not None:
                    self._views.forget()
                job.send(ended if player.problem is None else LaunchFailed(player.problem))
        elif time.monotonic() >= player.due:
            if not player.is_ready:
                self._forget(player.stdout)
                player.fail()
            elif exceeded := player.look():
                job.send(exceeded)

    def _watch(self, number: int, handler: Callable[[], object]) -> None:
        self._handlers[number] = handler
        self._poll.register(number, select.POLLIN)

    def _forget(self, number: int) -> None:
        if self._handlers.pop(number, None):
            self._poll.unregister(number)


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
    stage = Stage(directory)
    Server(control, stage).serve()
    stage.close()
    remove(directory)
