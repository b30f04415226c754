"""The commitment to the words, the seed that draws them, and the hash of a record."""

import hashlib
import re

import pytest
from made_runs import edit_record

from referee.contest.draw import in_drawing_order, read_seed
from referee.storage.run import open_run

HEX_SEED = "0x1f2e3d4c5b6a79881f2e3d4c5b6a7988"
"""A seed of 128 bits."""


@pytest.fixture
def out(tmp_path):
    """The directory of a run."""
    return tmp_path / "out"


@pytest.fixture
def run_of_steady(referee_run, steady_player, out):
    """run_of_steady(*options): the finished run of `steady` in the directory `out`, without a sandbox."""
    return lambda *options: referee_run("--players", steady_player, "--sandbox", "off", "--out", out, *options)


class TestCommittedRun:
    @pytest.fixture
    def announcement(self, run_of_steady):
        """The standard error of a committed run of two rounds."""
        return run_of_steady("--rounds", 2, "--commit").stderr

    def test_its_commitment_is_the_hash_of_nonce_and_words(self, announcement, referee, out):
        commitment = re.search("commitment: ([0-9a-f]{64})", announcement)[1]
        nonce = re.search("nonce: ([0-9a-f]{32})$", referee("verify", out).stdout, re.MULTILINE)[1]
        with open_run(str(out)) as run:
            # referee_run plays words of these lengths.
            words = [*run.contest.words[4], *run.contest.words[5]]

        lines = "\n".join([nonce, *words, ""])
        assert hashlib.sha256(lines.encode()).hexdigest() == commitment

    def test_its_seed_has_128_bits_and_is_not_announced(self, announcement, referee_json, out):
        seed = referee_json("leaderboard", out)["seed"]

        # Leading zeros are not written; one in 16^8 seeds would have more than eight of them.
        assert re.fullmatch("0x[0-9a-f]{24,32}", seed)
        assert seed not in announcement
        assert str(int(seed, 16)) not in announcement

    def test_it_asks_for_no_announcement_once_its_words_are_shown(self, announcement, referee, out):
        done = referee("rerun", out, 1, "--sandbox", "off")

        assert "announce this before the result is known" in announcement
        assert "seed: 0x" in done.stderr
        assert "commitment: " not in done.stderr

    def test_another_nonce_is_found(self, announcement, referee, out):
        edit_record(out, "UPDATE run SET nonce = ?", "0" * 32)

        done = referee("verify", out)

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

    def test_of_an_ordinary_run_has_at_most_ten_digits(self, run_of_steady, out):
        run_of_steady("--rounds", 1)

        with open_run(str(out)) as run:
            assert 0 <= run.contest.seed < 10**10

    @pytest.mark.parametrize(("seed", "text"), [
        (HEX_SEED, HEX_SEED),
        (12345678901, "0x2dfdc1c35"),  # eleven digits
    ])  # fmt: skip
    def test_a_long_one_is_written_in_hexadecimal_and_is_text_in_json(
        self, run_of_steady, referee_json, out, seed, text
    ):
        done = run_of_steady("--rounds", 1, "--seed", seed)

        # A line may end between the two words.
        assert f"seed: {text}" in " ".join(done.stdout.split())
        assert referee_json("leaderboard", out)["seed"] == text

    def test_a_resumed_run_takes_the_hexadecimal_one_and_refuses_another(self, run_of_steady, referee, out):
        run_of_steady("--rounds", 1, "--seed", HEX_SEED)

        assert referee("run", "--resume", out, "--seed", HEX_SEED).returncode == 0
        assert f"seed: {HEX_SEED}, not 7" in referee("run", "--resume", out, "--seed", "7").stderr

    def test_words_are_drawn_by_its_decimal_form(self):
        """The seed is 2^64, in decimal 18446744073709551616.

        printf '18446744073709551616:WORD' | sha256sum gives the least sum for teas, among these words.
        """
        words = ["able", "seat", "teas", "zest"]

        assert in_drawing_order(words, read_seed("0x10000000000000000"))[0] == "teas"
