"""What separates a player from the machine."""
