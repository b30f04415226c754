"""Guess the number within 1: three guesses settle 1 to 21."""

from codebreaker import own_game


def reply(guess: int, secret: int) -> str:
    """What a player is told: a guess beside the secret wins too."""
    if abs(guess - secret) <= 1:
        return "won"
    if guess < secret:
        return "too low"
    return "too high"


game = own_game("within 1", range(1, 22), range(1, 22), reply, winning={"won"})
