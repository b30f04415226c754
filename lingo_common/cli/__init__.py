"""What the command lines share; it needs click."""
