"""A published report: one file from which a stranger computes the result again with `referee verify`."""

import base64
import hashlib
import html
import re
import shutil
import zlib
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import NamedTuple

import pytest
from made_runs import edit_record
from programs import run_program

from lingo_common.errors import DataError

# They make the page of a report and its charts.
pytest.importorskip("jinja2")
pytest.importorskip("matplotlib")

from referee.page.published_record import unpack_report

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


RECORD_ELEMENT = re.compile('id="record">(.*?)</script>')


def record_in(page):
    """The bytes of the record in a page."""
    [text] = RECORD_ELEMENT.findall(page.read_text())
    return zlib.decompress(base64.b64decode(text))


def put_text(page, text):
    """Put a text in the place of the record in a page."""
    page.write_text(RECORD_ELEMENT.sub(lambda _: f'id="record">{text}</script>', page.read_text()))


def put_record(page, content):
    """Put the bytes of another record into a page."""
    put_text(page, base64.b64encode(zlib.compress(content)).decode())


@pytest.fixture
def forge(page, tmp_path):
    """forge(statement, *values): change the record in the page, as a forger would."""
    directory = tmp_path / "forged"
    directory.mkdir()

    def edit(statement, *values):
        (directory / "run.sqlite").write_bytes(record_in(page))
        edit_record(directory, statement, *values)
        put_record(page, (directory / "run.sqlite").read_bytes())

    return edit


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
        # The line below the tables names the word list, whose directory is not published.
        tables, _, _ = referee("leaderboard", _published.directory).stdout.partition("words of each length")

        assert tables in verify().stdout

    def test_the_standings_have_the_times_of_the_games(self, verify):
        """They are published, though nobody can compute them again."""
        assert "mean time" in verify().stdout

    def test_the_word_list_is_needed(self, referee, page):
        done = referee("verify", page)

        assert done.returncode == 1
        assert "not verified: without the word list of 4, 5 letters legality and draw are not verified" in done.stdout

    def test_a_list_of_answers_is_read_from_the_working_directory(self, referee, steady_player, wordlist, tmp_path):
        """The directory in which the holder had it is not published."""
        answers = tmp_path / "answers.txt"
        answers.write_text("able\nseat\n")
        options = ["--wordlist", wordlist, "--answers", answers, "--lengths", 4, "--rounds", 1]
        referee("run", "--players", steady_player, *options, "--out", tmp_path / "run")
        referee("report", tmp_path / "run", "--public", "--out", tmp_path / "page.html")
        # The fixture `referee` runs in this directory.
        answers.rename(tmp_path / "room" / "answers.txt")

        done = referee("verify", tmp_path / "page.html", "--wordlist", wordlist)

        assert done.stdout.startswith("1 of 1 game: no discrepancies\n")

    def test_another_file_is_refused(self, referee, error_line, wordlist):
        assert "is not a report of referee report DIR --public" in error_line(referee("verify", wordlist), exit_code=1)

    def test_the_commitment_can_be_checked_without_the_program(self, page, commitment):
        """The page says in words what is hashed, and as a command: `printf '%s\\n' NONCE WORD WORD … | sha256sum`."""
        text = page.read_text()
        [arguments] = re.findall(r"printf '%s\\n' (.*?) \| sha256sum", text)

        assert "all words in the order of the draw, each followed by the end of a line" in text

        lines = "".join(f"{line}\n" for line in arguments.split())
        assert hashlib.sha256(lines.encode()).hexdigest() == commitment


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

    def test_points_that_a_game_did_not_win_are_found(self, forge, discrepancies):
        forge("UPDATE games SET points = 400 WHERE number = 1")

        assert "game 1 (steady): is worth" in discrepancies()

    def test_another_order_of_words_is_found(self, forge, discrepancies):
        # The indices 0, 1 and 2 become 2, 1 and 0, by way of -1, -2 and -3, so that none is there twice.
        forge("UPDATE words SET word_index = -word_index - 1 WHERE length = 4")
        forge("UPDATE words SET word_index = word_index + 3 WHERE length = 4")

        assert "words of 4 letters: not those that the seed" in discrepancies()

    def test_another_nonce_is_found(self, forge, discrepancies):
        forge("UPDATE run SET nonce = ?", "0" * 32)

        assert "the words are not those that the run was" in discrepancies()

    def test_a_game_that_is_left_out_is_found(self, forge, discrepancies):
        forge("DELETE FROM games WHERE number = 12")

        assert "not verified: 1 of 12 games are missing" in discrepancies()

    def test_a_player_that_is_not_there_is_found(self, forge, discrepancies):
        forge("UPDATE games SET player = 'nobody' WHERE number = 1")

        assert "game 1 (nobody): has a player that does not take part" in discrepancies()

    def test_the_temporary_directory_of_the_record_is_not_named(self, forge, discrepancies):
        """Its name begins with lingo-report-."""
        forge("UPDATE games SET points = 400 WHERE number = 1")

        assert "lingo-report-" not in discrepancies()


class TestDamage:
    """Changes after which the page is no published report any more."""

    @pytest.fixture
    def refusal(self, referee, error_line, page):
        """refusal(): the one line in which `referee verify` refuses the page."""
        return lambda: error_line(referee("verify", page), exit_code=1)

    def test_a_report_that_is_not_published_is_refused(self, referee, copied_run, page, refusal):
        referee("report", copied_run, "--out", page)

        assert refusal().endswith("is not a report of referee report DIR --public")

    def test_a_text_that_is_no_base64_is_refused(self, page, refusal):
        put_text(page, "*")

        assert "is a damaged report: " in refusal()

    def test_bytes_that_are_not_compressed_are_refused(self, page, refusal):
        put_text(page, base64.b64encode(b"a record").decode())

        assert "is a damaged report: " in refusal()

    def test_a_record_that_is_cut_off_is_refused(self, page, refusal):
        compressed = zlib.compress(record_in(page))
        put_text(page, base64.b64encode(compressed[:-8]).decode())

        assert "is a damaged report: its record is cut off" in refusal()

    def test_a_record_that_is_larger_than_any_is_not_written(self, page, tmp_path, monkeypatch):
        largest = 1000  # bytes
        monkeypatch.setattr("referee.page.published_record._LARGEST_RECORD", largest)
        put_record(page, bytes(largest + 1))

        with pytest.raises(DataError, match="or larger than any run's"):
            unpack_report(str(page), str(tmp_path))

        assert not (tmp_path / "run.sqlite").exists()

    def test_a_file_that_is_no_database_is_refused(self, page, refusal):
        put_record(page, b"no database\n" * 1000)

        assert f"{page}/run.sqlite: cannot be read: file is not a database" in refusal()

    def test_another_format_is_refused(self, forge, refusal):
        forge("PRAGMA user_version = 5")

        assert "has format 5; this referee knows format 4" in refusal()

    @pytest.mark.parametrize("statement", [
        "CREATE TRIGGER thief AFTER UPDATE ON games BEGIN DELETE FROM games; END",
        "UPDATE run SET limits = '-1'",
        "DELETE FROM players",
    ])  # fmt: skip
    def test_a_record_that_was_made_to_do_harm_is_refused(self, forge, page, refusal, statement):
        forge(statement)

        assert f"{page}/run.sqlite: is damaged: " in refusal()

    def test_games_that_are_called_imported_are_refused(self, forge, refusal):
        """An imported run is verified without a word list, and lacks no games."""
        forge("UPDATE run SET imported = 'games.jsonl'")

        assert "is a damaged report: its games are called imported" in refusal()


PRIVATE = (
    "UPDATE run SET host = :text, versions = json_object('python', :text), words_file = '/' || :text,"
    " order_secret = :text, careful = 1, wordlist = '/home/' || :text || '/words.txt',"
    " limits = json_set(limits, '$.move', length(:text))",
    "UPDATE lists SET path = '/home/' || :text || '/words.txt'",
    "UPDATE players SET command = :text, arguments = json_array(:text),"
    " settings = json_object('environment', json_object('TOKEN', :text), 'files', json_object('/' || :text, :text))",
    "UPDATE players SET disqualified = :text WHERE name = 'other'",
    "UPDATE games SET guesses = json_array(:text), replies = '[\"XXXX\"]' WHERE number = 7",
    "UPDATE games SET digest = :text, host = :text, stderr_head = :text, stderr_tail = :text, signal = :text,"
    " exit_status = length(:text), started = length(:text), cpu_seconds = length(:text), peak_memory = length(:text),"
    " pressure = 0.01 * length(:text)",
    "INSERT INTO replaced VALUES (1, :text, :text, json_object('stderr_head', :text))",
)
"""Statements that put a text, or a number that depends on it, where a record has what a public report leaves out.

The player `other`, which is disqualified, has games 7 to 12; game 7 is for a word of four letters.
"""


class TestSecrecy:
    """What a public report leaves out is not in the bytes of its record either."""

    @pytest.fixture
    def published(self, referee, copied_run, page):
        """published(text): the record in the public report of the run, whose private values have this text."""

        def publish(text):
            # The connection as a second context commits the changes.
            with closing(connect(copied_run / "run.sqlite")) as connection, connection:
                for statement in PRIVATE:
                    connection.execute(statement, {"text": text})

            assert referee("report", copied_run, "--public", "--out", page).returncode == 0
            return record_in(page)

        return publish

    def test_no_private_text_is_in_its_bytes(self, published, copied_run):
        content = published("hush-hush-and-secret")

        assert b"hush" in (copied_run / "run.sqlite").read_bytes()
        assert b"hush" not in content

    def test_its_bytes_do_not_depend_on_private_values(self, published):
        """So nothing is left of them in digests, in free pages or between rows."""
        assert published("hush") == published("another text, which is longer")

    def test_the_working_directory_is_not_in_its_bytes(self, page, tmp_path, _published):
        content = record_in(page)

        for path in (tmp_path, _published.directory.parent, Path.cwd()):
            assert str(path).encode() not in content

    def test_the_columns_of_a_game_have_its_moves_alone(self, page, tmp_path, forge):
        forge("DELETE FROM games WHERE number > 1")

        with closing(connect(tmp_path / "forged" / "run.sqlite")) as connection:
            cursor = connection.execute("SELECT * FROM games")
            names = [column[0] for column in cursor.description]
            [game] = [dict(zip(names, row, strict=True)) for row in cursor]

        empty = {name for name, value in game.items() if value in (None, "")}
        assert empty == {
            "exit_status", "signal", "stderr_head", "stderr_tail", "host", "started", "cpu_seconds", "peak_memory",
            "pressure", "silence", "void",
        }  # fmt: skip

    def test_of_the_run_and_its_players_it_has_only_what_proves_the_result(self, page, tmp_path, forge):
        # Nothing is changed; this writes the record of the page into a directory.
        forge("PRAGMA user_version = 4")

        with closing(connect(tmp_path / "forged" / "run.sqlite")) as connection:
            connection.row_factory = lambda cursor, row: {
                column[0]: value for column, value in zip(cursor.description, row, strict=True)
            }
            [run] = connection.execute("SELECT * FROM run")
            players = connection.execute("SELECT * FROM players").fetchall()
            lists = connection.execute("SELECT path, answers_path FROM lists").fetchall()

        secret = {"host": "", "versions": "{}", "order_secret": "", "careful": 0, "imported": None, "revealed": None}
        assert secret.items() <= run.items()
        assert (run["words_file"], run["wordlist"]) == (None, "words.txt")
        assert lists == [{"path": "words.txt", "answers_path": None}] * 2
        # In the place of a player's command stands the word "published".
        assert players[0] == {
            "place": 0, "name": "steady", "command": "published", "arguments": '["steady"]', "settings": "{}",
            "disqualified": None,
        }  # fmt: skip


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

    def test_games_after_a_disqualified_players_have_the_numbers_that_verify_prints(
        self, referee, copied_run, verify, page, forge
    ):
        referee("disqualify", copied_run, "steady", "--why", "it read the words")
        assert referee("report", copied_run, "--public", "--out", page).returncode == 0
        # The first row of the page's data: game 1, of the player with the index 0, which is `other`.
        assert '"games":[[1,0,' in page.read_text()

        forge("UPDATE games SET points = 400 WHERE number = 1")
        assert "game 1 (other): is worth" in verify().stdout

    def test_no_path_of_the_holders_machine_is_published(self, page, _published):
        assert str(_published.directory.parent) not in page.read_text()

    def test_no_error_text_of_a_player_is_published(self, referee, copied_run, page):
        """A traceback names files of the holder's machine, such as the player's own."""
        failed = "UPDATE games SET points = 0, stderr_head = 'File \"/home/ann/mine.py\", line 3' WHERE number = 7"
        edit_record(copied_run, failed)
        assert referee("report", copied_run, "--public", "--out", page).returncode == 0

        assert "/home/ann" not in page.read_text()

    def test_it_names_no_machine(self, referee, error_line, copied_run):
        done = referee("report", copied_run, "--public", "--with-host")

        assert "exclude each other" in error_line(done, exit_code=2)

    def test_an_unfinished_run_is_not_published(self, referee, error_line, run_of_16_games):
        edit_record(run_of_16_games, "DELETE FROM games WHERE number = 1")

        assert "1 of 16 games are still to be played" in error_line(
            referee("report", run_of_16_games, "--public"), exit_code=1
        )
