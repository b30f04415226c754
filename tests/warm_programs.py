"""Programs of this project run in forks of a process that has imported what they need, so that they start at once."""

import contextlib
import gc
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

PATIENCE = 300
"""Seconds after which a run counts as failed."""
MOST_BYTES = 1 << 17
"""The longest request: arguments and environment of a run."""
AT_START = ("PYTHON", "LANG", "LC_", "COVERAGE")
"""Variables that Python reads before it runs a program begin with one of these."""


PAGES = {"referee": "referee.page.build"}
"""The module of a program that loads jinja2 and matplotlib, where they are installed."""


class WarmProgram:
    """A context manager: one program, whose runs share nothing but what was imported before."""

    def __init__(self, program: str) -> None:
        self.program = program
        self._environment = _at_start(os.environ)
        self._ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, __file__, program, str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, process_group=0)
        theirs.close()
        self._ours.settimeout(PATIENCE)

    def is_fit(self, environment: dict[str, str]) -> bool:
        """Whether a run with that environment is the same here and in a process of its own."""
        return _at_start(environment) == self._environment

    def run(self, arguments, directory, environment, input=None) -> subprocess.CompletedProcess[str]:
        """The finished run with those arguments in that working directory, its streams as text."""
        arguments = [str(argument) for argument in arguments]
        request = {"arguments": arguments, "directory": str(directory), "environment": dict(environment)}
        with contextlib.ExitStack() as open_files:
            streams = [open_files.enter_context(tempfile.TemporaryFile("w+")) for _ in range(3)]
            streams[0].write(input or "")
            streams[0].seek(0)
            socket.send_fds(self._ours, [json.dumps(request).encode()], [stream.fileno() for stream in streams])
            code = int(self._ours.recv(100))  # nothing, which is no number, where the process has died
            for stream in streams[1:]:
                stream.seek(0)
            return subprocess.CompletedProcess([self.program, *arguments], code, streams[1].read(), streams[2].read())

    def __enter__(self) -> "WarmProgram":
        return self

    def __exit__(self, *exception: object) -> None:
        self._ours.close()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # a run that took too long is ended too
        self._process.wait()


def _at_start(environment) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(AT_START)}


def _next_run(connection: socket.socket) -> dict | None:
    """In a fork, the request that it is to run, with its streams in place; in the first process None at the end."""
    while True:
        request, streams, *_ = socket.recv_fds(connection, MOST_BYTES, 3)
        if not request:
            return None
        pid = os.fork()
        if pid == 0:
            connection.close()
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
        for stream in streams:
            os.close(stream)
        if pid == 0:
            return json.loads(request)
        connection.send(str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())


def _main(program: str, descriptor: str) -> None:
    sys.path[0] = str(Path(__file__).parent.parent)
    commands = getattr(import_module(f"{program}.commands.program"), program).commands
    assert all(commands.values())  # reading a command imports its module
    with contextlib.suppress(ImportError):
        import_module(PAGES.get(program, program))
    gc.freeze()  # else a run's collections copy all that was imported
    request = _next_run(socket.socket(fileno=int(descriptor)))
    if request:
        os.environ.clear()
        os.environ.update(request["environment"])
        os.chdir(request["directory"])
        sys.path[0] = request["directory"]
        sys.argv = [program, *request["arguments"]]
        import_module(f"{program}.__main__").main()


if __name__ == "__main__":
    _main(*sys.argv[1:])
