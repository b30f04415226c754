"""Offline work: first guesses, books, exact evaluation, upper bounds."""
