"""The theory of guessing games: reply, game, partition, criteria, search, tree, bounds."""
