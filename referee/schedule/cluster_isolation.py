"""One level of isolation for all workers of a cluster, found before the first game."""

import dataclasses
import os
from collections.abc import Mapping

from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from referee.sandbox.bubblewrap import BUBBLEWRAP
from referee.sandbox.isolation import OFF, REQUIRE, Wanted, refusal, tried, without


def agreed(cluster: Cluster, wanted: Wanted) -> tuple[Wanted, str]:
    """What every worker is to set up, a sandbox (require) or none (off), and one line that says which and why.

    The lowest level that some worker has is that of all. Waits for a first worker where there is none. Raises
    DataError that names the workers where a sandbox is required or a path is exposed, and they have none.
    """
    if wanted.how == OFF:
        return wanted, without("--sandbox off")
    # Where no worker is there yet, the first that comes is asked.
    found = cluster.everywhere(_ask, wanted) or dict([cluster.submit(_ask_first, wanted).result()])
    absent = {worker: path for worker, (path, _) in found.items() if path is not None}
    if absent:
        raise DataError(f"--expose: there is no {_by_worker(absent)}")
    troubles = {worker: trouble for worker, (_, trouble) in found.items() if trouble is not None}
    if not troubles:
        return dataclasses.replace(wanted, how=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"
    if wanted.how == REQUIRE:
        raise DataError(refusal(_by_worker(troubles)))
    return dataclasses.replace(wanted, how=OFF), without(_by_worker(troubles))


def _ask(wanted: Wanted) -> tuple[str | None, str | None]:
    """In a worker: the first exposed path that is not there; why no sandbox is in force."""
    absent = next((path for path in wanted.exposed if not os.path.exists(path)), None)
    return absent, tried(wanted)[1] if absent is None else None


def _ask_first(wanted: Wanted) -> tuple[str, tuple[str | None, str | None]]:
    """In a worker: its address and its answer."""
    from distributed import get_worker

    return get_worker().address, _ask(wanted)


def _by_worker(complaints: Mapping[str, str]) -> str:
    """The complaints, each with the workers that have it."""
    where = {what: sorted(worker for worker, one in complaints.items() if one == what) for what in complaints.values()}
    return "; ".join(f"{what} on {', '.join(workers)}" for what, workers in where.items())
