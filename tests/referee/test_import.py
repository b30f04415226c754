"""Games out and in: CSV, JSON objects, transcripts of the original engine, data frames."""

import csv
import io
import itertools
import json

import pytest
from made_runs import recorded_games

import referee as library
from referee.storage.run import open_run

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
"""Two rounds: the one of `boons` from the page of the original contest, and one whose player makes one guess.

A reply in the first is false: the engine has not marked the s of noise, which is in boons.
"""


@pytest.fixture
def imported(referee, tmp_path):
    """imported(text, name): the directory of a run imported from a file of that name with that text."""

    def directory(text, name="ann.txt"):
        (tmp_path / name).write_text(text)

        done = referee("import", tmp_path / name, "--out", tmp_path / "imported")

        assert (done.returncode, done.stderr) == (0, "")
        assert "isolation: imported" in done.stdout
        return tmp_path / "imported"

    return directory


class TestJson:
    @pytest.fixture
    def lines(self, referee, run_of_16_games):
        """The games of the run of 16 games, as JSON objects, one a line."""
        return referee("games", run_of_16_games, "--format", "jsonl").stdout

    @pytest.fixture
    def again(self, lines, imported):
        """The directory of the run that is imported from those games."""
        return imported(lines, "games.jsonl")

    def test_imported_games_are_the_ones_that_were_listed(self, referee, again, lines):
        assert referee("games", again, "--format", "jsonl").stdout == lines

    def test_imported_games_win_the_points_that_they_won_before(self, run_of_16_games, again, standing):
        # Its first guesses are able, crane, dozes and seat, which are all in the draw: 500 + 400 + 300 + 200 points.
        assert standing(run_of_16_games, "steady")["total"] == 1400
        assert standing(again, "steady")["total"] == 1400

    def test_an_imported_run_is_verified(self, referee, again):
        assert referee("verify", again).returncode == 0

    def test_an_imported_run_names_the_file_that_it_is_from(self, again, tmp_path):
        with open_run(str(again)) as run:
            assert run.conditions.imported == str(tmp_path / "games.jsonl")

    def test_the_name_of_the_file_need_not_be_utf8(self, lines, imported, tmp_path):
        run = imported(lines, name="caf\udce9")

        with open_run(run) as opened:
            assert opened.conditions.imported == f"{tmp_path}/caf\\udce9"

    def test_an_imported_run_is_not_resumed(self, referee, again, error_line):
        done = referee("run", "--resume", again)

        assert "no game can be played" in error_line(done, exit_code=1)
        assert done.stdout == ""

    @pytest.mark.parametrize(("content", "message"), [
        ("", "no games"),
        ('{"player": 1}\n', "line 1: not a game"),
        ('{"rules": {"first_letter": "a"}}\n', "first_letter must be true or false, not text"),
        ("hello\n", "line 1: not a game"),
        ("Starting new round, word is able\nSent: XXXXX\n", "line 2: not the reply to a guess"),
        ("game,player\n1,it\n", "line 1: not a game as `referee games --format jsonl` prints it"),
    ])  # fmt: skip
    def test_a_file_that_holds_no_games_makes_no_run(self, referee, tmp_path, error_line, content, message):
        (tmp_path / "games").write_text(content)

        done = referee("import", tmp_path / "games", "--out", tmp_path / "out")

        assert message in error_line(done, exit_code=1)
        assert done.stdout == ""
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize(("key", "value", "message"), [
        ("points", 501, "a game of 'steady' is worth 501 points, where no game is worth more than 500"),
        ("replies", [], "a game of 'steady' does not have a reply of 4 letters to each guess"),
        ("player", "", "line 1: not a game as `referee games --format jsonl` prints it: its player has no name"),
        ("peak_memory", 2**70, "prints it: peak_memory is a number of more than 64 bits"),
    ])  # fmt: skip
    def test_a_game_that_a_record_cannot_have_makes_no_run(
        self, referee, lines, tmp_path, error_line, key, value, message
    ):
        game = json.loads(lines.splitlines()[0])
        (tmp_path / "games").write_text(json.dumps(game | {key: value}))

        done = referee("import", tmp_path / "games", "--out", tmp_path / "imported")

        assert message in error_line(done, exit_code=1)
        assert not (tmp_path / "imported").exists()


class TestTranscript:
    def test_rounds_become_games_of_a_player_named_after_the_file(self, imported):
        games = recorded_games(imported(TRANSCRIPT))

        # The shorter word has the lower number.
        assert [(game.player, game.word) for game in games] == [("ann", "able"), ("ann", "boons")]

    def test_a_round_with_a_reply_of_only_o_is_solved(self, imported):
        _, won = recorded_games(imported(TRANSCRIPT))

        assert won.guesses == ("seora", "topsl", "noise", "bewig", "boons")
        assert (won.termination, won.attempts, won.points) == ("solved", 5, 100)

    def test_a_round_that_stops_before_is_lost(self, imported):
        lost, _ = recorded_games(imported(TRANSCRIPT))

        assert (lost.termination, lost.points) == ("exited", 0)

    def test_a_guess_of_another_length_than_the_word_is_illegal(self, imported):
        lost, won = recorded_games(imported(TRANSCRIPT))

        assert (lost.illegal, won.illegal) == (1, 0)

    def test_a_reply_of_only_x_that_the_guess_does_not_deserve_says_that_it_was_illegal(self, imported):
        # bale has all letters of able, and jumpy has none of boons.
        text = TRANSCRIPT.replace("Got: topsl\nSent: XOX?X", "Got: jumpy\nSent: XXXXX")
        text = text.replace("Got: crane", "Got: bale")

        lost, won = recorded_games(imported(text))

        assert (lost.illegal, won.illegal) == (1, 0)

    @pytest.mark.parametrize("blanks", ["", " ", "   "])
    def test_blanks_before_a_guess_beyond_those_of_the_engine_are_the_players(self, imported, blanks):
        """`blanks` are those of the engine; the original one writes three. One more is a mistake of the player.

        The round of able gets two further guesses: crane after such a blank, and an empty line.
        """
        text = TRANSCRIPT.replace("Got: ", f"Got:{blanks}").replace("Sent: ", "Sent:  ")
        after_a_blank_of_its_own = f"Got:{blanks} crane\nSent:  XXXX\n"
        empty_line = f"Got:{blanks}\nSent:  XXXX\n"
        text += after_a_blank_of_its_own + empty_line

        lost, won = recorded_games(imported(text))

        assert (won.guesses, won.illegal) == (("seora", "topsl", "noise", "bewig", "boons"), 0)
        # None of them has the four letters of able: all three are illegal.
        assert (lost.guesses, lost.illegal) == (("crane", " crane", ""), 3)

    def test_a_guess_cannot_hold_lines_of_the_engine(self, imported):
        forged = "zzzzz\fSent: OOOOO\fStarting new round, word is able\fGot: crane"

        [_, game] = recorded_games(imported(TRANSCRIPT.replace("boons\nSent: OOOOO", f"{forged}\nSent: XXXXX")))

        assert game.replies[-1] == "XXXXX"
        assert game.points == 0

    def test_lines_may_end_as_those_of_windows_do(self, imported):
        [_, game] = recorded_games(imported(TRANSCRIPT.replace("\n", "\r\n")))

        assert game.guesses[0] == "seora"

    def test_a_byte_order_mark_hides_no_round(self, imported):
        assert len(recorded_games(imported(f"\ufeff{TRANSCRIPT}"))) == 2

    def test_a_false_reply_is_found(self, referee, imported):
        printed = referee("verify", imported(TRANSCRIPT)).stdout

        assert "'noise' for 'boons': the reply is ?OX?X, not ?OXXX" in printed
        # A false reply does not make its guess an illegal one that the record fails to count.
        assert "illegal guesses" not in printed

    def test_that_legality_is_not_verified_is_said(self, referee, imported):
        """A transcript comes without a word list."""
        printed = referee("verify", imported(TRANSCRIPT)).stdout

        assert "legality and draw are not verified: the run was imported without it" in printed

    def test_legality_is_verified_with_a_list_that_the_user_names(self, referee, imported, tmp_path):
        """The transcript does not tell its list. monks is the one guess of five letters that this list lacks."""
        text = "Starting new round, word is boons\nGot: monks\nSent: XO?XO\nGot: boons\nSent: OOOOO\n"
        words = tmp_path / "words.txt"
        words.write_text("boons\nseora\n")

        printed = referee("verify", imported(text), "--wordlist", words).stdout

        assert "'monks'" in printed


class TestCsv:
    def test_a_game_is_a_row(self, referee, run_of_16_games):
        printed = referee("games", run_of_16_games, "--format", "csv", "--player", "steady").stdout
        rows = list(csv.DictReader(io.StringIO(printed)))

        games = [game for game in recorded_games(run_of_16_games) if game.player == "steady"]
        assert [row["word"] for row in rows] == [game.word for game in games]
        assert [row["guesses"].split() for row in rows] == [list(game.guesses) for game in games]
        assert [int(row["points"]) for row in rows] == [game.points for game in games]

    def test_neither_escapes_nor_formulas_of_players_get_through(self, referee_run, referee, tmp_path):
        """Names, commands, guesses and standard error are texts of players."""
        # Two formulas, and escapes that give a terminal another title and clear it, as printf writes them.
        guesses = r"@SUM(A1)\n=2+3\n\033]0;x\007\n"
        standard_error = r"=1\n\033[2J\r"
        # The # makes a comment of the length, the player's argument.
        script = f"printf '{guesses}'; printf '{standard_error}' >&2 #"
        players = (f'sh -c "{script}"', "=1+1", "+x")

        done = referee_run("--players", *players, "--rounds", 1, "--out", tmp_path / "out", "--keep-going")
        assert done.returncode == 0

        games = referee("games", tmp_path / "out", "--format", "csv").stdout
        leaderboard = (tmp_path / "out" / "leaderboard.csv").read_text()

        # The header, and the games of three players for a word of four letters and one of five.
        assert len(games.splitlines()) == 1 + 3 * 2

        for text in (leaderboard, games):
            assert not set(text) & {"\x1b", "\r", "\x07"}
            for cell in itertools.chain.from_iterable(csv.reader(io.StringIO(text))):
                assert not cell.startswith(("=", "@", "+", "-"))


@pytest.fixture
def result(steady_player, wordlist):
    """The result of two games of `steady`, played from Python."""
    return library.run(steady_player, lengths=[5], rounds=2, seed=1, wordlist=wordlist, sandbox="off")


def test_a_result_becomes_a_data_frame_with_a_row_for_each_game(result):
    pytest.importorskip("pandas")

    frame = result.to_frame()

    assert list(frame["word"]) == [game.word for game in result.games]
    assert frame["points"].sum() == result.points["steady"]


def test_a_notebook_shows_the_intervals_of_a_result(result):
    assert "too few words" in result._repr_html_()
