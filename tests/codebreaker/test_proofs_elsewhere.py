"""`codebreaker optimal` and `bound` in several processes and on a cluster: the same figures as in one process."""

import json

import pytest

GAME = """from codebreaker import own_game

def reply(guess, secret):
    if abs(guess - secret) <= 1:
        return "won"
    return "low" if guess < secret else "high"

game = own_game("within 1", range(1, 22), range(1, 22), reply, winning={"won"}, weights=lambda secret: 2)
"""
"""Numbers from 1 to 21, of which a guess wins itself and its two neighbours; each secret counts twice.

One guess wins 3 secrets, a second 6 more, and the third the other 12: 2 x (3 + 2 x 6 + 3 x 12) = 102 guesses.
"""
WORDS = ["abcd", "abce", "bbcd", "ccda", "dcba", "ebcd", "edcb"]


@pytest.fixture
def proved(run, tmp_path):
    """proved(command, *options): the JSON of a proof for a game or word list that only this directory holds."""
    (tmp_path / "my game.py").write_text(GAME)
    (tmp_path / "my words.txt").write_text("\n".join(WORDS))

    def launch(command, *options):
        cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        game = () if "--game" in options else ("--game", "my game.py")
        done = run("codebreaker", command, *game, "--json", *options, cwd=tmp_path, env=cache)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return launch


@pytest.mark.parametrize(("command", "figure", "least"), [("optimal", "total", 102), ("bound", "worst", 3)])
def test_several_processes_prove_the_same(proved, command, figure, least):
    proof = proved(command, "--jobs", 2)
    assert proof[figure] == least
    assert "proved" in proof


def test_workers_of_a_cluster_get_the_file_of_the_game(proved, cluster):
    proof = proved("optimal", "--cluster", cluster.address)
    assert (proof["total"], proof["proved"]) == (102, "least total")


def test_workers_of_a_cluster_get_the_words_of_the_list(proved, cluster):
    """The workers stand in another directory, where there is no such list.

    The first guess is a word and tells the six others apart: 1 + 6 x 2 = 13 guesses.
    """
    lingo = "--game", "lingo", "--length", 4, "--wordlist", "my words.txt"
    on_the_cluster = proved("optimal", *lingo, "--cluster", cluster.address)
    here = proved("optimal", *lingo)
    assert on_the_cluster["total"] == here["total"] == 13
