"""The referee's command line."""

import contextlib
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from types import FrameType

import click
from tqdm import tqdm

from programs.errors import DATA, DataError, UsageError
from programs.terminal import coloured
from referee import arguments, options, tiles
from referee.check_command import check_command, try_out
from referee.contest import Contest
from referee.dialogue import Limits
from referee.directory import working_directory
from referee.draw import ALL, Rounds, check_listed, draw, first, in_drawing_order, new_seed, words_of_file
from referee.game import Fixture, Table, play_game
from referee.leaderboard import leaderboard
from referee.limit_options import with_limits
from referee.lists import called, read_lists
from referee.players import check_present, player_of, players_of
from referee.record import PLAYED_OUT, GameRecord, Move
from referee.report import FORMATS, rendered
from referee.run import play_all
from referee.store import Store
from wordlists.reader import LONGEST, SHORTEST, WordList

CONTEST_LENGTHS = tuple(range(SHORTEST, LONGEST + 1))
CONTEST_ROUNDS = 100


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
def referee(context: click.Context) -> None:
    """Let programs guess words, and judge them.

    How a player talks to the referee is described in docs/protocol.md.
    """
    if context.invoked_subcommand is None:
        raise UsageError("no command given: try 'referee run --help' or 'referee game --help'")
    _end_in_order()


@referee.command(cls=arguments.ManyPlayers)
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
@click.option("--out", metavar="DIR", help="Also write the games and the leaderboard into this directory.")
@click.option("--format", type=click.Choice(FORMATS), default="text", show_default=True)
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
    chosen, lists, seed = _words_to_play(words, lengths, rounds, seed, wordlist)
    rounds = rounds or (ALL if words else CONTEST_ROUNDS)
    contest = Contest(contestants, chosen, rounds, seed, called(lists, wordlist))
    with contextlib.ExitStack() as cleanup:
        store = cleanup.enter_context(Store(out)) if out is not None else None
        try_out(contestants, lists, limits, jobs, keep_going)
        _announce(contest, jobs)
        records: Iterable[GameRecord]
        records = cleanup.enter_context(contextlib.closing(play_all(contest, lists, limits, jobs)))
        records = _with_progress(store.recorded(records) if store else records, contest.games)
        board = leaderboard(contest, records)
        if store:
            store.finish(contest, board)
    click.echo(rendered(board, format), nl=False)


@referee.command()
@click.argument("player")
@click.option("--word", help="The word to guess.")
@click.option("--length", type=click.IntRange(1, arguments.LONGEST_WORD), help="Draw a word of this length instead.")
@options.wordlist
@click.option("--seed", type=int, help="What the draw of the word depends on; by default a new one.")
@with_limits
def game(
    player: str,
    word: str | None,
    length: int | None,
    wordlist: str | None,
    seed: int | None,
    limits: Limits,
) -> None:
    """Play one game and show it live, with the player's standard error."""
    if (word is None) == (length is None):
        raise UsageError("give either --word WORD or --length N")
    contestant = player_of(player)
    check_present([contestant])
    word = word.lower() if word is not None else None
    lists = read_lists([length if length is not None else len(word or "")], wordlist)
    secret = _secret(word, lists, seed)
    click.echo(f"{contestant.name}: {len(secret)} letters, the word is {secret}")
    with working_directory(lists) as directory:
        table = Table(directory, {len(secret): frozenset(lists[len(secret)].words)}, limits)
        record = play_game(Fixture(contestant, 0, secret), table, _Screen().show, _pass_on)
    click.echo(tiles.summed_up(record))
    if record.termination not in PLAYED_OUT:
        sys.exit(DATA)


def _words_to_play(
    path: str | None,
    lengths: tuple[int, ...] | None,
    rounds: Rounds | None,
    seed: int | None,
    wordlist: str | None,
) -> tuple[dict[int, list[str]], dict[int, WordList], int | None]:
    """The words of each length, the lists that they are from, and the seed where one was used."""
    if path is None:
        lists = read_lists(lengths or CONTEST_LENGTHS, wordlist)
        seed = new_seed() if seed is None else seed
        return draw(lists, rounds or CONTEST_ROUNDS, seed), lists, seed
    words = words_of_file(path)
    for length in lengths or ():
        if length not in words:
            raise DataError(f"{path}: no words of {length} letters")
    words = {length: words[length] for length in lengths or words}
    lists = read_lists(words, wordlist)
    check_listed(words, lists, path)
    return first(words, rounds or ALL), lists, None


def _secret(word: str | None, lists: dict[int, WordList], seed: int | None) -> str:
    [words] = lists.values()
    if word is None:
        return in_drawing_order(words.words, new_seed() if seed is None else seed)[0]
    if word not in words.words:
        raise DataError(f"'{word}' is not in the word list {words.path}")
    return word


def _announce(contest: Contest, jobs: int) -> None:
    seed = "words as given" if contest.seed is None else f"seed: {contest.seed}"
    what = f"players: {len(contest.players)}, games: {contest.games}, at a time: {jobs}"
    click.echo(f"{what}, word list: {contest.wordlist}, {seed}", err=True)


def _with_progress(records: Iterable[GameRecord], games: int) -> Iterator[GameRecord]:
    """The same records, with a bar on standard error where that is a terminal."""
    return iter(tqdm(records, total=games, unit="game", disable=None, dynamic_ncols=True))


class _Screen:
    """Shows moves as they come, numbered."""

    def __init__(self) -> None:
        self._coloured = coloured(sys.stdout)
        self._moves = 0

    def show(self, move: Move) -> None:
        """Print one line for the move."""
        self._moves += 1
        click.echo(tiles.shown(move, self._moves, self._coloured))


def _pass_on(complaint: bytes) -> None:
    sys.stderr.buffer.write(complaint)
    sys.stderr.flush()


def _end_in_order() -> None:
    """Let SIGTERM and SIGHUP end the program as Ctrl-C does: players ended, nothing left behind."""

    def leave(number: int, frame: FrameType | None) -> None:
        sys.exit(128 + number)

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:  # nohup's wish is respected
                signal.signal(number, leave)


referee.add_command(check_command)
