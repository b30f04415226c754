"""Higher or lower: a number from 1 to 100, and whether the guess is too low or too high."""

from codebreaker import own_game


def reply(guess: int, secret: int) -> str:
    """What a player is told: "right" for the secret itself, which ends the game."""
    if guess < secret:
        return "too low"
    if guess > secret:
        return "too high"
    return "right"


game = own_game("higher or lower", range(1, 101), range(1, 101), reply)
