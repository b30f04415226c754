"""Playing a game: a strategy against a scorer, codemakers, replies that contradict one another."""
