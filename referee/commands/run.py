"""`referee run`: a contest of several players for the same words."""

import sys
from collections.abc import Sequence

import click

from lingo_common.cli import logs
from lingo_common.cli.command import PATH
from lingo_common.cli.lengths import lengths_of
from lingo_common.cli.parallel import cluster, jobs
from lingo_common.cli.rules_options import GameOptions, rules_options
from lingo_common.cli.sections import section
from lingo_common.errors import UsageError
from lingo_common.screen.screens import check_screen
from lingo_common.screen.tables import room
from referee.commands.options import common as options
from referee.commands.options import values as arguments
from referee.commands.options.configured import Configured
from referee.commands.options.isolation import ISOLATION, with_isolation
from referee.commands.options.limits import with_limits
from referee.commands.run_log import RunLog
from referee.commands.watch import watch_while
from referee.contest.contest import MAX_ROUNDS
from referee.contest.draw import Rounds
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.player import Player
from referee.contest.player_files import players_of
from referee.contest.selection import CONTEST_ROUNDS, Selection
from referee.results.formats import rendered
from referee.run_contest import RunRequest, run_contest
from referee.storage.recorder import new_directory


@click.command(cls=Configured)
@options.players
@options.config
@click.option("--out", metavar="DIR", type=PATH, help="The directory that keeps the run; by default a new one in pit/.")
@click.option("--resume", metavar="DIR", type=PATH, help="Go on with the run in this directory, on the same words.")
@click.option("--keep-going", is_flag=True, help="Play on without a player that cannot be prepared or started.")
@jobs("Games at a time")
@cluster("Play", ", which must have the players, instead of here")
@options.format
@click.option("--watch", is_flag=True, allow_from_autoenv=False, help="Show a live table meanwhile (extra [screen]).")
@section("Words")
@click.option("--lengths", type=lengths_of, metavar="LENGTHS", help="Lengths to play, such as 5 or 4,7-9.")
@click.option(
    "--rounds", type=arguments.rounds, metavar="N|all", help=f"Words of each length; {CONTEST_ROUNDS} by default."
)
@click.option("--seed", type=int, metavar="N", help="The seed of the draw; by default a random one.")
@click.option("--words", metavar="FILE", type=PATH, help="Play these words, one a line, instead of drawing any.")
@click.option("--commit", is_flag=True, help="Print a hash of the words and of a random number before the first game.")
@click.option("--until-decided", is_flag=True, help="Play on until the leader is clear.")
@click.option(
    "--max-rounds",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"With --until-decided, words of each length at most; {MAX_ROUNDS} by default.",
)
@rules_options()
@with_limits
@section(ISOLATION)
@click.option(
    "--careful",
    is_flag=True,
    help="For programs of strangers: require a sandbox, equal shares of processor time and limits, show players only "
    "what their commands name, let none run as root, and --commit.",
)
@with_isolation
@logs.options
def run(
    players: tuple[str, ...],
    game: GameOptions,
    lengths: tuple[int, ...] | None,
    rounds: Rounds | None,
    seed: int | None,
    words: str | None,
    commit: bool,
    careful: bool,
    jobs: int,
    cluster: str | None,
    until_decided: bool,
    max_rounds: int | None,
    out: str | None,
    resume: str | None,
    format: str,
    keep_going: bool,
    watch: bool,
    config: str | None,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Let all players guess the same words; print the table and the ranking.

    --resume DIR goes on with a run that was interrupted; with --players, new players join it.

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
    if watch:
        check_screen("--watch")
        directory = resume or out or new_directory(None)
        named = [] if resume or out else ["--out", directory]
        sys.exit(watch_while([*(word for word in sys.argv[1:] if word != "--watch"), *named], directory))
    if until_decided:
        _check_decidable(contestants, words, rounds, resume)
    elif max_rounds and resume is None:
        raise UsageError("--max-rounds is for --until-decided; use --rounds")
    request = RunRequest(
        players=contestants,
        selection=selection_of(game, words, lengths, max_rounds or rounds, seed, until_decided, commit or careful),
        limits=limits,
        isolation=(isolation.for_strangers() if careful else isolation).hiding(filter(None, (config,))),
        jobs=jobs,
        cluster=cluster,
        out=out,
        resume=resume,
        keep_going=keep_going,
    )
    board = run_contest(request, RunLog(), own_process=True)
    click.echo(rendered(board, format, room()), nl=False)


def selection_of(
    game: GameOptions,
    words: str | None,
    lengths: tuple[int, ...] | None,
    rounds: Rounds | None,
    seed: int | None,
    until_decided: bool,
    commit: bool,
) -> Selection:
    """The words that the options select, with the rules of their games."""
    fold = game.spelling is not None and game.spelling.fold
    return Selection(words, lengths, rounds, seed, game.wordlist, until_decided, commit, game.rules, game.answers, fold)


def _check_decidable(players: Sequence[Player], words: str | None, rounds: Rounds | None, resume: str | None) -> None:
    """UsageError if there is nothing to decide, or the words do not come in a random order."""
    if words is not None:
        raise UsageError("--until-decided draws its words; leave --words away")
    if rounds is not None:
        raise UsageError("--until-decided takes --max-rounds in place of --rounds")
    if len(players) < 2 and resume is None:
        raise UsageError("--until-decided needs two players or more")
