"""A client of codebreaker: a criterion of its own on Mastermind's small board."""

from typing import assert_type

from codebreaker import CRITERIA, Game, Greedy, Solution, mastermind, partition, reply_for


def first_bins(game: Game) -> list[int]:
    solution = Solution(game, Greedy(game, CRITERIA["parts"]))
    assert_type(solution.guess, int)
    return [len(secrets) for _, secrets in partition(game, solution.guess, solution.secrets)]


def main() -> None:
    assert_type(reply_for("geese", "eerie"), str)
    print(*sorted(first_bins(mastermind(3, 2))))


if __name__ == "__main__":
    main()
