"""The offline programs: first guesses, books, exact evaluation, bounds and optimal trees."""
