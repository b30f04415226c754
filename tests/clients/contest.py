"""A client of referee: a contest of a program and a class, kept in a directory and read again."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import assert_type

from referee import DataError, Limits, open_run, run


class Last:
    """Guesses the words from the last to the first."""

    def __init__(self, length: int, words: Sequence[str]) -> None:
        self.words = [word for word in words if len(word) == length]

    def guess(self) -> str:
        return self.words.pop()

    def hear(self, reply: str) -> None:
        pass


def main(folder: Path) -> None:
    words = folder / "five.txt"
    words.write_text("bends\ndents\ntares\n")
    result = run(
        {"last": Last}, lengths=[5], rounds=3, seed=1, wordlist=words, limits=Limits(move=2), out=folder / "run"
    )
    assert_type(result.points, dict[str, int])
    with open_run(folder / "run") as record:
        for game in record.games(player="last"):
            assert_type(game.guesses, tuple[str, ...])
    try:
        open_run(folder)
    except DataError:
        print(result.points["last"])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
