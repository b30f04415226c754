"""`referee check`: does a player keep the protocol?"""

import json
import logging
import sys
from collections.abc import Mapping
from typing import Any

import click

from lingo_common.cli.progress import Progress
from lingo_common.cli.rules_options import lengths_of, rules_options
from lingo_common.errors import EXIT_DATA, count_text
from referee.check.findings import try_player
from referee.commands import options
from referee.commands.contest_file import config_option
from referee.contest.draw import draw_words, new_seed
from referee.contest.limits import IsolationRequest, Limits
from referee.contest.lists import read_word_games
from referee.contest.players import players_of
from referee.game import game_text
from referee.game.game_pool import opened_pool
from referee.game.preparation import prepare_player
from referee.plan_run import hiding_programs
from referee.runner.prctl import hide_process
from wordlists.rules import GameOptions

_log = logging.getLogger(__name__)


@click.command("check", cls=options.ManyPlayers)  # --players takes several values
@options.players
@config_option  # sets the defaults of the other options from the file; the argument `config` is the file's path
@rules_options()
@click.option(
    "--lengths",
    type=lengths_of,
    metavar="LENGTHS",
    default="4,9,13",  # three games take little time, and show most mistakes
    show_default=True,
    help="Play a word of each length.",
)
@options.seed
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@options.limits
@options.isolation_without_careful  # --careful is chosen for a whole contest, when it begins
def check_command(
    players: tuple[str, ...],
    config: str | None,
    game_options: GameOptions,
    lengths: tuple[int, ...],
    seed: int | None,
    as_json: bool,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play a few games with each player and report breaches of the protocol.

    With --config these are the players of a contest's file, under its rules and limits, and at its lengths.

    The exit code is 0 if every player keeps the protocol, else 1.

    \b
    Examples:
      referee check --players ./my-player
      referee check --players "java -cp DIR Lingo" --lengths 5 --startup-timeout 20
      referee check --config pit.toml
    """
    # A player could read the seed and the path of the word list in the command line.
    hide_process()
    programs = players_of(players)
    word_games = read_word_games(lengths, game_options)
    drawn_words = draw_words(word_games, rounds=1, seed=new_seed() if seed is None else seed)
    words = [word for [word] in drawn_words.values()]

    # The file of the contest can have the seed and the path of the words: no player may see it.
    isolation = isolation.hiding(config)
    isolation = hiding_programs(isolation, programs)

    results = []
    with opened_pool(word_games, limits, isolation) as pool:
        _log.info("%s", pool.sandbox.line)
        prepared_players = []
        for program in programs:
            # A program whose preparation fails is tried too, so that its findings say why.
            prepared_players.append(prepare_player(program, word_games, pool.sandbox, keep_going=True))

        with Progress(len(prepared_players), "player") as progress:
            for player in prepared_players:
                results.append(try_player(player, words, pool))
                progress.step()

    if as_json:
        click.echo(json.dumps({"players": results}, indent=2))
    else:
        click.echo("\n".join(map(_text, results)))

    if not all(result["keeps_protocol"] for result in results):
        sys.exit(EXIT_DATA)


def _text(result: Mapping[str, Any]) -> str:
    """Return a line for the player, two for every finding, and each error text once.

    result: what try_player returns, whose keys are those of --json.
    """
    lines = [_summary(result)]
    for finding in result["findings"]:
        kind = finding["kind"] if finding["breach"] else f"remark: {finding['kind']}"
        where = f" (in {finding['games']} games)" if finding["games"] > 1 else ""
        lines += [f"  {kind}{where}: {finding['says']}.", f"    {finding['advice']}"]

    # Often several games end with the same error.
    words_by_text: dict[str, list[str]] = {}
    for word, text in result["stderr"].items():
        words_by_text.setdefault(text, []).append(word)

    for text, words in words_by_text.items():
        games = f"the game for '{words[0]}'" if len(words) == 1 else count_text(len(words), "game")
        lines.append(f"  standard error of {games}:")
        lines += [f"    {game_text.error_line(line)}" for line in text.splitlines()]

    return "\n".join(lines)


def _summary(result: Mapping[str, Any]) -> str:
    """Return the line for the player: whether it keeps the protocol, its games, and its slowest start and guess."""
    played = f"{count_text(result['games'], 'game')}, {result['solved']} solved"
    if result["startup_ms"] is not None:
        played += f"; needs {result['startup_ms']['largest']:.0f} ms to start"
    if result["move_ms"] is not None:
        played += f", then {result['move_ms']['largest']:g} ms a guess at most"

    breaches = sum(finding["breach"] for finding in result["findings"])
    verdict = f"{count_text(breaches, 'breach')} of the protocol" if breaches else "keeps the protocol"
    return f"{result['name']}: {verdict} ({played})"
