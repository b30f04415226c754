"""One game: protocol, record and replay."""
