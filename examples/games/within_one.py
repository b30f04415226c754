"""Guess the number within 1: three guesses settle 1 to 21."""

from codebreaker import own_game


def reply(guess: int, secret: int) -> str:
    return "won" if abs(guess - secret) <= 1 else "too low" if guess < secret else "too high"


game = own_game("within 1", range(1, 22), range(1, 22), reply, winning={"won"})
