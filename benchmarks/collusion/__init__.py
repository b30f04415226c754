"""Players that try to pass words to each other, and what gets through."""
