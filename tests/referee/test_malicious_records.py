"""Records that somebody made to do harm: one line and exit code 1 within ten seconds, and nothing is overwritten.

The run of the fixture `run_of_16_games`, which they damage, has 16 games of two players, `steady` and `none`: each
plays four words of four letters and four of five. One list has the words of both lengths.
"""

import json
import os
import shutil
import time

import pytest
from made_runs import edit_record, remove_leaderboards

PATIENCE = 10
"""Seconds in which every command has to end."""
NESTED = "[" * 200_000 + "]" * 200_000
"""JSON that a recursive reader cannot read."""
ENDLESS = (
    "WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers) SELECT number FROM numbers"
)
"""A query of SQL that has no last row."""


@pytest.fixture
def lines_of(run):
    """lines_of(command, *arguments): (lines, exit code) of a command; the lines are those of both streams.

    command: its name and its options as text, such as "run --resume". arguments: the directory of the run, and what
    follows it.
    """

    def run_in_time(command, *arguments):
        """Assert that the command ends within PATIENCE and without a traceback."""
        start = time.monotonic()
        done = run("referee", *command.split(), *arguments)

        assert time.monotonic() - start < PATIENCE
        assert "Traceback" not in done.stderr
        return (done.stdout + done.stderr).splitlines(), done.returncode

    return run_in_time


@pytest.fixture
def refused(lines_of):
    """refused(command, *arguments): the one line of a command that ends with exit code 1."""

    def line_of(command, *arguments):
        lines, code = lines_of(command, *arguments)
        assert (code, len(lines)) == (1, 1), lines
        return lines[0]

    return line_of


def make_entry(path, kind):
    """Make what stands where a file should be; kind: `pipe`, `/dev/zero`, `directory`, `binary` or `nothing`.

    A reader of the pipe would wait for ever, and a reader of /dev/zero would fill the memory.
    """
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "/dev/zero":
        path.symlink_to("/dev/zero")
    elif kind == "directory":
        path.mkdir()
        os.mkfifo(path / "wordlist4.txt")  # the name of a list in a directory of lists
    elif kind == "binary":
        path.write_bytes(bytes(100))


class TestWordList:
    @pytest.fixture(params=["pipe", "/dev/zero", "directory", "binary", "nothing"])
    def path(self, request, run_of_16_games, tmp_path):
        """The path at which the run had its word list; what stands there now is none."""
        make_entry(tmp_path / "list", request.param)
        edit_record(run_of_16_games, "UPDATE lists SET path = ?", str(tmp_path / "list"))
        return str(tmp_path / "list")

    def test_verify_does_not_pass_without_it(self, run_of_16_games, lines_of, path):
        (summary, doubt, *_), code = lines_of("verify", run_of_16_games)

        assert (summary, code) == ("16 of 16 games: no discrepancies", 1)
        # It says "of 4, 5 letters", except of a directory: there each length has a list and a line of its own.
        assert doubt.startswith("not verified: without the word list of 4")
        assert f" letters legality and draw are not verified: {path}" in doubt

    def test_the_audit_is_made_without_it(self, run_of_16_games, lines_of, path):
        """The tests of guesses against chance need the list, and are left out. The tests of order need none."""
        lines, code = lines_of("audit", run_of_16_games)

        assert "not tested: guesses against chance at 4, 5 letters: the word list is missing" in lines
        assert code == 0

    def test_a_run_that_lacks_a_game_does_not_go_on(self, run_of_16_games, refused, path):
        edit_record(run_of_16_games, "DELETE FROM games WHERE number = 16")

        assert path in refused("run --quiet --sandbox off --resume", run_of_16_games)


class TestLeaderboard:
    @pytest.fixture
    def board(self, run_of_16_games):
        """The path of the leaderboard that `verify` compares, which is not there any more."""
        board = run_of_16_games / "leaderboard.json"
        board.unlink()
        return board

    @pytest.fixture
    def discrepancy(self, run_of_16_games, lines_of):
        """discrepancy(): the line about the one discrepancy that `verify` finds."""

        def verify():
            (line, summary), code = lines_of("verify", run_of_16_games)
            assert (summary, code) == ("16 of 16 games: 1 discrepancy", 1)
            return line

        return verify

    @pytest.mark.parametrize("kind", ["pipe", "/dev/zero"])
    def test_what_is_no_file_is_not_read(self, board, discrepancy, kind):
        make_entry(board, kind)

        assert discrepancy().startswith(f"{board}: ")

    @pytest.mark.parametrize("text", [NESTED, '{"players": [', '{"players": [{"name": "a"}]}'])
    def test_a_file_that_is_no_leaderboard_is_told(self, board, discrepancy, text):
        board.write_text(text)

        assert discrepancy().startswith(f"{board}: ")


class TestMissingGame:
    @pytest.fixture(autouse=True)
    def without_the_first(self, run_of_16_games):
        """The record lacks game 1, which `steady` has played for a word of four letters."""
        edit_record(run_of_16_games, "DELETE FROM games WHERE number = 1")

    def test_the_leaderboards_differ(self, run_of_16_games, lines_of):
        """Game 1 was won for 200 of 1400 points."""
        lines, code = lines_of("verify", run_of_16_games)

        assert code == 1
        board = run_of_16_games / "leaderboard.csv"
        assert any(line.startswith(f"{board}: line 2 is not that of the record: 1,steady,1200,") for line in lines)
        # One for each of the four files of the leaderboard.
        assert lines[-2:] == ["15 of 16 games: 4 discrepancies", "not verified: 1 of 16 games are missing"]

    def test_without_a_leaderboard_the_run_is_not_verified(self, run_of_16_games, lines_of):
        remove_leaderboards(run_of_16_games)

        assert lines_of("verify", run_of_16_games) == (
            ["15 of 16 games: no discrepancies", "not verified: 1 of 16 games are missing"],
            1,
        )


COMMANDS = {
    "leaderboard": [],
    "verify": [],
    "games --format jsonl": [],
    "compare": ["steady", "none"],
    "void --why it": [1],
    "run --quiet --sandbox off --resume": [],
}
"""Commands that read a record, with what follows its directory."""


class TestEveryCommand:
    @pytest.fixture
    def every_command(self, run_of_16_games, lines_of):
        """every_command(): the lines that each command prints and its exit code, by the command."""
        return lambda: {command: lines_of(command, run_of_16_games, *more) for command, more in COMMANDS.items()}

    @pytest.fixture
    def exit_codes(self, every_command):
        """exit_codes(): those of all commands; one that fails must print one line."""

        def codes_of_all():
            codes = []
            for command, (lines, code) in every_command().items():
                # Only verify goes on, and lists all that it finds.
                if code != 0 and command != "verify":
                    assert len(lines) == 1, (command, lines)
                codes.append(code)

            return codes

        return codes_of_all

    @pytest.fixture
    def refusals(self, every_command):
        """refusals(): the one line of each command, all of which must refuse the record with exit code 1."""

        def lines_of_all():
            refusals = []
            for lines, code in every_command().values():
                assert (code, len(lines)) == (1, 1), lines
                refusals.append(lines[0])

            return refusals

        return lines_of_all

    @pytest.mark.parametrize("value", [1 << 62, float("inf"), b"x"], ids=["huge", "infinite", "bytes"])
    @pytest.mark.parametrize("column", ["points", "peak_memory", "started", "pressure", "word_index"])
    def test_a_value_that_no_game_can_have(self, run_of_16_games, exit_codes, column, value):
        """A command that does not read the column may succeed."""
        edit_record(run_of_16_games, f"UPDATE games SET {column} = ? WHERE number = 1", value)

        assert set(exit_codes()) <= {0, 1}

    @pytest.mark.parametrize("column", ["guesses", "move_seconds"])
    def test_deeply_nested_json_in_the_games(self, run_of_16_games, exit_codes, column):
        """A command that does not read the column may succeed."""
        edit_record(run_of_16_games, f"UPDATE games SET {column} = ?", NESTED)

        assert set(exit_codes()) <= {0, 1}

    @pytest.mark.parametrize(("table", "column"), [
        ("run", "limits"),
        ("run", "rules"),
        ("run", "versions"),
        ("players", "arguments"),
        ("players", "settings"),
    ])  # fmt: skip
    def test_deeply_nested_json_about_the_run(self, run_of_16_games, exit_codes, table, column):
        edit_record(run_of_16_games, f"UPDATE {table} SET {column} = ?", NESTED)

        assert set(exit_codes()) == {1}

    @pytest.mark.parametrize("table", ["games", "words", "players", "run", "lists"])
    def test_an_endless_view_in_place_of_a_table(self, run_of_16_games, refusals, table):
        edit_record(run_of_16_games, f"ALTER TABLE {table} RENAME TO kept")
        edit_record(run_of_16_games, f"CREATE VIEW {table} AS {ENDLESS}")

        for line in refusals():
            assert "is damaged: it holds a " in line

    @pytest.mark.parametrize("statement", [
        "CREATE TRIGGER thief AFTER UPDATE ON games BEGIN DELETE FROM games; END",
        # A read of this column makes a gigabyte for each row.
        "ALTER TABLE games ADD COLUMN more AS (zeroblob(1000000000))",
        # SQLite computes the values of an index, and the conditions of an index or a table, whenever a row is written.
        "CREATE INDEX more ON games (zeroblob(1000000))",
        "CREATE INDEX more ON games (number) WHERE length(zeroblob(1000000)) > 1",
        "CREATE TABLE more (number CHECK (number LIKE '%a%b%c'))",
    ])  # fmt: skip
    def test_what_no_run_has_is_neither_done_nor_computed(self, run_of_16_games, refusals, statement):
        edit_record(run_of_16_games, statement)

        for line in refusals():
            assert "is damaged: it" in line
        # No game was deleted by the trigger, or made void by the command `void`.
        assert edit_record(run_of_16_games, "SELECT count(*), count(void) FROM games") == [(16, 0)]

    @pytest.mark.parametrize("kind", ["pipe", "/dev/zero"])
    def test_a_record_that_is_no_file(self, run_of_16_games, refusals, kind):
        record = run_of_16_games / "run.sqlite"
        record.unlink()
        make_entry(record, kind)

        for line in refusals():
            assert f"{record}: " in line


class TestTerminal:
    """No text of a record steers the terminal on which a command shows it."""

    TITLE = "\x1b]0;title\x07"
    """Sets the title of the window."""

    @pytest.fixture(autouse=True)
    def record(self, run_of_16_games):
        """The record, with a control sequence in every text that commands show."""
        for statement in (
            "UPDATE players SET name = name || ?",
            "UPDATE games SET player = player || ?",
            "UPDATE run SET wordlist = wordlist || ?",
            "UPDATE games SET void = ? WHERE number = 2",
        ):
            edit_record(run_of_16_games, statement, self.TITLE)

        guesses = json.dumps([self.TITLE])
        edit_record(run_of_16_games, "UPDATE games SET guesses = ?, replies = ? WHERE number = 1", guesses, '["XXXX"]')

    @pytest.mark.parametrize("command", [
        "leaderboard", "leaderboard --format markdown", "leaderboard --format classic", "compare", "games", "show",
        "audit", "verify",
    ])  # fmt: skip
    def test_a_control_sequence_is_written_out(self, lines_of, run_of_16_games, command):
        game = (1,) if command == "show" else ()

        lines, _ = lines_of(command, run_of_16_games, *game)

        text = "".join(lines)
        assert r"\x1b" in text
        assert text.isprintable()

    def test_so_is_one_in_a_reason(self, lines_of, run_of_16_games):
        lines_of("disqualify --why a\x07", run_of_16_games, f"none{self.TITLE}")

        lines, _ = lines_of("leaderboard", run_of_16_games)

        assert r"disqualified: none\x1b]0;title\x07 (a\x07)" in lines


class TestFilesInTheDirectory:
    """What a command writes into the directory of a run goes nowhere else."""

    @pytest.fixture
    def victim(self, tmp_path):
        """A file that must stay as it is."""
        victim = tmp_path / "victim"
        victim.write_text("mine\n")
        yield victim
        assert victim.read_text() == "mine\n"

    @pytest.fixture(params=["link", "pipe"])
    def replace(self, request, run_of_16_games, victim):
        """replace(name): put a link to the victim, or a pipe, in the place of that file of the run."""

        def put(name):
            (run_of_16_games / name).unlink(missing_ok=True)
            if request.param == "link":
                (run_of_16_games / name).symlink_to(victim)
            else:
                os.mkfifo(run_of_16_games / name)

        return put

    # The leaderboard is written anew, the lock notes the process, and SQLite writes its log beside the record.
    @pytest.mark.parametrize("name", ["leaderboard.txt", "lock", "run.sqlite-wal"])
    def test_a_command_that_changes_the_record_is_refused(self, run_of_16_games, refused, replace, name):
        replace(name)

        assert str(run_of_16_games) in refused("void --why it", run_of_16_games, 1)
        assert str(run_of_16_games) in refused("run --sandbox off --resume", run_of_16_games)

    def test_the_record_of_another_run_is_not_changed_through_a_link(self, run_of_16_games, refused, tmp_path):
        other = shutil.copytree(run_of_16_games, tmp_path / "other") / "run.sqlite"
        before = other.read_bytes()
        (run_of_16_games / "run.sqlite").unlink()
        (run_of_16_games / "run.sqlite").symlink_to(other)

        assert "it is a link or no regular file" in refused("void --why it", run_of_16_games, 1)
        assert other.read_bytes() == before

    def test_a_report_is_not_written(self, run_of_16_games, refused, replace):
        replace("report.html")

        assert str(run_of_16_games) in refused("report", run_of_16_games)
