"""What a published report has beside its games, so that a stranger can check the run.

The report that `referee report DIR --public` writes is the announcement of a result and its proof in one file. Its data
has the games, the seed, the drawn words, the fingerprints of the word lists, the rules and the commitment. `referee
verify FILE` makes a run of them again (published_report.py), and verifies it as any other run.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lingo_common.errors import DataError
from referee.contest.draw import Rounds, seed_in_json
from referee.contest.lists import PACKAGED_NAME
from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard
from referee.results.leaderboard_json import leaderboard_in_json
from referee.storage.reader import Run
from referee.storage.tables import row_of_word_game
from wordlists.rules import rules_to_json


@dataclass(frozen=True)
class Publication:
    """Everything but the games that is needed to check a run; the fields are keys of the page's data."""

    seed: int | str | None
    """A number, or the text of a long one, which many programs would round; None for words from a file."""
    rounds: Rounds
    """Words of each length: a number, or "all"."""
    until_decided: bool
    """Whether the run might end before all words were played, once the leader was clear."""
    wordlist: str
    """The name of the word list's file, without its directory."""
    rules: dict[str, Any]
    """The rules of all lengths; see wordlists.rules."""
    lists: dict[int, dict[str, Any]]
    """By length the fingerprints and file names of its words and answers (storage.tables.row_of_word_game)."""
    words: dict[int, list[str]]
    """The drawn words of each length, as recorded: one character for each letter."""
    isolation: str
    """The level of isolation of every game, such as "bubblewrap"."""
    started: str
    """When the run was started, as the record has it."""
    commitment: str | None
    """The hash of nonce and words that was published before the first game; None in a run without one."""
    nonce: str | None
    """The random number that is hashed with the words; None in a run without a commitment."""
    void: dict[int, str]
    """Why a game is void, by its number."""
    illegal: dict[int, int]
    """How many illegal guesses a game has, by its number, where there are any."""
    seconds: dict[int, float]
    """The time of each game, by its number; older reports have it for failed games only."""
    leaderboard: dict[str, Any]
    """The leaderboard as JSON, whose totals are compared with those of the games."""


def publication_of(run: Run, games: Sequence[GameRecord], board: Leaderboard) -> Publication:
    """Return what is published of a run beside these games, whose leaderboard is `board`.

    Raises DataError if games are still to be played, unless the run was closed before its end and its words revealed.
    """
    if not board.is_finished and run.conditions.revealed is None:
        remaining = board.games - board.games_played
        raise DataError(
            f"{run.directory}: {remaining} of {board.games} games are still to be played; "
            "leave --public away for a report of the standings so far"
        )

    contest = run.contest
    lists = {}
    for length, word_game in contest.word_games.items():
        lists[length] = _without_directories(row_of_word_game(word_game))

    return Publication(
        seed=None if contest.seed is None else seed_in_json(contest.seed),
        rounds=contest.rounds,
        until_decided=contest.until_decided,
        wordlist=_public_path(contest.wordlist),
        rules=rules_to_json(contest.rules),
        lists=lists,
        words=dict(contest.words),
        isolation=run.conditions.isolation,
        started=run.conditions.started,
        commitment=run.conditions.commitment,
        nonce=run.conditions.nonce,
        void={run.number(game): game.void for game in games if game.void},
        illegal={run.number(game): game.illegal for game in games if game.illegal},
        seconds={run.number(game): game.seconds for game in games},
        leaderboard=_without_private_paths(leaderboard_in_json(board)),
    )


def _public_path(path: str) -> str:
    """Return the file's name without its directory, which is private to the holder's machine; 'packaged' stays."""
    return path if path == PACKAGED_NAME else os.path.basename(path.rstrip("/"))


def _without_directories(row: dict[str, Any]) -> dict[str, Any]:
    """Return the row of a word game's lists without the directories of its files; it may have no file of answers."""
    return row | {key: _public_path(row[key]) for key in ("path", "answers_path") if row[key]}


def _without_private_paths(leaderboard: dict[str, Any]) -> dict[str, Any]:
    """Return the leaderboard without the players' commands and the list's directory: paths of the holder's machine."""
    players = [dict(player) for player in leaderboard["players"]]
    for player in players:
        del player["command"]

    return leaderboard | {"wordlist": _public_path(leaderboard["wordlist"]), "players": players}
