"""`referee games` and `referee show`: the games of a recorded run, as a list and one by one."""

import dataclasses
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import click

from lingo_common.cli.rules_options import word_length
from lingo_common.cli.terminal import GAP, output_lines, use_colours
from lingo_common.errors import count_text, printable, say
from referee.commands import options
from referee.contest.limits import MIB
from referee.contest.termination import Termination
from referee.game import game_text
from referee.game.record import GameRecord, moves, spell_out, without_word
from referee.results.formats import as_csv
from referee.storage.run import Run, open_run
from wordlists.rules import rules_to_json

FORMATS = ("text", "jsonl", "csv")
"""The forms of the list: text is for people, the others are for programs, as docs/record.md describes them."""
_CSV_HEADER = ("game", *(field.name for field in dataclasses.fields(GameRecord)))
"""The first line of games as CSV: the names of the cells of _csv_row."""


@click.command("games")
@options.directory
@click.option("--player", metavar="P", shell_complete=options.player_names, help="Only this player's games.")
@click.option("--length", type=word_length, metavar="N", help="Only games for words of N letters, 1 to 20.")
@click.option(
    "--termination",
    type=click.Choice([ending.value for ending in Termination]),
    metavar="T",
    help="Only games that ended in this way, such as crashed.",
)
@click.option("--word", metavar="W", help="Only games for this word.")
@options.form(FORMATS, "list")
def games_command(
    directory: str, player: str | None, length: int | None, termination: str | None, word: str | None, format: str
) -> None:
    """List the games of the run in DIR: by player, length and place in the draw.

    \b
    Examples:
      referee games results --player perl --length 5
      referee games results --termination crashed
      referee games results --format jsonl
    """
    with open_run(directory) as run:
        ending = None if termination is None else Termination(termination)
        records = _games_as_shown(run, player, length, ending, word)
        count = _print_games(run, records, format)

    # CSV has its header even then, and a program that reads it needs no message.
    if count == 0 and format != "csv":
        say("referee", f"{directory}: there is no such game")


def _games_as_shown(
    run: Run, player: str | None, length: int | None, termination: Termination | None, word: str | None
) -> Iterator[GameRecord]:
    """Yield the games that have the values given; words that are still secret are replaced by asterisks."""
    secret_words = run.secret_words()
    # An argument may have bytes that are not UTF-8, and SQLite refuses such a text. `printable` turns these bytes into
    # escapes. No word has them, so no game is found.
    stored_word = None if word is None else run.contest.spelling.read(printable(word))
    for record in run.games(player, length, termination, stored_word):
        if word is not None and record.word in secret_words:
            # To list this game would tell that the word is in the draw.
            continue
        yield without_word(record, secret_words)


def _print_games(run: Run, records: Iterable[GameRecord], format: str) -> int:
    """Print the games in one of FORMATS, and return how many there are."""
    if format == "csv":
        rows = [_csv_row(run, record) for record in records]
        click.echo(as_csv([_CSV_HEADER, *rows]), nl=False)
        return len(rows)

    lines = _json_lines(run, records) if format == "jsonl" else _text_lines(run, records)
    count = 0
    for line in lines:
        click.echo(line)
        count += 1
    return count


def _json_lines(run: Run, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield a JSON object for each game: its number, its record, the rules and the fingerprint of its list.

    `referee import` reads these lines.
    """
    for record in records:
        word_game = run.contest.word_games[record.length]
        # The record keeps the fingerprint of a list, which WordGame.to_json calls "words". No file is read.
        fingerprint = word_game.to_json()["words"]
        yield json.dumps({**_fields(run, record), "rules": rules_to_json(word_game), "list": fingerprint})


def _text_lines(run: Run, records: Iterable[GameRecord]) -> Iterator[str]:
    """Yield a line for each game: number, player, word, points, termination, seconds and guesses.

    A line that is longer than the terminal is wide continues on the next one.
    """
    write = run.contest.spelling.write

    number_width = len(str(run.contest.game_count))
    name_width = max(map(len, run.contest.names))
    word_width = max(run.contest.lengths)
    termination_width = max(map(len, Termination))

    # A wrapped line continues below the player's name.
    indent = " " * (number_width + len(GAP))

    for record in records:
        cells = [
            f"{run.number(record):>{number_width}}",
            f"{printable(record.player):{name_width}}",
            f"{printable(write(record.word)):{word_width}}",
            f"{record.points:3}",
            f"{record.termination:{termination_width}}",
            f"{record.seconds:7.3f} s",
        ]
        if record.guesses:
            cells.append(" ".join(printable(write(guess)) for guess in record.guesses))

        yield "\n".join(output_lines(GAP.join(cells), indent))


def _csv_row(run: Run, record: GameRecord) -> list[object]:
    """Return the cells of a game. The values of a list share a cell, separated by blanks; a blank in one is `\\x20`."""
    cells: list[object] = []
    for value in _fields(run, record).values():
        if isinstance(value, tuple):
            cells.append(" ".join(str(item).replace(" ", "\\x20") for item in value))
        else:
            cells.append(value)
    return cells


def _fields(run: Run, record: GameRecord) -> dict[str, Any]:
    """Return the number of a game and the fields of its record, in the order of _CSV_HEADER.

    Letters that the record holds as one character, such as ij in Dutch, are written out.
    """
    return {"game": run.number(record), **dataclasses.asdict(spell_out(record, run.contest.spelling))}


@click.command()
@options.directory
@click.argument("game", type=options.game_number)
def show(directory: str, game: int) -> None:
    """Show the game with the number GAME (see `referee games`) of the run in DIR.

    \b
    Examples:
      referee show results 12
    """
    with open_run(directory) as run:
        spelling = run.contest.spelling
        secret_words = run.secret_words()
        whole_record = run.game(game)

    record = without_word(whole_record, secret_words)
    word = spelling.write(record.word)
    if whole_record.word in secret_words:
        word = "not shown before every player has played it"
    click.echo(printable(f"{record.player}: {count_text(record.length, 'letter')}, the word is {word}"))

    in_colour = use_colours(sys.stdout)
    for attempt, move in enumerate(moves(record), 1):
        click.echo(game_text.move_line(move, attempt, in_colour, spelling))
    click.echo(game_text.end_line(record))

    if record.void is not None:
        click.echo(f"void, it counts for nothing: {printable(record.void)}")
    if record.cpu_seconds is not None:
        click.echo(f"processor time: {record.cpu_seconds:g} s")
    if record.peak_memory is not None:
        click.echo(f"most memory: {record.peak_memory / MIB:.1f} MiB")
    if record.pressure is not None:
        click.echo(f"pressure by other programs: {record.pressure:g} (0 to 1)")

    if record.stderr_head:
        click.echo("standard error:")
        for line in record.stderr.splitlines():
            click.echo(f"  {game_text.error_line(line)}")
