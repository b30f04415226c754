"""`referee check`: does a player keep the protocol?"""

import dataclasses
import json
import logging
import sys
from collections.abc import Iterator
from typing import Any

import click
from tqdm import tqdm

from lingo_common.cli import logs
from lingo_common.cli.options import dataclass_options
from lingo_common.cli.rules_options import GameOptions, lengths_of, rules_options
from lingo_common.errors import DATA
from referee.check.trial_games import Conduct, Shown, milliseconds, try_player
from referee.commands import options
from referee.contest.draw import draw_words, new_seed
from referee.contest.isolation import IsolationRequest
from referee.contest.limits import Limits
from referee.contest.lists import read_games
from referee.contest.player_files import players_of
from referee.game import live_text
from referee.game.play_game import game_setup
from referee.game.preparation import prepare_players
from referee.runner.client import Runner
from referee.runner.levels import find_sandbox
from referee.runner.prctl import hide_process

_log = logging.getLogger(__name__)
LENGTHS = "4,9,13"
"""The lengths that are tried where none are named: one word of each is soon played, and shows most mistakes."""


@click.command("check", cls=options.ManyPlayers)
@options.players
@rules_options()
@click.option(
    "--lengths",
    type=lengths_of,
    metavar="LENGTHS",
    default=LENGTHS,
    show_default=True,
    help="Play a word of each length.",
)
@click.option("--seed", type=int, metavar="N", help="The seed of the draw; by default a random one.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@logs.options
@dataclass_options(Limits, "limits", options.LIMITS)
@dataclass_options(IsolationRequest, "isolation", options.ISOLATION, without=("careful",))
def check_command(
    players: tuple[str, ...],
    game: GameOptions,
    lengths: tuple[int, ...],
    seed: int | None,
    as_json: bool,
    limits: Limits,
    isolation: IsolationRequest,
) -> None:
    """Play a few games with each player and report violations of the protocol.

    The exit code is 0 if every player keeps the protocol, else 1.

    \b
    Examples:
      referee check --players ./my-player
      referee check --players "java -cp DIR Lingo" --lengths 5 --startup-timeout 20
    """
    hide_process()
    contestants = players_of(players)
    word_games = read_games(lengths, game)
    words = [word for [word] in draw_words(word_games, 1, new_seed() if seed is None else seed).values()]
    conducts = []
    with Runner() as runner:
        sandbox, line = find_sandbox(isolation, runner)
        _log.info("%s", line)
        contestants = prepare_players(contestants, word_games, sandbox)
        with game_setup(word_games, limits, sandbox) as setup:
            for player in tqdm(contestants, unit="player", disable=logs.disable_bars(), leave=False):
                conducts.append(try_player(player, words, setup))
    click.echo(_as_json(conducts) if as_json else "\n".join(map(_text, conducts)))
    if any(conduct.breaches for conduct in conducts):
        sys.exit(DATA)


def _text(conduct: Conduct) -> str:
    """A line for the player, two for every finding, and all of its error text."""
    breaches = len(conduct.breaches)
    verdict = f"{breaches} breach{'es' * (breaches > 1)} of the protocol" if breaches else "keeps the protocol"
    games = f"{conduct.games} game{'s' * (conduct.games != 1)}, {conduct.solved} solved"
    first = f"{conduct.player.name}: {verdict} ({games}{_times(conduct)})"
    return "\n".join([first, *map(_finding, conduct.shown), *_errors(conduct)])


def _errors(conduct: Conduct) -> Iterator[str]:
    """All of the player's standard error, each text once with its games, what would disturb a terminal escaped."""
    for text in dict.fromkeys(conduct.errors.values()):
        words = [f"'{word}'" for word, text_of_word in conduct.errors.items() if text_of_word == text]
        yield f"  standard error of the game{'s' * (len(words) > 1)} for {', '.join(words)}:"
        yield from (f"    {live_text.error_line(line)}" for line in text.splitlines())


def _times(conduct: Conduct) -> str:
    startup, moves = milliseconds(conduct.startup), milliseconds(conduct.moves)
    first = f"; needs {startup['largest']:.0f} ms to start" if startup else ""
    return first + (f", then {moves['largest']:g} ms a guess at most" if moves else "")


def _finding(counted: Shown) -> str:
    finding = counted.finding
    kind = finding.kind if finding.breach else f"remark: {finding.kind}"
    where = f" (in {counted.games} games)" if counted.games > 1 else ""
    return f"  {kind}{where}: {finding.says}.\n    {finding.advice}"


def _as_json(conducts: list[Conduct]) -> str:
    """The findings for programs; the keys are part of the interface."""
    return json.dumps({"players": [_value(conduct) for conduct in conducts]}, indent=2)


def _value(conduct: Conduct) -> dict[str, Any]:
    return {
        "name": conduct.player.name,
        "command": conduct.player.command,
        "keeps_protocol": not conduct.breaches,
        "games": conduct.games,
        "solved": conduct.solved,
        "startup_ms": milliseconds(conduct.startup),
        "move_ms": milliseconds(conduct.moves),
        "stderr": dict(conduct.errors),
        "findings": [{**dataclasses.asdict(counted.finding), "games": counted.games} for counted in conduct.shown],
    }
