"""`referee run`: a contest of several players for the same words."""

import contextlib
import functools
import itertools
import logging
import shlex
from collections.abc import Callable, Iterator, Sequence

import click
from tqdm import tqdm

from programs import logs
from programs.cluster import Cluster, address_of, connected
from programs.command import PATH
from programs.errors import DataError, UsageError
from referee import arguments, options
from referee.commands.check import try_out
from referee.conditions import Conditions, lists_used
from referee.configured import Configured
from referee.decision import MAX_ROUNDS, portions
from referee.dialogue import Limits
from referee.draw import Rounds
from referee.isolation_options import Isolate, with_isolation
from referee.leaderboard import leaderboard
from referee.limit_options import with_limits
from referee.on_cluster import check_present_on, play_on
from referee.players import Player, check_present, players_of
from referee.playing import play_all
from referee.record import GameRecord
from referee.recorder import HOME, Recorder, check_free, new_directory
from referee.report import rendered
from referee.resume import check_same, lists_again, new_players, resumable
from referee.sandbox import NO_SANDBOX, OPEN, Sandbox
from referee.selection import CONTEST_ROUNDS, Selection
from referee.store import Run
from wordlists.reader import WordList

_log = logging.getLogger(__name__)


@click.command(cls=Configured)
@options.players
@options.wordlist
@click.option("--lengths", type=arguments.lengths, metavar="4-13", help="Lengths to play, such as 5 or 4,7-9.")
@click.option(
    "--rounds", type=arguments.rounds, metavar="N|all", help=f"Words of each length; {CONTEST_ROUNDS} by default."
)
@click.option("--seed", type=int, help="What the draw of the words depends on; by default a new one.")
@click.option("--words", metavar="FILE", type=PATH, help="Play these words, one a line, instead of drawing any.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=arguments.cores, show_default="cores", help="Games at a time."
)
@click.option(
    "--cluster",
    type=address_of,
    metavar="ADDRESS",
    help="Play on the Dask cluster whose scheduler is at HOST:PORT, which must have the players, instead of here.",
)
@click.option("--until-decided", is_flag=True, help="Play on until the leader is clear.")
@click.option(
    "--max-rounds",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"With --until-decided, words of each length at most; {MAX_ROUNDS} by default.",
)
@click.option("--out", metavar="DIR", type=PATH, help="The directory that keeps the run; by default a new one in pit/.")
@click.option("--resume", metavar="DIR", type=PATH, help="Go on with the run in this directory, on the same words.")
@options.format
@click.option("--keep-going", is_flag=True, help="Play on although a player's program cannot be found.")
@options.config
@logs.options
@with_limits
@with_isolation
def run(
    players: tuple[str, ...],
    wordlist: str | None,
    lengths: tuple[int, ...] | None,
    rounds: Rounds | None,
    seed: int | None,
    words: str | None,
    jobs: int,
    cluster: str | None,
    until_decided: bool,
    max_rounds: int | None,
    out: str | None,
    resume: str | None,
    format: str,
    keep_going: bool,
    config: str | None,
    limits: Limits,
    isolate: Isolate,
) -> None:
    """Let all players guess the same words; print the table and the ranking.

    A run that ended before its time goes on with --resume DIR; with --players as well, new players join it.

    \b
    Examples:
      referee run --players lingo-bot "java -cp DIR Lingo" perl="perl entry.pl" --seed 1 --out results
      referee run --players @players.txt --lengths 5-7 --rounds 20 --format markdown
      referee run --config pit.toml --rounds 10
      referee run --resume results
    """
    if resume is not None and out is not None:
        raise UsageError("--resume goes on in its own directory: leave --out away")
    contestants = players_of(players) if players or resume is None else ()
    if until_decided:
        _check_decidable(contestants, words, rounds, resume)
    elif max_rounds and resume is None:
        raise UsageError("--max-rounds is for --until-decided; use --rounds")
    asked = Selection(words, lengths, max_rounds or rounds, seed, wordlist, until_decided)
    with contextlib.ExitStack() as cleanup:
        where = cleanup.enter_context(connected(cluster)) if cluster else jobs
        if not keep_going:
            _check_present(contestants, where)
        hidden = [resume or out or HOME, *filter(None, (words, config))]
        sandbox, says = (OPEN, _ON_CLUSTER) if cluster else cleanup.enter_context(isolate(hidden))
        ready = functools.partial(_make_ready, where=where, keep_going=keep_going, sandbox=sandbox)
        opened = (
            _begun(asked, contestants, limits, ready, out, sandbox.level)
            if resume is None
            else _taken_up(asked, contestants, limits, ready, resume, sandbox.level)
        )
        recorder, lists = cleanup.enter_context(opened)
        cleanup.enter_context(resumable(recorder.run))
        _announce(recorder, where)
        _log.info("%s", says)
        _play(recorder, lists, where, keep_going, sandbox)
        board = leaderboard(recorder.contest, recorder.run.results(), recorder.run.conditions.isolation)
        recorder.publish(board)
    click.echo(rendered(board, format), nl=False)


_ON_CLUSTER = "isolation: none on the workers of a cluster: words could be read"
_Where = int | Cluster
"""So many games at a time on this machine, or a cluster."""
_Ready = Callable[[Sequence[Player], dict[int, WordList], Limits], None]


def _check_decidable(players: Sequence[Player], words: str | None, rounds: Rounds | None, resume: str | None) -> None:
    """UsageError where there is nothing to decide, or the words come in no random order."""
    if words is not None:
        raise UsageError("--until-decided draws its words; leave --words away")
    if rounds is not None:
        raise UsageError("--until-decided takes --max-rounds in place of --rounds")
    if len(players) < 2 and resume is None:
        raise UsageError("--until-decided needs two players or more")


@contextlib.contextmanager
def _begun(
    asked: Selection, players: Sequence[Player], limits: Limits, ready: _Ready, out: str | None, level: str
) -> Iterator[tuple[Recorder, dict[int, WordList]]]:
    """A new run in its directory, and its word lists."""
    contest, lists = asked.contest(players)
    if out is not None:
        check_free(out)
    ready(players, lists, limits)
    with Recorder(new_directory(out), contest, Conditions(limits, lists_used(lists), level)) as recorder:
        yield recorder, lists


@contextlib.contextmanager
def _taken_up(
    asked: Selection, players: Sequence[Player], limits: Limits, ready: _Ready, directory: str, level: str
) -> Iterator[tuple[Recorder, dict[int, WordList]]]:
    """The run in the directory with its word lists, new players added."""
    with Recorder(directory) as recorder:
        run = recorder.run
        check_same(run, asked, limits)
        lists = lists_again(run, asked.wordlist)
        newcomers = new_players(run, players)
        begun = run.conditions.isolation
        if begun != level == NO_SANDBOX and (newcomers or len(run.played()) < run.contest.games):
            raise DataError(f"{directory}: was begun with isolation {begun}, which is not in force now")
        ready(newcomers, lists, run.conditions.limits)
        recorder.add_players(newcomers)
        yield recorder, lists


def _check_present(players: Sequence[Player], where: _Where) -> None:
    """DataError for the first player that is not there, on some worker or on this machine."""
    if isinstance(where, Cluster):
        check_present_on(where, players)
    else:
        check_present(players)


def _make_ready(
    players: Sequence[Player],
    lists: dict[int, WordList],
    limits: Limits,
    where: _Where,
    keep_going: bool,
    sandbox: Sandbox,
) -> None:
    """Try every player once; DataError for one that cannot be started, unless the run is to keep going.

    On a cluster nobody is tried out: a player may have no business on the caller's machine.
    """
    if players and not isinstance(where, Cluster):
        try_out(tuple(players), lists, limits, where, keep_going, sandbox)


def _play(recorder: Recorder, lists: dict[int, WordList], where: _Where, keep_going: bool, sandbox: Sandbox) -> None:
    """Play what is not recorded yet, with a bar on standard error where that is a terminal."""
    contest, limits = recorder.contest, recorder.run.conditions.limits
    played = recorder.run.played()
    with tqdm(initial=len(played), total=contest.games, unit="game", disable=logs.no_bar(), dynamic_ncols=True) as bar:
        for rounds in portions(recorder.run):
            fixtures = contest.fixtures(played, rounds)
            if (first := next(fixtures, None)) is None:
                continue
            if not keep_going and not isinstance(where, Cluster):
                check_present(dict.fromkeys(fixture.player for fixture in contest.fixtures(played, rounds)))
            left = itertools.chain([first], fixtures)
            if isinstance(where, Cluster):
                games = play_on(where, left, lists, limits, () if keep_going else contest.players)
            else:
                games = play_all(left, lists, limits, where, sandbox)
            with contextlib.closing(games) as batches:
                for game in recorder.recorded(batches):
                    _tell(recorder.run, game)
                    bar.update()


def _announce(recorder: Recorder, where: _Where) -> None:
    contest, played = recorder.contest, len(recorder.run.played())
    seed = "words as given" if contest.seed is None else f"seed: {contest.seed}"
    recorded = f" ({played} of them recorded)" if played else ""
    place = f"cluster: {where.address}" if isinstance(where, Cluster) else f"at a time: {where}"
    games = f"{'at most ' * contest.until_decided}{contest.games}{recorded}"
    what = f"players: {len(contest.players)}, games: {games}, {place}"
    _log.info("%s, directory: %s, word list: %s, %s", what, recorder.directory, contest.wordlist, seed)
    if isinstance(where, int) and where > arguments.cores():
        slow = f"{where} games at a time on {arguments.cores()} processors"
        _log.warning("%s: players take time from each other, and time-outs may be false", slow)
    for player in contest.players:
        _log.debug("player %s: %s", player.name, shlex.join(player.arguments))
    for length, used in recorder.run.conditions.lists.items():
        _log.debug("%d letters: %d words of %s, %s", length, used.words, used.path, used.fingerprint)


def _tell(run: Run, game: GameRecord) -> None:
    """Log a game that has ended."""
    how = f"{game.termination}, {game.points} points, {game.seconds:.3f} s"
    _log.debug("game %d: %s, %s, %s", run.number(game), game.player, game.word, how)
