"""The data of a report: what its program games.js shows, and what a stranger needs to check a published report.

The data has names, and a row of values for each game. The report that `referee report DIR --public` writes is the
announcement of a result and its proof in one file: its data has the seed, the drawn words, the fingerprints of the word
lists, the rules and the commitment too. `referee verify FILE` makes a run of them again, and verifies it as any other.
"""

import json
import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from lingo_common.errors import DataError
from lingo_common.files import read_file
from referee.contest.conditions import Conditions
from referee.contest.contest import Contest
from referee.contest.draw import Rounds, read_rounds, read_seed, seed_in_json
from referee.contest.limits import Limits
from referee.contest.lists import PACKAGED_NAME
from referee.contest.player import Program
from referee.contest.termination import Termination
from referee.game.game_text import exit_text
from referee.game.record import GameRecord, moves
from referee.results.formats import FILES
from referee.results.leaderboard import Leaderboard
from referee.results.leaderboard_json import leaderboard_in_json
from referee.storage.reader import Run
from referee.storage.recorder import Recorder
from referee.storage.tables import row_of_word_game, word_game_of_row
from wordlists.rules import rules_to_json

_MAX_ERROR_TEXT = 400
"""Characters. Of a longer standard error of a failed game the page has the end."""
_MAX_ERROR_TEXT_OF_PAGE = 500_000
"""Characters of standard error in the whole page. A text that exceeds them is "…"; `referee show` prints it."""
_TERMINATIONS = [termination.value for termination in Termination]
"""A row has the number of a termination in this list, so a new termination comes at its end."""
_BLANK_IN_GUESS = "\N{NO-BREAK SPACE}"
"""Stands for a blank within a guess, because guesses are separated by blanks."""
_LARGEST_REPORT = 1 << 30
"""Bytes of the largest report that is read, so that a wrong file cannot fill the memory."""
_DATA_ELEMENT = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
"""The element of base.html that has the data of a report."""
_UNKNOWN_COMMAND = "published"
"""Stands for the command of each player, which is not published."""


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


def page_data(run: Run, games: Iterable[GameRecord], publication: Publication | None) -> dict[str, Any]:
    """Return the data of a page with these games, as an object of JSON.

    publication: what a published report has beside the games; None for another report.
    """
    names = [player.name for player in run.contest.competing]
    rows = []
    characters_left = _MAX_ERROR_TEXT_OF_PAGE
    for game in games:
        error_text = _error_text(game)
        if len(error_text) > characters_left:
            error_text = "…"

        characters_left -= len(error_text)
        rows.append(_row_of(game, run.number(game), names, error_text))

    spelling = run.contest.spelling
    data: dict[str, Any] = {
        "players": names,
        "terminations": _TERMINATIONS,
        "attempts": attempt_names(run.contest.rules.attempts),
        # The character that stands for a group of letters, and the group.
        "letters": {spelling.read(group): group for group in spelling.groups},
        "games": rows,
    }
    if publication is not None:
        data["publication"] = msgspec.to_builtins(publication, str_keys=True)

    return data


def attempt_names(attempts: int) -> list[str]:
    """Return the names of that many attempts: 1st, 2nd, 3rd, 4th, …, 11th, …, 21st and so on."""
    names = []
    for number in range(1, attempts + 1):
        # English says eleventh, twelfth, thirteenth, but twenty-first.
        is_teen = number % 100 in (11, 12, 13)
        suffix = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        names.append(f"{number}{suffix}")

    return names


def _error_text(game: GameRecord) -> str:
    """Return the end of what a player wrote on standard error in a game that won nothing, else ""."""
    if game.points > 0:
        return ""
    return game.stderr.rstrip()[-_MAX_ERROR_TEXT:]


def _row_of(game: GameRecord, number: int, names: list[str], error_text: str) -> list[Any]:
    """Return the values of a game in the order in which game_data.js and record_of_row read them.

    They have no names, so that the page is small. Most games ended well and without an error text: their rows are two
    values shorter. number: the game's number in the run. names: of all players.
    """
    guesses = " ".join(guess.replace(" ", _BLANK_IN_GUESS) for guess in game.guesses)
    replies = " ".join(game.replies)
    # Which guesses are legal: 101 if the second of three is not.
    legal = "".join("1" if move.legal else "0" for move in moves(game))
    milliseconds = [float(f"{1000 * seconds:.3g}") for seconds in game.move_seconds]

    player_index = names.index(game.player)
    termination_index = _TERMINATIONS.index(game.termination.value)
    row = [number, player_index, game.word, guesses, replies, legal, game.points, termination_index, milliseconds]

    ended_well = game.signal is None and not game.exit_status
    if error_text or not ended_well:
        ending = "" if ended_well else exit_text(game.exit_status, game.signal)
        row += [ending, error_text]

    return row


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
        row = row_of_word_game(word_game)
        # There may be no file of answers.
        public_paths = {key: _public_path(row[key]) for key in ("path", "answers_path") if row[key]}
        lists[length] = row | public_paths

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


def _without_private_paths(leaderboard: dict[str, Any]) -> dict[str, Any]:
    """Return the leaderboard without the players' commands and the list's directory: paths of the holder's machine."""
    players = [dict(player) for player in leaderboard["players"]]
    for player in players:
        del player["command"]

    return leaderboard | {"wordlist": _public_path(leaderboard["wordlist"]), "players": players}


def record_of_row(row: list[Any], names: list[str], publication: Publication) -> GameRecord:
    """Return the record of a published game from its row. What is not published of a game is empty.

    The publication has what the row lacks or has rounded, each by the number of the game: the count of illegal guesses,
    the seconds, and why a game is void.
    Raises ValueError, TypeError or LookupError if the row is damaged.
    """
    number, player_index, word, guesses_text, replies_text, _, points, termination_index, milliseconds, *_ = row
    replies = replies_text.split()

    # An empty text is one empty guess if there is a reply to it, else no guess.
    guesses = guesses_text.split(" ") if replies else []
    seconds = [float(time) / 1000 for time in milliseconds]

    return msgspec.convert(
        {
            "player": names[player_index],
            "length": len(word),
            "index": publication.words[len(word)].index(word),
            "word": word,
            "guesses": [guess.replace(_BLANK_IN_GUESS, " ") for guess in guesses],
            "replies": replies,
            "attempts": len(replies),
            "points": points,
            "termination": _TERMINATIONS[termination_index],
            "illegal": publication.illegal.get(number, 0),
            # Older reports have the seconds of failed games only.
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
