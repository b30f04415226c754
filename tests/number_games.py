"""Games in which numbers are guessed: a reply says whether the guess is too low, too high or right."""

from codebreaker import own_game


def compared(guess, secret):
    """The reply `right`, `low` if the guess is too small, or `high`."""
    if guess == secret:
        return "right"
    return "low" if guess < secret else "high"


def number_game(count, **options):
    """The game of the numbers from 1 to count; options: those of own_game."""
    return own_game("number", range(1, count + 1), range(1, count + 1), compared, **options)
