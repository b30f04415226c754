"""A published report: one file from which a stranger computes the result again with `referee verify`."""

import hashlib
import html
import json
import re
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from made_runs import edit_record, game_record
from programs import run_program

# They make the page of a report and its charts.
pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

from referee.page.page_data import _row_of

LISTED = ["able", "zest", "seat", "teas", "blimp", "cozen", "crane", "dents", "dozes", "tough"]
"""The words of four and five letters of the fixture `wordlist`, with which `referee verify` is called."""


class Published(NamedTuple):
    """A finished run whose words were committed to, and its published page."""

    directory: Path
    """The directory of the run."""
    page: Path
    commitment: str
    """What the holder of the contest announced before the first game."""


@pytest.fixture(scope="module")
def _published(tmp_path_factory) -> Published:
    """A run of 12 games: two players, three words of each of two lengths. Games 1 to 6 are those of `steady`."""
    home = tmp_path_factory.mktemp("published")
    (home / "words.txt").write_text("\n".join([*LISTED, ""]))
    # Players that make the same guesses in each game; zzzzz and words of another length are illegal.
    guesses = "for word in {}; do echo $word; read -r reply || exit 0; done"
    steady = f"steady=sh -c '{guesses.format('able crane dozes seat tough')}'"
    other = f"other=sh -c '{guesses.format('seat dents zzzzz')}'"

    options = ["--wordlist", home / "words.txt", "--lengths", "4-5", "--rounds", 3, "--commit", "--sandbox", "off"]
    played = run_program("referee", ["run", "--players", steady, other, *options, "--out", "run"], home)
    assert played.returncode == 0

    written = run_program("referee", ["report", "run", "--public", "--out", "page.html"], home)
    assert (written.returncode, written.stderr) == (0, "")

    commitment = re.search("commitment: ([0-9a-f]{64})", played.stderr)[1]
    return Published(home / "run", home / "page.html", commitment)


@pytest.fixture
def commitment(_published):
    """The commitment of the run: 64 hexadecimal digits."""
    return _published.commitment


@pytest.fixture
def copied_run(_published, tmp_path):
    """A copy of the directory of the run."""
    return shutil.copytree(_published.directory, tmp_path / "run")


@pytest.fixture
def page(_published, tmp_path):
    """A copy of the published page."""
    return shutil.copy(_published.page, tmp_path / "result.html")


@pytest.fixture
def verify(referee, wordlist, page):
    """verify(): the finished `referee verify` of the page with the word list."""
    return lambda: referee("verify", page, "--wordlist", wordlist)


@contextmanager
def editable_data(page):
    """The data of a page, a value of JSON. What is changed in it is written into the page, as a forger would."""
    text = page.read_text()
    [json_text] = re.findall('id="data">(.*?)</script>', text)
    data = json.loads(json_text)
    yield data
    page.write_text(text.replace(json_text, json.dumps(data)))


def test_the_command_that_checks_a_page_quotes_the_name_of_the_list(referee, steady_player, tmp_path):
    (tmp_path / "my words.txt").write_text("able\nseat\n")
    options = ["--wordlist", tmp_path / "my words.txt", "--lengths", 4, "--rounds", 1, "--out", tmp_path / "run"]
    referee("run", "--players", steady_player, *options)

    referee("report", tmp_path / "run", "--public", "--out", tmp_path / "page.html")

    page = html.unescape((tmp_path / "page.html").read_text())
    assert "<pre>referee verify report.html --wordlist 'my words.txt'</pre>" in page


class TestVerify:
    def test_a_page_has_no_discrepancies(self, verify):
        done = verify()

        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("12 of 12 games: no discrepancies\n")

    def test_the_seed_and_the_commitment_are_printed(self, verify, commitment):
        lines = verify().stdout.splitlines()

        assert re.fullmatch("seed: 0x[0-9a-f]+", lines[1])
        assert lines[2] == f"commitment, to compare with what was announced: {commitment}"

    def test_the_standings_are_those_of_the_run(self, referee, verify, _published):
        # Above them stand the number of games, the seed, the commitment and an empty line.
        standings = verify().stdout.splitlines()[4:]

        board = referee("leaderboard", _published.directory).stdout.splitlines()
        # Below the tables stands the path of the word list, whose directory is not published.
        [end] = [number for number, line in enumerate(board) if line.startswith("words of each length")]
        tables = board[:end]

        assert standings[: len(tables)] == tables
        # The times of the games, which nobody can compute again, are published too: the header has a column for them.
        header = tables[2]
        assert "mean time" in header

    def test_the_word_list_is_needed(self, referee, page):
        done = referee("verify", page)

        assert done.returncode == 1
        assert "not verified: without the word list of 4, 5 letters legality and draw are not verified" in done.stdout

    def test_another_file_is_refused(self, referee, error_line, wordlist):
        assert "is not a report of referee report DIR --public" in error_line(referee("verify", wordlist), exit_code=1)

    def test_the_commitment_can_be_checked_without_the_program(self, page, commitment):
        """The page says in words what is hashed, and as a command: `printf '%s\\n' NONCE WORD WORD … | sha256sum`."""
        text = page.read_text()
        [arguments] = re.findall(r"printf '%s\\n' (.*?) \| sha256sum", text)

        assert "all words in the order of the draw, each followed by the end of a line" in text

        lines = "".join(f"{line}\n" for line in arguments.split())
        assert hashlib.sha256(lines.encode()).hexdigest() == commitment


# Places in a row of the page's games.
PLAYER = 1
"""The player's number."""
WORD = 2
POINTS = 6


class TestForgery:
    """Changes of the page that make another result."""

    @pytest.fixture
    def discrepancies(self, verify):
        """discrepancies(): what `referee verify` prints of the page, in which something is wrong."""

        def verify_forged():
            done = verify()
            assert done.returncode == 1
            return done.stdout

        return verify_forged

    def test_points_that_a_game_did_not_win_are_found(self, page, discrepancies):
        with editable_data(page) as data:
            data["games"][0][POINTS] = 400

        assert "game 1 (steady): is worth" in discrepancies()

    def test_another_order_of_words_is_found(self, page, discrepancies):
        with editable_data(page) as data:
            data["publication"]["words"]["4"].reverse()

        assert "words of 4 letters: not those that the seed" in discrepancies()

    def test_another_nonce_is_found(self, page, discrepancies):
        with editable_data(page) as data:
            data["publication"]["nonce"] = "0" * 32

        assert "the words are not those that the run was" in discrepancies()

    def test_another_total_is_found(self, page, discrepancies):
        with editable_data(page) as data:
            data["publication"]["leaderboard"]["players"][0]["total"] = 9999

        assert "points in total, not 9999" in discrepancies()

    def test_a_game_that_is_left_out_is_found(self, page, discrepancies):
        with editable_data(page) as data:
            data["games"].pop()

        assert "not verified: 1 of 12 games are missing" in discrepancies()

    def test_the_directory_in_which_the_run_is_made_again_is_not_named(self, page, discrepancies):
        """It is a temporary directory whose name begins with lingo-report-."""
        with editable_data(page) as data:
            data["games"][0][POINTS] = 400

        assert "lingo-report-" not in discrepancies()


class TestDamage:
    """Changes after which the page is no published report any more."""

    @pytest.fixture
    def refusal(self, referee, error_line, page):
        """refusal(): the one line in which `referee verify` refuses the page."""
        return lambda: error_line(referee("verify", page), exit_code=1)

    def test_a_report_that_is_not_published_is_refused(self, page, refusal):
        with editable_data(page) as data:
            del data["publication"]

        assert "is a report without what is needed to check it" in refusal()

    def test_a_player_that_is_not_there_is_refused(self, page, refusal):
        with editable_data(page) as data:
            data["games"][0][PLAYER] = 99

        assert "is a damaged report" in refusal()

    def test_a_word_that_was_not_drawn_is_refused(self, page, refusal):
        with editable_data(page) as data:
            data["games"][0][WORD] = "zzzz"

        assert "is a damaged report" in refusal()

    def test_a_number_in_place_of_the_words_is_refused(self, page, refusal):
        with editable_data(page) as data:
            data["publication"]["words"] = 3

        assert "is a damaged report" in refusal()


class TestPage:
    def test_void_games_and_disqualified_players_count_for_nothing(self, referee, copied_run, verify, page):
        referee("void", copied_run, 1, "--why", "a power cut")
        referee("disqualify", copied_run, "other", "--why", "it read the words")
        assert referee("report", copied_run, "--public", "--out", page).returncode == 0

        done = verify()
        assert (done.returncode, done.stderr) == (0, "")
        assert "void games, not counted: steady 1" in done.stdout
        # The six games of the other player are left out.
        assert done.stdout.startswith("6 of 6 games: no discrepancies")

    def test_no_path_of_the_holders_machine_is_published(self, page, _published):
        assert str(_published.directory.parent) not in page.read_text()

    def test_it_names_no_machine(self, referee, error_line, copied_run):
        done = referee("report", copied_run, "--public", "--with-host")

        assert "exclude each other" in error_line(done, exit_code=2)

    def test_an_unfinished_run_is_not_published(self, referee, error_line, run_of_16_games):
        edit_record(run_of_16_games, "DELETE FROM games WHERE number = 1")

        assert "1 of 16 games are still to be played" in error_line(
            referee("report", run_of_16_games, "--public"), exit_code=1
        )


@pytest.mark.parametrize(
    ("values", "error_text", "end_of_row"),
    [({"exit_status": 3}, "", ["with exit status 3", ""]), ({}, "no words", ["", "no words"])],
    ids=["a status and no error text", "an error text and no status"],
)
def test_a_row_ends_with_how_a_game_ended_badly_and_with_its_error_text(values, error_text, end_of_row):
    game = game_record("ann", "crane", **values)
    row = _row_of(game, number=0, names=["ann"], error_text=error_text)
    assert row[-2:] == end_of_row
