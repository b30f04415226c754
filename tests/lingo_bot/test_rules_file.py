"""rules.json, in which the referee tells a player the rules of its game."""

import json

import pytest

from lingo_bot.launch import read_rules_file

WORDS = "bench\nbeach\nteach\nreach\nleach\npeach\nbelly\ncrane\ntrace\nslate\nslave\nslope\n"
ANSWERS = "slave\nslope\nslate\nbeach\n"


@pytest.fixture
def directory(tmp_path):
    """A working directory as the referee makes it, but for rules.json."""
    (tmp_path / "wordlist5.txt").write_text(WORDS)
    (tmp_path / "answers5.txt").write_text(ANSWERS)
    return tmp_path


@pytest.fixture
def greeting(directory, run):
    """greeting(*options): the line in which the assistant tells the rules that it plays by."""

    def greet(*options):
        output = run("lingo-bot", 5, "--assist", *options, cwd=directory, input="").stdout
        return output.splitlines()[0]

    return greet


@pytest.fixture
def rules(directory):
    """The rules are in the directory: six attempts for the fewest guesses, with the first letter s."""
    rules = {"length": 5, "attempts": 6, "first_letter": "s", "hard": False, "objective": "guesses", "letters": []}
    (directory / "rules.json").write_text(json.dumps(rules))


def test_without_it_answers_are_not_looked_for(greeting):
    assert greeting() == "5 letters, 5 attempts, 12 words."


def test_its_rules_are_played_with_the_answers_beside_it(rules, directory, greeting):
    (directory / "answers5.txt").write_text("slave\nslope\n")
    assert greeting() == "5 letters, 6 attempts, 2 possible among 3 words that begin with s."


def test_answers_that_are_all_words_with_the_letter_are_not_counted(rules, greeting):
    assert greeting() == "5 letters, 6 attempts, 3 words that begin with s."


def test_options_replace_its_rules(rules, greeting):
    told = greeting("--first-letter", "b", "--attempts", 4)
    assert told == "5 letters, 4 attempts, 1 possible among 3 words that begin with b."


def test_a_preset_replaces_its_rules_but_for_the_letter_and_the_answers(rules, directory, greeting):
    (directory / "answers5.txt").write_text("slave\nslope\n")
    told = greeting("--rules", "television")
    assert told == "5 letters, 5 attempts, 2 possible among 3 words that begin with s."


@pytest.mark.parametrize(("options", "words"), [
    ([], "bijou mère noël"),
    (["--fold"], "kijk mere noel"),
    (["--language", "de"], "kijk mère noël"),
    (["--letters", "oë"], "kijk mère"),  # noël has three letters
])  # fmt: skip
def test_an_option_of_spelling_replaces_its_groups(options, words, tmp_path, run):
    # With the group ij of the file bijou has four letters, and kijk three.
    (tmp_path / "rules.json").write_text('{"length": 4, "letters": ["ij"]}')
    (tmp_path / "wordlist4.txt").write_text("bijou\nkijk\nmère\nnoël\n")
    output = run("lingo-bot", 4, "--assist", *options, cwd=tmp_path, input="list\n").stdout
    assert output.endswith(f" candidates:\n{words}\n")


@pytest.mark.parametrize("content", ["1", "[" * 9999, '{"length": 6}', '{"attempts": 0}', '{"attempts": 101}',
    '{"objective": 1}', '{"first_letter": "xy"}', '{"first_letter": ""}',
])  # fmt: skip
def test_one_that_cannot_be_used_is_refused(directory, content, run, error_line):
    (directory / "rules.json").write_text(content)
    done = run("lingo-bot", 5, cwd=directory, input="")
    assert error_line(done, exit_code=1).startswith("rules.json: does not describe a game with words of 5 letters")


def test_what_it_leaves_out_is_as_in_the_pit(directory, monkeypatch):
    (directory / "rules.json").write_text('{"length": 5}')
    monkeypatch.chdir(directory)
    # These are arguments of read_game, which calls the first letter so.
    rules = read_rules_file(5)
    assert (rules["letter"], rules["attempts"], rules["objective"]) == (None, 5, "points")


def test_a_first_letter_may_be_a_group(directory, monkeypatch):
    (directory / "rules.json").write_text('{"length": 4, "letters": ["ij"], "first_letter": "IJ"}')
    monkeypatch.chdir(directory)
    assert read_rules_file(4)["letter"] == "ĳ"  # one character


def test_its_first_letter_holds_for_the_first_guess_of_a_packaged_list(tmp_path, run):
    """Without rules.json the first guess is looked up before anything else is read."""
    (tmp_path / "rules.json").write_text('{"first_letter": "b"}')
    played = run("lingo-bot", 5, cwd=tmp_path, input="")
    assert played.stdout.startswith("b")
