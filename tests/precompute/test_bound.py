"""`precompute bound` on small lists: valid, tight where everything is searched, stored and shown beside the figures."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from brute_force import least_costs_of_words, most_points, random_words
from click.testing import CliRunner
from msgspec.structs import replace

from codebreaker.commands.program import codebreaker
from codebreaker.commands.proof_run import ProofRun
from codebreaker.objective import Objective
from codebreaker.outcome import POINTS_A_GUESS
from lingo_common.cli.progress import Progress
from lingo_common.errors import DataError
from precompute.bound import BoundSearcher, bound_proof
from precompute.commands import bound
from precompute.stored_bounds import Bound, add_bound, bounds_in
from wordlists.word_game import WordGame, read_game

BEST_MEAN = 5200 / 14
"""The points a game of the best tree of the 14 words of `lists`, any of which may be the secret, in five attempts."""


def test_brute_force_finds_the_points_of_the_best_tree(lists):
    assert most_points(lists.words, lists.words, attempts=5) == 5200


@pytest.fixture
def small(lists) -> list[Any]:
    """The options of a game over the 14 words of `lists`, any of which may be the secret."""
    wordlist = lists.options[:2]
    return [*wordlist, "--lengths", 4, "--jobs", 1]


@pytest.fixture
def random_list(tmp_path):
    """random_list(seed, length, count, letters, attempts): random words, at most `count`, and the game over them."""

    def draw(seed: int, length: int, count: int, letters: str, attempts: int) -> tuple[list[str], WordGame]:
        words = random_words(seed, length, count, letters)
        path = tmp_path / "wordlist.txt"
        path.write_text("\n".join(words))
        return words, read_game(length, str(path), attempts=attempts)

    return draw


UNLIMITED = 10**9
"""A budget that no proof of these lists spends."""
EVERY_BIN = 100
"""A value of `most_exact` with which every bin of these lists is searched."""


def prove(word_game, *, known_points=0, budget, most_exact, first=None, kind=BoundSearcher, executor=None, ahead=1):
    """The bounds that a proof ends with.

    known_points: those of the best known tree, 0 for none. first: the index of the only first guess, None for any.

    budget: how many pairs of guess and word may be spent on bounds of bins. most_exact: bins of at most that many words
    are searched for their least cost, if few first guesses may begin a better tree than the known one.

    executor: where the tasks are carried out, None for this process. ahead: how many of them are unfinished at a time.
    """
    known_cost = POINTS_A_GUESS * word_game.attempts * len(word_game.secrets) - known_points
    searcher = kind(word_game, budget, most_exact)
    run = ProofRun(executor, ahead)
    proof = bound_proof(searcher, run, known_cost, first)
    for _ in proof.states():
        pass
    # It removes the checkpoint: another proof of the same game does not take over the results of this one.
    run.end()
    return searcher.result(proof)


@pytest.fixture
def with_book(small, every_guess, tmp_path, command):
    """The options of `small` and of a book with its best tree."""
    book = tmp_path / "small.book"
    command("book", *small, *every_guess, "--out", book)
    return [*small, "--book", book]


@pytest.fixture
def with_bad_book(small, tmp_path, command):
    """The options of `small` and of a book whose tree is not the best one: 5,000 points for the 14 words."""
    book = tmp_path / "bad.book"
    command("book", *small, "--first", "dame", "--out", book)
    return [*small, "--book", book]


def test_the_tree_of_a_book_that_reaches_the_bound_is_optimal(with_book, in_json):
    record = in_json("bound", *with_book)["lengths"]["4"]
    assert record["words"] == 14
    assert record["reached"] == record["bound"] == BEST_MEAN
    # The bound by the sizes of bins alone, which the others refine.
    assert record["first_level"] >= BEST_MEAN
    assert record["optimal"]


def test_the_tree_of_a_book_below_the_bound_is_not_optimal(with_bad_book, in_json):
    record = in_json("bound", *with_bad_book)["lengths"]["4"]
    assert record["reached"] == 5000 / 14
    assert record["bound"] >= BEST_MEAN
    assert not record["optimal"]


def test_the_book_of_a_single_word_has_its_tree(tmp_path, command, in_json):
    (tmp_path / "words.txt").write_text("abcd\n")
    options = ["--wordlist", tmp_path / "words.txt", "--lengths", 4, "--jobs", 1]
    command("book", *options, "--out", tmp_path / "one.book")

    record = in_json("bound", *options, "--book", tmp_path / "one.book")["lengths"]["4"]

    assert record["reached"] == record["bound"] == 500
    assert record["optimal"]


def test_the_table_has_the_bound(with_book, command):
    # 5,200 points for 14 words.
    assert " 371.4286 " in command("bound", *with_book)


def test_evaluate_shows_that_a_tree_reaches_a_stored_bound(with_book, tmp_path, command):
    bounds = tmp_path / "bounds.json"
    command("bound", *with_book, "--out", bounds)
    assert command("evaluate", *with_book, "--bounds", bounds).splitlines()[1].endswith("  optimal")


def test_evaluate_shows_the_gap_to_a_stored_bound(with_book, with_bad_book, tmp_path, command):
    bounds = tmp_path / "bounds.json"
    command("bound", *with_book, "--out", bounds)
    # 200 points for 14 words.
    assert "gap to the bound 14.2857" in command("evaluate", *with_bad_book, "--bounds", bounds)


def test_the_bound_is_printed_although_its_file_cannot_be_written(with_book, tmp_path, monkeypatch):
    def refuse(*_):
        raise DataError("bounds.json: cannot be written: no space left on device")

    monkeypatch.setattr(bound, "add_bound", refuse)
    options = [*map(str, with_book), "--out", str(tmp_path / "bounds.json")]

    result = CliRunner().invoke(bound.bound_command, options)

    assert "no space left on device" in str(result.exception)
    heading, line = result.stdout.splitlines()
    assert line.split()[:2] == ["4", "14"], heading


def optima_of_first_guesses(words: list[str], attempts: int) -> list[int]:
    """The points of the best tree that begins with each word, by brute force."""
    costs = least_costs_of_words(words, words, Objective.points(attempts))
    return [POINTS_A_GUESS * attempts * len(words) - cost for cost in costs]


# A game of its own for each number of attempts.
@pytest.mark.parametrize(("seed", "attempts"), [(1, 2), (2, 3), (3, 4), (4, 6)])
def test_with_the_optimum_known_the_proof_meets_it(seed, attempts, random_list):
    words, word_game = random_list(seed, length=4, count=14, letters="abcd", attempts=attempts)
    optimum = most_points(words, words, attempts)
    assert prove(word_game, known_points=optimum, budget=UNLIMITED, most_exact=EVERY_BIN).bound == optimum


@pytest.mark.parametrize(("seed", "attempts"), [(1, 2), (2, 3), (3, 4), (4, 6)])
def test_with_less_work_or_less_knowledge_the_bound_is_never_below_the_optimum(seed, attempts, random_list):
    words, word_game = random_list(seed, length=4, count=14, letters="abcd", attempts=attempts)
    optimum = most_points(words, words, attempts)
    # With a budget of 0 few first guesses get bounds of their bins.
    assert prove(word_game, known_points=optimum, budget=0, most_exact=3).bound >= optimum
    assert prove(word_game, budget=UNLIMITED, most_exact=0).bound >= optimum
    assert prove(word_game, budget=0, most_exact=EVERY_BIN).bound >= optimum


@pytest.mark.parametrize(("seed", "attempts"), [(5, 3), (6, 4)])
def test_the_bound_of_one_first_guess_is_the_optimum_of_the_trees_that_begin_so(seed, attempts, random_list):
    words, word_game = random_list(seed, length=4, count=14, letters="abcd", attempts=attempts)

    every_first_guess = range(len(words))
    proved = [prove(word_game, budget=UNLIMITED, most_exact=EVERY_BIN, first=guess) for guess in every_first_guess]

    assert [of_guess.bound for of_guess in proved] == optima_of_first_guesses(words, attempts)
    assert [of_guess.first_guess for of_guess in proved] == words


@pytest.fixture
def deep_bound(monkeypatch):
    """The module precompute.deep_bound, which looks three guesses ahead in bins of three words or more.

    Usually it does so in bins of 20 words or more, which lists that brute force can solve do not have.
    """
    module = pytest.importorskip("precompute.deep_bound")
    # The columns are those of deep_bound.STAGES: guesses, growth, fewest words of a bin, slack divisor.
    stages = (
        (2, 2.0, 3, 0),
        (2, 1.0, 3, 0),
        (3, 1.3, 3, 5),
        (3, 1.0, 3, 5),
        (3, 1.0, 3, 20),
    )
    monkeypatch.setattr(module, "STAGES", stages)
    monkeypatch.setattr(module, "STAGES_OF_LONG_LISTS", stages[1:])
    return module


@pytest.mark.parametrize(("seed", "attempts", "is_long"), [(1, 3, True), (2, 4, False), (3, 5, False), (4, 5, True)])
def test_a_deep_bound_is_never_below_the_optimum_of_a_first_guess(
    seed, attempts, is_long, deep_bound, random_list, monkeypatch
):
    """Long lists leave out the first stage. Here any list counts as long, or none."""
    monkeypatch.setattr(deep_bound, "LONG_LIST", 1 if is_long else 1000)
    words, word_game = random_list(seed, length=3, count=45, letters="abcde", attempts=attempts)

    lowered = 0
    for guess, optimum in enumerate(optima_of_first_guesses(words, attempts)):
        proved = prove(word_game, budget=UNLIMITED, most_exact=0, first=guess, kind=deep_bound.DeepSearcher)
        # lemma_1: the bound by the sizes of bins and Lemma 1 of docs/proofs.md, which the deep search lowers.
        assert optimum <= proved.bound <= proved.lemma_1
        lowered += proved.bound < proved.lemma_1

    # The deep search has done something: it lowers most bounds of Lemma 1.
    assert lowered > len(words) // 2


def test_three_guesses_are_looked_ahead_only_where_two_are_not_enough(deep_bound, random_list, monkeypatch):
    """Also where results come after further tasks were made. A thread stands for another process here."""
    _, word_game = random_list(seed=1, length=4, count=150, letters="abcdef", attempts=5)

    run_task = deep_bound.DeepSearcher.run
    tasks = []

    def run_and_record(searcher, task, limit):
        tasks.append(task)
        return run_task(searcher, task, limit)

    monkeypatch.setattr(deep_bound.DeepSearcher, "run", run_and_record)
    # A budget of 0 allows one wave of first guesses. If 40,000 points are known, which is less than the best tree wins,
    # to look two guesses ahead rules out some of these first guesses and not all.
    limits = {"known_points": 40_000, "budget": 0, "most_exact": 0}
    with ThreadPoolExecutor(1) as executor:
        prove(word_game, **limits, kind=deep_bound.DeepSearcher, executor=executor, ahead=2)

    guesses = [task.guesses for task in tasks]
    assert guesses == sorted(guesses)
    three_guesses_ahead = {task.first for task in tasks if task.guesses == 3}
    two_guesses_ahead = {task.first for task in tasks if task.guesses == 2}
    assert three_guesses_ahead
    assert two_guesses_ahead - three_guesses_ahead


def test_a_deep_bound_of_a_list_is_no_larger_than_that_of_lemma_1(in_json, small):
    pytest.importorskip("numba")
    record = in_json("bound", *small, "--no-book", "--deep")["lengths"]["4"]
    assert BEST_MEAN <= record["bound"] <= record["lemma_1"]


def test_a_deep_bound_is_one_of_points(run, small, error_line):
    pytest.importorskip("numba")
    done = run("precompute", "bound", *small, "--rules", "wordle", "--deep")
    assert error_line(done, exit_code=2).startswith("--deep bounds points over at least three attempts")


def test_after_the_minutes_the_bound_holds_and_the_same_command_continues(run, small):
    command = ["precompute", "bound", *small, "--no-book", "--json"]
    # A run that comes to its end leaves no checkpoint, so the stopped one begins anew.
    whole = run(*command)
    stopped = run(*command, "--minutes", 1e-6)
    continued = run(*command)

    assert (stopped.returncode, stopped.stderr) == (0, "")

    proved_early = json.loads(stopped.stdout)["lengths"]["4"]
    proved = json.loads(whole.stdout)["lengths"]["4"]
    proved_later = json.loads(continued.stdout)["lengths"]["4"]

    # Without a book no tree is known, so the bracket has no lower figure.
    assert proved_early["bracket"] == [None, proved_early["bound"]]
    assert proved_early["bound"] >= proved["bound"] == proved_later["bound"] >= BEST_MEAN


def test_a_book_and_no_book_exclude_each_other(run, small, error_line):
    done = run("precompute", "bound", *small, "--book", "auto", "--no-book")
    assert error_line(done, exit_code=2).startswith("--book and --no-book exclude each other")


def test_a_larger_bound_does_not_replace_a_smaller_one(tmp_path):
    path = str(tmp_path / "bounds.json")
    name_of_game = "ff:5"  # the fingerprint of its words, and its attempts
    # Apart from `bound`, the fields may have any values.
    smaller = Bound(
        words=10,
        first_level=4000,
        lemma_1=3900,
        bound=3800,
        first_guess="abcd",
        not_ruled_out=0,
        refined=3,
    )
    add_bound(path, name_of_game, smaller)
    add_bound(path, name_of_game, replace(smaller, bound=3900))
    assert bounds_in(path) == {name_of_game: smaller}


def test_a_field_of_an_earlier_version_is_left_out(tmp_path):
    path = tmp_path / "bounds.json"
    fields = {"words": 10, "first_level": 4000, "lemma_1": 3900, "bound": 3800, "first_guess": "abcd"}
    counts = {"not_ruled_out": 0, "refined": 3}
    path.write_text(json.dumps({"ff:5": {**fields, **counts, "exact": 6}}))
    assert bounds_in(str(path)) == {"ff:5": Bound(**fields, **counts)}


@pytest.mark.parametrize("damaged", ["[", "[]", '{"ff:5": 7}', '{"ff:5": {"bound": 7}}'])
def test_a_damaged_file_of_bounds_is_one_line(tmp_path, damaged):
    path = tmp_path / "bounds.json"
    path.write_text(damaged)
    with pytest.raises(DataError, match="not a file of bounds of this version: write a new one with"):
        bounds_in(str(path))


def test_a_file_of_json_that_has_no_bounds_is_refused_before_the_proof(small, run, tmp_path):
    settings = tmp_path / "settings.json"
    settings.write_text('{"a": 1}')
    done = run("precompute", "bound", *small, "--out", settings)
    assert (done.returncode, done.stdout) == (1, "")
    assert "not a file of bounds" in done.stderr


def test_an_empty_file_gets_the_bounds(small, command, tmp_path):
    empty = tmp_path / "bounds.json"
    empty.touch()
    command("bound", *small, "--no-book", "--out", empty)
    assert len(bounds_in(str(empty))) == 1


@pytest.fixture
def options_of_optimum(lists, every_guess, command, tmp_path):
    """Options of `bound` for a small list of allowed words and its answers, with a book that has its best tree."""
    options = [*lists.options, "--lengths", 4, "--jobs", 1]
    command("book", *options, *every_guess, "--out", tmp_path / "a.book")
    return [*options, "--book", tmp_path / "a.book"]


def test_a_bound_that_is_reached_has_a_certificate(lists, options_of_optimum, in_json, tmp_path):
    record = in_json("bound", *options_of_optimum, "--certificate", tmp_path / "proof")
    assert record["lengths"]["4"]["optimal"]

    check = ["check-proof", tmp_path / "proof", "--game", "lingo", "--length", 4, *lists.options, "--jobs", 1]
    checked = CliRunner().invoke(codebreaker, list(map(str, check)))
    assert checked.exit_code == 0
    assert "no tree wins more than" in checked.stdout


def test_a_certificate_of_a_first_guess_has_no_tree_that_begins_with_another(command, tmp_path):
    """Whichever of two words comes first, both trees win as much; the book has the tree of one of them.

    The certificate of the other word was refused, because it had the book's tree.
    """
    words = tmp_path / "words"
    words.write_text("ball\ncall\n")
    options = ["--wordlist", words, "--lengths", 4, "--jobs", 1]
    command("book", *options, "--out", tmp_path / "book")

    for first in ("ball", "call"):
        proof = tmp_path / f"{first}.proof"
        command("bound", *options, "--book", tmp_path / "book", "--first", first, "--certificate", proof)

        check = ["check-proof", proof, "--game", "lingo", "--length", 4, "--wordlist", words, "--jobs", 1]
        checked = CliRunner().invoke(codebreaker, list(map(str, check)))
        assert checked.exit_code == 0
        assert f"no tree that begins with {first} wins more than 900 points" in checked.stdout


def test_the_progress_of_a_proof_ends_before_that_of_its_certificate_begins(
    options_of_optimum, command, monkeypatch, tmp_path
):
    """Where there is no bar, the lines of both would alternate."""
    shown = []

    class NotedProgress(Progress):
        def __exit__(self, *error):
            shown.append("the proof has ended")
            super().__exit__(*error)

    def note_certificate(*arguments):
        shown.append("the certificate begins")

    monkeypatch.setattr("precompute.commands.bound.Progress", NotedProgress)
    monkeypatch.setattr("codebreaker.commands.proof_run.ProofRun.certify", note_certificate)
    command("bound", *options_of_optimum, "--certificate", tmp_path / "proof")

    assert shown == ["the proof has ended", "the certificate begins"]
