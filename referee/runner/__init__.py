"""The sandbox around a player: which one is in force, what is visible in it, and how it is launched."""
