"""A run watched while it is played, by its record alone."""
