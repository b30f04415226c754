"""The record in a published report: `referee report DIR --public` writes it, `referee verify FILE` reads it.

The report announces a result and proves it, in one file. So an element of the page holds a record of the run, a file
like `run.sqlite`, in zlib and base64. It is a new record, without what is private to the holder of the run.
"""

import base64
import os
import re
import tempfile
import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from lingo_common.errors import DataError
from lingo_common.files import read_file
from referee.contest.contest import Conditions, Contest
from referee.contest.folders import RECORD
from referee.contest.limits import Limits
from referee.contest.lists import PACKAGED_NAME
from referee.contest.player import Program
from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard
from referee.storage.run import Recorder, Run
from referee.storage.tables import row_of_word_game, word_game_of_row

_LARGEST_REPORT = 1 << 30
"""Bytes of the largest report that is read, so that a wrong file cannot fill the memory."""
_LARGEST_RECORD = 1 << 28
"""Bytes of the largest record in a report, of some 500,000 games. Zeros compress so well that a small page could hold
a record that fills the disk."""
_RECORD_ELEMENT = re.compile(rb'<script type="application/octet-stream" id="record">([^<]*)</script>')
"""The element of report.html that has the record."""
_UNKNOWN_COMMAND = "published"
"""Stands for the command of each player, because commands are not published."""


def published_record(run: Run, games: Iterable[GameRecord], board: Leaderboard) -> str:
    """Return the record that is published of a run with these games, whose leaderboard is `board`, as base64.

    Raises DataError if games are still to be played, unless the run was closed before its end and its words revealed.
    """
    conditions = run.conditions
    # A run is finished without the games that disqualified players have left. But `disqualify --undo` would let them
    # play these games, so the words are secret, and the record would publish them.
    is_finished = board.is_finished and not board.secret_words
    if not is_finished and conditions.revealed is None:
        remaining = len(list(run.games_to_play(with_disqualified=True)))
        raise DataError(
            f"{run.directory}: {remaining} of {run.contest.game_count} games are still to be played; "
            "leave --public away for a report of the standings so far"
        )

    # Only the fields that are named here are published. So a field that is added later is not published by oversight.
    public_conditions = Conditions(
        Limits(),  # the default limits, because a record must have some
        isolation=conditions.isolation,
        host="",
        started=conditions.started,
        versions={},
        nonce=conditions.nonce,
        commitment=conditions.commitment,
    )
    with tempfile.TemporaryDirectory(prefix="lingo-report-") as directory:
        # The record is not made by deleting rows from a copy, because their bytes could remain in the file.
        with Recorder(directory, _public_contest(run), public_conditions) as recorder:
            recorder.record(map(_public_game, games))

        content = Path(directory, RECORD).read_bytes()

    return base64.b64encode(zlib.compress(content)).decode()


def public_path(path: str) -> str:
    """Return the file's name without its directory, which is private to the holder's machine; 'packaged' stays."""
    return path if path == PACKAGED_NAME else os.path.basename(path.rstrip("/"))


def _public_contest(run: Run) -> Contest:
    """Return the contest without disqualified players, the commands of the others, and the directories of its lists."""
    contest = run.contest
    word_games = {}
    for length, word_game in contest.word_games.items():
        # The paths are changed in the game's row of a record, which here has the length too, as word_game_of_row needs.
        row = row_of_word_game(word_game) | {"length": length}
        for column in ("path", "answers_path"):
            if row[column]:  # a run need not have a list of answers
                row[column] = public_path(row[column])

        word_games[length] = word_game_of_row(row, run.rules_json)

    return Contest(
        # A Program must have arguments. The player's name stands in for them.
        players=tuple(Program(player.name, _UNKNOWN_COMMAND, (player.name,)) for player in contest.competing),
        words=contest.words,
        rounds=contest.rounds,
        seed=contest.seed,
        wordlist=public_path(contest.wordlist),
        word_games=word_games,
        until_decided=contest.until_decided,
        late={player.name: contest.late[player.name] for player in contest.competing if player.name in contest.late},
    )


def _public_game(game: GameRecord) -> GameRecord:
    """Return the game without what is known of the machine, the player's process and its standard error.

    Times have three digits, as in the page.
    """
    return replace(
        game,
        move_seconds=tuple(float(f"{seconds:.3g}") for seconds in game.move_seconds),
        exit_status=None,
        signal=None,
        stderr_head="",
        stderr_tail="",
        host="",
        started=None,
        cpu_seconds=None,
        peak_memory=None,
        pressure=None,
        silence=None,
    )


def unpack_report(path: str, directory: str) -> None:
    """Write the record of a published report into a directory. Whether it is a sound record is not checked here.

    path: what `referee report DIR --public` wrote. Raises DataError if the file is something else or damaged.
    """
    element = _RECORD_ELEMENT.search(read_file(path, _LARGEST_REPORT))
    if element is None:
        raise DataError(f"{path}: is not a report of referee report DIR --public")

    inflation = zlib.decompressobj()
    try:
        content = inflation.decompress(base64.b64decode(element[1], validate=True), _LARGEST_RECORD)
    except (ValueError, zlib.error) as error:
        raise DataError(f"{path}: is a damaged report: {error}") from None
    if not inflation.eof:
        raise DataError(f"{path}: is a damaged report: its record is cut off, or larger than any run's")

    Path(directory, RECORD).write_bytes(content)
