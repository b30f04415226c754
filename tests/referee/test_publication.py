"""A published report: one file from which a stranger computes the result again."""

import hashlib
import json
import re

import pytest
from made_runs import edit_record

pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")


@pytest.fixture
def committed(contest, steady, program):
    """The directory of a finished run of two players that was committed to."""
    other = "other=" + program("guesses.sh", "seat", "dents", "zzzzz")
    done = contest("--players", steady, other, "--rounds", 3, "--commit", "--sandbox", "off", "--out", "run")
    assert done.returncode == 0
    return re.search("commitment: ([0-9a-f]{64})", done.stderr)[1]


@pytest.fixture
def page(referee, committed, tmp_path):
    """The published report of that run."""
    path = tmp_path / "result.html"
    done = referee("report", "run", "--public", "--out", path)
    assert (done.returncode, done.stderr) == (0, "")
    return path


def edit_page(path, change):
    """Change the data of the page as a forger does; change: what is done to it."""
    text = path.read_text()
    [data] = re.findall('id="data">(.*?)</script>', text)
    value = json.loads(data)
    change(value)
    path.write_text(text.replace(data, json.dumps(value)))


class TestVerify:
    def test_prints_commitment_and_standings(self, referee, page, committed, wordlist):
        done = referee("verify", page, "--wordlist", wordlist)
        assert (done.returncode, done.stderr) == (0, "")
        first, seed, commitment, _, *standings = done.stdout.splitlines()
        assert first == "12 of 12 games: no discrepancies"
        assert re.fullmatch("seed: 0x[0-9a-f]+", seed)
        assert commitment == f"commitment, to compare with what was announced: {committed}"
        board = referee("leaderboard", "run").stdout.splitlines()

        # Below the tables stands the path of the word list, whose directory is not published.
        [end] = [number for number, line in enumerate(board) if line.startswith("words of each length")]
        tables = board[:end]
        assert standings[: len(tables)] == tables
        assert "mean time" in tables[2]

    def test_needs_the_word_list(self, referee, page):
        done = referee("verify", page)
        assert done.returncode == 1
        assert "not verified: without the word list of 4, 5 letters legality and draw are not verified" in done.stdout

    @pytest.mark.parametrize(("change", "said"), [
        (lambda data: data["games"][0].__setitem__(6, 400), "game 1 (steady): is worth"),
        (lambda data: data["publication"]["words"]["4"].reverse(), "words of 4 letters: not those that the seed"),
        (lambda data: data["publication"].update(nonce="0" * 32), "the words are not those that the run was"),
        (lambda data: data["publication"]["leaderboard"]["players"][0].update(total=9999), "points in total, not 9999"),
        (lambda data: data["games"].pop(), "not verified: 1 of 12 games are missing"),
    ])  # fmt: skip
    def test_finds_what_was_changed(self, referee, page, wordlist, change, said):
        edit_page(page, change)
        done = referee("verify", page, "--wordlist", wordlist)
        assert done.returncode == 1
        assert said in done.stdout
        assert "lingo-report-" not in done.stdout

    @pytest.mark.parametrize(("change", "said"), [
        (lambda data: data.pop("publication"), "is a report without what is needed to check it"),
        (lambda data: data["games"][0].__setitem__(1, 99), "is a damaged report"),
        (lambda data: data["games"][0].__setitem__(2, "zzzz"), "is a damaged report"),
        (lambda data: data["publication"].update(words=3), "is a damaged report"),
    ])  # fmt: skip
    def test_a_file_that_is_no_published_report(self, referee, complaint, page, change, said):
        edit_page(page, change)
        assert said in complaint(referee("verify", page), 1)

    def test_another_file(self, referee, complaint, wordlist):
        assert "is not a report of referee report DIR --public" in complaint(referee("verify", wordlist), 1)

    def test_the_commitment_can_be_checked_without_the_program(self, page, committed):
        [given] = re.findall(r"printf '%s\\n' (.*?) \| sha256sum", page.read_text())
        lines = "".join(f"{line}\n" for line in given.split())
        assert hashlib.sha256(lines.encode()).hexdigest() == committed


def test_void_games_and_disqualified_players_count_for_nothing_here_too(referee, committed, wordlist, tmp_path):
    referee("void", "run", 1, "--why", "a power cut")
    referee("disqualify", "run", "other", "--why", "it read the words")
    page = tmp_path / "result.html"
    assert referee("report", "run", "--public", "--out", page).returncode == 0
    done = referee("verify", page, "--wordlist", wordlist)
    assert (done.returncode, done.stderr) == (0, "")
    assert "void games, not counted: steady 1" in done.stdout
    assert done.stdout.startswith("6 of 6 games: no discrepancies")


def test_no_path_of_the_holders_machine_is_published(page, wordlist, tmp_path):
    assert str(tmp_path) not in page.read_text()


def test_an_unfinished_run_is_not_published(contest, referee, complaint, steady, out):
    edit_record(out, "DELETE FROM games WHERE number = 1")
    assert "1 of 16 games are still to be played" in complaint(referee("report", out, "--public"), 1)


def test_a_published_page_names_no_machine(referee, complaint, committed):
    assert "exclude each other" in complaint(referee("report", "run", "--public", "--with-host"), 2)
