"""Records that somebody made to do harm: one line and exit code 1 within ten seconds, and nothing is overwritten."""

import os
import time

import pytest
from made_runs import edit_record

PATIENCE = 10
NESTED = "[" * 200_000 + "]" * 200_000
ENDLESS = (
    "WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers) SELECT number FROM numbers"
)


@pytest.fixture
def lines_of(run):
    """lines_of(command, directory, *more): what a command prints on both streams and its exit code, in time."""

    def check(command, *arguments):
        begin = time.monotonic()
        done = run("referee", *command.split(), *arguments)
        assert time.monotonic() - begin < PATIENCE
        assert "Traceback" not in done.stderr
        return (done.stdout + done.stderr).splitlines(), done.returncode

    return check


@pytest.fixture
def refused(lines_of):
    """refused(command, directory, *more): the one line of a command that ends with exit code 1."""

    def check(command, *arguments):
        lines, code = lines_of(command, *arguments)
        assert (code, len(lines)) == (1, 1), lines
        return lines[0]

    return check


@pytest.mark.parametrize("what", ["pipe", "/dev/zero", "directory", "nothing", "binary"])
def test_a_word_list_that_is_none(out, lines_of, refused, tmp_path, what):
    """Verify does not pass without it, and nothing waits for it."""
    path = "/dev/zero" if what == "/dev/zero" else str(tmp_path / "list")
    if what == "pipe":
        os.mkfifo(path)
    elif what == "directory":
        os.mkdir(path)
        os.mkfifo(tmp_path / "list" / "wordlist4.txt")
    elif what == "binary":
        (tmp_path / "list").write_bytes(bytes(100))

    edit_record(out, "UPDATE lists SET path = ?", path)
    (summary, said, *_), code = lines_of("verify", out)
    assert (summary, code) == ("16 of 16 games: no discrepancies", 1)
    assert said.startswith("not verified: without the word list of 4")
    assert f" letters legality and draw are not verified: {path}" in said
    assert lines_of("audit", out)[1] == 0
    edit_record(out, "DELETE FROM games WHERE number = 16")
    assert path in refused("run --quiet --sandbox off --resume", out)


@pytest.mark.parametrize("content", ["pipe", "/dev/zero", NESTED, '{"players": [', '{"players": [{"name": "a"}]}'])
def test_a_leaderboard_that_is_none(out, lines_of, content):
    board = out / "leaderboard.json"
    board.unlink()
    if content == "pipe":
        os.mkfifo(board)
    elif content == "/dev/zero":
        board.symlink_to(content)
    else:
        board.write_text(content)

    (said, summary), code = lines_of("verify", out)
    assert (summary, code) == ("16 of 16 games: 1 discrepancy", 1)
    assert said.startswith(f"{board}: ")


def test_fewer_games_than_it_says(out, lines_of):
    edit_record(out, "DELETE FROM games WHERE number = 1")
    lines, code = lines_of("verify", out)
    assert (lines[-2:], code) == (["15 of 16 games: 3 discrepancies", "not verified: 1 of 16 games are missing"], 1)
    assert lines[1].endswith("leaderboard.json: steady has 3 games of 4 letters, not 4")
    for file in out.glob("leaderboard.*"):
        file.unlink()
    assert lines_of("verify", out) == (["15 of 16 games: no discrepancies", lines[-1]], 1)


COMMANDS = {
    "leaderboard": [],
    "verify": [],
    "games --format jsonl": [],
    "compare": ["steady", "none"],
    "void --why it": [1],
    "run --quiet --sandbox off --resume": [],
}
"""Commands that read a record, with what follows its directory."""


@pytest.fixture
def every_command(out, lines_of):
    """every_command(): the commands that read the record, each with the lines that it prints and its exit code."""
    return lambda: {command: lines_of(command, out, *more) for command, more in COMMANDS.items()}


@pytest.mark.parametrize("column", ["points", "peak_memory", "started", "pressure", "word_index"])
def test_a_number_of_a_game(out, every_command, column):
    """Each command says one line that names the damage, or what it says does not depend on that number."""
    for value in (1 << 62, float("inf"), b"x"):
        edit_record(out, f"UPDATE games SET {column} = ? WHERE number = 1", value)
        for command, (lines, code) in every_command().items():
            assert code in (0, 1)
            assert code == 0 or command == "verify" or len(lines) == 1, (command, lines)


@pytest.mark.parametrize(("table", "column"), [
    ("games", "guesses"),
    ("games", "move_seconds"),
    ("run", "limits"),
    ("run", "rules"),
    ("run", "versions"),
    ("players", "arguments"),
    ("players", "settings"),
])  # fmt: skip
def test_json_nested_deeply(out, every_command, table, column):
    edit_record(out, f"UPDATE {table} SET {column} = ?", NESTED)
    for command, (lines, code) in every_command().items():
        assert code == 1 or table == "games"  # which a leaderboard reads without its guesses
        assert code == 0 or command == "verify" or len(lines) == 1, (command, lines)


@pytest.mark.parametrize("table", ["games", "words", "players", "run", "lists"])
def test_an_endless_view_in_place_of_a_table(out, every_command, table):
    edit_record(out, f"ALTER TABLE {table} RENAME TO kept")
    edit_record(out, f"CREATE VIEW {table} AS {ENDLESS}")
    for lines, code in every_command().values():
        assert (code, len(lines)) == (1, 1)
        assert "is damaged: it holds a " in lines[0]


@pytest.mark.parametrize("statement", [
    "CREATE TRIGGER thief AFTER UPDATE ON games BEGIN DELETE FROM games; END",
    "ALTER TABLE games ADD COLUMN more AS (zeroblob(1000000000))",
    "CREATE INDEX more ON games (zeroblob(1000000))",
    "CREATE INDEX more ON games (number) WHERE length(zeroblob(1000000)) > 1",
    "CREATE TABLE more (number CHECK (number LIKE '%a%b%c'))",
])  # fmt: skip
def test_what_no_run_has(out, every_command, statement):
    """Nothing is removed, and nothing computed."""
    edit_record(out, statement)
    for lines, code in every_command().values():
        assert (code, len(lines)) == (1, 1)
        assert "is damaged: it" in lines[0]
    assert edit_record(out, "SELECT count(*), count(void) FROM games") == [(16, 0)]


@pytest.mark.parametrize("name", ["leaderboard.txt", "report.html", "lock", "run.sqlite-wal"])
@pytest.mark.parametrize("kind", ["link", "pipe"])
def test_links_and_pipes_in_the_directory(out, refused, tmp_path, name, kind):
    """What is written there goes nowhere else."""
    victim = tmp_path / "victim"
    victim.write_text("mine\n")
    (out / name).unlink(missing_ok=True)
    if kind == "link":
        (out / name).symlink_to(victim)
    elif kind == "pipe":
        os.mkfifo(out / name)
    else:
        (out / name).mkdir()

    commands = {"void --why it": [1], "run --sandbox off --resume": []}
    for command, more in ({"report": []} if name == "report.html" else commands).items():
        assert str(out) in refused(command, out, *more)
    assert victim.read_text() == "mine\n"


@pytest.mark.parametrize("kind", ["pipe", "/dev/zero"])
def test_a_record_that_is_no_file(out, every_command, kind):
    (out / "run.sqlite").unlink()
    if kind == "pipe":
        os.mkfifo(out / "run.sqlite")
    else:
        (out / "run.sqlite").symlink_to(kind)
    for lines, code in every_command().values():
        assert (code, len(lines)) == (1, 1)
