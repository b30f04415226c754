"""Playing a game: a strategy against a scorer, replies that contradict one another."""
