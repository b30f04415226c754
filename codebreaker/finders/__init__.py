"""Finders for arrangements of n among 2n colours."""
