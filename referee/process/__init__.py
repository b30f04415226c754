"""One player process: start, pipes, limits and end."""
