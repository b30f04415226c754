"""Resolves a run: from its options, and the record of a run that goes on, to its plan."""

import logging
import os
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lingo_common.errors import DataError, UsageError
from referee.contest.contest import Conditions, Contest, Plan
from referee.contest.draw import commitment_of
from referee.contest.limits import IsolationRequest
from referee.contest.own_files import changed_files, list_of_paths, with_files
from referee.contest.player import Player, Program, PythonPlayer
from referee.contest.run_request import RunRequest
from referee.contest.termination import Termination
from referee.contest.view import own_programs
from referee.storage.resume import check_level, check_resumable, new_players, reread_all_lists, why_not_again
from referee.storage.run import Run

_log = logging.getLogger(__name__)


def isolation_of(request: RunRequest, directory: str, run: Run | None) -> IsolationRequest:
    """Return the isolation that is asked for, with what no player may see.

    That is the directory of the run, its file of words, and the programs of other players. run: the record of a run
    that goes on; None for a new run.
    """
    # Whoever lets a run go on need not name its file of words again.
    recorded_words = None if run is None else run.conditions.words_file
    isolation = request.isolation.hiding(directory, request.selection.words, recorded_words)

    recorded = () if run is None else run.contest.players
    return hiding_programs(isolation, (*request.players, *recorded))


def hiding_programs(isolation: IsolationRequest, players: Iterable[Player]) -> IsolationRequest:
    """Return the isolation in which no player sees the programs of the others."""
    programs: set[str] = set()
    for player in players:
        if isinstance(player, Program):
            programs.update(own_programs(player.arguments))
            # The command of a compiled player does not name its source.
            if player.source:
                programs.add(player.source)

    return replace(isolation, programs=tuple(sorted(programs)))


def newcomers_of(request: RunRequest, isolation: IsolationRequest, run: Run | None) -> tuple[Player, ...]:
    """Return the players that are tried out first: all of a new run, or those that join the run that goes on.

    A program comes with the digests of its files. run: None for a new run. Raises DataError if a name stands for
    another command in the record.
    """
    players = request.players if run is None else new_players(run, request.players)
    return tuple(with_files(player, isolation) if isinstance(player, Program) else player for player in players)


def plan_of_new_run(request: RunRequest, players: tuple[Player, ...], isolation: IsolationRequest, level: str) -> Plan:
    """Return the plan of a new run of these players at that level of isolation; DataError if words are missing."""
    # --careful commits to the words too.
    is_committed = request.selection.commit or isolation.careful
    if is_committed and request.selection.seed is not None:
        _log.warning(
            "the words are committed to (%s) and drawn with a seed that was given: whoever knows the seed knows "
            "the words; leave --seed out",
            "--commit" if request.selection.commit else "--careful",
        )

    contest = request.selection.contest(players, is_committed)

    # The commitment is a hash of words and nonce. Without the nonce anybody could find the words by trying seeds.
    nonce = secrets.token_hex(16) if is_committed else None
    # Games that are played at once share the machine's memory.
    limits = request.limits.for_jobs(request.jobs)
    words = request.selection.words
    _check_paths_for_record(contest, words)
    return Plan(
        contest=contest,
        conditions=Conditions(
            limits=limits,
            isolation=level,
            careful=isolation.careful,
            nonce=nonce,
            commitment=None if nonce is None else commitment_of(contest.words, nonce),
            words_file=None if words is None else os.path.abspath(words),
        ),
        isolation=isolation,
        keep_going=request.keep_going,
    )


def _check_paths_for_record(contest: Contest, words: str | None) -> None:
    """Raise DataError if a path of a list, or the path of the file of words, is not text in UTF-8.

    The record of a run is a database, which keeps nothing else as text.
    """
    paths = [words, contest.wordlist]
    for word_game in contest.word_games.values():
        paths += word_game.paths

    for path in filter(None, paths):
        try:
            path.encode()
        except UnicodeEncodeError:
            raise DataError(f"{path!a}: the path of a list must be text in UTF-8") from None


def plan_of_resumed_run(
    request: RunRequest, newcomers: tuple[Player, ...], run: Run, isolation: IsolationRequest, level: str
) -> Plan:
    """Return the plan of a run that goes on at that level of isolation, and that these players join.

    Lines of the log tell which files of its players have changed. Raises DataError or UsageError if it cannot go on, or
    if a game cannot be played again.
    """
    check_resumable(run, request.selection, request.limits)
    word_games = reread_all_lists(run, request.selection.game.wordlist)
    check_level(run, level, newcomers)
    again = _games_to_play_again(request, run)

    # Here nothing can be refused any more: a run that is refused has one line on standard error.
    recorded = _as_they_are_now(_with_objects(run.contest.players, request.players), isolation)
    return Plan(
        contest=replace(run.contest, players=(*recorded, *newcomers), word_games=word_games),
        conditions=run.conditions,
        isolation=isolation,
        again=again,
        again_alone=bool(request.again),
        keep_going=request.keep_going,
    )


def _with_objects(recorded: Sequence[Player], requested: Iterable[Player]) -> list[Player]:
    """Return the players of the record, with the Python objects that were handed in; UsageError if one is missing."""
    objects = {player.name: player for player in requested if isinstance(player, PythonPlayer)}
    for player in recorded:
        if isinstance(player, PythonPlayer) and player.name not in objects:
            raise UsageError(f"player '{player.name}' is a Python object: resume the run from Python")

    return [objects.get(player.name, player) for player in recorded]


def _as_they_are_now(recorded: Iterable[Player], isolation: IsolationRequest) -> list[Player]:
    """Return the players with the digest that they have now; lines of the log tell which files have changed.

    Their `files` stay those of the record, which tell later what is gone.
    """
    players: list[Player] = []
    for player in recorded:
        if not isinstance(player, Program):
            players.append(player)
            continue

        now = with_files(player, isolation)
        players.append(replace(player, digest=now.digest))
        named_paths, paths_beside = changed_files(player, now)
        if named_paths:
            files = list_of_paths(named_paths)
            _log.warning("player '%s': its files have changed since the run began: %s", player.name, files)

        # A page beside the players is most likely a report of the run that was written meanwhile.
        paths = [path for path in paths_beside if not path.endswith(".html")]
        if paths:
            others = list_of_paths(paths)
            _log.info("player '%s': other files in its folder changed since the run began: %s", player.name, others)

    return players


def _games_to_play_again(request: RunRequest, run: Run) -> dict[int, str]:
    """Return the recorded games that are played again, by their numbers, and why: "played again" or "reinstated".

    Raises DataError for a game that was not played, and for a player that plays no more or has forfeited no game.
    """
    again: dict[int, str] = {}
    for number in request.again:
        game = run.game(number)
        problem = why_not_again(run, game.player)
        if problem:
            raise DataError(f"game {number} cannot be played again: {problem}")

        again[number] = "played again"

    for name in request.reinstate:
        run.check_player(name)
        if name in run.contest.disqualified:
            raise DataError(why_not_again(run, name))

        forfeited_games = list(run.games(name, termination=Termination.FORFEITED))
        if not forfeited_games:
            raise DataError(f"player '{name}' has forfeited no game: leave --reinstate away")

        for game in forfeited_games:
            again[run.number(game)] = "reinstated"

    return again
