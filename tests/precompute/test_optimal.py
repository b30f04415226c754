"""`precompute optimal` on small lists, against brute force; its trees under `check-tree`; and Wordle's lists."""

import sys
from collections.abc import Sequence

import click
import numpy as np
import pytest
from brute_force import least_costs_of_words, misses_and_guesses, random_words
from click.testing import CliRunner
from word_games import WORDLE, game_of

from codebreaker.proof import Proof
from codebreaker.tree import cost_of
from lingo_common.errors import DataError, UsageError
from wordlists.reply import reply_for
from wordlists.word_game import GUESSES, POINTS, WordGame

pytest.importorskip("numba")

from codebreaker.commands.proof_run import ProofRun
from precompute import books
from precompute.board import board_of
from precompute.commands.optimal import optimal_command
from precompute.figures import proved_objective
from precompute.optimal import _show, word_searcher_source


def test_the_keys_of_a_record(lists, in_json):
    record = in_json("optimal", *lists.options, "--lengths", 4, "--jobs", 1)
    assert list(record) == [
        "first_guess", "total", "mean", "distribution", "worst", "missed", "proved", "bound", "seconds", "nodes",
    ]  # fmt: skip


def test_the_figures_are_printed_although_the_book_cannot_be_written(lists, tmp_path, monkeypatch):
    def refuse(*_):
        raise DataError("a.book: cannot be written: no space left on device")

    monkeypatch.setattr(books, "add_tree", refuse)
    options = [*map(str, lists.options), "--lengths", "4", "--jobs", "1", "--out", str(tmp_path / "a.book")]

    result = CliRunner().invoke(optimal_command, options)

    assert "no space left on device" in str(result.exception)
    assert result.stdout.startswith("4 letters")


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("attempts", [2, 3, 6])
def test_fewest_guesses_are_those_of_brute_force(lists, in_json, attempts, hard):
    words, answers, options = lists
    missed, total = min(misses_and_guesses(words, answers, attempts, hard).values())

    rules = ["--attempts", attempts, *(["--hard"] if hard else [])]
    record = in_json("optimal", *options, *rules, "--lengths", 4, "--jobs", 1)

    assert record["proved"]
    assert record["missed"] == missed
    assert record["total"] == record["bound"] == total
    assert sum(record["distribution"].values()) == len(answers) - missed
    assert record["mean"] == total / len(answers)


def test_the_worst_case_comes_before_the_total(lists, in_json):
    words, answers, options = lists
    record = in_json("optimal", *options, "--objective", "worst", "--lengths", 4, "--jobs", 1)
    worst = record["worst"]

    missed_with_one_attempt_less, _ = min(misses_and_guesses(words, answers, worst - 1).values())

    assert record["proved"]
    assert (0, record["total"]) == min(misses_and_guesses(words, answers, worst).values())
    assert missed_with_one_attempt_less > 0


def test_one_first_guess_is_solved_alone(lists, in_json):
    words, answers, options = lists
    # Without other rules `optimal` plays by Wordle's, which allow six attempts.
    guesses = misses_and_guesses(words, answers, attempts=6)
    # Every fourth word is enough, and takes a quarter of the time.
    for first in words[::4]:
        record = in_json("optimal", *options, "--first", first.upper(), "--lengths", 4, "--jobs", 1)
        assert record["proved"]
        assert record["first_guess"] == first
        assert (record["missed"], record["total"]) == guesses[first]


def random_game(random: np.random.Generator, seed: int) -> WordGame:
    """A game of at most 12 words for guesses or for points, in some with answers, hard mode or a shown first letter."""
    length = int(random.integers(2, 5))
    count = int(random.integers(6, 13))
    words = random_words(seed, length, count, "abc")
    answers = [word for word in words if random.random() < 0.8] or words
    letter = answers[0][0] if random.random() < 0.4 else None
    if letter:
        words = [word for word in words if word[0] == letter]
        answers = [word for word in answers if word[0] == letter]

    hard = bool(random.random() < 0.5)
    attempts = int(random.integers(2, 6))
    objective = str(random.choice([POINTS, GUESSES]))
    return game_of(words, answers, letter=letter, objective=objective, hard=hard, attempts=attempts)


def costs_by_brute_force(word_game: WordGame) -> dict[str, int]:
    """The least cost of the trees that begin with each word."""
    words = word_game.words.words
    answers = word_game.secrets.words
    costs = least_costs_of_words(words, answers, proved_objective(word_game), word_game.hard)
    return dict(zip(words, costs, strict=True))


SOAK_SEEDS = [range(start, start + 100) for start in range(60, 500, 100)]
"""Seeds of more random games, which only the long tests play."""


@pytest.mark.parametrize("seeds", [range(60), *(pytest.param(seeds, marks=pytest.mark.soak) for seeds in SOAK_SEEDS)])
@pytest.mark.usefixtures("short_searches")
def test_every_bracket_of_random_word_games_holds(seeds):
    """After every step the bracket of the proof contains the least cost, by brute force; at the end both ends meet it.

    The searches are short, so that the proofs of these small games have many steps.
    """
    for seed in seeds:
        random = np.random.default_rng(seed)
        word_game = random_game(random, seed)
        costs = costs_by_brute_force(word_game)
        least = min(costs.values())

        # How many of the best first guesses are asked for, and how many guesses the first tree tries at each attempt.
        top = int(random.integers(1, 4))
        keep = [2] * int(random.integers(3))
        proof = proof_of(word_game, top, keep)
        for _ in proof.states():
            assert proof.at_least <= least <= proof.best_cost, seed

        assert proof.best_cost == least, seed
        assert cost_of(proof.tree, board_of(word_game).game, proved_objective(word_game)) == least, seed
        check_openers(proof, top, costs, word_game.words.words)


def proof_of(word_game: WordGame, top: int, keep: Sequence[int] = ()) -> Proof:
    """A proof as `precompute optimal --top --keep` makes it in this process."""
    build = word_searcher_source(word_game, keep)
    execution = ProofRun().execution(build, None)
    return Proof(board_of(word_game).game, proved_objective(word_game), build(), execution, top=top)


def check_openers(proof: Proof, top: int, costs: dict[str, int], words: list[str]) -> None:
    """Assert that a proof of several first guesses names the best ones, and each with its least cost.

    A proof of one first guess names none where its first bounds meet its first tree.
    """
    if top > 1:
        assert [cost for _, cost in proof.openers] == sorted(costs.values())[:top]
    for guess, cost in proof.openers:
        assert costs[words[guess]] == cost


class ShownProgress:
    """Stands for a Progress; remembers how many first guesses were shown as done."""

    is_due = True

    def reach(self, done, best):
        self.done = done


@pytest.mark.parametrize("top", [1, 3])
def test_all_first_guesses_of_a_finished_proof_are_shown_as_done(top):
    """A first guess is done when its bound reaches the cost of the worst of the best few that are asked for.

    The bounds of better ones end below, at their own least costs. They are done all the same.
    """
    word_game = game_of(random_words(seed=21, length=4, count=14, alphabet="abc"), objective=GUESSES)
    proof = proof_of(word_game, top)
    for _ in proof.states():
        pass

    progress = ShownProgress()
    _show(word_game, progress, proof)

    assert progress.done == len(proof.bounds)


def test_one_first_guess_and_the_best_few_exclude_each_other(lists, command):
    with pytest.raises(click.UsageError, match="exclude each other"):
        command("optimal", *lists.options, "--first", "aaaa", "--top", 2)


@pytest.mark.parametrize("option", ["--tree", "--certificate"])
def test_a_word_list_is_not_overwritten(lists, command, tmp_path, option):
    words = tmp_path / "words.txt"
    words.write_text("aaaa\n")
    with pytest.raises(DataError, match=r"words\.txt: is a file of another kind"):
        command("optimal", *lists.options, "--lengths", 4, option, words)
    assert words.read_text() == "aaaa\n"


def test_the_tree_and_the_certificate_are_two_files(lists, command, tmp_path):
    both = tmp_path / "both"
    with pytest.raises(UsageError, match=r"two options name the same file: .*both"):
        command("optimal", *lists.options, "--lengths", 4, "--tree", both, "--certificate", f"{tmp_path}/./both")


def test_a_game_of_one_attempt_is_refused(lists, command):
    with pytest.raises(UsageError, match="at least 2 attempts"):
        command("optimal", *lists.options, "--lengths", 4, "--attempts", 1)


def test_lists_that_are_too_long_are_refused(lists, command, monkeypatch):
    monkeypatch.setattr("precompute.optimal.MOST_BYTES", 100)
    with pytest.raises(DataError, match="all replies of 4 letters would take"):
        command("optimal", *lists.options, "--lengths", 4)


@pytest.mark.skipif(not WORDLE.is_dir(), reason="needs Wordle's lists")
@pytest.mark.parametrize(("rules", "total"), [([], 7920), (["--hard"], 8122)])
def test_the_published_totals_of_salet(in_json, command, tmp_path, rules, total):
    """7,920 guesses for Wordle's 2,315 answers, and 8,122 in hard mode (docs/proofs.md)."""
    lists = ["--wordlist", WORDLE / "allowed.txt", "--answers", WORDLE / "answers.txt"]
    tree = tmp_path / "tree"
    record = in_json("optimal", *lists, *rules, "--first", "salet", "--tree", tree, "--jobs", 1)
    assert (record["total"], record["missed"], record["proved"]) == (total, 0, True)
    assert f"{total:,} guesses" in command("check-tree", tree, *lists, "--rules", "wordle", *rules)


@pytest.mark.parametrize("attempts", [2, 6])
def test_it_says_that_other_first_guesses_miss_the_best_worst_case(tmp_path, command, attempts):
    """Ten words. After some first guesses the second guess always wins: they tell all words apart.

    In a game of two attempts the best other first guesses miss a word.
    """
    words = ["abbc", "abca", "acbb", "bcba", "bcbb", "bcca", "cabb", "cbab", "ccab", "aaab"]
    (tmp_path / "words").write_text("\n".join(words))
    in_two_guesses = [guess for guess in words if len({reply_for(guess, secret) for secret in words}) == len(words)]
    assert len(in_two_guesses) == 3

    rules = ["--objective", "worst", "--attempts", attempts]
    options = ["--wordlist", tmp_path / "words", *rules, "--lengths", 4, "--jobs", 1]
    _, *openers, last = command("optimal", *options, "--top", 9).splitlines()
    assert [line.split()[0] for line in openers] == in_two_guesses
    assert last == "  no other first guess keeps to 2 guesses"


def test_a_single_answer_takes_one_guess_and_no_other_first_guess_keeps_to_it(tmp_path, command):
    (tmp_path / "words").write_text("ball\ncall\n")
    (tmp_path / "answers").write_text("call\n")
    lists = ["--wordlist", tmp_path / "words", "--answers", tmp_path / "answers"]

    _, *below = command("optimal", *lists, "--objective", "worst", "--lengths", 4, "--jobs", 1, "--top", 2).splitlines()
    assert below == ["  call  1", "  no other first guess keeps to 1 guess"]


def test_first_guesses_are_listed_where_every_one_misses_a_word(tmp_path, in_json):
    """Of four words that differ in one place, two attempts solve two, whichever is guessed first."""
    (tmp_path / "words").write_text("ball\ncall\nfall\nhall\n")
    rules = ["--objective", "worst", "--attempts", 2]
    record = in_json("optimal", "--wordlist", tmp_path / "words", *rules, "--lengths", 4, "--jobs", 1, "--top", 3)
    assert (record["worst"], record["missed"]) == (None, 2)
    assert [opener["first_guess"] for opener in record["openers"]] == ["ball", "call", "fall"]


def test_the_best_first_guesses_of_a_single_word_are_that_word(tmp_path, in_json):
    (tmp_path / "words").write_text("aaaa\n")
    record = in_json("optimal", "--wordlist", tmp_path / "words", "--lengths", 4, "--jobs", 1, "--top", 2)
    assert record["openers"] == [{"first_guess": "aaaa", "total": 1}]


def test_without_numba_the_extra_is_named(lists, monkeypatch):
    # With None in its place it cannot be imported, as where it is missing.
    monkeypatch.setitem(sys.modules, "numba", None)
    done = CliRunner().invoke(optimal_command, [*map(str, lists.options), "--lengths", "4"])
    assert "precompute optimal needs an optional package: pip install " in str(done.exception)


@pytest.mark.parametrize("command", [["optimal"], ["bound", "--no-book", "--deep"]])
def test_with_a_numba_that_does_not_fit_numpy_its_error_is_quoted(command, lists, run, error_line, tmp_path):
    (tmp_path / "numba.py").write_text('raise SystemError("Numba needs\\nan older NumPy")\n')
    arguments = [*command, *lists.options, "--lengths", 4, "--jobs", 1]
    done = run("precompute", *arguments, env={"PYTHONPATH": str(tmp_path)})
    why = error_line(done, exit_code=1)
    assert "it cannot be imported (Numba needs an older NumPy): pip install --force-reinstall " in why
