"""One level of isolation for all workers of a cluster, found before the first game."""

import dataclasses
import os
from collections.abc import Mapping

from lingo_common.cluster import Cluster
from lingo_common.errors import DataError
from referee.contest.isolation import BUBBLEWRAP, OFF, REQUIRE, IsolationRequest
from referee.sandbox.find_sandbox import no_sandbox_line, refusal, try_sandbox


def agree_on_isolation(cluster: Cluster, request: IsolationRequest) -> tuple[IsolationRequest, str]:
    """What every worker sets up, a sandbox (require) or none (off), and one line that says which and why.

    If some worker has no sandbox, no worker uses one. Waits for a first worker if there is none yet. Raises DataError
    that names the workers if they lack a required sandbox or an exposed path.
    """
    if request.mode == OFF:
        return request, no_sandbox_line("--sandbox off")
    # If there is no worker yet, the first one that comes is asked.
    answers = cluster.everywhere(_ask, request) or dict([cluster.submit(_ask_first, request).result()])
    absent = {worker: path for worker, (path, _) in answers.items() if path is not None}
    if absent:
        raise DataError(f"--expose: there is no {_by_worker(absent)}")
    problems = {worker: problem for worker, (_, problem) in answers.items() if problem is not None}
    if not problems:
        return dataclasses.replace(request, mode=REQUIRE), f"isolation: {BUBBLEWRAP} on every worker"
    if request.mode == REQUIRE:
        raise DataError(refusal(_by_worker(problems)))
    return dataclasses.replace(request, mode=OFF), no_sandbox_line(_by_worker(problems))


def _ask(request: IsolationRequest) -> tuple[str | None, str | None]:
    """In a worker: the first exposed path that does not exist; why no sandbox is in force."""
    absent = next((path for path in request.exposed if not os.path.exists(path)), None)
    return absent, try_sandbox(request)[1] if absent is None else None


def _ask_first(request: IsolationRequest) -> tuple[str, tuple[str | None, str | None]]:
    """In a worker: its address and its answer."""
    from distributed import get_worker

    return get_worker().address, _ask(request)


def _by_worker(problems: Mapping[str, str]) -> str:
    """The problems, each with the workers that have it."""
    workers: dict[str, list[str]] = {}
    for worker, problem in sorted(problems.items()):
        workers.setdefault(problem, []).append(worker)
    return "; ".join(f"{problem} on {', '.join(names)}" for problem, names in workers.items())
