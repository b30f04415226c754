"""A client of all three packages, as another project writes one: its types are checked, and it prints what it finds."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import assert_type

from codebreaker import CRITERIA, Game, Solution, greedy_strategy, mastermind, partition, reply_for
from lingo_bot import Player
from referee import DataError, Limits, open_run, run


class Last:
    """Guesses the words from the last to the first."""

    def __init__(self, length: int, words: Sequence[str]) -> None:
        self.words = [word for word in words if len(word) == length]

    def guess(self) -> str:
        return self.words.pop()

    def hear(self, reply: str) -> None:
        pass


def advice(words: Path, guess: str, reply: str) -> list[str]:
    """The best word after that reply, and the guesses of the player's game for dents."""
    player = Player(5, words, attempts=6, hard=True)
    player.hear(reply, guess)
    best = player.best(1)[0]
    assert_type(best.word, str)
    assert_type(best.points, float)
    assert_type(player.remaining, int)
    return [best.word, *(step.guess for step in player.play("dents"))]


def contest(words: Path, out: Path) -> int:
    """The points of Last in a run of three words; a directory that holds no run is refused."""
    result = run({"last": Last}, lengths=[5], rounds=3, seed=1, wordlist=words, limits=Limits(move=2), out=out)
    assert_type(result.points, dict[str, int])

    with open_run(out) as record:
        for game in record.games(player="last"):
            assert_type(game.guesses, tuple[str, ...])

    try:
        open_run(out.parent)
    except DataError:
        return result.points["last"]

    raise AssertionError("no run is there")


def first_bins(game: Game) -> list[int]:
    """The sizes of the bins of the first guess."""
    solution = Solution(game, greedy_strategy(game, CRITERIA["parts"]))
    assert_type(solution.guess, int)
    return [len(secrets) for _, secrets in partition(game, solution.guess, solution.secrets)]


def main(folder: Path) -> None:
    words = folder / "five.txt"
    words.write_text("bends\ndents\ntares\n")
    assert_type(reply_for("geese", "eerie"), str)
    print(*advice(words, "tares", "?XX?O"), contest(words, folder / "run"), *sorted(first_bins(mastermind(3, 2))))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
