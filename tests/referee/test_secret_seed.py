"""Seeds that nobody may know before the last game: whoever gives one is warned, and a drawn one cannot be found."""

import pytest

from referee.storage.run import open_run


@pytest.fixture
def play(referee_run, steady_player, tmp_path):
    """play(*options): the finished command that plays a word of each length; skipped if it cannot be careful here."""

    def run(*options):
        done = referee_run("--players", steady_player, "--rounds", 1, *options, "--out", tmp_path / "out")
        if done.returncode and "--careful" in done.stderr:
            pytest.skip("this machine cannot do what --careful asks for")
        assert done.returncode == 0, done.stderr
        return done

    return run


@pytest.mark.parametrize(("option", "other"), [("--commit", "--careful"), ("--careful", "--commit")])
def test_a_seed_that_was_given_is_warned_of(play, option, other):
    done = play(option, "--seed", 4)

    [warning] = [line for line in done.stderr.splitlines() if "leave --seed out" in line]
    assert option in warning
    assert other not in warning


@pytest.mark.parametrize("option", ["--commit", "--careful"])
def test_a_seed_that_nobody_chose_is_not_warned_of(play, option):
    assert "leave --seed out" not in play(option).stderr


@pytest.mark.parametrize("option", ["--commit", "--careful"])
def test_a_seed_that_nobody_chose_cannot_be_found_by_trying(play, tmp_path, option):
    play(option)

    with open_run(tmp_path / "out") as run:
        # It has 128 random bits, of which the first 28 are hardly ever all 0.
        assert 2**100 < run.contest.seed < 2**128
