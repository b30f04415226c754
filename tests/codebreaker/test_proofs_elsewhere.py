"""`codebreaker optimal` and `bound` in several processes and on a cluster: the same figures as in one process."""

import json

import pytest

GAME = """from codebreaker import own_game

def reply(guess, secret):
    return "won" if abs(guess - secret) <= 1 else "low" if guess < secret else "high"

game = own_game("within 1", range(1, 22), range(1, 22), reply, winning={"won"}, weights=lambda secret: 2)
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


def test_several_processes_prove_the_same(proved):
    for command, figure, least in (("optimal", "total", 102), ("bound", "worst", 3)):
        found = proved(command, "--jobs", 2)
        assert found[figure] == least and "proved" in found


def test_workers_of_a_cluster_get_the_file_of_the_game(proved, cluster):
    there = proved("optimal", "--cluster", cluster.address)
    assert (there["total"], there["proved"]) == (102, "least total")


def test_workers_of_a_cluster_get_the_words_of_the_list(proved, cluster, tmp_path):
    """The workers stand in another directory, where there is no such list."""
    lingo = "--game", "lingo", "--length", 4, "--wordlist", "my words.txt"
    there = proved("optimal", *lingo, "--cluster", cluster.address)
    here = proved("optimal", *lingo)
    assert there["total"] == here["total"] == 13
