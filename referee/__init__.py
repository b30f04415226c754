"""The referee: draw → player process → game → run → store → leaderboard → report, a module each."""
