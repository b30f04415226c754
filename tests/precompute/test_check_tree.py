"""`precompute check-tree`: the rules and lists are those of the command line, whatever the file says."""

import hashlib

import pytest

from lingo_common.errors import DataError

WORDS = ["batt", "catt", "dogs"]
DIGEST = hashlib.sha256(b"batt\ncatt\ndogs\n").hexdigest()
GAMES = ["batt: batt OOOO", "catt: batt XOOO catt OOOO", "dogs: batt XXXX dogs OOOO"]


@pytest.fixture
def wordlist(tmp_path):
    """A list of three words."""
    file = tmp_path / "list"
    file.write_text("\n".join(WORDS))
    return file


@pytest.fixture
def check(tmp_path, wordlist, command):
    """check(fields, games, *options): what check-tree prints of a file of three words with those fields and games."""

    def launch(fields: str, games: list[str], *options: object) -> str:
        tree = tmp_path / "tree"
        header = f"# lingo-tree 1 length=4 words=3 fingerprint={DIGEST} {fields}"
        tree.write_text("\n".join([header, *games]))
        return command("check-tree", tree, "--wordlist", wordlist, *options)

    return launch


def test_a_file_that_cannot_be_read_is_named_once(command, tmp_path):
    with pytest.raises(DataError) as caught:
        command("check-tree", tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: is a directory"


def test_attempts_of_the_header_do_not_raise_the_points(check):
    with pytest.raises(DataError, match="line 1: the header says 100 attempts, and the rules given have 5"):
        check("attempts=100", GAMES)


def test_the_rules_of_known_games_are_checked(check):
    assert "checked for 6 attempts, for the fewest guesses" in check("attempts=6", GAMES, "--rules", "wordle")


def test_a_tree_without_hard_mode_is_refused_as_one_of_hard_mode(check):
    with pytest.raises(DataError, match="the rules given are hard mode, and the header does not say hard=1"):
        check("attempts=5", GAMES, "--hard")


def test_a_header_of_hard_mode_needs_the_option(check):
    with pytest.raises(DataError, match="the header says hard mode, and the rules given have none: --hard checks it"):
        check("attempts=5 hard=1", GAMES)


def test_a_tree_of_hard_mode_is_checked_with_the_option(check):
    assert "checked for 5 attempts, hard" in check("attempts=5 hard=1", GAMES, "--hard")


def test_a_guess_that_hard_mode_forbids_is_found(check):
    # `dogs` does not use the letters `att` that the first reply shows.
    games = [GAMES[0], "catt: batt XOOO dogs XXXX catt OOOO", GAMES[2]]
    check("attempts=5", games)
    with pytest.raises(DataError, match="line 3: dogs is not allowed in the game of catt: letter 2 must be a"):
        check("attempts=5 hard=1", games, "--hard")


@pytest.mark.parametrize(
    ("field", "why"),
    [
        ("Hard=1", "unknown field: 'Hard=1'"),
        ("colour=red", "unknown field: 'colour=red'"),
        ("hard", "hard is ''"),
        ("hard=0", "hard is '0'"),
        ("hard=yes", "hard is 'yes'"),
        ("attempts=5", "the field attempts twice"),
        ("=", "unknown field: '='"),
    ],
)
def test_a_field_that_is_not_known_is_an_error(check, field, why):
    with pytest.raises(DataError, match=f"line 1: the header.*{why}"):
        check(f"attempts=5 {field}", GAMES)


def test_a_missing_field_is_an_error(check):
    with pytest.raises(DataError, match="line 1: the header's attempts is ''"):
        check("", GAMES)


def test_guesses_in_capitals_are_refused(check):
    with pytest.raises(DataError, match="line 3: 'BATT' is not written as in the list: batt"):
        check("attempts=5", [GAMES[0], GAMES[1].replace("batt ", "BATT "), GAMES[2]])


def test_a_guess_that_is_no_word_of_the_list_is_refused(check):
    with pytest.raises(DataError, match="line 3: zzzz is guessed and not in the list"):
        check("attempts=5", [GAMES[0], "catt: batt XOOO zzzz XXXX catt OOOO", GAMES[2]])


def test_without_a_word_list_it_is_the_one_that_all_commands_take(check, command, tmp_path, monkeypatch):
    """It is the list of the working directory: a tree file cannot bring its own."""
    check("attempts=5", GAMES)
    # The same file with a list that lacks `catt`.
    (tmp_path / "wordlist4.txt").write_text("batt\ndogs\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match="line 3: catt is guessed and not in the list"):
        command("check-tree", tmp_path / "tree")


@pytest.fixture
def letters(tmp_path, wordlist, command):
    """The tree file of a game that shows the first letter, and the options of that game."""
    options = ["--wordlist", wordlist, "--show-first-letter"]
    tree = tmp_path / "letters"
    command("evaluate", *options, "--lengths", 4, "--no-book", "--tree", tree, "--jobs", 1)
    return tree, options


def test_every_first_letter_has_a_section(letters, command):
    tree, options = letters
    lines = command("check-tree", tree, *options).splitlines()
    assert [line.split(":")[0] for line in lines] == ["4 letters, b", "4 letters, c", "4 letters, d"]


def test_a_missing_section_is_named(letters, command):
    tree, options = letters
    # The header and the game of the first letter, which has one word.
    tree.write_text("\n".join(tree.read_text().splitlines()[:2]))
    with pytest.raises(DataError, match="there is no section of 4 letters, c"):
        command("check-tree", tree, *options)


def test_a_section_twice_is_refused(letters, command):
    tree, options = letters
    tree.write_text(tree.read_text() * 2)
    with pytest.raises(DataError, match="there are two sections of 4 letters, b"):
        command("check-tree", tree, *options)


def test_a_shown_letter_needs_the_option(letters, command):
    tree, options = letters
    with pytest.raises(DataError, match="the header says first_letter=b, and the rules given show no letter"):
        command("check-tree", tree, *options[:2])


def test_the_option_needs_a_letter_in_the_header(check):
    with pytest.raises(DataError, match="the rules given show the first letter, and the header names none"):
        check("attempts=5", GAMES, "--show-first-letter")


def test_frequencies_weigh_the_figures(check, tmp_path):
    (tmp_path / "counts").write_text("batt 7\ncatt 2\ndogs 1\n")
    printed = check("attempts=5", GAMES, "--frequencies", tmp_path / "counts")
    # 7 games of 500 points and 1 guess, 3 games of 400 points and 2 guesses.
    assert "mean points 470.0000; 13 guesses, mean 1.3000, worst 2, missed 0" in printed
    assert printed.endswith(f"weights of {tmp_path / 'counts'}\n")
