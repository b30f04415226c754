"""The one driver of a contest, for `referee run` and `referee.run`: plan the run, try players out, play, record."""

import contextlib
import itertools
import logging
import os
import secrets
from collections.abc import Callable, Iterator, Sequence

from lingo_common.cluster import connect
from lingo_common.errors import DataError
from referee.check.findings import Finding, serious_findings
from referee.contest.contest import Fixture, Plan
from referee.contest.folders import is_secret
from referee.contest.limits import NO_SANDBOX, IsolationRequest
from referee.contest.player import Player, PythonPlayer
from referee.contest.run_request import RunRequest
from referee.contest.termination import PLAYED_OUT, Termination
from referee.contest.view import named_paths
from referee.game import game_text
from referee.game.record import GameRecord
from referee.game.sandbox import find_sandbox
from referee.plan_run import isolation_of, newcomers_of, plan_of_new_run, plan_of_resumed_run
from referee.results.leaderboard import Leaderboard
from referee.results.stopping_rule import StoppingRule, blocks
from referee.runner.client import Runner
from referee.runner.control_group import divides_processors_evenly
from referee.schedule.cluster_scheduler import ClusterScheduler, agree_on_isolation
from referee.schedule.forfeits import Forfeits
from referee.schedule.local_scheduler import LocalScheduler
from referee.storage.resume import resumable
from referee.storage.run import Recorder
from referee.storage.run_directory import check_free, make_directory, new_directory, remove_if_empty

_log = logging.getLogger(__name__)

NO_CONTROL_GROUP = (
    "no control group can be made here, so a player can take processor time from the game beside it; "
    "start the referee as root, or with: systemd-run --user --scope -p Delegate=yes referee run …"
)

Scheduler = LocalScheduler | ClusterScheduler
"""Both have the same methods, which LocalScheduler describes."""
OnGame = Callable[[GameRecord], object]
"""Called with each game that is recorded."""
Follow = Callable[[Plan, Recorder, Scheduler], contextlib.AbstractContextManager[OnGame]]
"""Called when a run is open and about to begin; its context ends with the run."""


def run_contest(
    request: RunRequest, follow: Follow = lambda *run: contextlib.nullcontext(lambda game: None)
) -> Leaderboard:
    """Play a contest, or what is left of one, and return its leaderboard.

    A run that goes on is locked first. A new run has an empty directory until its players are tried out. follow: by
    default does nothing with the games. Raises DataError or UsageError if the run cannot be played, or stops before its
    end.
    """
    request.check()
    with contextlib.ExitStack() as cleanup:
        directory = request.resume or request.out
        if directory is None:
            directory = new_directory()
            # A run that is refused leaves no directory behind.
            cleanup.callback(remove_if_empty, os.path.dirname(directory))
            cleanup.callback(remove_if_empty, directory)
        # A new run has no recorder until its players have been tried out.
        recorder = cleanup.enter_context(Recorder(directory)) if request.resume else None
        isolation = isolation_of(request, directory, recorder)
        _check_protections(request)
        # If a worker of a cluster has no sandbox, none of them uses one. So the plan has the scheduler's isolation.
        scheduler = cleanup.enter_context(_scheduler_for(request, isolation))

        # What is wrong with a player is said before what is wrong with the words.
        newcomers = newcomers_of(request, isolation, recorder)
        _check_newcomers(newcomers, request.keep_going, scheduler)
        if recorder is None:
            check_free(directory)
            plan = plan_of_new_run(request, newcomers, scheduler.isolation, scheduler.level)
            # A sandbox covers the directory only if it is there before the first game, which is a trial game.
            make_directory(directory)
            cleanup.callback(remove_if_empty, directory)
        else:
            plan = plan_of_resumed_run(request, newcomers, recorder, scheduler.isolation, scheduler.level)

        _try_out(newcomers, plan, scheduler)
        _warn_of_uneven_processors(request)

        if recorder is None:
            recorder = cleanup.enter_context(Recorder(directory, plan.contest, plan.conditions))
        else:
            recorder.add_players(newcomers)

        # From here on an interruption tells how to go on.
        options = request.options_to_repeat()
        plays_again = bool(plan.again)
        cleanup.enter_context(resumable(recorder, options, plays_again, request.is_kept))
        on_game = cleanup.enter_context(follow(plan, recorder, scheduler))
        forfeits = _forfeits_so_far(plan, recorder, request.forfeit_after)
        _play(plan, recorder, scheduler, forfeits, on_game)
        return recorder.write_leaderboards()


@contextlib.contextmanager
def _scheduler_for(request: RunRequest, isolation: IsolationRequest) -> Iterator[Scheduler]:
    """Yield a scheduler on the cluster that the request names, or on this machine.

    Raises DataError if a sandbox is required and none works, or if no cluster answers.
    """
    if request.cluster is None:
        with Runner() as runner:
            yield LocalScheduler(request.jobs, find_sandbox(isolation, runner))
    else:
        with connect(request.cluster) as workers:
            agreed_isolation, isolation_line = agree_on_isolation(workers, isolation)
            with contextlib.closing(ClusterScheduler(workers, agreed_isolation, isolation_line)) as scheduler:
                yield scheduler


def _check_protections(request: RunRequest) -> None:
    """Raise DataError if the run is careful, and a limit or the control groups that it needs are missing.

    On a cluster the workers need the control groups: agree_on_isolation asks them.
    """
    if not request.isolation.careful:
        return

    if None in (request.limits.memory, request.limits.cpu, request.limits.processes):
        raise DataError("--careful needs limits on memory, processor time and processes")
    if request.cluster is None and not divides_processors_evenly():
        raise DataError(f"--careful: {NO_CONTROL_GROUP}")


def _warn_of_uneven_processors(request: RunRequest) -> None:
    """Log that games could take processor time from each other on this machine, unless they cannot.

    It is said once a run can begin, so that a run that is refused has one line on standard error.
    """
    is_played_here = request.cluster is None
    if is_played_here and request.jobs > 1 and not divides_processors_evenly():
        _log.warning("%s", NO_CONTROL_GROUP)


def _check_newcomers(newcomers: Sequence[Player], keep_going: bool, scheduler: Scheduler) -> None:
    """Raise DataError for a new player whose program is missing, or whose command names a file that no player sees."""
    # A run that keeps going counts a missing program as a failure in each of its games.
    if not keep_going:
        scheduler.check_present(newcomers)

    # Without a sandbox players see all files.
    if scheduler.level == NO_SANDBOX:
        return

    for player in newcomers:
        paths = named_paths(player.arguments) if player.arguments else ()
        for file in filter(os.path.isfile, paths):
            if is_secret(file, scheduler.isolation.hidden):
                raise DataError(
                    f"player '{player.name}': {file}: no player sees the directory of a run, its file of words or its "
                    "contest file; move the player's file, or choose another --out"
                )


def _try_out(newcomers: Sequence[Player], plan: Plan, scheduler: Scheduler) -> None:
    """Let every new player play one game and log each breach; DataError if one cannot be started and all are needed."""
    if not newcomers:
        return

    # A player that is prepared knows the directories that its preparation made, or why it failed.
    word_games = plan.contest.word_games
    by_name = {player.name: player for player in scheduler.prepare(plan, newcomers)}

    # A random word of the shortest length tells nothing about the words of the run.
    word = secrets.choice(word_games[min(word_games)].words.words)
    fixtures = [Fixture(player, index=0, word=word) for player in newcomers]
    isolation = None if scheduler.level == NO_SANDBOX else scheduler.isolation

    with contextlib.closing(scheduler.play(plan, fixtures)) as batches:
        for record in itertools.chain.from_iterable(batches):
            player = by_name[record.player]
            findings = serious_findings(record, player, word_games, plan.conditions.limits, isolation)
            if record.termination is Termination.NOT_STARTED and not plan.keep_going:
                # The last finding is the breach; the remarks on what the sandbox refused come before it.
                failure = findings[-1]
                raise DataError(f"player '{record.player}': {failure.says}")

            _log_trial(record, player, findings)


def _log_trial(record: GameRecord, player: Player, findings: Sequence[Finding]) -> None:
    """Log what a trial game showed, and what its player wrote on standard error."""
    for finding in findings:
        advice = f". {finding.advice}" if finding.advice else ""
        _log.warning("tried '%s': %s: %s%s", player.name, finding.kind, finding.says, advice)

    if isinstance(player, PythonPlayer):
        if record.stderr_head:
            # One message, so that a caller's handler gets the traceback whole.
            _log.warning("tried '%s':\n%s", player.name, record.stderr_head.rstrip())

        return

    # A finding quotes a single line. The record of a game that was not started has the referee's reason there.
    lines = record.stderr.splitlines()
    if len(lines) > 1 and record.termination not in (*PLAYED_OUT, Termination.NOT_STARTED):
        for line in lines:
            _log.warning("tried '%s': standard error: %s", player.name, game_text.error_line(line))


def _play(plan: Plan, recorder: Recorder, scheduler: Scheduler, forfeits: Forfeits, on_game: OnGame) -> None:
    """Play and record the games of the plan that are not recorded yet, and those that are played again."""
    contest = plan.contest
    numbers_to_replay = plan.again.keys()
    left_out = _numbers_not_to_play(plan, recorder)

    # A game that is played again counts when it is played; until then its earlier result is left out.
    results = (game for game in recorder.games() if recorder.number(game) not in numbers_to_replay)
    rule = StoppingRule(contest, results)
    with_games_left = dict.fromkeys(fixture.player for fixture in contest.fixtures(left_out))

    for rounds in blocks(contest, rule):
        playing = dict.fromkeys(fixture.player for fixture in contest.fixtures(left_out, rounds))
        if not playing:
            continue  # without a game no player is compiled

        # All players are prepared before the first game, also those that play in later blocks alone. Later blocks find
        # them prepared. A player that has no games left is left out: its files may have been removed.
        scheduler.prepare(plan, forfeits.who_plays_on(with_games_left))
        # Unless it keeps going, the run stops if the program of one of these players is gone.
        if not plan.keep_going:
            scheduler.check_present(forfeits.who_plays_on(playing))

        # Fixtures are generated while games are played, so a player that has just failed too often forfeits the rest.
        fixtures = forfeits.to_play(contest.fixtures(left_out, rounds))

        with contextlib.closing(scheduler.play(plan, fixtures)) as batches:
            for games in forfeits.with_forfeited(batches):
                recorder.record(games, plan.again)
                for game in games:
                    rule.add(game)
                    on_game(game)


def _numbers_not_to_play(plan: Plan, recorder: Recorder) -> set[int]:
    """Return the numbers of the games that are recorded and not played again, or that are left to a later --resume."""
    numbers = recorder.finished_numbers()
    # `referee rerun` plays nothing else, and once the words are known no game is begun.
    if plan.again_alone or plan.conditions.revealed is not None:
        numbers = set(range(1, plan.contest.game_count + 1))

    return numbers - plan.again.keys()


def _forfeits_so_far(plan: Plan, recorder: Recorder, forfeit_after: int) -> Forfeits:
    """Return the failures in a row of each player by the record, and who plays no more.

    A player that has forfeited games plays no more, unless all of these are played again: then its failures are counted
    from 0. forfeit_after: after how many failures a player forfeits the rest of its games; 0 for never.
    """
    have_forfeited = set()
    play_no_more = set()
    for game in recorder.games(termination=Termination.FORFEITED):
        have_forfeited.add(game.player)
        if recorder.number(game) not in plan.again:
            play_no_more.add(game.player)

    # With --forfeit-after 0 nobody forfeits, so they play on.
    forfeits = Forfeits(forfeit_after, play_no_more if forfeit_after else ())
    for name, termination in recorder.terminations():
        if name not in have_forfeited:
            forfeits.count(name, termination)

    return forfeits
