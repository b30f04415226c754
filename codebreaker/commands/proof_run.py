"""ProofRun: what the proofs of a command share, such as processes, a deadline, and the certificate."""

import time
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeVar

from codebreaker.certificate import CertificateSection, write_certificate
from codebreaker.proof import Execution, Searcher
from codebreaker.search.certify import Problem, certify
from lingo_common.cli.progress import Progress
from lingo_common.cluster import Cluster
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, workers
from lingo_common.signals import TimeUp, time_limit

State = TypeVar("State")
"""What a search yields after each piece of work: a Proof, or a value that its caller makes of the proof."""


@dataclass
class ProofRun:
    """The proofs of a command, one after the other.

    What stops them is not raised while there are results to print: `stopped` has it until the end.
    """

    executor: Executor | None = None
    """None for this process."""
    ahead: int = MAX_UNFINISHED
    """The most unfinished pieces of a proof at a time."""
    deadline: float | None = None
    """When the proofs stop, on the clock of time.perf_counter; None for never."""
    certificate: str | None = None
    """The file of the certificate; None if none is wanted."""
    stopped: type[BaseException] | None = None
    """The class of the exception that has stopped a proof or a certificate: KeyboardInterrupt for Ctrl-C, TimeUp."""
    _checkpoints: list[Checkpoint] = field(default_factory=list)
    _sections: list[CertificateSection] = field(default_factory=list)

    def execution(self, build: Callable[[], Searcher] | None, checkpoint: Checkpoint | None) -> Execution:
        """Where the tasks of a proof are carried out; its checkpoint is removed at the end if nothing stops the run.

        build: makes the searcher of the proof in another process; see Execution.
        """
        if checkpoint is not None:
            self._checkpoints.append(checkpoint)
        return Execution(self.executor, build, self.ahead, checkpoint)

    def narrow(self, states: Generator[State], show: Callable[[State], object]) -> None:
        """Call show with each state of a proof, until it is complete or stopped; `stopped` says which."""
        seconds = None if self.deadline is None else self.deadline - time.perf_counter()
        try:
            with time_limit(seconds), closing(states):
                for state in states:
                    show(state)
        except (KeyboardInterrupt, TimeUp) as error:
            self.stopped = type(error)

    def certify(self, name: str, problems: Iterable[Problem]) -> None:
        """Add a section for each problem to the certificate, if one is wanted and nothing has stopped the run.

        name: what the progress is called. AssertionError if a tree costs less than a problem says.
        """
        if self.certificate is None or self.stopped:
            return

        # `certify` needs processes of this machine: the workers of a cluster do not help with a certificate, so this
        # process makes it alone.
        processes = None if isinstance(self.executor, Cluster) else self.executor
        try:
            with Progress(unit="first guess") as progress:
                progress.begin(name)

                def show(done: int, total: int) -> None:
                    progress.reach(done, f"of {total:,}")

                # The sections of all problems or of none, because one alone may not prove the figure.
                self._sections += [certify(problem, executor=processes, show=show) for problem in problems]
        except KeyboardInterrupt:
            self.stopped = KeyboardInterrupt

    def write_certificate(self) -> None:
        """Write the certificate, if one is wanted and it has a section."""
        if self.certificate is not None and self._sections:
            write_certificate(self.certificate, self._sections)

    def end(self) -> None:
        """Raise what has stopped the proofs, or else remove their checkpoints."""
        if self.stopped:
            raise self.stopped
        for checkpoint in self._checkpoints:
            checkpoint.done()


@contextmanager
def proof_run(jobs: int, cluster: str | None, minutes: float | None, certificate: str | None) -> Iterator[ProofRun]:
    """The run of a command with these options. It ends with the context; after an error its checkpoints stay."""
    # A piece looks for trees that cost less than the best tree known when the piece is made. It is made as late as
    # possible, because the pieces before it may find better trees. But the workers of a cluster would wait for each
    # piece to arrive, so they have more of them at a time.
    ahead = MAX_UNFINISHED if cluster else jobs
    deadline = None if minutes is None else time.perf_counter() + 60 * minutes

    # A command that is stopped by --minutes ends like any other.
    with suppress(TimeUp), workers(jobs, cluster) as executor:
        run = ProofRun(executor, ahead, deadline, certificate)
        yield run
        # In this block, so that `workers` ends its processes after a stop, and does not wait for their tasks.
        run.end()
