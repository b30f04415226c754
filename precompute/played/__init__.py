"""The tree that lingo-bot plays in a game, and its exact figures."""
