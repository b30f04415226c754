"""`lingo-bot` as a contest starts it: a process with pipes, a word list, and an exit code."""

import os
import random
import subprocess

import pytest
from programs import program_path

from lingo_bot.__main__ import plain_launch
from lingo_bot.launch import STRATEGIES

PLAYER = program_path("lingo-bot")

LIST = """
abbey abbot acorn adobe agree alibi amass apple banjo bayou beach bench berry cabin cacao cello civic daddy
eagle eerie fluff geese igloo llama mamma nanny onion poppy queue rarer salsa tepee undue vivid wooly yummy
"""
WORDS = LIST.split()


@pytest.fixture
def directory(tmp_path):
    """A working directory as the contest provides it."""
    (tmp_path / "wordlist.txt").write_text("\n".join([*WORDS, "able", "zest", "bishop", ""]))
    return tmp_path


@pytest.fixture
def quiet(tmp_path):
    """Options under which a list without a book is played without advice."""
    return ["--no-book", "--wordlist", tmp_path / "wordlist.txt"]


class TestGames:
    @pytest.mark.parametrize("secret", ["acorn", "geese", "yummy"])
    def test_the_working_directory_is_played_and_a_win_ends_it(self, secret, directory, play_lingo_bot):
        game = play_lingo_bot(secret, cwd=directory)
        assert game.guesses[-1] == secret
        assert game.code == 0
        assert set(game.guesses) <= set(WORDS)

    def test_an_unknown_list_says_how_to_make_a_book_and_nothing_else(self, directory, play_lingo_bot):
        said = play_lingo_bot("acorn", cwd=directory).said
        assert said.startswith("lingo-bot: no book for ")
        assert "precompute book --wordlist" in said
        assert said.count("\n") == 1

    @pytest.mark.parametrize(
        "options", [["--no-book"], ["--hard"], ["--objective", "guesses"], ["--first-letter", "a"]]
    )
    def test_where_no_book_is_wanted_or_would_serve_nothing_is_said(self, options, directory, play_lingo_bot):
        assert play_lingo_bot("acorn", *options, cwd=directory).said == ""

    @pytest.mark.parametrize("strategy", STRATEGIES)
    def test_every_strategy_by_name(self, strategy, directory, play_lingo_bot, quiet):
        game = play_lingo_bot("onion", "--strategy", strategy, *quiet)
        assert game.guesses[-1] == "onion"
        assert (game.code, game.said) == (0, "")

    def test_a_strategy_of_a_file_plays_as_the_built_in_one(self, directory, play_lingo_bot, tmp_path):
        own = tmp_path / "own.py"
        own.write_text("def criterion(sizes, hit):\n    return int(sizes.max())\n")

        game = play_lingo_bot("onion", "--strategy", own, cwd=directory)

        assert game == play_lingo_bot("onion", "--strategy", "minimax", "--no-book", cwd=directory)

    def test_a_strategy_that_is_no_function_is_refused_in_one_line(self, directory, play_lingo_bot, tmp_path):
        own = tmp_path / "own.py"
        own.write_text("criterion = 3\n")

        refused = play_lingo_bot("onion", "--strategy", own, cwd=directory)

        assert (refused.code, refused.said.count("\n")) == (1, 1)

    def test_a_shuffled_list_is_played_alike(self, directory, play_lingo_bot, tmp_path):
        shuffled = [word.upper() for word in WORDS] + WORDS[:5]
        random.Random(2).shuffle(shuffled)
        byte_order_mark = b"\xef\xbb\xbf"
        (tmp_path / "shuffled").write_bytes(byte_order_mark + "\r\n".join(shuffled).encode())

        for secret in ("tepee", "cello"):
            game = play_lingo_bot(secret, "--no-book", cwd=directory)
            assert game == play_lingo_bot(secret, "--no-book", "--wordlist", tmp_path / "shuffled")

    def test_a_launch_with_a_list_is_plain(self):
        assert plain_launch(["5", "--wordlist", "words.txt"]) == (5, "words.txt")

    def test_the_plain_launch_plays_as_the_full_command_line_does(self, directory, play_lingo_bot):
        source = str(directory / "wordlist.txt")

        game = play_lingo_bot("queue", "--wordlist", source)

        # The first does not import click, the others do.
        assert game == play_lingo_bot("queue", "--wordlist", source, "--attempts", 5)
        assert game.said == play_lingo_bot("queue", f"--wordlist={source}").said

    @pytest.mark.parametrize("arguments", [
        [], ["0"], ["21"], ["x"], ["5", "6"], ["--help"], ["5", "--attempts", "2"],
        ["--wordlist", "words.txt", "5"], ["5", "--wordlist", "words.txt", "--attempts", "5"],
    ])  # fmt: skip
    def test_anything_else_is_left_to_the_full_command_line(self, arguments):
        assert plain_launch(arguments) is None

    def test_a_contests_launch_is_plain(self):
        assert [plain_launch([str(length)]) for length in range(1, 21)] == [(length, None) for length in range(1, 21)]


class TestReplies:
    @pytest.mark.parametrize("reply", ["\n", "hello\n", "X" * 99])
    def test_a_bad_reply_is_one_line(self, reply, directory, quiet, run, error_line):
        done = run("lingo-bot", 5, *quiet, input=reply)
        assert error_line(done, 1).startswith("not a reply of 5 marks O, ? or X: ")
        assert done.stdout.count("\n") == 1

    def test_a_bad_reply_to_a_plain_launch(self, tmp_path, run):
        done = run("lingo-bot", 5, cwd=tmp_path, input="XXXX\n")
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == "lingo-bot: not a reply of 5 marks O, ? or X: 'XXXX'"

    def test_a_contradiction(self, directory, quiet, run, error_line):
        first = run("lingo-bot", 5, *quiet, input="").stdout.strip()
        # One mark ? where the other letters are all placed can be no word's reply.
        done = run("lingo-bot", 5, *quiet, input="OOOO?\n")
        assert error_line(done, 1) == f"no word of the list fits the reply OOOO? to {first} and the replies before it"


@pytest.mark.parametrize("arguments", [
    "0", "4.5", "-5", "5 6", "5 --attempts 0", "5 --attempts five", "5 --book x --no-book",
    "5 --first-guess able", "5 --first-guess=",
])  # fmt: skip
def test_wrong_usage_is_one_line(arguments, directory, run, error_line):
    done = run("lingo-bot", *arguments.split(), cwd=directory, input="")
    error_line(done, 2)
    assert done.stdout == ""


def test_a_name_in_several_lines_still_gives_one(tmp_path, run, error_line):
    error_line(run("lingo-bot", 5, "--wordlist", tmp_path / "two\nlines", input=""), 1)


class TestFirstGuess:
    def test_must_be_in_the_list(self, directory, quiet, run, error_line):
        done = run("lingo-bot", 5, *quiet, "--first-guess", "zebra", input="")
        assert error_line(done, 1) == f"first guess 'zebra' is not in {directory / 'wordlist.txt'}"

    def test_the_rest_of_the_game_follows_from_it(self, directory, quiet, play_lingo_bot):
        game = play_lingo_bot("salsa", *quiet, "--first-guess", "civic")
        assert (game.guesses[0], game.guesses[-1]) == ("civic", "salsa")


class TestStreams:
    @pytest.mark.parametrize("options", [[], ["--attempts", "5"]], ids=["plain", "click"])
    def test_a_reader_that_has_gone(self, options, directory):
        read, write = os.pipe()
        os.close(read)
        command = [PLAYER, "5", "--wordlist", directory / "wordlist.txt", *options]
        streams = {"stdin": subprocess.DEVNULL, "stdout": write, "stderr": subprocess.PIPE}

        done = subprocess.run(command, timeout=60, **streams)
        os.close(write)

        assert done.returncode == 1
        assert b"Traceback" not in done.stderr
        assert b"Exception" not in done.stderr

    @pytest.fixture
    def played(self, tmp_path):
        """played(options, streams, reply): a game of two words for bench in a shell that redirects these streams."""
        (tmp_path / "wordlist.txt").write_text("bench\nacorn\n")

        def launch(options, streams, reply="X?XX?"):
            replies = f"{reply}\nOOOOO\n"
            command = ["/bin/sh", "-c", f'exec "$0" 5 {options} {streams}', PLAYER]
            return subprocess.run(command, input=replies, capture_output=True, text=True, cwd=tmp_path, timeout=60)

        return launch

    @pytest.mark.parametrize("options", ["", "--no-book"], ids=["plain", "click"])
    @pytest.mark.parametrize("streams", [">&-", "<&-", "<&- >&-", ">/dev/full"])
    def test_a_stream_that_is_closed_or_full_is_one_line(self, played, streams, options):
        done = played(options, streams)
        assert (done.returncode, "Traceback" in done.stderr) == (1, False)
        assert done.stderr.splitlines()[-1].startswith("lingo-bot: ")

    @pytest.mark.parametrize("options", ["", "--attempts 4", "--explain"])
    def test_a_remark_that_nobody_reads_costs_no_game(self, played, options):
        """No book knows the list, and there is no room on standard error to say so."""
        assert played(options, "2>/dev/full").stdout == "acorn\nbench\n"

    def test_with_standard_error_closed_only_guesses_are_printed(self, played):
        done = played("", "2>&-", reply="XXXXX")  # which no word gives
        assert (done.returncode, done.stdout) == (1, "acorn\n")


def test_a_broken_numpy_is_one_line(play_lingo_bot, tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('built for another machine')\n")
    (tmp_path / "words").write_text("bats\ncats\nrats\n")

    game = play_lingo_bot("cats", "--wordlist", tmp_path / "words", env={"PYTHONPATH": str(tmp_path)})
    assert (game.guesses, game.code) == ([], 1)
    assert game.said.endswith("lingo-bot: a package that it needs cannot be loaded: built for another machine\n")
    assert "Traceback" not in game.said
