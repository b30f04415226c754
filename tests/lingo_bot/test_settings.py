"""Settings in the environment, and how much is said."""

import pytest

from lingo_bot.__main__ import plain_launch


@pytest.fixture
def directory(tmp_path):
    (tmp_path / "wordlist.txt").write_text("acorn\nbench\ncivic\nfluff\nllama\nonion\nsalsa\n")
    return tmp_path


def test_with_a_setting_in_the_environment_a_launch_is_left_to_the_full_command_line(monkeypatch):
    """Without one this launch is plain (test_program.py), and a plain launch reads no settings."""
    monkeypatch.setenv("LINGO_BOT_STRATEGY", "entropy")
    assert plain_launch(["5"]) is None


def test_settings_are_used(directory, run):
    done = run("lingo-bot", 5, cwd=directory, input="", env={"LINGO_BOT_FIRST_GUESS": "fluff"})
    assert (done.returncode, done.stdout, done.stderr) == (0, "fluff\n", "")


def test_rules_may_be_settings(directory, run):
    env = {"LINGO_BOT_HARD": "1", "LINGO_BOT_FIRST_LETTER": "s"}
    done = run("lingo-bot", 5, "--assist", cwd=directory, input="", env=env)
    assert "hard, 1 word that begins with s" in done.stdout


def test_a_flag_that_is_set_to_0_is_off(directory, run):
    env = {"LINGO_BOT_FIRST_LETTER": "s", "LINGO_BOT_EXPLAIN": "0"}
    done = run("lingo-bot", 5, cwd=directory, input="", env=env)
    assert (done.stdout, done.stderr) == ("salsa\n", "")


def test_no_setting_asks_for_the_version_the_assistant_or_a_review(directory, run):
    env = {"LINGO_BOT_VERSION": "1.0", "LINGO_BOT_ASSIST": "1", "LINGO_BOT_REVIEW": "acorn"}
    done = run("lingo-bot", 5, cwd=directory, input="", env=env)
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        f"lingo-bot: LINGO_BOT_{name} is no option's variable" for name in ("ASSIST", "REVIEW", "VERSION")
    ]

    # It has played: its output is the first guess.
    [guess] = done.stdout.splitlines()
    assert len(guess) == 5


def test_only_with_verbose_a_player_says_what_is_left_out_of_its_list(directory, run):
    with open(directory / "wordlist.txt", "a") as file:
        file.write("it's!\n")

    [remark] = run("lingo-bot", 5, "--verbose", cwd=directory, input="").stderr.splitlines()
    assert remark.startswith("lingo-bot: wordlist.txt: 1 entry of 5 characters left out: ")

    assert run("lingo-bot", 5, cwd=directory, input="").stderr == ""


def test_errors_are_said_even_quietly(directory, run, error_line):
    assert error_line(run("lingo-bot", 5, "-q", cwd=directory, input="XX\n"), exit_code=1).startswith(
        "not a reply of 5 marks"
    )


@pytest.mark.parametrize(("variable", "program", "arguments", "says"), [
    ("LINGO_BOT_HRD", "lingo-bot", ["5"], "LINGO_BOT_HRD is no option's variable; did you mean LINGO_BOT_HARD?"),
    ("REFEREE_RUN_ROUND", "referee", ["run", "--players", "a"], "did you mean REFEREE_RUN_ROUNDS?"),
    ("REFEREE_RNU_ROUNDS", "referee", ["leaderboard", "."], "REFEREE_RNU_ROUNDS is no option's variable"),
    ("CODEBREAKER_FIND_SED", "codebreaker", ["find", "2"], "did you mean CODEBREAKER_FIND_SEED?"),
])  # fmt: skip
def test_a_mistyped_setting_is_named_once(directory, run, variable, program, arguments, says):
    done = run(program, *arguments, cwd=directory, input="", env={variable: "1"})
    [line] = [line for line in done.stderr.splitlines() if variable in line]
    assert says in line


def test_a_mistyped_setting_changes_nothing_else(directory, run):
    without = run("lingo-bot", 5, cwd=directory, input="")
    mistyped = run("lingo-bot", 5, cwd=directory, input="", env={"LINGO_BOT_HRD": "1"})
    assert mistyped.stdout == without.stdout
    assert mistyped.stderr.splitlines()[1:] == without.stderr.splitlines()


def test_quiet_names_no_mistyped_setting(directory, run):
    done = run("lingo-bot", 5, "--quiet", cwd=directory, input="", env={"LINGO_BOT_HRD": "1"})
    assert done.stderr == ""


def test_settings_of_this_and_of_other_commands_are_not_named(directory, run):
    env = {"CODEBREAKER_TREE_TOP": "1", "CODEBREAKER_FIND_SEED": "1"}
    assert run("codebreaker", "find", 2, cwd=directory, env=env).stderr == ""


@pytest.mark.parametrize(("program", "arguments", "remark"), [
    ("codebreaker", ["play", "--game", "game.py"], "sample of all guesses"),
    ("codebreaker", ["play", "--game", "lingo", "--wordlist", "list.txt"], "left out"),
    ("precompute", ["evaluate", "--lengths", "5", "--wordlist", "list.txt"], "left out"),
    ("referee", ["game", "true", "--length", "5", "--wordlist", "list.txt", "--sandbox", "off"], "left out"),
    ("referee", ["play", "--wordlist", "list.txt"], "left out"),
])  # fmt: skip
def test_quiet_commands_print_no_remarks(directory, run, program, arguments, remark):
    """A game whose replies are computed when needed, and a list with an entry that is no word."""
    (directory / "game.py").write_text(
        "from codebreaker import own_game\n"
        "game = own_game('n', range(9), range(9), lambda g, s: (g > s) - (g < s), winning={0}, by_need=True)\n"
    )
    (directory / "list.txt").write_text("acorn\nbench\nna-ve\n")

    assert remark in run(program, *arguments, cwd=directory, input="").stderr
    assert remark not in run(program, *arguments, "-q", cwd=directory, input="").stderr
