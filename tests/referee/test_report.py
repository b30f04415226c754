"""The report of a run: its figures, its data, texts that must stay texts, and what the command writes."""

import json
import re
import shlex
import shutil
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import pytest
from made_runs import HOSTILE, edit_record, game_record, make_run

from referee.contest.termination import Termination
from referee.page.build import build_page, without_folders
from referee.page.figures import attempt_segments, hardest_words, percentile, three_digits
from referee.page.page_data import _row_of
from referee.storage.run import open_run

WORDS = {4: ["able", "seat", "teas", "zest"], 5: ["blimp", "cozen", "crane", "dents", "dozes", "tough"]}


@pytest.fixture(scope="module")
def run_directory(tmp_path_factory):
    """The directory of a finished run of three players, one of them with a hostile name. No test changes the record."""
    directory = tmp_path_factory.mktemp("report")
    return make_run(directory / "made", ["one", "two", HOSTILE], WORDS, stderr=HOSTILE)


@pytest.fixture(scope="module")
def games(run_directory):
    """The games of that run."""
    with open_run(run_directory) as run:
        return list(run.games())


@pytest.fixture(scope="module")
def page(run_directory):
    """The report of that run. It is built once, because its charts take a third of a second."""
    with open_run(run_directory) as run:
        return build_page(run)


class Outline(HTMLParser):
    """The elements of a page, the text of its scripts, and its policy of what may be loaded and run."""

    def __init__(self, page):
        super().__init__()
        self.elements = []
        self.scripts = []
        self.policy = ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if dict(attributes).get("http-equiv") == "Content-Security-Policy":
            self.policy = dict(attributes)["content"]

    def handle_data(self, data):
        if self.elements and self.elements[-1][0] == "script":
            self.scripts.append(data)


class TestFigures:
    def test_hardest_words_first(self):
        """Of each word: its mean points, the word, in how many games it was solved, and how many were played."""
        solved = Termination.SOLVED
        exhausted = Termination.EXHAUSTED
        games = [
            game_record("one", "zest", points=500, termination=solved),
            game_record("two", "zest", points=0, termination=exhausted),
            game_record("one", "able", points=100, termination=solved),
            game_record("two", "able", points=200, termination=solved),
            game_record("one", "teas", points=150, termination=solved),
        ]

        assert hardest_words(games) == [(150.0, "able", 2, 2), (150.0, "teas", 1, 1), (250.0, "zest", 1, 2)]

    @pytest.mark.parametrize(("percent", "expected"), [(5, 6), (50, 51), (95, 96)])
    def test_a_percentile_has_that_part_of_the_values_below_it(self, percent, expected):
        from_100_to_1 = [*range(100, 0, -1)]
        assert percentile(from_100_to_1, percent) == expected

    @pytest.mark.parametrize("percent", [5, 50, 95])
    def test_a_percentile_of_one_value_is_that_value(self, percent):
        assert percentile([7.5], percent) == 7.5

    def test_the_legend_of_attempts_says_what_is_counted(self):
        attempts = 3
        names = [segment.name for segment in attempt_segments(attempts)]
        assert names == ["guess 1", "guess 2", "guess 3", "unsolved"]

    def test_times_are_in_the_page_as_milliseconds(self, tmp_path):
        """Of three games whose first guesses took 3, 20 and 100 ms, the median is 20 ms."""
        directory = make_run(tmp_path / "timed", ["one"], {4: ["able", "seat", "teas"]})
        # The record is changed so that each game has one guess.
        one_step = "guesses = '[\"zest\"]', replies = '[\"XXXX\"]'"
        statement = f"UPDATE games SET {one_step}, move_seconds = ? WHERE word_index = ?"
        for index, seconds in enumerate(["[0.1]", "[0.003]", "[0.02]"]):
            edit_record(tmp_path / "timed", statement, seconds, index)

        with open_run(directory) as run:
            page = build_page(run)

        assert "<td>20.0</td>" in page

    @pytest.mark.parametrize(
        ("number", "text"),
        [
            (0, "0"),
            (0.0000123456, "0.0000123"),
            (0.5, "0.500"),
            (9.996, "10.0"),
            (12.3456, "12.3"),
            (123.4, "123"),
            (999.7, "1,000"),
            (12345.6, "12,300"),
        ],
    )
    def test_three_digits(self, number, text):
        assert three_digits(number) == text


TOP_LEVEL_NAME = re.compile(r"^(?:export )?(?:function|const|let) (\w+)", re.MULTILINE)
"""A name that a module of JavaScript defines for the whole module."""


def test_no_two_modules_define_a_name():
    """The page joins the modules into one script (lingo_common.html.page.joined_modules)."""
    modules = (files("referee.page") / "templates").glob("*.js")
    texts = "".join(module.read_text(encoding="utf-8") for module in modules)
    names = TOP_LEVEL_NAME.findall(texts)

    # A pattern that finds no names would find none twice.
    assert len(names) > 50
    assert len(names) == len(set(names))


ROW = [7, 1, "crane", "tough crane", "XXXXX OOOOO", "11", 400, 0, [250.0, 12.3]]
"""The row of a game that ended well.

These are the number of the game, the index of its player, its word, guesses and replies, a 1 for each legal guess, the
points, the index of the termination `solved`, and the time of each guess in milliseconds.
"""


class TestRow:
    """The values of a game in the data of the page, which game_data.js reads in this order."""

    @pytest.fixture
    def row(self):
        """row(error_text, exit_status): the row of a game for crane, which the second of two players has solved."""

        def row_of_game(error_text="", exit_status=0):
            game = game_record(
                "ben",
                "crane",
                guesses=("tough", "crane"),
                replies=("XXXXX", "OOOOO"),
                points=400,
                move_seconds=(0.25, 0.0123456),
                exit_status=exit_status,
            )
            return _row_of(game, 7, ["ann", "ben"], error_text)

        return row_of_game

    def test_of_a_game_that_ended_well(self, row):
        assert row() == ROW

    def test_of_an_exit_status_without_an_error_text(self, row):
        assert row(exit_status=3) == [*ROW, "with exit status 3", ""]

    def test_of_an_error_text_without_an_exit_status(self, row):
        assert row(error_text="no words") == [*ROW, "", "no words"]


class TestPage:
    def test_hostile_texts_become_no_elements(self, page):
        outline = Outline(page)
        tags = [tag for tag, _ in outline.elements]

        # The data and the program; the hostile texts have a script and an image.
        assert tags.count("script") == 2
        assert "img" not in tags

        for _, attributes in outline.elements:
            assert not any(name.startswith("on") for name in attributes)

    def test_nothing_is_fetched(self, page):
        for _, attributes in Outline(page).elements:
            for name in ("src", "href"):
                assert attributes.get(name, "#").startswith(("#", "data:,"))

    def test_its_policy_allows_its_own_script_alone(self, page):
        policy = Outline(page).policy
        assert "default-src 'none'" in policy
        assert "script-src 'sha256-" in policy

    def test_every_game_is_in_its_data(self, page, games):
        data = json.loads(Outline(page).scripts[0])
        assert data["players"] == ["one", "two", HOSTILE]
        assert len(data["games"]) == len(games)

        for row, game in zip(data["games"], games, strict=True):
            # As in TestRow.
            _, player, word, _, replies, _, points, *_ = row
            assert data["players"][player] == game.player
            assert word == game.word
            assert replies.split() == list(game.replies)
            assert points == game.points

    @pytest.mark.parametrize(
        ("room", "text"),
        [(len(HOSTILE), HOSTILE), (len(HOSTILE) - 1, "…")],
        ids=["room for it", "no room for it"],
    )
    def test_an_error_text_is_in_its_data_where_there_is_room(self, run_directory, games, monkeypatch, room, text):
        # One game has an error text, HOSTILE: its player crashed.
        assert [game.signal for game in games if game.signal] == ["SIGSEGV"]

        monkeypatch.setattr("referee.page.page_data._MAX_ERROR_TEXT_OF_PAGE", room)

        with open_run(run_directory) as run:
            rows = json.loads(Outline(build_page(run)).scripts[0])["games"]

        # The row of a game that ended well has no error text at its end.
        error_texts = [row[-1] for row in rows if len(row) > len(ROW)]
        assert error_texts == [text]

    def test_intervals_are_those_of_the_leaderboard(self, run_directory, page):
        with open_run(run_directory) as run:
            board = run.leaderboard()

        for standing in board.standings:
            assert "{:,.0f} to {:,.0f}".format(*standing.interval) in page

    def test_words_won_by_each_of_a_pair_are_those_of_compare(self, run_directory, page):
        with open_run(run_directory) as run:
            board = run.leaderboard()
        one_and_two = [standing for standing in board.standings if standing.name in ("one", "two")]
        [pair] = board.comparisons(one_and_two)

        assert f"{pair.won} / {pair.drawn} / {pair.lost}" in page
        assert f"{pair.lost} / {pair.drawn} / {pair.won}" in page

    def test_has_the_audit(self, page):
        """The word lists of a made run are on no machine, so not all of the audit can be made."""
        assert '<h2 id="audit">' in page
        assert "the word list is missing" in page

    def test_a_run_without_a_game(self, tmp_path):
        directory = make_run(tmp_path / "made", ["one"], {4: ["able", "seat"]})
        with open_run(directory) as run:
            run.games = lambda: iter(())
            page = build_page(run)

        assert "0 games" in page
        assert "unfinished: 0 of 2 games have been played" in page


class TestCommand:
    def test_it_writes_beside_the_record_and_prints_where(self, referee, run_directory):
        result = referee("report", run_directory)
        assert (result.returncode, result.stdout, result.stderr) == (0, f"{run_directory}/report.html\n", "")
        assert Path(run_directory, "report.html").read_text().startswith("<!doctype html>")

    def test_a_hyphen_is_standard_output(self, referee, run_directory, tmp_path):
        done = referee("report", run_directory, "--out", "-")

        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("<!doctype html>")
        assert done.stdout.endswith("</html>")
        assert not (tmp_path / "room" / "-").exists()

    def test_standard_output_is_not_opened_in_a_browser(self, referee, run_directory):
        done = referee("report", run_directory, "--out", "-", "--open")

        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "referee: --open opens a file, and --out - writes to standard output\n"

    def test_it_does_not_overwrite_the_record(self, referee, run_directory):
        record = Path(run_directory, "run.sqlite")
        before = record.read_bytes()

        done = referee("report", run_directory, "--out", record)

        refusal = f"referee: {record}: is a file of another kind, which is not overwritten\n"
        assert (done.returncode, done.stdout, done.stderr) == (1, "", refusal)
        assert record.read_bytes() == before

    def test_a_directory_without_a_run_is_named(self, referee, tmp_path):
        nowhere = tmp_path / "nowhere"
        assert referee("report", nowhere).stderr == f"referee: {nowhere}: holds no run (there is no run.sqlite)\n"

    def test_another_process_writes_the_same_page(self, referee, run_directory, tmp_path):
        first = tmp_path / "first.html"
        second = tmp_path / "second.html"
        referee("report", run_directory, "--out", first)
        # With an environment the command runs in a process of its own.
        referee("report", run_directory, "--out", second, env={"HOME": "/dev/null", "PYTHONHASHSEED": "1"})

        assert first.read_text() == second.read_text()

    @pytest.fixture
    def folder(self, request, tmp_path):
        """The folder of the player's program; a test gives its name."""
        (tmp_path / request.param).mkdir()
        return tmp_path / request.param

    @pytest.fixture
    def page_of_run(self, referee_run, referee, player_command, tmp_path, folder):
        """page_of_run(options): the report of a run whose player is in that folder."""
        player = shutil.copy(shlex.split(player_command("guesses.sh"))[0], folder)
        referee_run("--players", f"mine={shlex.join([player, 'able'])}", "--rounds", 1, "--out", tmp_path / "out")

        def write(*options):
            page = tmp_path / "page.html"
            referee("report", tmp_path / "out", "--out", page, *options)
            return page.read_text()

        return write

    # A path with a blank is in quotation marks in the command.
    @pytest.mark.parametrize("folder", ["players", "my players"], indirect=True)
    def test_host_and_folders_are_left_out(self, page_of_run, folder):
        page = page_of_run()
        assert str(folder) not in page
        assert "<dt>Host</dt>" not in page
        # Quotation marks are &#39; in HTML; a path without its folder keeps them.
        assert "<code>guesses.sh able" in page or "<code>&#39;guesses.sh&#39; able" in page

    @pytest.mark.parametrize(("command", "shown"), [
        ("python3 '/home/ann/my player/'", "python3 'my player/'"),
        ("java -cp '/home/ann/a b/' Lingo", "java -cp 'a b/' Lingo"),
        ("python3 /home/ann/data/", "python3 data/"),
    ])  # fmt: skip
    def test_a_folder_at_the_end_of_a_path_keeps_its_whole_name(self, command, shown):
        assert without_folders(command) == shown

    @pytest.mark.parametrize("folder", ["players"], indirect=True)
    def test_host_and_folders_are_named_if_they_are_asked_for(self, page_of_run, folder):
        page = page_of_run("--with-host")
        assert str(folder) in page
        assert "<dt>Host</dt>" in page

    def test_a_title_is_escaped(self, referee, run_directory, tmp_path):
        referee("report", run_directory, "--out", tmp_path / "page.html", "--title", "Spring <contest>")

        assert "<h1>Spring &lt;contest&gt;: 3 players" in (tmp_path / "page.html").read_text()

    def test_without_its_extra_it_says_what_to_install(self, referee, run_directory, tmp_path):
        (tmp_path / "jinja2.py").write_text("raise ModuleNotFoundError(name='jinja2')\n")

        result = referee("report", run_directory, env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"})
        assert (result.returncode, result.stdout) == (1, "")
        assert result.stderr.startswith("referee: a report needs an optional package: pip install ")
        assert "[report]'" in result.stderr


def test_a_run_in_which_nobody_guessed_has_a_report(referee_run, referee, player_command):
    assert referee_run("--players", player_command("exits_at_once.sh"), "--rounds", 1, "--out", "run").returncode == 0

    done = referee("report", "run", "--out", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "page.html\n", "")


def test_one_word_a_length_has_no_intervals(referee_run, steady_player, tmp_path):
    # The program of the player `none` is `false`, which ends at once.
    referee_run("--players", steady_player, "none=false", "--rounds", 1, "--out", tmp_path / "one")
    with open_run(str(tmp_path / "one")) as run:
        page = build_page(run)

    # The first table is the standings; in the table of pairs an interval begins a small text.
    standings = page[page.index("<tbody>") : page.index("</tbody>")]
    assert "<td>–</td>" in standings
    assert not re.search("[0-9] to [−0-9]", standings)
    assert not re.search("<small>[−0-9.]+ to", page)
