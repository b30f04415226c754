"""Leaderboard, comparison and stopping rule, as functions of game records."""
