"""Makes the sections of a certificate for a command, which shows how far they are."""

from collections.abc import Iterable
from concurrent.futures import Executor

from codebreaker.certificate import CertificateSection
from codebreaker.search.certify import Problem, certify
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster


def certify_all(name: str, problems: Iterable[Problem], executor: Executor | None) -> list[CertificateSection]:
    """The section of each problem; name: what the progress is called. A cluster takes no part in it."""
    # certify gives work to each processor of this machine. Without processes it does all work in this one.
    processes = None if isinstance(executor, Cluster) else executor
    with Progress(unit="first guesses") as progress:
        progress.begin(name)

        def show(done: int, total: int) -> None:
            progress.reach(done, f"of {total:,}")

        return [certify(problem, executor=processes, show=show) for problem in problems]
