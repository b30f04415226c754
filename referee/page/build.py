"""The report of a run, put together: standings, charts, pairs of players, failures, audit, and every game."""

import re
import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from tqdm import tqdm

from lingo_common.cli.logs import disable_bars
from lingo_common.errors import count_text
from lingo_common.html.page import as_script, joined_modules, joined_styles, policy
from lingo_common.html.series import COLOURS, dashes, marker_sign
from referee.contest.contest import Contest
from referee.contest.draw import shown_seed
from referee.game.record import GameRecord, without_word
from referee.page.figures import (
    attempt_counts,
    attempt_segments,
    draw_charts,
    hardest_words,
    interval_bars,
    three_digits,
    time_ranges,
)
from referee.page.page_data import page_data
from referee.page.published_record import public_path, published_record
from referee.results.audit import FLAGGED_BELOW
from referee.results.comparison import HOW_CERTAIN, Comparison
from referee.results.leaderboard import Leaderboard
from referee.storage.run import Run
from referee.storage.verify import audit_of

_MOST_HARDEST_WORDS = 20
"""How many words the list of the hardest has."""
_SCRIPTS = (
    ("lingo_common.html", "tables.js"),
    ("lingo_common.html", "charts.js"),
    ("referee.page", "parts.js"),
    ("referee.page", "games.js"),
)
"""The modules of the page's program, in the order in which they run: (package, name)."""
_FOLDERS = re.compile(
    # The lookaheads keep the last part of a path, also that of a folder: `data/` of `/home/ann/data/`.
    r"(?<=')/[^']*/(?=[^'/])"  # in quotation marks: the path may have blanks
    r"|[^\s=:'\"]*/(?=[^\s/'\"])"  # elsewhere, also after the = or the : of an option
)
"""The folders of the paths in a command: `/home/ann/` of `python3 /home/ann/mine.py`."""


def build_page(run: Run, title: str | None = None, with_host: bool = False, public: bool = False) -> str:
    """Return the page as HTML.

    with_host: whether the page names the machine, and whole paths in the players' commands. public: whether the page
    has all that is needed to check the run; then DataError is raised if games are still to be played.
    """
    contest = run.contest
    games = [game for game in run.games() if game.player not in contest.disqualified]
    board = run.leaderboard(games)
    record = published_record(run, games, board) if public else None
    players = board.ranking()

    # What the charts show, and the tables beside them: times by whether a guess is the first or a later one.
    times = {
        "first": time_ranges(players, games, slice(0, 1)),
        "later": time_ranges(players, games, slice(1, None)),
    }
    segments = attempt_segments(contest.rules.attempts)
    attempts = attempt_counts(players, contest.rules)

    terminations_of_failures: set[str] = set()
    for standing in players:
        terminations_of_failures.update(standing.overall.failures)

    # The list of the hardest words must not have a word that some player still has to play.
    games_of_known_words = [game for game in games if game.word not in board.secret_words]

    return _render(
        data=_data_of_games(contest, games, board.secret_words, public),
        title=title,
        board=board,
        record=record,
        wordlist=public_path(contest.wordlist) if public else contest.wordlist,
        with_host=with_host,
        # The standings.
        players=players,
        bars=interval_bars(players),
        how_certain=HOW_CERTAIN,
        # The charts; before the first game there are none.
        charts=draw_charts(board.standings, attempts, segments, times) if games else {},
        times=times,
        attempts=attempts,
        segments=segments,
        # How players are told apart in the charts, by their numbers.
        colours=COLOURS,
        marker_sign=marker_sign,
        dashes=dashes,
        # The other parts.
        comparisons=_comparisons(board),
        terminations_of_failures=sorted(terminations_of_failures),
        audit=audit_of(run, games=games),
        flagged_below=FLAGGED_BELOW,
        hardest=hardest_words(games_of_known_words)[:_MOST_HARDEST_WORDS],
        # Functions that write values.
        command=str if with_host else without_folders,
        write=contest.spelling.write,
        quote=shlex.quote,
        three_digits=three_digits,
        count_text=count_text,
        shown_seed=shown_seed,
    )


def _data_of_games(
    contest: Contest, games: Sequence[GameRecord], secret_words: frozenset[str], public: bool
) -> dict[str, Any]:
    """Return the data of the page's list of games, without words that some player still has to play."""
    listed_games = [without_word(game, secret_words) for game in games]
    if public:
        # The published record has no disqualified players, so that its games have other numbers than those of the run.
        # `referee verify` prints these numbers.
        contest = replace(contest, players=contest.competing)
        # A traceback names files of the holder's machine.
        listed_games = [replace(game, stderr_head="", stderr_tail="") for game in listed_games]

    return page_data(contest, listed_games)


def _render(data: dict[str, Any], **values: Any) -> str:
    """Return the HTML of the template report.html with these values.

    data: what the page's program shows. It goes into an element of the page, as JSON.
    """
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("referee.page"), PackageLoader("lingo_common.html")]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    common_style = joined_styles("lingo_common.html", "templates", ["style.css", "charts.css"])
    own_style = joined_styles("referee.page", "templates", ["report.css"])

    # Each module comes with those that it imports.
    code = ""
    for package, module in _SCRIPTS:
        code += joined_modules(package, "templates", module)

    return environment.get_template("report.html").render(
        style=Markup(common_style + own_style),
        script=Markup(code),
        policy=policy(code),
        data=Markup(as_script(data)),
        **values,
    )


def without_folders(command: str) -> str:
    """Return a player's command without the folders of its paths, which tell how the holder's machine is arranged."""
    return _FOLDERS.sub("", command)


def _comparisons(board: Leaderboard) -> dict[tuple[str, str], Comparison]:
    """Return the comparison of every two players by their names, the one with the better rank first.

    Pairs that have not played the same word are left out.
    """
    comparisons = board.comparisons(board.ranking())
    # This is the longest part of the work.
    with_bar = tqdm(comparisons, unit="pair", delay=1, leave=False, disable=disable_bars())
    return {(comparison.first, comparison.second): comparison for comparison in with_bar}
