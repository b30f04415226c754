"""Games out and in: CSV, JSON objects, transcripts of the original engine, data frames, narrow tables."""

import csv
import io
import itertools

import pytest

import referee as library
from lingo_common.cli.terminal import join_parts, table_columns, table_lines
from referee.storage.importer import CSV_HEADER
from referee.storage.reader import open_run

TRANSCRIPT = """\
Starting new round, word is boons
Got: seora
Sent: ?XOXX
Got: topsl
Sent: XOX?X
Got: noise
Sent: ?OXXX
Got: bewig
Sent: OXXXX
Got: boons
Sent: OOOOO
Round won with score 100
Starting new round, word is able
Got: crane
Sent: XXXX
"""


@pytest.fixture
def imported(referee, tmp_path):
    """imported(text, name): the directory of a run imported from a file of that name with that text."""

    def directory(text, name="ann.txt"):
        (tmp_path / name).write_text(text)
        done = referee("import", tmp_path / name, "--out", tmp_path / "imported")
        assert (done.returncode, done.stderr) == (0, "") and "isolation: imported" in done.stdout
        return tmp_path / "imported"

    return directory


def games_of(directory):
    with open_run(str(directory)) as run:
        return list(run.games())


class TestJson:
    def test_there_and_back(self, referee, out, tmp_path, in_json, imported):
        lines = referee("games", out, "--format", "jsonl").stdout
        again = imported(lines, "games.jsonl")
        assert [in_json("leaderboard", at)["players"][0]["total"] for at in (out, again)] == [1400, 1400]
        assert referee("games", again, "--format", "jsonl").stdout == lines
        assert referee("verify", again).returncode == 0
        with open_run(str(again)) as run:
            assert run.conditions.imported == str(tmp_path / "games.jsonl")
        done = referee("run", "--resume", again)
        assert (done.returncode, done.stdout, "no game can be played" in done.stderr) == (1, "", True)

    @pytest.mark.parametrize(("content", "message"), [
        ("", "no games"),
        ('{"player": 1}\n', "line 1: not a game"),
        ('{"rules": {"first_letter": "a"}}\n', "first_letter must be true or false, not text"),
        ("hello\n", "line 1: not a game"),
        ("Starting new round, word is able\nSent: XXXXX\n", "line 2: not the reply to a guess"),
        (",".join(CSV_HEADER) + "\n1,it\n", "is CSV, which has no rules: import what `referee games --format jsonl`"),
    ])  # fmt: skip
    def test_mistakes(self, referee, tmp_path, content, message):
        (tmp_path / "games").write_text(content)
        done = referee("import", tmp_path / "games", "--out", tmp_path / "out")
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert message in done.stderr
        assert not (tmp_path / "out").exists()


class TestTranscript:
    """The round of `boons` is the one that the contest's page shows."""

    def test_rounds_become_games_of_a_player_named_after_the_file(self, imported):
        lost, won = games_of(imported(TRANSCRIPT))
        assert (won.player, won.word, won.points, won.attempts, won.termination) == ("ann", "boons", 100, 5, "solved")
        assert won.guesses == ("seora", "topsl", "noise", "bewig", "boons")
        assert (lost.word, lost.points, lost.termination, lost.illegal) == ("able", 0, "exited", 1)

    @pytest.mark.parametrize("blanks", ["", " ", "   "])
    def test_blanks_before_a_guess(self, imported, blanks):
        """The original engine writes three. Those that a player wrote itself are a mistake of its own."""
        text = TRANSCRIPT.replace("Got: ", f"Got:{blanks}").replace("Sent: ", "Sent:  ")
        text += f"Got:{blanks} crane\nSent:  XXXX\nGot:{blanks}\nSent:  XXXX\n"
        lost, won = games_of(imported(text))
        assert (won.guesses, won.illegal) == (("seora", "topsl", "noise", "bewig", "boons"), 0)
        assert (lost.guesses, lost.illegal) == (("crane", " crane", ""), 3)

    def test_a_false_reply_is_found(self, referee, imported):
        said = referee("verify", imported(TRANSCRIPT.replace("?OXXX", "XOXXX"))).stdout
        assert "is ?OX?X, not XOXXX" in said and "imported without it" in said and "illegal guesses" not in said


class TestCsv:
    def test_a_row_a_game(self, referee, out):
        rows = list(csv.DictReader(io.StringIO(referee("games", out, "--format", "csv", "--player", "steady").stdout)))
        games = games_of(out)[:8]
        assert [row["word"] for row in rows] == [game.word for game in games]
        assert [row["guesses"].split() for row in rows] == [list(game.guesses) for game in games]
        assert [int(row["points"]) for row in rows] == [game.points for game in games]

    def test_neither_escapes_nor_formulas(self, contest, referee, tmp_path):
        """Names, commands, guesses and standard error are texts of players."""
        said = "printf '@SUM(A1)\\n=2+3\\n\\033]0;x\\007\\n'; printf '=1\\n\\033[2J\\r' >&2 #"
        players = (f'sh -c "{said}"', "=1+1", "+x")
        assert contest("--players", *players, "--rounds", 1, "--out", tmp_path / "out", "--keep-going").returncode == 0
        games = referee("games", tmp_path / "out", "--format", "csv").stdout
        for text in ((tmp_path / "out" / "leaderboard.csv").read_text(), games):
            assert not set(text) & {"\x1b", "\r", "\x07"}
            for cell in itertools.chain.from_iterable(csv.reader(io.StringIO(text))):
                assert not cell.startswith(("=", "@", "+", "-"))

        assert len(games.splitlines()) == 7


def test_a_result_as_a_data_frame(steady, wordlist):
    pytest.importorskip("pandas")
    result = library.run(steady, lengths=[5], rounds=2, seed=1, wordlist=wordlist, sandbox="off")
    frame = result.to_frame()
    assert list(frame["word"]) == [game.word for game in result.games]
    assert frame["points"].sum() == result.points["steady"] and "too few words" in result._repr_html_()


class TestNarrowTables:
    ROWS = (["", "100", "20000", "Total"], ["first", "1", "2", "3"], ["second", "12345", "23", "12368"])

    def test_cells_go_below_whole(self):
        lines = table_lines(self.ROWS, 20)
        assert max(map(len, lines)) <= 20
        assert lines[2] == "second  12345     23"
        assert lines[3:] == ["", "        Total", "first       3", "second  12368"]

    def test_a_line_is_folded_between_whole_cells(self):
        cells = [("  ", "12"), ("  ", "player"), ("  ", "0.123 s"), ("  ", "crane"), (" ", "dozes")]
        assert join_parts(cells, None, 4) == "12  player  0.123 s  crane dozes"
        assert join_parts(cells, 20, 4) == "12  player  0.123 s\n    crane dozes"
        assert join_parts(cells, 5, 4) == "12\n    player\n    0.123 s\n    crane\n    dozes"

    def test_the_room_is_that_of_a_terminal(self, monkeypatch):
        monkeypatch.setenv("COLUMNS", "60")
        monkeypatch.setattr("sys.stdout", io.StringIO())
        assert table_columns() is None
        monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
        assert table_columns() == 60
