"""The runner: serves the jobs of one referee in one thread, until the referee closes its socket or dies."""

import contextlib
import errno
import os
import select
import signal
import socket
import time
from collections.abc import Callable

from lingo_common.errors import reason
from referee.runner.control_group import shares_processors
from referee.runner.launch import NotStarted
from referee.runner.messages import Connection, End, Launch, Look, Looked, Message, Refused, Started
from referee.runner.player import Player
from referee.runner.prctl import adopt_orphans, hide_process
from referee.runner.sight import Views
from referee.runner.stage import Stage
from referee.runner.working_directory import remove

_TICK = 0.02
"""Seconds between two looks for an exit, if the system has no file for it."""
_SOON = 0.001
"""Seconds until the next look whether a killed player is gone."""
_ATTEMPTS = 30
"""Launches of a player whose sandbox cannot be made: a file that is covered may have gone meanwhile."""
_EXHAUSTED_MACHINE = frozenset({errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM, errno.ENOSPC})
"""Failures to start that are the machine's fault."""


class Job:
    """A connection to the referee, and the player that it launched last."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.player: Player | None = None
        self.is_open = True
        self.attempts = 0


class Server:
    """The runner's loop: messages of the referee, exits of players, samples that are due."""

    def __init__(self, control: socket.socket, stage: Stage) -> None:
        """control: the socket over which the referee hands in the connections of its jobs."""
        self._control, self._views = control, Views(stage)
        self._poll = select.poll()
        self._handlers: dict[int, Callable[[], None]] = {}
        self._jobs: list[Job] = []
        self._open = True
        self._watch(control.fileno(), self._take_job)

    def serve(self) -> None:
        """Serve until the referee has closed its socket and every player is gone."""
        while self._open or self._jobs:
            events = [(number, self._handlers.get(number)) for number, _ in self._poll.poll(self._pause())]
            for number, handler in events:
                if handler and self._handlers.get(number) is handler:  # the number may belong to another file by now
                    handler()
            self._look_after_players()

    def _pause(self) -> float | None:
        """Milliseconds until something is due; None for ever."""
        players = [job.player for job in self._jobs if job.player]
        if not players:
            return None
        if any(player.is_ending for player in players):
            return _SOON * 1000
        due = min(player.due for player in players)
        if any(player.exit is None for player in players):
            due = min(due, time.monotonic() + _TICK)
        return 1 + max(0.0, due - time.monotonic()) * 1000 if due < float("inf") else None

    def _take_job(self) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._control, 1, 1)
        except OSError:
            data, files = b"", []
        for file in files:
            self._add(Job(Connection(socket.socket(fileno=file))))
        if not data:
            self._open = False
            self._forget(self._control.fileno())

    def _add(self, job: Job) -> None:
        os.set_inheritable(job.connection.fileno(), False)
        self._jobs.append(job)
        self._watch(job.connection.fileno(), lambda: self._take_message(job))

    def _take_message(self, job: Job) -> None:
        try:
            message, _ = job.connection.receive()
        except EOFError:
            job.is_open = False
            self._forget(job.connection.fileno())
            self._end(job)
            return
        if isinstance(message, Launch) and job.player is None:
            job.attempts = 0
            self._launch(job, message)
        elif isinstance(message, Look) and job.player and not job.player.exited:  # else Ended is the answer
            self._send(job, Looked(job.player.look()))
        elif isinstance(message, End):
            self._end(job)

    def _launch(self, job: Job, launch: Launch) -> None:
        job.attempts += 1
        try:
            player = Player(launch, self._views)
        except NotStarted as error:
            self._send(job, Refused(str(error)))
        except OSError as error:
            full = error.errno in _EXHAUSTED_MACHINE
            why = "players can no longer be started" if full else "cannot be started"
            self._send(job, Refused(f"{why}: {reason(error)}", ours=full or launch.box is not None))
        except ValueError as error:  # a NUL byte in the command
            self._send(job, Refused(f"cannot be started: {error}"))
        else:
            job.player = player
            self._watch(player.child.stdout, lambda: self._take_ready(job, player))

    def _take_ready(self, job: Job, player: Player) -> None:
        """The launcher is ready: hand out the player's pipes. Or it ended: launch it again."""
        if player.take_ready():
            self._forget(player.child.stdout)
            child = player.child
            self._send(job, Started(child.pid, player.remarks), (child.stdin, child.stdout, child.stderr))
            child.close()
            if player.exit is not None:
                self._watch(player.exit, lambda: self._take_exit(job))
            return
        self._fail(job, player)

    def _fail(self, job: Job, player: Player) -> None:
        """End a launcher that did not become ready; a sandbox is tried again."""
        player.problem = player.failure()
        self._end(job)

    def _take_exit(self, job: Job) -> None:
        assert job.player is not None
        job.player.exited = True
        self._end(job)

    def _end(self, job: Job) -> None:
        """End the job's player, if it has one: the one way, whoever wants it."""
        if (player := job.player) and not player.is_ending:
            self._forget(player.exit if player.is_ready else player.child.stdout)
            player.end()

    def _look_after_players(self) -> None:
        now = time.monotonic()
        for job in [*self._jobs]:
            player = job.player
            if player is None:
                if not job.is_open:
                    self._close(job)
            elif player.is_ending:
                others = [other.player for other in self._jobs if other.player and other is not job]
                if player.gone(others):
                    self._take_leave(job, player)
            elif player.exit is None and player.is_ready and player.child.ended():
                self._take_exit(job)
            elif now >= player.due:
                if not player.is_ready:
                    self._fail(job, player)
                elif exceeded := player.look():
                    self._send(job, Looked(exceeded))

    def _take_leave(self, job: Job, player: Player) -> None:
        """Nothing of the player is left."""
        player.close()
        job.player = None
        if not job.is_open:
            self._close(job)
        elif player.problem is None:
            self._send(job, player.ended)
        elif job.attempts < _ATTEMPTS and player.launch.box is not None:
            self._views.forget()
            self._launch(job, player.launch)
        else:
            self._send(job, Refused(player.problem, ours=True))

    def _close(self, job: Job) -> None:
        job.connection.close()
        self._jobs.remove(job)

    def _send(self, job: Job, message: Message, files: tuple[int, ...] = ()) -> None:
        with contextlib.suppress(OSError):  # the referee has gone: its end of file follows
            job.connection.send(message, files)

    def _watch(self, number: int, handler: Callable[[], None]) -> None:
        self._handlers[number] = handler
        self._poll.register(number, select.POLLIN)

    def _forget(self, number: int | None) -> None:
        if number is not None and number in self._handlers:
            del self._handlers[number]
            self._poll.unregister(number)


def main(arguments: list[str]) -> None:
    """Serve the referee whose socket, directory and lock on it the arguments name; at the end remove the directory."""
    directory, *files = arguments
    for file in map(int, files):
        os.set_inheritable(file, False)  # no player gets them
    control = socket.socket(fileno=int(files[0]))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    hide_process()
    adopt_orphans()
    shares_processors()  # removes control groups of runners that were killed
    stage = Stage(directory)
    Server(control, stage).serve()
    stage.close()
    remove(directory)
