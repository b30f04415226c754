"""`precompute check-tree`: no tampering passes, and the rules and lists are those of the command line."""

import hashlib

import pytest

from lingo_common.errors import DataError

WORDS = ["batt", "catt", "dogs"]
DIGEST = hashlib.sha256(b"batt\ncatt\ndogs\n").hexdigest()
GAMES = ["batt: batt OOOO", "catt: batt XOOO catt OOOO", "dogs: batt XXXX dogs OOOO"]
"""A tree of the three words: a line for the game of each secret, guesses and replies by turns."""


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


def test_the_figures_are_those_of_the_games_in_any_order(check, wordlist):
    # Solved with 1, 2 and 2 of two guesses: 200, 100 and 100 points.
    assert check("attempts=2", ["", *GAMES[::-1]], "--attempts", 2) == (
        "4 letters: 3 words, batt, mean points 133.3333; 5 guesses, mean 1.6667, worst 2, missed 0; "
        f"checked for 2 attempts, words of {wordlist}\n"
    )


def test_a_missed_word_has_all_attempts_and_no_points(check):
    games = ["batt: batt OOOO", "catt: batt XOOO", "dogs: batt XXXX"]
    assert "mean points 33.3333; 3 guesses, mean 1.0000, worst 1, missed 2" in check(
        "attempts=1", games, "--attempts", 1
    )


TAMPERED = {
    "another mark": ("catt: batt XOOX catt OOOO", "the reply to batt for catt is not XOOX"),
    "another first guess": (
        "catt: catt OOOO",
        "catt is guessed where an earlier game with the same past guesses otherwise",
    ),
    "a guess after the win": ("catt: batt XOOO catt OOOO catt OOOO", "the game of catt goes on after its end"),
    "the last guess missing": ("catt: batt XOOO", "the game of catt ends before its end"),
    "no guess": ("catt:", "not a game: 'catt:'"),
    "the last reply missing": ("catt: batt XOOO catt", "not a game: 'catt: batt XOOO catt'"),
    "no colon": ("catt batt XOOO catt OOOO", "not a game"),
    "a secret of another length": ("acatt: batt XOOO catt OOOO", "not a game"),
    "a secret in capitals": ("CATT: batt XOOO catt OOOO", "not a game"),
    "prose": ("and so on", "not a game: 'and so on'"),
    "no text": ("\0\x01", "not a game"),
    "a header of another version": (
        "# lingo-tree 2 length=4",
        "not a header of this format: '# lingo-tree 2 length=4'",
    ),
}
"""What stands in the place of the game of catt, and what is wrong with it."""


@pytest.mark.parametrize(("line", "why"), TAMPERED.values(), ids=TAMPERED)
def test_a_tampered_line_is_named(line, why, check, tmp_path):
    with pytest.raises(DataError, match=f"^{tmp_path / 'tree'}: line 3: {why}"):
        check("attempts=5", [GAMES[0], line, GAMES[2]])


def test_a_secret_without_a_game_is_named(check):
    with pytest.raises(DataError, match="tree: there is no game of dogs"):
        check("attempts=5", GAMES[:2])


@pytest.mark.parametrize(("games", "secret"), [
    ([*GAMES, GAMES[2]], "dogs"),
    ([GAMES[0], GAMES[1], GAMES[1]], "catt"),
    ([*GAMES, "zzzz: batt XXXX zzzz OOOO"], "zzzz"),
], ids=["a game twice", "a game in the place of another", "a game too many"])  # fmt: skip
def test_a_game_that_is_not_the_one_of_a_secret_is_refused(games, secret, check, wordlist):
    with pytest.raises(DataError, match=f"line {len(games) + 1}: {secret} is "):
        check("attempts=5", games)


def test_a_game_of_more_attempts_than_the_rules_have_is_refused(check):
    with pytest.raises(DataError, match="line 3: the game of catt goes on after its end"):
        check("attempts=1", GAMES, "--attempts", 1)


NO_TREES = {
    "empty": (b"", "not a tree file: no header '# lingo-tree 1'"),
    "words": (b"batt\ncatt\n", "line 1: no header '# lingo-tree 1' before the first game"),
    "a game before the header": (b"batt: batt OOOO\n", "line 1: no header '# lingo-tree 1' before the first game"),
    "another version": (b"# lingo-tree 2 length=4 attempts=5 words=1\n", "line 1: not a header of this format"),
    "a length in words": (b"# lingo-tree 1 length=four attempts=5 words=1\n", "the header has no length of words"),
    "no games": (
        b"# lingo-tree 1 length=4 attempts=5 words=0\n",
        # The packaged list has 4,964 words of four letters.
        "line 1: the header has 'words=0' in the place of 'words=4964 f",
    ),
    "a length no line has": (
        b"# lingo-tree 1 length=99999999999 attempts=5 words=1\n",
        "the header has no length of words",
    ),
    "a number of more digits than Python converts": (
        b"# lingo-tree 1 length=4 attempts=" + b"9" * 5000 + b" words=1\n",
        # The message repeats the first 200 characters of the field.
        f"the header has 'attempts={'9' * 191}' in the place of 'attempts=5 words",
    ),
    "every byte": (bytes(range(256)), "line 1: no header"),
}
"""The content of a file, and what is wrong with it."""


@pytest.mark.parametrize(("content", "why"), NO_TREES.values(), ids=NO_TREES)
def test_a_file_that_is_no_tree_is_refused(content, why, tmp_path, command):
    (tmp_path / "tree").write_bytes(content)
    with pytest.raises(DataError, match=why):
        command("check-tree", tmp_path / "tree")


def test_the_exit_code_of_a_good_tree_is_0(check, tmp_path, wordlist, run):
    check("attempts=5", GAMES)
    assert run("precompute", "check-tree", tmp_path / "tree", "--wordlist", wordlist).returncode == 0


def test_a_tree_file_that_does_not_exist_is_one_line(tmp_path, run, error_line):
    assert "no such file" in error_line(run("precompute", "check-tree", tmp_path / "none"), exit_code=1)


def test_a_file_that_cannot_be_read_is_named_once(command, tmp_path):
    with pytest.raises(DataError) as caught:
        command("check-tree", tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: is a directory"


def test_attempts_of_the_header_do_not_raise_the_points(check):
    with pytest.raises(DataError, match="line 1: the header has 'attempts=100' in the place of 'attempts=5'"):
        check("attempts=100", GAMES)


def test_the_rules_of_known_games_are_checked(check):
    assert "checked for 6 attempts, for the fewest guesses" in check("attempts=6", GAMES, "--rules", "wordle")


def test_a_tree_without_hard_mode_is_refused_as_one_of_hard_mode(check):
    with pytest.raises(DataError, match="the header has nothing in the place of 'hard=1'"):
        check("attempts=5", GAMES, "--hard")


def test_a_header_of_hard_mode_needs_the_option(check):
    with pytest.raises(DataError, match="the header has 'hard=1' in the place of nothing: the options say which rules"):
        check("attempts=5 hard=1", GAMES)


def test_a_tree_of_hard_mode_is_checked_with_the_option(check):
    assert "checked for 5 attempts, hard" in check("attempts=5 hard=1", GAMES, "--hard")


def test_a_guess_that_hard_mode_forbids_is_found(check):
    # `dogs` does not use the letters `att` that the first reply shows.
    games = [GAMES[0], "catt: batt XOOO dogs XXXX catt OOOO", GAMES[2]]
    check("attempts=5", games)
    with pytest.raises(DataError, match="line 3: dogs is not allowed in the game of catt: letter 2 must be a"):
        check("attempts=5 hard=1", games, "--hard")


@pytest.mark.parametrize("field", ["Hard=1", "colour=red", "hard", "hard=0", "hard=yes", "attempts=5", "="])
def test_a_field_that_is_unknown_wrong_or_repeated_is_an_error(check, field):
    with pytest.raises(DataError, match=f"line 1: the header has '{field}' in the place of nothing"):
        check(f"attempts=5 {field}", GAMES)


def test_a_missing_field_is_an_error(check):
    with pytest.raises(DataError, match="line 1: the header has nothing in the place of 'attempts=5'"):
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
    # A list that lacks `catt`.
    (tmp_path / "wordlist4.txt").write_text("batt\ndogs\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DataError, match=r"line 1: the header has 'words=3 fingerprint=.*' in the place of 'words=2 f"):
        command("check-tree", tmp_path / "tree")


@pytest.fixture
def tree_of_letters(tmp_path, wordlist, command):
    """The tree file of a game that shows the first letter, and the options of that game."""
    options = ["--wordlist", wordlist, "--show-first-letter"]
    tree = tmp_path / "letters"
    command("evaluate", *options, "--lengths", 4, "--no-book", "--tree", tree, "--jobs", 1)
    return tree, options


def test_every_first_letter_has_a_section(tree_of_letters, command):
    tree, options = tree_of_letters
    lines = command("check-tree", tree, *options).splitlines()
    assert [line.split(":")[0] for line in lines] == ["4 letters, b", "4 letters, c", "4 letters, d"]


def test_a_missing_section_is_named(tree_of_letters, command):
    tree, options = tree_of_letters
    # The header and the game of the first letter, which has one word.
    tree.write_text("\n".join(tree.read_text().splitlines()[:2]))
    with pytest.raises(DataError, match="there is no section of 4 letters, c"):
        command("check-tree", tree, *options)


def test_a_section_twice_is_refused(tree_of_letters, command):
    tree, options = tree_of_letters
    tree.write_text(tree.read_text() * 2)
    with pytest.raises(DataError, match="there are two sections of 4 letters, b"):
        command("check-tree", tree, *options)


def test_a_shown_letter_needs_the_option(tree_of_letters, command):
    tree, options = tree_of_letters
    with pytest.raises(DataError, match=r"the header has .* first_letter=b.* in the place of"):
        command("check-tree", tree, *options[:2])


def test_the_option_needs_a_letter_in_the_header(check):
    with pytest.raises(DataError, match=r"the header has .* in the place of .* first_letter=d"):
        check("attempts=5", GAMES, "--show-first-letter")


def test_frequencies_weigh_the_figures(check, tmp_path):
    (tmp_path / "counts").write_text("batt 7\ncatt 2\ndogs 1\n")
    printed = check("attempts=5", GAMES, "--frequencies", tmp_path / "counts")
    # 7 games of 500 points and 1 guess, 3 games of 400 points and 2 guesses.
    assert "mean points 470.0000; 13 guesses, mean 1.3000, worst 2, missed 0" in printed
    assert printed.endswith(f"weights of {tmp_path / 'counts'}\n")
