"""`referee run`: a contest of several players for the same words."""

import contextlib
from collections.abc import Iterable, Iterator

import click
from tqdm import tqdm

from referee import arguments, options
from referee.commands.check import try_out
from referee.conditions import Conditions, lists_used
from referee.contest import Contest
from referee.dialogue import Limits
from referee.draw import Rounds
from referee.leaderboard import leaderboard
from referee.limit_options import with_limits
from referee.players import check_present, players_of
from referee.record import GameRecord
from referee.recorder import Recorder, check_free, new_directory
from referee.report import rendered
from referee.run import play_all
from referee.selection import CONTEST_ROUNDS, Selection
from wordlists.reader import WordList


@click.command(cls=arguments.ManyPlayers)
@options.players
@options.wordlist
@click.option("--lengths", type=arguments.lengths, metavar="4-13", help="Lengths to play, such as 5 or 4,7-9.")
@click.option(
    "--rounds", type=arguments.rounds, metavar="N|all", help=f"Words of each length; {CONTEST_ROUNDS} by default."
)
@click.option("--seed", type=int, help="What the draw of the words depends on; by default a new one.")
@click.option("--words", metavar="FILE", help="Play these words, one a line, instead of drawing any.")
@click.option(
    "--jobs", type=click.IntRange(min=1), default=arguments.cores, show_default="cores", help="Games at a time."
)
@click.option("--out", metavar="DIR", help="The directory that keeps the run; by default a new one in pit/.")
@options.format
@click.option("--keep-going", is_flag=True, help="Play on although a player's program cannot be found.")
@with_limits
def run(
    players: tuple[str, ...],
    wordlist: str | None,
    lengths: tuple[int, ...] | None,
    rounds: Rounds | None,
    seed: int | None,
    words: str | None,
    jobs: int,
    out: str | None,
    format: str,
    keep_going: bool,
    limits: Limits,
) -> None:
    """Let all players guess the same words; print the table and the ranking."""
    contestants = players_of(players)
    if not keep_going:
        check_present(contestants)
    contest, lists = Selection(words, lengths, rounds, seed, wordlist).contest(contestants)
    if out is not None:
        check_free(out)
    try_out(contestants, lists, limits, jobs, keep_going)
    with Recorder(new_directory(out), contest, Conditions(limits, lists_used(lists))) as recorder:
        _announce(contest, jobs, recorder.directory)
        _play(recorder, lists, limits, jobs)
        board = leaderboard(contest, recorder.run.results())
        recorder.publish(board)
    click.echo(rendered(board, format), nl=False)


def _play(recorder: Recorder, lists: dict[int, WordList], limits: Limits, jobs: int) -> None:
    """Play what is not recorded yet."""
    played = recorder.run.played()
    fixtures = recorder.contest.fixtures(played)
    with contextlib.closing(play_all(fixtures, lists, limits, jobs)) as batches:
        for _ in _with_progress(recorder.recorded(batches), len(played), recorder.contest.games):
            pass


def _announce(contest: Contest, jobs: int, directory: str) -> None:
    seed = "words as given" if contest.seed is None else f"seed: {contest.seed}"
    what = f"players: {len(contest.players)}, games: {contest.games}, at a time: {jobs}"
    click.echo(f"{what}, directory: {directory}, word list: {contest.wordlist}, {seed}", err=True)


def _with_progress(records: Iterable[GameRecord], played: int, games: int) -> Iterator[GameRecord]:
    """The same records, with a bar on standard error where that is a terminal."""
    return iter(tqdm(records, initial=played, total=games, unit="game", disable=None, dynamic_ncols=True))
