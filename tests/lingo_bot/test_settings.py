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


@pytest.mark.parametrize(("options", "book"), [
    ([], "packaged.book"),
    (["--first-guess", "crane"], "no book"),
    (["--first-guess", "tares"], "packaged.book"),
])  # fmt: skip
def test_verbose_names_the_book_only_where_it_is_played(options, book, run, tmp_path):
    said = run("lingo-bot", 5, "--verbose", *options, cwd=tmp_path, input="").stderr
    assert said.splitlines()[1].endswith(book)


def test_errors_are_said_even_quietly(directory, run, complaint):
    assert complaint(run("lingo-bot", 5, "-q", cwd=directory, input="XX\n"), 1).startswith("not a reply of 5 marks")


@pytest.mark.parametrize(("variable", "program", "arguments", "says"), [
    ("LINGO_BOT_HRD", "lingo-bot", ["5"], "LINGO_BOT_HRD is no option's variable; did you mean LINGO_BOT_HARD?"),
    ("REFEREE_RUN_ROUND", "referee", ["run", "--players", "a"], "did you mean REFEREE_RUN_ROUNDS?"),
    ("REFEREE_RNU_ROUNDS", "referee", ["leaderboard", "."], "REFEREE_RNU_ROUNDS is no option's variable"),
    ("CODEBREAKER_FIND_SED", "codebreaker", ["find", "2"], "did you mean CODEBREAKER_FIND_SEED?"),
])  # fmt: skip
def test_a_mistyped_setting_is_named_once(directory, run, variable, program, arguments, says):
    done = run(program, *arguments, cwd=directory, input="", env={variable: "1"})
    assert [says in line for line in done.stderr.splitlines() if variable in line] == [True]
    if program == "lingo-bot":
        assert done.stderr == f"lingo-bot: {says}\n" + run(program, *arguments, cwd=directory, input="").stderr
        assert variable not in run(program, *arguments, "--quiet", cwd=directory, input="", env={variable: "1"}).stderr


def test_settings_of_other_commands_are_not_named(directory, run):
    env = {"CODEBREAKER_TREE_TOP": "1", "CODEBREAKER_FIND_SEED": "1"}
    assert run("codebreaker", "find", 2, cwd=directory, env=env).stderr == ""


@pytest.mark.parametrize(("program", "arguments"), [
    ("codebreaker", ["play", "--game", "FILE"]),
    ("codebreaker", ["play", "--game", "lingo", "--wordlist", "LIST"]),
    ("precompute", ["evaluate", "--lengths", "5", "--wordlist", "LIST"]),
    ("referee", ["game", "awk 1", "--length", "5", "--wordlist", "LIST", "--sandbox", "off"]),
    ("referee", ["play", "--wordlist", "LIST"]),
])  # fmt: skip
def test_quiet_commands_print_no_remarks(directory, run, program, arguments):
    """A game whose replies are computed when needed, and a list with an entry that is no word."""
    (directory / "game.py").write_text(
        "from codebreaker import own_game\n"
        "game = own_game('n', range(9), range(9), lambda g, s: (g > s) - (g < s), winning={0}, by_need=True)\n"
    )
    (directory / "list.txt").write_text("acorn\nbench\nna-ve\n")
    there = {"FILE": "game.py", "LIST": "list.txt"}
    arguments = [there.get(word, word) for word in arguments]
    said, quiet = (run(program, *arguments, *more, cwd=directory, input="").stderr for more in ([], ["-q"]))
    assert "sample of all guesses" in said or "left out" in said
    assert "sample of all guesses" not in quiet and "left out" not in quiet


def test_a_player_remarks_on_entries_left_out_where_it_is_asked(directory, run):
    (directory / "list.txt").write_text("acorn\nbench\nna-ve\n")
    brief, verbose = (
        run("lingo-bot", 5, "--wordlist", "list.txt", *more, cwd=directory, input="").stderr for more in ([], ["-v"])
    )
    assert "1 entry of 5 characters left out" in verbose and "left out" not in brief
