"""Twelve coins: one is heavier or lighter than the others. Which one, and how, is told by a pair of scales."""

from itertools import combinations

from codebreaker import own_game

COINS = range(12)
LETTERS = "ABCDEFGHIJKL"
"""The names of the coins."""
Weighing = tuple[tuple[int, ...], tuple[int, ...]]
"""The coins on the left pan, and as many on the right one."""
OddCoin = tuple[int, str]
"""A coin, and "heavy" or "light"."""


def weighings() -> list[Weighing]:
    """All weighings, from one coin against one to six against six."""
    weighings = []
    for count in range(1, 7):
        for left in combinations(COINS, count):
            others = [coin for coin in COINS if coin not in left]
            for right in combinations(others, count):
                weighings.append((left, right))
    return weighings


def reply(weighing: Weighing, secret: OddCoin) -> str:
    """The pan that goes down: left, right, or neither if they are level."""
    left, right = weighing
    coin, how = secret
    if coin in left:
        return "left" if how == "heavy" else "right"
    if coin in right:
        return "right" if how == "heavy" else "left"
    return "level"


def exchange(first: int, second: int):
    """The symmetry that exchanges two coins: a function for weighings, and one for secrets."""
    new_coin = {coin: coin for coin in COINS}
    new_coin[first] = second
    new_coin[second] = first

    def of_pan(pan: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(new_coin[coin] for coin in pan))

    def of_weighing(weighing: Weighing) -> Weighing:
        left, right = weighing
        return of_pan(left), of_pan(right)

    def of_secret(secret: OddCoin) -> OddCoin:
        coin, how = secret
        return new_coin[coin], how

    return of_weighing, of_secret


def weighing_text(weighing: Weighing) -> str:
    """The weighing as people write it: `ABCD against EFGH`."""
    left, right = ("".join(LETTERS[coin] for coin in pan) for pan in weighing)
    return f"{left} against {right}"


def secret_text(secret: OddCoin) -> str:
    """The secret as people write it: `A is heavy`."""
    coin, how = secret
    return f"{LETTERS[coin]} is {how}"


game = own_game(
    "twelve coins",
    weighings(),
    [(coin, how) for coin in COINS for how in ("heavy", "light")],
    reply,
    goal="identify",
    symmetries=[exchange(coin, coin + 1) for coin in range(11)],
    guess_text=weighing_text,
    secret_text=secret_text,
)
