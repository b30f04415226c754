"""The one driver of a contest, for `referee run` and `referee.run`: try the players out, play, record, publish."""

import contextlib
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from lingo_common.cluster import address_of
from lingo_common.errors import DataError, UsageError, printable
from lingo_common.option import OptionGroup, flag_option, number_reader, option, path_option
from lingo_common.process import MAX_JOBS, processors
from referee.check.findings import error_excerpt
from referee.check.trial_games import breaches
from referee.contest.conditions import NO_SANDBOX, Conditions, IsolationRequest, Limits
from referee.contest.contest import Fixture
from referee.contest.draw import commitment_of
from referee.contest.lists import WordGames
from referee.contest.own_files import changes, some_of, with_files
from referee.contest.player import Player, Program, PythonPlayer, UnpreparedProgram
from referee.contest.players import commands_of
from referee.contest.secrets import is_secret
from referee.contest.selection import Selection
from referee.contest.termination import Termination
from referee.contest.visible_paths import named_paths, own_programs
from referee.game import game_text
from referee.game.record import GameRecord
from referee.results.leaderboard import Leaderboard
from referee.results.stopping_rule import StoppingRule, blocks
from referee.runner.control_group import shares_processors
from referee.schedule.scheduler import Forfeits, Scheduler, scheduler_for
from referee.storage.reader import open_run
from referee.storage.recorder import HOME, Recorder, check_free, new_directory
from referee.storage.resume import (
    check_level,
    check_resumable,
    games_again,
    new_players,
    resumable,
    why_not_again,
)

_log = logging.getLogger(__name__)

NO_SHARES = (
    "no control group can be made here, except by root or in a delegated group (docs/isolation.md): "
    "a player can take processor time from the game beside it"
)


@dataclass(frozen=True)
class RunRequest(OptionGroup):
    """Everything that a contest holder asks for."""

    out: str | None = path_option("The directory that keeps the run; by default a new one in pit/.", "DIR")
    resume: str | None = path_option("Go on with the run in this directory, on the same words.", "DIR")
    keep_going: bool = flag_option("Play on without a player that cannot be prepared or started.")
    forfeit_after: int = option(
        "After N failures in a row a player plays no more and forfeits the rest; 0: never.",
        number_reader(0),
        20,
        metavar="N",
        shown_default="20",
    )
    reinstate: tuple[str, ...] = option(
        "With --resume: play the games after all that this player forfeited.", str, (), metavar="NAME", many=True
    )
    jobs: int = option("Games at a time.", number_reader(1, MAX_JOBS), processors, metavar="N", shown_default="cores")
    cluster: str | None = option(
        "Play on the Dask cluster whose scheduler is at HOST:PORT, which must have the players, instead of here.",
        address_of,
        metavar="ADDRESS",
    )
    again: tuple[int, ...] = ()
    """With resume: the numbers of recorded games that are played again."""
    players: tuple[Player, ...] = ()
    """The players; for a resumed run, those that join it."""
    selection: Selection = Selection()
    limits: Limits = Limits()
    isolation: IsolationRequest = IsolationRequest()

    def check(self) -> None:
        """UsageError if options exclude each other."""
        if self.resume is None:
            if self.reinstate or self.again:
                raise UsageError("--reinstate goes with --resume")
            self.selection.check(len(self.players))
        elif self.out is not None:
            raise UsageError("--resume goes on in its own directory: leave --out away")
        elif self.selection.until_decided:
            self.selection.check(2)


OnGame = Callable[[GameRecord], object]
"""Called with each game that is recorded."""


@contextlib.contextmanager
def ignore(recorder: Recorder, scheduler: Scheduler) -> Iterator[OnGame]:
    """Follow the games of a run, which is open and about to begin, until the last; this function ignores them."""
    yield lambda game: None


def run_contest(
    request: RunRequest, follow: Callable[[Recorder, Scheduler], contextlib.AbstractContextManager[OnGame]] = ignore
) -> Leaderboard:
    """Play a contest, or what is left of one; the leaderboard. DataError or UsageError if that cannot be done."""
    request.check()
    with contextlib.ExitStack() as cleanup:
        directory = request.resume or request.out
        if directory is None:
            directory = new_directory(None)
            cleanup.callback(_remove_if_empty, directory)
        request = _hiding_its_files(request, directory)
        request = replace(request, players=_with_digests(request.players, request.isolation))
        scheduler = cleanup.enter_context(scheduler_for(request.cluster, request.jobs, request.isolation))
        if request.cluster is None and request.isolation.careful:
            if None in (request.limits.memory, request.limits.cpu, request.limits.processes):
                raise DataError("--careful needs limits on memory, processor time and processes")
            if not shares_processors():
                raise DataError(f"--careful: {NO_SHARES}")
        if not request.keep_going:
            scheduler.check_present(request.players)
        if scheduler.level != NO_SANDBOX:
            _check_visible(request)
        if request.resume is None:
            recorder, word_games = _begin(request, directory, scheduler)
            cleanup.enter_context(recorder)
            players = request.players
        else:
            recorder = cleanup.enter_context(Recorder(directory))
            word_games = _go_on(request, recorder, scheduler)
            players = _with_objects(recorder.contest.players, request.players)
            players = _with_digests(players, request.isolation)
        again = _games_again(request, recorder)
        cleanup.enter_context(resumable(recorder, plays_again=bool(again)))
        on_game = cleanup.enter_context(follow(recorder, scheduler))
        if request.cluster is None and request.jobs > 1 and not shares_processors():
            _log.warning("%s", NO_SHARES)
        _play(replace(request, players=players), recorder, word_games, scheduler, again, on_game)
        return recorder.publish()


def _remove_if_empty(directory: str) -> None:
    """Remove a new directory in which no run has begun."""
    with contextlib.suppress(OSError):
        os.rmdir(directory)
        os.rmdir(HOME)


def _hiding_its_files(request: RunRequest, directory: str) -> RunRequest:
    """The request with the run's directory, its file of words and other players' programs hidden from each player."""
    players = [*request.players]
    if request.resume is not None:
        with open_run(request.resume) as run:
            players += run.contest.players
    programs: set[str] = set()
    for player in players:
        programs |= {*own_programs(player.arguments)} if player.arguments else set()
        if isinstance(player, UnpreparedProgram) and player.source:
            programs.add(player.source)
    isolation = request.isolation.hiding(filter(None, [directory, request.selection.words]))
    return replace(request, isolation=replace(isolation, programs=tuple(sorted(programs))))


def _with_digests(players: Iterable[Player], isolation: IsolationRequest) -> tuple[Player, ...]:
    """The players with the digests of their files; lines name the files that are others than in the record."""
    result: list[Player] = []
    beside: dict[tuple[str, ...], list[str]] = {}
    for player in players:
        if not isinstance(player, Program):
            result.append(player)
            continue
        now = with_files(player, isolation)
        result.append(now)
        differing = changes(player, now)
        if differing.are_its_own:
            more = f": {some_of(differing.named)}" if differing.named else ""
            words = (word for command in commands_of(player) for word in command)
            gone = [word for word in words if os.path.isabs(word) and not os.path.exists(word)]
            if gone:
                more = f"; {printable(gone[0])} is not there any more"
            _log.warning("player '%s': its files have changed since the run began%s", player.name, more)
        if differing.beside:
            beside.setdefault(tuple(differing.beside), []).append(player.name)

    # Players in one folder have the same files beside them: one line tells of all these players.
    for paths, names in beside.items():
        listed = ", ".join(f"'{name}'" for name in names)
        _log.info("other files in the folder of %s changed since the run began: %s", listed, some_of(paths))
    return tuple(result)


def _check_visible(request: RunRequest) -> None:
    """DataError for a player whose command names a file that no player sees."""
    for player in request.players:
        for file in filter(os.path.isfile, named_paths(player.arguments) if player.arguments else ()):
            if is_secret(file, request.isolation.hidden):
                raise DataError(
                    f"player '{player.name}': {file}: no player sees the directory of a run, its file of words or its "
                    "contest file; move the player's file, or choose another --out"
                )


def _go_on(request: RunRequest, recorder: Recorder, scheduler: Scheduler) -> WordGames:
    """The games of a resumed run; new players are tried out before they are written down."""
    check_resumable(recorder, request.selection, request.limits)
    newcomers = new_players(recorder, request.players)
    word_games = games_again(recorder, request.selection.game.wordlist)
    check_level(recorder, scheduler.level, newcomers)
    _try_out(newcomers, word_games, recorder.conditions.limits, scheduler, request.keep_going)
    recorder.add_players(newcomers)
    return word_games


def _begin(request: RunRequest, directory: str, scheduler: Scheduler) -> tuple[Recorder, WordGames]:
    """The recorder of a new run and its games; its players are tried out before anything is written."""
    careful = request.isolation.careful
    commits = request.selection.commit or careful
    contest, word_games = request.selection.contest(request.players, is_secret=commits)
    check_free(directory)
    limits = request.limits.for_jobs(request.jobs)
    _try_out(request.players, word_games, limits, scheduler, request.keep_going)
    conditions = Conditions(limits, scheduler.level, careful=careful)
    if commits:
        if request.selection.seed is not None:
            option = "--commit" if request.selection.commit else "--careful"
            _log.warning(
                "the words are committed to (%s) and drawn with a seed that was given: whoever knows the seed knows "
                "the words; leave --seed out",
                option,
            )
        nonce = secrets.token_hex(16)  # without it nobody can find the words by trying seeds
        conditions = replace(conditions, nonce=nonce, commitment=commitment_of(contest.words, nonce))
    return Recorder(new_directory(directory), contest, conditions), word_games


def _try_out(
    players: Sequence[Player], word_games: WordGames, limits: Limits, scheduler: Scheduler, keep_going: bool
) -> None:
    """Let every player play one game and log each breach; DataError if one cannot be started, unless keep_going."""
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
                _log.warning("tried '%s': standard error: %s", record.player, game_text.error_line(line))


def _games_again(request: RunRequest, recorder: Recorder) -> dict[int, str]:
    """Return why each recorded game is played again that is to be, by its number.

    DataError for a game that was not played, and for a player that plays no more or has nothing to be reinstated for.
    """
    again: dict[int, str] = {}
    for number in request.again:
        game = recorder.game(number)
        problem = why_not_again(recorder, game.player)
        if problem:
            raise DataError(f"game {number} cannot be played again: {problem}")
        again[number] = "played again"
    for name in request.reinstate:
        recorder.check_player(name)
        if name in recorder.contest.disqualified:
            raise DataError(f"player '{name}' cannot be reinstated: {why_not_again(recorder, name)}")
        forfeited = [recorder.number(game) for game in recorder.games(name, termination=Termination.FORFEITED)]
        if not forfeited:
            raise DataError(f"player '{name}' has forfeited no game")
        again |= dict.fromkeys(forfeited, "reinstated")
    return again


def _play(
    request: RunRequest,
    recorder: Recorder,
    word_games: WordGames,
    scheduler: Scheduler,
    again: Mapping[int, str],
    on_game: OnGame,
) -> None:
    """Play and record the games that are not recorded yet, and those that are played again (see _games_again)."""
    contest, limits = recorder.contest, recorder.conditions.limits
    played = recorder.finished_numbers() - again.keys()
    # The rule decides on what stands after this run: a game that is played again counts when it is played.
    rule = StoppingRule(contest, (game for game in recorder.games() if recorder.number(game) not in again))
    out = {game.player for game in recorder.games(termination=Termination.FORFEITED)}.difference(request.reinstate)
    forfeits = Forfeits(request.forfeit_after, out if request.forfeit_after else ())
    for name, termination in recorder.terminations():
        if name not in {*out, *request.reinstate}:
            forfeits.count(name, termination)
    for rounds in blocks(contest, rule):
        if next(contest.fixtures(played, rounds), None) is None:
            continue  # a finished run needs no compiler
        contest = replace(contest, players=scheduler.prepare(request.players, word_games, request.keep_going))
        playing = dict.fromkeys(fixture.player for fixture in contest.fixtures(played, rounds))
        needed = () if request.keep_going else tuple(playing)
        fixtures = forfeits.to_play(contest.fixtures(played, rounds))
        with contextlib.closing(scheduler.play(fixtures, word_games, limits, needed)) as games:
            for game in recorder.record(forfeits.with_forfeited(games), again):
                rule.add(game)
                on_game(game)


def _with_objects(recorded: Sequence[Player], requested: Sequence[Player]) -> tuple[Player, ...]:
    """The players of the record, with the Python objects that were handed in; UsageError if one of those is missing."""
    objects = {player.name: player for player in requested if isinstance(player, PythonPlayer)}
    for player in recorded:
        if isinstance(player, PythonPlayer) and player.name not in objects:
            raise UsageError(f"player '{player.name}' is a Python object: resume the run from Python")
    return tuple(objects[player.name] if isinstance(player, PythonPlayer) else player for player in recorded)
