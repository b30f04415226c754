"""How a game ended."""

from enum import StrEnum


class Termination(StrEnum):
    """How a game ended."""

    SOLVED = "solved"
    """The word was guessed."""
    EXHAUSTED = "exhausted"
    """All attempts were made, none hit."""
    NOT_STARTED = "not-started"
    """The command could not be started."""
    CRASHED = "crashed"
    """The player was ended by a signal or with an exit status other than 0."""
    EXITED = "exited"
    """The player exited with status 0 before the game was over."""
    CLOSED_OUTPUT = "closed-output"
    """The player closed its standard output and lived on."""
    STARTUP_TIMEOUT = "startup-timeout"
    """No first guess in time."""
    MOVE_TIMEOUT = "move-timeout"
    """No further guess in time."""
    GAME_TIMEOUT = "game-timeout"
    """The whole game took too long."""
    OUTPUT_LIMIT = "output-limit"
    """The player wrote a line, or a whole, that is longer than any player needs."""
    MEMORY_LIMIT = "memory-limit"
    """The player and its children held more memory than allowed."""
    CPU_LIMIT = "cpu-limit"
    """The player and its children used more processor time than allowed."""
    PROCESS_LIMIT = "process-limit"
    """The player and its children were more processes and threads than allowed."""
    DISK_LIMIT = "disk-limit"
    """The player wrote more into its working directory than allowed."""


PLAYED_OUT = frozenset({Termination.SOLVED, Termination.EXHAUSTED})
"""The terminations of games that went by the rules; all others are failures."""
TIMEOUTS = frozenset({Termination.STARTUP_TIMEOUT, Termination.MOVE_TIMEOUT, Termination.GAME_TIMEOUT})
"""The terminations of games in which the player was too late."""
