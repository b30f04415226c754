"""The report of a run: its figures by hand, its texts harmless, its file whole."""

import json
import re
import shlex
import shutil
import statistics
from html.parser import HTMLParser

import pytest
from made_runs import HOSTILE, make_run

from referee.page.build import build_page, hardest, percentile, three_digits
from referee.results.comparison import difference, pairs_of
from referee.results.leaderboard import leaderboard
from referee.storage.reader import open_run

WORDS = {4: ["able", "seat", "teas", "zest"], 5: ["blimp", "cozen", "crane", "dents", "dozes", "tough"]}


@pytest.fixture
def made(tmp_path):
    """The directory of a finished run of three players, one of them with a hostile name."""
    return make_run(tmp_path / "made", ["one", "two", HOSTILE], WORDS, stderr=HOSTILE)


@pytest.fixture
def games(made):
    with open_run(made) as run:
        return list(run.games())


@pytest.fixture
def page(made):
    """The report of that run."""
    with open_run(made) as run:
        return build_page(run)


class Outline(HTMLParser):
    """The elements of a page, and the text of its scripts."""

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
    def test_hardest_words_first(self, games):
        points = {word: statistics.fmean(g.points for g in games if g.word == word) for word in {g.word for g in games}}
        assert [(mean, count) for mean, _, _, count in hardest(games)] == [
            (mean, 3) for mean in sorted(points.values())
        ]

    @pytest.mark.parametrize(("part", "expected"), [(5, 6), (50, 51), (95, 96)])
    def test_a_percentile_has_that_part_of_the_values_below_it(self, part, expected):
        assert percentile([*range(100, 0, -1)], part) == expected

    def test_a_percentile_of_one_value_is_that_value(self):
        assert [percentile([7.5], part) for part in (5, 50, 95)] == [7.5, 7.5, 7.5]

    def test_times_are_in_the_page_as_milliseconds(self, page, games):
        """The median of the times to the first guess."""
        seconds = sorted(game.move_seconds[0] for game in games if game.player == "one" and game.move_seconds)
        assert f"<td>{three_digits(1000 * seconds[len(seconds) // 2])}</td>" in page

    def test_three_digits(self):
        numbers = [0, 0.0000123456, 0.5, 9.996, 12.3456, 123.4, 999.7, 12345.6]
        texts = ["0", "0.0000123", "0.500", "10.0", "12.3", "123", "1,000", "12,300"]
        assert list(map(three_digits, numbers)) == texts


class TestPage:
    def test_hostile_texts_become_no_elements(self, page):
        outline = Outline(page)
        tags = [tag for tag, _ in outline.elements]
        assert tags.count("script") == 2
        assert "img" not in tags
        assert not any(name.startswith("on") for _, attributes in outline.elements for name in attributes)

    def test_nothing_is_fetched(self, page):
        outline = Outline(page)
        links = [value for _, given in outline.elements for name, value in given.items() if name in ("src", "href")]
        assert all(link.startswith(("#", "data:,")) for link in links)
        assert "default-src 'none'" in outline.policy and "script-src 'sha256-" in outline.policy

    def test_every_game_is_in_its_data(self, page, games):
        data = json.loads(Outline(page).scripts[0])
        assert data["players"] == ["one", "two", HOSTILE]
        assert [row[2] for row in data["games"]] == [game.word for game in games]
        assert [row[6] for row in data["games"]] == [game.points for game in games]
        assert [row[4].split() for row in data["games"]] == [list(game.replies) for game in games]

    @pytest.mark.parametrize(("most", "text"), [(len(HOSTILE), HOSTILE), (len(HOSTILE) - 1, "…")])
    def test_error_texts_until_there_are_too_many(self, made, games, monkeypatch, most, text):
        monkeypatch.setattr("referee.page.publication._MAX_ERROR_TEXT_OF_PAGE", most)
        with open_run(made) as run:
            rows = json.loads(Outline(build_page(run)).scripts[0])["games"]
        texts = [row[10] if game.signal else row[9:] for row, game in zip(rows, games, strict=True)]
        assert [shown for shown in texts if shown] == [text]

    def test_figures_are_those_of_the_leaderboard_and_of_compare(self, made, page):
        with open_run(made) as run:
            board = leaderboard(run.contest, run.games())
            pairs = pairs_of(run.contest, run.games(), "one", "two")
            pair = difference(pairs.values(), run.contest.rules)
        for standing in board.standings:
            assert "{:,.0f} to {:,.0f}".format(*standing.interval) in page
        assert f"{pair.won} / {pair.drawn} / {pair.lost}" in page
        assert f"{pair.lost} / {pair.drawn} / {pair.won}" in page

    def test_has_the_audit(self, page):
        assert '<h2 id="audit">' in page
        assert "the word list is missing" in page

    def test_a_run_without_a_game(self, tmp_path):
        directory = make_run(tmp_path / "made", ["one"], {4: ["able", "seat"]})
        with open_run(directory) as run:
            run.games = lambda: iter(())
            page = build_page(run)
        assert "0 games" in page and "unfinished" in page


class TestCommand:
    def test_writes_beside_the_record_or_elsewhere(self, referee, made, tmp_path):
        result = referee("report", made, env={"HOME": "/dev/null", "PYTHONHASHSEED": "1"})  # in a process of its own
        assert (result.returncode, result.stdout, result.stderr) == (0, f"{made}/report.html\n", "")
        out = tmp_path / "other.html"
        assert referee("report", made, "--out", out).returncode == 0
        assert out.read_text() == (tmp_path / "made" / "report.html").read_text()
        assert re.match("<!doctype html>", out.read_text())

    @pytest.mark.parametrize("folder", ["players", "my players"])
    def test_host_and_paths_are_left_out_unless_asked_for(self, contest, referee, program, tmp_path, folder):
        (tmp_path / folder).mkdir()
        player = shutil.copy(shlex.split(program("guesses.sh"))[0], tmp_path / folder)
        contest("--players", f"mine={shlex.join([player, 'able'])}", "--rounds", 1, "--out", tmp_path / "out")
        pages = []
        for more in ([], ["--with-host"]):
            referee("report", tmp_path / "out", "--out", tmp_path / "page.html", "--title", "Spring <contest>", *more)
            pages.append((tmp_path / "page.html").read_text())
        assert [str(tmp_path / folder) in page for page in pages] == [False, True]
        assert ["<dt>Host</dt>" in page for page in pages] == [False, True]
        assert "<h1>Spring &lt;contest&gt;: 1 player" in pages[0]
        assert re.search(r"<code>(&#39;)?guesses\.sh\1? able", pages[0])

    def test_missing_extra(self, referee, made, tmp_path):
        (tmp_path / "jinja2.py").write_text("raise ModuleNotFoundError(name='jinja2')\n")
        result = referee("report", made, env={"PYTHONPATH": str(tmp_path), "PATH": "/usr/bin:/bin"})
        assert (result.returncode, result.stdout) == (1, "")
        assert "[report]'" in result.stderr


def test_where_nobody_guessed_there_are_no_times(contest, referee, program):
    assert contest("--players", program("exits_at_once.sh"), "--rounds", 1, "--out", "run").returncode == 0
    done = referee("report", "run", "--out", "page.html")
    assert (done.returncode, done.stdout, done.stderr) == (0, "page.html\n", "")


def test_one_word_a_length_has_no_intervals(contest, steady, tmp_path):
    contest("--players", steady, "none=false", "--rounds", 1, "--out", tmp_path / "one")
    with open_run(str(tmp_path / "one")) as run:
        page = build_page(run)
    assert "<td>–</td>" in page
    assert not re.search("[0-9] to [−0-9]", page[page.index("<tbody>") : page.index("</tbody>")])
    assert not re.search("<small>[−0-9.]+ to", page)
