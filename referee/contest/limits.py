"""The limits of a game."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What a player and its children may use in a game, in seconds and bytes; None is no limit."""

    startup: float = 10.0
    """Seconds from launch to the first guess; a Java machine starts slowly."""
    move: float = 10.0
    """Seconds from a reply to the next guess."""
    game: float = 30.0
    """Seconds from launch to the end of the game."""
    line: int = 64 * 1024
    """Bytes of the longest line."""
    output: int = MIB
    """Bytes of all standard output of a game."""
    memory: int | None = None
    """Bytes of resident memory of all processes together."""
    cpu: float | None = None
    """Seconds of processor time of all processes together."""
    processes: int | None = 256
    """Processes and threads at a time; a Java machine has a few dozen threads."""
    disk: int | None = 64 * MIB
    """Bytes in the game's working directory beside the word lists."""
