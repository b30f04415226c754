"""Makes the certificate of a cost that a search has proved, in this process or in several.

A certificate is a file by which `codebreaker check-proof` shows without any search that no tree costs less. It consists
of claims: lower bounds on the cost of sets of candidates. A ClaimWriter finds them; a search tells it what bins cost.
"""

import pickle
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count
from typing import TYPE_CHECKING

import numpy as np

from codebreaker.candidates import hit_counts
from codebreaker.certificate import CertificateSection, claim_line, digest_of_table, reply_table_of, section_lines
from codebreaker.game import Game
from codebreaker.kept_searcher import kept_searcher
from codebreaker.letters import letters_of
from codebreaker.objective import Objective
from codebreaker.proof import Searcher
from codebreaker.rank_bounds import Array, RankBounds
from codebreaker.search.bin_searcher import BinSearcher
from codebreaker.search.claim_writer import ClaimWriter
from codebreaker.search.compiled.hard_mode import allowed_after
from codebreaker.search.fastest import can_compile, compiled_search
from codebreaker.search.first_guess_searcher import FirstGuessSearcher
from codebreaker.symmetry_group import SymmetryGroup
from codebreaker.tree import Tree
from lingo_common.pieces import run_each
from lingo_common.process import processors

if TYPE_CHECKING:
    from codebreaker.search.compiled.search import CompiledSearch


CERTIFICATE_WORTH_COMPILING = 1 << 16
"""Replies (guesses x secrets) of a game whose certificate takes longer than numba takes to load.

That is more than for a search (codebreaker.search.least_mean), which has more to do. The certificate of 6 colours in 3
holes, 46,656 replies, takes 0.4 s of a processor without compiled code and 0.8 s with it.
"""


MOST_SYMMETRIES = 2_000
"""The most symmetries by which the writer of a certificate compares guesses.

To list more takes longer than it saves. Without a proof before it, the certificate of Mastermind with 6 colours has
2,291 claims if 202 symmetries are listed, 2,094 if 1,618 are, and no fewer if 12,945 are.
"""


_certificates = count()
"""Numbers the certificates that this process makes."""


@dataclass(frozen=True)
class Problem:
    """The task of a section of a certificate: to show that no tree costs less. It can be sent to another process."""

    build: Callable[[], Game]
    """Makes the game."""
    objective: Objective
    cost: int
    tree: Tree | None = None
    """A tree of that cost, which the section shows too; None where no such tree is known, or none is needed."""
    hard: bool = False
    """For words: every guess must use what the replies have shown."""
    searcher: Callable[[], Searcher] | None = None
    """Makes the searcher of the proof: the function that was its codebreaker.proof.Execution.build. None for a new one.

    In a process that took part in the proof, kept_searcher finds the searcher that this function made there, which
    remembers what it has counted and searched.
    """
    first: int | None = None
    """The only first guess of the trees; None for any."""
    letter: str = ""
    """The first letter that a game of words shows."""


def certify(
    problem: Problem,
    *,
    executor: Executor | None = None,
    show: Callable[[int, int], None] = lambda done, total: None,
) -> CertificateSection:
    """The section of a certificate that shows what the problem says.

    executor: processes of this machine. show(done, total): told how many first guesses are done.
    """
    # Each process keeps one writer for a task (_problem_and_writer). The number makes the tasks of two certificates of
    # one problem differ. The tree is left out: it may be large, and no process needs it.
    task = pickle.dumps((replace(problem, tree=None), next(_certificates)))
    _, writer = _problem_and_writer(task)

    # Only some first guesses need claims. The permutations map all other guesses onto these.
    guesses, permutations = writer.guesses_to_show(problem.first)
    claims: list[bytes] = []
    remaining = guesses
    done = 0

    if problem.searcher is not None and executor is not None:
        # Each process begins with the first guesses that it has searched, because it remembers their bins. That is one
        # piece of work for each process. It takes long, so each process has begun one before any is free for a second.
        work_on_searched = partial(_show_searched, task)
        for _, (searched, new_claims) in run_each(work_on_searched, [guesses] * processors(), executor):
            claims += new_claims
            remaining = [guess for guess in remaining if guess not in searched]
            done += len(searched)
            show(done, len(guesses))

    work = partial(_show_first_guess, task)
    for _, new_claims_of_guess in run_each(work, remaining, executor):
        claims.append(new_claims_of_guess)
        done += 1
        show(done, len(guesses))

    # The claim of the whole game, which no guess leads to: its steps are (). It follows from the others.
    claims.append(claim_line(problem.cost, (), permutations).encode("ascii"))
    header = {
        "attempts": problem.objective.attempts,
        "charge": problem.objective.charge,
        "miss": problem.objective.miss,
        "cost": problem.cost,
        "first": problem.first,
        "hard": problem.hard,
        "digest": digest_of_table(writer.table),
        "letter": problem.letter,
    }
    return section_lines(header, writer.symmetries, claims, problem.tree)


def _show_first_guess(task: bytes, guess: int) -> bytes:
    """The claims that a first guess needs beside those of the guesses that this process was given before.

    They are lines, as ClaimWriter.take_claims returns them.
    """
    _, writer = _problem_and_writer(task)
    writer.show_first_guess(guess)
    return writer.take_claims()


def _show_searched(task: bytes, guesses: list[int]) -> tuple[set[int], list[bytes]]:
    """(searched, claims): those of the guesses that this process has searched, and the claims that each of them needs.

    A second call in the same process finds none.
    """
    problem, _ = _problem_and_writer(task)
    assert problem.searcher is not None
    searcher = kept_searcher(problem.searcher)
    if not isinstance(searcher, FirstGuessSearcher):
        # Another searcher shares the bins of each first guess among the processes, so none has searched all of them.
        return set(), []
    searched = searcher.searched.intersection(guesses)
    searcher.searched.clear()

    claims = [_show_first_guess(task, guess) for guess in sorted(searched)]
    return searched, claims


@lru_cache(maxsize=1)
def _problem_and_writer(task: bytes) -> tuple[Problem, ClaimWriter]:
    """The problem of a task, and the writer that this process keeps for it.

    All pieces of a certificate in a process need the same writer, because it writes each claim once.
    """
    problem: Problem
    problem, _ = pickle.loads(task)
    return problem, writer_of(problem)


def writer_of(problem: Problem) -> ClaimWriter:
    """A writer for that problem, with the fastest search that there is for its game."""
    searcher: Searcher | None = None
    if problem.searcher is not None:
        searcher = kept_searcher(problem.searcher)
    # To build a user's own game a second time may take longer than to write its certificate.
    game = searcher.game if isinstance(searcher, BinSearcher | FirstGuessSearcher) else problem.build()
    objective = problem.objective
    table = reply_table_of(game, hard_mode_of(game) if problem.hard else None)
    # In hard mode a symmetry need not map the guesses that are allowed onto each other.
    generators = () if problem.hard else game.generators()
    symmetries = SymmetryGroup(generators, len(game.guesses), len(game.secrets), MOST_SYMMETRIES)

    search, engine = _search_of(problem, game, searcher, has_symmetries=bool(generators))
    bounds = RankBounds(table, objective.charge, objective.miss)
    counting_engine = None
    if engine is not None:
        # The writer calls these functions in the main thread, where Ctrl-C would be an error of numba's if one of them
        # had to be compiled first. So they are compiled now, in a thread, which Ctrl-C does not interrupt.
        engine.load_counting()
        if game.weights is None:
            bounds = CompiledBounds(table, objective.charge, objective.miss, engine)
        # A checker counts bins too, so a bound by counting needs no claim. It does not know the table of bounds by size
        # that engines have for games of few replies, so an engine with such a table does not count for the writer.
        if engine.bounds_are_counted:
            counting_engine = engine
    return ClaimWriter(objective, problem.cost, symmetries, bounds, search, counting_engine)


def _search_of(
    problem: Problem, game: Game, searcher: Searcher | None, has_symmetries: bool
) -> "tuple[BinSearcher | CompiledSearch, CompiledSearch | None]":
    """(search, engine): the search that says what bins cost, and the compiled search that counts bins.

    searcher: that of the proof, if there was one. It is used again, because it remembers what it has searched and
    counted. The engine is None if compiled code does not know the game, or takes longer to load than it saves. Compiled
    code knows no symmetries: a game that has some is searched bin by bin.
    """
    if isinstance(searcher, FirstGuessSearcher):
        return searcher.engine, searcher.engine

    engine = searcher.engine if isinstance(searcher, BinSearcher) else None
    # In hard mode no other search knows which guesses are allowed, however small the game is.
    fewest_replies = 0 if problem.hard else CERTIFICATE_WORTH_COMPILING
    if engine is None and can_compile(game, problem.objective, fewest_replies):
        engine = compiled_search(game, problem.objective, problem.hard)

    if engine is not None and not has_symmetries:
        engine.load()
        return engine, engine
    if not isinstance(searcher, BinSearcher):
        searcher = BinSearcher(game, problem.objective)
    # The proof may have searched nothing in this process, so the search of few candidates may not be compiled yet. As
    # with load_counting, that must not happen when the writer calls it in the main thread.
    if searcher.engine is not None:
        searcher.engine.load()
    return searcher, engine


def hard_mode_of(game: Game) -> Callable[[int, int], Array]:
    """A function of a guess and its reply code: which guesses hard mode allows then in a game of words."""
    letters = letters_of(game.guesses)
    everything = np.arange(len(game.guesses))

    def is_allowed(guess: int, code: int) -> Array:
        allowed = np.zeros(len(game.guesses), dtype=bool)
        allowed[allowed_after(letters, everything, guess, code)] = True
        return allowed

    return is_allowed


@dataclass(frozen=True)
class CompiledBounds(RankBounds):
    """RankBounds by compiled code; only for games without weights."""

    engine: "CompiledSearch"

    def count(self, secrets: Array, guesses: Array) -> tuple[Array, Array]:
        """(bins, won) of each guess, int64 (guesses,): how many bins it has, and against how many secrets it wins.

        A guess wins against one secret at most here, because the secrets of a compiled game differ.
        """
        return self.engine.count_parts(secrets, guesses), hit_counts(self.engine.game, secrets, guesses)

    def _sums_by_rank(self, secrets: Array, guesses: Array, costs: Array) -> Array:
        """The sum for each guess of the costs by rank of the candidates in its open bins; see RankBounds."""
        return self.engine.sums_by_rank(secrets, guesses, costs)
