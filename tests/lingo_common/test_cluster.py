"""A Dask cluster as executor: workers are lost and come late, and nothing is lost or done in vain."""

import math
import sys
from concurrent.futures import ThreadPoolExecutor

import cluster_work
import pytest
from local_cluster import LocalCluster, wait_until

from lingo_common import cluster as cluster_module
from lingo_common.cluster import address_of, connect
from lingo_common.errors import DataError, UsageError
from lingo_common.pieces import Checkpoint, run_pieces, workers


def start_on(cluster, work, pieces):
    """The future of a list of (piece, result), worked out on the cluster in the background."""

    def results():
        with workers(1, cluster.address) as executor:
            return list(run_pieces(work, pieces, executor))

    return ThreadPoolExecutor(1).submit(results)


def pids_in(file) -> list[int]:
    """The process ids of the workers that have noted in the file that they hold a piece; see cluster_work.hold."""
    return [int(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_an_error_in_a_piece_comes_out(cluster):
    with pytest.raises(ValueError, match="factorial"), connect(cluster.address) as executor:
        list(run_pieces(math.factorial, [3, -1], executor))


def test_a_worker_killed_in_the_middle_loses_nothing(cluster, tmp_path):
    pieces = [[str(tmp_path), "held"], *([str(tmp_path), f"held{number}"] for number in range(8))]
    future = start_on(cluster, cluster_work.hold, pieces)
    wait_until(lambda: pids_in(tmp_path / "held"))
    [victim] = pids_in(tmp_path / "held")
    cluster.kill(victim)

    cluster_work.open_gate([str(tmp_path)])
    results = future.result(60)
    assert sorted(piece for piece, _ in results) == sorted(pieces)
    assert victim not in {pid for _, pid in results}
    # The victim and the worker that began its piece again.
    assert len(pids_in(tmp_path / "held")) == 2


def test_a_scheduler_that_dies_is_one_line_and_what_came_back_is_kept(tmp_path):
    pytest.importorskip("distributed")
    checkpoint = Checkpoint(["dies"], str(tmp_path / "kept"))
    with LocalCluster(tmp_path) as own, pytest.raises(DataError, match="the scheduler is gone"):
        # A worker for each piece: one worker could begin with the long one.
        own.add_workers(2)
        own.wait_for_workers()
        with connect(own.address) as executor:
            for _ in run_pieces(eval, ["1 + 1", "__import__('time').sleep(60)"], executor, checkpoint):
                own.scheduler.kill()

    assert Checkpoint(["dies"], str(tmp_path / "kept")).results == {'"1 + 1"': 2}


def test_an_address_where_nobody_listens_is_an_error(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 0.5)
    with pytest.raises(DataError, match=r"127\.0\.0\.1:1: no Dask scheduler answers"), connect("127.0.0.1:1"):
        pass


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
