"""The data of a report: rows of games for its script, and with --public all that a stranger needs to check the run.

The report that `referee report DIR --public` writes is the announcement of a result and its proof in one file. Its data
has the games, the seed, the drawn words, the fingerprints of the word lists, the rules and the commitment. `referee
verify FILE` makes a run of them again, in a temporary directory, and computes it as it computes any other run.
"""

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import read_file
from referee.contest.conditions import Conditions, Limits
from referee.contest.contest import Contest
from referee.contest.draw import Rounds, read_rounds, read_seed, seed_in_json
from referee.contest.lists import PACKAGED_NAME
from referee.contest.player import Program
from referee.contest.termination import Termination
from referee.game.game_text import exit_text
from referee.game.record import GameRecord, moves
from referee.results.formats import FILES, render
from referee.storage.reader import Run
from referee.storage.recorder import Recorder
from referee.storage.tables import row_of_word_game, word_game_of_row
from wordlists.rules import rules_to_json

LARGEST_REPORT = 1 << 30
"""Bytes of the largest report that is read."""
_MAX_ERROR_TEXT = 400
"""Characters. Of a longer standard error of a failed game the page has the end."""
_MAX_ERROR_TEXT_OF_PAGE = 500_000
"""Characters of standard error in the whole page. Later games have "…"; `referee show` prints their text."""
_TERMINATIONS = [termination.value for termination in Termination]
"""The page's data has the number of a termination in this list."""
_BLANK_IN_GUESS = "\N{NO-BREAK SPACE}"
"""Stands for a blank within a guess, because guesses are separated by blanks."""
_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_UNKNOWN_COMMAND = "published"
"""Stands for the command of each player, which is not published."""


@dataclass(frozen=True)
class Publication:
    """Everything but the games that is needed to check a run; the fields are keys of the page's data."""

    seed: int | str | None
    rounds: Rounds
    until_decided: bool
    wordlist: str
    rules: dict[str, Any]
    lists: dict[int, dict[str, Any]]
    """For each length the row of the record's table `lists`, without the directory of the list."""
    words: dict[int, list[str]]
    """The drawn words of each length, as recorded: one character for each letter."""
    isolation: str
    started: str
    commitment: str | None
    nonce: str | None
    void: dict[int, str]
    """Why a game is void, by its number."""
    illegal: dict[int, int]
    """How many illegal guesses a game has, by its number, where there are any."""
    seconds: dict[int, float]
    """The time of each game, by its number; older reports have it for failed games only."""
    leaderboard: dict[str, Any]
    """The leaderboard as JSON, whose totals are compared with those of the games."""


def publication_of(run: Run, games: Iterable[GameRecord]) -> Publication:
    """Return what is published of a run beside these games; DataError if games are still to be played."""
    games = list(games)
    board = run.leaderboard(games)
    if not board.is_finished and run.conditions.revealed is None:
        remaining = board.games - board.games_played
        raise DataError(
            f"{run.directory}: {remaining} of {board.games} games are still to be played; "
            "leave --public away for a report of the standings so far"
        )

    contest = run.contest
    return Publication(
        seed=None if contest.seed is None else seed_in_json(contest.seed),
        rounds=contest.rounds,
        until_decided=contest.until_decided,
        wordlist=_public_path(contest.wordlist),
        rules=rules_to_json(contest.rules),
        lists={length: _public_lists(row_of_word_game(game)) for length, game in contest.word_games.items()},
        words=dict(contest.words),
        isolation=run.conditions.isolation,
        started=run.conditions.started,
        commitment=run.conditions.commitment,
        nonce=run.conditions.nonce,
        void={run.number(game): game.void for game in games if game.void},
        illegal={run.number(game): game.illegal for game in games if game.illegal},
        seconds={run.number(game): game.seconds for game in games},
        leaderboard=_without_commands(json.loads(render(board, "json"))),
    )


def _public_path(path: str) -> str:
    """Return the file's name without its directory, which tells of the holder's machine; 'packaged' stays."""
    return path if path == PACKAGED_NAME else os.path.basename(path.rstrip("/"))


def _public_lists(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a word list without the directories of its files."""
    public_row = row | {"path": _public_path(row["path"])}
    if row["answers_path"]:
        public_row["answers_path"] = _public_path(row["answers_path"])
    return public_row


def _without_commands(leaderboard: dict[str, Any]) -> dict[str, Any]:
    """Return the leaderboard without the players' commands, which have paths of the holder's machine."""
    for player in leaderboard["players"]:
        del player["command"]

    return leaderboard | {"wordlist": _public_path(leaderboard["wordlist"])}


def page_data(run: Run, games: Iterable[GameRecord], publication: Publication | None = None) -> dict[str, Any]:
    """Return the data of the page's script, games.js, which names the values of a row.

    publication: what a published report has beside the games.
    """
    names = [player.name for player in run.contest.competing]
    rows = []
    # Characters of standard error for which the page has room.
    room = _MAX_ERROR_TEXT_OF_PAGE
    for game in games:
        error_text = ""
        if game.points == 0:
            error_text = (game.stderr_head + game.stderr_tail).rstrip()[-_MAX_ERROR_TEXT:]
        if len(error_text) > room:
            error_text = "…"

        room -= len(error_text)
        values = _values_of(game, run.number(game), names)
        values |= _ending_of(game, error_text)
        rows.append([*values.values()])

    spelling = run.contest.spelling
    data: dict[str, Any] = {
        "players": names,
        "terminations": _TERMINATIONS,
        "attempts": run.contest.rules.attempts,
        "letters": {spelling.read(group): group for group in spelling.groups},
        "games": rows,
    }
    if publication is not None:
        data["publication"] = msgspec.to_builtins(publication, str_keys=True)

    return data


def _values_of(game: GameRecord, number: int, names: list[str]) -> dict[str, Any]:
    """Return the first values of a game's row, by name and in their order.

    The row has the values without their names, so that the page is small; games.js gives them names again.
    """
    return {
        "number": number,
        "player": names.index(game.player),
        "word": game.word,
        "guesses": " ".join(guess.replace(" ", _BLANK_IN_GUESS) for guess in game.guesses),
        "replies": " ".join(game.replies),
        "legal": "".join("1" if move.legal else "0" for move in moves(game)),
        "points": game.points,
        "termination": _TERMINATIONS.index(game.termination.value),
        "milliseconds": [float(f"{1000 * seconds:.3g}") for seconds in game.move_seconds],
    }


def _ending_of(game: GameRecord, error_text: str) -> dict[str, str]:
    """Return the last values of a game's row: how the player's process ended, and its error text.

    Most games ended well and without such a text: their rows have neither value.
    """
    ended_well = game.signal is None and not game.exit_status
    if ended_well and not error_text:
        return {}

    return {"ending": "" if ended_well else exit_text(game), "error_text": error_text}


def is_report(path: str) -> bool:
    """Return whether the file is a page that `referee report` wrote, published or not."""
    try:
        text = read_file(path, LARGEST_REPORT).decode()
    except (DataError, UnicodeDecodeError):
        return False

    return _DATA.search(text) is not None


def unpack_report(path: str, directory: str) -> None:
    """Write the run of a published report into a directory, as `referee run` records a run.

    path: what `referee report DIR --public` wrote; DataError if the file is something else or damaged. Whether its
    games and totals are right is not checked here.
    """
    try:
        text = read_file(path, LARGEST_REPORT).decode()
    except UnicodeDecodeError:
        raise DataError(f"{path}: cannot be read: is not text in UTF-8") from None

    data_element = _DATA.search(text)
    if data_element is None:
        raise DataError(f"{path}: is not a report of referee report DIR --public")

    try:
        data = msgspec.json.decode(data_element[1], type=dict[str, Any])
        if "publication" not in data:
            raise DataError(f"{path}: is a report without what is needed to check it: write it with --public")

        publication = msgspec.convert(data["publication"], Publication, strict=False)
        names = msgspec.convert(data["players"], list[str])
        contest = _contest_of(publication, names)

        rows = msgspec.convert(data["games"], list[list[Any]])
        records = [_record_of(row, contest, names, publication) for row in rows]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        raise DataError(f"{path}: is a damaged report: {error}") from None

    conditions = Conditions(
        Limits(),
        isolation=publication.isolation,
        host="",
        started=publication.started,
        versions={},
        nonce=publication.nonce,
        commitment=publication.commitment,
    )
    with Recorder(directory, contest, conditions) as recorder:
        for _ in recorder.record([records]):
            pass

    written = json.dumps(publication.leaderboard)
    Path(directory, FILES["json"]).write_text(written, encoding="utf-8")


def _contest_of(publication: Publication, names: Iterable[str]) -> Contest:
    """Return the contest that was published, without its lists and its players' commands."""
    seed = publication.seed
    rules = publication.rules
    games = [word_game_of_row(row | {"length": length}, rules) for length, row in publication.lists.items()]

    return Contest(
        players=tuple(Program(name, _UNKNOWN_COMMAND, (name,)) for name in names),
        words=publication.words,
        rounds=read_rounds(publication.rounds),
        seed=None if seed is None else read_seed(seed),
        wordlist=publication.wordlist,
        word_games={game.length: game for game in games},
        until_decided=publication.until_decided,
    )


def _record_of(row: list[Any], contest: Contest, names: list[str], publication: Publication) -> GameRecord:
    """Return the record of a game from its row: _values_of names the values. What is not published is empty.

    Raises ValueError or LookupError if the row is damaged.
    """
    number, player, word, guesses_text, replies_text, _, points, termination, milliseconds, *_ = row
    replies = replies_text.split()

    # An empty text is one empty guess if there is a reply to it, and else no guess.
    guesses = guesses_text.split(" ") if replies else []
    seconds = [float(time) / 1000 for time in milliseconds]

    return msgspec.convert(
        {
            "player": names[player],
            "length": len(word),
            "index": contest.words[len(word)].index(word),
            "word": word,
            "guesses": [guess.replace(_BLANK_IN_GUESS, " ") for guess in guesses],
            "replies": replies,
            "attempts": len(replies),
            "points": points,
            "termination": _TERMINATIONS[termination],
            "illegal": publication.illegal.get(number, 0),
            "seconds": publication.seconds.get(number, sum(seconds)),
            "move_seconds": seconds,
            "exit_status": None,
            "signal": None,
            "stderr_head": "",
            "stderr_tail": "",
            "host": "",
            "void": publication.void.get(number),
        },
        GameRecord,
    )
