"""`precompute first-guesses` against SlowPlayer, which computes every bin word by word with reply_for."""

import math

import click
import pytest
from slow_player import SlowPlayer
from word_games import guesses_of

from lingo_bot.launch import player_for
from lingo_common.errors import DataError
from lingo_common.pieces import Checkpoint
from wordlists.word_game import read_game

FIGURES = {
    "expected": lambda cost, words: cost / words,
    "entropy": lambda cost, words: math.log2(words) - cost / 2**20 / words,
    "minimax": lambda cost, _: cost,
    "parts": lambda cost, _: -cost,
}
"""The figure for people, by the cost of a guess (slow_player.COSTS) and the number of words.

| criterion | cost, over the sizes of bins | figure |
|---|---|---|
| expected | sum of squares | mean size of the secret's bin |
| entropy | sum of size × log2(size), in units of 2^-20 bits | bits that the reply tells |
| minimax | largest size | the same |
| parts | minus the number of bins | number of bins |
"""


@pytest.mark.parametrize("criterion", FIGURES)
def test_the_best_words_and_their_figures(criterion, words, source, in_json):
    slow = SlowPlayer(words, criterion, attempts=5)
    best = sorted((slow.cost_of(word, words), word) for word in words)[:12]
    figures = [FIGURES[criterion](cost, len(words)) for cost, _ in best]

    result = in_json("first-guesses", "--wordlist", source, "--lengths", 4, "--criterion", criterion, "--top", 12)
    ranking = result["lengths"]["4"]
    assert result["criterion"] == criterion
    assert [guess["word"] for guess in ranking] == [word for _, word in best]
    assert [guess["figure"] for guess in ranking] == pytest.approx(figures, abs=1e-9)


def test_by_hand(tmp_path, in_json):
    # batt: itself, then catt and hatt together, then dogs; bins of 1, 2 and 1, so (1 + 4 + 1) / 4.
    # dogs: itself, and the three others together; bins of 1 and 3, so (1 + 9) / 4.
    (tmp_path / "list").write_text("batt\ncatt\nhatt\ndogs\n")
    ranking = in_json("first-guesses", "--wordlist", tmp_path / "list", "--lengths", 4)["lengths"]["4"]
    assert ranking == [
        {"word": "batt", "figure": 1.5},
        {"word": "catt", "figure": 1.5},
        {"word": "hatt", "figure": 1.5},
        {"word": "dogs", "figure": 2.5},
    ]


def test_the_table_for_people_has_the_same(words, source, command, in_json):
    [best, *_] = in_json("first-guesses", "--wordlist", source, "--lengths", 4)["lengths"]["4"]
    lines = command("first-guesses", "--wordlist", source, "--lengths", 4, "--top", 3).splitlines()
    heading, first, *_ = lines
    assert heading == "4 letters, 60 words, expected remaining candidates:"
    assert first.split() == ["1", best["word"], f"{best['figure']:.4f}"]
    assert len(lines) == 4


@pytest.mark.parametrize("criterion", FIGURES)
def test_the_player_plays_the_table(criterion, words, source, tmp_path, command, in_json):
    out = tmp_path / "table"
    command("first-guesses", "--wordlist", source, "--lengths", 4, "--criterion", criterion, "--out", out)
    slow = SlowPlayer(words, criterion, attempts=5)
    word_game = read_game(4, str(source))
    for secret in words[::9]:
        player = player_for(word_game, criterion, book=str(out))
        assert guesses_of(player, secret) == slow.game(secret)


def test_games_before_an_interruption_are_not_ranked_again(source, command, cache, monkeypatch):
    """Each first letter that is shown is a game, from a to g. Ctrl-C comes after the second."""
    arguments = ["first-guesses", "--wordlist", source, "--lengths", 4, "--jobs", 1, "--show-first-letter"]
    add = Checkpoint.add
    added: list[str] = []

    def add_and_stop(checkpoint, key, result):
        add(checkpoint, key, result)
        added.append(key)
        if len(added) == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(Checkpoint, "add", add_and_stop)
    with pytest.raises(click.exceptions.Abort):
        command(*arguments)
    command(*arguments)

    assert len(added) == 7
    assert not list((cache / "checkpoints").iterdir())


def test_a_mistyped_number_of_jobs_starts_none(source, run, error_line):
    done = run("precompute", "first-guesses", "--wordlist", source, "--lengths", 4, "--jobs", 99999)
    assert "'--jobs': must be a whole number from 1 to 1024, not 99999" in error_line(done, exit_code=2)


@pytest.mark.parametrize(("text", "lengths"), [
    ("4", ["4"]),
    ("4,6", ["4", "6"]),
    ("6, 4-5", ["4", "5", "6"]),
    ("4,4-4", ["4"]),
])  # fmt: skip
def test_each_length_that_is_named_is_ranked_once(text, lengths, tmp_path, in_json):
    (tmp_path / "list").write_text("able\nacid\nabbey\nacorn\nabroad\naction\n")
    result = in_json("first-guesses", "--wordlist", tmp_path / "list", "--lengths", text)
    assert list(result["lengths"]) == lengths


def test_a_file_that_is_no_book_is_not_written_over(source, command, tmp_path):
    (tmp_path / "notes").write_text("dear diary\n")
    with pytest.raises(DataError, match="notes: not a book"):
        command("first-guesses", "--wordlist", source, "--lengths", 4, "--out", tmp_path / "notes")
    assert (tmp_path / "notes").read_text() == "dear diary\n"
