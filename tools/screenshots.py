"""Writes pictures of the screens into docs/figures: `python -m tools.screenshots`."""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

import referee
from codebreaker.rules import GameRules
from lingo_bot.assistant.player import Player
from lingo_bot.assistant.screen import AssistScreen
from lingo_common.screen.app import Screen
from referee.game.person_game import FixedSecret, PersonGame
from referee.screens.play_screen import PlayScreen
from referee.screens.watch_screen import WatchScreen

FIGURES = Path(__file__).parent.parent / "docs" / "figures"
SIZES = ((80, 24), (120, 40))
"""Columns and lines."""
_FONTS = re.compile(r"@font-face\s*{[^}]*}")
"""What a picture would fetch from elsewhere."""
Act = Callable[[Pilot[Any]], Awaitable[None]]


async def picture(screen: Screen[Any], name: str, size: tuple[int, int], act: Act) -> None:
    """Write the picture of a screen after somebody has acted on it."""
    async with screen.run_test(size=size) as pilot:
        await act(pilot)
        await pilot.pause()
        path = FIGURES / f"{name}-{size[0]}.svg"
        path.write_text(_FONTS.sub("", screen.export_screenshot(title=name)))
        print(path)


async def _assist(pilot: Pilot[Any]) -> None:
    """Tares was answered ?XX?O, then colin is considered."""
    await pilot.press(*"tares", "left", "left", "left", "left", "space", "right", "right", "right", "space", "right")
    await pilot.press("space", "space", "enter", *"colin")


async def _play(pilot: Pilot[Any]) -> None:
    await pilot.press(*"tares", "enter", *"lotic", "enter", *"den")


async def _watch(pilot: Pilot[Any]) -> None:
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def write_all(run: str) -> None:
    """Write every picture; run is the directory of a run to be watched."""
    for size in SIZES:
        await picture(AssistScreen(Player(5)), "assist", size, _assist)
        words = Player(5).words
        game = PersonGame(FixedSecret("dents"), words, GameRules())
        await picture(PlayScreen(game, "A word of 5 letters, 5 guesses.", list), "play", size, _play)
        await picture(WatchScreen(run), "watch", size, _watch)


def main() -> None:
    """Play a small contest and write the pictures."""
    player = f"lingo-bot={Path(sys.executable).parent / 'lingo-bot'}"
    players = [player, f"entropy={player.partition('=')[2]} --no-book --strategy entropy"]
    with tempfile.TemporaryDirectory() as parent:
        run = f"{parent}/results"
        referee.run(players, lengths=[5, 6], rounds=5, seed=1, out=run)
        asyncio.run(write_all(run))


if __name__ == "__main__":
    main()
