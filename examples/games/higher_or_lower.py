"""Higher or lower: a number from 1 to 100, and whether the guess is too low or too high."""

from codebreaker import own_game


def reply(guess: int, secret: int) -> str:
    return "too low" if guess < secret else "too high" if guess > secret else "right"


game = own_game("higher or lower", range(1, 101), range(1, 101), reply)
