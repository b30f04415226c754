"""A real Dask scheduler and workers on 127.0.0.1, each a process in an empty directory with a HOME of its own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from waiting import PATIENCE, wait_until


class LocalCluster:
    """A context manager: the scheduler from the start, workers as they are added, nothing afterwards."""

    def __init__(self, directory: Path) -> None:
        """Start the scheduler; its files and those of the workers go to the directory."""
        self._directory = directory
        self.workers: list[subprocess.Popen] = []
        self._file = directory / "scheduler.json"
        # Without a dashboard there is still a web server with the scheduler's state. Its usual port may be in use.
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
        self.scheduler = self._start("scheduler", "--scheduler-file", str(self._file), *options)

    @property
    def address(self) -> str:
        """The scheduler's address."""
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        return json.loads(self._file.read_text())["address"]

    def add_workers(self, count: int) -> None:
        """Start so many more workers, of one thread each; they join when they are ready."""
        options = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", str(PATIENCE)]
        options += ["--host", "127.0.0.1", "--scheduler-file", str(self._file)]
        self.workers += [self._start("worker", *options) for _ in range(count)]

    def wait_for_workers(self) -> None:
        """Return once the scheduler knows the workers that are there, and no others."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            wait_until(lambda: len(client.run_on_scheduler(_workers_of)) == len(self.workers))

    def kill(self, pid: int) -> None:
        """Kill the worker with that process id."""
        [worker] = [worker for worker in self.workers if worker.pid == pid]
        _end(worker)
        self.workers.remove(worker)

    def __enter__(self) -> "LocalCluster":
        return self

    def __exit__(self, *exception: object) -> None:
        for process in (*self.workers, self.scheduler):
            _end(process)

    def _start(self, part: str, *options: str) -> subprocess.Popen:
        """Start `dask scheduler` or `dask worker` in a directory of its own; its messages go to a file beside it."""
        home = self._directory / f"{part}-{time.monotonic_ns()}"
        home.mkdir()
        environment = {
            "HOME": str(home),
            "TMPDIR": str(home),
            "PATH": os.environ["PATH"],
            # Workers import cluster_work, which tests give them to do.
            "PYTHONPATH": str(Path(__file__).parent),
        }
        if part == "worker":
            options = (*options, "--local-directory", str(home))

        command = [str(Path(sys.executable).parent / "dask"), part, *options]
        with open(home.with_suffix(".log"), "wb") as log:
            return subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=log)


def _workers_of(dask_scheduler) -> list[str]:
    """In the scheduler: the addresses of its workers. Dask passes the scheduler to a parameter of this name."""
    return list(dask_scheduler.workers)


def _end(process: subprocess.Popen) -> None:
    process.kill()
    process.wait()
