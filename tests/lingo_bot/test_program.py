"""`lingo-bot` as a contest starts it: a process with pipes, a word list, and an exit code."""

import os
import random
import subprocess

import pytest
from programs import program_path
from word_games import game_of, guesses_of

from lingo_bot.__main__ import plain_launch
from lingo_bot.live_player import LivePlayer

PLAYER = program_path("lingo-bot")

LIST = """
abbey abbot acorn adobe agree alibi amass apple banjo bayou beach bench berry cabin cacao cello civic daddy
eagle eerie fluff geese igloo llama mamma nanny onion poppy queue rarer salsa tepee undue vivid wooly yummy
"""
WORDS = LIST.split()
"""The words of five letters in the list of these tests. No book has it."""
OTHER_LENGTHS = ["able", "zest", "bishop"]


def write_list(directory):
    """Write the list as a contest provides it, and return its path."""
    path = directory / "wordlist.txt"
    path.write_text("\n".join([*WORDS, *OTHER_LENGTHS, ""]))
    return path


@pytest.fixture
def directory(tmp_path):
    """A working directory as a contest provides it."""
    write_list(tmp_path)
    return tmp_path


@pytest.fixture
def quiet(directory):
    """Options under which the list is played without remarks."""
    return ["--no-book", "--wordlist", directory / "wordlist.txt"]


@pytest.fixture(scope="module", params=["acorn", "geese", "yummy"])
def secret(request):
    return request.param


@pytest.fixture(scope="module")
def game(secret, play_lingo_bot, tmp_path_factory):
    """A game in a contest's working directory."""
    path = write_list(tmp_path_factory.mktemp("contest"))
    return play_lingo_bot(secret, cwd=path.parent)


class TestGame:
    def test_the_last_guess_is_the_secret(self, game, secret):
        assert game.guesses[-1] == secret

    def test_every_guess_is_a_word_of_that_length_in_the_list(self, game):
        assert set(game.guesses) <= set(WORDS)

    def test_the_program_ends_without_an_error(self, game):
        assert game.code == 0

    def test_nothing_is_said(self, game):
        assert game.stderr == ""


def test_a_list_in_other_order_and_capitals_with_repetitions_and_other_line_ends_is_played_alike(
    directory, play_lingo_bot, tmp_path
):
    entries = [word.upper() for word in WORDS] + WORDS[:5]  # five of them twice
    random.Random(2).shuffle(entries)
    byte_order_mark = b"\xef\xbb\xbf"
    (tmp_path / "shuffled").write_bytes(byte_order_mark + "\r\n".join(entries).encode())

    game = play_lingo_bot("tepee", "--no-book", cwd=directory)
    assert game == play_lingo_bot("tepee", "--no-book", "--wordlist", tmp_path / "shuffled")


class TestStrategies:
    def test_a_strategy_is_chosen_by_its_name(self, play_lingo_bot, quiet):
        game = play_lingo_bot("onion", "--strategy", "minimax", *quiet)
        # The default strategy would begin with acorn.
        assert game == (guesses_of(LivePlayer(game_of(WORDS), "minimax"), "onion"), 0, "")

    def test_a_file_that_defines_a_criterion_plays_as_the_built_in_one(self, directory, play_lingo_bot):
        own = directory / "own.py"
        own.write_text("def criterion(sizes, hit):\n    return int(sizes.max())\n")

        game = play_lingo_bot("onion", "--strategy", own, cwd=directory)

        assert game == (guesses_of(LivePlayer(game_of(WORDS), "minimax"), "onion"), 0, "")

    def test_a_file_whose_criterion_is_no_function_is_refused_in_one_line(self, directory, play_lingo_bot):
        own = directory / "own.py"
        own.write_text("criterion = 3\n")

        refused = play_lingo_bot("onion", "--strategy", own, cwd=directory)

        assert (refused.code, refused.stderr.count("\n")) == (1, 1)


class TestPlainLaunch:
    """The launch of a contest, which plays without the full command line and so without click."""

    @pytest.mark.parametrize("length", range(1, 21))
    def test_a_length_alone_is_plain(self, length):
        assert plain_launch([str(length)]) == (length, None)

    def test_a_length_with_a_list_is_plain(self):
        assert plain_launch(["5", "--wordlist", "words.txt"]) == (5, "words.txt")

    @pytest.mark.parametrize("arguments", [
        [], ["0"], ["21"], ["x"], ["5", "6"], ["--help"], ["5", "--attempts", "2"],
        ["--wordlist", "words.txt", "5"], ["5", "--wordlist", "words.txt", "--attempts", "5"],
    ])  # fmt: skip
    def test_anything_else_is_left_to_the_full_command_line(self, arguments):
        assert plain_launch(arguments) is None

    def test_it_plays_as_the_full_command_line_does(self, directory, play_lingo_bot):
        source = directory / "wordlist.txt"
        plain = play_lingo_bot("queue", "--wordlist", source)
        with_click = play_lingo_bot("queue", "--wordlist", source, "--attempts", 5)
        assert plain == with_click


class TestReplies:
    def test_a_line_that_is_no_reply_ends_the_game_with_one_line(self, quiet, run, error_line):
        """Which lines are none is shown in test_dialogue.py."""
        done = run("lingo-bot", 5, *quiet, input="hello\n")
        assert error_line(done, exit_code=1).startswith("not a reply of 5 marks O, ? or X: ")
        assert done.stdout.count("\n") == 1  # the guess that the line answers

    def test_a_plain_launch_quotes_a_line_that_is_no_reply(self, tmp_path, run):
        done = run("lingo-bot", 5, cwd=tmp_path, input="XXXX\n")
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == "lingo-bot: not a reply of 5 marks O, ? or X: 'XXXX'"

    def test_a_reply_that_no_word_gives_is_named_with_its_guess(self, quiet, run, error_line):
        # Four letters in their places and the last one elsewhere: there is no place left for it.
        done = run("lingo-bot", 5, *quiet, input="OOOO?\n")
        guess = done.stdout.strip()
        assert error_line(done, exit_code=1) == f"no word of the list fits the reply OOOO? to {guess}"

    @pytest.mark.parametrize("book", [(), ["--no-book"]], ids=["book", "no book"])
    def test_with_replies_before_it_the_reply_need_not_be_the_wrong_one(self, run, tmp_path, book):
        done = run("lingo-bot", 5, *book, cwd=tmp_path, input="XXXXX\nOOOO?\n")

        _, guess = done.stdout.split()
        message = f"no word of the list fits the reply OOOO? to {guess} and the replies before it"
        assert done.stderr.splitlines()[-1] == f"lingo-bot: {message}"

    def test_the_first_reply_to_a_book_is_named_without_others(self, run, tmp_path):
        done = run("lingo-bot", 5, cwd=tmp_path, input="OOOO?\n")

        assert done.stderr.splitlines()[-1] == "lingo-bot: no word of the list fits the reply OOOO? to tares"


class TestUsage:
    @pytest.mark.parametrize("arguments", [
        "0", "-5", "5 6", "5 --attempts 0", "5 --attempts five", "5 --book x --no-book",
        "5 --first-letter *",
    ])  # fmt: skip
    def test_wrong_usage_is_one_line_and_no_guess(self, arguments, directory, run, error_line):
        done = run("lingo-bot", *arguments.split(), cwd=directory, input="")
        assert error_line(done, exit_code=2)
        assert done.stdout == ""

    def test_an_error_with_a_path_that_has_a_line_break_is_one_line(self, tmp_path, run, error_line):
        assert error_line(run("lingo-bot", 5, "--wordlist", tmp_path / "two\nlines", input=""), exit_code=1)


class TestFirstGuess:
    def test_it_must_be_in_the_list(self, directory, quiet, run, error_line):
        done = run("lingo-bot", 5, *quiet, "--first-guess", "zebra", input="")
        assert error_line(done, exit_code=1) == "'zebra' is not in the list of 5 letters"

    def test_it_must_be_in_the_list_where_guesses_are_explained_too(self, quiet, run, error_line):
        done = run("lingo-bot", 5, *quiet, "--first-guess", "able", "--explain", input="")
        assert error_line(done, exit_code=1) == "'able' is not in the list of 5 letters"

    def test_it_must_begin_with_the_first_letter(self, quiet, run, error_line):
        done = run("lingo-bot", 5, *quiet, "--first-guess", "civic", "--first-letter", "s", input="")
        assert error_line(done, exit_code=1) == "'civic' is not in the list of 5 letters, s"

    @pytest.mark.parametrize("word", ["able", ""])
    def test_it_must_have_the_length(self, word, quiet, run, error_line):
        done = run("lingo-bot", 5, *quiet, f"--first-guess={word}", input="")
        assert error_line(done, exit_code=1) == f"'{word}' is not in the list of 5 letters"

    def test_it_is_made_first_and_the_strategy_plays_on(self, quiet, play_lingo_bot):
        game = play_lingo_bot("salsa", *quiet, "--first-guess", "civic")
        assert (game.guesses[0], game.guesses[-1]) == ("civic", "salsa")


class TestStreams:
    """Streams that are closed, full, or read by nobody."""

    @pytest.mark.parametrize("options", [[], ["--attempts", "5"]], ids=["plain", "click"])
    def test_a_reader_that_has_gone_is_no_traceback(self, options, directory):
        read, write = os.pipe()
        os.close(read)
        command = [PLAYER, "5", "--wordlist", directory / "wordlist.txt", *options]
        streams = {"stdin": subprocess.DEVNULL, "stdout": write, "stderr": subprocess.PIPE}

        done = subprocess.run(command, timeout=60, **streams)
        os.close(write)

        assert done.returncode == 1
        assert b"Traceback" not in done.stderr
        assert b"Exception" not in done.stderr  # as in "Exception ignored in …", which Python prints at its end

    @pytest.fixture
    def played(self, tmp_path):
        """played(options, streams, reply): a game for bench in a shell that redirects these streams.

        The list has two words: acorn, which is guessed first, and bench.
        """
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

    @pytest.mark.parametrize("streams", [">&-", "<&-"])
    def test_a_closed_stream_is_one_line_for_a_packaged_list_too(self, streams, tmp_path):
        """The first guess for a packaged list is written before anything else is done."""
        command = ["/bin/sh", "-c", f'exec "$0" 5 {streams}', PLAYER]
        done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)

    @pytest.mark.parametrize("options", ["", "--attempts 4", "--explain"])
    def test_a_game_goes_on_if_there_is_no_room_for_remarks(self, played, options):
        # --explain says something of each guess.
        assert played(options, "2>/dev/full").stdout == "acorn\nbench\n"

    def test_with_standard_error_closed_only_guesses_are_printed(self, played):
        done = played("", "2>&-", reply="XXXXX")  # which no word gives
        assert (done.returncode, done.stdout) == (1, "acorn\n")


def test_a_numpy_that_cannot_be_imported_is_one_line_and_no_guess(play_lingo_bot, tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('built for another machine')\n")
    (tmp_path / "words").write_text("bats\ncats\nrats\n")

    game = play_lingo_bot("cats", "--wordlist", tmp_path / "words", env={"PYTHONPATH": str(tmp_path)})

    assert (game.guesses, game.code) == ([], 1)
    assert "Traceback" not in game.stderr
    assert game.stderr.endswith("lingo-bot: a package that it needs cannot be loaded: built for another machine\n")
