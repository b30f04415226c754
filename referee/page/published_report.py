"""Makes the run of a published report again, so that it can be verified as any other run."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import read_file
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.draw import read_rounds, read_seed
from referee.contest.limits import Limits
from referee.contest.player import Program
from referee.page.page_data import record_of_row
from referee.page.publication import Publication
from referee.results.formats import FILES
from referee.storage.recorder import Recorder
from referee.storage.tables import word_game_of_row

_LARGEST_REPORT = 1 << 30
"""Bytes of the largest report that is read, so that a wrong file cannot fill the memory."""
_DATA_ELEMENT = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
"""The element of base.html that has the data of a report."""
_UNKNOWN_COMMAND = "published"
"""Stands for the command of each player, which is not published."""


def is_report(path: str) -> bool:
    """Return whether the file is a page that `referee report` wrote, published or not."""
    try:
        _data_text(path)
    except DataError:
        return False
    return True


def unpack_report(path: str, directory: str) -> None:
    """Write the run of a published report into a directory, as `referee run` records a run.

    path: what `referee report DIR --public` wrote. Raises DataError if the file is something else or damaged. Whether
    its games and totals are right is not checked here.
    """
    data_text = _data_text(path)
    try:
        data = msgspec.json.decode(data_text, type=dict[str, Any])
        if "publication" not in data:
            raise DataError(f"{path}: is a report without what is needed to check it: write it with --public")

        # JSON has texts for keys such as lengths, which are numbers: strict=False reads them.
        publication = msgspec.convert(data["publication"], Publication, strict=False)
        names = msgspec.convert(data["players"], list[str])
        contest = _contest_of(publication, names)

        rows = msgspec.convert(data["games"], list[list[Any]])
        records = [record_of_row(row, names, publication) for row in rows]
    except (ValueError, TypeError, LookupError, RecursionError) as error:
        # Any value of the file may be of another type, or name a player or a word that is not there.
        raise DataError(f"{path}: is a damaged report: {error}") from None

    # Limits, machine and versions are not published.
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
        recorder.record(records)

    # Verification compares the totals in this file with those of the games.
    leaderboard = json.dumps(publication.leaderboard)
    Path(directory, FILES["json"]).write_text(leaderboard, encoding="utf-8")


def _data_text(path: str) -> str:
    """Return the text of a report's data; DataError if the file cannot be read or is no report."""
    try:
        text = read_file(path, _LARGEST_REPORT).decode()
    except UnicodeDecodeError:
        raise DataError(f"{path}: cannot be read: is not text in UTF-8") from None

    data_element = _DATA_ELEMENT.search(text)
    if data_element is None:
        raise DataError(f"{path}: is not a report of referee report DIR --public")
    return data_element[1]


def _contest_of(publication: Publication, names: Iterable[str]) -> Contest:
    """Return the contest that was published, without the words of its lists and its players' commands."""
    # What a program was started with is not published either: its name stands for its arguments.
    players = tuple(Program(name, _UNKNOWN_COMMAND, arguments=(name,)) for name in names)
    seed = publication.seed
    word_games = {}
    for length, row in publication.lists.items():
        word_games[length] = word_game_of_row(row | {"length": length}, publication.rules)

    return Contest(
        players=players,
        words=publication.words,
        rounds=read_rounds(publication.rounds),
        seed=None if seed is None else read_seed(seed),
        wordlist=publication.wordlist,
        word_games=word_games,
        until_decided=publication.until_decided,
    )
