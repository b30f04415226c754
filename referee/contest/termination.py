"""How a game ended."""

from enum import StrEnum


class Termination(StrEnum):
    """How a game ended."""

    SOLVED = "solved"
    EXHAUSTED = "exhausted"
    """The player used all attempts without guessing the word."""
    NOT_STARTED = "not-started"
    CRASHED = "crashed"
    """A signal or an exit status other than 0 ended the player."""
    EXITED = "exited"
    """The player exited with status 0 before the game was over."""
    CLOSED_OUTPUT = "closed-output"
    """The player closed its standard output and kept running."""
    STARTUP_TIMEOUT = "startup-timeout"
    MOVE_TIMEOUT = "move-timeout"
    GAME_TIMEOUT = "game-timeout"
    OUTPUT_LIMIT = "output-limit"
    """The player wrote too long a line, or too much in all."""
    MEMORY_LIMIT = "memory-limit"
    """The player and its children held more memory than allowed."""
    CPU_LIMIT = "cpu-limit"
    PROCESS_LIMIT = "process-limit"
    DISK_LIMIT = "disk-limit"
    """The player wrote more into its working directory than allowed."""
    FORFEITED = "forfeited"
    """The game was not played, because the player had failed too many games in a row."""


PLAYED_OUT = frozenset({Termination.SOLVED, Termination.EXHAUSTED})
"""The terminations of games that were played to the end; all others are failures."""
TIMEOUTS = frozenset({Termination.STARTUP_TIMEOUT, Termination.MOVE_TIMEOUT, Termination.GAME_TIMEOUT})


class Silence(StrEnum):
    """The state of a player when its time ran out, in the words of reports."""

    WAITS = "waits for input"
    COMPUTES = "computes"
    """It uses a processor, or is ready to."""
    SLEEPS = "sleeps"
    """It waits for something else: a timer, a lock, a file or another process."""
