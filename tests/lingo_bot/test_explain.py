"""--explain: one line a guess on standard error, and the game as it is without."""

import os
import re
import threading

import numpy as np
import pytest

from codebreaker.payoff import pit_points
from lingo_bot.assistant.advice import BookAdvice
from lingo_bot.book_player import book_for
from wordlists import reader
from wordlists.word_game import read_game

LINE = re.compile(
    r"^(\d) ([a-z]{5}): [\d,]+ candidates?, ~?\d+\.\d points expected; best: [a-z]{5} ~?\d+\.\d(, [a-z]{5} ~?\d+\.\d)*$"
)


@pytest.mark.parametrize(
    ("secret", "options"), [("zonal", []), ("tares", []), ("hulls", ["--no-book", "--strategy", "entropy"])]
)
def test_the_guesses_are_the_same_and_each_is_explained(secret, options, tmp_path, against):
    plain = against(secret, *options, cwd=tmp_path)
    explained = against(secret, *options, "--explain", cwd=tmp_path)
    assert (explained.guesses, explained.code) == (plain.guesses, 0)
    told = [LINE.match(line) for line in explained.said.splitlines()]
    assert all(told)
    assert [match[2] for match in told] == plain.guesses
    assert [int(match[1]) for match in told] == list(range(1, len(plain.guesses) + 1))


@pytest.mark.parametrize(("options", "said"), [
    (["--explain"], "1 able: 3 candidates"), (["--verbose"], "3 words"), (["--assist", "--book", "auto"], "3 words"),
])  # fmt: skip
def test_a_list_from_a_pipe_is_read_once(options, said, tmp_path, run):
    """By all who want it: the player, what is said of the list, the look for a book, and who explains."""
    pipe = tmp_path / "words"
    os.mkfifo(pipe)
    threading.Thread(target=pipe.write_text, args=("able\nacid\naced\n",), daemon=True).start()
    done = run("lingo-bot", 4, "--wordlist", pipe, *options, input="", env={"XDG_CACHE_HOME": str(tmp_path)})
    assert done.returncode == 0, done.stderr
    assert said in done.stdout + done.stderr


def test_the_book_says_what_it_is_worth(tmp_path, against):
    game = read_game(5, reader.PACKAGED)
    tree = BookAdvice(game.words.words, book_for(game, "score", None))
    every = np.arange(len(game.words))
    points = f"{tree.worth(0, every, 0, pit_points()) / len(every):.1f}"
    first = against("dents", "--explain", cwd=tmp_path).said.splitlines()[0]
    guess = tree.guess(0)
    assert first.startswith(f"1 {guess}: 11,192 candidates, {points} points expected; best: {guess} {points}, ")
