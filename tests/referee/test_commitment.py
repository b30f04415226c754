"""The commitment to the words, the seed that draws them, and the hash of a record."""

import hashlib
import re

import pytest
from made_runs import edit_record

from referee.contest.draw import in_drawing_order, read_seed
from referee.storage.run import open_run

HEX_SEED = "0x1f2e3d4c5b6a79881f2e3d4c5b6a7988"
"""A seed of 128 bits."""


class TestCommitment:
    @pytest.fixture
    def announced(self, referee_run, steady_player):
        """The commitment that a run of two rounds has announced; its directory is `run`."""
        done = referee_run("--players", steady_player, "--rounds", 2, "--commit", "--out", "run")
        return re.search("commitment: ([0-9a-f]{64})", done.stderr)[1]

    @pytest.fixture
    def run(self, announced, tmp_path):
        """That run, open for reading. `referee` works in the directory `room`."""
        with open_run(str(tmp_path / "room" / "run")) as run:
            yield run

    def test_is_the_hash_of_nonce_and_words(self, referee, announced, run):
        words = [*run.contest.words[4], *run.contest.words[5]]
        nonce = re.search("nonce: ([0-9a-f]{32})$", referee("verify", "run").stdout, re.MULTILINE)[1]

        lines = "\n".join([nonce, *words, ""])
        assert hashlib.sha256(lines.encode()).hexdigest() == announced

    def test_is_announced_without_the_seed(self, referee_run, steady_player, tmp_path):
        done = referee_run("--players", steady_player, "--rounds", 2, "--commit", "--out", tmp_path / "out")

        with open_run(str(tmp_path / "out")) as run:
            assert str(run.contest.seed) not in done.stderr

    def test_another_nonce_is_found(self, referee, announced, tmp_path):
        edit_record(tmp_path / "room" / "run", "UPDATE run SET nonce = ?", "0" * 32)

        done = referee("verify", "run")

        assert done.returncode == 1
        assert "the words are not those that the run was committed to" in done.stdout


class TestHash:
    @pytest.fixture
    def hash_line(self, referee, run_of_16_games):
        """hash_line(): the line of `referee verify` with the hash of the record."""
        return lambda: referee("verify", run_of_16_games).stdout.splitlines()[-1]

    def test_is_the_same_for_the_same_record(self, hash_line):
        first = hash_line()

        assert re.fullmatch("hash of the record: [0-9a-f]{64}", first)
        assert hash_line() == first

    def test_is_another_after_a_change(self, hash_line, referee, run_of_16_games):
        before = hash_line()

        referee("void", run_of_16_games, 1, "--why", "a reason")

        assert hash_line() != before


class TestSeed:
    """People retype a seed of ten digits; one of 128 bits, which nobody can find by trying, is hexadecimal."""

    def test_of_an_ordinary_run_has_at_most_ten_digits(self, referee_run, steady_player, tmp_path):
        referee_run("--players", steady_player, "--rounds", 1, "--out", tmp_path)

        with open_run(str(tmp_path)) as run:
            assert 0 <= run.contest.seed < 10**10

    def test_of_a_committed_run_has_128_bits(self, referee_run, steady_player, referee_json):
        referee_run("--players", steady_player, "--rounds", 1, "--commit", "--out", "run")

        # Leading zeros are not written; one in 16^8 seeds would have more than eight of them.
        assert re.fullmatch("0x[0-9a-f]{24,32}", referee_json("leaderboard", "run")["seed"])

    @pytest.mark.parametrize(("seed", "text"), [
        (HEX_SEED, HEX_SEED),
        (12345678901, "0x2dfdc1c35"),  # eleven digits
    ])  # fmt: skip
    def test_a_long_one_is_written_in_hexadecimal_and_is_text_in_json(
        self, referee_run, steady_player, referee_json, seed, text
    ):
        done = referee_run("--players", steady_player, "--rounds", 1, "--seed", seed, "--out", "run")

        # A line may end between the two words.
        assert f"seed: {text}" in " ".join(done.stdout.split())
        assert referee_json("leaderboard", "run")["seed"] == text

    def test_a_resumed_run_takes_the_hexadecimal_one_and_refuses_another(self, referee_run, referee, steady_player):
        referee_run("--players", steady_player, "--rounds", 1, "--seed", HEX_SEED, "--out", "run")

        assert referee("run", "--resume", "run", "--seed", HEX_SEED).returncode == 0
        assert f"seed: {HEX_SEED}, not 7" in referee("run", "--resume", "run", "--seed", "7").stderr

    def test_words_are_drawn_by_its_decimal_form(self):
        """Of sha256("18446744073709551616:WORD") for these words, that of teas is the least."""
        words = ["able", "seat", "teas", "zest"]

        assert in_drawing_order(words, read_seed("0x10000000000000000"))[0] == "teas"
