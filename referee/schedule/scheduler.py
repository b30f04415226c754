"""The scheduler of a run's games: on this machine, or on a Dask cluster."""

import contextlib
from collections.abc import Iterator

from lingo_common.cluster import connect
from referee.contest.isolation import IsolationRequest
from referee.game.sandbox import find_sandbox
from referee.runner.client import Runner
from referee.schedule.cluster_scheduler import ClusterScheduler, agree_on_isolation
from referee.schedule.local_scheduler import LocalScheduler

Scheduler = LocalScheduler | ClusterScheduler
"""Both have the same methods, which LocalScheduler describes."""


@contextlib.contextmanager
def scheduler_for(cluster: str | None, jobs: int, isolation: IsolationRequest) -> Iterator[Scheduler]:
    """Yield a scheduler on the cluster at that address, or on this machine with that many games at a time.

    Raises DataError if the request requires a sandbox and none works, or if no cluster answers.
    """
    if cluster is None:
        with Runner() as runner:
            sandbox, line = find_sandbox(isolation, runner)
            yield LocalScheduler(jobs, sandbox, line, isolation)
    else:
        with connect(cluster) as workers:
            agreed_isolation, line = agree_on_isolation(workers, isolation)
            yield ClusterScheduler(workers, agreed_isolation, line)
