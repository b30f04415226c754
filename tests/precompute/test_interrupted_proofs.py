"""`precompute optimal` that is stopped by Ctrl-C or --minutes: what it leaves, and that the same command continues.

The fixture `source` is the file of a list of sixty words of four letters, and `cache` the cache directory.
"""

import json

import click
import pytest
from brute_force import misses_and_guesses
from click.testing import CliRunner
from word_games import words_of_few_letters

from lingo_common.errors import DataError
from lingo_common.pieces import Checkpoint
from precompute.commands.program import precompute

pytest.importorskip("numba")


def test_after_the_minutes_there_is_a_bracket_and_the_same_command_continues(lists, in_json):
    words, answers, options = lists
    search = ["optimal", *options, "--lengths", 4, "--jobs", 1]
    # Without other rules `optimal` plays by Wordle's, which allow six attempts.
    missed, total = min(misses_and_guesses(words, answers, attempts=6).values())
    assert missed == 0

    stopped = in_json(*search, "--minutes", 1e-6)
    lower, upper = stopped["bracket"]

    assert not stopped["proved"]
    assert lower <= total <= upper

    record = in_json(*search, "--minutes", 5)
    assert record["proved"]
    assert record["total"] == total
    assert "bracket" not in record


def test_a_stopped_worst_case_says_that_fewer_guesses_may_be_enough(lists, command, in_json):
    """The first search, that with two attempts, is stopped. Three miss a word, and a tree with four is known."""
    words, answers, options = lists
    missed, _ = min(misses_and_guesses(words, answers, attempts=3).values())
    search = ["optimal", *options, "--lengths", 4, "--jobs", 1, "--objective", "worst", "--minutes", 1e-6]

    assert missed > 0
    assert in_json(*search)["worst_bracket"] == [2, 4]
    assert "] within 4 guesses, and 2 may be enough, in " in command(*search)


def interrupt(*_, **options):
    """Take the place of a function during which Ctrl-C comes."""
    raise KeyboardInterrupt


@pytest.fixture
def options_of_proof(command, tmp_path):
    """options_of_proof(name): the options with which `optimal` or `bound` finds a proof and its certificate.

    The list of seed 4 has a bound that its best tree reaches, because `bound` writes no certificate for others. And the
    sizes of bins alone do not prove this bound: else nothing would be searched, and the checkpoint would be empty.
    """
    words = words_of_few_letters(seed=4, length=3, count=60)
    (tmp_path / "list").write_text("\n".join(words))
    book = tmp_path / "a.book"
    options = ["--wordlist", tmp_path / "list", "--rules", "lingo", "--lengths", 3, "--jobs", 1]
    command("optimal", *options, "--out", book)

    def options_of(name: str) -> list[object]:
        own_options = {"optimal": ["--top", 3], "bound": ["--book", book]}
        return [*options, *own_options[name], "--certificate", tmp_path / "proof"]

    return options_of


@pytest.mark.parametrize("name", ["optimal", "bound"])
def test_an_interrupted_certificate_leaves_the_results_of_the_proof(
    options_of_proof, name, command, cache, monkeypatch
):
    proof = [name, *options_of_proof(name)]
    checkpoints = cache / "checkpoints"

    with monkeypatch.context() as patch:
        patch.setattr("codebreaker.commands.proof_run.certify", interrupt)
        with pytest.raises(click.exceptions.Abort):
            command(*proof)

    [checkpoint] = checkpoints.iterdir()
    assert checkpoint.read_bytes()

    def finds_nothing_new(checkpoint, key, result):
        raise AssertionError(key)

    monkeypatch.setattr(Checkpoint, "add", finds_nothing_new)
    command(*proof)
    assert list(checkpoints.iterdir()) == []


def test_an_interrupted_certificate_leaves_the_tree_and_its_figures(source, cache, monkeypatch):
    monkeypatch.setattr("codebreaker.commands.proof_run.certify", interrupt)
    tree = source.with_name("tree.txt")
    files = ["--tree", tree, "--certificate", source.with_name("proof")]

    arguments = ["optimal", "--wordlist", source, "--lengths", 4, "--json", *files]
    result = CliRunner().invoke(precompute, list(map(str, arguments)))

    assert result.exit_code == 1
    assert json.loads(result.stdout)["proved"]
    _title, *branches = tree.read_text().splitlines()
    assert branches


def test_games_before_an_interruption_are_not_proved_again(source, command, cache, monkeypatch):
    """Each first letter that is shown is a game with a checkpoint. The second game is interrupted.

    Then the same command finds all that it needs for the first one.
    """
    rules = ["--wordlist", source, "--top", 3, "--lengths", 4, "--jobs", 1, "--show-first-letter"]
    add = Checkpoint.add
    games: list[str] = []

    def add_and_stop(checkpoint, key, result):
        """Add the result, and end the command as Ctrl-C does if it is the first one of the second game."""
        add(checkpoint, key, result)
        if checkpoint.path not in games:
            games.append(checkpoint.path)
        if len(games) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Checkpoint, "add", add_and_stop)
    with pytest.raises(click.exceptions.Abort):
        command("optimal", *rules)

    games_with_new_results = set()

    def add_and_note(checkpoint, key, result):
        add(checkpoint, key, result)
        games_with_new_results.add(checkpoint.path)

    monkeypatch.setattr(Checkpoint, "add", add_and_note)
    command("optimal", *rules)
    first_game, _ = games
    assert first_game not in games_with_new_results
    assert list((cache / "checkpoints").iterdir()) == []


def test_a_tree_of_a_checkpoint_is_played_before_it_is_called_proved(source, command, monkeypatch):
    """A good tree is kept without one of its branches, which makes it cheaper; then the command is given again."""
    search = ["optimal", "--wordlist", source, "--top", 3, "--lengths", 4, "--jobs", 1]
    add = Checkpoint.add

    def add_and_stop(checkpoint, key, result):
        """Add the result, a tree without its first branch, and end the command as Ctrl-C does.

        A result is codebreaker.proof.Result as JSON: `best` is a cost and a tree, `at_least` a bound if there is one.
        The last item of a tree is the list of its branches.
        """
        is_good_tree = result["best"] and result["at_least"] is None
        if is_good_tree:
            cost, tree = result["best"]
            *root, branches = tree
            result = result | {"best": [cost - 1, [*root, branches[1:]]]}
        add(checkpoint, key, result)
        raise KeyboardInterrupt

    with monkeypatch.context() as interrupted:
        interrupted.setattr(Checkpoint, "add", add_and_stop)
        with pytest.raises(click.exceptions.Abort):
            command(*search)

    with pytest.raises(DataError, match="a tree that is kept there is none of the game"):
        command(*search)


def test_the_proof_of_one_first_guess_leaves_the_results_of_all(command, cache, tmp_path, monkeypatch):
    words = words_of_few_letters(seed=4, length=3, count=60)
    (tmp_path / "list").write_text("\n".join(words))
    options = ["--wordlist", tmp_path / "list", "--rules", "lingo", "--lengths", 3, "--jobs", 1]
    with monkeypatch.context() as patch:
        patch.setattr(Checkpoint, "done", interrupt)
        with pytest.raises(click.exceptions.Abort):
            command("optimal", *options)

    [checkpoint] = (cache / "checkpoints").iterdir()
    results = checkpoint.read_text()
    command("optimal", *options, "--first", words[0])
    assert checkpoint.read_text().startswith(results)

    command("optimal", *options)
    assert not checkpoint.exists()
