"""`precompute evaluate` and `check-tree`: the tree is what the player plays, and no tampering passes."""

import hashlib
from collections import Counter

import pytest
from word_games import guesses_of

from lingo_bot.book_player import NO_BOOK
from lingo_bot.launch import STRATEGIES, player_for
from lingo_common.errors import DataError
from wordlists.word_game import read_game


@pytest.fixture
def games(source, words):
    """games(strategy, attempts): the guesses of the player without a book, for every word under the oracle."""

    def played(strategy: str, attempts: int = 5) -> dict[str, list[str]]:
        game = read_game(4, str(source), attempts=attempts)
        return {word: guesses_of(player_for(game, strategy, book=NO_BOOK), word, attempts) for word in words}

    return played


def guesses_in(tree_file) -> dict[str, list[str]]:
    """The guesses of every game in a tree file."""
    lines = [line for line in tree_file.read_text().splitlines() if not line.startswith("#")]
    return {line[: line.index(":")]: line.split()[1::2] for line in lines}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("attempts", [5, 3, 1])
def test_the_tree_is_what_the_player_plays(strategy, attempts, games, words, source, tmp_path, in_json, command):
    out = tmp_path / "tree.txt"
    options = ["--strategy", strategy, "--attempts", attempts, "--no-book", "--tree", out]
    record = in_json("evaluate", "--wordlist", source, "--lengths", 4, *options)["lengths"]["4"]

    played = games(strategy, attempts)
    assert guesses_in(out) == played

    # Attempts by how many words are solved with them.
    solved = Counter(len(guesses) for secret, guesses in played.items() if guesses[-1] == secret)
    counts = {str(attempt): solved[attempt] for attempt in range(1, attempts + 1)}
    assert record["attempts"] == counts | {"unsolved": 60 - sum(solved.values())}

    points = sum(100 * (attempts + 1 - attempt) * count for attempt, count in solved.items())
    assert record["mean_points"] == points / 60
    assert f"{points / 60:.4f}" in command("check-tree", out, "--wordlist", source, "--attempts", attempts)


def test_the_keys_of_the_result_in_json(source, in_json):
    result = in_json("evaluate", "--wordlist", source, "--lengths", 4, "--strategy", "parts")
    assert result.keys() == {"strategy", "wordlist", "answers", "rules", "lengths", "expected_total"}
    assert (result["strategy"], result["wordlist"]) == ("parts", str(source))


def test_the_record_of_a_length_in_json(words, source, in_json):
    record = in_json("evaluate", "--wordlist", source, "--lengths", 4, "--strategy", "parts")["lengths"]["4"]
    assert {"words", "first_guess", "mean_points", "attempts", "seconds"} <= record.keys()
    assert list(record["attempts"]) == ["1", "2", "3", "4", "5", "unsolved"]
    assert sum(record["attempts"].values()) == 60
    assert record["words"] == 60
    assert record["first_guess"] in words


def test_the_expected_total_is_that_of_a_hundred_words_of_each_length(tmp_path, in_json):
    (tmp_path / "list").write_text("able\nacid\nabbey\n")
    result = in_json("evaluate", "--wordlist", tmp_path / "list", "--lengths", "4,5", "--no-book")
    # Two words: 500 and 400; one word: 500.
    assert result["lengths"]["4"]["mean_points"] == 450
    assert result["lengths"]["5"]["mean_points"] == 500
    assert result["expected_total"] == 95_000


def test_words_that_no_guess_tells_apart_stay_together(tmp_path, in_json):
    # Each guess of the five words tells itself from the others, and no two of the others from one another.
    (tmp_path / "list").write_text("bill\ndill\nfill\ngill\nhill\n")
    options = ["--wordlist", tmp_path / "list", "--lengths", 4, "--no-book", "--attempts", 3]
    record = in_json("evaluate", *options)["lengths"]["4"]

    assert record["attempts"] == {"1": 1, "2": 1, "3": 1, "unsolved": 2}
    assert record["largest_unseparated"] == 3
    # 300 + 200 + 100 points for five words.
    assert record["mean_points"] == 120
    assert record["mean_attempts"] == 2


@pytest.fixture
def comparison(source, tmp_path):
    """The arguments that compare a criterion of lingo-bot and one of a file."""
    mine = tmp_path / "mine.py"
    mine.write_text("def criterion(sizes, hit):\n    return max(sizes)\n")
    return ["evaluate", "--wordlist", source, "--lengths", 4, "--no-book", "--strategy", "parts", "--strategy", mine]


def test_several_strategies_are_a_list_in_json(comparison, tmp_path, in_json):
    *alone, _, _ = comparison
    of_parts, of_mine = in_json(*comparison)
    assert of_parts["strategy"] == "parts"
    assert of_mine["strategy"] == str(tmp_path / "mine.py")
    assert of_parts["expected_total"] == in_json(*alone)["expected_total"]


def test_several_strategies_are_compared_in_a_table_at_the_end(comparison, command, in_json):
    *_, heading, parts, mine = command(*comparison).splitlines()
    assert heading.split() == ["strategy", "4", "pit", "total"]
    for line, record in zip((parts, mine), in_json(*comparison), strict=True):
        mean_points = record["lengths"]["4"]["mean_points"]
        assert line.split()[:2] == [record["strategy"], f"{mean_points:.2f}"]


def test_the_tree_of_several_strategies_is_refused(comparison, tmp_path, run, error_line):
    refused = run("precompute", *comparison, "--tree", tmp_path / "tree")
    assert "--tree writes the tree of one --strategy" in error_line(refused, 2)


@pytest.fixture
def tree(source, tmp_path, command):
    """A good tree file."""
    out = tmp_path / "tree.txt"
    command("evaluate", "--wordlist", source, "--lengths", 4, "--no-book", "--tree", out, "--jobs", 1)
    return out


def test_the_figures_of_a_tree_that_was_written_by_hand(tmp_path, command):
    digest = hashlib.sha256(b"batt\ncatt\ndogs\n").hexdigest()
    (tmp_path / "tree").write_text(
        f"# lingo-tree 1 length=4 attempts=2 words=3 fingerprint={digest}\n\n"
        "dogs: batt XXXX dogs OOOO\ncatt: batt XOOO catt OOOO\nbatt: batt OOOO\n"
    )
    (tmp_path / "list").write_text("batt\ncatt\ndogs\n")

    # Solved with 1, 2 and 2 of two guesses: 200, 100 and 100 points.
    assert command("check-tree", tmp_path / "tree", "--wordlist", tmp_path / "list", "--attempts", 2) == (
        "4 letters: 3 words, batt, mean points 133.3333; 5 guesses, mean 1.6667, worst 2, missed 0; "
        f"checked for 2 attempts, words of {tmp_path / 'list'}\n"
    )


def change_line(tree, number: int, change) -> None:
    """Change a line of the file, counted from 1."""
    lines = tree.read_text().splitlines()
    lines[number - 1] = change(lines[number - 1])
    tree.write_text("\n".join([*lines, ""]))


TAMPERED = {
    "another mark": (
        lambda line: f"{line[:-4]}{'X' if line[-4] != 'X' else 'O'}{line[-3:]}",
        "the reply to [a-g]{4} for [a-g]{4} is not",
    ),
    "another first guess": (
        lambda line: f"{line[:4]}: {line[:4]} OOOO",
        "is guessed where an earlier game with the same past guesses otherwise",
    ),
    "a game that goes on after the win": (lambda line: f"{line} {line[:4]} OOOO", "goes on after its end"),
    "a game that ends early": (lambda line: " ".join(line.split()[:-2]), "ends before its end|not a game"),
    "a reply missing": (lambda line: line.rsplit(" ", 1)[0], "not a game"),
    "no colon": (lambda line: line.replace(":", ""), "not a game"),
    "a word of another length": (lambda line: f"a{line}", "not a game"),
    "capitals": (lambda line: line[:4].upper() + line[4:], "not a game"),
    "prose": (lambda line: "and so on", "not a game"),
    "binary": (lambda line: "\0\x01", "not a game"),
    "a second header": (lambda line: "# lingo-tree 2 length=4", "not a header of this format"),
}


@pytest.mark.parametrize(("change", "why"), TAMPERED.values(), ids=TAMPERED)
def test_a_tampered_line_is_named(change, why, tree, source, command):
    # A line far enough down that its first guess has been seen, and whose game takes more than one guess.
    lines = tree.read_text().splitlines()
    number = next(number for number, line in enumerate(lines, 1) if number > 20 and len(line.split()) > 4)
    change_line(tree, number, change)
    with pytest.raises(DataError, match=rf"^{tree}: line {number}: .*({why})"):
        command("check-tree", tree, "--wordlist", source)


@pytest.mark.parametrize("change", [
    lambda lines: lines[:-1], lambda lines: [*lines, lines[-1]], lambda lines: [*lines[:-1], lines[-2]]
], ids=["without a game", "a game twice", "a game in the place of another"])  # fmt: skip
def test_games_that_are_not_one_for_each_secret_are_refused(change, tree, source, command):
    tree.write_text("\n".join(change(tree.read_text().splitlines())))
    with pytest.raises(DataError, match="4-letter words of the games are not the list that the header names"):
        command("check-tree", tree, "--wordlist", source)


def test_a_game_of_more_attempts_than_the_rules_have_is_refused(tmp_path, command):
    digest = hashlib.sha256(b"batt\ncatt\n").hexdigest()
    (tmp_path / "tree").write_text(
        f"# lingo-tree 1 length=4 attempts=1 words=2 fingerprint={digest}\nbatt: catt XOOO batt OOOO\ncatt: catt OOOO\n"
    )
    (tmp_path / "list").write_text("batt\ncatt\n")
    with pytest.raises(DataError, match=r": line 2: the game of batt goes on after its end"):
        command("check-tree", tmp_path / "tree", "--wordlist", tmp_path / "list", "--attempts", 1)


NO_TREES = {
    "empty": b"",
    "words": b"batt\ncatt\n",
    "a game before the header": b"batt: batt OOOO\n",
    "another version": b"# lingo-tree 2 length=4 attempts=5 words=1 fingerprint=ab\nbatt: batt OOOO\n",
    "a header without a number": b"# lingo-tree 1 length=four attempts=5 words=1 fingerprint=ab\n",
    "a header without games": b"# lingo-tree 1 length=4 attempts=5 words=0 fingerprint=ab\n",
    "a length no line has": b"# lingo-tree 1 length=99999999999 attempts=5 words=1 fingerprint=ab\nbatt: batt OOOO\n",
    "a number without end": b"# lingo-tree 1 length=4 attempts=" + b"9" * 5000 + b" words=1 fingerprint=ab\n",
    "no words at all": b"# lingo-tree 1 length=4 attempts=5 words=0 fingerprint="
    + hashlib.sha256(b"").hexdigest().encode()
    + b"\n",
    "binary": bytes(range(256)),
}


@pytest.mark.parametrize("content", NO_TREES.values(), ids=NO_TREES)
def test_a_file_that_is_no_tree_is_refused(content, tmp_path, command):
    (tmp_path / "tree").write_bytes(content)
    with pytest.raises(DataError):
        command("check-tree", tmp_path / "tree")


def test_the_exit_code_is_0_for_a_good_tree_and_1_for_another(tree, source, run, error_line):
    check = ["precompute", "check-tree", tree, "--wordlist", source]
    assert run(*check).returncode == 0

    change_line(tree, 2, lambda line: "nonsense")
    assert error_line(run(*check), 1).startswith(f"{tree}: line 2: not a game")


def test_a_tree_file_that_does_not_exist_is_one_line(tmp_path, run, error_line):
    assert "no such file" in error_line(run("precompute", "check-tree", tmp_path / "none"), 1)
