"""ProofRun: what the proofs of a command share, from their processes to what is left when they end."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from codebreaker.certificate import CertificateSection, write_certificate
from codebreaker.commands.certifying import certify_all
from codebreaker.proof import Execution, Proof, Searcher, narrow
from codebreaker.tree import Tree
from lingo_common.pieces import MAX_UNFINISHED, Checkpoint, workers
from lingo_common.signals import TimeUp
from precompute.certificates import SearcherOf, problems_of
from wordlists.word_game import WordGame


@dataclass
class ProofRun:
    """The proofs of a command, one game after the other.

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
    _executions: list[Execution] = field(default_factory=list)
    _sections: list[CertificateSection] = field(default_factory=list)

    def execution(self, build: Callable[[], Searcher], checkpoint: Checkpoint | None) -> Execution:
        """Where the tasks of a proof are carried out; its checkpoint is removed at the end if nothing stops the run."""
        execution = Execution(self.executor, build, self.ahead, checkpoint)
        self._executions.append(execution)
        return execution

    def narrow(self, proof: Proof, show: Callable[[Proof], object]) -> None:
        """Call show with the proof after each piece of work, until it is complete or stopped."""
        self.stopped = narrow(proof.steps(), show, self.deadline)

    def certify(
        self, word_game: WordGame, tree: Tree, first: int | None, searcher_of: SearcherOf | None = None
    ) -> None:
        """Add to the certificate, if one is wanted, why no tree is better than this one, which is proved to be optimal.

        first: the only first guess of the trees. searcher_of: for the searchers that have proved the tree; None to
        search anew. AssertionError if a tree is better.
        """
        if self.certificate is None or self.stopped:
            return

        try:
            problems = problems_of(word_game, tree, first, searcher_of)
            self._sections += certify_all(f"{word_game.name}, certificate", problems, self.executor)
        except KeyboardInterrupt:
            self.stopped = KeyboardInterrupt

    def write_certificate(self) -> None:
        """Write the certificate, if one is wanted and a tree was proved to be optimal."""
        if self.certificate is not None and self._sections:
            write_certificate(self.certificate, self._sections)

    def end(self) -> None:
        """Raise what has stopped the proofs, or else remove their checkpoints."""
        if self.stopped:
            raise self.stopped
        for execution in self._executions:
            execution.done()


@contextmanager
def proof_run(jobs: int, cluster: str | None, minutes: float | None, certificate: str | None) -> Iterator[ProofRun]:
    """The run of a command with these options. It ends with the context; after an error its checkpoints stay."""
    # Results decide which pieces come next and what their limits are, so pieces are made as late as possible: two for
    # each process, that none has to wait for one. The workers of a cluster are not counted.
    ahead = MAX_UNFINISHED if cluster else 2 * jobs
    deadline = None if minutes is None else time.perf_counter() + 60 * minutes

    # A command that is stopped by --minutes ends like any other.
    with suppress(TimeUp), workers(jobs, cluster) as executor:
        run = ProofRun(executor, ahead, deadline, certificate)
        yield run
        # In this block, so that `workers` ends its processes after a stop, and does not wait for their tasks.
        run.end()
