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
    found = in_json("evaluate", "--wordlist", source, "--lengths", 4, *options)["lengths"]["4"]
    played = games(strategy, attempts)
    assert guesses_in(out) == played
    solved = Counter(len(guesses) for secret, guesses in played.items() if guesses[-1] == secret)
    expected = {str(attempt): solved[attempt] for attempt in range(1, attempts + 1)}
    assert found["attempts"] == expected | {"unsolved": 60 - sum(solved.values())}
    points = sum(100 * (attempts + 1 - attempt) * count for attempt, count in solved.items())
    assert found["mean_points"] == points / 60
    assert f"{points / 60:.4f}" in command("check-tree", out, "--wordlist", source, "--attempts", attempts)


def test_the_record_in_json(words, source, in_json):
    found = in_json("evaluate", "--wordlist", source, "--lengths", 4, "--strategy", "parts")
    assert found.keys() == {"strategy", "wordlist", "answers", "rules", "lengths", "expected_total"}
    assert (found["strategy"], found["wordlist"]) == ("parts", str(source))
    record = found["lengths"]["4"]
    assert {"words", "first_guess", "mean_points", "attempts", "seconds"} <= record.keys()
    assert list(record["attempts"]) == ["1", "2", "3", "4", "5", "unsolved"]
    assert record["words"] == sum(record["attempts"].values()) == 60
    assert record["first_guess"] in words
    assert found["expected_total"] == 100 * record["mean_points"]


def test_the_expected_total_adds_the_lengths(tmp_path, in_json):
    (tmp_path / "list").write_text("able\nacid\nabbey\n")
    found = in_json("evaluate", "--wordlist", tmp_path / "list", "--lengths", "4,5", "--no-book")
    # Two words: 500 and 400; one word: 500.
    assert found["lengths"]["4"]["mean_points"] == 450
    assert found["lengths"]["5"]["mean_points"] == 500
    assert found["expected_total"] == 95_000


def test_words_never_separated(tmp_path, in_json):
    # With one place different and no guess that tells more than one word, one attempt leaves the rest together.
    (tmp_path / "list").write_text("".join(f"{letter}ill\n" for letter in "bdfgh"))
    options = ["--wordlist", tmp_path / "list", "--lengths", 4, "--no-book", "--attempts", 3]
    record = in_json("evaluate", *options)["lengths"]["4"]
    assert record["attempts"] == {"1": 1, "2": 1, "3": 1, "unsolved": 2}
    assert record["largest_unseparated"] == 3
    assert record["mean_points"] == (300 + 200 + 100) / 5
    assert record["mean_attempts"] == 2


def test_several_strategies_in_one_table_and_one_list(source, tmp_path, command, in_json, run):
    (tmp_path / "mine.py").write_text("def criterion(sizes, hit):\n    return max(sizes)\n")
    strategies = ["--strategy", "parts", "--strategy", tmp_path / "mine.py"]
    common = ["evaluate", "--wordlist", source, "--lengths", 4, "--no-book"]
    records = in_json(*common, *strategies)
    assert [record["strategy"] for record in records] == ["parts", str(tmp_path / "mine.py")]
    assert [record["expected_total"] for record in records[:1]] == [
        in_json(*common, "--strategy", "parts")["expected_total"]
    ]
    *_, heading, parts, mine = (line.split() for line in command(*common, *strategies).splitlines())
    assert heading == ["strategy", "4", "pit", "total"]
    for line, record in zip((parts, mine), records, strict=True):
        assert line[0] == record["strategy"]
        assert line[1] == f"{record['lengths']['4']['mean_points']:.2f}"
    refused = run("precompute", *common, *strategies, "--tree", tmp_path / "tree")
    assert refused.returncode == 2 and "one --strategy" in refused.stderr


@pytest.fixture
def tree(source, tmp_path, command):
    """A good tree file."""
    out = tmp_path / "tree.txt"
    command("evaluate", "--wordlist", source, "--lengths", 4, "--no-book", "--tree", out, "--jobs", 1)
    return out


def test_somebody_elses_tree_by_hand(tmp_path, command):
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


def changed(tree, number: int, change) -> None:
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
    number = next(place for place, line in enumerate(lines, 1) if place > 20 and len(line.split()) > 4)
    changed(tree, number, change)
    with pytest.raises(DataError, match=rf"^{tree}: line {number}: .*({why})"):
        command("check-tree", tree, "--wordlist", source)


@pytest.mark.parametrize("change", [
    lambda lines: lines[:-1], lambda lines: [*lines, lines[-1]], lambda lines: [*lines[:-1], lines[-2]]
], ids=["without a game", "a game twice", "a game in the place of another"])  # fmt: skip
def test_games_that_are_not_the_list(change, tree, source, command):
    tree.write_text("\n".join(change(tree.read_text().splitlines())))
    with pytest.raises(DataError, match="4-letter words of the games are not the list that the header names"):
        command("check-tree", tree, "--wordlist", source)


def test_more_attempts_than_there_are(tmp_path, command):
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
def test_what_is_no_tree_file(content, tmp_path, command):
    (tmp_path / "tree").write_bytes(content)
    with pytest.raises(DataError):
        command("check-tree", tmp_path / "tree")


def test_the_checks_exit_codes(tree, source, tmp_path, run, complaint):
    check = ["precompute", "check-tree", tree, "--wordlist", source]
    assert run(*check).returncode == 0
    changed(tree, 2, lambda line: "nonsense")
    assert complaint(run(*check), 1).startswith(f"{tree}: line 2: not a game")
    assert "no such file" in complaint(run("precompute", "check-tree", tmp_path / "none"), 1)
