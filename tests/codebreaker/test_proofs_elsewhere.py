"""`codebreaker optimal` and `bound` in several processes and on a cluster: the same figures as in one process."""

import json

import pytest

GAME = """from codebreaker import own_game

def reply(guess, secret):
    return "won" if abs(guess - secret) <= 1 else "low" if guess < secret else "high"

game = own_game("within 1", range(1, 22), range(1, 22), reply, winning={"won"})
"""


@pytest.fixture
def proved(run, tmp_path):
    """proved(command, *options): the JSON of a proof for a game in a file that only this directory holds."""
    (tmp_path / "my game.py").write_text(GAME)

    def launch(command, *options):
        cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
        done = run("codebreaker", command, "--game", "my game.py", "--json", *options, cwd=tmp_path, env=cache)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return launch


def test_several_processes_prove_the_same(proved):
    for command, figure, least in (("optimal", "total", 51), ("bound", "worst", 3)):
        found = proved(command, "--jobs", 2)
        assert found[figure] == least and "proved" in found


def test_workers_of_a_cluster_get_the_file_of_the_game(proved, cluster):
    there = proved("optimal", "--cluster", cluster.address)
    assert (there["total"], there["proved"]) == (51, "least total")
