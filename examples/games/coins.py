"""Twelve coins: one is heavier or lighter than the others. Which one, and how, is told by a pair of scales."""

from itertools import combinations

from codebreaker import own_game

COINS = range(12)
Weighing = tuple[tuple[int, ...], tuple[int, ...]]
"""The coins on the left pan, and as many on the right one."""
Odd = tuple[int, str]


def weighings() -> list[Weighing]:
    return [
        (left, right)
        for count in range(1, 7)
        for left in combinations(COINS, count)
        for right in combinations([coin for coin in COINS if coin not in left], count)
    ]


def reply(weighing: Weighing, secret: Odd) -> str:
    """The pan that goes down."""
    (left, right), (coin, how) = weighing, secret
    if coin not in left and coin not in right:
        return "level"
    return "left" if (coin in left) == (how == "heavy") else "right"


def exchange(first: int, second: int):
    """The symmetry that gives two coins each other's places."""
    place = {coin: coin for coin in COINS} | {first: second, second: first}

    def of_weighing(weighing: Weighing) -> Weighing:
        left, right = (tuple(sorted(place[coin] for coin in pan)) for pan in weighing)
        return left, right

    return of_weighing, lambda secret: (place[secret[0]], secret[1])


def text(weighing: Weighing) -> str:
    return " against ".join("".join("ABCDEFGHIJKL"[coin] for coin in pan) for pan in weighing)


game = own_game(
    "twelve coins",
    weighings(),
    [(coin, how) for coin in COINS for how in ("heavy", "light")],
    reply,
    goal="identify",
    symmetries=[exchange(coin, coin + 1) for coin in range(11)],
    guess_text=text,
    secret_text=lambda secret: f"{'ABCDEFGHIJKL'[secret[0]]} is {secret[1]}",
)
