"""Protocol checks of a player, with advice for its author."""
