"""`referee run` and `referee rerun`: a contest of several players for the same words, with its log and progress bar."""

import contextlib
import logging
from collections.abc import Iterator
from dataclasses import replace

import click
from click.core import ParameterSource

from lingo_common.cli.options import Sectioned, dataclass_options, jobs
from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import rules_options
from lingo_common.errors import DataError, UsageError, count_text
from lingo_common.process import processors
from referee.commands import options
from referee.commands.contest_file import config_option
from referee.commands.follow import print_leaderboard
from referee.contest.contest import Plan
from referee.contest.draw import shown_seed
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.players import players_of
from referee.contest.run_request import RunRequest, Selection
from referee.game.record import GameRecord
from referee.run_contest import OnGame, Scheduler, run_contest
from referee.runner.prctl import hide_process
from referee.schedule.local_scheduler import LocalScheduler
from referee.storage.resume import why_not_again
from referee.storage.run import Recorder, open_run
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)


@click.command("run", cls=options.ManyPlayers)
@options.players
@config_option
@dataclass_options(RunRequest, "request")
@options.format
@dataclass_options(Selection, "selection", "Words")
@rules_options()
@options.limits
@options.isolation
def run_command(
    players: tuple[str, ...],
    config: str | None,
    request: RunRequest,
    format: str,
    selection: Selection,
    game_options: GameOptions,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Let all players guess the same words; print the standings.

    --resume DIR goes on with a run that was interrupted; with --players, new players join it.

    \b
    Examples:
      referee run --players lingo-bot "java -cp DIR Lingo" perl="perl entry.pl" --seed 1 --out results
      referee run --players @players.txt --lengths 5-7 --rounds 20 --format markdown
      referee run --config pit.toml --rounds 10
      referee run --resume results
    """
    # Players of the same user could read the words in this process.
    hide_process()

    # A resumed run stays in its own directory, and refuses --out. An `out` in its contest's file is no mistake: it is
    # ignored. The values of the file are the default map.
    out_source = click.get_current_context().get_parameter_source("out")
    if request.resume and out_source is ParameterSource.DEFAULT_MAP:
        request = replace(request, out=None)

    # Only a resumed run has players without --players: those of its record.
    needs_players = bool(players) or request.resume is None
    request = replace(
        request,
        players=players_of(players) if needs_players else (),
        selection=replace(selection, game=game_options),
        limits=limits,
        # The values of the contest's file have become the defaults of the other options. The file itself, which may
        # have the seed, is hidden from players.
        isolation=isolation.hiding(config),
    )
    leaderboard = run_contest(request, show_progress)

    print_leaderboard(leaderboard, format)


@contextlib.contextmanager
def show_progress(plan: Plan, recorder: Recorder, scheduler: Scheduler) -> Iterator[OnGame]:
    """Log what is played and show a progress bar on standard error if that is a terminal; yield what counts a game."""
    numbers_to_play_again = plan.again.keys()
    done = len(recorder.finished_numbers() - numbers_to_play_again)
    _log_run(plan, recorder, scheduler, done)

    # `referee rerun` leaves games that were never played to a later --resume.
    games = done + len(numbers_to_play_again) if plan.again_alone else plan.contest.game_count
    with Progress(games, "game", done=done, leave=True) as progress:

        def on_game(game: GameRecord) -> None:
            how = f"{game.termination}, {game.points} points, {game.seconds:.3f} s"
            # In a committed run the word is secret, because others may still have to play it.
            word = game.word if plan.conditions.commitment is None else count_text(game.length, "letter")
            _log.debug("game %d: %s, %s, %s", recorder.number(game), game.player, word, how)
            progress.step()

        yield on_game


def _log_run(plan: Plan, recorder: Recorder, scheduler: Scheduler, done: int) -> None:
    """Log what is needed to find the run again, what is played, and under which conditions; done: finished games."""
    contest = plan.contest
    games = f"at most {contest.game_count}" if contest.until_decided else str(contest.game_count)
    if done:
        games = f"{games} ({done} of them recorded)"

    is_secret = bool(recorder.secret_words())
    seed = shown_seed(contest.seed, is_secret)
    # As a text, a scheduler says how many games are played at a time, and where.
    size_of_run = f"players: {len(contest.players)}, games: {games}, {scheduler}"
    _log.info("%s, directory: %s, word list: %s, %s", size_of_run, recorder.directory, contest.wordlist, seed)

    if isinstance(scheduler, LocalScheduler) and scheduler.jobs > processors():
        load = f"{scheduler.jobs} games at a time on {count_text(processors(), 'processor')}"
        _log.warning("%s: players take time from each other, and time-outs may be false", load)

    if plan.conditions.commitment is not None and is_secret:
        _log.info("announce this before the result is known: commitment: %s", plan.conditions.commitment)
    # scheduler.line says how players are isolated.
    _log.info("%s, %s", scheduler.line, plan.conditions.limits)


@click.command(cls=Sectioned)
@options.directory
@click.argument("games", metavar="[GAME]...", nargs=-1, type=options.game_number)
@click.option("--suspect", is_flag=True, help="The games that timed out while other programs kept the machine busy.")
@click.option("--void", is_flag=True, help="The void games.")
@options.wordlist
@jobs("Games at a time")
@options.format
@options.isolation_without_careful
def rerun(
    directory: str,
    games: tuple[int, ...],
    suspect: bool,
    void: bool,
    wordlist: str | None,
    jobs: int,
    format: str,
    isolation: IsolationRequest,
) -> None:
    """Play games of the run in DIR again: those with the numbers GAME, the suspect ones, or the void ones.

    A game is replaced when its successor is recorded; the record keeps it in its table `replaced`. A disqualified
    player plays no more, and one that has forfeited games has to be reinstated first. Games that an interrupted run
    still lacks are left to `referee run --resume DIR`.

    \b
    Examples:
      referee rerun results --suspect
      referee rerun results 12 17
    """
    # A player could read the path of the word list in the command line.
    hide_process()
    if not (games or suspect or void):
        raise UsageError("say which games: give their numbers, --suspect or --void")

    chosen_games, problems = _suspect_or_void_games(directory, suspect, void)
    numbers = sorted({*games, *chosen_games})
    if not numbers and problems:
        raise DataError(f"no game can be played again: {'; '.join(problems)}")
    if not numbers:
        kinds = {"suspect": suspect, "void": void}
        kinds_asked_for = [kind for kind, is_asked_for in kinds.items() if is_asked_for]
        raise DataError(f"{directory}: no game is {' or '.join(kinds_asked_for)}")

    for problem in problems:
        _log.warning("games are left out: %s", problem)

    # With forfeit_after=0 a player that fails again and again still plays all of these games.
    request = RunRequest(
        jobs=jobs,
        resume=directory,
        selection=Selection(game=GameOptions(wordlist=wordlist)),
        isolation=isolation,
        forfeit_after=0,
        again=tuple(numbers),
    )
    print_leaderboard(run_contest(request, show_progress), format)


def _suspect_or_void_games(directory: str, suspect: bool, void: bool) -> tuple[list[int], list[str]]:
    """Return the numbers of the suspect or void games that can be played again, and why others cannot.

    The reasons are a sentence for each player that is disqualified or has forfeited games.
    """
    numbers = []
    # By player, None for one whose games can be played again.
    problems: dict[str, str | None] = {}
    with open_run(directory) as run:
        for game in run.games():
            is_chosen = (suspect and game.suspect) or (void and game.void)
            if not is_chosen:
                continue

            if game.player not in problems:
                problems[game.player] = why_not_again(run, game.player)
            if problems[game.player] is None:
                numbers.append(run.number(game))

    return numbers, [problem for problem in problems.values() if problem]
