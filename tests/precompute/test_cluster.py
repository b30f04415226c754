"""The offline commands on a cluster: to the bit what one process finds, on workers that have no list."""

import re

import pytest
from word_games import words_of_few_letters

COMMANDS = {
    "first-guesses": ("--top", 7, "--out", "{out}"),
    "evaluate": ("--strategy", "own.py", "--no-book", "--tree", "{out}"),
    "book": ("--keep", "3,2", "--first-guesses", 4, "--out", "{out}"),
    "bound": ("--no-book", "--exact", 8, "--budget", 0, "--out", "{out}"),
}
SECONDS = re.compile(r" *\b\d+\.\d\b")
"""Figures with one decimal: they are times, and the total, which follows from those with more."""


@pytest.mark.parametrize("name", COMMANDS)
def test_the_results_are_those_of_one_process(name, cluster, source, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)  # a relative path means nothing to the workers
    (tmp_path / "own.py").write_text("def criterion(sizes, hit):\n    return -len(sizes)\n")

    def results(out: str, *executor: object) -> tuple[str, bytes]:
        """What the command prints, without times, and the file that it writes."""
        options = [str(option).format(out=out) for option in COMMANDS[name]]
        printed = command(name, "--wordlist", source.name, "--lengths", 4, *options, *executor)
        return SECONDS.sub("", printed.replace(out, "out")), (tmp_path / out).read_bytes()

    assert results("there", "--cluster", cluster.address) == results("here", "--jobs", 1)


def test_an_optimal_tree_is_proved_by_workers_that_have_no_lists(cluster, tmp_path, monkeypatch, in_json):
    pytest.importorskip("numba")
    monkeypatch.chdir(tmp_path)
    words = [*words_of_few_letters(5, 3, 12, "abc"), *words_of_few_letters(6, 4, 16, "abcd")]
    (tmp_path / "words").write_text("\n".join(words))
    (tmp_path / "answers").write_text("\n".join(words[::2]))
    game = ("--wordlist", "words", "--answers", "answers", "--lengths", "3,4", "--top", 3, "--hard")
    here = in_json("optimal", *game, "--jobs", 1)
    there = in_json("optimal", *game, "--cluster", cluster.address)

    for length in ("3", "4"):
        assert there[length]["proved"]
        for key in ("openers", "total", "proved", "missed"):
            assert there[length][key] == here[length][key]


def test_an_address_that_cannot_be_is_one_line(run, error_line):
    assert "not the address of a scheduler" in error_line(run("precompute", "bound", "--cluster", "nowhere"), 2)
