"""Settings in the environment, and how much is said."""

import pytest

from lingo_bot.__main__ import plain_launch


@pytest.fixture
def directory(tmp_path):
    (tmp_path / "wordlist.txt").write_text("acorn\nbench\ncivic\nfluff\nllama\nonion\nsalsa\n")
    return tmp_path


def test_a_launch_is_plain_where_the_environment_says_nothing(monkeypatch):
    monkeypatch.delenv("LINGO_BOT_STRATEGY", raising=False)
    assert plain_launch(["5"]) == (5, None)
    monkeypatch.setenv("LINGO_BOT_STRATEGY", "entropy")
    assert plain_launch(["5"]) is None


def test_settings_are_used(directory, run):
    done = run(
        "lingo-bot", 5, cwd=directory, input="", env={"LINGO_BOT_FIRST_GUESS": "fluff", "LINGO_BOT_NO_BOOK": "1"}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "fluff\n", "")


def test_the_command_line_goes_before_them(directory, run):
    env = {"LINGO_BOT_FIRST_GUESS": "fluff", "LINGO_BOT_NO_BOOK": "1"}
    assert run("lingo-bot", 5, "--first-guess", "salsa", cwd=directory, input="", env=env).stdout == "salsa\n"


def test_a_wrong_setting_is_a_wrong_command_line(directory, run, complaint):
    done = run("lingo-bot", 5, cwd=directory, input="", env={"LINGO_BOT_STRATEGY": "luck"})
    assert "luck" in complaint(done, 2)


def test_rules_may_be_settings(directory, run):
    env = {"LINGO_BOT_HARD": "1", "LINGO_BOT_FIRST_LETTER": "s", "LINGO_BOT_NO_BOOK": "1", "LINGO_BOT_EXPLAIN": "0"}
    assert run("lingo-bot", 5, cwd=directory, input="", env=env).stdout == "salsa\n"
    assert "hard, 1 word that begins with s" in run("lingo-bot", 5, "--assist", cwd=directory, input="", env=env).stdout


def test_what_no_setting_can_ask_for(directory, run):
    env = {"LINGO_BOT_VERSION": "1.0", "LINGO_BOT_ASSIST": "1", "LINGO_BOT_REVIEW": "acorn", "LINGO_BOT_NO_BOOK": "1"}
    done = run("lingo-bot", 5, cwd=directory, input="", env=env)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout) == 6


def test_quiet_says_nothing_and_verbose_says_what_is_used(directory, run):
    assert "no book for" in run("lingo-bot", 5, cwd=directory, input="").stderr
    assert run("lingo-bot", 5, "--quiet", cwd=directory, input="").stderr == ""
    said = run("lingo-bot", 5, "--verbose", "--strategy", "parts", "--no-book", cwd=directory, input="").stderr
    assert said.splitlines()[0].startswith("lingo-bot: wordlist.txt: 7 words of 5 letters, ")
    assert said.splitlines()[1] == "lingo-bot: strategy parts, 5 attempts, no book"


@pytest.mark.parametrize(
    ("options", "book"),
    [
        ([], "packaged.book"),
        (["--first-guess", "crane"], "no book"),
        (["--first-guess", "tares"], "packaged.book"),
    ],
)
def test_verbose_names_the_book_only_where_it_is_played(options, book, run, tmp_path):
    said = run("lingo-bot", 5, "--verbose", *options, cwd=tmp_path, input="").stderr
    assert said.splitlines()[1].endswith(book)


def test_errors_are_said_even_quietly(directory, run, complaint):
    assert complaint(run("lingo-bot", 5, "-q", cwd=directory, input="XX\n"), 1).startswith("not a reply of 5 marks")


@pytest.mark.parametrize("program", ["lingo-bot", "referee", "precompute", "codebreaker"])
def test_every_program_tells_its_version(program, run):
    assert run(program, "--version").stdout.startswith(f"{program} ")


def test_help_has_examples_and_exit_codes(run):
    shown = run("lingo-bot", "--help").stdout
    for part in ("--assist --first-letter d", "--review dents tares", "Exit codes: 0", "LINGO_BOT_"):
        assert part in shown
