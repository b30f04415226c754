"""A client of lingo_bot: advice during a game, and words from a file."""

import sys
from pathlib import Path
from typing import assert_type

from lingo_bot import Player


def game_after(words: Path, guess: str, reply: str) -> list[str]:
    player = Player(5, words, attempts=6, hard=True)
    player.hear(reply, guess)
    best = player.best(1)[0]
    assert_type(best.word, str)
    assert_type(best.points, float)
    assert_type(player.remaining, int)
    return [best.word, *(step.guess for step in player.play("dents"))]


def main(folder: Path) -> None:
    words = folder / "five.txt"
    words.write_text("bends\ndents\ntares\n")
    print(*game_after(words, "tares", "?XX?O"))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
