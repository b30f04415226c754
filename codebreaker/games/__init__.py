"""The games that are built in, and games of one's own."""
