"""A Dask cluster as executor: workers and schedulers are lost, and results are not."""

import importlib.metadata
import math
import pickle
import platform
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cluster_work
import pytest
from local_cluster import LocalCluster
from waiting import wait_until

from codebreaker.loading import provide, text_of
from lingo_common import cluster as cluster_module
from lingo_common.cluster import _check_scheduler, _run_piece, _version, connect
from lingo_common.errors import DataError, UsageError
from lingo_common.option import address_of
from lingo_common.pieces import Checkpoint, run_pieces


def test_an_error_in_a_piece_comes_out(cluster):
    with pytest.raises(ValueError, match="factorial"), connect(cluster.address) as executor:
        list(run_pieces(math.factorial, [3, -1], executor))


def pids_in(file: Path) -> list[int]:
    """The processes that have begun a piece of cluster_work.hold with that file."""
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_the_piece_of_a_killed_worker_is_done_by_another_one(cluster, tmp_path):
    """A piece of cluster_work.hold waits for the file `gate`, and returns the id of the process that did it."""
    # More pieces than the cluster has threads, so that some have not begun when the worker is killed.
    files = [tmp_path / f"piece{number}" for number in range(9)]
    pieces = [[str(tmp_path), file.name] for file in files]

    with ThreadPoolExecutor(1) as thread, connect(cluster.address) as executor:
        results = thread.submit(lambda: list(run_pieces(cluster_work.hold, pieces, executor)))
        wait_until(lambda: pids_in(files[0]))
        [killed_process] = pids_in(files[0])
        cluster.kill(killed_process)
        (tmp_path / "gate").touch()
        process_of_piece = {piece[1]: process for piece, process in results.result(timeout=60)}

    assert process_of_piece.keys() == {file.name for file in files}
    assert killed_process not in process_of_piece.values()
    assert pids_in(files[0]) == [killed_process, process_of_piece["piece0"]]


def test_a_file_that_was_changed_twice_is_the_one_that_was_brought_last(cluster):
    """The executor calls `provide` in a worker; `text_of` then returns the text that it was given, from no file."""
    texts_at_the_worker = []
    with connect(cluster.address) as executor:
        for text in ("first", "second", "first"):
            executor.bring("a game", provide, {"game.py": text})
            texts_at_the_worker.append(executor.submit(text_of, "game.py").result(timeout=60))

    assert texts_at_the_worker == ["first", "second", "first"]


def test_the_results_so_far_are_kept_when_the_scheduler_dies(tmp_path):
    pytest.importorskip("distributed")
    quick = "1 + 1"
    endless = "__import__('time').sleep(60)"
    # The list stands for what the results depend on: the same list opens the same file.
    checkpoint = Checkpoint(["work"], str(tmp_path / "checkpoints"))

    with LocalCluster(tmp_path) as own_cluster, pytest.raises(DataError, match="the scheduler is gone"):
        # A worker for each piece: one worker could begin with the long one.
        own_cluster.add_workers(2)
        own_cluster.wait_for_workers()
        with connect(own_cluster.address) as executor:
            for _ in run_pieces(eval, [quick, endless], executor, checkpoint):
                own_cluster.scheduler.kill()

    # The key of a result is its piece as JSON.
    assert Checkpoint(["work"], str(tmp_path / "checkpoints")).results == {f'"{quick}"': 2}


def test_a_scheduler_that_dies_while_workers_are_asked_is_gone(cluster, monkeypatch):
    from distributed.comm import CommClosedError

    def lose_connection(*arguments, **options):
        raise CommClosedError("in <tcp (closed)>: stream is closed")

    with connect(cluster.address) as executor:
        monkeypatch.setattr(executor._client, "run", lose_connection)
        with pytest.raises(DataError, match="the scheduler is gone"):
            executor.everywhere(math.factorial, 3)


def test_an_address_where_nobody_listens_is_an_error(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.5)
    with pytest.raises(DataError, match=r"127\.0\.0\.1:1: no Dask scheduler answers"), connect("127.0.0.1:1"):
        pass


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"], ids=["silent", "web"])
def test_an_address_where_another_server_listens_is_an_error(answer, monkeypatch):
    """A server that waits in silence for the rest of a request, and a web server that refuses what is no request."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.5)

    def serve(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall(answer)
            while connection.recv(4096):
                pass

    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as thread:
        thread.submit(serve, server)
        host, port = server.getsockname()
        with pytest.raises(DataError, match="no Dask scheduler answers"), connect(f"{host}:{port}"):
            pass


def test_without_certificates_an_encrypted_address_is_an_error():
    pytest.importorskip("distributed")
    with (
        pytest.raises(DataError, match=r"no certificates for tls:// \(distributed\.comm\.tls\)"),
        connect("tls://127.0.0.1:1"),
    ):
        pass


def test_a_scheduler_with_another_version_is_refused(cluster, monkeypatch):
    # The scheduler is another process, so only the caller gets the version 0.0.1.
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "0.0.1")
    _version.cache_clear()

    try:
        with pytest.raises(DataError, match=r"the scheduler has lingo-bot .*, not 0\.0\.1"), connect(cluster.address):
            pass
    finally:
        _version.cache_clear()


def test_a_scheduler_without_the_project_is_refused():
    class Scheduler:
        """A client of a scheduler that cannot import this project."""

        def run_on_scheduler(self, work):
            raise ModuleNotFoundError("No module named 'lingo_common'", name="lingo_common")

    with pytest.raises(DataError, match="host:1: the scheduler has no lingo_common: install lingo-bot"):
        _check_scheduler(Scheduler(), "host:1")


def test_a_worker_with_another_version_is_named():
    with pytest.raises(DataError, match=rf"the worker on {platform.node()} has lingo-bot .*, not 0\.0\.1"):
        _run_piece(b"", "0.0.1", "", None, b"")


def test_a_worker_without_a_module_is_named():
    # A pickled function: `c`, its module and its name, on a line each, and the end.
    piece = b"cno_such_module\nsearch\n."

    with pytest.raises(DataError, match=f"the worker on {platform.node()} has no no_such_module: install it there"):
        _run_piece(piece, _version(), "", None, b"")


def test_a_worker_whose_system_fails_is_named():
    piece = pickle.dumps((open, ("no/such/file",), {}))

    with pytest.raises(DataError, match=f"the worker on {platform.node()}: no/such/file: no such file or directory"):
        _run_piece(piece, _version(), "", None, b"")


def test_without_the_extra_a_cluster_is_refused(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(DataError, match=r"--cluster .* pip install .*\[cluster\]'"), connect("host:1"):
        pass


@pytest.mark.parametrize("text", ["host:8786", "tcp://10.0.0.1:8786", "tls://node-1.example:1", "[::1]:8786"])
def test_an_address_is_a_host_and_a_port(text):
    assert address_of(text) == text


@pytest.mark.parametrize("text", ["", "host", "host:", ":8786", "http://host:80", "host:port", "tcp://host:1/x"])
def test_another_text_is_no_address(text):
    with pytest.raises(UsageError, match="is not the address"):
        address_of(text)
