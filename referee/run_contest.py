"""The one driver of a contest: open the run, try the players out, play, record, publish.

`referee run` and `referee.run` both call `run_contest`.
"""

import contextlib
import logging
import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lingo_common.cluster import address_of
from lingo_common.errors import DataError, UsageError
from lingo_common.option import OptionGroup, flag_option, number_reader, option, path_option
from lingo_common.process import MAX_JOBS, processors
from referee.check.findings import error_excerpt
from referee.check.trial_games import breaches
from referee.contest.conditions import Conditions
from referee.contest.contest import Fixture
from referee.contest.draw import commitment_of, new_nonce
from referee.contest.isolation import NO_SANDBOX, IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import WordGames, lists_used
from referee.contest.player import Player, Program, PythonPlayer, UnpreparedProgram
from referee.contest.selection import Selection
from referee.contest.termination import Termination
from referee.game import live_text
from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard
from referee.results.stopping_rule import StoppingRule, blocks
from referee.runner.contents import is_secret
from referee.runner.control_group import shares_processors
from referee.runner.sight import files_digest
from referee.runner.visible_paths import named_files, own_programs
from referee.schedule.forfeits import Forfeits
from referee.schedule.scheduler import Scheduler, scheduler_for
from referee.storage.reader import open_run
from referee.storage.recorder import HOME, Recorder, check_free, check_publishable, new_directory, publish
from referee.storage.resume import check_level, check_resumable, games_again, new_players, resumable

_log = logging.getLogger(__name__)

NO_SHARES = (
    "no control group can be made here, except by root or in a delegated group (docs/isolation.md): "
    "a player can take processor time from the game beside it"
)


@dataclass(frozen=True)
class RunRequest(OptionGroup):
    """Everything that a contest holder asks for."""

    out: str | None = path_option("The directory that keeps the run; by default a new one in pit/.", "DIR")
    """The directory of a new run; None for a new one in HOME."""
    resume: str | None = path_option("Go on with the run in this directory, on the same words.", "DIR")
    """The directory of the run to resume."""
    keep_going: bool = flag_option("Play on without a player that cannot be prepared or started.")
    """Whether to play although a player's program is missing."""
    forfeit_after: int = option(
        "After N failures in a row a player plays no more and forfeits the rest; 0: never.",
        number_reader(0),
        20,
        metavar="N",
        shown_default="20",
    )
    """How many failures in a row end a player's games; 0 for never."""
    reinstate: tuple[str, ...] = option(
        "With --resume: play the games after all that this player forfeited.", str, (), metavar="NAME", many=True
    )
    """The players of a resumed run that play the games after all that they forfeited."""
    jobs: int = option("Games at a time.", number_reader(1, MAX_JOBS), processors, metavar="N", shown_default="cores")
    """Games at a time on this machine."""
    cluster: str | None = option(
        "Play on the Dask cluster whose scheduler is at HOST:PORT, which must have the players, instead of here.",
        address_of,
        metavar="ADDRESS",
    )
    """The address of the Dask cluster that plays; None for this machine."""
    players: tuple[Player, ...] = ()
    """The players; for a resumed run, those that join it."""
    selection: Selection = Selection()
    """The words."""
    limits: Limits = Limits()
    """What a player may use."""
    isolation: IsolationRequest = IsolationRequest()
    """How players are kept apart."""

    def check(self) -> None:
        """UsageError if options exclude each other."""
        if self.resume is None:
            if self.reinstate:
                raise UsageError("--reinstate goes with --resume")
            self.selection.check(len(self.players))
        elif self.out is not None:
            raise UsageError("--resume goes on in its own directory: leave --out away")
        elif self.selection.until_decided:
            self.selection.check(2)


class Observer:
    """Receives the events of a run; this class ignores them."""

    def on_open(self, recorder: Recorder, scheduler: Scheduler) -> None:
        """The run is open and its games are about to begin."""

    def on_game(self, recorder: Recorder, game: GameRecord) -> None:
        """A game is recorded."""

    def on_close(self) -> None:
        """No further game will be played."""


def run_contest(request: RunRequest, observer: Observer | None = None) -> Leaderboard:
    """Play a contest, or what is left of a resumed one, and return its leaderboard.

    Raises DataError or UsageError if the request cannot be met.
    """
    observer = observer or Observer()
    request.check()
    with contextlib.ExitStack() as cleanup:
        request = _hiding_its_files(cleanup.enter_context(_in_a_directory(request)))
        request = replace(request, players=_with_digests(request.players, request.isolation))
        check_publishable(request.resume or request.out or "")
        scheduler = cleanup.enter_context(scheduler_for(request.cluster, request.jobs, request.isolation))
        if request.cluster is None and request.isolation.careful:
            _check_shares(request.limits)
        if not request.keep_going:
            scheduler.check_present(request.players)
        if scheduler.level != NO_SANDBOX:
            _check_visible(request)
        recorder, word_games = cleanup.enter_context(_open_run(request, scheduler))
        request = replace(request, players=_with_objects(recorder.contest.players, request.players))
        if request.resume is not None:
            request = replace(request, players=_with_digests(request.players, request.isolation))
        cleanup.enter_context(resumable(recorder.run))
        _reinstate(request.reinstate, recorder)
        observer.on_open(recorder, scheduler)
        if request.cluster is None and request.jobs > 1 and not shares_processors():
            _log.warning("%s", NO_SHARES)
        cleanup.callback(observer.on_close)
        _play(request, recorder, word_games, scheduler, observer)
        board = recorder.run.leaderboard()
        publish(recorder.directory, board)
    return board


@contextlib.contextmanager
def _in_a_directory(request: RunRequest) -> Iterator[RunRequest]:
    """The request with a directory for its run: where none is named a new one, removed if no run begins in it."""
    if request.resume is not None or request.out is not None:
        yield request
        return
    directory = new_directory(None)
    try:
        yield replace(request, out=directory)
    finally:
        with contextlib.suppress(OSError):
            os.rmdir(directory)
            os.rmdir(HOME)


def _hiding_its_files(request: RunRequest) -> RunRequest:
    """The request with the run's directory, its file of words and other players' programs hidden from each player."""
    paths = [*filter(None, [request.resume, request.out, request.selection.words])]
    players = [*request.players]
    if request.resume is not None:
        with open_run(request.resume) as run:
            players += run.contest.players
    programs = set[str]().union(*map(_files_of, players))
    return replace(request, isolation=replace(request.isolation.hiding(paths), programs=tuple(sorted(programs))))


def _with_digests(players: Iterable[Player], isolation: IsolationRequest) -> tuple[Player, ...]:
    """The players with the digests of their files; a line names each whose files are others than in the record."""
    digests = {player: files_digest(player, isolation) for player in players if isinstance(player, Program)}
    for player, digest in digests.items():
        if player.digest not in ("", digest):
            _log.warning("player '%s': its files have changed since the run began", player.name)
    return tuple(replace(player, digest=digests[player]) if player in digests else player for player in players)


def _check_visible(request: RunRequest) -> None:
    """DataError for a player whose command names a file that no player sees."""
    for player in request.players:
        for file in named_files(player.arguments) if player.arguments else ():
            if is_secret(file, request.isolation.hidden):
                raise DataError(
                    f"player '{player.name}': {file}: no player sees the directory of a run, its file of words or its "
                    "contest file; move the player's file, or choose another --out"
                )


def _check_shares(limits: Limits) -> None:
    """DataError if games of a careful run can take processor time or memory from each other."""
    if None in (limits.memory, limits.cpu, limits.processes):
        raise DataError("--careful needs limits on memory, processor time and processes")
    if not shares_processors():
        raise DataError(f"--careful: {NO_SHARES}")


def _files_of(player: Player) -> set[str]:
    """The player's own programs that its command names, and its source."""
    programs = {*own_programs(player.arguments)} if player.arguments else set()
    return {*programs, player.source} if isinstance(player, UnpreparedProgram) and player.source else programs


@contextlib.contextmanager
def _open_run(request: RunRequest, scheduler: Scheduler) -> Iterator[tuple[Recorder, WordGames]]:
    """The new or resumed run and its word games; its new players are tried out before anything is written."""
    if request.resume is not None:
        with Recorder(request.resume) as recorder:
            run, limits = recorder.run, recorder.run.conditions.limits
            check_resumable(run, request.selection, request.limits)
            word_games = games_again(run, request.selection.game.wordlist)
            newcomers = new_players(run, request.players)
            check_level(run, scheduler.level, newcomers)
            _try_out(newcomers, word_games, limits, scheduler, request.keep_going)
            recorder.add_players(newcomers)
            yield recorder, word_games
        return
    contest, word_games = request.selection.contest(request.players)
    if request.out is not None:
        check_free(request.out)
    limits = request.limits.for_jobs(request.jobs)
    _try_out(request.players, word_games, limits, scheduler, request.keep_going)
    conditions = Conditions(limits, lists_used(word_games), scheduler.level, careful=request.isolation.careful)
    if request.selection.commit or request.isolation.careful:
        nonce = new_nonce()
        conditions = replace(conditions, nonce=nonce, commitment=commitment_of(contest.words, nonce))
    with Recorder(new_directory(request.out), contest, conditions) as recorder:
        yield recorder, word_games


def _try_out(
    players: Sequence[Player], word_games: WordGames, limits: Limits, scheduler: Scheduler, keep_going: bool
) -> None:
    """Let every player play one game, and log each breach of the protocol.

    Raises DataError for a player that cannot be started, unless keep_going.
    """
    by_name = {player.name: player for player in scheduler.prepare(players, word_games, keep_going)}
    # A random word of the shortest length tells nothing about the words of the run.
    word = secrets.choice(word_games[min(word_games)].words.words)
    fixtures = [Fixture(player, 0, word) for player in by_name.values()]
    with contextlib.closing(scheduler.play(fixtures, word_games, limits)) as batches:
        for record in (game for batch in batches for game in batch):
            broken = breaches(record, by_name[record.player], word_games, limits, scheduler.unseen_paths)
            for breach in broken:
                if record.termination is Termination.NOT_STARTED and not keep_going:
                    raise DataError(f"player '{record.player}': {breach.says}")
                _log.warning("tried '%s': %s: %s. %s", record.player, breach.kind, breach.says, breach.advice)
            for line in error_excerpt(record, [breach.says for breach in broken]):
                _log.warning("tried '%s': standard error: %s", record.player, live_text.error_line(line))


def _reinstate(names: Sequence[str], recorder: Recorder) -> None:
    """Let these players play what they forfeited; DataError for one that forfeited nothing."""
    for name in names:
        recorder.run.check_player(name)
        numbers = [recorder.run.number(game) for game in recorder.run.games(name, termination=Termination.FORFEITED)]
        if not numbers:
            raise DataError(f"player '{name}' has forfeited no game")
        recorder.set_aside(numbers, "reinstated")


def _play(
    request: RunRequest,
    recorder: Recorder,
    word_games: WordGames,
    scheduler: Scheduler,
    observer: Observer,
) -> None:
    """Play and record the games that are not recorded yet."""
    contest, limits = recorder.contest, recorder.run.conditions.limits
    contest = replace(contest, players=scheduler.prepare(request.players, word_games, request.keep_going))
    played = recorder.run.finished_numbers()
    rule = StoppingRule(contest, recorder.run.games())
    out = {game.player for game in recorder.run.games(termination=Termination.FORFEITED)}
    forfeits = Forfeits(request.forfeit_after, out if request.forfeit_after else ())
    for name, termination in recorder.run.terminations():
        if name not in {*out, *request.reinstate}:
            forfeits.count(name, termination)
    for rounds in blocks(contest, rule):
        playing = dict.fromkeys(fixture.player for fixture in contest.fixtures(played, rounds))
        if not playing:
            continue
        needed = () if request.keep_going else tuple(playing)
        fixtures = forfeits.to_play(contest.fixtures(played, rounds))
        with contextlib.closing(scheduler.play(fixtures, word_games, limits, needed)) as games:
            for game in recorder.record(forfeits.with_forfeited(games)):
                rule.add(game)
                observer.on_game(recorder, game)


def _with_objects(recorded: Sequence[Player], requested: Sequence[Player]) -> tuple[Player, ...]:
    """The players of the record; one without a program is the Python object that was handed in.

    UsageError if a run with such a player is resumed without it.
    """
    objects = {player.name: player for player in requested if isinstance(player, PythonPlayer)}
    for player in recorded:
        if isinstance(player, PythonPlayer) and player.name not in objects:
            raise UsageError(f"player '{player.name}' is a Python object: resume the run from Python")
    return tuple(objects[player.name] if isinstance(player, PythonPlayer) else player for player in recorded)
