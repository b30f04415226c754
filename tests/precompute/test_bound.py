"""`precompute bound` on small lists: valid, tight where everything is searched, stored and shown beside the figures."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest
from brute_force import all_replies, least_costs, most_points, random_words
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


class SmallList(NamedTuple):
    """A list of at most thirteen words."""

    path: Path
    words: list[str]
    optimum: int
    """The points of its best tree of five attempts, by brute force."""


@pytest.fixture
def small(tmp_path) -> SmallList:
    words = random_words(seed=4, length=4, count=13, alphabet="abcd")
    path = tmp_path / "words.txt"
    path.write_text("\n".join(words))
    return SmallList(path, words, most_points(words, words, attempts=5))


@pytest.fixture
def random_list(tmp_path):
    """random_list(seed, length, count, letters, attempts): random words, and the game over them."""

    def draw(seed: int, length: int, count: int, letters: str, attempts: int) -> tuple[list[str], WordGame]:
        words = random_words(seed, length, count, letters)
        path = tmp_path / "wordlist.txt"
        path.write_text("\n".join(words))
        return words, read_game(length, str(path), attempts=attempts)

    return draw


ALL_GUESSES = "99,99,99"
"""A value of --keep: at the second, third and fourth attempt every guess is evaluated. No list here has 99 words."""


UNLIMITED = 10**9
"""A budget that no proof of these lists spends."""


def prove(game, *, known_points=0, budget, most_exact, first=None, kind=BoundSearcher, executor=None, ahead=1):
    """The bounds that a proof ends with.

    known_points: those of the best known tree, 0 for none. budget: how many pairs of guess and word may be spent on
    bounds of bins. most_exact: bins of at most that many words are searched for their least cost, if few first guesses
    may begin a better tree than the known one. first: the only first guess of the trees, None for any. executor and
    ahead: where the tasks are carried out, and how many of them are unfinished at a time; None for this process.
    """
    known_cost = POINTS_A_GUESS * game.attempts * len(game.secrets) - known_points
    searcher = kind(game, budget, most_exact)
    run = ProofRun(executor, ahead)
    proof = bound_proof(searcher, run, known_cost, first)
    for _ in proof.states():
        pass
    # It removes the checkpoint: another proof of the same game does not take over the results of this one.
    run.end()
    return searcher.result(proof)


@pytest.fixture
def with_book(small, tmp_path, command):
    """The options of the small list and of a book with its best tree."""
    book = tmp_path / "small.book"
    options = ["--wordlist", small.path, "--lengths", 4, "--jobs", 1]
    command("book", *options, "--keep", ALL_GUESSES, "--out", book)
    return [*options, "--book", book]


def test_the_optimum_lies_between_the_tree_of_the_book_and_the_bound(small, with_book, in_json):
    record = in_json("bound", *with_book)["lengths"]["4"]
    assert record["words"] == len(small.words)
    # first_level: the bound by the sizes of bins alone, which the others refine.
    assert record["reached"] <= small.optimum / len(small.words) <= record["bound"] <= record["first_level"]
    assert record["optimal"] == (record["bound"] == record["reached"])


def test_the_book_of_a_single_word_has_its_tree(tmp_path, command, in_json):
    (tmp_path / "words.txt").write_text("abcd\n")
    options = ["--wordlist", tmp_path / "words.txt", "--lengths", 4, "--jobs", 1]
    command("book", *options, "--out", tmp_path / "one.book")

    record = in_json("bound", *options, "--book", tmp_path / "one.book")["lengths"]["4"]

    assert record["reached"] == record["bound"] == 500
    assert record["optimal"]


def test_the_table_has_the_bound(with_book, command, in_json):
    record = in_json("bound", *with_book)["lengths"]["4"]
    assert f"{record['bound']:.4f}" in command("bound", *with_book)


def test_evaluate_shows_the_gap_to_a_stored_bound(with_book, tmp_path, command, in_json):
    bounds = tmp_path / "bounds.json"
    record = in_json("bound", *with_book, "--out", bounds)["lengths"]["4"]
    state = "optimal" if record["optimal"] else f"gap to the bound {record['gap']:.4f}"
    assert state in command("evaluate", *with_book, "--bounds", bounds)


def test_the_bound_is_printed_although_its_file_cannot_be_written(with_book, tmp_path, monkeypatch):
    def refuse(*_):
        raise DataError("bounds.json: cannot be written: no space left on device")

    monkeypatch.setattr(bound, "add_bound", refuse)
    options = [*map(str, with_book), "--out", str(tmp_path / "bounds.json")]

    result = CliRunner().invoke(bound.bound_command, options)

    assert "no space left on device" in str(result.exception)
    heading, line = result.stdout.splitlines()
    assert line.split()[:2] == ["4", "13"], heading


@pytest.mark.parametrize(("seed", "attempts"), [(1, 2), (2, 3), (3, 4), (4, 6)])
def test_with_the_optimum_known_the_proof_meets_it(seed, attempts, random_list):
    words, game = random_list(seed, length=4, count=14, letters="abcd", attempts=attempts)
    optimum = most_points(words, words, attempts)
    assert prove(game, known_points=optimum, budget=UNLIMITED, most_exact=100).bound == optimum


@pytest.mark.parametrize(("seed", "attempts"), [(1, 2), (2, 3), (3, 4), (4, 6)])
def test_with_less_work_or_less_knowledge_the_bound_is_never_below_the_optimum(seed, attempts, random_list):
    words, game = random_list(seed, length=4, count=14, letters="abcd", attempts=attempts)
    optimum = most_points(words, words, attempts)
    assert prove(game, known_points=optimum, budget=0, most_exact=3).bound >= optimum
    assert prove(game, budget=UNLIMITED, most_exact=0).bound >= optimum
    assert prove(game, budget=0, most_exact=100).bound >= optimum


@pytest.mark.parametrize(("seed", "attempts"), [(5, 3), (6, 4)])
def test_the_bound_of_one_first_guess_is_the_optimum_of_the_trees_that_begin_so(seed, attempts, random_list):
    words, game = random_list(seed, length=4, count=14, letters="abcd", attempts=attempts)
    costs = least_costs(all_replies(words, words), "OOOO", Objective.points(attempts))
    optima = [POINTS_A_GUESS * attempts * len(words) - cost for cost in costs]

    proved = [prove(game, budget=UNLIMITED, most_exact=100, first=guess) for guess in range(len(words))]
    assert [bound.bound for bound in proved] == optima
    assert [bound.first_guess for bound in proved] == words


@pytest.mark.parametrize(("seed", "attempts", "long_list"), [(1, 3, 1), (2, 4, 100), (3, 5, 100), (4, 5, 1)])
def test_a_deep_bound_is_never_below_the_optimum_of_a_first_guess(seed, attempts, long_list, random_list, monkeypatch):
    deep_bound = pytest.importorskip("precompute.deep_bound")
    # A list counts as long from long_list words: every list where it is 1, and none of these 45 words where it is 100.
    monkeypatch.setattr(deep_bound, "LONG_LIST", long_list)
    # Of each stage: the guesses looked ahead, the growth, the words of the smallest bin, the slack divisor. A bin takes
    # over the bound of a set that contains it and has at most `growth` times as many words. The program looks three
    # guesses ahead in bins of 20 words or more. Lists that brute force can solve have none, so here three words are
    # enough.
    stages = ((2, 2.0, 3, 0), (2, 1.0, 3, 0), (3, 1.3, 3, 5), (3, 1.0, 3, 5), (3, 1.0, 3, 20))
    monkeypatch.setattr(deep_bound, "STAGES", stages)
    monkeypatch.setattr(deep_bound, "STAGES_OF_LONG_LISTS", stages[1:])

    words, game = random_list(seed, length=3, count=45, letters="abcde", attempts=attempts)
    costs = least_costs(all_replies(words, words), "OOO", Objective.points(attempts))
    cost_of_misses = POINTS_A_GUESS * attempts * len(words)

    lowered = 0
    for guess, cost in enumerate(costs):
        proved = prove(game, budget=UNLIMITED, most_exact=0, first=guess, kind=deep_bound.DeepSearcher)
        optimum = cost_of_misses - cost
        # lemma_1: the bound by the sizes of bins and Lemma 1 of docs/proofs.md, which the deep search lowers.
        assert optimum <= proved.bound <= proved.lemma_1
        lowered += proved.bound < proved.lemma_1

    # The deep search has done something: it lowers most bounds of Lemma 1.
    assert lowered > len(words) // 2


def test_three_guesses_are_looked_ahead_only_where_two_are_not_enough(random_list, monkeypatch):
    """Also where results come after further tasks were made. A thread stands for another process here."""
    deep_bound = pytest.importorskip("precompute.deep_bound")
    monkeypatch.setattr(deep_bound, "STAGES", ((2, 1.0, 3, 0), (3, 1.0, 3, 20)))
    _, game = random_list(seed=1, length=4, count=150, letters="abcdef", attempts=5)

    run_task = deep_bound.DeepSearcher.run
    tasks = []

    def run_and_record(searcher, task, limit):
        tasks.append(task)
        return run_task(searcher, task, limit)

    monkeypatch.setattr(deep_bound.DeepSearcher, "run", run_and_record)
    # A budget of 0 allows one wave of first guesses. With 40,000 points known, of at most 150 * 500 = 75,000, to look
    # two guesses ahead rules out some of these first guesses and not all.
    limits = {"known_points": 40_000, "budget": 0, "most_exact": 0}
    with ThreadPoolExecutor(1) as executor:
        prove(game, **limits, kind=deep_bound.DeepSearcher, executor=executor, ahead=2)

    guesses = [task.guesses for task in tasks]
    assert guesses == sorted(guesses)
    three_guesses_ahead = {task.first for task in tasks if task.guesses == 3}
    two_guesses_ahead = {task.first for task in tasks if task.guesses == 2}
    assert three_guesses_ahead
    assert two_guesses_ahead - three_guesses_ahead


def test_a_deep_bound_of_a_list_is_no_larger_than_that_of_lemma_1(in_json, small):
    pytest.importorskip("numba")
    options = ["--wordlist", small.path, "--lengths", 4, "--no-book", "--jobs", 1, "--deep"]
    record = in_json("bound", *options)["lengths"]["4"]
    assert small.optimum / len(small.words) <= record["bound"] <= record["lemma_1"]


def test_a_deep_bound_is_one_of_points(run, small, error_line):
    pytest.importorskip("numba")
    done = run("precompute", "bound", "--wordlist", small.path, "--lengths", 4, "--rules", "wordle", "--deep")
    assert error_line(done, exit_code=2).startswith("--deep bounds points over at least three attempts")


def test_after_the_minutes_the_bound_holds_and_the_same_command_continues(run, small):
    command = ["precompute", "bound", "--wordlist", small.path, "--lengths", 4, "--no-book", "--jobs", 1, "--json"]
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
    assert proved_early["bound"] >= proved["bound"] == proved_later["bound"] >= small.optimum / len(small.words)


def test_a_book_and_no_book_exclude_each_other(run, small, error_line):
    done = run("precompute", "bound", "--wordlist", small.path, "--lengths", 4, "--book", "auto", "--no-book")
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
    done = run("precompute", "bound", "--wordlist", small.path, "--lengths", 4, "--out", settings)
    assert (done.returncode, done.stdout) == (1, "")
    assert "not a file of bounds" in done.stderr


def test_an_empty_file_gets_the_bounds(small, command, tmp_path):
    empty = tmp_path / "bounds.json"
    empty.touch()
    command("bound", "--wordlist", small.path, "--lengths", 4, "--no-book", "--jobs", 1, "--out", empty)
    assert len(bounds_in(str(empty))) == 1


@pytest.fixture
def options_of_optimum(lists, command, tmp_path):
    """Options of `bound` for a small list of allowed words and its answers, with a book that has its best tree."""
    options = lists.options
    book = tmp_path / "a.book"
    # All first guesses are searched widely, with every guess at every attempt, so the book gets the best tree.
    everything = ["--keep", ALL_GUESSES, "--first-guesses", 99, "--widely", 99]
    command("book", *options, "--lengths", 4, *everything, "--jobs", 1, "--out", book)
    return [*options, "--lengths", 4, "--jobs", 1, "--book", book]


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
