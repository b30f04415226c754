"""What a player may use in a game."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """What a player may use in a game, its children included, in seconds and bytes; None is no limit."""

    startup: float = 10.0
    """From launch to the first guess; a Java machine starts slowly."""
    move: float = 10.0
    """From a reply to the next guess."""
    game: float = 30.0
    """From launch to the end of the game."""
    line: int = 64 * 1024
    """The longest line."""
    output: int = MIB
    """All standard output of a game."""
    memory: int | None = None
    """Resident memory of all its processes together."""
    cpu: float | None = None
    """Processor time of all its processes together."""
    processes: int | None = 256
    """Processes and threads at a time; a Java machine has a few dozen threads."""
    disk: int | None = 64 * MIB
    """What may lie in the game's working directory beside the word lists."""
